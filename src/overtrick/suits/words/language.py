"""What sentences about one suit are made of in every language: choices of words, and what a hand holds."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar, final

from overtrick.suits import Combination
from overtrick.suits.covers import CardName, Clause, Fact, Splits, WestHolds, called
from overtrick.suits.holding import size

__all__ = [
    "ANY",
    "HeldCards",
    "Holder",
    "WordChoice",
    "exact_layout",
    "is_divided",
    "merged",
    "span_word",
    "spoken_length",
    "view",
]

T = TypeVar("T")
ANY = 99
"""A length without a limit."""
_AWKWARD = {
    **dict.fromkeys((" but ", ", aber "), 3.0),
    **dict.fromkeys((" none ", " no ", " kein"), 1.0),
    **dict.fromkeys((" at most ", " höchstens "), 0.5),
}
"""What these phrases count for more than their words."""


@final
class WordChoice:
    """Chooses between words of the same meaning: always the same for a combination, not for all of them."""

    def __init__(self, combination: Combination) -> None:
        self._name = str(combination)

    def __call__(self, *words: T) -> T:
        return words[zlib.crc32(f"{self._name} {words}".encode()) % len(words)]


def span_word(fewest: int, most: int, next_to: str, far: str) -> str:
    """The word between two limits: 'two or three', but 'two to four'."""
    return next_to if most == fewest + 1 else far


class Holder(IntEnum):
    """The defender who holds something; the first two change places where either defender may be meant."""

    WEST, EAST, EITHER, ONE, OTHER = range(5)


@final
@dataclass(frozen=True, slots=True)
class HeldCards:
    """So many of some cards in one hand."""

    cards: int
    fewest: int
    most: int
    kind: CardName

    @property
    def is_all(self) -> bool:
        return self.fewest == size(self.cards)

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and most cards, ANY where there is no limit."""
        is_open = self.fewest < self.most == size(self.cards)
        return self.fewest, ANY if is_open else self.most


def view(fact: WestHolds, seat: Holder, groups: tuple[int, ...]) -> HeldCards:
    count, kind = size(fact.cards), called(fact.cards, groups)
    if seat is Holder.WEST:
        return HeldCards(fact.cards, fact.fewest, fact.most, kind)
    return HeldCards(fact.cards, count - fact.most, count - fact.fewest, kind)


def merged(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, two limits for the same cards in a hand made one."""
    held: dict[int, Fact] = {}
    for fact in facts:
        if isinstance(fact, WestHolds):
            other = held.get(fact.cards, fact)
            fewest, most = max(fact.fewest, other.fewest), min(fact.most, other.most)
            held[fact.cards] = WestHolds(fact.cards, fewest, most)
    return [*held.values(), *(fact for fact in facts if isinstance(fact, Splits))]


def is_divided(fact: WestHolds, groups: tuple[int, ...]) -> bool:
    is_one_each = size(fact.cards) == 2 and fact.fewest == fact.most == 1
    return is_one_each and called(fact.cards, groups) is CardName.NAMED


def exact_layout(clause: Clause, groups: tuple[int, ...]) -> tuple[list[HeldCards], list[HeldCards]] | None:
    """What West and East have, if the facts tell of each group how many cards West has of it."""
    facts = [f for f in clause.facts if isinstance(f, WestHolds) and f.fewest == f.most and f.cards in groups]
    if sum(fact.cards for fact in facts) != sum(groups) or len(groups) == 1:
        return None
    west, east = ([view(fact, seat, groups) for fact in facts] for seat in (Holder.WEST, Holder.EAST))
    return [view for view in west if view.most], [view for view in east if view.most]


def spoken_length(text: str) -> tuple[float, int]:
    """Words, more where it is said what a hand does not have; then letters."""
    awkward = sum(extra * text.count(part) for part, extra in _AWKWARD.items())
    return len(text.split()) + awkward, len(text)
