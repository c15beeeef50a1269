"""Exact counts over all hands: published facts, histograms, known cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, prod

import pytest

from overtrick import PACK, CardSet
from overtrick.hands import (
    ALL_HANDS,
    Feature,
    HandCount,
    HandsError,
    Known,
    count,
    histogram,
    parse,
    simplest,
    standard,
    tabulate,
)

PATTERNS = [
    (a, b, c, 13 - a - b - c)
    for a in range(14)
    for b in range(a + 1)
    for c in range(b + 1)
    if 0 <= 13 - a - b - c <= c
]


def hands_of_pattern(lengths: tuple[int, ...]) -> int:
    return len(set(permutations(lengths))) * prod(comb(13, length) for length in lengths)


def named(lengths: tuple[int, ...]) -> str:
    return "-".join(map(str, lengths))


def hands_by_points() -> dict[int, int]:
    """Hands by points, from a polynomial in points and cards: (1 + x⁴y)⁴ (1 + x³y)⁴ …"""
    ways = {(0, 0): 1}
    for points, cards in [(4, 4), (3, 4), (2, 4), (1, 4), (0, 36)]:
        wider = Counter[tuple[int, int]]()
        for (total, size), number in ways.items():
            for taken in range(min(cards, 13 - size) + 1):
                wider[total + points * taken, size + taken] += number * comb(cards, taken)
        ways = dict(wider)
    return {points: number for (points, size), number in sorted(ways.items()) if size == 13}


def cards(number: int) -> CardSet:
    return CardSet.of(PACK[:number])


# All hands


def test_there_are_635_billion_hands() -> None:
    assert ALL_HANDS == comb(52, 13) == 635_013_559_600
    assert count("true") == HandCount(ALL_HANDS, ALL_HANDS)
    assert count("false").hands == 0


def test_a_count_says_its_share() -> None:
    quarter = HandCount(3, 12)
    assert (quarter.fraction, quarter.percent, str(quarter)) == (Fraction(1, 4), 25.0, "3 of 12 hands (25%)")
    assert HandCount(0, 0).fraction == 0


def test_there_are_39_patterns() -> None:
    assert len(PATTERNS) == 39
    assert sum(map(hands_of_pattern, PATTERNS)) == ALL_HANDS


@pytest.mark.parametrize("lengths", PATTERNS, ids=named)
def test_a_pattern_has_as_many_hands_as_its_multinomial(lengths: tuple[int, ...]) -> None:
    assert count(named(lengths)).hands == hands_of_pattern(lengths)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("37 hcp", 4),
        ("38+ hcp", 0),
        ("0 hcp", comb(36, 13)),
        ("0 hcp", 2_310_789_600),
        ("4 aces", comb(48, 9)),
        ("0 honours", comb(32, 13)),
        ("0 honours", 347_373_600),
        ("13 spades", 1),
        ("longest 13", 4),
        ("0 aces", comb(48, 13)),
        ("4 spades", comb(13, 4) * comb(39, 9)),
        ("AKQ in hearts", comb(49, 10)),
        ("exactly 2 of AKQ in hearts", 3 * comb(49, 11)),
        ("4=4=3=2", comb(13, 4) ** 2 * comb(13, 3) * comb(13, 2)),
        (
            "longest 4",
            comb(13, 4) * (4 * comb(13, 3) ** 3 + 12 * comb(13, 4) * comb(13, 3) * comb(13, 2))
            + 4 * comb(13, 4) ** 3 * 13,
        ),
    ],
)
def test_published_counts(text: str, hands: int) -> None:
    assert count(text).hands == hands


@pytest.mark.parametrize(
    ("text", "percent"), [("4333", 10.54), ("4432", 21.55), ("5332", 15.52), ("balanced", 47.60)]
)
def test_published_percentages(text: str, percent: float) -> None:
    assert count(text).percent == pytest.approx(percent, abs=0.005)


# Histograms and tables


def test_points_are_distributed_as_their_generating_function_says() -> None:
    assert histogram("true", "hcp") == hands_by_points()


def test_a_hand_has_ten_points_on_average() -> None:
    assert Fraction(sum(k * n for k, n in histogram("true", "hcp").items()), ALL_HANDS) == 10


@pytest.mark.parametrize(
    "quantity", ["hcp", "longest", "losers", "hearts - spades", "controls * 2", "hcp(S)"]
)
@pytest.mark.parametrize("text", ["balanced", "5+ spades, 12+ hcp", "false"])
def test_a_histogram_sums_to_the_count(text: str, quantity: str) -> None:
    assert sum(histogram(text, quantity).values()) == count(text).hands


def test_a_table_has_a_row_for_each_set_of_values_in_rising_order() -> None:
    table = tabulate("balanced", ["aces", "longest"])
    assert list(table) == sorted(table)
    assert list(table) == [(aces, longest) for aces in range(5) for longest in (4, 5)]
    for (aces, longest), found in table.items():
        where = f"balanced, {aces} aces, longest = {longest}"
        assert found.hands == count(where).hands
        assert found.simplest in parse(where)


def test_a_table_may_mix_conditions_with_quantities() -> None:
    table = tabulate("true", [parse("balanced"), "voids"])
    assert table[1, 0].hands == count("balanced").hands
    assert table[0, 1].hands == count("1 voids").hands
    assert sum(row.hands for row in table.values()) == ALL_HANDS


# Known cards


def test_known_cards_leave_fewer_hands() -> None:
    known = Known(held=CardSet.parse("AK..."), elsewhere=CardSet.parse("Q..A.K"))
    assert (
        known.hands
        == comb(47, 11)
        == count("true", known=known).hands
        == count("AK in spades", known=known).of
    )
    assert count("Q in spades", known=known).hands == 0
    assert count("4 aces", known=known).hands == 0
    assert count("3 aces", known=known).hands == comb(45, 9)
    assert count("hcp 7", known=known).hands == histogram("true", "hcp", known=known)[7]


def test_nothing_is_left_open_when_all_cards_are_known() -> None:
    hand = CardSet.parse("AQ84.QT98.J.KQ43")
    known = Known(held=hand)
    assert known.hands == 1
    assert count("14 hcp, 4=4=1=4", known=known) == HandCount(1, 1)
    assert simplest("true", known=known) == hand
    assert simplest("true", known=Known(elsewhere=CardSet.of(set(PACK) - set(hand)))) == hand


@pytest.mark.parametrize(
    ("held", "elsewhere", "said"),
    [
        (cards(3), cards(1), "cannot be both in the hand and elsewhere"),
        (cards(14), CardSet(), "a hand has thirteen cards, not the 14"),
        (CardSet(), cards(40), "only 12 cards are left for the hand"),
    ],
)
def test_impossible_knowledge_is_refused(held: CardSet, elsewhere: CardSet, said: str) -> None:
    with pytest.raises(HandsError, match=said):
        Known(held, elsewhere)


# Large questions


def test_progress_is_told_to_the_end() -> None:
    told = list[tuple[int, int]]()
    count("hcp(S) > hcp(H), stopper in clubs", progress=lambda done, of: told.append((done, of)))
    steps = len(told)
    assert told == [(step, steps) for step in range(1, steps + 1)]
    assert steps > 0


# Features of one's own


def test_whatever_python_takes_for_true_is_true() -> None:
    low = Feature("low", lambda holding: holding & 0b110, is_truth=True)
    words = standard().registering(low)
    expected = ALL_HANDS - comb(50, 13)
    assert count(parse("low in spades", words)).hands == expected
    assert count(parse("not low in spades", words)).hands == ALL_HANDS - expected
