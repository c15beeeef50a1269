"""Lines of play as data: what to play to a trick, what to look at afterwards, and what to do then.

A plan is a row of steps. A step is one phrase ("finesse the ten"); when its trick is over, the first of
its branches whose condition the defenders' visible plays meet replaces the rest of the plan. A step that
cannot be carried out any more is left out, and where the plan ends declarer plays his cards from the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, final

__all__ = [
    "VOID",
    "Branch",
    "Condition",
    "Event",
    "Memory",
    "Phrase",
    "Plan",
    "Sees",
    "Step",
    "TrickWas",
    "Way",
]

VOID = -1
"""In place of a group of touching cards: the defender shows out."""


class Way(IntEnum):
    """How a trick is played."""

    LEAD = 0
    """Lead the card, low from the other hand."""
    TOWARDS = 1
    """Lead low towards the card and play it; if second hand beats it, beat that card if possible."""
    RUN = 2
    """Lead the card, low from the other hand; if second hand beats it, beat that card if possible."""
    DUCK = 3
    """Low from both hands."""


@final
@dataclass(frozen=True, slots=True, order=True)
class Phrase:
    """A way to play a trick and the card it is about."""

    way: Way
    rank: int = -1
    is_repeated: bool = False
    """Do it again as long as it can be done."""


Seen = frozenset[int]
"""The groups of touching cards that a defender has played from; VOID among them if he has shown out."""


class Event(NamedTuple):
    """What everybody sees of a trick: the groups the defenders' cards come from, and who won."""

    west: int
    east: int
    is_won: bool


class Memory(NamedTuple):
    """What everybody has seen of the defenders' cards so far."""

    west: Seen = frozenset()
    east: Seen = frozenset()

    def then(self, event: Event) -> Memory:
        """With one more trick."""
        return Memory(self.west | {event.west}, self.east | {event.east})


@final
@dataclass(frozen=True, slots=True)
class Sees:
    """The defenders' plays are among these; None where a defender's play does not matter."""

    west: Seen | None = None
    east: Seen | None = None
    is_either: bool = False
    """One of the two is enough."""
    is_so_far: bool = False
    """In this trick or an earlier one."""

    def holds(self, event: Event, memory: Memory) -> bool:
        """Is it so after this trick, which the memory contains?"""
        west, east = memory if self.is_so_far else ({event.west}, {event.east})
        found = [
            bool(seen & wanted)
            for seen, wanted in ((west, self.west), (east, self.east))
            if wanted is not None
        ]
        return any(found) if self.is_either else all(found)


@final
@dataclass(frozen=True, slots=True)
class TrickWas:
    """Declarer won the trick, or lost it."""

    is_won: bool

    def holds(self, event: Event, memory: Memory) -> bool:
        """Is it so after this trick?"""
        del memory
        return event.is_won == self.is_won


Condition = Sees | TrickWas


@final
@dataclass(frozen=True, slots=True)
class Branch:
    """What to do instead of the rest of the plan, if the condition holds."""

    condition: Condition
    plan: Plan


@final
@dataclass(frozen=True, slots=True)
class Step:
    """One phrase, and the branches looked at when its trick is over."""

    phrase: Phrase
    branches: tuple[Branch, ...] = ()


Plan = tuple[Step, ...]
