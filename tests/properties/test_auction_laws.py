"""The laws of the auction, against a second reading of them written call by call."""

from __future__ import annotations

import pytest
from hypothesis import given

from overtrick import CALLS, Auction, Bid, Call, Contract, Doubled, IllegalCall, Seat, Side
from tests import strategies as some


class Clerk:
    """Follows an auction with pencil and paper, remembering only what Laws 18 to 22 speak of."""

    def __init__(self, dealer: Seat) -> None:
        self.turn = dealer
        self.bid: Bid | None = None
        self.bidder = dealer
        self.doubled = 0
        self.passes = 0
        self.first: dict[tuple[Side, object], Seat] = {}

    def allows(self, call: Call) -> bool:
        if self.is_over:
            return False
        theirs = self.bid is not None and self.bidder.side is not self.turn.side
        if isinstance(call, Bid):
            return self.bid is None or (call.level, call.strain) > (self.bid.level, self.bid.strain)
        if call is Call.DOUBLE:
            return theirs and self.doubled == 0
        if call is Call.REDOUBLE:
            return self.bid is not None and not theirs and self.doubled == 1
        return True

    def hears(self, call: Call) -> None:
        if isinstance(call, Bid):
            self.bid, self.bidder, self.doubled = call, self.turn, 0
            self.first.setdefault((self.turn.side, call.strain), self.turn)
        elif call is not Call.PASS:
            self.doubled += 1
        self.passes = self.passes + 1 if call is Call.PASS else 0
        self.turn = self.turn.lho

    @property
    def is_over(self) -> bool:
        return self.passes == (4 if self.bid is None else 3)

    @property
    def contract(self) -> Contract | None:
        if self.bid is None:
            return None
        declarer = self.first[self.bidder.side, self.bid.strain]
        return Contract(self.bid.level, self.bid.strain, declarer, Doubled(self.doubled))


def compare(auction: Auction) -> int:
    """Compare every position of an auction with the clerk's; return the number of comparisons."""
    clerk, so_far, compared = Clerk(auction.dealer), Auction(auction.dealer), 0
    for call in (*auction.calls, None):
        assert so_far.is_over == clerk.is_over
        assert so_far.contract == clerk.contract
        assert so_far.to_call is clerk.turn
        assert set(so_far.legal_calls) == {legal for legal in CALLS if clerk.allows(legal)}
        compared += 3 + len(CALLS)
        if call is not None:
            so_far = so_far.then(call)
            clerk.hears(call)
    assert so_far == auction
    return compared


@given(some.auctions())
def test_every_position_of_an_auction_is_as_the_laws_say(auction: Auction) -> None:
    assert compare(auction) == (3 + 38) * (len(auction) + 1)


@given(some.auctions(finished=True))
def test_an_auction_comes_to_an_end_and_nobody_may_call_after_it(auction: Auction) -> None:
    assert auction.is_over
    assert auction.legal_calls == ()
    for call in CALLS:
        with pytest.raises(IllegalCall, match="the auction is over"):
            auction.then(call)


@given(some.auctions())
def test_an_illegal_auction_cannot_be_built(auction: Auction) -> None:
    for call in set(CALLS) - set(auction.legal_calls):
        with pytest.raises(IllegalCall):
            Auction(auction.dealer, (*auction.calls, call))


@given(some.auctions(), some.calls)
def test_a_record_keeps_its_legal_beginning_and_the_rest_as_written(auction: Auction, call: Call) -> None:
    written = f"{auction} {call}  oops!"
    record = Auction.read(written)
    legal = call in auction.legal_calls
    assert record.auction == (auction.then(call) if legal else auction)
    assert record.rest == ("oops!" if legal else f"{call}  oops!")
    assert record.warning


@given(some.auctions())
def test_a_sound_record_has_nothing_left_and_no_warning(auction: Auction) -> None:
    record = Auction.read(str(auction))
    assert (record.auction, record.rest, record.warning) == (auction, "", None)
