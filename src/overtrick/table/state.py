"""The state of a table as a function of its events, which refuses illegal ones; and the view of a seat."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import final

from overtrick.core import (
    Auction,
    Board,
    Card,
    Claim,
    Contract,
    Deal,
    IllegalPlay,
    Meaning,
    Play,
    Result,
    Seat,
    SeatView,
    Side,
)
from overtrick.scoring import score_ns
from overtrick.table import events
from overtrick.table.errors import LogError, TableError
from overtrick.table.settings import TableSettings

__all__ = [
    "BoardInPlay",
    "EndedBoard",
    "Refusal",
    "SeatEvent",
    "TableState",
    "VisibleDeal",
    "faced_by",
    "meanings_of",
    "named",
    "replay",
    "seen_by",
]


@final
@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused claim, and the line that refutes it."""

    claim: events.ClaimMade
    tricks_played: int
    """The number of complete tricks when it was made."""
    line: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True, repr=False)
class BoardInPlay:
    """The board in play, with all steps to which it can be taken back."""

    board: Board
    steps: tuple[tuple[int, Board], ...]
    """The deal, and each call and card not undone: the number of the entry, and the board after it."""
    contract: Contract | None = None
    """The contract, once the auction is over."""
    claim: events.ClaimMade | None = None
    """The claim that awaits an answer."""
    refusals: tuple[Refusal, ...] = ()

    @property
    def dealt(self) -> int:
        """The number of the entry that dealt the board."""
        return self.steps[0][0]

    @property
    def auction(self) -> Auction:
        """The calls so far."""
        return Auction(self.board.dealer) if self.board.auction is None else self.board.auction

    @property
    def play(self) -> Play:
        """The cards so far; an error while the auction goes on."""
        if self.board.play is None:
            raise TableError(f"{named(self.board)} is not being played: the auction is not over")
        return self.board.play

    @property
    def result(self) -> Result | None:
        """The result, once the board is over but not yet scored."""
        contract, play, claim = self.contract, self.board.play, self.board.claim
        if contract is None or play is None:
            return Result(None) if self.auction.is_passed_out else None
        if claim is not None:
            return Result(contract, claim.tricks)
        return Result(contract, play.tricks_won(contract.declarer.side)) if play.is_over else None

    @property
    def turn(self) -> Seat | None:
        """The player to act, declarer for dummy; None while a claim awaits an answer or after the end."""
        if self.claim is not None or self.result is not None:
            return None
        if self.contract is None:
            return self.auction.to_call
        to_play = self.play.to_play
        return to_play.partner if to_play is self.contract.dummy else to_play

    def may_claim(self, side: Side) -> bool:
        """May a side claim?  After a refused claim, a trick must have been completed."""
        played = len(self.play.cards) // 4
        return not any(old.claim.by.side is side and old.tricks_played >= played for old in self.refusals)

    def __repr__(self) -> str:
        """A text without cards, so that logs and tracebacks reveal none."""
        return f"<BoardInPlay: {named(self.board)}, {len(self.steps) - 1} calls and cards>"


@final
@dataclass(frozen=True, slots=True)
class EndedBoard:
    """A finished board: its auction and play, its score, and the refused claims."""

    board: Board
    score_ns: int
    dealt: int
    """The number of the entry that dealt it."""
    refusals: tuple[Refusal, ...] = ()


@final
@dataclass(frozen=True, slots=True, repr=False)
class TableState:
    """The full state of a table after some events, for the host and not for players."""

    number: int = 0
    """The number of the last entry."""
    settings: TableSettings | None = None
    ended: tuple[EndedBoard, ...] = ()
    in_play: BoardInPlay | None = None

    def after(self, event: events.Event) -> TableState:
        """The state after one more event; an illegal event is an error."""
        if isinstance(event, events.TableOpened):
            if self.settings is not None:
                raise TableError("the table is open already")
            return replace(self, number=self.number + 1, settings=event.settings)
        if self.settings is None:
            raise TableError("the table is not open yet")
        if isinstance(event, events.Note):
            return replace(self, number=self.number + 1)
        if isinstance(event, events.BoardDealt):
            return replace(self, number=self.number + 1, in_play=self._dealt(event))
        on_table = self.board_in_play
        if isinstance(event, events.BoardEnded):
            ended = _ended(on_table, event)
            return replace(self, number=self.number + 1, ended=(*self.ended, ended), in_play=None)
        return replace(self, number=self.number + 1, in_play=_moved(on_table, event, self.number + 1))

    @property
    def board_in_play(self) -> BoardInPlay:
        """The board on the table; an error when there is none."""
        if self.in_play is None:
            if self.ended:
                raise TableError(f"{named(self.ended[-1].board)} is over: deal the next one")
            raise TableError("no board has been dealt")
        return self.in_play

    def view(self, seat: Seat) -> SeatView:
        """A seat's view of the board in play, or of the last one."""
        if self.in_play is None and self.ended:
            return SeatView.of(self.ended[-1].board, seat)
        return SeatView.of(self.board_in_play.board, seat)

    def _dealt(self, event: events.BoardDealt) -> BoardInPlay:
        if self.in_play is not None:
            raise TableError(f"{named(self.in_play.board)} is not over")
        if not event.deal.is_full:
            raise TableError("a board at the table has four hands of thirteen cards")
        board = Board(event.number, event.dealer, event.vul, event.deal, Auction(event.dealer))
        return BoardInPlay(board, ((self.number + 1, board),))

    def __repr__(self) -> str:
        playing = "no board in play" if self.in_play is None else f"{named(self.in_play.board)} in play"
        return f"<TableState after {self.number} events, {len(self.ended)} boards ended, {playing}>"


