"""A call with what it meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.bidding.entries import Disposition
from overtrick.bidding.promises import Promise
from overtrick.bidding.system import Candidate
from overtrick.core import Bid, Call, Suit

__all__ = ["Said"]

_MOST_NAMES = 3
"""More would not be read."""


@final
@dataclass(frozen=True, eq=False)
class Said:
    """A call, with the rules that make it and what they promise together with the player's earlier calls."""

    call: Call
    rules: tuple[Candidate, ...]
    """The rules that may have made it; none for a player of whom nothing is known."""
    promise: Promise
    tags: tuple[tuple[str, tuple[int, ...]], ...] = ()
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    agrees: Suit | None = None
    is_jump: bool = False
    is_raise: bool = False
    is_odd: bool = False
    """By the rules nobody who made the earlier calls makes this one: it is read for what it says."""
    is_alone: bool = False
    """It contradicts the player's earlier calls, which count no more."""

    @property
    def name(self) -> str:
        """What its rules call it: each name if they are few, else the first; catch-alls come last."""
        entries = sorted((each.rule.entry for each in self.rules), key=lambda entry: entry.is_catch_all)
        names = list(dict.fromkeys(entry.name for entry in entries if entry.name))
        if len(names) > _MOST_NAMES:
            names = [*names[: _MOST_NAMES - 1], "others"]
        return " or ".join(names)

    def tagged(self, tag: str) -> Iterator[tuple[int, ...]]:
        """The suits of each tag of that name."""
        return (suits for name, suits in self.tags if name == tag)
