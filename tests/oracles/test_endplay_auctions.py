"""A second opinion on auctions and deals: endplay reads the same contracts and the same cards.

endplay's own ``==`` is not used: `Contract.__eq__` ignores doubles, and `Hand.__eq__` and `Deal.__eq__`
compare four bytes only, so that hands with the same spades are equal. Parts and text are compared.
"""

from __future__ import annotations

from random import Random

import endplay.types as ep
import pytest
from endplay.evaluate import hcp

from overtrick import CALLS, PACK, Auction, Bid, Call, CardSet, Contract, Deal, Doubled, Seat, Strain, Suit
from tests.endplay_names import DENOMS, PLAYERS

AUCTIONS = 500
DEALS = 250

PENALTIES = {
    Doubled.NO: ep.Penalty.passed,
    Doubled.DOUBLED: ep.Penalty.doubled,
    Doubled.REDOUBLED: ep.Penalty.redoubled,
}


def to_endplay(call: Call) -> ep.Bid:
    """A call in endplay's types."""
    if isinstance(call, Bid):
        return ep.ContractBid(call.level, DENOMS[call.strain])
    return ep.PenaltyBid(PENALTIES[Doubled(call.index)])


def random_auction(rng: Random) -> Auction:
    """A finished auction in which bids are low, and doubles and redoubles common."""
    auction = Auction(rng.choice(list(Seat)))
    while not auction.is_over:
        legal = auction.legal_calls
        doubles = [call for call in legal if call in (Call.DOUBLE, Call.REDOUBLE)]
        bids = [call for call in legal if isinstance(call, Bid)]
        chance = rng.random()
        if doubles and chance < 0.3:
            auction = auction.then(doubles[0])
        elif bids and chance > 0.7:
            auction = auction.then(rng.choice(bids[:6]))
        else:
            auction = auction.then(Call.PASS)
    return auction


@pytest.fixture(scope="module")
def auctions() -> list[Auction]:
    rng = Random(1925)
    return [random_auction(rng) for _ in range(AUCTIONS)]


@pytest.fixture(scope="module")
def deals() -> list[Deal]:
    rng, dealt = Random(1927), list[Deal]()
    for _ in range(DEALS):
        pack = list(PACK)
        rng.shuffle(pack)
        dealt.append(Deal.of({seat: CardSet.of(pack[seat::4]) for seat in Seat}))
    return dealt


@pytest.fixture(autouse=True)
def _letters_for_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A global of endplay decides whether it writes hearts as a letter or a symbol."""
    monkeypatch.setattr("endplay.config.use_unicode", False)


def endplay_contract(auction: Auction) -> ep.Contract:
    calls = [to_endplay(call) for call in auction.calls]
    theirs = ep.Contract.from_auction(PLAYERS[auction.dealer], calls)
    assert isinstance(theirs, ep.Contract)
    return theirs


def is_same(ours: Contract | None, theirs: ep.Contract) -> bool:
    if ours is None:
        return theirs.is_passout()
    return (theirs.level, theirs.denom, theirs.declarer, theirs.penalty) == (
        ours.level,
        DENOMS[ours.strain],
        PLAYERS[ours.declarer],
        PENALTIES[ours.doubled],
    )


# Auctions


def test_every_call_is_the_same_in_endplays_words() -> None:
    compared = [str(to_endplay(call)) == str(call) for call in CALLS]
    assert len(compared) == 38
    assert all(compared)


def test_every_seat_and_every_dealer_is_the_same_in_endplays_words() -> None:
    assert [PLAYERS[seat].abbr for seat in Seat] == [str(seat) for seat in Seat] == list("NESW")
    assert [PLAYERS[seat.lho] for seat in Seat] == [PLAYERS[seat].lho for seat in Seat]


def test_the_auctions_are_of_every_kind(auctions: list[Auction]) -> None:
    contracts = [auction.contract for auction in auctions]
    declared = [contract for contract in contracts if contract is not None]
    assert len(auctions) == AUCTIONS >= 300
    assert len(contracts) - len(declared) >= 20
    for doubled in Doubled:
        assert sum(contract.doubled is doubled for contract in declared) >= 40
    for seat in Seat:
        assert sum(contract.declarer is seat for contract in declared) >= 40
    for strain in Strain:
        assert sum(contract.strain is strain for contract in declared) >= 40
    assert sum(not last_bidder_declares(auction) for auction in auctions) >= 40


def last_bidder_declares(auction: Auction) -> bool:
    bidders = [seat for seat, call in auction if isinstance(call, Bid)]
    return auction.contract is None or bidders[-1] is auction.contract.declarer


def test_endplay_finds_the_same_contract_in_every_auction(auctions: list[Auction]) -> None:
    agreed = [is_same(auction.contract, endplay_contract(auction)) for auction in auctions]
    assert len(agreed) == AUCTIONS
    assert [str(auction) for auction, same in zip(auctions, agreed, strict=True) if not same] == []


def test_endplay_finds_the_same_contract_after_every_call(auctions: list[Auction]) -> None:
    compared = 0
    for auction in auctions:
        for length in range(1, len(auction) + 1):
            so_far = Auction(auction.dealer, auction.calls[:length])
            assert is_same(so_far.contract, endplay_contract(so_far)), str(so_far)
            compared += 1
    assert compared == sum(len(auction) for auction in auctions) > 3000


# Deals


def test_endplay_writes_every_deal_as_we_do(deals: list[Deal]) -> None:
    agreed = [ep.Deal(str(deal)).to_pbn() == str(deal) for deal in deals]
    assert len(agreed) == DEALS >= 200
    assert all(agreed)
    assert any(not hand.length(suit) for deal in deals for _, hand in deal.items() for suit in Suit)


def test_a_deal_that_endplay_writes_from_any_seat_is_read_as_it_was(deals: list[Deal]) -> None:
    compared = 0
    for deal in deals:
        theirs = ep.Deal(str(deal))
        for seat in Seat:
            written = theirs.to_pbn(PLAYERS[seat])
            assert written.startswith(f"{seat}:")
            assert Deal.parse(written) == deal
            compared += 1
    assert compared == 4 * DEALS


def test_every_card_is_with_the_same_player_in_endplay(deals: list[Deal]) -> None:
    compared = 0
    for deal in deals:
        theirs = ep.Deal(str(deal))
        for card in PACK:
            holders = [seat for seat in Seat if str(card) in theirs[PLAYERS[seat]]]
            assert holders == [deal.holder(card)]
            compared += 1
    assert compared == 52 * DEALS


def test_endplay_counts_the_same_points_and_lengths_in_every_hand(deals: list[Deal]) -> None:
    compared = 0
    for deal in deals:
        theirs = ep.Deal(str(deal))
        for seat, hand in deal.items():
            their_hand = theirs[PLAYERS[seat]]
            assert hcp(their_hand) == hand.hcp
            assert [len(their_hand[DENOMS[suit.strain]]) for suit in Suit] == [
                hand.length(suit) for suit in Suit
            ]
            compared += 1
    assert compared == 4 * DEALS
