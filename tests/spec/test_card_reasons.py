"""Why a card: what is said in plain positions, and what a play is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import Holds, Odds, Reason, Seat, Suit, explain
from overtrick.explain.player import card_words
from overtrick.explain.player.phrases import achieves, condition_words, percent, who
from overtrick.player import PlayerError
from overtrick.player.claims import (
    Alternative,
    HowSure,
    PlayKind,
)
from overtrick.player.conditions import Both, Breaks, Condition, Guarded, Length, Lies
from overtrick.player.decision import Grounds
from overtrick.player.plays import Called, Kind
from overtrick.player.reasons import why
from overtrick.player.worlds import Worlds
from tests.card_reasons import (
    BARE_KING,
    BREAK,
    SAME_AND_WORSE,
    TOWARDS,
    WITH_QUEEN,
    card,
    claims,
    decided,
    ending,
    reason,
    safety,
    sample_of,
)


def test_a_finesse_and_the_drop_are_named_and_compared() -> None:
    assert card_words(reason(WITH_QUEEN)) == (
        "Finesse against West (♠Q from dummy): takes 3 tricks or more in 40% of all 10 possible layouts; "
        "the drop of the ♠K (♠A): 10%. "
        "♠Q wins where West has the ♠K. ♠A wins where East has the ♠K alone."
    )


def test_a_lead_towards_an_honour_goes_through_the_hand_that_must_have_the_higher_one() -> None:
    (led,) = [claim for claim in claims(TOWARDS, PlayKind) if "towards" in explain.explain(Reason(claim))]
    assert isinstance(led, PlayKind)
    assert led.called == Called(Kind.TOWARDS, card("SA"), Seat.WEST)
    assert led.by is not None
    assert (led.by.inside, led.by.outside) == (Odds(1, 1), Odds(0, 1))


def test_a_suit_is_led_for_its_break_and_a_high_card_for_a_king_to_drop() -> None:
    said = explain.explain(reason(BREAK))
    assert "♠7 plays for the break: it wins where the six spades that are out break 3-3 (100%" in said
    said = explain.explain(reason(BARE_KING))
    assert "♥A plays for the ♥K to drop: it wins where the ♥K is alone or with one other (100%" in said


def test_the_only_card_needs_no_other_reason() -> None:
    board = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
    assert card_words(reason(board)) == "The ♠2 is the only card."


def test_cards_that_are_all_equal_are_a_matter_of_manners() -> None:
    board = ending("N:65.. J.3.. 4.A.. 8.K..".replace("65..", "65..."), "S", "S4 S8")
    assert card_words(reason(board)) == "♠5 is the lowest of equals (♠6 ♠5)."


def test_cards_that_take_the_same_tricks_everywhere_are_not_compared() -> None:
    board = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
    assert card_words(reason(board)) == "Both cards take the same tricks in all 6 possible layouts."


def test_the_opening_leader_hears_of_dummy() -> None:
    sample = sample_of(DEFENDER)
    assert who(sample, Seat.NORTH) == "dummy"
    assert who(sample_of(WITH_QUEEN), Seat.WEST) == "West"


DEFENDER = ending("N:32..2. KJ4... AQ5... T98...", "W", "S8 S2 SJ SQ S5 S9 S3")
"""East is to play, and sees dummy."""


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Lies(card("SA"), Seat.SOUTH), "declarer has the ♠A"),
        (Lies(card("SA"), Seat.WEST), "partner has the ♠A"),
        (Length(Seat.WEST, Suit.SPADES, 0, 0), "partner has no spades left"),
        (Length(Seat.WEST, Suit.SPADES, 0, 1), "partner has at most one spade left"),
        (Length(Seat.SOUTH, Suit.HEARTS, 2, 13), "declarer has two or more hearts"),
        (Length(Seat.SOUTH, Suit.HEARTS, 1, 13), "declarer has a heart"),
        (Guarded(card("SA"), 0, 0), "the ♠A is alone"),
        (Guarded(card("SA"), 0, 1), "the ♠A is alone or with one other"),
        (Guarded(card("SA"), 0, 2), "the ♠A comes with at most two others"),
        (Guarded(card("SA"), 1, 13), "the ♠A is not alone"),
        (Guarded(card("SA"), 2, 13), "the ♠A comes with two others or more"),
        (Breaks(Suit.HEARTS, (Seat.EAST, Seat.WEST), 5, 3, 3), "the five hearts that are out break 3-2"),
        (
            Breaks(Suit.HEARTS, (Seat.EAST, Seat.WEST), 5, 4, 5),
            "the five hearts that are out break 4-1 or worse",
        ),
        (
            Breaks(Suit.HEARTS, (Seat.EAST, Seat.WEST), 5, 3, 4),
            "the five hearts that are out break no worse than 4-1",
        ),
        (
            Both(Lies(card("SA"), Seat.SOUTH), Lies(card("HK"), Seat.SOUTH)),
            "declarer has the ♠A and the ♥K",
        ),
        (Both(Lies(card("SA"), Seat.SOUTH), Guarded(card("SA"), 0, 0)), "declarer has the ♠A alone"),
        (
            Both(Lies(card("SA"), Seat.SOUTH), Length(Seat.SOUTH, Suit.HEARTS, 0, 0)),
            "declarer has the ♠A and no hearts",
        ),
        (
            Both(Lies(card("SA"), Seat.SOUTH), Lies(card("HK"), Seat.WEST)),
            "declarer has the ♠A and partner has the ♥K",
        ),
    ],
    ids=str,
)
def test_conditions_are_told_as_a_player_says_them(condition: Condition, words: str) -> None:
    assert condition_words(sample_of(DEFENDER), condition) == words


def test_shares_are_exact_where_layouts_are_equally_likely_and_rounded_where_not() -> None:
    sample = sample_of(WITH_QUEEN)
    assert percent(sample, Odds(1, 3)) == "33.3%"
    weighted = replace(sample, weights=tuple(range(1, 11)), is_all=False)
    assert weighted.share([True] * 3 + [False] * 7) == Odds(11, 100)
    assert weighted.share([True] + [False] * 9) == Odds(2, 100)
    assert percent(weighted, Odds(11, 100)) == "about 11%"
    assert weighted.share([True] * 10) == Odds(1, 1)


def test_a_card_dropped_early_is_judged_by_the_layouts_it_was_tried_in() -> None:
    decision = decided(BARE_KING)
    best, second, *_ = decision.candidates
    short = replace(second, tricks=second.tricks[:200], looked_at=200)
    told = why(replace(decision, candidates=(best, short)))
    assert explain.false_claims(told, BARE_KING) == []
    (other,) = [
        each for each in told.claims() if isinstance(each, Alternative) and each.cards == (second.card,)
    ]
    assert len(other.sample.layouts) == 200
    assert "of 200 layouts looked at" in explain.explain(told)
    assert "of the first 200." in card_words(told)
    assert any(isinstance(each, HowSure) for each in told.claims())


def test_what_strategies_are_sure_of_is_told_beside_the_chances() -> None:
    decision = decided(WITH_QUEEN)
    one, other = decision.candidates
    planned = (replace(one, plan=0.4), replace(other, plan=0.1))
    told = why(replace(decision, candidates=planned, grounds=Grounds("strategy", target=3, depth=2)))
    said = explain.explain(told)
    assert "after ♠Q succeeds in at most 40%, after ♠A in at most 10%, of 10 possible layouts" in said
    assert explain.false_claims(told, WITH_QUEEN) == []


def test_cards_that_are_as_good_are_told_before_those_that_are_worse() -> None:
    said = card_words(reason(SAME_AND_WORSE))
    assert said.startswith("Cash the ♠A: takes 2 tricks or more in all 20 possible layouts; ♥A the same; "), (
        said
    )
    assert "; a good break in clubs (♣2): 60%. ♠A gains on ♣2 where" in said


def test_rivals_over_the_same_layouts_are_told_before_one_that_was_dropped() -> None:
    decision = decided(BARE_KING)
    best, second, third, *_ = decision.candidates
    short = replace(second, tricks=second.tricks[:200], looked_at=200)
    told = why(replace(decision, candidates=(best, short, third)))
    (other,) = [each for each in told.claims() if isinstance(each, Alternative)]
    assert other.cards == (third.card,)


def test_two_cards_are_too_close_to_call_when_the_difference_may_well_be_luck() -> None:
    sure = HowSure(sample_of(WITH_QUEEN), card("SQ"), card("SA"), 4.0, 4.0, 24)
    assert "too close to call" in explain.explain(Reason(sure))
    assert "not for sure" in explain.explain(Reason(replace(sure, difference=7.0)))
    assert not replace(sure, difference=8.5).is_luck


@pytest.mark.parametrize(
    ("needed", "words"),
    [(10, "beats the contract by four"), (7, "beats the contract"), (6, "gives no overtrick")],
)
def test_tricks_are_told_as_what_becomes_of_the_contract(needed: int, words: str) -> None:
    assert achieves(replace(safety().sample, needed=needed)) == words


def test_an_equal_of_the_best_candidate_may_be_chosen_by_manners() -> None:
    board = ending("N:2.4.3. J9.3.. KQ8... 7.K5..", "S")
    decision = decided(board)
    assert decision.card is card("SK")
    told = why(replace(decision, card=card("SQ")))
    assert explain.explain(told).splitlines()[-1].strip() == "♠Q is the lowest of equals (♠K ♠Q)"
    assert explain.false_claims(told, board) == []


def test_a_card_that_was_no_candidate_is_not_explained() -> None:
    decision = decided(WITH_QUEEN)
    with pytest.raises(PlayerError, match="the ♠A is not among the candidates"):
        why(replace(decision, card=card("SA"), candidates=decision.candidates[:1]))


def test_what_an_expert_says_stands_below_the_figures() -> None:
    expert = Reason(Holds(Seat.NORTH, card("SA")))
    told = why(decided(WITH_QUEEN), also=(expert,))
    assert told.because[-1] is expert


def test_a_card_chosen_without_layouts_says_so() -> None:
    decision = decided(WITH_QUEEN)
    none = Worlds(decision.worlds.deals[:0], decision.worlds.weights[:0])
    told = why(replace(decision, worlds=none))
    assert card_words(told) == "The ♠Q, without a look at layouts."


def test_a_card_that_cannot_be_played_is_not_explained() -> None:
    with pytest.raises(PlayerError, match="South cannot play the ♥4 now"):
        why(replace(decided(WITH_QUEEN), card=card("H4")))
