"""The messages of the table-manager protocol, version 18, as values; text in the form its lines can carry."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import final

from overtrick.core import Call, Card, CardSet, Meaning, OvertrickError, Seat, Vul

__all__ = [
    "LONGEST_NAME",
    "LONGEST_TEXT",
    "MOST",
    "VERSION",
    "BoardHeader",
    "Called",
    "Complaint",
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
    "ProtocolError",
    "Ready",
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
    "plain_name",
    "plain_text",
]


class ProtocolError(OvertrickError):
    """A line that is no message of the protocol, or a message that cannot be sent."""


# Text


LONGEST_NAME = 60
"""The most characters of a team's name."""
LONGEST_TEXT = 400
"""The most characters of an explanation; the rest is cut off."""
_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤—–…≤≥×", "CDHSCDHS--.<>x")


def plain_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """A text as one line of ASCII: suits as letters, single spaces, and a question mark for anything else.

    >>> plain_text("5+♥,  forcing")
    '5+H, forcing'
    """
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    ascii_only = kept.encode("ascii", "replace").decode("ascii")
    spaced = "".join(letter if letter.isprintable() else " " for letter in ascii_only)
    return " ".join(" ".join(spaced.split())[:longest].split())


def plain_name(name: str) -> str:
    """The name of a team, without quotes, as it is sent in quotes.

    >>> plain_name('The "A" team')
    "The 'A' team"
    """
    return plain_text(name.replace('"', "'"), LONGEST_NAME)


# Messages


VERSION = 18
"""The version of the protocol in general use."""
MOST = 10**6
"""The largest number of boards, versions or seconds that is accepted."""


class Message:
    """A message of either side."""


class FromPlayer(Message):
    """A message from a player."""


class FromManager(Message):
    """A message from the manager."""


# From a player


@final
@dataclass(frozen=True, slots=True)
class Connecting(FromPlayer):
    """A player asks for a seat, or with None for any seat of its team."""

    team: str
    seat: Seat | None
    version: int = VERSION

    def __post_init__(self) -> None:
        object.__setattr__(self, "team", plain_name(self.team))
        _check_number("version", self.version)


@dataclass(frozen=True, slots=True)
class Ready(FromPlayer):
    """A player is ready to go on."""

    seat: Seat


@final
class ReadyForTeams(Ready):
    """A seated player asks for the teams."""


@final
class ReadyToStart(Ready):
    """A player knows the teams and is ready to start."""


@final
class ReadyForDeal(Ready):
    """A player asks for the number of the board, the dealer and the vulnerability."""


@final
class ReadyForCards(Ready):
    """A player asks for its hand."""


@final
@dataclass(frozen=True, slots=True)
class ReadyForBid(Ready):
    """A player waits for the call of another."""

    of: Seat


@final
@dataclass(frozen=True, slots=True)
class ReadyForCard(Ready):
    """A player waits for the card of another hand, with None for dummy's."""

    of: Seat | None
    trick: int | None = None
    """The number of the trick, 1 to 13, if it is given."""

    def __post_init__(self) -> None:
        if self.trick is not None and not 1 <= self.trick <= 13:
            raise ProtocolError(f"there is no trick {self.trick}: a deal has thirteen")


@final
class ReadyForDummy(Ready):
    """A player asks for dummy's hand."""


# In both directions: a player's act is passed on to the others


@final
@dataclass(frozen=True, slots=True)
class Called(FromPlayer, FromManager):
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
class Played(FromPlayer, FromManager):
    """A card from the hand of a seat, or with None from dummy's; declarer sends dummy's cards."""

    seat: Seat | None
    card: Card


# From the manager


@final
@dataclass(frozen=True, slots=True)
class Seated(FromManager):
    """A player has this seat, whatever it asked for."""

    seat: Seat
    team: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "team", plain_name(self.team))


@final
@dataclass(frozen=True, slots=True)
class Teams(FromManager):
    """The two teams, and the scoring if it is given."""

    ns: str
    ew: str
    playing: str = ""

    def __post_init__(self) -> None:
        for side in ("ns", "ew", "playing"):
            object.__setattr__(self, side, plain_name(getattr(self, side)))


@final
@dataclass(frozen=True, slots=True)
class StartOfBoard(FromManager):
    """A board begins; in mid-board, the one in play is abandoned."""


@final
@dataclass(frozen=True, slots=True)
class BoardHeader(FromManager):
    """The number of the board, its dealer and its vulnerability."""

    number: int
    dealer: Seat
    vul: Vul

    def __post_init__(self) -> None:
        _check_number("board", self.number)


@final
@dataclass(frozen=True, slots=True)
class HandCards(FromManager):
    """The thirteen cards of the player it is sent to."""

    seat: Seat
    hand: CardSet

    def __post_init__(self) -> None:
        _check_hand(self.seat.word, self.hand)


@final
@dataclass(frozen=True, slots=True)
class ToLead(FromManager):
    """The hand of this seat, or with None dummy's, is to lead to the trick."""

    seat: Seat | None


@final
@dataclass(frozen=True, slots=True)
class DummyCards(FromManager):
    """The thirteen cards of dummy."""

    hand: CardSet

    def __post_init__(self) -> None:
        _check_hand("dummy", self.hand)


@final
@dataclass(frozen=True, slots=True)
class Timing(FromManager):
    """The end of a board, with the seconds that each pair took for it and in all."""

    ns_board: int
    ns_total: int
    ew_board: int
    ew_total: int

    def __post_init__(self) -> None:
        for seconds in (self.ns_board, self.ns_total, self.ew_board, self.ew_total):
            _check_number("number of seconds", seconds, least=0)


@final
@dataclass(frozen=True, slots=True)
class EndOfSession(FromManager):
    """There are no more boards."""


@dataclass(frozen=True, slots=True)
class Complaint(FromManager):
    """A complaint about a player's message."""

    why: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", plain_text(self.why))


@final
class IllegalBid(Complaint):
    """The last call of this player did not count."""


@final
class IllegalCard(Complaint):
    """The last card of this player did not count."""


@final
class Refused(Complaint):
    """The manager has no seat for this player, or no use for its line."""


def _check_number(what: str, number: int, least: int = 1) -> None:
    if not least <= number <= MOST:
        raise ProtocolError(f"there is no {what} {number}: expected {least} to {MOST}")


def _check_hand(whose: str, hand: CardSet) -> None:
    if len(hand) != 13:
        raise ProtocolError(f"{whose} has {len(hand)} cards, not thirteen")
