"""Settings of a table: the players, the scoring, and the seed of the boards."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from enum import Enum
from typing import final

import numpy as np

from overtrick.core import Board, Seat
from overtrick.deals import deals
from overtrick.table.errors import TableError

__all__ = ["Occupant", "Scoring", "TableSettings"]

_SEED_BITS = 128


class Scoring(Enum):
    """The form of scoring."""

    POINTS = "points"
    IMPS = "imps"
    MATCHPOINTS = "matchpoints"

    def __repr__(self) -> str:
        return f"Scoring.{self.name}"


@final
@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat: a person, or a robot by its name."""

    name: str
    is_robot: bool = False

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise TableError("everybody at the table has a name")


@final
@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table, fixed before the first board.

    >>> TableSettings.of("Ann", "Bob", "Cleo", "Dan", seed=1).occupant(Seat.SOUTH)
    Occupant(name='Cleo', is_robot=False)
    """

    occupants: tuple[Occupant, ...]
    """North, then clockwise."""
    scoring: Scoring = Scoring.IMPS
    seed: int | None = None
    """The seed of the boards; None if every board is given, or in the settings that a player sees."""

    def __post_init__(self) -> None:
        if len(self.occupants) != len(Seat):
            raise TableError(f"a table has four seats, not {len(self.occupants)}")
        if self.seed is not None and self.seed < 0:
            raise TableError(f"a seed is a number from 0 up, not {self.seed}")

    @staticmethod
    def of(*who: str | Occupant, scoring: Scoring = Scoring.IMPS, seed: int | None = None) -> TableSettings:
        """Settings with people given by name and robots as occupants; the default seed is unguessable."""
        seated = tuple(each if isinstance(each, Occupant) else Occupant(each) for each in who)
        return TableSettings(seated, scoring, secrets.randbits(_SEED_BITS) if seed is None else seed)

    def occupant(self, seat: Seat) -> Occupant:
        """The occupant of a seat."""
        return self.occupants[seat]

    def board(self, number: int) -> Board:
        """The board with this number, dealt from the seed: always the same one.

        >>> settings = TableSettings.of("Ann", "Bob", "Cleo", "Dan", seed=1)
        >>> settings.board(3) == settings.board(3) != settings.board(4)
        True
        """
        if self.seed is None:
            raise TableError("without a seed there is nothing to deal from: give the board")
        (deal,) = deals(np.random.default_rng([self.seed, number]), 1)
        return Board.numbered(number, deal)

    def without_seed(self) -> TableSettings:
        """The settings as a player may see them: the seed would reveal all boards to come."""
        return replace(self, seed=None)
