"""The rules of a table, and its clocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import final

from overtrick.core import Side
from overtrick.protocol.messages import MOST, ProtocolError, Timing

__all__ = ["DEFAULT_RULES", "FORFEIT_IMPS", "GRACE", "Clocks", "LineEnd", "OnFailure", "Rules"]

GRACE = 1.0
"""Seconds after which a pair's clock runs even if its player has not asked for the messages it needs."""
FORFEIT_IMPS = 3
"""IMPs that a forfeited board costs, and gives to the others: average minus and plus (Law 12C2)."""


class OnFailure(StrEnum):
    """The consequence when a player is out of time, gone, or acts illegally again and again."""

    ROBOT = "robot"
    FORFEIT = "forfeit"


class LineEnd(StrEnum):
    """The line end that we send: the protocol's, or the one some programs expect."""

    CRLF = "crlf"
    LF = "lf"


@final
@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a table; all times in seconds."""

    limit: float | None = 120.0
    """The time limit for a pair and a board; None for no limit."""
    patience: float = 10.0
    """How long the manager waits for a line like ``ready for …`` before it goes on without it."""
    wait: float = 30.0
    """How long a board waits for a player that has left."""
    tries: int = 3
    """Illegal calls and cards on a board after which the player has failed."""
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
    """The seconds used by each pair.

    >>> clocks = Clocks()
    >>> clocks.charge(Side.NS, 75)
    >>> clocks.timing()
    Timing(ns_board=75, ns_total=75, ew_board=0, ew_total=0)
    """

    board: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    before: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    """Seconds used on finished boards."""

    def charge(self, side: Side, seconds: float) -> None:
        """Add seconds to a pair's clock."""
        self.board[side] += max(0.0, seconds)

    def next_board(self) -> None:
        """Move the board's seconds to the total."""
        for side in Side:
            self.before[side] += self.board[side]
            self.board[side] = 0.0

    def timing(self) -> Timing:
        """The message to the players at the end of a board."""
        ns, ew = (round(self.board[side]) for side in Side)
        ns_before, ew_before = (round(self.before[side]) for side in Side)
        return Timing(*(min(each, MOST) for each in (ns, ns_before + ns, ew, ew_before + ew)))
