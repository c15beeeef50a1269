"""Many hands at once against one at a time: the compiled way, the one-by-one way and the plain way agree."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.bidding import Agreements, Meaning, State, load
from overtrick.bidding.batch import FEW, bid_out_many, calls_of, visits
from overtrick.bidding.checking.findings import entry_refs
from overtrick.bidding.checking.hand_classes import coarser, hand_table
from overtrick.bidding.checking.partition import Partition
from overtrick.bidding.checking.walk import DecisionPoint
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.folding import folded
from overtrick.core import Auction, Bid, Call, CardSet, Seat, Strain, Vul
from overtrick.deals import packed_deals, unpack
from overtrick.hands import count, evaluation
from tests.endings import IS_SOAK

BOARDS = 70 if IS_SOAK else 35
DEALS = 75 if IS_SOAK else 40
SILENT = {"undisturbed": frozenset((Seat.EAST, Seat.WEST)), "contested": frozenset[Seat]()}


def reached(table: Agreements, number: int) -> list[State]:
    """Some states that boards come to, spread over all of them."""
    start = table.start(Seat.NORTH)
    found = [
        visit.state
        for visit in visits(start, packed_deals(np.random.default_rng(5), 60), Seat.NORTH)
        if not visit.state.is_over and not visit.state.is_silenced
    ]
    return found[:: max(1, len(found) // number)]


@pytest.mark.parametrize("silent", SILENT.values(), ids=SILENT)
def test_boards_bid_together_are_bid_as_one_by_one(silent: frozenset[Seat]) -> None:
    system, compared = load("schenken"), 0
    for dealer, vul, number in ((Seat.NORTH, Vul.NONE, BOARDS), (Seat.EAST, Vul.NS, BOARDS)):
        deals = packed_deals(np.random.default_rng(dealer), number)
        together = bid_out_many(Agreements(system, silent=silent), deals, dealer, vul)
        table = Agreements(system, silent=silent)
        for deal, end in zip(unpack(deals), together, strict=True):
            auction, _ = table.bid_out(deal, dealer, vul)
            assert end.calls == auction.calls
            compared += 1
    assert compared == 2 * BOARDS


@pytest.mark.parametrize("name", ["natural", "schenken"])
def test_a_state_asked_many_hands_answers_as_for_each(name: str) -> None:
    hands = packed_deals(np.random.default_rng(7), DEALS).reshape(-1)
    assert len(hands) > FEW
    compared = 0
    for state in reached(Agreements(load(name)), 12):
        for hand, place in zip(hands, calls_of(state, hands), strict=True):
            held = HandValues(int(hand))
            fits = (at for at, each in enumerate(state.candidates) if each.fits(held))
            assert place == next(fits, -1)
            compared += 1
    assert compared >= 12 * 4 * DEALS


@pytest.mark.parametrize("name", ["natural", "schenken"])
def test_both_agree_with_the_plain_way(name: str) -> None:
    hands = packed_deals(np.random.default_rng(8), 2).reshape(-1)
    compared = 0
    for state in reached(Agreements(load(name), silent=[Seat.EAST, Seat.WEST]), 8):
        for candidate in state.candidates:
            for hand in hands:
                truth = evaluation.is_true(candidate.term, CardSet(int(hand)))
                assert candidate.fits(HandValues(int(hand))) == truth
                assert evaluation.is_true(folded(candidate.term), CardSet(int(hand))) == truth
                compared += 1
    assert compared >= 800


def test_no_hands_and_silent_players_are_no_trouble() -> None:
    table = Agreements(load("natural"), silent=[Seat.NORTH])
    start = table.start(Seat.NORTH)
    assert calls_of(start, packed_deals(np.random.default_rng(1), 50).reshape(-1)).tolist() == [-1] * 200
    assert len(calls_of(table.start(Seat.EAST), np.empty(0, np.uint64))) == 0
    assert bid_out_many(table, np.empty((0, 4), np.uint64), Seat.NORTH) == []


def test_a_question_gone_through_row_by_row_has_the_hands_of_the_meaning() -> None:
    """The checker's tables against predicates counted over all hands: the same numbers, two ways."""
    table, compared = Agreements(load("natural"), silent=[Seat.EAST, Seat.WEST]), 0
    refs = entry_refs(table.systems[0])
    first = DecisionPoint(table.start(Seat.NORTH), None, None, refs)
    later = table.state(Auction.parse("N: 1H P 1S P"))
    second = DecisionPoint(later, first, Bid(1, Strain.HEARTS), refs)
    rows = hand_table([*first.terms, *second.terms], 10**8)
    assert rows is not None
    opened = Partition(first, rows)
    again = coarser(opened.of_call(Bid(1, Strain.HEARTS)), second.terms)
    assert len(again) < len(opened.of_call(Bid(1, Strain.HEARTS)))
    for partition, calls in ((opened, ("1H", "P", "2C")), (Partition(second, again), ("2S", "1NT", "3D"))):
        for call in map(Call.parse, calls):
            state = partition.state.after(call)
            meant = Meaning(state, len(state.history) - 1).predicate
            assert partition.of_call(call).total == count(meant).hands
            compared += 1
    assert compared == 6
