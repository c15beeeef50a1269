"""Suit combinations: the holdings of declarer's two hands in a suit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick.core.drawing import Drawable
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import LETTERS, letters, size

__all__ = ["Combination"]

_VOID = frozenset(("", "-", "—", "–", "void"))


@final
@dataclass(frozen=True)
class Combination(Drawable):
    """Two holdings that face each other, North's and South's; the defenders have the other cards.

    In a holding ``x`` is a small card: together the two hands get the lowest cards that neither names.

    >>> Combination.parse("AQT 43")
    Combination.parse('AQT 43')
    >>> str(Combination.parse("AK9x Qxx"))
    'AK94 Q32'
    """

    north: int
    south: int
    ranks: int = 13

    def __post_init__(self) -> None:
        if self.north & self.south or (self.north | self.south) >> self.ranks:
            raise SuitError("North and South cannot hold these cards together")

    @staticmethod
    def parse(text: str) -> Combination:
        """Read ``AQT 43`` or ``AQT-43``; ``-`` is a void."""
        parts = re.sub(r"[♠♥♦♣♤♡♢♧,]|\b(opposite|opp\.?|gegenüber)(?=\s)", " ", text).split()
        if len(parts) == 1 and text.strip() not in _VOID:
            parts = re.split("[-—–/]", parts[0], maxsplit=1)
        if len(parts) != 2:
            raise SuitError("expected North's and South's cards, as in 'AQT 43'", text=text)
        return Combination.of(*parts)

    @staticmethod
    def of(north: str, south: str) -> Combination:
        """The combination of two holdings.

        >>> Combination.of("AJ9", "xxx").south == Combination.of("AJ9", "432").south
        True
        """
        written = [_cleaned(holding) for holding in (north, south)]
        faults = [fault for holding in written for fault in _faults(holding)]
        both = "".join(written)
        faults += [f"the {letter} appears twice" for letter in LETTERS if both.count(letter) > 1]
        free = [letter for letter in LETTERS if letter not in both]
        if both.count("X") > len(free):
            faults.append(f"there are only {len(free)} cards left for {both.count('X')} x's")
        if faults:
            raise SuitError(*dict.fromkeys(faults), text=f"{north} {south}")
        lowest_free = iter(free[: both.count("X")])
        souths = _filled(written[1], lowest_free)
        return Combination(_filled(written[0], lowest_free), souths)

    @property
    def missing(self) -> int:
        """The cards of the defenders."""
        return ((1 << self.ranks) - 1) & ~(self.north | self.south)

    @cached_property
    def length(self) -> int:
        """The length of the longer holding: the most tricks possible."""
        return max(size(self.north), size(self.south))

    def __str__(self) -> str:
        return f"{letters(self.north) or '-'} {letters(self.south) or '-'}"

    def __repr__(self) -> str:
        if self.ranks == 13:
            return f"Combination.parse({str(self)!r})"
        return f"Combination({self.north}, {self.south}, ranks={self.ranks})"


def _cleaned(text: str) -> str:
    cards = re.sub(r"[\s,♠♥♦♣♤♡♢♧]", "", text)
    return "" if cards.lower() in _VOID else cards.upper().replace("10", "T")


def _faults(holding: str) -> list[str]:
    return [f"{letter!r} is not a card" for letter in dict.fromkeys(holding) if letter not in LETTERS + "X"]


def _filled(holding: str, lowest_free: Iterator[str]) -> int:
    return sum(1 << LETTERS.index(next(lowest_free) if card == "X" else card) for card in holding)
