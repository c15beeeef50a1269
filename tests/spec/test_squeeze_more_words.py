"""Near misses and the defence in words: true and readable."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from overtrick import explain
from overtrick.core import Card, CardSet, Claim, Reason, Seat
from overtrick.explain.squeezes import around_checkers as _checkers  # noqa: F401
from overtrick.explain.squeezes.defence import counter_text
from overtrick.explain.squeezes.near_misses import cure_text, near_miss_text
from overtrick.explain.squeezes.plans import plan_text
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.defence import counter_measures
from overtrick.squeezes.nearby.exchanges import ExchangeCards, ExchangeDefenders, LeadFrom, RectifyCount
from overtrick.squeezes.nearby.making import twins
from overtrick.squeezes.nearby.near_misses import Letter, NearMiss, near_miss
from overtrick.squeezes.plans.planning import plan_for
from overtrick.squeezes.reasons.around_claims import (
    BeyondReach,
    Breaks,
    OnlyBySqueeze,
    Repairs,
    Saves,
    WithoutSqueeze,
)
from overtrick.squeezes.reasons.around_reasons import why_broken, why_missed
from overtrick.squeezes.turning import turned
from tests.squeeze_claims import board
from tests.squeeze_texts import (
    EXCHANGED,
    FIGURE_2,
    FIGURE_6,
    SAMPLE,
    check_form,
    is_true,
    sample,
)

WRONG_HAND = "N:AJ..2. T..3.3 4.K..A KQ.A..;NT;N"
ONE_LOSER_MORE = "N:Q.AJ.3. T9..A.3 2.3.2.A K.KQ..4;NT;S"


@cache
def misses() -> list[NearMiss]:
    """Near misses one exchange away from them."""
    spoilt = (next((twin.applied_to(ending) for twin in twins(analyse(ending))), None) for ending in sample())
    found = (near_miss(ending) for ending in spoilt if ending is not None)
    return [miss for miss in found if miss is not None]


def false_claims(reason: Reason, ending: Ending) -> list[Claim]:
    return explain.false_claims(reason, board(ending))


# Near misses


def test_figure_2_with_the_defenders_exchanged_misses_the_upper_threat() -> None:
    miss = near_miss(Ending.parse(EXCHANGED))
    assert miss is not None
    assert near_miss_text(miss) == (
        "Not a squeeze: the defenders' hands lie the wrong way round (Upper)."
        " Exchange East and West, and West is caught in a simple squeeze: three tricks instead of two."
    )


def test_the_lead_in_the_wrong_hand_is_a_missing_entry() -> None:
    miss = near_miss(Ending.parse(WRONG_HAND))
    assert miss is not None
    assert near_miss_text(miss) == (
        "Not a squeeze: the lead is in the wrong hand (Entry)."
        " Put the lead in South, and West is caught in a simple squeeze: three tricks instead of two."
    )


def test_what_is_said_of_near_misses_is_true() -> None:
    cures = [(miss, cure) for miss in misses() for cure in miss.cures]
    assert len(misses()) >= SAMPLE * 3 // 4
    assert len(cures) >= SAMPLE
    for miss, cure in cures:
        assert false_claims(why_missed(miss, cure), miss.ending) == []


def test_a_wrong_repair_is_caught() -> None:
    ending = Ending.parse(EXCHANGED)
    right = Repairs(ending, ExchangeDefenders(), Letter.UPPER, 2)
    assert is_true(right)
    assert not is_true(replace(right, letter=Letter.BUSY))
    assert not is_true(replace(right, tricks=1))
    assert not is_true(replace(right, tricks=3))
    assert not is_true(replace(right, repair=LeadFrom(Seat.NORTH), letter=Letter.ENTRY))
    swap = ExchangeCards(Card.parse("SQ"), Seat.NORTH, Card.parse("S2"), Seat.SOUTH)
    assert is_true(replace(right, repair=swap))
    assert not is_true(replace(right, repair=swap.undone))
    lost = RectifyCount(ending.play.then_all((Card.parse("CA"),)).trick)
    assert not is_true(replace(right, repair=lost, letter=Letter.LOSER))


def test_a_repair_that_wins_the_trick_without_a_squeeze_is_caught() -> None:
    ending = Ending.parse(EXCHANGED)
    king = ExchangeCards(Card.parse("HJ"), Seat.NORTH, Card.parse("HK"), Seat.EAST)
    assert not any(is_true(Repairs(ending, king, letter, 2)) for letter in Letter)


def test_rectifying_the_count_is_told_with_the_trick_to_lose() -> None:
    miss = near_miss(Ending.parse(ONE_LOSER_MORE))
    assert miss is not None
    assert near_miss_text(miss) == (
        "Not a squeeze: the count is not rectified (Loser)."
        " Lose a trick first, the ♦2 to East's ♦A, with the lead back in South,"
        " and West is caught in a simple squeeze: three tricks instead of two."
    )
    assert false_claims(why_missed(miss), miss.ending) == []
    cards = tuple(map(Card.parse, ("CA", "C4", "D3", "C3")))
    won = RectifyCount(miss.ending.play.then_all(cards).tricks[0])
    assert not is_true(Repairs(miss.ending, won, Letter.LOSER, 2))


# The defence


def test_the_counter_measures_of_figure_2() -> None:
    assert counter_text(counter_measures(Ending.parse(FIGURE_2))) == [
        "If East were on lead, leading a spade would break the squeeze:"
        " declarer would take one trick at most.",
        "If West were on lead, any lead would break the squeeze: declarer would take one trick at most.",
        "If West held the ♣3 and East the ♠K, declarer would take only two tricks.",
    ]


def test_only_what_helps_is_said_of_discards() -> None:
    said = [line for ending in sample() for line in counter_text(counter_measures(ending))]
    assert not any("any card" in line or "no card to spare" in line for line in said)
    assert sum("can spare" in line for line in said) >= SAMPLE // 20


def test_to_cash_a_winner_is_told_apart_from_a_lead() -> None:
    first, *_ = counter_text(counter_measures(Ending.parse(FIGURE_6)))
    assert "leading a heart or cashing the ♣A would break the squeeze" in first


def test_without_a_squeeze_there_is_nothing_to_break() -> None:
    assert counter_text(counter_measures(Ending.parse(EXCHANGED))) == ["There is no squeeze to break."]


def test_what_is_said_of_the_defence_is_true() -> None:
    number = 0
    for ending in sample():
        reason = why_broken(counter_measures(ending))
        assert false_claims(reason, ending) == []
        number += len(list(reason.claims()))
    assert number >= 10 * SAMPLE


def test_where_no_lead_is_said_to_break_it_none_does() -> None:
    silent = [each for each in map(counter_measures, sample()) if not each.leads]
    assert silent
    for measures in silent:
        ending = measures.report.ending
        assert counter_text(measures)[0] == "No lead of a defender breaks the squeeze."
        for defender in ending.attackers.opponents.seats:
            for card in ending.deal[defender]:
                claims = (Breaks(ending, defender, CardSet.of([card]), tricks) for tricks in range(6))
                assert not any(map(is_true, claims))


def test_wrong_counter_measures_are_caught() -> None:
    ending = Ending.parse(FIGURE_2)
    spades, club = CardSet.parse("T9..."), CardSet.parse("...3")
    assert is_true(Breaks(ending, Seat.EAST, spades, 1))
    assert not is_true(Breaks(ending, Seat.EAST, spades, 2))
    assert not is_true(Breaks(ending, Seat.EAST, club, 1))
    assert not is_true(Breaks(ending, Seat.WEST, spades, 1))
    assert not is_true(Breaks(ending, Seat.SOUTH, club, 1))
    king = ExchangeCards(Card.parse("S9"), Seat.EAST, Card.parse("SK"), Seat.WEST)
    queen = ExchangeCards(Card.parse("S9"), Seat.EAST, Card.parse("HQ"), Seat.WEST)
    assert is_true(Saves(ending, king, 2))
    assert not is_true(Saves(ending, king, 1))
    assert not is_true(Saves(ending, queen, 2))
    assert not is_true(Saves(ending, king.undone, 2))


# All of them


def test_every_text_is_fit_to_be_read() -> None:
    for ending in sample():
        for line in (*plan_text(plan_for(ending)), *counter_text(counter_measures(ending))):
            check_form(line, ending)
    for miss in misses():
        for cure in miss.cures:
            check_form(cure_text(miss, cure), miss.ending)


def test_a_table_turned_by_a_place_turns_the_words() -> None:
    ending = turned(Ending.parse(FIGURE_2), 1)
    assert plan_text(plan_for(ending))[0] == "1. Lead the ♣A from West."
    assert counter_text(counter_measures(ending))[0].startswith("If North were on lead, any lead")
    assert false_claims(why_broken(counter_measures(ending)), ending) == []


def test_everything_that_is_claimed_can_be_said_and_checked() -> None:
    kinds = set(explain.claim_kinds())
    assert {Repairs, Breaks, Saves, OnlyBySqueeze, WithoutSqueeze, BeyondReach} <= kinds
    ours = {kind.__name__ for kind in kinds if "squeezes" in kind.__module__}
    assert not [line for line in explain.missing() if line.partition(":")[0] in ours]
    reason = why_broken(counter_measures(Ending.parse(FIGURE_2)))
    assert explain.explain(reason).splitlines()[1] == (
        "  If East could lead a spade now, declarer would take only one trick"
    )
