"""Base types of reasons: engines return reasons as data, and `explain` puts them into words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import final

from overtrick.core.card import Card
from overtrick.core.drawing import Drawable
from overtrick.core.errors import NotationError
from overtrick.core.seat import Seat

__all__ = ["Holds", "Odds", "Reason", "Statement"]


_ODDS = re.compile(r"[0-9]{1,30}/(?P<cases>[0-9]{1,30})|(?P<percent>[0-9]{1,3}(\.[0-9]{1,30})?) ?%")


@final
@total_ordering
@dataclass(frozen=True, slots=True)
class Odds(Drawable):
    """An exact chance: favourable cases out of all cases, in lowest terms.

    >>> Odds(2, 4), Odds(1, 3).percent, Odds(1, 2) > Odds(1, 3)
    (Odds(1, 2), '33.3%', True)
    """

    wins: int
    cases: int

    def __post_init__(self) -> None:
        if self.cases <= 0 or not 0 <= self.wins <= self.cases:
            raise NotationError(f"{self.wins}/{self.cases} is not a chance: expected a fraction from 0 to 1")
        reduced = Fraction(self.wins, self.cases)
        object.__setattr__(self, "wins", reduced.numerator)
        object.__setattr__(self, "cases", reduced.denominator)

    @staticmethod
    def of(chance: Fraction) -> Odds:
        """The odds of a chance given as a fraction."""
        return Odds(chance.numerator, chance.denominator)

    @staticmethod
    def parse(text: str) -> Odds:
        """Read an exact fraction, ``1/2``, or a percentage, ``35.5%``."""
        match = _ODDS.fullmatch(text.strip())
        if match is None or not int(match["cases"] or 1):
            raise NotationError(f"{text!r} is not a chance: expected '1/2' or '35.5%'")
        chance = Fraction(match[0]) if match["percent"] is None else Fraction(match["percent"]) / 100
        return Odds.of(chance)

    @property
    def fraction(self) -> Fraction:
        """The chance as a fraction, for arithmetic."""
        return Fraction(self.wins, self.cases)

    @property
    def percent(self) -> str:
        """The chance to one decimal: ``33.3%``. Only a certainty is 100%, only an impossibility 0%."""
        if self.wins in (0, self.cases):
            return f"{100 * self.wins // self.cases}%"
        tenths = min(max(round(1000 * self.fraction), 1), 999)
        return f"{tenths / 10:.1f}".removesuffix(".0") + "%"

    def __lt__(self, other: Odds) -> bool:
        return self.wins * other.cases < other.wins * self.cases

    def __str__(self) -> str:
        return f"{self.wins}/{self.cases}"

    def __repr__(self) -> str:
        return f"Odds({self.wins}, {self.cases})"


class Statement:
    """A statement that is true or false of a board.

    Each engine declares its statements as frozen dataclasses, without slots (``slots=True`` would leave an
    unused duplicate among the subclasses). A test fails if a statement lacks a sentence or a checker.
    """

    __slots__ = ()


@final
@dataclass(frozen=True)
class Holds(Statement):
    """A seat was dealt a card."""

    seat: Seat
    card: Card


@final
@dataclass(frozen=True, slots=True)
class Reason:
    """A statement, its odds if it is not certain, and the reasons behind it.

    >>> reason = Reason(Holds(Seat.WEST, Card.parse("HK")), Odds(1, 2))
    >>> [statement.card for statement in reason.statements()]
    [Card.parse('HK')]
    """

    statement: Statement
    odds: Odds | None = None
    because: tuple[Reason, ...] = ()

    def statements(self) -> Iterator[Statement]:
        """Every statement of the tree, this one first."""
        yield self.statement
        for reason in self.because:
            yield from reason.statements()
