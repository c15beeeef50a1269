"""Errors of bidding systems and bidding queries, with the place of the fault in a file."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from overtrick.bidding.entries import Place
from overtrick.core import OvertrickError

__all__ = ["BiddingError", "SystemFileError", "suggestion"]


class BiddingError(OvertrickError):
    """A question about bidding that has no answer."""


class SystemFileError(BiddingError):
    """A system file that cannot be read: where reading stopped, and what was expected there.

    >>> str(SystemFileError("expected a call", Place("openings.bid", 12, 3), "  1Q: 12+ hcp"))
    "openings.bid, line 12, column 3: expected a call in '1Q: 12+ hcp'"
    """

    place: Place
    fault: str

    def __init__(self, fault: str, place: Place, line: str = "") -> None:
        self.place = place
        self.fault = fault
        self.line = line
        where = f"{place}, column {place.column}"
        super().__init__(f"{where}: {fault}", text=line.strip() or None)

    def within(self, folder: str) -> SystemFileError:
        """The same error with the folder of the file.

        >>> SystemFileError("expected a call", Place("openings.bid", 12, 3)).within("natural").faults[0]
        'natural/openings.bid, line 12, column 3: expected a call'
        """
        place = self.place._replace(file=f"{folder}/{self.place.file}")
        return SystemFileError(self.fault, place, self.line)

    def pointer(self) -> str:
        """The faulty line with a mark under the column."""
        return f"{self.line}\n{' ' * (self.place.column - 1)}^"


def suggestion(word: str, known: Iterable[str]) -> str:
    """A suggestion for an unknown word, as the end of a sentence; empty if no known word is similar."""
    spelt = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower()[:60], spelt, 1, 0.7)
    return f": did you mean {spelt[close[0]]!r}?" if close else ""