def replay(entries: Iterable[events.Entry]) -> TableState:
    """The state that the entries of a log lead to.

    >>> replay([])
    <TableState after 0 events, 0 boards ended, no board in play>
    """
    state = TableState()
    for entry in entries:
        if entry.number != state.number + 1:
            raise LogError(f"entry {entry.number} cannot follow entry {state.number}")
        state = state.after(entry.event)
    return state


def named(board: Board) -> str:
    """A board's name in error messages."""
    return "this board" if board.number is None else f"board {board.number}"


# Events on the board in play


def _moved(on_table: BoardInPlay, event: events.Event, number: int) -> BoardInPlay:
    if isinstance(event, events.Undone):
        return _undone(on_table, event)
    if isinstance(event, events.CallExplained):
        return _explained(on_table, event)
    if isinstance(event, events.ClaimAccepted | events.ClaimRefused):
        return _answered(on_table, event)
    if on_table.claim is not None:
        raise TableError(f"{on_table.claim.by.word} has claimed: the claim must be answered first")
    if on_table.result is not None:
        raise TableError(f"{named(on_table.board)} is over")
    match event:
        case events.CallMade():
            return _stepped(on_table, _called(on_table, event), number)
        case events.CardPlayed():
            return _stepped(on_table, _played(on_table, event), number)
        case events.ClaimMade():
            _check_claim(on_table, event)
            return replace(on_table, claim=event)
        case events.Conceded():
            return _conceded(on_table, event.by)
    raise TableError(f"{type(event).__name__} cannot happen to a board in play")


def _stepped(on_table: BoardInPlay, board: Board, number: int) -> BoardInPlay:
    contract = on_table.contract or board.contract
    return replace(on_table, board=board, contract=contract, steps=(*on_table.steps, (number, board)))


def _called(on_table: BoardInPlay, event: events.CallMade) -> Board:
    board, auction = on_table.board, on_table.auction
    if auction.is_over:
        raise TableError("the auction is over")
    if event.seat is not auction.to_call:
        raise TableError(f"it is {auction.to_call.word}'s turn to call, not {event.seat.word}'s")
    then = auction.then(event.call)
    contract = then.contract if then.is_over else None
    play = None if contract is None else Play.of(board.deal, contract)
    return replace(board, auction=then, meanings=(*meanings_of(board), event.meaning), play=play)


def _explained(on_table: BoardInPlay, event: events.CallExplained) -> BoardInPlay:
    """The board with a meaning for a call that had none; the meaning stays when later actions are undone."""
    place, made = event.place, len(on_table.auction)
    if not 0 <= place < made:
        raise TableError(f"there is no call {place + 1} to explain: {made} were made")
    if place < len(on_table.board.meanings) and on_table.board.meanings[place] is not None:
        raise TableError(f"call {place + 1} has been explained")
    steps = tuple((number, _with_meaning(board, event)) for number, board in on_table.steps)
    return replace(on_table, board=_with_meaning(on_table.board, event), steps=steps)


def _with_meaning(board: Board, event: events.CallExplained) -> Board:
    meanings = meanings_of(board)
    if event.place >= len(meanings):
        return board
    return replace(board, meanings=(*meanings[: event.place], event.meaning, *meanings[event.place + 1 :]))


def meanings_of(board: Board) -> tuple[Meaning | None, ...]:
    """The stated meaning of each call of a board."""
    calls = 0 if board.auction is None else len(board.auction)
    return (*board.meanings, *(None,) * (calls - len(board.meanings)))


def _played(on_table: BoardInPlay, event: events.CardPlayed) -> Board:
    play = on_table.play
    if event.seat is not play.to_play:
        raise TableError(f"it is {play.to_play.word}'s turn to play, not {event.seat.word}'s")
    return replace(on_table.board, play=play.then(event.card))


def _check_claim(on_table: BoardInPlay, event: events.ClaimMade) -> None:
    play, contract = on_table.play, on_table.contract
    assert contract is not None  # there is a play
    _check_may_claim(event.by, contract, "claim")
    won = play.tricks_won(contract.declarer.side)
    most = 13 - play.tricks_won(contract.declarer.side.opponents)
    if not won <= event.tricks <= most:
        raise TableError(f"declarer can have {won} to {most} tricks in all, not {event.tricks}")
    if not on_table.may_claim(event.by.side):
        raise TableError(
            f"a claim of {event.by.side} was not accepted: they may claim again after another trick"
        )


