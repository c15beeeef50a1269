"""The rules of a table: how long players may take, and what happens to those that fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.wire.errors import WireError

__all__ = ["DEFAULT_RULES", "FORFEIT_IMPS", "GRACE", "LineEnd", "OnFailure", "Rules"]

GRACE = 1.0
"""Seconds after which a pair's clock runs though its player has not asked for what it needs."""
FORFEIT_IMPS = 3
"""What a forfeited board costs, and gives to the others: average minus and average plus (Law 12C2)."""


class OnFailure(Enum):
    """What happens when a player is out of time, gone, or acts against the laws again and again."""

    ROBOT = "robot"
    FORFEIT = "forfeit"


class LineEnd(Enum):
    """How our lines end: as the protocol says, or as some programs want it."""

    CRLF = "crlf"
    LF = "lf"

    @property
    def text(self) -> str:
        """What is sent."""
        return "\r\n" if self is LineEnd.CRLF else "\n"


@final
@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed at a table; all times in seconds."""

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
        times = (self.patience, self.wait, *(() if self.limit is None else (self.limit,)))
        if min(times) < 0 or self.tries < 1:
            raise WireError("times are not negative, and everybody has one try")


DEFAULT_RULES = Rules()
"""Two minutes for a pair and a board, as in championships."""
