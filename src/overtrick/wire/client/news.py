"""What a player at a strange table has to tell to whoever started it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Call, Meaning, Seat
from overtrick.wire.client.seen import SeenBoard
from overtrick.wire.messages import BoardHeader, Teams, Timing

__all__ = [
    "BoardBegun",
    "BoardLeft",
    "BoardOver",
    "Explained",
    "Ignored",
    "News",
    "SatDown",
    "SessionOver",
    "TeamsTold",
    "TurnedAway",
]


@final
@dataclass(frozen=True, slots=True)
class SatDown:
    """It has a seat."""

    seat: Seat
    team: str


@final
@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The manager has no seat for it."""

    why: str


@final
@dataclass(frozen=True, slots=True)
class TeamsTold:
    """It knows who plays."""

    teams: Teams


@final
@dataclass(frozen=True, slots=True)
class BoardBegun:
    """A board begins, or begins again."""

    header: BoardHeader


@final
@dataclass(frozen=True, slots=True)
class Explained:
    """Another player's call came with words."""

    seat: Seat
    call: Call
    said: Meaning
    read: bool
    """Could they be read as points and lengths?"""


@final
@dataclass(frozen=True, slots=True)
class BoardLeft:
    """A board was abandoned."""

    number: int


@final
@dataclass(frozen=True, slots=True)
class BoardOver:
    """A board is over, as far as this seat has seen it."""

    board: SeenBoard
    timing: Timing | None


@final
@dataclass(frozen=True, slots=True)
class Ignored:
    """A line that was of no use; cards that are no business of this seat are not quoted."""

    why: str


@final
@dataclass(frozen=True, slots=True)
class SessionOver:
    """There are no more boards."""


News = (
    SatDown | TurnedAway | TeamsTold | BoardBegun | Explained | BoardLeft | BoardOver | Ignored | SessionOver
)
