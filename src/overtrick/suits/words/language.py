"""Language-independent parts of sentences about one suit: choices of words, and holdings of a hand."""

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
"""The extra length that these phrases count for."""


@final
class WordChoice:
    """Chooses between synonyms: always the same for one combination, but varied between combinations."""

    def __init__(self, combination: Combination) -> None:
        self._name = str(combination)

    def __call__(self, *words: T) -> T:
        return words[zlib.crc32(f"{self._name} {words}".encode()) % len(words)]


def span_word(fewest: int, most: int, next_to: str, far: str) -> str:
    """The word between two limits: 'two or three', but 'two to four'."""
    return next_to if most == fewest + 1 else far


class Holder(IntEnum):
    """The defender who holds something; the first two are exchanged where either defender may be meant."""

    WEST, EAST, EITHER, ONE, OTHER = range(5)


@final
@dataclass(frozen=True, slots=True)
class HeldCards:
    """A number of some cards in one hand."""

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
    """The facts, with two limits for the same cards in a hand merged."""
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
    """The cards of West and East, if the facts give West's number of cards in each group; else None."""
    facts = [f for f in clause.facts if isinstance(f, WestHolds) and f.fewest == f.most and f.cards in groups]
    if sum(fact.cards for fact in facts) != sum(groups) or len(groups) == 1:
        return None
    west, east = ([view(fact, seat, groups) for fact in facts] for seat in (Holder.WEST, Holder.EAST))
    return [view for view in west if view.most], [view for view in east if view.most]


def spoken_length(text: str) -> tuple[float, int]:
    """Sort key for the length of a text: words, with extra for what a hand lacks; then letters."""
    awkward = sum(extra * text.count(part) for part, extra in _AWKWARD.items())
    return len(text.split()) + awkward, len(text)
