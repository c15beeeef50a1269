"""The log as one seat may see it: what it was told is never told differently later."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import final

from overtrick.core import Deal, Seat
from overtrick.table.encoding import event_object
from overtrick.table.entries import Entry
from overtrick.table.events import (
    BoardDealt,
    BoardEnded,
    CardPlayed,
    ClaimRefused,
    Event,
    Note,
    TableOpened,
)
from overtrick.table.state import Refusal, TableState

__all__ = ["Faced", "Seen", "faced_by", "seen_by"]


@final
@dataclass(frozen=True, slots=True)
class Faced:
    """What an event put on the table for everybody."""

    deal: Deal
    refusals: tuple[Refusal, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Seen:
    """An entry as one seat sees it."""

    number: int
    time: datetime
    event: Event
    """With nothing in it that is hidden from the seat."""
    shown: Deal | None = None
    """The hands that are faced with it: dummy's with the opening lead, all four at the end of a board."""
    refusals: tuple[Refusal, ...] = ()
    """At the end of a board, the claims that were not accepted, with the lines that show why."""

    def __str__(self) -> str:
        """A line of JSON, like an entry, with what is shown."""
        told = {"number": self.number, "time": self.time.isoformat(), **event_object(self.event)}
        if self.shown is not None:
            told["shown"] = str(self.shown)
        if self.refusals:
            told["refusals"] = [
                {"by": str(each.claim.by), "tricks": each.claim.tricks, "line": [*map(str, each.line)]}
                for each in self.refusals
            ]
        return json.dumps(told)


def faced_by(event: Event, after: TableState) -> Faced | None:
    """What an event shows to everybody, from the state after it."""
    if isinstance(event, BoardEnded):
        return Faced(after.ended[-1].board.deal, after.ended[-1].refusals)
    on_table = after.in_play
    if not isinstance(event, CardPlayed) or on_table is None or on_table.contract is None:
        return None
    dummy = on_table.contract.dummy
    is_lead = len(on_table.play.cards) == 1
    return Faced(Deal.of({dummy: on_table.board.deal[dummy]})) if is_lead else None


def seen_by(seat: Seat, entry: Entry, faced: Faced | None) -> Seen | None:
    """An entry for one seat, with what it put on the table; None for a note to others."""
    event = entry.event
    match event:
        case TableOpened():
            event = TableOpened(event.settings.without_seed())
        case BoardDealt():
            event = replace(event, deal=Deal.of({seat: event.deal[seat]}))
        case ClaimRefused():
            event = ClaimRefused()
        case Note() if seat not in event.to:
            return None
        case Note():
            event = replace(event, to=(seat,))
    if faced is None:
        return Seen(entry.number, entry.time, event)
    return Seen(entry.number, entry.time, event, faced.deal, faced.refusals)