def _check_may_claim(by: Seat, contract: Contract, verb: str) -> None:
    if by is contract.dummy:
        raise TableError(f"{by.word} is dummy and may not {verb}")


def _answered(on_table: BoardInPlay, event: events.ClaimAccepted | events.ClaimRefused) -> BoardInPlay:
    claim = on_table.claim
    if claim is None:
        raise TableError("nobody has claimed")
    if isinstance(event, events.ClaimAccepted):
        board = replace(on_table.board, claim=Claim(claim.tricks, claim.by))
        return replace(on_table, board=board, claim=None)
    try:
        on_table.play.then_all(event.line)
    except IllegalPlay:
        raise TableError("the line that refutes the claim cannot be played") from None
    refusal = Refusal(claim, len(on_table.play.cards) // 4, event.line)
    return replace(on_table, claim=None, refusals=(*on_table.refusals, refusal))


def _conceded(on_table: BoardInPlay, by: Seat) -> BoardInPlay:
    play, contract = on_table.play, on_table.contract
    assert contract is not None  # there is a play
    _check_may_claim(by, contract, "concede")
    declarer = contract.declarer.side
    tricks = play.tricks_won(declarer) if by.side is declarer else 13 - play.tricks_won(by.side)
    return replace(on_table, board=replace(on_table.board, claim=Claim(tricks, by)))


def _undone(on_table: BoardInPlay, event: events.Undone) -> BoardInPlay:
    standing = tuple(step for step in on_table.steps if step[0] <= event.to)
    if not standing or standing[-1][0] != event.to:
        raise TableError(f"entry {event.to} is no deal, call or card of {named(on_table.board)} that stands")
    board = standing[-1][1]
    return replace(on_table, board=board, contract=board.contract, steps=standing, claim=None)


def _ended(on_table: BoardInPlay, event: events.BoardEnded) -> EndedBoard:
    result = on_table.result
    if result is None:
        raise TableError(f"{named(on_table.board)} is not over")
    score = score_ns(result, on_table.board.vul)
    if (event.result, event.score_ns) != (result, score):
        raise TableError(
            f"the result is {result} and scores {score:+d}, not {event.result} and {event.score_ns:+d}"
        )
    board = replace(on_table.board, result=result)
    return EndedBoard(board, score, on_table.dealt, on_table.refusals)


# Views of a seat


VisibleDeal = tuple[Deal, tuple[Refusal, ...]]
"""What an event reveals to everybody: hands, and refused claims."""


@final
@dataclass(frozen=True, slots=True)
class SeatEvent:
    """An entry as one seat sees it."""

    number: int
    time: datetime
    event: events.Event
    """The event without anything that is hidden from the seat."""
    shown: Deal | None = None
    """The hands that it reveals: dummy's after the opening lead, all four at the end of a board."""
    refusals: tuple[Refusal, ...] = ()
    """At the end of a board, the refused claims with the lines that refute them."""

    def __str__(self) -> str:
        """A line of JSON, like an entry, with the revealed hands and refusals."""
        told = {"number": self.number, "time": self.time.isoformat(), **events.event_object(self.event)}
        if self.shown is not None:
            told["shown"] = str(self.shown)
        if self.refusals:
            told["refusals"] = [
                {"by": str(each.claim.by), "tricks": each.claim.tricks, "line": [*map(str, each.line)]}
                for each in self.refusals
            ]
        return json.dumps(told)


def faced_by(event: events.Event, after: TableState) -> VisibleDeal | None:
    """What an event reveals to everybody, from the state after it."""
    if isinstance(event, events.BoardEnded):
        return after.ended[-1].board.deal, after.ended[-1].refusals
    on_table = after.in_play
    if not isinstance(event, events.CardPlayed) or on_table is None or on_table.contract is None:
        return None
    dummy = on_table.contract.dummy
    is_lead = len(on_table.play.cards) == 1
    return (Deal.of({dummy: on_table.board.deal[dummy]}), ()) if is_lead else None


def seen_by(seat: Seat, entry: events.Entry, faced: VisibleDeal | None) -> SeatEvent | None:
    """An entry for one seat, with what it reveals; None for a note to others."""
    event = entry.event
    match event:
        case events.TableOpened():
            event = events.TableOpened(event.settings.without_seed())
        case events.BoardDealt():
            event = replace(event, deal=Deal.of({seat: event.deal[seat]}))
        case events.ClaimRefused():
            event = events.ClaimRefused()
        case events.Note() if seat not in event.to:
            return None
        case events.Note():
            event = replace(event, to=(seat,))
    return SeatEvent(entry.number, entry.time, event, *(faced or (None, ())))
