"""The log of a table with the boards that are over, as everybody then knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import final

from overtrick.core import Seat, Side
from overtrick.protocol.client.board import SeatBoard
from overtrick.protocol.messages import Teams
from overtrick.table import Log, Occupant, Table, TableSettings

__all__ = ["BoardLog"]


@final
class BoardLog:
    """Writes each board when it is over, so that no card is in the log before it was played.

    Of a board that was passed out, or not played to the end, the other hands are never known: a note is kept.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._table: Table | None = None

    def open(self, teams: Teams) -> None:
        """The players have sat down; the same table goes on when they come back."""
        if self._table is None:
            names = {Side.NS: teams.ns or "N/S", Side.EW: teams.ew or "E/W"}
            seated = tuple(Occupant(names[seat.side]) for seat in Seat)
            self._table = Table.open(TableSettings(seated), self._log)

    def keep(self, seen: SeatBoard) -> None:
        """A board is over."""
        table = self._table
        if table is None:
            return
        if seen.whole_deal is None:
            table.note(f"board {seen.number}, as {seen.seat.word} saw it: {seen.result or 'not finished'}")
            return
        table.deal(replace(seen.record, play=None, result=None), with_auction=True)
        for card in seen.cards:
            turn = table.turn
            assert turn is not None  # there are cards left
            table.play(turn, card)
