"""Endings one small change away from a squeeze, and what the defenders can do against one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from overtrick import _core
from overtrick.core import Card, CardSet, Deal, DealError, Seat, Side, Suit, Trick
from overtrick.core.rotation import rotated
from overtrick.squeezes.analysis import values
from overtrick.squeezes.counter_measures import counter_measures
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.near_misses import (
    ACROSS,
    ATTACKERS,
    DEFENDERS,
    Cure,
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    Letter,
    NearMiss,
    RectifyCount,
    Repair,
    exchanges,
    near_miss,
)
from overtrick.squeezes.oracle import ALWAYS
from tests.endings import IS_SOAK

PUBLISHED = Path(__file__).parents[1] / "data" / "published_squeezes.txt"
FIGURE_2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")


def swap(card: str, holder: Seat, other: str, other_holder: Seat) -> ExchangeCards:
    return ExchangeCards(Card.parse(card), holder, Card.parse(other), other_holder)


def plain_tricks(ending: Ending, east: int = 0, west: int = 0) -> int:
    """The tricks of North and South by the plain search, which shares no code with the solver."""
    return _core.plain_tricks(*ending.state, east, west)


def missed(text: str) -> NearMiss:
    found = near_miss(Ending.parse(text))
    assert found is not None
    return found


# What was wrong


def test_figure_2_with_the_defenders_exchanged_lacks_a_threat_in_the_upper_hand() -> None:
    found = missed("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S")
    assert (found.letter, found.repair) == (Letter.UPPER, ExchangeDefenders())
    assert found.report.ending == FIGURE_2
    assert found.values.tricks == 2


def test_figure_2_with_the_defenders_exchanged_works_too_if_south_holds_the_spade_queen() -> None:
    found = missed("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S")
    queen = swap("SQ", Seat.NORTH, "S2", Seat.SOUTH)
    assert [cure.letter for cure in found.cures if cure.repair == queen] == [Letter.UPPER]


NO_ENTRY = [
    ("N:.AJ3.. T9...3 Q2...A K.KQ..;NT;S", swap("H3", Seat.NORTH, "S2", Seat.SOUTH)),
    ("N:Q.AJ3.. T9..4.3 2..2.A5 K.KQ..4;NT;S", swap("H3", Seat.NORTH, "D2", Seat.SOUTH)),
    ("N:AJ..2. T..3.3 4.K..A KQ.A..;NT;N", LeadFrom(Seat.SOUTH)),
]


@pytest.mark.parametrize(("text", "repair"), NO_ENTRY)
def test_without_an_entry_a_small_card_or_the_lead_must_be_in_the_other_hand(
    text: str, repair: Repair
) -> None:
    found = missed(text)
    assert (found.letter, found.repair) == (Letter.ENTRY, repair)


def test_with_a_loser_too_many_the_count_is_to_be_rectified() -> None:
    found = missed("N:Q.AJ.3. T9..A.3 2.3.2.A K.KQ..4;NT;S")
    assert (found.letter, found.repair) == (Letter.LOSER, RectifyCount(Trick.parse("S: D2 C4 D3 DA")))
    assert found.report.ending == FIGURE_2


def test_a_guard_with_the_wrong_defender_makes_nobody_busy() -> None:
    found = missed("N:Q.AJ.. KT...3 2.3..A 9.KQ..;NT;S")
    assert (found.letter, found.repair) == (Letter.BUSY, swap("SK", Seat.EAST, "S9", Seat.WEST))


def test_a_loser_more_is_cured_by_rectifying_the_count() -> None:
    earlier = list(with_a_loser_more(FIGURE_2))
    again = [repair.applied_to(ending) for repair, ending in earlier]
    assert again == [FIGURE_2] * len(earlier)
    cures = [
        cure for _, ending in earlier for cure in _cures(ending) if isinstance(cure.repair, RectifyCount)
    ]
    assert FIGURE_2 in [cure.report.ending for cure in cures]
    assert {cure.letter for cure in cures} == {Letter.LOSER}


def _cures(ending: Ending) -> tuple[Cure, ...]:
    found = near_miss(ending)
    return found.cures if found else ()


NOTHING_MISSED = [
    ("N:AKQ... JT9... .AKQ.. .JT9..;NT;S", "no threats"),
    ("N:432... AKQ... .432.. .AKQ..;NT;S", "no trick to cash"),
    ("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S", "every trick is won already"),
]


@pytest.mark.parametrize("text", [text for text, _ in NOTHING_MISSED], ids=[why for _, why in NOTHING_MISSED])
def test_an_ending_that_does_not_look_like_a_squeeze_is_no_near_miss(text: str) -> None:
    assert near_miss(Ending.parse(text)) is None


def test_the_other_side_may_attack() -> None:
    ending = Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S")
    found = near_miss(rotated(ending, -1))
    assert found is not None
    assert found.ending.attackers is Side.EW
    assert rotated(found, 1) == near_miss(ending)


def test_a_card_that_is_not_held_cannot_be_exchanged() -> None:
    with pytest.raises(DealError, match="South does not hold the ♠K"):
        swap("SQ", Seat.NORTH, "SK", Seat.SOUTH).applied_to(FIGURE_2)


@pytest.mark.parametrize("exchange", exchanges(FIGURE_2, ACROSS)[::5], ids=str)
def test_an_exchange_can_be_taken_back(exchange: ExchangeCards) -> None:
    assert exchange.undone.applied_to(exchange.applied_to(FIGURE_2)) == FIGURE_2


# Every statement is true


def published() -> list[Ending]:
    lines = [line for line in PUBLISHED.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    endings = [Ending.parse(line.split("|")[0].strip()) for line in lines]
    return [ending for ending in endings if ending.cards <= 4]


def neighbours(ending: Ending) -> Iterator[Ending]:
    """Some endings one change away, of every sort."""
    yield ExchangeDefenders().applied_to(ending)
    yield LeadFrom(ending.leader.partner).applied_to(ending)
    yield from (earlier for _, earlier in with_a_loser_more(ending))
    for pairs in (ATTACKERS, DEFENDERS):
        yield from (exchange.applied_to(ending) for exchange in exchanges(ending, pairs)[::3])


def test_every_cure_is_worth_one_trick_more_by_a_squeeze() -> None:
    checked, plainly_checked = Counter[tuple[Letter, str]](), 0
    endings = published()[:: 1 if IS_SOAK else 2]
    misses = [found for ending in endings for near in neighbours(ending) if (found := near_miss(near))]
    for miss in misses:
        for cure in miss.cures:
            repaired = cure.repair.applied_to(miss.ending)
            assert cure.report.ending == repaired
            assert cure.report.squeeze is not None
            now, then = miss.values, cure.report.values
            assert (now, then) == (values(miss.ending), values(repaired))
            assert then.tricks == now.tricks + 1
            assert then.free_both <= now.free_both
            checked[cure.letter, type(cure.repair).__name__] += 1
            if miss.ending.cards == 3:
                plainly_checked += 1
                assert plain_tricks(repaired) == plain_tricks(miss.ending) + 1
                assert plain_tricks(repaired, ALWAYS, ALWAYS) <= plain_tricks(miss.ending, ALWAYS, ALWAYS)
    assert len(misses) > (300 if IS_SOAK else 150)
    assert plainly_checked > (50 if IS_SOAK else 25)
    assert len(checked) == 7, "every sort of change, and the letters it may stand for"
    assert min(checked.values()) > (10 if IS_SOAK else 4), checked


# Counter-measures


def test_west_breaks_figure_2_by_cashing_his_king_or_by_attacking_the_entry() -> None:
    leads = [lead for lead in counter_measures(FIGURE_2).leads if lead.defender is Seat.WEST]
    assert {(str(lead.cards), lead.cashes) for lead in leads} == {("K...", True), (".KQ..", False)}


def test_no_card_is_idle_where_a_defender_is_squeezed() -> None:
    (discard,) = counter_measures(FIGURE_2).discards
    assert (discard.defender, discard.trick) == (Seat.WEST, 1)
    assert not discard.idle
    assert discard.busy == FIGURE_2.deal[Seat.WEST]


def test_east_would_have_saved_figure_2_by_keeping_the_spade_king() -> None:
    saving = [found.exchange for found in counter_measures(FIGURE_2).exchanges]
    assert saving[0] == swap("C3", Seat.EAST, "SK", Seat.WEST)


def test_there_is_nothing_to_do_against_no_squeeze() -> None:
    found = counter_measures(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"))
    assert (found.leads, found.discards, found.exchanges) == ((), (), ())


def test_every_counter_measure_is_true() -> None:
    leads = discards = saved = 0
    for ending in published():
        found = counter_measures(ending)
        tricks = plain_tricks(ending)
        for lead in found.leads:
            for card in lead.cards:
                state = ending.state._replace(leader=int(lead.defender)).then(card.index)
                assert _core.plain_tricks(*state) == lead.tricks < tricks
                assert _core.plain_tricks(*state, ALWAYS, ALWAYS) == lead.tricks
                assert lead.instead_of is None or lead.instead_of >= lead.tricks
                leads += 1
        for discard in found.discards:
            assert not discard.idle & discard.busy
            assert discard.idle | discard.busy <= ending.deal[discard.defender]
            discards += 1
        for saving in found.exchanges:
            assert plain_tricks(saving.exchange.applied_to(ending)) == saving.tricks < tricks
            saved += 1
    assert (leads > 200, discards > 70, saved > 300) == (True, True, True), (leads, discards, saved)


def test_the_other_side_may_be_defended_against() -> None:
    assert rotated(counter_measures(rotated(FIGURE_2, -1)), 1) == counter_measures(FIGURE_2)


def test_a_squeezed_defender_is_never_said_to_be_free_to_throw_any_card() -> None:
    measures = counter_measures(Ending.parse("N:.7.AJ.J6 ..QT96.T .K432..3 QJ7.J.5.;D;S"))
    assert measures.report.squeeze is not None
    assert measures.discards == ()


def with_a_loser_more(ending: Ending) -> Iterator[tuple[RectifyCount, Ending]]:
    """Endings one trick earlier: each player has a card more of one suit, a defender's the highest.

    Once that trick has been lost, and the lead regained, it is this ending.
    """
    held = ending.deal.dealt
    seats = ending.leader.clockwise()
    for suit, defender in product(Suit, ending.attackers.opponents.seats):
        free = list((CardSet.pack() - held).in_suit(suit))[::-1]
        if len(free) < 4 or any(rank > free[-1].rank for rank in held.ranks(suit)):
            continue
        low = iter(free)
        extra = {seat: free[-1] if seat is defender else next(low) for seat in seats}
        hands = {seat: hand.plus(extra[seat]) for seat, hand in ending.deal.items()}
        lost = Trick(ending.leader, tuple(extra[seat] for seat in seats))
        yield RectifyCount(lost), replace(ending, deal=Deal.of(hands))
