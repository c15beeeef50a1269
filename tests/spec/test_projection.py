"""The little par of the Borel simulation: their strains, their declarers, what is played, who is blamed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from overtrick.bidding import Agreements, load, parse
from overtrick.bidding.simulating import gifts
from overtrick.bidding.simulating.projection import Cap, Projection
from overtrick.bidding.state import State
from overtrick.core import Auction, Call, CardSet, Contract, Seat, Side, Strain, Vul
from tests.spec.test_simulated_evidence import HOLE, a_gift


def ended(calls: str) -> tuple[State, Seat]:
    return (Agreements(load("natural")).state(Auction.parse(calls).back()), Seat.NORTH)


def projected(calls: str, hands: list[CardSet], place: int = 0, side: Side = Side.NS) -> Projection:
    return Projection(*ended(calls), place, 0, hands, side, Vul.NONE)


# Who declares


def test_their_strains_and_who_declares_them() -> None:
    """Eight cards, the longer hand or the first; twenty points, the stronger hand."""
    north, south = "T42.A2.KQ76.A976", "73.K543.AJ9.T853"
    hands = [CardSet.parse(each) for each in (north, "AJ985.QJ87.T4.K2", south, "KQ6.T96.8532.QJ4")]
    assert projected("N: P P P P", hands).declarers == {Strain.SPADES: Seat.EAST}
    north, south = "A42.A2.Q9762.976", "73.532.AJ9.QJT53"
    hands = [CardSet.parse(each) for each in (north, "JT985.QJ87.T4.K2", south, "KQ6.KT96.K83.A84")]
    usual = {Strain.SPADES: Seat.EAST, Strain.HEARTS: Seat.EAST, Strain.NOTRUMP: Seat.WEST}
    for calls, more in (
        ("N: P P P P", {}),
        ("N: P P P 2D P P P", {Strain.DIAMONDS: Seat.WEST}),
        ("N: P P P 2H P P P", {Strain.HEARTS: Seat.WEST}),
        ("N: 2D P P P", {}),
    ):
        assert projected(calls, hands).declarers == usual | more


@pytest.mark.parametrize(
    ("calls", "place", "spades", "notrump"),
    [
        ("N: P P P 1S P 2S 3D P P P", 2, Seat.WEST, Seat.WEST),  # West bid spades, and our 3♦ came later
        ("N: P P P 1S P 2S 3D P P P", 4, Seat.WEST, Seat.WEST),
        ("N: P 1NT 2C P P P", 2, Seat.EAST, Seat.EAST),  # East bid notrump, though West is stronger
        ("N: 1D P P 1S 1NT P 2D P P P", 4, Seat.WEST, Seat.WEST),
        ("N: 1C 1S 2C P P P", 0, Seat.EAST, Seat.WEST),
        ("N: 1D P 2D P P 2S P P 3D P P P", 0, Seat.EAST, Seat.WEST),
        ("N: 1D P 1S P 2D P P P", 0, Seat.EAST, Seat.WEST),  # South's spades are no matter
    ],
)
def test_who_named_a_strain_first_declares_it(calls: str, place: int, spades: Seat, notrump: Seat) -> None:
    """East has the longer spades, West the better hand; but the law asks who bid the strain first."""
    held = ("A42.A2.Q9762.976", "JT985.QJ87.T4.K2", "73.532.AJ9.QJT53", "KQ6.KT96.K83.A84")
    found = projected(calls, [CardSet.parse(each) for each in held], place).declarers
    assert (found[Strain.SPADES], found[Strain.NOTRUMP]) == (spades, notrump)


def test_a_strain_named_only_after_the_base_is_still_open_to_both() -> None:
    """West bids spades over the base of 2♦; before it East could have bid them, and has more."""
    held = ("A42.A2.Q9762.976", "JT985.QJ87.T4.K2", "73.532.AJ9.QJT53", "KQ6.KT96.K83.A84")
    hands = [CardSet.parse(each) for each in held]
    path = projected("N: 1D P 2D 2S P 3H P P P", hands)
    assert str(path.base) == "2D by N"
    assert path.declarers[Strain.SPADES] is Seat.EAST
    assert path.declarers[Strain.HEARTS] is Seat.EAST
    assert projected("N: 1D P 2D 2S P P P", hands).declarers[Strain.SPADES] is Seat.WEST  # as they did


# What is played


def tricks(**taken: int) -> dict[tuple[int, Strain, Seat], int]:
    """The tricks of each strain, whoever declares; six in the others."""
    names = {"clubs": Strain.CLUBS, "hearts": Strain.HEARTS, "spades": Strain.SPADES}
    by_strain = {names[name]: number for name, number in taken.items()}
    return {(0, strain, seat): by_strain.get(strain, 6) for strain in Strain for seat in Seat}


HEARTS = [
    CardSet.parse(each)
    for each in ("AKQJ8.32.432.432", "432.AKQ54.765.65", "T97.6.AKQJ.QJT98", "65.JT987.T98.AK7")
]


def test_the_contract_of_a_cap_is_the_one_that_is_played() -> None:
    """They make 4♥; we save in 4♠ doubled, two down, for 300, which is what 2♠ comes to."""
    path = projected("N: 2S P P P", HEARTS)
    cap = path.cap(tricks(hearts=10, spades=8))
    assert (cap.points, str(cap.contract), str(cap.theirs)) == (-300, "4SX by N", "4H by E")
    assert path.better(cap) == 3  # West's pass, the last call at which they had 4♥
    left = path.cap(tricks(hearts=10, spades=5))
    assert (left.points, str(left.contract), left.theirs) == (-500, "2SX by N", None)  # no need to bid
    theirs = path.cap(tricks(hearts=10, spades=7))
    assert (theirs.points, str(theirs.contract)) == (-420, "4H by E")


@pytest.mark.parametrize(
    ("calls", "better", "place"),
    [
        ("N: 2S P 3S P P P", "3SX by N", 5),
        ("N: 2S P 3S P P P", "4H by E", 5),
        ("N: 2S X P P P", "2S by N", 1),
        ("N: 1S 2H P P P", "2H by W", 1),
        ("N: 1S P 1NT P 2H P P P", "2C by W", 3),
    ],
)
def test_the_last_call_before_the_better_contract_was_gone_is_blamed(
    calls: str, better: str, place: int
) -> None:
    assert projected(calls, [CardSet()] * 4).better(Cap(0, Contract.parse(better))) == place


def test_where_we_bid_over_it_their_own_bid_is_what_they_missed() -> None:
    path = projected("N: 2S P P 3C P 3H P P P", [CardSet()] * 4)
    ours = Cap(0, Contract.parse("4SX by N"), Contract.parse("3D by E"))
    assert path.better(ours) == 5
    assert ours.better == Contract.parse("3D by E")


# Gifts


def test_a_deal_counts_once_for_a_rule_and_what_costs_most_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = replace(a_gift(), imps=1.0, call=Call.DOUBLE)
    monkeypatch.setattr(gifts, "gifts_of", lambda made, names: iter([small, a_gift(), a_gift(), small]))
    made = SimpleNamespace(paths=[[None] * 32])
    monkeypatch.setattr(gifts, "Simulator", lambda table: SimpleNamespace(simulation=lambda *_: made))
    first, second = gifts.find_gifts(parse(HOLE), 3, 1)
    assert (first.call, second.call) == (Call.PASS, Call.DOUBLE)
    assert (first.imps, second.imps) == (3.25, 1.0)
    for each in (first, second):
        assert each.share.hands == each.location.times
        assert each.share.of == 32 * each.location.times
