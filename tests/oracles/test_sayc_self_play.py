"""Four players bid by ``sayc``: every auction ends, nobody passes a forcing call, every hand is as it says.

The boards are bid together, once for all tests of this file, and their calls tallied as they are made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.bidding import Agreements, Meaning, State, load
from overtrick.bidding.batch import Visit, bid_out_many, visits
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.meanings import call_term
from overtrick.core import Auction, Call, CardSet, Deal, Seat, Vul
from overtrick.deals import boards, packed_deals, unpack
from overtrick.hands import Predicate
from tests.endings import IS_SOAK
from tests.promised import is_within, traits

BOARDS = 10_000 if IS_SOAK else 100
EXACTLY_EVERY = 20
"""One call in so many is also held against its exact meaning, which takes long."""
STATES, HANDS = (300, 100) if IS_SOAK else (8, 40)
ONE_BY_ONE = 400 if IS_SOAK else 24
MOST_CATCH_ALLS = 0.05
"""The share of calls that may be made for want of anything better."""


@dataclass
class Tally:
    """What happened, counted; what should not have happened, in words."""

    boards: int = 0
    calls: int = 0
    catch_alls: int = 0
    own: int = 0
    """Calls by rules of the system itself, not of the one beneath it."""
    forced: int = 0
    """Calls in auctions where a pass is out of the question."""
    exact: int = 0
    """Calls held against their exact meaning."""
    faults: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self, fault: str, auction: Auction, hand: CardSet | None, call: Call | None = None) -> None:
        """Keep something that should not be."""
        self.faults[fault].append(f"{hand} after {auction}: {call}")


def grouped() -> Iterator[tuple[Seat, Vul, NDArray[np.uint64]]]:
    """Boards with the usual dealers and vulnerabilities, those alike together."""
    alike = defaultdict[tuple[Seat, Vul], list[Deal]](list)
    for board in boards(np.random.default_rng(2006), BOARDS):
        alike[board.dealer, board.vul].append(board.deal)
    for (dealer, vul), deals in alike.items():
        yield dealer, vul, np.array([[deal[seat].bits for seat in Seat] for deal in deals], np.uint64)


@cache
def tally() -> Tally:
    """All boards bid, every call looked at."""
    found = Tally()
    for dealer, vul, deals in grouped():
        counted = [[traits(CardSet(int(hand)), load("sayc").points) for hand in deal] for deal in deals]
        for visit in visits(Agreements(load("sayc")).start(dealer, vul), deals, dealer):
            if visit.state.is_over:
                look_at_the_end(found, visit, dealer)
                continue
            seat = (dealer + len(visit.state.history)) % 4
            auction = Auction(dealer, visit.state.calls)
            for board, place in zip(visit.boards, visit.places, strict=True):
                hand = CardSet(int(deals[board, seat]))
                call = look_at_a_choice(found, visit.state, int(place), hand, auction)
                after, at = visit.state.after(call), len(visit.state.history)
                if not is_within(counted[board][seat], after, at):
                    found.note("not as promised", auction, hand, call)
                if after.history[at].is_odd:
                    found.note("odd", auction, hand, call)
                if found.calls % EXACTLY_EVERY == 0:
                    found.exact += 1
                    if hand not in Meaning(after, at):
                        found.note("not as meant", auction, hand, call)
    return found


def look_at_a_choice(found: Tally, state: State, place: int, hand: CardSet, auction: Auction) -> Call:
    """Count a call; return it."""
    found.calls += 1
    found.forced += state.is_forced
    if place < 0:
        found.note("no rule", auction, hand)
        return Call.PASS
    candidate = state.candidates[place]
    found.own += candidate.rule.layer == 0
    found.catch_alls += candidate.rule.entry.is_catch_all
    if candidate.call is Call.PASS and state.is_forced:
        found.note("passed a forcing call", auction, hand)
    return candidate.call


def look_at_the_end(found: Tally, visit: Visit, dealer: Seat) -> None:
    """Go through an auction again by the laws alone."""
    auction = Auction(dealer)
    for call in visit.state.calls:
        auction = auction.then(call)  # raises if it is not legal
    if not auction.is_over:
        found.note("not over", auction, None)
    found.boards += len(visit.boards)


# All of them


def test_every_auction_ends_and_is_legal() -> None:
    assert tally().boards == BOARDS
    assert tally().faults["not over"] == []
    assert tally().calls >= 8 * BOARDS


def test_every_hand_is_as_each_of_its_calls_promised() -> None:
    """As many comparisons as calls."""
    assert tally().calls >= 8 * BOARDS
    assert tally().faults["not as promised"] == []


def test_every_hand_is_exactly_what_its_calls_mean() -> None:
    assert tally().exact >= 8 * BOARDS // EXACTLY_EVERY
    assert tally().faults["not as meant"] == []


def test_nobody_passes_a_forcing_call() -> None:
    assert tally().forced >= BOARDS // 4
    assert tally().faults["passed a forcing call"] == []


def test_every_call_is_made_by_a_rule_nearly_always_one_of_its_own() -> None:
    assert tally().faults["no rule"] == []
    assert tally().faults["odd"] == []
    assert tally().own >= 0.95 * tally().calls


def test_few_calls_are_made_for_want_of_anything_better() -> None:
    assert tally().catch_alls <= MOST_CATCH_ALLS * tally().calls


# Some of them, another way


@pytest.mark.parametrize(("dealer", "vul"), [(Seat.NORTH, Vul.NONE), (Seat.EAST, Vul.BOTH)])
def test_boards_bid_together_are_bid_as_one_by_one(dealer: Seat, vul: Vul) -> None:
    deals = packed_deals(np.random.default_rng(dealer), ONE_BY_ONE)
    together = bid_out_many(Agreements(load("sayc")), deals, dealer, vul)
    table = Agreements(load("sayc"))
    compared = 0
    for deal, end in zip(unpack(deals), together, strict=True):
        auction, _ = table.bid_out(deal, dealer, vul)
        assert end.calls == auction.calls
        compared += len(auction)
    assert compared >= 8 * ONE_BY_ONE


def reached(number: int) -> list[State]:
    """Some states that boards come to, spread over all of them."""
    start = Agreements(load("sayc")).start(Seat.SOUTH, Vul.NS)
    deals = packed_deals(np.random.default_rng(3), 2 * number)
    found = [visit.state for visit in visits(start, deals, Seat.SOUTH) if not visit.state.is_over]
    return found[:: len(found) // number][:number]


def test_the_hands_that_make_a_call_are_exactly_those_that_it_means() -> None:
    compared = 0
    for state in reached(STATES):
        packed = packed_deals(np.random.default_rng(len(state.history)), HANDS // 4).reshape(-1)
        hands = [CardSet(int(bits)) for bits in packed]
        chosen = [choice(state, HandValues(hand)).call for hand in hands]
        for call in dict.fromkeys(chosen):
            makes = Predicate(call_term(state, call)).of(hands)
            assert makes == [each is call for each in chosen], (state, call)
            compared += len(hands)
    assert compared >= 2 * STATES * HANDS
