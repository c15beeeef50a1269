"""Statements about squeezes: what is said is true, and what is false is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from overtrick.core import Card, CardSet, Contract, Deal, Reason, Seat, Statement, explaining
from overtrick.core.rotation import rotated
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.counter_measures import counter_measures
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.exercises import twins
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.near_misses import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    Letter,
    NearMiss,
    RectifyCount,
    near_miss,
)
from overtrick.squeezes.reasons import why_broken, why_missed, why_needed
from overtrick.squeezes.report import DealSqueeze
from overtrick.squeezes.statements import (
    MODIFIERS,
    Automatic,
    Backwash,
    BeyondReach,
    Breaks,
    Caught,
    Concedes,
    CrissCross,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyBySqueeze,
    OnlyTops,
    Positional,
    Repairs,
    RuffsIn,
    Saves,
    Simultaneous,
    Squeezes,
    Successive,
    Transfer,
    Unforced,
    Use,
    ViennaCoup,
    WithoutSqueeze,
)
from overtrick.squeezes.verification import total
from overtrick.squeezes.whole_deals import squeeze_in
from tests.endings import IS_SOAK
from tests.squeeze_endings import (
    BACKWASH,
    COMPOUND,
    CRISS_CROSS,
    ENDPLAY,
    EXCHANGED,
    FIGURE_2,
    FIGURE_5,
    FIGURE_6,
    FIGURE_7,
    FIGURE_8,
    GUARD,
    INVERTED,
    KEPT_GUARD,
    ONE_LOSER_MORE,
    OWN_RUFF,
    SAMPLE,
    STEPPING_STONE,
    STRIP,
    STRIP_DEAL,
    TRANSFER,
    VICE,
    VIENNA,
    WINKLE,
    WRONG_HAND,
    board,
    checked,
    disturbed,
    is_true,
    published,
    reason_for,
    sample,
    statements_of,
)
from tests.statements import missing, statement_kinds

DISTURBED = 3000 if IS_SOAK else 90
LONGEST = 13 if IS_SOAK else 9
"""Cards for each hand in the published endings: one of ten takes longer than all others together."""
SIX_HEARTS = Contract.parse("6H by S")


# Every statement is true


def test_every_statement_about_a_squeeze_has_a_sentence_and_a_checker() -> None:
    kinds = set(statement_kinds())
    assert {Squeezes, NoSqueeze, OnlyTops, Unforced, Caught, Idle, Guards, GivesUp, Good} <= kinds
    assert {Repairs, Breaks, Saves, OnlyBySqueeze, WithoutSqueeze, BeyondReach} <= kinds
    assert {Automatic, Positional, Concedes, Establishes, Finesses, Needed, RuffsIn, *MODIFIERS} <= kinds
    ours = {kind.__name__ for kind in statement_kinds() if "squeezes" in kind.__module__}
    assert not [line for line in missing() if line.partition(":")[0] in ours]


def test_nothing_false_is_said_of_the_published_endings() -> None:
    endings = [ending for ending in published() if ending.cards <= LONGEST]
    count = checked(endings)
    assert len(endings) >= 120
    assert count[Squeezes] >= 100
    assert count[NoSqueeze] >= 8
    assert count[OnlyTops] == len(endings)
    assert count[Caught] >= 150
    assert count[GivesUp] >= 400
    assert count[Guards] >= 300
    assert count[Good] >= 250
    assert count[Concedes] >= 50
    assert count[Finesses] >= 5
    assert count[Idle] >= 20
    assert count[Unforced] >= 10
    assert count[Automatic] >= 45
    assert count[Positional] >= 40
    assert count[Establishes] >= 20
    assert count[Needed] >= 25
    assert count[CrissCross] >= 7
    assert count[Simultaneous] >= 10
    assert count[Successive] >= 15
    assert count[ViennaCoup] >= 3
    assert count[Backwash] >= 4
    assert count[Transfer] >= 1


def test_every_modifier_with_a_sentence_is_said() -> None:
    kinds = {
        Modifier.CRISS_CROSS: CrissCross,
        Modifier.VIENNA_COUP: ViennaCoup,
        Modifier.TRANSFER: Transfer,
        Modifier.BACKWASH: Backwash,
        Modifier.SIMULTANEOUS: Simultaneous,
    }
    doubtful = map(Ending.parse, (KEPT_GUARD, OWN_RUFF))
    for ending in (*published(), *doubtful, *disturbed(7, DISTURBED // 3)):
        squeeze, said = (
            analyse(ending).squeeze,
            {type(statement) for statement in reason_for(ending).statements()},
        )
        modifiers = frozenset[Modifier]() if squeeze is None else squeeze.modifiers
        assert {kind for each, kind in kinds.items() if each in modifiers} == said & set(kinds.values())


@pytest.mark.parametrize("part", range(3))
def test_nothing_false_is_said_of_random_squeezes(part: int) -> None:
    number = DISTURBED // 3
    count = checked(disturbed(part, number))
    assert count[Squeezes] == count[OnlyTops] == number
    assert count[Caught] >= number
    assert count[GivesUp] >= 2 * number
    assert count[Guards] >= number
    assert count[Good] >= number
    assert count[Concedes] >= number // 5
    assert count[Idle] >= number // 8
    assert count[Automatic] + count[Positional] >= number // 2


# False statements are caught


def is_false(statement: Statement) -> bool:
    """Does the checker see it?"""
    return not is_true(statement)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda statement: replace(statement, tricks=2),
        lambda statement: replace(statement, gain=2),
        lambda statement: replace(statement, victims=(Seat.EAST,)),
        lambda statement: replace(statement, victims=(Seat.EAST, Seat.WEST)),
        lambda statement: replace(statement, first=Seat.EAST),
        lambda statement: replace(statement, kind=Kind.DOUBLE),
        lambda statement: replace(statement, kind=Kind.TRUMP),
        lambda statement: replace(statement, kind=Kind.REPEATING),
    ],
)
def test_a_wrong_squeeze_is_caught(spoil: Callable[[Squeezes], Squeezes]) -> None:
    (statement,) = statements_of(FIGURE_2, Squeezes)
    assert not is_false(statement)
    assert is_false(spoil(statement))


def test_wrong_numbers_of_tricks_are_caught() -> None:
    ending = Ending.parse(FIGURE_2)
    assert [is_false(OnlyTops(ending, tops)) for tops in range(4)] == [True, True, False, True]
    assert [is_false(Unforced(ending, tricks)) for tricks in range(4)] == [True, True, False, True]
    assert all(is_false(NoSqueeze(ending, tricks)) for tricks in range(4))


def test_positional_is_not_automatic() -> None:
    ending, other = Ending.parse(FIGURE_2), Ending.parse(FIGURE_6)
    assert [is_false(Automatic(ending)), is_false(Positional(ending))] == [True, False]
    assert [is_false(Automatic(other)), is_false(Positional(other))] == [False, True]


def test_a_busy_card_called_idle_is_caught() -> None:
    for figure in (FIGURE_2, FIGURE_5, FIGURE_6, FIGURE_7, FIGURE_8):
        for caught in statements_of(figure, Caught):
            busy = [Idle(caught.turn, card) for card in caught.turn.play.legal_cards]
            assert all(is_false(idle) for idle in busy)
            assert len(busy) >= 2


def test_who_can_follow_suit_or_spare_a_card_is_not_caught() -> None:
    (caught,) = statements_of(FIGURE_2, Caught)
    east = caught.turn.play.then(Card.parse("SK")).then(Card.parse("HJ"))
    assert is_false(replace(caught, turn=replace(caught.turn, play=east)))
    idle, *_ = statements_of(COMPOUND, Idle)
    assert not is_false(idle)
    assert is_false(Caught(idle.turn, tricks=6))
    assert is_false(replace(idle, card=Card.parse("DQ")))
    assert is_false(replace(idle, card=Card.parse("HA")))


def test_more_tricks_than_there_are_are_caught() -> None:
    (caught,) = statements_of(FIGURE_6, Caught)
    assert all(is_false(replace(caught, tricks=tricks)) for tricks in (3, 5))
    assert all(is_false(replace(given_up, tricks=5)) for given_up in statements_of(FIGURE_6, GivesUp))


def test_a_wrong_threat_is_caught() -> None:
    for guards in statements_of(FIGURE_2, Guards):
        assert not is_false(guards)
        assert is_false(replace(guards, is_alone=False))
        assert is_false(replace(guards, threat=Card.parse("HA")))
        assert is_false(replace(guards, threat=Card.parse("H3")))
        assert is_false(replace(guards, holder=Seat.SOUTH))
        assert is_false(replace(guards, cards=CardSet.parse(".K..")))


@pytest.mark.parametrize("figure", [FIGURE_2, FIGURE_5, FIGURE_7, FIGURE_8, STRIP])
def test_the_wrong_means_are_caught(figure: str) -> None:
    for given_up in statements_of(figure, GivesUp):
        wrong = [replace(given_up, means=means) for means in Means if means is not given_up.means]
        assert not is_false(given_up)
        assert all(is_false(statement) for statement in wrong)


def test_a_card_that_does_not_become_good_is_caught() -> None:
    for good in (*statements_of(FIGURE_2, Good), *statements_of(FIGURE_8, Good)):
        assert not is_false(good)
        assert is_false(replace(good, rounds=good.rounds + 1))
        others = CardSet.parse("A2.AJ3..") if good.card.rank.word != "jack" else CardSet.parse("A92.A..")
        assert all(is_false(replace(good, card=card)) for card in others if card != good.card)


def test_a_trick_that_is_not_lost_so_is_caught() -> None:
    (concedes,) = statements_of(STRIP, Concedes)
    assert not is_false(concedes)
    others = [concedes.play.back(1), concedes.play.back(4), concedes.given_up.turn.play]
    assert all(is_false(replace(concedes, play=play)) for play in others)


def test_a_lead_that_is_wrong_now_is_not_called_the_next_one() -> None:
    (concedes,) = statements_of(STEPPING_STONE, Concedes)
    assert concedes.next_lead == Card.parse("SK")
    assert is_false(replace(concedes, next_lead=Card.parse("HK")))
    lost = next(
        statement
        for statement in statements_of(WINKLE, Concedes)
        if Card.parse("CK") in statement.given_up.cards
    )
    assert lost.next_lead == Card.parse("C7")
    assert is_false(replace(lost, next_lead=Card.parse("D7")))


def test_a_named_next_lead_keeps_the_tricks_whatever_the_defenders_do() -> None:
    number = 0
    for ending in (*published(), *disturbed(5, DISTURBED // 3)):
        for statement in reason_for(ending).statements():
            if isinstance(statement, Concedes) and statement.next_lead is not None:
                turn, led = statement.given_up.turn, statement.next_lead
                before = statement.play.back(4 * statement.number)
                assert total(before.then(led), turn.attackers, {}) >= statement.given_up.tricks
                number += 1
    assert number >= 50


def test_what_a_lost_trick_does_not_gain_is_caught() -> None:
    (gain,) = statements_of(VICE, Establishes)
    assert not is_false(gain)
    assert all(is_false(replace(gain, card=Card.parse(card))) for card in ("HK", "H9", "DK", "D8"))
    (ruffs, *_) = statements_of(ENDPLAY, RuffsIn)
    assert not is_false(ruffs)
    (other, *_) = statements_of(STRIP, GivesUp)
    assert is_false(replace(ruffs, given_up=other))


def test_needed_cards_are_neither_idle_nor_more_than_they_are() -> None:
    (needed,) = statements_of(WINKLE, Needed)
    assert not is_false(needed)
    assert all(is_false(replace(needed, use=use)) for use in (Use.HIGH, Use.TRUMPS))
    assert is_false(replace(needed, cards=CardSet.parse("...K")))
    idle, *_ = statements_of(COMPOUND, Idle)
    suit = idle.turn.play.hand(idle.turn.victim).in_suit(idle.card.suit)
    assert is_false(Needed(idle.turn, suit, Use.BUSY))


def test_a_modifier_that_does_not_fit_is_caught() -> None:
    (crossed,) = statements_of(CRISS_CROSS, CrissCross)
    assert is_false(replace(crossed, other=crossed.one))
    assert is_false(replace(crossed, one=replace(crossed.one, winner=crossed.one.threat)))
    (vienna,) = statements_of(VIENNA, ViennaCoup)
    assert is_false(replace(vienna, winner=Card.parse("SA")))
    assert is_false(replace(vienna, threat=Card.parse("SJ")))
    (transfer,) = statements_of(TRANSFER, Transfer)
    assert is_false(replace(transfer, threat=Card.parse("SA")))
    assert is_false(replace(transfer, led=Card.parse("SK")))
    (backwash,) = statements_of(BACKWASH, Backwash)
    assert is_false(replace(backwash, ruffer=backwash.ruffer.partner))
    (together,) = statements_of(FIGURE_5, Simultaneous)
    (apart,) = statements_of(INVERTED, Successive)
    assert is_false(Successive(together.first, together.then))
    assert is_false(Simultaneous(apart.first, apart.then))
    assert is_false(replace(apart, then=apart.first.play))


def test_a_finesse_that_is_none_is_caught() -> None:
    (finesse,) = statements_of(GUARD, Finesses)
    assert not is_false(finesse)
    assert is_false(replace(finesse, against=Seat.WEST))
    assert is_false(replace(finesse, card=Card.parse("SA")))
    assert is_false(replace(finesse, play=finesse.play.back(4)))


# Near misses and counter-measures


@cache
def misses() -> list[NearMiss]:
    """Near misses one exchange away from them."""
    spoilt = (next((twin.applied_to(ending) for twin in twins(analyse(ending))), None) for ending in sample())
    found = (near_miss(ending) for ending in spoilt if ending is not None)
    return [miss for miss in found if miss is not None]


def false_statements(reason: Reason, ending: Ending) -> list[Statement]:
    return explaining.false_statements(reason, board(ending))


def test_what_is_said_of_near_misses_is_true() -> None:
    cures = [(miss, cure) for miss in misses() for cure in miss.cures]
    assert len(misses()) >= SAMPLE * 3 // 4
    assert len(cures) >= SAMPLE
    for miss, cure in cures:
        assert false_statements(why_missed(miss, cure), miss.ending) == []


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


def test_rectifying_the_count_takes_a_trick_that_is_lost() -> None:
    miss = near_miss(Ending.parse(ONE_LOSER_MORE))
    assert miss is not None
    assert (miss.letter, type(miss.repair)) == (Letter.LOSER, RectifyCount)
    assert false_statements(why_missed(miss), miss.ending) == []
    cards = tuple(map(Card.parse, ("CA", "C4", "D3", "C3")))
    won = RectifyCount(miss.ending.play.then_all(cards).tricks[0])
    assert not is_true(Repairs(miss.ending, won, Letter.LOSER, 2))


@pytest.mark.parametrize(
    ("ending", "letter", "repair"),
    [
        (EXCHANGED, Letter.UPPER, ExchangeDefenders()),
        (WRONG_HAND, Letter.ENTRY, LeadFrom(Seat.SOUTH)),
    ],
)
def test_a_near_miss_has_its_letter_and_its_cheapest_repair(
    ending: str, letter: Letter, repair: ExchangeDefenders | LeadFrom
) -> None:
    miss = near_miss(Ending.parse(ending))
    assert miss is not None
    assert (miss.letter, miss.repair) == (letter, repair)
    assert miss.report.squeeze is not None
    assert (miss.report.squeeze.kind, miss.report.squeeze.first.victim) == (Kind.SIMPLE, Seat.WEST)


def test_what_is_said_of_the_defence_is_true() -> None:
    number = 0
    for ending in sample():
        reason = why_broken(counter_measures(ending))
        assert false_statements(reason, ending) == []
        number += len(list(reason.statements()))
    assert number >= 10 * SAMPLE


def test_where_no_lead_is_said_to_break_it_none_does() -> None:
    silent = [each for each in map(counter_measures, sample()) if not each.leads]
    assert silent
    for measures in silent:
        ending = measures.report.ending
        for defender in ending.attackers.opponents.seats:
            for card in ending.deal[defender]:
                statements = (Breaks(ending, defender, CardSet.of([card]), tricks) for tricks in range(6))
                assert not any(map(is_true, statements))


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


def test_what_is_said_of_the_defence_is_true_for_east_and_west() -> None:
    ending = rotated(Ending.parse(FIGURE_2), 1)
    assert false_statements(why_broken(counter_measures(ending)), ending) == []


# Whole deals


@cache
def strip_deal(lead: str | None, target: int | None = None) -> DealSqueeze:
    """What is found out about a deal."""
    return squeeze_in(Deal.parse(STRIP_DEAL), SIX_HEARTS, Card.parse(lead) if lead else None, target=target)


def test_what_is_said_of_a_deal_is_checked() -> None:
    for found in (strip_deal("CK"), strip_deal("C5"), strip_deal("C5", 13)):
        for table in (found, rotated(found, 1)):
            reason = why_needed(table)
            assert reason is not None
            assert is_true(reason.statement)
    play = strip_deal("CK").play
    right = OnlyBySqueeze(play, Seat.SOUTH, 12, (Seat.WEST,))
    for victims in ((), (Seat.EAST,), (Seat.EAST, Seat.WEST)):
        assert not is_true(replace(right, victims=victims))
    assert is_true(right)
    assert is_true(replace(right, victims=None))
    assert not is_true(replace(right, target=11))
    assert not is_true(replace(right, target=13))
    assert not is_true(WithoutSqueeze(play, Seat.SOUTH, 12))
    assert is_true(WithoutSqueeze(play, Seat.SOUTH, 11))
    assert is_true(BeyondReach(play, Seat.SOUTH, 13, 12))
    assert not is_true(BeyondReach(play, Seat.SOUTH, 13, 11))


def test_a_contract_that_goes_down_is_beyond_reach() -> None:
    found = strip_deal("CK", 12)
    assert is_true(BeyondReach(found.play, Seat.SOUTH, 13, found.tricks))
