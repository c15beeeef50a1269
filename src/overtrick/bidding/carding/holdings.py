"""Holdings in one suit, and patterns of them: ``KQ?+`` is king-queen and at least one more card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.core import DealError, NotationError, Rank

__all__ = ["HOLDINGS", "Bits", "Holding", "Pattern", "every_holding", "lengths", "sorted_ranks"]

HOLDINGS = 1 << len(Rank)
"""The number of sets of cards in a suit, the empty one included."""
_ALL = HOLDINGS - 1
_HONOURS = sum(1 << rank for rank in Rank if rank >= Rank.TEN)
_LETTERS = {
    **{str(rank): 1 << rank for rank in Rank},
    "H": _HONOURS,
    "x": _ALL - _HONOURS,
    "?": _ALL,
}
"""The cards for which each letter of a pattern may stand."""
_SMALL = "23456789"

Bits = npt.NDArray[np.bool_]
"""A truth for each of the holdings."""


@final
@dataclass(frozen=True, slots=True, order=True)
class Holding:
    """The cards of one suit in one hand, a bit for each.

    >>> holding = Holding.parse("KQ104")
    >>> str(holding), len(holding), Rank.QUEEN in holding
    ('KQT4', 4, True)
    """

    bits: int

    def __post_init__(self) -> None:
        if not 0 <= self.bits < HOLDINGS:
            raise DealError(f"{self.bits:#x} has bits outside the thirteen cards of a suit")

    @staticmethod
    def parse(text: str) -> Holding:
        """Read cards in any order; each ``x`` is a card below the ten: the lowest one left."""
        letters = re.sub(r"[\s,]", "", text).upper().replace("10", "T")
        named = letters.replace("X", "")
        faults = [
            f"{each!r} is not a card" for each in dict.fromkeys(named) if each not in _LETTERS or each in "H?"
        ]
        twice = [each for each in dict.fromkeys(named) if named.count(each) > 1 and each in _LETTERS]
        faults += [f"the {each} appears twice" for each in twice]
        free = [rank for rank in _SMALL if rank not in named]
        small = letters.count("X")
        if small > len(free):
            faults.append("there are more small cards than there are below the ten")
        if faults:
            raise DealError(*faults, text=text)
        return Holding(sum(_LETTERS[each] for each in (*named, *free[:small])))

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The cards, high to low."""
        return _ranks(self.bits)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, rank: Rank) -> bool:
        return bool(self.bits >> rank & 1)

    def __str__(self) -> str:
        return "".join(map(str, self.ranks))

    def __repr__(self) -> str:
        return f"Holding.parse({str(self)!r})"


@cache
def _ranks(bits: int) -> tuple[Rank, ...]:
    return tuple(rank for rank in reversed(Rank) if bits >> rank & 1)


def every_holding() -> Iterator[Holding]:
    """The 8,191 holdings with a card in them."""
    return (Holding(bits) for bits in range(1, HOLDINGS))


@cache
def sorted_ranks() -> npt.NDArray[np.int8]:
    """For each holding its cards, high to low, and -1 after the last."""
    table = np.full((HOLDINGS, len(Rank)), -1, np.int8)
    for holding in every_holding():
        table[holding.bits, : len(holding)] = holding.ranks
    return table


@cache
def lengths() -> npt.NDArray[np.intp]:
    """The length of each holding."""
    return np.asarray((sorted_ranks() >= 0).sum(axis=1), np.intp)


@final
@dataclass(frozen=True, slots=True)
class Pattern:
    """The cards allowed at each position of a holding, high to low.

    A rank is that card, ``H`` an honour (ten or higher), ``x`` a card below the ten, ``?`` any card; a ``+``
    at the end allows further cards.

    >>> Holding.parse("KQ4") in Pattern.parse("KQ?+"), Holding.parse("AKQ4") in Pattern.parse("KQ?+")
    (True, False)
    >>> Pattern.parse("JK?")
    Traceback (most recent call last):
    ...
    overtrick.core.errors.NotationError: no holding is like 'JK?': a pattern goes from high cards to low ones
    """

    text: str

    def __post_init__(self) -> None:
        letters = self.letters
        wrong = [each for each in dict.fromkeys(letters) if each not in _LETTERS]
        if wrong or not letters:
            named = " and ".join(map(repr, wrong)) or "nothing"
            raise NotationError(
                f"{named} is no card in a pattern: expected A K Q J T 9 … 2, H, x or ?, and + at the end"
            )
        if not self.holdings.any():
            raise NotationError(
                f"no holding is like {self.text!r}: a pattern goes from high cards to low ones"
            )

    @staticmethod
    def parse(text: str) -> Pattern:
        """Read a pattern; a ten is ``T`` or ``10``."""
        return Pattern(text.strip().replace("10", "T"))

    @property
    def letters(self) -> str:
        """The pattern without its ``+``."""
        return self.text.removesuffix("+")

    @property
    def is_open(self) -> bool:
        """Does the pattern allow further cards?"""
        return self.text.endswith("+")

    @property
    def holdings(self) -> Bits:
        """For each of all holdings, whether it matches."""
        return _like(self.text)

    def __contains__(self, holding: Holding) -> bool:
        ranks = holding.ranks
        if len(ranks) < len(self.letters) or (len(ranks) > len(self.letters) and not self.is_open):
            return False
        return all(_LETTERS[letter] >> rank & 1 for letter, rank in zip(self.letters, ranks, strict=False))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Pattern.parse({self.text!r})"


@cache
def _like(text: str) -> Bits:
    letters = text.removesuffix("+")
    size = lengths()
    if len(letters) > len(Rank):
        return np.zeros(HOLDINGS, np.bool_)
    found: Bits = size >= len(letters) if text.endswith("+") else size == len(letters)
    for place, letter in enumerate(letters):
        ranks = np.maximum(sorted_ranks()[:, place], 0).astype(np.intp)
        found = found & ((_LETTERS[letter] >> ranks & 1) == 1)
    return found & (size > 0)
