"""A player's side of the protocol: lines in, messages and events out.

It neither waits nor thinks: the lines heard determine the messages sent, so a transcript can be replayed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import Auction, Call, Card, CardSet, Meaning, OvertrickError, Seat, SeatView
from overtrick.protocol import messages
from overtrick.protocol.client.board import SeatBoard, act_message, plainest, ready_messages
from overtrick.protocol.client.explanations import as_note, says_something
from overtrick.protocol.codec import read, write

__all__ = [
    "BoardLeft",
    "BoardOver",
    "Dialogue",
    "Explained",
    "Ignored",
    "Response",
    "SatDown",
    "SeatEvent",
    "Stage",
    "TurnedAway",
    "as_line",
    "described",
    "quoted",
    "without_cards",
]

# Events


@final
@dataclass(frozen=True, slots=True)
class SatDown:
    """The player has got a seat."""

    seat: Seat
    team: str


@final
@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The manager has no seat for the player."""

    why: str


@final
@dataclass(frozen=True, slots=True)
class Explained:
    """Another player's call came with an explanation."""

    seat: Seat
    call: Call
    said: Meaning
    read: bool
    """Could it be read as points and lengths?"""


@final
@dataclass(frozen=True, slots=True)
class BoardLeft:
    """A board was abandoned."""

    number: int


@final
@dataclass(frozen=True, slots=True)
class BoardOver:
    """A board is over, as far as this seat saw it."""

    board: SeatBoard
    timing: messages.Timing | None


@final
@dataclass(frozen=True, slots=True)
class Ignored:
    """A line was ignored; cards that this seat should not know are not quoted."""

    why: str


SeatEvent = (
    SatDown
    | TurnedAway
    | messages.Teams
    | messages.BoardHeader
    | Explained
    | BoardLeft
    | BoardOver
    | Ignored
    | messages.EndOfSession
)
"""The teams, the beginning of a board and the end of the session are the manager's own messages."""


# Remarks on ignored lines: they may quote a line, but never a card


_QUOTED = 60
_RANK = "(?:10|[2-9TJQKA])"
_SOME_CARD = re.compile(
    rf"(?<!BID )(?<!BIDS )\b(?:{_RANK}[SHDC]|[SHDC]{_RANK}+)\b"
    rf"|\b[SHDC]\b[ :]*{_RANK}"
    rf"|{_RANK}*\.{_RANK}*\.{_RANK}*\.{_RANK}*",
    re.IGNORECASE,
)
"""A card, a suit with its ranks, or a hand with full stops between its suits."""
_OF_CARDS = re.compile("CARD|PLAY", re.IGNORECASE)


def without_cards(words: str) -> str:
    """The manager's words, unless they name a card.

    >>> without_cards("no seat is free"), without_cards("East has the 4S")
    ('no seat is free', 'something about cards')
    """
    return "something about cards" if _SOME_CARD.search(words) else words


def quoted(line: str) -> str:
    """A line that is not part of the protocol, quoted if it is not about cards.

    >>> quoted("ready for lunch"), quoted("East's cards : S 8 7 3")
    ("'ready for lunch'", 'a line about cards')
    """
    is_of_cards = _OF_CARDS.search(line) or _SOME_CARD.search(line)
    return "a line about cards" if is_of_cards else repr(line[:_QUOTED])


def described(message: messages.Message) -> str:
    """The type of a message, and the seat it is about."""
    seat = getattr(message, "seat", None)
    return f"{type(message).__name__} of {'dummy' if seat is None else seat.word}"


# Lines


_LOUD = re.compile(r"\b(?:north|east|south|west|passes|doubles|redoubles)\b", re.IGNORECASE)


def as_line(message: messages.FromPlayer, is_loud: bool) -> str:
    """A message as its line, in capitals if the manager uses them.

    >>> from overtrick.core import Card, Seat
    >>> as_line(messages.Played(Seat.WEST, Card.parse("D7")), is_loud=False)
    'West plays 7D'
    >>> as_line(messages.Played(Seat.WEST, Card.parse("D7")), is_loud=True)
    'WEST plays 7d'
    """
    line = write(message)
    if isinstance(message, messages.Connecting) or not is_loud:
        return line
    match message:
        case messages.Played():
            hand, plays, card = line.split()
            return f"{hand.upper()} {plays} {card.lower()}"
        case messages.Called(seat, call):
            bare = write(messages.Called(seat, call))
            return _in_capitals(bare) + line.removeprefix(bare)
    return _in_capitals(line)


def _in_capitals(line: str) -> str:
    return _LOUD.sub(lambda word: word[0].upper(), line)


# The dialogue


_MOST_REFUSALS = 2
"""Alternative calls or cards to try when the manager rejects one as illegal."""
_ASKS_AGAIN = 6
"""Silences before a request is repeated: strict managers take a repeat for a fault, others are slow."""


