"""Sampled deals against exact weights, every single deal, hypergeometric laws and plain rejection.

Seeds are fixed, so that a test either passes always or never.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from overtrick import CardSet, Seat, deals, hands
from overtrick.deals import Constraint, Sampler, sampling
from overtrick.deals.dealing import Deals
from overtrick.hands.shapes import EVERY_SHAPE
from tests.chi_square import chi_square_limit, fits

MILLION = 1_000_000
SOUTH = CardSet.parse("AQ84.QT98.J.KQ43")


def wanted(
    meaning: str | None = None, within: str | None = None, held: str = "...", lacks: str = "..."
) -> Constraint:
    return Constraint(
        None if meaning is None else hands.parse(meaning),
        None if within is None else hands.parse(within),
        CardSet.parse(held),
        CardSet.parse(lacks),
    )


def counted(*columns: npt.NDArray[np.generic]) -> Counter[tuple[int, ...]]:
    """How often each row of small numbers comes."""
    codes = reduce(lambda code, column: 64 * code + column, (each.astype(np.int64) for each in columns))
    values, counts = np.unique(codes, return_counts=True)
    rows = [
        tuple(int(value) >> 6 * place & 63 for place in reversed(range(len(columns)))) for value in values
    ]
    return Counter(dict(zip(rows, counts.tolist(), strict=True)))


def values(packed: Deals, seat: Seat, name: str) -> npt.NDArray[np.int32]:
    return hands.parse_quantity(name).packed(np.ascontiguousarray(packed[:, seat]))


def test_the_limit_of_chi_square_is_that_of_the_tables() -> None:
    assert [round(chi_square_limit(freedom, 2.3263), 1) for freedom in (10, 30, 100)] == [23.2, 50.9, 135.8]


# One hand against the exact weights of its classes


@pytest.mark.parametrize(
    ("seats", "seat", "meaning", "known", "cells"),
    [
        pytest.param(
            {Seat.SOUTH: wanted("15-17 hcp, balanced")},
            Seat.SOUTH,
            "15-17 hcp, balanced",
            hands.Known(),
            168,
            id="a table",
        ),
        pytest.param(
            {Seat.SOUTH: Constraint(held=SOUTH), Seat.WEST: wanted("11-15 hcp, 5+ spades")},
            Seat.WEST,
            "11-15 hcp, 5+ spades",
            hands.Known(elsewhere=SOUTH),
            317,
            id="a known hand",
        ),
        pytest.param(
            {Seat.SOUTH: Constraint(held=SOUTH), Seat.EAST: wanted("8+ hcp", lacks=".AKJ765432..")},
            Seat.EAST,
            "8+ hcp",
            hands.Known(elsewhere=SOUTH | CardSet.parse(".AKJ765432..")),
            171,
            id="a void",
        ),
        pytest.param(
            {Seat.NORTH: wanted("(5-10 hcp, 6 hearts) or 22+ hcp")},
            Seat.NORTH,
            "(5-10 hcp, 6 hearts) or 22+ hcp",
            hands.Known(),
            853,
            id="weak or strong",
        ),
        pytest.param(
            {
                Seat.EAST: wanted(
                    "some(X in SHDC: quality(X) >= 8), losers 7-", "hcp 2+, longest >= 4", held="A...2"
                )
            },
            Seat.EAST,
            "some(X in SHDC: quality(X) >= 8), losers 7-",
            hands.Known(held=CardSet.parse("A...2")),
            2588,
            id="a simpler condition and two cards",
        ),
        pytest.param({}, Seat.WEST, "true", hands.Known(), 3302, id="nothing known"),
    ],
)
def test_a_hand_comes_as_often_as_its_class_weighs(
    seats: Mapping[Seat, Constraint], seat: Seat, meaning: str, known: hands.Known, cells: int
) -> None:
    numbers = ["hcp", "spades", "hearts", "aces"]
    sample = Sampler(seats).draw(MILLION, seed=20261116)
    assert sample.exact
    assert len(sample) == MILLION
    weights = {key: found.hands for key, found in hands.tabulate(meaning, numbers, known=known).items()}
    assert fits(counted(*(values(sample.deals, seat, name) for name in numbers)), weights) == cells


# Every single deal: twelve cards unknown, three in each hand, 369,600 deals

FULL = deals.deal_numbered(31_415_926_535_897_932_384_626_433)
UNKNOWN = CardSet.of(card for _, hand in FULL.items() for card in list(hand)[::5])
HELD = {seat: hand - UNKNOWN for seat, hand in FULL.items()}
WEAK_OR_STRONG = "(6+ spades, 9+ hcp) or (5 hearts, 4- hcp)"


def divided(cards: Sequence[int], hands_left: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide cards, given as bits, into hands of three."""
    if hands_left == 1:
        yield (sum(cards),)
        return
    for some in combinations(cards, 3):
        rest = [card for card in cards if card not in some]
        for others in divided(rest, hands_left - 1):
            yield (sum(some), *others)


