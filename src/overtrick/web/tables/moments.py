"""A table at one moment: who looks finds it whole, whatever happens meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Board, Seat
from overtrick.table import CallExplained, Seen, Table, TableState
from overtrick.web.tables.sentences import sentences

__all__ = ["Moment"]


@final
@dataclass(frozen=True)
class Moment:
    """A state of a table, and what its person has been told until then."""

    state: TableState
    table: Table
    """For what was told: entries after the state are left out."""
    seat: Seat | None
    """Where the person sits; None for one who watches."""

    @staticmethod
    def of(table: Table, seat: Seat | None) -> Moment:
        """The table as it is now."""
        return Moment(table.state, table, seat)

    @property
    def bottom(self) -> Seat:
        """The seat from which the table is seen."""
        return Seat.SOUTH if self.seat is None else self.seat

    @property
    def board(self) -> Board:
        """The board on the table, or the last one."""
        return (self.state.in_play or self.state.ended[-1]).board

    @property
    def number(self) -> int:
        """The last entry that the person was told and may act upon."""
        for number in range(self.state.number, 0, -1):
            seen = self._seen(number - 1)
            if seen and seen[0].number == number and not isinstance(seen[0].event, CallExplained):
                return number
        return 0

    def told(self) -> tuple[tuple[int, str], ...]:
        """What happened on the board, sentence by sentence, each with the number of its entry."""
        return sentences(self._seen(self._dealt - 1), self.seat)

    def _seen(self, after: int) -> tuple[Seen, ...]:
        seen = self.table.events_for(self.bottom, after)
        return tuple(each for each in seen if each.number <= self.state.number)

    @property
    def _dealt(self) -> int:
        """The entry that dealt the board."""
        in_play, ended = self.state.in_play, self.state.ended
        return in_play.steps[0][0] if in_play is not None else ended[-1].dealt if ended else 1
