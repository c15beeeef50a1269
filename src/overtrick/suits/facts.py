"""What can be said of the missing cards of a suit, and roughly how many words it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, combinations_with_replacement
from typing import final

from overtrick.suits.holding import LETTERS, TEN, highest, size

__all__ = ["Called", "Fact", "Splits", "WestHolds", "called", "every_fact", "leaning", "words_of"]


class Called(Enum):
    """How players speak of some of the missing cards."""

    NAMED = "each by its name: the king and queen"
    SMALL = "small cards: those of the groups wholly below the ten"
    HONOURS = "honours: the missing cards from the ten up, at least three of them"
    TOP = "cards above the nine"
    BOTTOM = "cards below the jack"
    RUN = "cards from the nine down to the six"


@final
@dataclass(frozen=True, slots=True)
class WestHolds:
    """West holds from `fewest` to `most` of some cards, and East the others; all cards: his length."""

    cards: int
    fewest: int
    most: int

    def is_true(self, west: int) -> bool:
        """Is it so when West holds these cards?"""
        return self.fewest <= size(west & self.cards) <= self.most


@final
@dataclass(frozen=True, slots=True)
class Splits:
    """The defender with fewer of the missing cards has from `fewest` to `most` of them."""

    cards: int
    fewest: int
    most: int

    def is_true(self, west: int) -> bool:
        """Is it so when West holds these cards?"""
        length = size(west & self.cards)
        return self.fewest <= min(length, size(self.cards) - length) <= self.most


Fact = WestHolds | Splits


def called(cards: int, groups: tuple[int, ...]) -> Called:
    """How players speak of these cards when these are the groups of missing ones."""
    missing, count = sum(groups), size(cards)
    small = sum(group for group in groups if highest(group) < TEN)
    if cards == small and (count > 2 or (count == 2 and highest(cards) < LETTERS.index("8"))):
        return Called.SMALL
    if cards == missing >> TEN << TEN and count >= 3:
        return Called.HONOURS
    if count <= 3:
        return Called.NAMED
    if highest(cards) == highest(missing):
        return Called.TOP
    return Called.BOTTOM if cards & 1 << highest(missing & -missing) else Called.RUN


def every_fact(groups: tuple[int, ...]) -> Iterator[Fact]:
    """Every fact worth saying about these groups of missing cards."""
    missing = sum(groups)
    for first, after in combinations(range(len(groups) + 1), 2):
        cards = sum(groups[first:after])
        count, is_length = size(cards), cards == missing
        for fewest, most in combinations_with_replacement(range(count + 1), 2):
            if (fewest, most) != (0, count) and (fewest in (0, most) or most == count or is_length):
                yield WestHolds(cards, fewest, most)
    even = size(missing) // 2
    for number in range(even + 1):
        limits = ((number, number), (number, even), (0, number))
        yield from (Splits(missing, *each) for each in limits)


def words_of(fact: Fact, groups: tuple[int, ...]) -> float:
    """Roughly the words of a fact, without 'West has'."""
    count, is_exact = size(fact.cards), fact.fewest == fact.most
    if count == 0:
        return 0.0
    if isinstance(fact, Splits):
        return 4.0 - 2.0 * is_exact - 0.5 * (2 * fact.fewest == count)
    if fact.cards == sum(groups) and count > 1:
        if is_exact:
            return (1.0, 1.5, 1.6, 3.0)[min(fact.fewest, count - fact.fewest, 3)]
        is_void_or_not = 1 in (fact.fewest, count - fact.most)
        return 3.5 + is_void_or_not + (fact.fewest > 0 and fact.most < count)
    is_all = is_exact and fact.most in (0, count)
    kind = called(fact.cards, groups)
    if kind is Called.NAMED:
        return count + (count > 1) + (1.0 if is_all else 5.0 if not is_exact else 2.0 if count == 2 else 4.0)
    name = {Called.SMALL: 2.0, Called.HONOURS: 1.0, Called.RUN: 7.0}.get(kind, 4.0)
    return name + (1.0 if is_all else 2.0 if is_exact else 3.0)


def leaning(fact: Fact, groups: tuple[int, ...]) -> int:
    """1 if the fact is best said of West, -1 of East, 0 of either."""
    if isinstance(fact, Splits) or fact.cards == sum(groups):
        return 0
    return (fact.most == size(fact.cards)) - (fact.fewest == 0)