@cache
def every_deal() -> Deals:
    added = np.array(list(divided([card.bit for card in UNKNOWN], 4)), np.uint64)
    return added | np.array([HELD[seat].bits for seat in Seat], np.uint64)


def fitting(seats: Mapping[Seat, Constraint]) -> Deals:
    """Those of all deals that fit, found by asking each."""
    dealt = every_deal()
    fits = np.ones(len(dealt), bool)
    for seat, each in seats.items():
        hand = np.ascontiguousarray(dealt[:, seat])
        fits &= hand & np.uint64(each.lacks.bits) == 0
        for condition in (each.meaning, each.within):
            fits &= condition is None or condition.packed(hand)
    return dealt[fits]


@pytest.mark.parametrize(
    ("meanings", "lacks", "tables", "fit"),
    [
        pytest.param(("hcp 13+", "hearts 4+", "losers 7-", None), "...", "E", 38_712, id="three hands"),
        pytest.param((None, "hcp 9+", None, None), "K...A", "E", 11_760, id="cards lacked"),
        pytest.param(("hcp 12+", "spades 6+", "hcp 8+", "hcp 7-9"), "...", "E", 12_420, id="all hands"),
        pytest.param(("hearts 3+", "spades 5-6", "clubs 2-3", "longest 5"), "...", "N", 7_344, id="shapes"),
        pytest.param((None, WEAK_OR_STRONG, "hcp 12+", None), "...", "E", 7_380, id="a disjunction"),
        pytest.param(("AK in clubs", None, "AK in spades", None), "...", "NS", 1_120, id="two tables"),
    ],
)
def test_every_deal_that_fits_comes_equally_often(
    meanings: tuple[str | None, ...], lacks: str, tables: str, fit: int
) -> None:
    seats = {
        seat: Constraint(None if meaning is None else hands.parse(meaning), held=HELD[seat])
        for seat, meaning in zip(Seat, meanings, strict=True)
    }
    seats[Seat.EAST] = replace(seats[Seat.EAST], lacks=CardSet.parse(lacks))
    sampler = Sampler(seats)
    sample = sampler.draw(200_000, seed=7)
    weights = {tuple(row): 1 for row in fitting(seats).tolist()}
    assert sample.exact
    assert "".join(str(seat) for seat in Seat if sampler.draws_from_table(seat)) == tables
    assert len(weights) == fit
    assert fits(Counter(map(tuple, sample.deals.tolist())), weights) == fit


@pytest.mark.parametrize(("most_classes", "drawn_from_table"), [(131, True), (124, True), (10, False)])
def test_a_table_of_less_than_the_meaning_gives_the_same_deals(
    monkeypatch: pytest.MonkeyPatch, most_classes: int, drawn_from_table: bool
) -> None:
    """The whole meaning has 132 classes, what is within it 125, and two of its conditions fewer."""
    seats = {seat: Constraint(held=HELD[seat]) for seat in Seat}
    seats[Seat.EAST] = Constraint(
        hands.parse("losers 8-, quality(S) >= 7, hcp 7+, 5+ spades"),
        hands.parse("hcp 7+, 5+ spades"),
        HELD[Seat.EAST],
    )
    monkeypatch.setattr(sampling, "MOST_CLASSES", most_classes)
    sampler = Sampler(seats)
    weights = {tuple(row): 1 for row in fitting(seats).tolist()}
    assert sampler.draws_from_table(Seat.EAST) == drawn_from_table
    sample = sampler.draw(200_000, seed=7)
    assert sample.acceptance < 1
    assert fits(Counter(map(tuple, sample.deals.tolist())), weights) == 30_240


