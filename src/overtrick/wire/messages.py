"""The messages of the table-manager protocol, version 18, as values: each says one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Call, Card, CardSet, Meaning, Seat, Vul
from overtrick.wire.errors import WireError
from overtrick.wire.plain import plain_name, plain_text

__all__ = [
    "MOST",
    "VERSION",
    "BoardHeader",
    "Called",
    "Connecting",
    "DummyCards",
    "EndOfSession",
    "FromManager",
    "FromPlayer",
    "HandCards",
    "IllegalBid",
    "IllegalCard",
    "Message",
    "Played",
    "ReadyForBid",
    "ReadyForCard",
    "ReadyForCards",
    "ReadyForDeal",
    "ReadyForDummy",
    "ReadyForTeams",
    "ReadyToStart",
    "Refused",
    "Seated",
    "StartOfBoard",
    "Teams",
    "Timing",
    "ToLead",
]

VERSION = 18
"""The version of the protocol that everybody speaks."""
MOST = 10**6
"""Larger numbers of boards, versions and seconds nobody means."""


# From a player


@final
@dataclass(frozen=True, slots=True)
class Connecting:
    """A player asks for a seat, or with None for any seat of its team."""

    team: str
    seat: Seat | None
    version: int = VERSION

    def __post_init__(self) -> None:
        object.__setattr__(self, "team", plain_name(self.team))
        _check_number("version", self.version)


@final
@dataclass(frozen=True, slots=True)
class ReadyForTeams:
    """A player that has its seat wants to know who plays."""

    seat: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyToStart:
    """A player knows the teams."""

    seat: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyForDeal:
    """A player wants the number of the board, the dealer and the vulnerability."""

    seat: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyForCards:
    """A player wants its hand."""

    seat: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyForBid:
    """A player waits for the call of another."""

    seat: Seat
    of: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyForCard:
    """A player waits for the card of another hand, with None for dummy's."""

    seat: Seat
    of: Seat | None
    trick: int | None = None
    """The number of the trick, 1 to 13, where it is said."""

    def __post_init__(self) -> None:
        if self.trick is not None and not 1 <= self.trick <= 13:
            raise WireError(f"there is no trick {self.trick}: a deal has thirteen")


@final
@dataclass(frozen=True, slots=True)
class ReadyForDummy:
    """A player wants to see dummy."""

    seat: Seat


# Both ways: what one player does is told to the others


@final
@dataclass(frozen=True, slots=True)
class Called:
    """A call, with an alert or an explanation if there is one."""

    seat: Seat
    call: Call
    meaning: Meaning | None = None

    def __post_init__(self) -> None:
        if self.meaning is not None:
            text = plain_text(self.meaning.text)
            said = Meaning(text, self.meaning.alerted) if text or self.meaning.alerted else None
            object.__setattr__(self, "meaning", said)


@final
@dataclass(frozen=True, slots=True)
class Played:
    """A card from the hand of a seat, or with None from dummy's; declarer sends dummy's cards."""

    seat: Seat | None
    card: Card


# From the manager


@final
@dataclass(frozen=True, slots=True)
class Seated:
    """A player has this seat, whatever it asked for."""

    seat: Seat
    team: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "team", plain_name(self.team))


@final
@dataclass(frozen=True, slots=True)
class Teams:
    """Who plays against whom, and what for if that is said."""

    ns: str
    ew: str
    playing: str = ""

    def __post_init__(self) -> None:
        for side in ("ns", "ew", "playing"):
            object.__setattr__(self, side, plain_name(getattr(self, side)))


@final
@dataclass(frozen=True, slots=True)
class StartOfBoard:
    """A board begins; in mid-board, the one in play is abandoned."""


@final
@dataclass(frozen=True, slots=True)
class BoardHeader:
    """Which board it is."""

    number: int
    dealer: Seat
    vul: Vul

    def __post_init__(self) -> None:
        _check_number("board", self.number)


@final
@dataclass(frozen=True, slots=True)
class HandCards:
    """The thirteen cards of the player it is sent to."""

    seat: Seat
    hand: CardSet

    def __post_init__(self) -> None:
        _check_hand(self.seat.word, self.hand)


@final
@dataclass(frozen=True, slots=True)
class ToLead:
    """The hand of this seat is to lead to the trick, or with None dummy's."""

    seat: Seat | None


@final
@dataclass(frozen=True, slots=True)
class DummyCards:
    """The thirteen cards of dummy."""

    hand: CardSet

    def __post_init__(self) -> None:
        _check_hand("dummy", self.hand)


@final
@dataclass(frozen=True, slots=True)
class Timing:
    """The end of a board: the seconds that each pair took for it, and in all."""

    ns_board: int
    ns_total: int
    ew_board: int
    ew_total: int

    def __post_init__(self) -> None:
        for seconds in (self.ns_board, self.ns_total, self.ew_board, self.ew_total):
            _check_number("number of seconds", seconds, least=0)


@final
@dataclass(frozen=True, slots=True)
class EndOfSession:
    """There are no more boards."""


@final
@dataclass(frozen=True, slots=True)
class IllegalBid:
    """The last call of this player did not count."""

    why: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", plain_text(self.why))


@final
@dataclass(frozen=True, slots=True)
class IllegalCard:
    """The last card of this player did not count."""

    why: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", plain_text(self.why))


@final
@dataclass(frozen=True, slots=True)
class Refused:
    """The manager has no seat for this player, or no use for its line."""

    why: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", plain_text(self.why))


FromPlayer = (
    Connecting
    | ReadyForTeams
    | ReadyToStart
    | ReadyForDeal
    | ReadyForCards
    | Called
    | ReadyForBid
    | Played
    | ReadyForCard
    | ReadyForDummy
)
FromManager = (
    Seated
    | Teams
    | StartOfBoard
    | BoardHeader
    | HandCards
    | Called
    | ToLead
    | Played
    | DummyCards
    | Timing
    | EndOfSession
    | IllegalBid
    | IllegalCard
    | Refused
)
Message = FromPlayer | FromManager


def _check_number(what: str, number: int, least: int = 1) -> None:
    if not least <= number <= MOST:
        raise WireError(f"there is no {what} {number}: expected {least} to {MOST}")


def _check_hand(whose: str, hand: CardSet) -> None:
    if len(hand) != 13:
        raise WireError(f"{whose} has {len(hand)} cards, not thirteen")
