"""Counts agree with small packs gone through hand by hand, and with a great many hands dealt at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick import CardSet
from overtrick.hands import ALL_HANDS, Known, count, histogram, parse, parse_quantity, standard
from overtrick.hands.evaluation import is_true, value

EVEN = CardSet.parse("AKJ5.KQ2.AQT3.AJ842")
LOPSIDED = CardSet.parse("AQT8652.K9.J76.KQT84")
LARGER = CardSet.parse("AKT92.QJ83.AQ654.KJT97")

WORDS = standard().defining(
    "good(X) = 4+ X, 2+ of AKQ in X",
    "rich(X, n) = hcp(X) >= n",
    "stiff = some(X in SHDC: X <= 1)",
    "strange(Y) = some(X in SH: X > Y or hcp(X) < hcp(Y))",
)

CONDITIONS = [
    "true",
    "false",
    "hcp 20+",
    "hcp 17-",
    "hcp 18-21",
    "19 hcp",
    "controls 6+",
    "controls < 5",
    "3 aces",
    "kings 1-2",
    "queens = 2",
    "jacks 2+",
    "tens 0",
    "honours 8+",
    "losers 5-",
    "losers 6-7",
    "playing tricks 7+",
    "quality(S) >= 6",
    "quality in clubs < quality in spades",
    "stopper in diamonds",
    "not stopper in hearts",
    "stoppers 4",
    "balanced",
    "semi-balanced",
    "4333",
    "4432|4441",
    "4=3=3=3",
    "4=(432)",
    "(43)=(42)",
    "x=x=4=x",
    "54xx",
    "44xx, hcp 17+",
    "5-4-3-1",
    "7=2=3=1",
    "3+ spades",
    "spades 4, hearts 2-",
    "clubs > spades",
    "spades >= hearts >= diamonds",
    "2 <= hearts < spades",
    "spades != clubs",
    "AK in spades",
    "Q in hearts or A in diamonds",
    "2+ of AKQ in hearts",
    "exactly 1 of AJ8 in clubs",
    "at most 2 of AKQJT98 in spades",
    "longest 5+",
    "second_longest = 4",
    "shortest <= 2",
    "voids 1+",
    "singletons = 1",
    "doubletons 2+",
    "majors >= minors",
    "largest(hcp) >= 8",
    "second_largest(hcp) = 6",
    "third_largest(controls) >= 2",
    "smallest(losers) = 0",
    "some(X in SHDC: X 5+, hcp(X) <= 6)",
    "every(X in SHDC: hcp(X) 2+)",
    "some(X in SH: every(Y in DC: X > Y))",
    "count(X in SHDC: stopper(X), X 4+) = 2",
    "count(X in SHD: X > clubs) >= 1",
    "sum(X in SH: hcp(X)) > sum(X in minors: hcp(X))",
    "sum(X in SHDC: X * X) >= 45",
    "sum(X in SHDC: hcp(X) * [X 4+]) >= 10",
    "hcp + longest + second_longest >= 27",
    "hcp * 2 - losers * 3 > 20",
    "-hcp < -19",
    "[balanced] + [hcp 18+] + [stopper(S)] = 2",
    "10 * aces + kings >= 22",
    "hcp(S) * hcp(H) > hcp(D) * hcp(C)",
    "not (balanced or hcp 18+), 3+ hearts",
    "(4 spades or 4 hearts) and not (4 diamonds and 4 clubs)",
    "hcp 16-19, balanced or stiff",
    "good(S) or good(C)",
    "some(Y in SHDC: good(Y), rich(Y, 7))",
    "count(Y in SHDC: strange(Y)) = 2",
    "every(Y in DC: strange(Y))",
    "rich(D, 6), not rich(C, 4)",
]

QUANTITIES = [
    "hcp",
    "controls",
    "losers",
    "playing_tricks",
    "longest",
    "hearts",
    "hcp(S) - hcp(C)",
    "second_largest(quality)",
    "stoppers * 10 + voids",
    "sum(X in SHDC: X * hcp(X))",
    "-losers",
    "[balanced] + 2 * [spades > hearts]",
]

Suits = tuple[str, str, str, str]
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def points(*holdings: str) -> int:
    return sum(POINTS.get(rank, 0) for holding in holdings for rank in holding)


def shape(suits: Suits) -> list[int]:
    return sorted(map(len, suits), reverse=True)


def missing(holding: str) -> int:
    return sum(rank not in holding for rank in "AKQ"[: len(holding)])


BY_HAND: list[tuple[str, Callable[[Suits], bool]]] = [
    (
        "15-17 hcp, balanced",
        lambda s: 15 <= points(*s) <= 17 and shape(s) in ([4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2]),
    ),
    ("5+ spades or 5+ clubs", lambda s: len(s[0]) >= 5 or len(s[3]) >= 5),
    ("4=4=3=2|4=3=4=2", lambda s: tuple(map(len, s)) in ((4, 4, 3, 2), (4, 3, 4, 2))),
    ("5=(431)", lambda s: len(s[0]) == 5 and shape(s) == [5, 4, 3, 1]),
    ("5xxx", lambda s: any(len(suit) == 5 for suit in s)),
    ("losers 6-", lambda s: sum(map(missing, s)) <= 6),
    ("2+ of AKQ in diamonds", lambda s: sum(rank in s[2] for rank in "AKQ") >= 2),
    ("controls = 5", lambda s: sum(2 * suit.count("A") + suit.count("K") for suit in s) == 5),
    ("some(X in SHDC: X 4+, hcp(X) 6+)", lambda s: any(len(suit) >= 4 and points(suit) >= 6 for suit in s)),
    ("every(X in SHDC: X 2+ or A in X)", lambda s: all(len(suit) >= 2 or "A" in suit for suit in s)),
    ("hcp + longest >= 22", lambda s: points(*s) + max(map(len, s)) >= 22),
    (
        "10 <= hcp(S) + hcp(H) <= 12, not KJ in clubs",
        lambda s: 10 <= points(s[0], s[1]) <= 12 and not ("K" in s[3] and "J" in s[3]),
    ),
    (
        "count(X in SHDC: X = 3) = 2, spades > hearts",
        lambda s: sum(len(suit) == 3 for suit in s) == 2 and len(s[0]) > len(s[1]),
    ),
    ("largest(hcp) <= 6", lambda s: max(map(points, s)) <= 6),
]


def known(pack: CardSet) -> Known:
    return Known(elsewhere=CardSet.pack() - pack)


@cache
def every_hand(pack: CardSet) -> tuple[CardSet, ...]:
    return tuple(CardSet.of(cards) for cards in combinations(pack, 13))


def suits_of(hand: CardSet) -> Suits:
    spades, hearts, diamonds, clubs = str(hand).split(".")
    return spades, hearts, diamonds, clubs


# Small packs


def test_counts_of_a_small_pack_agree_with_going_through_it() -> None:
    assert len(CONDITIONS) == len(set(CONDITIONS)) == 78
    compared, mixed = 0, 0
    for number, text in enumerate(CONDITIONS):
        pack = (EVEN, LOPSIDED)[number % 2]
        predicate = parse(text, WORDS)
        true = [hand for hand in every_hand(pack) if is_true(predicate.term, hand)]
        assert count(predicate, known(pack)).hands == len(true), text
        assert predicate.of(every_hand(pack)).count(True) == len(true), text
        compared += len(every_hand(pack))
        mixed += 0 < len(true) < len(every_hand(pack))
    assert compared == 39 * (comb(16, 13) + comb(17, 13))
    assert mixed > 60


@pytest.mark.parametrize("text", ["true", "balanced", "hcp 17+ or 5+ spades"])
def test_histograms_of_a_small_pack_agree_with_going_through_it(text: str) -> None:
    compared = 0
    true = [hand for hand in every_hand(EVEN) if is_true(parse(text).term, hand)]
    for quantity in QUANTITIES:
        term = parse_quantity(quantity).term
        assert histogram(text, quantity, known=known(EVEN)) == Counter(value(term, hand) for hand in true)
        compared += 1
    assert compared == len(QUANTITIES) == 12


def test_counts_agree_with_conditions_written_in_python() -> None:
    every = [suits_of(hand) for hand in every_hand(LARGER)]
    assert len(every) == comb(19, 13)
    compared = 0
    for text, holds in BY_HAND:
        expected = sum(map(holds, every))
        assert 0 < expected < len(every), text
        assert count(text, known(LARGER)).hands == expected, text
        compared += len(every)
    assert compared == 14 * comb(19, 13)


def test_cards_known_to_be_held_agree_with_going_through_the_rest() -> None:
    held = CardSet.parse("AK.2.3.J")
    free = CardSet.parse("QJ2.AKQ.A42.KQ")
    rest = Known(held, CardSet.pack() - held - free)
    every = [held | CardSet.of(cards) for cards in combinations(free, 8)]
    compared = 0
    for text in CONDITIONS:
        predicate = parse(text, WORDS)
        assert count(predicate, rest).hands == sum(is_true(predicate.term, hand) for hand in every), text
        compared += len(every)
    assert compared == 78 * comb(11, 8)


# Hands dealt at random

DEALT = 200_000
FREQUENT = [
    "15-17 hcp, balanced",
    "12+ hcp",
    "5+ spades, 4+ hearts",
    "4333|4432",
    "5=4=(31)|4=5=(31)",
    "54xx",
    "longest 6+",
    "losers 7-",
    "playing tricks 7+",
    "controls 4+, hcp 14-",
    "stoppers 3+",
    "some(X in SHDC: X 5+, 2+ of AKQ in X)",
    "every(X in SHDC: X 2+)",
    "count(X in SHDC: hcp(X) 4+) = 2",
    "quality(H) >= 7",
    "spades > hearts >= diamonds",
    "AK in clubs",
    "2+ of AKQJT in diamonds, 3- diamonds",
    "largest(hcp) >= 7",
    "hcp + longest + second_longest >= 20",
    "sum(X in SH: hcp(X)) > sum(X in DC: hcp(X)) + 4",
    "not balanced, voids 0 or aces 2+",
    "hcp * 2 - losers * 3 > 0",
    "[stopper(S)] + [stopper(H)] = 1",
]


@cache
def dealt() -> NDArray[np.uint64]:
    rng = np.random.default_rng(52)
    cards = rng.random((DEALT, 52), np.float32).argpartition(13, axis=1)[:, :13].astype(np.uint64)
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << cards, axis=1)
    return hands


@pytest.mark.parametrize("text", FREQUENT)
def test_a_count_agrees_with_hands_dealt_at_random(text: str) -> None:
    exact = count(text)
    share = exact.hands / ALL_HANDS
    assert 0.001 < share < 0.999
    found = int(parse(text).packed(dealt()).sum())
    assert abs(found - share * DEALT) < 5 * sqrt(DEALT * share * (1 - share))


def test_the_fast_way_agrees_with_the_plain_way() -> None:
    some = dealt()[:2_000]
    hands = [CardSet(int(bits)) for bits in some]
    compared = 0
    for predicate in map(parse, FREQUENT):
        expected = [is_true(predicate.term, hand) for hand in hands]
        assert predicate.packed(some).tolist() == expected, str(predicate)
        compared += len(expected)
    assert compared == 2_000 * len(FREQUENT)
