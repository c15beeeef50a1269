"""The Borel simulation against a plain one: one deal, one call, one trick table entry at a time."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from overtrick import dd
from overtrick.bidding import Agreements, load
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.simulating import Settings, Simulation, Simulator
from overtrick.bidding.simulating.projection import Projection
from overtrick.core import CALLS, Auction, Bid, Call, CardSet, Contract, Deal, Doubled, Seat, Strain, Vul
from overtrick.deals import boards, packed_deals, unpack
from overtrick.scoring import imps, score
from tests.endings import IS_SOAK

SETTINGS = Settings(deals=6, first_look=6, sure=-1000.0, margin=-30.0, most_candidates=3)


def projected(table: Agreements, deal: Deal, auction: Auction, vul: Vul) -> Auction:
    """The whole auction, bid out call by call."""
    while not auction.is_over:
        hand = HandValues(deal[auction.to_call])
        auction = auction.then(choice(table.state(auction, vul), hand).call)
    return auction


def scored(auction: Auction, deal: Deal, seat: Seat, vul: Vul) -> int:
    """What the side of a seat scores, solved on its own."""
    contract = auction.contract
    if contract is None:
        return 0
    tricks = 13 - dd.tricks(deal, contract.strain, contract.leader)
    points = score(contract, tricks, vul)
    return points if contract.declarer.side is seat.side else -points


def simulations(name: str, seed: int, most: int) -> list[Simulation]:
    """Some close decisions of self-play, contested and not."""
    table, found = Agreements(load(name)), list[Simulation]()
    simulator = Simulator(table)
    for board in boards(np.random.default_rng(seed), 20):
        auction, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place in range(len(found) % 3, len(auction), 4):
            before = Auction(board.dealer, auction.calls[:place])
            made = simulator.simulation(board.deal[before.to_call], before, board.vul, SETTINGS)
            if len(made.options) > 1:
                found.append(made)
                break
        if len(found) == most:
            return found
    return found


@pytest.mark.parametrize(
    ("name", "seed", "most"), [("natural", 5, 6 if IS_SOAK else 3), ("schenken", 6, 3 if IS_SOAK else 2)]
)
def test_gains_are_those_of_a_plain_simulation(name: str, seed: int, most: int) -> None:
    table, compared = Agreements(load(name)), 0
    for made in simulations(name, seed, most):
        assert made.dealt is not None
        seat, vul = made.auction.to_call, made.vul
        for number, deal in enumerate(unpack(made.dealt.deals)):
            assert deal[seat] == made.hand
            scores = []
            for each, option in enumerate(made.options):
                auction = projected(table, deal, made.auction.then(option.call), vul)
                assert made.paths[each][number].calls == auction.calls
                assert made.paths[each][number].contract == auction.contract
                scores.append(scored(auction, deal, seat, vul))
            for each in range(1, len(made.options)):
                assert made.gains[each][number] == imps(scores[each] - scores[0])
                compared += 1
    assert compared >= 6 * most


def test_the_discount_never_raises_a_gain() -> None:
    compared = 0
    for made in simulations("natural", 7, 4):
        for gains, left in zip(made.gains[1:], made.discounted[1:], strict=True):
            if left is None:  # nothing gained, nothing lost
                assert not gains.any()
                continue
            assert (left <= gains).all()
            assert (left == gains)[gains <= 0].all()
            compared += len(gains)
    assert compared >= 18


# The little par


def stands(bid: Bid, declarer: Seat, tricks: int, ours: bool, vul: Vul) -> int:
    doubled = Doubled.DOUBLED if tricks < 6 + bid.level else Doubled.NO
    points = score(Contract(bid.level, bid.strain, declarer, doubled), tricks, vul)
    return points if ours else -points


def plain_cap(path: Projection, known: dict[tuple[int, Strain, Seat], int]) -> int:
    """The little par by trying every bid after every bid, as docs/borel.md says it."""
    base, contract = path.base, path.contract
    mine = {base.strain: base.declarer} if base is not None and base.declarer.side is path.side else {}

    @cache
    def after(index: int, ours: bool) -> int:
        """Our score once a bid has been made and the other side does its best."""
        bid = CALLS[index]
        assert isinstance(bid, Bid)
        declarer = (mine if ours else path.declarers)[bid.strain]
        left = stands(bid, declarer, known[0, bid.strain, declarer], ours, path.vul)
        return best([left, *replies(index, not ours)], not ours)

    def replies(index: int, ours: bool) -> list[int]:
        able = mine if ours else path.declarers
        return [
            after(call.index, ours)
            for call in CALLS[index + 1 :]
            if isinstance(call, Bid) and call.strain in able
        ]

    def best(values: list[int], ours: bool) -> int:
        return max(values) if ours else min(values)

    found = [0]
    if contract is not None:
        points = score(contract, known[0, contract.strain, contract.declarer], path.vul)
        found = [points if contract.declarer.side is path.side else -points]
    if base is not None:
        taken = known[0, base.strain, base.declarer]
        found.append(stands(base.bid, base.declarer, taken, base.declarer.side is path.side, path.vul))
    return min([*found, *replies(2 if base is None else base.bid.index, False)])


def test_caps_are_those_of_the_game_tried_bid_by_bid() -> None:
    """Any tricks will do: the game is about scores."""
    table, rng = Agreements(load("natural")), np.random.default_rng(9)
    compared = lowered = pushed = 0
    for number, row in enumerate(packed_deals(rng, 60)):
        dealer, vul = Seat(number % 4), Vul(number // 4 % 4)
        hands = [CardSet(int(bits)) for bits in row]
        auction, state = table.bid_out(Deal((hands[0], hands[1], hands[2], hands[3])), dealer, vul)
        known = {(0, strain, seat): int(rng.integers(4, 12)) for strain in Strain for seat in Seat}
        end = (state.at(len(auction) - 1), dealer)
        for place in range(len(auction)):
            path = Projection(*end, place, 0, hands, dealer.next(place).side, vul)
            assert path.calls == auction.calls
            assert path.contract == auction.contract
            cap = path.cap(known)
            assert cap.points == plain_cap(path, known) <= path.points(known)
            if cap.contract is not None:
                lowered += 1
                played = cap.contract
                taken = known[0, played.strain, played.declarer]
                is_ours = played.declarer.side is path.side
                assert cap.points == stands(played.bid, played.declarer, taken, is_ours, vul)
                pushed += cap.theirs is not None and is_ours
                blamed = path.better(cap)
                assert blamed is None or (blamed - place) % 2 == 1
            compared += 1
    assert compared > 400
    assert lowered > 100
    assert pushed > 0


def declarers_by_law(path: Projection, strain: Strain) -> list[Seat]:
    """Who declares, if one or the other of the opponents bids a strain over the base as soon as may be."""
    calls, found = path.calls, list[Seat]()
    ours = [place for place in range(path.place, len(calls), 2) if isinstance(calls[place], Bid)]
    for bidder in path.side.opponents.seats:
        auction = Auction(path.dealer, calls[: (ours[-1] if ours else path.place) + 1])
        while not auction.is_over and auction.to_call is not bidder:
            auction = auction.then(Call.PASS)
        reached = auction if auction.is_over else auction.then(Bid(7, strain))
        if not auction.is_over and reached.contract is not None:
            found.append(reached.contract.declarer)
    return found


def test_who_declares_in_the_little_par_is_who_would_by_law() -> None:
    """Opponents who have bid a good deal, at random: each of their strains, at the seven level."""
    table, rng, compared, named = Agreements(load("natural")), np.random.default_rng(12), 0, 0
    for row in packed_deals(rng, 40):
        auction = Auction(Seat.NORTH)
        while not auction.is_over and len(auction) < 8:
            able = [call for call in CALLS[:24] if auction.why_illegal(call) is None][:7]
            auction = auction.then(able[int(rng.integers(len(able)))])
        while not auction.is_over:
            auction = auction.then(Call.PASS)
        end = (table.state(auction.back()), Seat.NORTH)
        hands = [CardSet(int(bits)) for bits in row]
        for place in range(len(auction)):
            path = Projection(*end, place, 0, hands, Seat.NORTH.next(place).side, Vul.NONE)
            for strain, declarer in path.declarers.items():
                by_law = declarers_by_law(path, strain)
                if len(by_law) == 2:
                    assert declarer in by_law
                    compared += 1
                    named += by_law[0] is by_law[1]
    assert compared > 200
    assert named > 50


def test_the_base_is_our_last_bid_or_what_was_there_before() -> None:
    table = Agreements(load("natural"))
    auction = Auction.parse("N: 1H P 2H 2S P P P")
    end = (table.state(auction.back()), Seat.NORTH)
    hands = [CardSet()] * 4
    for place, base in ((0, "2H by N"), (2, "2H by N"), (1, "2S by W"), (4, "2S by W"), (5, "2S by W")):
        path = Projection(*end, place, 0, hands, Seat.NORTH.next(place).side, Vul.NONE)
        assert str(path.base) == base
    passed = Projection(
        table.state(Auction.parse("N: P P P")), Seat.NORTH, 1, 0, hands, Seat.EAST.side, Vul.NONE
    )
    assert passed.base is None
    assert Call.PASS is passed.calls[-1]
