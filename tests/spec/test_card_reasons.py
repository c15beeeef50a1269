"""Why a card: what is said in plain positions, what a play is called, and that what is false is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from overtrick import Auction, Board, Card, Holds, Odds, Play, Reason, Seat, Suit, Vul, explain
from overtrick.core import Claim
from overtrick.explain.player import card_words
from overtrick.explain.player.phrases import achieves, condition_words, percent, who
from overtrick.player import PlayerError
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    Differs,
    GainsImps,
    GainsWhere,
    HowSure,
    MannerOf,
    MoreTricks,
    OnlyCard,
    PlayKind,
    Safety,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.conditions import Both, Breaks, Condition, Guarded, Length, Lies
from overtrick.player.deciding import Deciding
from overtrick.player.decision import Decision, Grounds
from overtrick.player.plays import Called, Kind, kind_of
from overtrick.player.reasons import why
from overtrick.player.sample import Sample
from overtrick.player.worlds import Worlds
from tests.card_decisions import all_layouts, decide, view_of


def ending(deal: str, leader: str, cards: str = "", contract: str = "1NT") -> Board:
    """An ending that South declares."""
    auction = Auction.parse(f"S: {contract} AP")
    play = Play.parse(f"{deal};{auction.contract.strain if auction.contract else ''};{leader};{cards}")
    return Board(None, Seat.SOUTH, Board.numbered(1).vul, play.start, auction, play=play)


def decided(board: Board) -> Decision:
    """The decision of the player to move, over all layouts."""
    view = view_of(board)
    return decide(view, all_layouts(view))


WITH_QUEEN = ending("N:AQ.4.. KJ.3.. 54.A.. 87.K..", "S", "S4 S7")
"""Dummy has the ace and queen, and West has played low."""
TOWARDS = ending("N:K2.4.. AJT... 54.A.. 876...", "S")
BREAK = ending("N:A432... KJT.3.. 765.A.. Q98.K..", "S")
SAME_AND_WORSE = ending("N:2.3..3 K3...A A.A..2 Q.K..4", "S")
BARE_KING = ending("N:AKQ2.4.. JT9.32.. 543.AT.. 876.K5..", "S")


RUFFING = ending("N:KQ..A. AJT... .A.3.3 9..K.Q", "N", contract="1H")
"""Dummy leads from the king and queen of spades; South, who has none, has a trump."""
THROWN_IN = ending("N:AQ..K. K.J.T. 9.T.8. J.K.A.", "N")
"""The king of diamonds may throw East in, to lead into the ace and queen of spades."""
BOARDS = (WITH_QUEEN, TOWARDS, BREAK, BARE_KING, RUFFING, THROWN_IN)


@cache
def reason(board: Board) -> Reason:
    return why(decided(board))


def claims(board: Board, kind: type[Claim]) -> list[Claim]:
    return [claim for claim in reason(board).claims() if type(claim) is kind]


def card(text: str) -> Card:
    return Card.parse(text)


# What is said


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


def sample_of(board: Board, needed: int = 1) -> Sample:
    """The position with all its layouts."""
    view = view_of(board)
    layouts = tuple(all_layouts(view))
    assert view.play is not None
    return Sample(view.play, view.contract, layouts, (1 / len(layouts),) * len(layouts), needed, True)


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


# What is false


@cache
def true_claims() -> tuple[Claim, ...]:
    """Claims that hold: of the positions above, and of a few made for the purpose."""
    found = [claim for board in BOARDS for claim in reason(board).claims()]
    view = view_of(BARE_KING)
    layouts = all_layouts(view)[::3]
    weighted = why(decide(view, layouts, [1 + number % 5 for number in range(len(layouts))]))
    sample = sample_of(WITH_QUEEN, needed=3)
    only = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
    same = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
    made = [
        CombinesChances(sample, card("SQ"), 40.0, card("SA"), 10.0, 6, True),
        CombinesChances(sample, card("SQ"), 40.0, card("SA"), 10.0, 2, False),
        Averages(sample, card("SQ"), 240, card("SA"), 210),
        AsGood(sample_of(same), card("HK"), (card("SA"),)),
        *reason(only).claims(),
        *reason(same).claims(),
        Unjudged(sample.play, card("SQ")),
        safety(),
        *pay(),
        *(PlayKind(sample_of(board), each, Called(kind)) for board, each, kind in SIGHTS),
    ]
    return (*found, *weighted.claims(), *made)


SHORT = ending("N:.A..2 2.3.. 4..5. 6..7.", "W", "S6", contract="1C")
LOW = ending("N:A2... J3... 4.A.. 8.K..", "S", "S4 S8")
ON_LEAD = ending("N:A.2.. J3... 4.A.. 8.K..", "S", contract="1S")
SIGHTS = [
    (SHORT, card("C2"), Kind.RUFF),
    (SHORT, card("HA"), Kind.DISCARD),
    (LOW, card("S2"), Kind.DUCK),
    (ON_LEAD, card("S4"), Kind.TRUMPS),
    (ON_LEAD, card("HA"), Kind.CASH),
]


def pay() -> tuple[GainsImps, MoreTricks]:
    """What the card that takes more on average gains in the same place."""
    sample, ace, eight = safety().sample, card("DA"), card("C8")
    more, fewer = Odds(7, 10), Odds(1, 10)
    return GainsImps(sample, Vul.NONE, eight, ace, 170), MoreTricks(sample, eight, ace, more, fewer)


def safety() -> Safety:
    """West has a card that is likelier to take ten tricks than one that takes more on average."""
    cards = "SA S9 S7 ST D8 D5 DJ DT DQ HA D9 D7 SJ S4 SQ S3 CK CJ CA CT C7 C3 C6 CQ S2 S5 SK S8 H4 H7 H5 HJ"
    board = ending(
        "N:932.QT85.765.QJ2 J75.J63.KQJ4.A97 KT4.AK942.T.T543 AQ86.7.A9832.K86",
        "W",
        f"{cards} H3 HK D2 H8 H2",
        contract="1C",
    )
    return Safety(sample_of(board, needed=10), card("DA"), card("C8"), 60)


def other_figures(odds: Odds) -> list[Odds]:
    """Figures near a true one that are false."""
    return [Odds.of(each) for each in (odds.fraction / 2, (odds.fraction + 1) / 2) if each != odds.fraction]


def lies(claim: Claim) -> Iterator[Claim]:
    """A claim with something changed that makes it false."""
    match claim:
        case OnlyCard() | Unjudged():
            yield replace(claim, card=card("C2"))
        case MannerOf(_, _, equals):
            yield replace(claim, equals=equals[:1])
            yield replace(claim, equals=equals[::-1])
            yield replace(claim, equals=(*equals, card("C2")))
            yield replace(claim, card=card("C2"))
        case ChosenBy(_, _, chance) | Alternative(_, _, chance):
            yield from (replace(claim, chance=other) for other in other_figures(chance))
        case SameEverywhere():
            yield replace(claim, cards=claim.cards[:1])
        case AsGood():
            yield replace(claim, others=())
            yield replace(claim, others=(claim.card,))
            yield AsGood(sample_of(WITH_QUEEN), card("SQ"), (card("SA"),))
        case Averages():
            yield replace(claim, hundredths=claim.hundredths + 2)
            yield replace(claim, other_hundredths=claim.other_hundredths - 2)
        case GainsImps():
            yield replace(claim, hundredths=claim.hundredths + 2)
            yield replace(claim, hundredths=-claim.hundredths)
            yield replace(claim, vul=Vul.BOTH)
        case MoreTricks(_, mine, theirs):
            yield replace(claim, card=theirs, other=mine)
            yield from (replace(claim, more=other) for other in other_figures(claim.more))
            yield from (replace(claim, fewer=other) for other in other_figures(claim.fewer))
        case HowSure():
            yield replace(claim, difference=claim.difference + 0.2)
            yield replace(claim, error=claim.error + 0.2)
            yield replace(claim, effective=claim.effective + 1)
        case Differs(_, mine, theirs):
            yield replace(claim, card=theirs, other=mine)
            yield from (replace(claim, better=other) for other in other_figures(claim.better))
            yield from (replace(claim, worse=other) for other in other_figures(claim.worse))
        case Decides() | GainsWhere():
            yield from lies_about_conditions(claim)
        case PlayKind():
            yield from lies_about_kinds(claim)
        case Safety(_, mine, theirs):
            yield replace(claim, cost=claim.cost + 2)
            yield replace(claim, card=theirs, other=mine)
        case CombinesChances(_, mine, _, theirs):
            yield replace(claim, plan=claim.plan + 1)
            yield replace(claim, plan=claim.plan - 1)
            yield replace(claim, other_plan=claim.other_plan + 1)
            yield replace(claim, other_plan=claim.other_plan - 1)
            yield replace(claim, card=theirs, other=mine)


def lies_about_conditions(claim: Decides | GainsWhere) -> Iterator[Claim]:
    yield from (replace(claim, inside=other) for other in other_figures(claim.inside))
    yield from (replace(claim, outside=other) for other in other_figures(claim.outside))
    seen = next(iter(claim.sample.play.hand(claim.sample.play.to_play)))
    yield replace(claim, condition=Lies(seen, claim.sample.play.to_play))
    yield replace(claim, condition=Lies(seen, claim.sample.hidden[0]))
    if isinstance(claim.condition, Lies):
        elsewhere = next(seat for seat in claim.sample.hidden if seat is not claim.condition.seat)
        yield replace(claim, condition=Lies(claim.condition.card, elsewhere))


def lies_about_kinds(claim: PlayKind) -> Iterator[Claim]:
    called = claim.called
    yield from (replace(claim, called=replace(called, kind=kind)) for kind in Kind if kind is not called.kind)
    if called.honour is not None:
        yield replace(claim, called=replace(called, honour=card("C2")))
        yield replace(claim, called=replace(called, honour=None))
    if called.against is not None:
        yield replace(claim, called=replace(called, against=called.against.partner))
        yield replace(claim, called=replace(called, against=None))
    if claim.by is not None:
        yield replace(claim, by=None)
        yield replace(claim, by=replace(claim.by, inside=claim.by.outside, outside=claim.by.inside))


def test_every_kind_of_claim_is_among_those_that_are_tried() -> None:
    kinds = {kind for kind in explain.claim_kinds() if kind.__module__ == ChosenBy.__module__}
    assert {type(claim) for claim in true_claims()} == kinds
    assert {claim.called.kind for claim in true_claims() if isinstance(claim, PlayKind)} == set(Kind)


def test_claims_that_are_true_hold() -> None:
    assert [claim for claim in true_claims() if not explain.holds(claim, WITH_QUEEN)] == []


def test_claims_that_are_false_are_refused() -> None:
    planted = [lie for claim in true_claims() for lie in lies(claim)]
    assert [lie for lie in planted if explain.holds(lie, WITH_QUEEN)] == []
    assert len(planted) > 200
    assert {type(lie) for lie in planted} == {type(claim) for claim in true_claims()}


def test_a_card_that_may_not_be_played_is_refused_in_every_claim() -> None:
    tried = 0
    for claim in true_claims():
        if hasattr(claim, "card"):
            assert not explain.holds(replace(claim, card=card("C9")), WITH_QUEEN)  # type: ignore[type-var]
            tried += 1
    assert tried > 30


def bad_samples(sample: Sample) -> list[Sample]:
    """Samples that cannot be: too few layouts to be all, a card of another hand, weights that are none."""
    north, east, south, west = sample.layouts[0]
    return [
        replace(sample, layouts=sample.layouts[1:], weights=sample.weights[1:]),
        replace(sample, layouts=((north, south, east, west), *sample.layouts[1:])),
        replace(sample, layouts=((north, east, south, 0), *sample.layouts[1:])),
        replace(sample, layouts=(sample.layouts[1], *sample.layouts[1:])),
        replace(sample, weights=sample.weights[1:]),
        replace(sample, weights=(0.5, *sample.weights[1:])),
        replace(sample, weights=(-1.0, *sample.weights[1:]), is_all=False),
        replace(sample, layouts=(), weights=(), is_all=False),
        replace(sample, layouts=tuple(map(_with_hearts_exchanged, sample.layouts)), is_all=False),
    ]


def _with_hearts_exchanged(layout: tuple[int, ...]) -> tuple[int, ...]:
    """The four of hearts, which dummy is seen to have, where the three is, and the three in dummy."""
    three, four = card("H3").bit, card("H4").bit
    return tuple(
        hand ^ (three | four) if bool(hand & three) != bool(hand & four) else hand for hand in layout
    )


def test_layouts_that_cannot_be_are_refused() -> None:
    (claim,) = claims(WITH_QUEEN, ChosenBy)
    assert isinstance(claim, ChosenBy)
    for sample in bad_samples(claim.sample):
        assert not explain.holds(replace(claim, sample=sample), WITH_QUEEN)


def test_a_condition_that_tells_little_does_not_decide_though_its_figures_are_right() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    wins = [Lies(card("SK"), Seat.WEST).is_met(hands) for hands in sample.left]
    told = Lies(card("SJ"), Seat.WEST)
    inside = [told.is_met(hands) for hands in sample.left]
    figures = sample.share(wins, inside), sample.share(wins, [not each for each in inside])
    assert not explain.holds(Decides(sample, card("SQ"), told, *figures), WITH_QUEEN)


def test_a_card_that_the_honour_beats_does_not_play_for_its_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    few = Both(Lies(card("SK"), Seat.WEST), Guarded(card("SK"), 0, 2))
    by = Decides(sample, card("SQ"), few, Odds(1, 1), Odds(0, 1))
    assert explain.holds(by, WITH_QUEEN)
    called = Called(Kind.DROP, card("SK"))
    assert not explain.holds(PlayKind(sample, card("SQ"), called, by), WITH_QUEEN)
    assert kind_of(sample, card("SA"), Deciding(few, Odds(1, 1), Odds(0, 1))) == called


def test_an_honour_that_must_be_guarded_is_not_played_to_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    guarded = Deciding(Guarded(card("SK"), 1, 13), Odds(1, 1), Odds(0, 1))
    assert kind_of(sample, card("SA"), guarded) is None


def test_a_finesse_is_none_against_the_hand_that_plays_last() -> None:
    """Before East has played, the queen loses to a king behind it, whatever the layouts say."""
    (finesse,) = [each for each in claims(WITH_QUEEN, PlayKind) if "finesse" in explain.explain(Reason(each))]
    assert isinstance(finesse, PlayKind)
    assert finesse.by is not None
    wrong = replace(finesse.by, condition=Lies(card("SK"), Seat.EAST))
    behind = replace(finesse, called=Called(Kind.FINESSE, card("SK"), Seat.EAST), by=wrong)
    assert not explain.holds(behind, WITH_QUEEN)
