"""The clocks of a table: each pair's time for the board and in all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from overtrick.core import Side
from overtrick.wire.messages import MOST, Timing

__all__ = ["Clocks"]


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
