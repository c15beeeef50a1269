"""The parts of an answer: first plays, goals, lines, and the entries they take for granted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from overtrick.core import Odds, Seat
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import LETTERS
from overtrick.suits.meaning import UNLIMITED, Reach
from overtrick.suits.plans import Plan

__all__ = ["Entries", "FirstPlay", "Goal", "HonestDefence", "Line", "TooManyLines"]


class TooManyLines(SuitError):
    """More undominated lines than anybody wants to see."""


@final
@dataclass(frozen=True, slots=True)
class Entries:
    """How often the lead can be moved to each hand by other suits; None: as often as needed."""

    north: int | None = None
    south: int | None = None

    def __post_init__(self) -> None:
        for name, number in (("North", self.north), ("South", self.south)):
            if number is not None and not 0 <= number < UNLIMITED:
                raise SuitError(f"{number} entries to {name}: expected a number from 0 to 14")

    @property
    def reach(self) -> Reach:
        """The start of play: neither hand is in."""
        return Reach(0, *(UNLIMITED if count is None else count for count in (self.north, self.south)))

    @property
    def are_free(self) -> bool:
        """Entries never run out."""
        return self.north is None and self.south is None


@final
@dataclass(frozen=True, slots=True)
class FirstPlay:
    """A card to lead, and what the best line that begins with it is worth."""

    seat: Seat
    rank: int
    value: Fraction
    """The chance of the goal, or the expected number of tricks."""
    wins: int
    """The layouts in which the line reaches the goal, as bits; for expected tricks the trick vector."""

    def __str__(self) -> str:
        return f"{self.seat.word} {LETTERS[self.rank]}"


@final
@dataclass(frozen=True, slots=True)
class Goal:
    """The best chance of at least so many tricks."""

    tricks: int
    odds: Odds
    first_plays: tuple[FirstPlay, ...]
    """Every lead that begins a best line."""

    @property
    def wins(self) -> int:
        """The layouts a best line wins, as bits; none if nothing can be led."""
        return self.first_plays[0].wins if self.first_plays else 0


@final
@dataclass(frozen=True, slots=True)
class Line:
    """An undominated line of play, known by the tricks it takes in each layout."""

    tricks: tuple[int, ...]
    expected: Fraction
    chances: tuple[Fraction, ...]
    """The chance of at least one trick, two tricks, and so on."""


@final
@dataclass(frozen=True, slots=True)
class HonestDefence:
    """A line that gains against defenders who never false-card, and what it costs against the others."""

    plan: Plan
    odds: Odds
    against_best: Odds
