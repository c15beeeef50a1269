"""Entries of a log: events with their numbers and times, a line of JSON each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import final

from overtrick.table.encoding import event_object, exactly, read_event, read_object
from overtrick.table.errors import LogError
from overtrick.table.events import Event

__all__ = ["Entry"]


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its place in the log and its time.

    >>> from overtrick.table import Conceded
    >>> from overtrick.core import Seat
    >>> str(Entry(9, datetime(2026, 5, 1, tzinfo=UTC), Conceded(Seat.WEST)))
    '{"number": 9, "time": "2026-05-01T00:00:00+00:00", "event": "conceded", "by": "W"}'
    """

    number: int
    time: datetime
    event: Event

    def __post_init__(self) -> None:
        if self.number < 1:
            raise LogError(f"entries are numbered from 1, not {self.number}")
        if self.time.utcoffset() != timedelta(0):
            raise LogError(f"the time of an entry is in UTC, not {self.time.isoformat()}")
        object.__setattr__(self, "time", self.time.astimezone(UTC))

    @staticmethod
    def parse(text: str) -> Entry:
        """Read the line that ``str`` writes; a damaged one is not quoted, for it may tell cards.

        >>> Entry.parse('{"number": 1')
        Traceback (most recent call last):
        ...
        overtrick.table.errors.LogError: an entry is not JSON
        """
        told = read_object(text)
        try:
            number, time = exactly(int, told.pop("number")), datetime.fromisoformat(told.pop("time"))
            return Entry(number, time, read_event(told))
        except LogError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise LogError(f"an entry is damaged ({type(error).__name__})") from None

    def __str__(self) -> str:
        told = {"number": self.number, "time": self.time.isoformat(), **event_object(self.event)}
        return json.dumps(told)
