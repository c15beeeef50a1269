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
_QUOTED = 60


class Stage(Enum):
    """How far a player has come, by what it waits for."""

    SEAT = "a seat"
    TEAMS = "the teams"
    START = "the first board"
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
        self._has_hurried = False

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
        return Heard((say, *self._asked()))

    # Lines

    def begin(self) -> tuple[FromPlayer, ...]:
        """Ask for the seat."""
        return (Connecting(self.team, self.seat),)

    def hear(self, line: str) -> Heard:
        """Take in one line of the manager: whatever it is, nothing goes wrong."""
        try:
            return self._hear(read(line))
        except WireError:
            quoted = "a line about cards" if "card" in line.lower() else repr(line[:_QUOTED])
            return _useless(f"{quoted} is no line of the protocol")

    def hurry(self) -> Heard:
        """Nothing has been heard for a while: ask once more, or lead without being asked."""
        if self._has_hurried or self.seat is None:
            return Heard()
        self._has_hurried = True
        match self.stage:
            case Stage.DEAL:
                return Heard((ReadyForDeal(self.seat),))
            case Stage.CARDS:
                return Heard((ReadyForCards(self.seat),))
            case Stage.BETWEEN:
                return Heard((ReadyToStart(self.seat),))
            case Stage.BOARD if self.board is not None and self.board.lacks_dummy:
                return Heard((ReadyForDummy(self.seat),))
            case Stage.BOARD if self.board is not None and self.board.is_turn:
                self._may_lead = True
        return Heard()

    def _hear(self, message: Message) -> Heard:
        self._has_hurried = False
        match message:
            case EndOfSession():
                self.stage, self.board = Stage.OVER, None
                return Heard(news=(SessionOver(),))
            case Seated() | Refused() if self.stage is Stage.SEAT:
                return self._hear_answer(message)
            case Refused(why):
                return _useless(f"the manager says: {why}")
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
            return Heard(news=(TurnedAway(message.why),))
        self.seat, self.stage = message.seat, Stage.TEAMS
        return Heard((ReadyForTeams(message.seat),), (SatDown(message.seat, message.team or self.team),))

    def _hear_teams(self, teams: Teams) -> Heard:
        """Between boards they may be told again, and an answer is expected."""
        if self.stage not in (Stage.TEAMS, Stage.BETWEEN):
            return Heard()
        self.stage = Stage.START if self.stage is Stage.TEAMS else self.stage
        return Heard((ReadyToStart(self._me),), (TeamsTold(teams),))

    def _hear_start(self) -> Heard:
        """A board begins; one that is in play is abandoned, and the line sent twice is one line."""
        if self.stage is Stage.DEAL:
            return Heard()
        left = () if self._header is None else (BoardLeft(self._header.number),)
        self.stage, self.board, self._header = Stage.DEAL, None, None
        self._before, self._may_lead = None, False
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
        board, header, self.board = self.board, self._header, None
        self.stage, self._header, self._before = Stage.BETWEEN, None, None
        if board is None:
            return Heard(news=(BoardLeft(header.number),))
        return Heard(news=(BoardOver(board, timing),))

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
            return _useless(f"{_whose(message)}, which cannot be")
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
        is_ours = seat in (self.seat, None) or (contract is not None and seat is contract.dummy)
        self._may_lead = self._may_lead or is_ours
        return Heard()

    def _hear_refusal(self, why: str) -> Heard:
        """Our last act did not count: try the plainest other one, but not for ever."""
        before, self._before = self._before, None
        remark = Ignored(f"the manager took our act for illegal: {why}")
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


def _whose(message: Message) -> str:
    seat = getattr(message, "seat", None)
    return f"{type(message).__name__} of {'dummy' if seat is None else seat.word}"


def _useless(why: str) -> Heard:
    return Heard(news=(Ignored(why),))
