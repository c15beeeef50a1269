"""A player's side of the protocol: lines in, messages out, and whether there is something to think about.

Nothing here waits or thinks: what was heard decides what is said, so that a transcript can be replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import Auction, Call, Card, CardSet, Meaning, OvertrickError, Seat, SeatView
from overtrick.wire.client.acting import acted, asked, plainest
from overtrick.wire.client.explaining import as_note, understood
from overtrick.wire.client.news import (
    BoardBegun,
    BoardLeft,
    BoardOver,
    Explained,
    Ignored,
    News,
    SatDown,
    SessionOver,
    TeamsTold,
    TurnedAway,
)
from overtrick.wire.client.remarks import hushed, unread, whose
from overtrick.wire.client.seen import SeenBoard
from overtrick.wire.errors import WireError
from overtrick.wire.messages import (
    BoardHeader,
    Called,
    Connecting,
    DummyCards,
    EndOfSession,
    FromPlayer,
    HandCards,
    IllegalBid,
    IllegalCard,
    Message,
    Played,
    ReadyForCards,
    ReadyForDeal,
    ReadyForDummy,
    ReadyForTeams,
    ReadyToStart,
    Refused,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
from overtrick.wire.reading import read

__all__ = ["Heard", "Sitting", "Stage"]

_MOST_REFUSALS = 2
"""Other calls or cards that are tried when the manager takes one for illegal."""
_ASKS_AGAIN = 6
"""Silences after which it asks once more: while others are slow, a strict manager takes that for a fault."""


class Stage(Enum):
    """How far a player has come, by what it waits for."""

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
class Heard:
    """What follows from a line."""

    say: tuple[FromPlayer, ...] = ()
    news: tuple[News, ...] = ()


@final
class Sitting:
    """A player from its first line to the end of the session.

    >>> sitting = Sitting("overtrick", None)
    >>> sitting.hear('South ("overtrick") seated').say
    (ReadyForTeams(seat=Seat.SOUTH),)
    """

    def __init__(self, team: str, seat: Seat | None) -> None:
        self.team = team
        self.seat = seat
        """What it asks for; once it sits, what it was given."""
        self.stage = Stage.SEAT
        self.board: SeenBoard | None = None
        self._header: BoardHeader | None = None
        self._before: SeenBoard | None = None
        """The board before an act of ours after which nothing has happened."""
        self._refused = list[Call | Card]()
        self._may_lead = False
        self.is_loud = False
        """Does the manager name seats in capitals?"""
        self._silences = 0
        self._unread = ""
        """What could not be read while it waits for its seat: it may say why it gets none."""

    # Turns

    @property
    def to_think(self) -> SeatView | None:
        """What is to be thought about: the view, if it is our turn."""
        return self.board.view if self.board is not None and self.board.is_turn else None

    @property
    def may_act(self) -> bool:
        """Is it our turn, and have we been asked to lead if it is a lead?"""
        board = self.board
        if board is None or not board.is_turn:
            return False
        return board.play is None or len(board.cards) % 4 != 0 or self._may_lead

    def act(self, view: SeatView, act: Call | Card, meaning: Meaning | None = None) -> Heard:
        """Call or play, if the table is still as it was in the view."""
        board = self.board
        if board is None or not board.is_turn or board.view != view:
            return Heard()
        say, after = acted(board, act, meaning)
        self._before, self.board, self._may_lead = board, after, False
        self._silences = 0
        return Heard((say, *self._asked()))

    # Lines

    def begin(self) -> tuple[FromPlayer, ...]:
        """Ask for the seat."""
        return (Connecting(self.team, self.seat),)

    def hear(self, line: str) -> Heard:
        """Take in one line of the manager: whatever it is, nothing goes wrong."""
        try:
            message = read(line)
        except WireError:
            self._unread = unread(line)
            return _useless(f"{self._unread} is no line of the protocol")
        if isinstance(message, Seated) and self.stage is Stage.SEAT:
            self.is_loud = line.split()[0].isupper()
        return self._hear(message)

    def hurry(self) -> Heard:
        """Nothing has been heard for a while: ask once more, or lead without being asked."""
        self._silences += 1
        board, asks_again = self.board, self._silences == _ASKS_AGAIN
        match self.stage:
            case Stage.SEAT if self._unread:
                return Heard(news=(TurnedAway(self._unread),))
            case Stage.SEAT if self._silences == 1:
                return _useless("the manager has not answered yet")
            case Stage.DEAL if asks_again:
                return Heard((ReadyForDeal(self._me),))
            case Stage.CARDS if asks_again:
                return Heard((ReadyForCards(self._me),))
            case Stage.BETWEEN if self._silences == 1:
                return Heard((ReadyToStart(self._me),))
            case Stage.BOARD if asks_again and board is not None and board.lacks_dummy:
                return Heard((ReadyForDummy(self._me),))
            case Stage.BOARD if board is not None and board.play is not None and board.is_turn:
                self._may_lead = True
        return Heard()

    def leave(self) -> tuple[News, ...]:
        """What becomes of the board when it is left or the next begins: not every manager tells the times."""
        board, header, self.board, self._header = self.board, self._header, None, None
        self._before, self._may_lead = None, False
        if header is None:
            return ()
        if board is not None and board.is_over:
            return (BoardOver(board, None),)
        return (BoardLeft(header.number),)

    def _hear(self, message: Message) -> Heard:
        self._silences = 0
        match message:
            case EndOfSession():
                self.stage = Stage.OVER
                return Heard(news=(*self.leave(), SessionOver()))
            case Seated() | Refused() if self.stage is Stage.SEAT:
                return self._hear_answer(message)
            case Refused(why):
                return _useless(f"the manager says: {hushed(why)}")
            case _ if self.stage in (Stage.SEAT, Stage.OVER):
                return _useless(f"{type(message).__name__} before it had a seat, or after the end")
            case Teams():
                return self._hear_teams(message)
            case StartOfBoard():
                return self._hear_start()
            case BoardHeader() if self.stage in (Stage.START, Stage.DEAL, Stage.BETWEEN):
                self._header, self.stage = message, Stage.CARDS
                return Heard((ReadyForCards(self._me),), (BoardBegun(message),))
            case HandCards(seat, hand) if self.stage is Stage.CARDS and seat is self.seat:
                return self._hear_cards(hand)
            case Timing():
                return self._hear_end(message)
        return self._hear_of_board(message)

    # Before the cards

    @property
    def _me(self) -> Seat:
        assert self.seat is not None  # it sits
        return self.seat

    def _hear_answer(self, message: Seated | Refused) -> Heard:
        if isinstance(message, Refused):
            return Heard(news=(TurnedAway(hushed(message.why)),))
        self.seat, self.stage = message.seat, Stage.TEAMS
        return Heard((ReadyForTeams(message.seat),), (SatDown(message.seat, message.team or self.team),))

    def _hear_teams(self, teams: Teams) -> Heard:
        """Between boards they may be told again, and an answer is expected."""
        if self.stage not in (Stage.TEAMS, Stage.BETWEEN):
            return Heard()
        self.stage = Stage.START
        return Heard((ReadyToStart(self._me),), (TeamsTold(teams),))

    def _hear_start(self) -> Heard:
        """A board begins; one that is in play is abandoned, and the line sent twice is one line."""
        if self.stage is Stage.DEAL:
            return Heard()
        left, self.stage = self.leave(), Stage.DEAL
        return Heard((ReadyForDeal(self._me),), left)

    def _hear_cards(self, hand: CardSet) -> Heard:
        assert self._header is not None  # it came before the cards
        header, self.stage = self._header, Stage.BOARD
        self._refused.clear()
        self.board = SeenBoard(self._me, header.number, header.vul, hand, Auction(header.dealer))
        return Heard(self._asked())

    def _hear_end(self, timing: Timing) -> Heard:
        if self._header is None:
            return Heard()
        board, left, self.stage = self.board, self.leave(), Stage.BETWEEN
        return Heard(news=left if board is None else (BoardOver(board, timing),))

    # On a board

    def _hear_of_board(self, message: Message) -> Heard:
        board = self.board
        if board is None:
            return _useless(f"{type(message).__name__} while it waits for {self.stage.value}")
        try:
            match message:
                case Called():
                    return self._hear_call(board, message)
                case Played():
                    return self._hear_card(board, message)
                case DummyCards(hand):
                    return self._hear_dummy(board, hand)
                case ToLead(seat):
                    return self._hear_to_lead(board, seat)
                case IllegalBid(why) | IllegalCard(why):
                    return self._hear_refusal(why)
        except OvertrickError:
            return _useless(f"{whose(message)}, which cannot be")
        return _useless(f"{type(message).__name__} in mid-board")

    def _hear_call(self, board: SeenBoard, called: Called) -> Heard:
        is_late = board.auction.is_over or called.seat is not board.to_act
        if is_late and called.seat is self.seat:
            return Heard()  # our own call, told to us too
        if is_late:
            return _useless(f"a call of {called.seat.word} out of turn")
        said = called.meaning
        noted = None if said is None else Meaning(as_note(said.text), said.alerted)
        self._go_on(board.after_call(called.call, noted))
        if said is None or noted is None:
            return Heard(self._asked())
        told = Explained(called.seat, called.call, said, understood(noted.text).says_something)
        return Heard(self._asked(), (told,))

    def _hear_card(self, board: SeenBoard, played: Played) -> Heard:
        contract, play = board.contract, board.play
        if contract is None or play is None:
            return _useless("a card before the end of the auction")
        if played.card in play.cards:
            return Heard()  # our own card, told to us too, or a line sent twice
        hand = contract.dummy if played.seat is None else played.seat
        is_for_dummy = hand is contract.declarer and play.to_play is contract.dummy
        if hand is not play.to_play and not is_for_dummy:
            return _useless(f"a card of {hand.word} out of turn")
        self._go_on(board.after_card(played.card))
        return Heard(self._asked())

    def _hear_dummy(self, board: SeenBoard, hand: CardSet) -> Heard:
        if hand in (board.dummy, board.hand):
            return Heard()  # once more, or to dummy itself
        if not board.lacks_dummy:
            return _useless("dummy's cards before the lead, or other ones")
        self.board = board.facing(hand)
        return Heard(self._asked())

    def _hear_to_lead(self, board: SeenBoard, seat: Seat | None) -> Heard:
        """It may come before the last card of the trick, so it counts until we lead."""
        contract = board.contract
        if contract is not None and seat in (contract.dummy, None):
            seat = contract.declarer
        self._may_lead = self._may_lead or seat is self.seat
        return Heard()

    def _hear_refusal(self, why: str) -> Heard:
        """Our last act did not count: try the plainest other one, but not for ever."""
        before, self._before = self._before, None
        remark = Ignored(f"the manager took our act for illegal: {hushed(why)}")
        if before is None or self.board is None or len(self._refused) >= _MOST_REFUSALS:
            return Heard(news=(remark,))
        self._refused.append(self.board.cards[-1] if self.board.cards else self.board.auction.calls[-1])
        other = plainest(before, self._refused)
        self.board = before
        if other is None:
            return Heard(news=(remark,))
        return Heard(self.act(before.view, other).say, (remark,))

    def _go_on(self, board: SeenBoard) -> None:
        self.board, self._before = board, None
        self._refused.clear()

    def _asked(self) -> tuple[FromPlayer, ...]:
        return () if self.board is None else asked(self.board)


def _useless(why: str) -> Heard:
    return Heard(news=(Ignored(why),))