# Two and three hands


def test_two_hands_from_their_tables_follow_the_hypergeometric_law() -> None:
    sampler = Sampler({Seat.NORTH: wanted("4 kings"), Seat.SOUTH: wanted("4 aces")})
    assert sampler.draws_from_table(Seat.NORTH)
    assert sampler.draws_from_table(Seat.SOUTH)
    drawn = sampler.draw(100_000, seed=3).deals
    weights: dict[tuple[int, ...], float] = {
        (north, south): comb(4, north)
        * comb(40, 9 - north)
        * comb(4 - north, south)
        * comb(31 + north, 9 - south)
        for north in range(5)
        for south in range(5 - north)
    }
    queens = counted(values(drawn, Seat.NORTH, "queens"), values(drawn, Seat.SOUTH, "queens"))
    assert fits(queens, weights) == 15


def test_the_lengths_of_three_hands_come_as_often_as_they_can_be_dealt() -> None:
    meanings = {
        Seat.NORTH: "5+ hearts",
        Seat.EAST: "5+ spades, 3- hearts",
        Seat.SOUTH: "4+ diamonds, 2- clubs",
    }
    sample = Sampler({seat: wanted(meaning) for seat, meaning in meanings.items()}).draw(MILLION, seed=5)
    assert sample.acceptance == 1
    looked_at = ((Seat.NORTH, "hearts"), (Seat.EAST, "spades"), (Seat.SOUTH, "diamonds"))
    found = counted(*(values(sample.deals, seat, suit) for seat, suit in looked_at))
    assert fits(found, _weights_of_lengths()) == 125


def _weights_of_lengths() -> Mapping[tuple[int, ...], float]:
    """The ways to deal the three hands above, by the lengths looked at; suits are spades first."""
    ways_to_choose = np.array([[float(comb(n, k)) for k in range(14)] for n in range(14)])
    norths = np.array([shape for shape in EVERY_SHAPE if shape[1] >= 5])
    easts = np.array([shape for shape in EVERY_SHAPE if shape[0] >= 5 and shape[1] <= 3])
    north, east = (each.reshape(-1, 4) for each in np.broadcast_arrays(norths[:, None], easts[None]))
    possible = (north + east <= 13).all(axis=1)
    north, east = north[possible], east[possible]
    ways = (ways_to_choose[13, north] * ways_to_choose[13 - north, east]).prod(axis=1)
    weights = np.zeros((14, 14, 14))
    for south in (shape for shape in EVERY_SHAPE if shape[2] >= 4 and shape[3] <= 2):
        ways_of_all = ways * ways_to_choose[13 - north - east, np.array(south)].prod(axis=1)
        np.add.at(weights, (north[:, 1], east[:, 0], south[2]), ways_of_all)
    return {(a, b, c): float(weights[a, b, c]) for a, b, c in np.argwhere(weights).tolist()}


def test_a_pair_of_hands_agrees_with_plain_rejection() -> None:
    notrump, hearts = hands.parse("15-17 hcp, balanced"), hands.parse("5+ hearts")
    plain = deals.packed_deals(np.random.default_rng(9), 600_000)
    plain = plain[hearts.packed(plain[:, Seat.NORTH].copy())]
    plain = plain[notrump.packed(plain[:, Seat.SOUTH].copy())]
    drawn = (
        Sampler({Seat.SOUTH: Constraint(notrump), Seat.NORTH: Constraint(hearts)}).draw(MILLION, seed=9).deals
    )
    assert len(plain) == 4846
    assert fits(_by_hearts_and_points(plain), _by_hearts_and_points(drawn)) == 46


def _by_hearts_and_points(packed: Deals) -> Counter[tuple[int, ...]]:
    """How often South has so many hearts, and North so many hearts and points."""
    points = values(packed, Seat.NORTH, "hcp") // 4
    return counted(values(packed, Seat.SOUTH, "hearts"), values(packed, Seat.NORTH, "hearts"), points)