class Stage(Enum):
    """The stage of a player in the protocol, by what it waits for."""

    SEAT = "a seat"
    TEAMS = "the teams"
    START = "a board"
    DEAL = "the number of the board"
    CARDS = "its cards"
    BOARD = "the end of the board"
    BETWEEN = "the next board"
    OVER = "nothing"


@final
@dataclass(frozen=True, slots=True)
class Response:
    """The messages and events that follow from a line."""

    say: tuple[messages.FromPlayer, ...] = ()
    events: tuple[SeatEvent, ...] = ()


@final
class Dialogue:
    """A player's dialogue with the manager, from the first line to the end of the session.

    >>> dialogue = Dialogue("overtrick", None)
    >>> dialogue.hear('South ("overtrick") seated').say
    (ReadyForTeams(seat=Seat.SOUTH),)
    """

    def __init__(self, team: str, seat: Seat | None) -> None:
        self.team = team
        self.seat = seat
        """The seat requested, and later the seat given."""
        self.stage = Stage.SEAT
        self.board: SeatBoard | None = None
        self._header: messages.BoardHeader | None = None
        self._before: SeatBoard | None = None
        """The board before our last act, while nothing has happened since."""
        self._refused = list[Call | Card]()
        self._may_lead = False
        self.is_loud = False
        """Does the manager name seats in capitals?"""
        self._silences = 0
        self._unread = ""
        """The last unreadable line while it waits for its seat, which may explain a refusal."""

    # Turns

    @property
    def to_think(self) -> SeatView | None:
        """The view to think about, if it is our turn."""
        return self.board.view if self.board is not None and self.board.is_turn else None

    @property
    def may_act(self) -> bool:
        """Is it our turn and, for a lead, have we been asked to lead?"""
        board = self.board
        if board is None or not board.is_turn:
            return False
        return board.play is None or len(board.cards) % 4 != 0 or self._may_lead

    def act(self, view: SeatView, act: Call | Card, meaning: Meaning | None = None) -> Response:
        """Call or play, if the board is still as in the view."""
        board = self.board
        if board is None or not board.is_turn or board.view != view:
            return Response()
        say, after = act_message(board, act, meaning)
        self._before, self.board, self._may_lead = board, after, False
        self._silences = 0
        return Response((say, *self._asked()))

    # Lines

    def begin(self) -> tuple[messages.FromPlayer, ...]:
        """Ask for the seat."""
        return (messages.Connecting(self.team, self.seat),)

    def hear(self, line: str) -> Response:
        """Handle one line from the manager; any line is safe."""
        try:
            message = read(line)
        except messages.ProtocolError:
            self._unread = quoted(line)
            return _useless(f"{self._unread} is no line of the protocol")
        if isinstance(message, messages.Seated) and self.stage is Stage.SEAT:
            self.is_loud = line.split()[0].isupper()
        return self._hear(message)

    def hurry(self) -> Response:
        """Handle a silence: repeat the request, or lead without being asked."""
        self._silences += 1
        board, asks_again = self.board, self._silences == _ASKS_AGAIN
        match self.stage:
            case Stage.SEAT if self._unread:
                return Response(events=(TurnedAway(self._unread),))
            case Stage.SEAT if self._silences == 1:
                return _useless("the manager has not answered yet")
            case Stage.DEAL if asks_again:
                return Response((messages.ReadyForDeal(self._me),))
            case Stage.CARDS if asks_again:
                return Response((messages.ReadyForCards(self._me),))
            case Stage.BETWEEN if self._silences == 1:
                return Response((messages.ReadyToStart(self._me),))
            case Stage.BOARD if asks_again and board is not None and board.lacks_dummy:
                return Response((messages.ReadyForDummy(self._me),))
            case Stage.BOARD if board is not None and board.play is not None and board.is_turn:
                self._may_lead = True
        return Response()

    def leave(self) -> tuple[SeatEvent, ...]:
        """Leave the board, or end it when the next begins, as not every manager sends the times."""
        board, header, self.board, self._header = self.board, self._header, None, None
        self._before, self._may_lead = None, False
        if header is None:
            return ()
        if board is not None and board.is_over:
            return (BoardOver(board, None),)
        return (BoardLeft(header.number),)

    def _hear(self, message: messages.Message) -> Response:
        self._silences = 0
        match message:
            case messages.EndOfSession():
                self.stage = Stage.OVER
                return Response(events=(*self.leave(), message))
            case messages.Seated(seat, team) if self.stage is Stage.SEAT:
                self.seat, self.stage = seat, Stage.TEAMS
                return Response((messages.ReadyForTeams(seat),), (SatDown(seat, team or self.team),))
            case messages.Refused(why) if self.stage is Stage.SEAT:
                return Response(events=(TurnedAway(without_cards(why)),))
            case messages.Refused(why):
                return _useless(f"the manager says: {without_cards(why)}")
            case _ if self.stage in (Stage.SEAT, Stage.OVER):
                return _useless(f"{type(message).__name__} before it had a seat, or after the end")
            case messages.Teams() if self.stage in (Stage.TEAMS, Stage.BETWEEN):  # they may be sent again
                self.stage = Stage.START
                return Response((messages.ReadyToStart(self._me),), (message,))
            case messages.StartOfBoard() if self.stage is not Stage.DEAL:  # a board in play is abandoned
                left, self.stage = self.leave(), Stage.DEAL
                return Response((messages.ReadyForDeal(self._me),), left)
            case messages.BoardHeader() if self.stage in (Stage.START, Stage.DEAL, Stage.BETWEEN):
                self._header, self.stage = message, Stage.CARDS
                return Response((messages.ReadyForCards(self._me),), (message,))
            case messages.HandCards(seat, hand) if self.stage is Stage.CARDS and seat is self.seat:
                assert self._header is not None  # it comes before the cards
                header, self.stage = self._header, Stage.BOARD
                self._refused.clear()
                self.board = SeatBoard(seat, header.number, header.vul, hand, Auction(header.dealer))
                return Response(self._asked())
            case messages.Timing() if self._header is not None:
                board, left, self.stage = self.board, self.leave(), Stage.BETWEEN
                return Response(events=left if board is None else (BoardOver(board, message),))
            case messages.Teams() | messages.StartOfBoard() | messages.Timing():  # repeated
                return Response()
        return self._hear_of_board(message)

    @property
    def _me(self) -> Seat:
        assert self.seat is not None  # it has a seat
        return self.seat

    # On a board

    def _hear_of_board(self, message: messages.Message) -> Response:
        board = self.board
        if board is None:
            return _useless(f"{type(message).__name__} while it waits for {self.stage.value}")
        try:
            match message:
                case messages.Called():
                    return self._hear_call(board, message)
                case messages.Played():
                    return self._hear_card(board, message)
                case messages.DummyCards(hand):
                    return self._hear_dummy(board, hand)
                case messages.ToLead(seat):
                    return self._hear_to_lead(board, seat)
                case messages.IllegalBid(why) | messages.IllegalCard(why):
                    return self._hear_refusal(why)
        except OvertrickError:
            return _useless(f"{described(message)}, which cannot be")
        return _useless(f"{type(message).__name__} in mid-board")

    def _hear_call(self, board: SeatBoard, called: messages.Called) -> Response:
        is_late = board.auction.is_over or called.seat is not board.to_act
        if is_late and called.seat is self.seat:
            return Response()  # our own call, echoed to us
        if is_late:
            return _useless(f"a call of {called.seat.word} out of turn")
        said = called.meaning
        noted = None if said is None else Meaning(as_note(said.text), said.alerted)
        self._go_on(board.after_call(called.call, noted))
        if said is None or noted is None:
            return Response(self._asked())
        told = Explained(called.seat, called.call, said, says_something(noted.text))
        return Response(self._asked(), (told,))

    def _hear_card(self, board: SeatBoard, played: messages.Played) -> Response:
        contract, play = board.contract, board.play
        if contract is None or play is None:
            return _useless("a card before the end of the auction")
        if played.card in play.cards:
            return Response()  # our own card, echoed to us, or a repeated line
        hand = contract.dummy if played.seat is None else played.seat
        is_for_dummy = hand is contract.declarer and play.to_play is contract.dummy
        if hand is not play.to_play and not is_for_dummy:
            return _useless(f"a card of {hand.word} out of turn")
        self._go_on(board.after_card(played.card))
        return Response(self._asked())

    def _hear_dummy(self, board: SeatBoard, hand: CardSet) -> Response:
        if hand in (board.dummy, board.hand):
            return Response()  # repeated, or sent to dummy itself
        if not board.lacks_dummy:
            return _useless("dummy's cards before the lead, or other ones")
        self.board = board.facing(hand)
        return Response(self._asked())

    def _hear_to_lead(self, board: SeatBoard, seat: Seat | None) -> Response:
        """Note a request to lead; it may come before the trick's last card, so it counts until we lead."""
        contract = board.contract
        if contract is not None and seat in (contract.dummy, None):
            seat = contract.declarer
        self._may_lead = self._may_lead or seat is self.seat
        return Response()

    def _hear_refusal(self, why: str) -> Response:
        """Handle a rejected act: try a pass or the next lowest card, a limited number of times."""
        before, self._before = self._before, None
        remark = Ignored(f"the manager took our act for illegal: {without_cards(why)}")
        if before is None or self.board is None or len(self._refused) >= _MOST_REFUSALS:
            return Response(events=(remark,))
        self._refused.append(self.board.cards[-1] if self.board.cards else self.board.auction.calls[-1])
        other = plainest(before.view, self._refused)
        self.board = before
        if other is None:
            return Response(events=(remark,))
        return Response(self.act(before.view, other).say, (remark,))

    def _go_on(self, board: SeatBoard) -> None:
        self.board, self._before = board, None
        self._refused.clear()

    def _asked(self) -> tuple[messages.FromPlayer, ...]:
        return () if self.board is None else ready_messages(self.board)


def _useless(why: str) -> Response:
    return Response(events=(Ignored(why),))
