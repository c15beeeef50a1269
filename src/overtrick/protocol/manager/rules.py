"""The rules of a table, and its clocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import final

from overtrick.core import Side
from overtrick.protocol.messages import MOST, ProtocolError, Timing

__all__ = ["DEFAULT_RULES", "FORFEIT_IMPS", "GRACE", "Clocks", "LineEnd", "OnFailure", "Rules"]

GRACE = 1.0
"""Seconds after which a pair's clock runs though its player has not asked for what it needs."""
FORFEIT_IMPS = 3
"""What a forfeited board costs, and gives to the others: average minus and average plus (Law 12C2)."""


class OnFailure(StrEnum):
    """What happens when a player is out of time, gone, or acts against the laws again and again."""

    ROBOT = "robot"
    FORFEIT = "forfeit"


class LineEnd(StrEnum):
    """How our lines end: as the protocol says, or as some programs want it."""

    CRLF = "crlf"
    LF = "lf"


@final
@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a table; all times in seconds."""

    limit: float | None = 120.0
    """For a pair and a board; None for no limit."""
    patience: float = 10.0
    """How long the manager waits for a line like ``ready for …`` before it goes on without."""
    wait: float = 30.0
    """How long a board waits for a player that has left."""
    tries: int = 3
    """Illegal calls and cards on a board before the player has failed."""
    on_failure: OnFailure = OnFailure.ROBOT
    line_end: LineEnd = LineEnd.CRLF

    def __post_init__(self) -> None:
        if min(self.patience, self.wait, self.limit or 0) < 0 or self.tries < 1:
            raise ProtocolError("times are not negative, and everybody has one try")


DEFAULT_RULES = Rules()
"""Two minutes for a pair and a board, as in championships."""


# Clocks


@final
@dataclass
class Clocks:
    """Seconds, by pair.

    >>> clocks = Clocks()
    >>> clocks.charge(Side.NS, 75)
    >>> clocks.timing()
    Timing(ns_board=75, ns_total=75, ew_board=0, ew_total=0)
    """

    board: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    before: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    """For the boards that are over."""

    def charge(self, side: Side, seconds: float) -> None:
        """Let a pair's clock run on."""
        self.board[side] += max(0.0, seconds)

    def next_board(self) -> None:
        """The board is over."""
        for side in Side:
            self.before[side] += self.board[side]
            self.board[side] = 0.0

    def timing(self) -> Timing:
        """What the players are told at the end of a board."""
        ns, ew = (round(self.board[side]) for side in Side)
        ns_before, ew_before = (round(self.before[side]) for side in Side)
        return Timing(*(min(each, MOST) for each in (ns, ns_before + ns, ew, ew_before + ew)))
