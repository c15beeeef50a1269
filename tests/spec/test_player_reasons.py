"""Why a card: what is said in plain positions, and what a play is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import Odds, Reason, Seat, Suit
from overtrick.core import explaining
from overtrick.player import PlayerError
from overtrick.player.decision import Grounds
from overtrick.player.layouts import Both, Breaks, Guarded, Lies
from overtrick.player.reasons import why
from overtrick.player.statements import (
    Alternative,
    AsGood,
    ChosenBy,
    CombinesChances,
    HowSure,
    MannerOf,
    OnlyCard,
    PlayKind,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.techniques import NamedPlay, Technique
from overtrick.player.words import percent, who
from overtrick.player.worlds import Worlds
from tests.card_reasons import (
    BARE_KING,
    BREAK,
    DEFENDER,
    SAME_AND_WORSE,
    TOWARDS,
    WITH_QUEEN,
    card,
    decided,
    ending,
    reason,
    sample_of,
    statements,
)


def test_a_finesse_and_the_drop_are_named_and_compared() -> None:
    chosen = reason(WITH_QUEEN).statement
    assert isinstance(chosen, ChosenBy)
    assert (chosen.card, chosen.chance) == (card("SQ"), Odds(4, 10))
    finesse, drop = statements(WITH_QUEEN, PlayKind)
    assert isinstance(finesse, PlayKind)
    assert isinstance(drop, PlayKind)
    assert finesse.called == NamedPlay(Technique.FINESSE, card("SK"), Seat.WEST)
    assert finesse.by is not None
    assert finesse.by.condition == Lies(card("SK"), Seat.WEST)
    assert drop.called == NamedPlay(Technique.DROP, card("SK"))
    assert drop.by is not None
    assert drop.by.condition == Both(Lies(card("SK"), Seat.EAST), Guarded(card("SK"), 0, 0))


def test_a_lead_towards_an_honour_goes_through_the_hand_that_must_have_the_higher_one() -> None:
    (led,) = [
        statement
        for statement in statements(TOWARDS, PlayKind)
        if "towards" in explaining.explain(Reason(statement))
    ]
    assert isinstance(led, PlayKind)
    assert led.called == NamedPlay(Technique.TOWARDS, card("SA"), Seat.WEST)
    assert led.by is not None
    assert (led.by.inside, led.by.outside) == (Odds(1, 1), Odds(0, 1))


def test_a_suit_is_led_for_its_break_and_a_high_card_for_a_king_to_drop() -> None:
    found = [each for board in (BREAK, BARE_KING) for each in statements(board, PlayKind)]
    told = {each.card: each for each in found if isinstance(each, PlayKind) and each.by is not None}
    spade, ace = told[card("S7")], told[card("HA")]
    assert spade.by is not None
    assert ace.by is not None
    assert (spade.called, spade.by.inside) == (NamedPlay(Technique.BREAK), Odds(1, 1))
    assert spade.by.condition == Breaks(Suit.SPADES, (Seat.EAST, Seat.WEST), 6, 3, 3)
    assert (ace.called, ace.by.inside) == (NamedPlay(Technique.DROP, card("HK")), Odds(1, 1))
    assert ace.by.condition == Guarded(card("HK"), 0, 1)


def test_the_only_card_needs_no_other_reason() -> None:
    board = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
    told = reason(board)
    assert isinstance(told.statement, OnlyCard)
    assert (told.statement.card, told.because) == (card("S2"), ())


def test_cards_that_are_all_equal_are_a_matter_of_manners() -> None:
    board = ending("N:65.. J.3.. 4.A.. 8.K..".replace("65..", "65..."), "S", "S4 S8")
    told = reason(board).statement
    assert isinstance(told, MannerOf)
    assert (told.card, told.equals) == (card("S5"), (card("S6"), card("S5")))


def test_cards_that_take_the_same_tricks_everywhere_are_not_compared() -> None:
    board = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
    told = reason(board).statement
    assert isinstance(told, SameEverywhere)
    assert (set(told.cards), len(told.sample.layouts)) == ({card("SA"), card("HK")}, 6)


def test_the_opening_leader_hears_of_dummy() -> None:
    sample = sample_of(DEFENDER)
    assert who(sample, Seat.NORTH) == "dummy"
    assert who(sample_of(WITH_QUEEN), Seat.WEST) == "West"


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
    short = replace(second, tricks=second.tricks[:200])
    told = why(replace(decision, candidates=(best, short)))
    assert explaining.false_statements(told, BARE_KING) == []
    (other,) = [
        each for each in told.statements() if isinstance(each, Alternative) and each.cards == (second.card,)
    ]
    assert len(other.sample.layouts) == 200
    assert any(isinstance(each, HowSure) for each in told.statements())


def test_what_strategies_are_sure_of_is_told_beside_the_chances() -> None:
    decision = decided(WITH_QUEEN)
    one, other = decision.candidates
    planned = (replace(one, plan=0.4), replace(other, plan=0.1))
    told = why(replace(decision, candidates=planned, grounds=Grounds("strategy", target=3, depth=2)))
    (plans,) = [each for each in told.statements() if isinstance(each, CombinesChances)]
    assert (plans.card, plans.plan, plans.other, plans.other_plan) == (card("SQ"), 40.0, card("SA"), 10.0)
    assert explaining.false_statements(told, WITH_QUEEN) == []


def test_cards_that_are_as_good_are_told_before_those_that_are_worse() -> None:
    told = [each.statement for each in reason(SAME_AND_WORSE).because]
    (good,) = [each for each in told if isinstance(each, AsGood)]
    (worse,) = [each for each in told if isinstance(each, Alternative)]
    assert (good.card, good.others) == (card("SA"), (card("HA"),))
    assert (worse.cards, worse.chance) == ((card("C2"),), Odds(6, 10))
    assert told.index(good) < told.index(worse)


def test_rivals_over_the_same_layouts_are_told_before_one_that_was_dropped() -> None:
    decision = decided(BARE_KING)
    best, second, third, *_ = decision.candidates
    short = replace(second, tricks=second.tricks[:200])
    told = why(replace(decision, candidates=(best, short, third)))
    (other,) = [each for each in told.statements() if isinstance(each, Alternative)]
    assert other.cards == (third.card,)


def test_two_cards_are_too_close_to_call_when_the_difference_may_well_be_luck() -> None:
    sure = HowSure(sample_of(WITH_QUEEN), card("SQ"), card("SA"), 4.0, 4.0, 24)
    assert sure.is_close
    seven = replace(sure, difference=7.0)
    assert (seven.is_close, seven.is_luck) == (False, True)
    assert not replace(sure, difference=8.5).is_luck


def test_an_equal_of_the_best_candidate_may_be_chosen_by_manners() -> None:
    board = ending("N:2.4.3. J9.3.. KQ8... 7.K5..", "S")
    decision = decided(board)
    assert decision.card is card("SK")
    told = why(replace(decision, card=card("SQ")))
    last = told.because[-1].statement
    assert isinstance(last, MannerOf)
    assert (last.card, last.equals) == (card("SQ"), (card("SK"), card("SQ")))
    assert explaining.false_statements(told, board) == []


def test_a_card_that_was_no_candidate_is_not_explained() -> None:
    decision = decided(WITH_QUEEN)
    with pytest.raises(PlayerError, match="the ♠A is not among the candidates"):
        why(replace(decision, card=card("SA"), candidates=decision.candidates[:1]))


def test_a_card_chosen_without_layouts_says_so() -> None:
    decision = decided(WITH_QUEEN)
    none = Worlds(decision.worlds.deals[:0], decision.worlds.weights[:0])
    told = why(replace(decision, worlds=none))
    assert isinstance(told.statement, Unjudged)
    assert told.statement.card is card("SQ")


def test_a_card_that_cannot_be_played_is_not_explained() -> None:
    with pytest.raises(PlayerError, match="South cannot play the ♥4 now"):
        why(replace(decided(WITH_QUEEN), card=card("H4")))
