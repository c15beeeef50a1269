"""A robot's turn: it is asked, and what goes wrong with it is told without its cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from overtrick.core import Call, Card, Meaning, OvertrickError, Seat, SeatView
from overtrick.table.errors import LogError, RobotError, TableError
from overtrick.table.robots import Robot
from overtrick.table.settings import TableSettings
from overtrick.table.state import TableState

__all__ = ["robot_step"]

A = TypeVar("A")


class _Acting(Protocol):
    """As much of a table as a robot's turn needs."""

    robots: dict[str, Robot]

    @property
    def state(self) -> TableState: ...
    @property
    def settings(self) -> TableSettings: ...
    @property
    def turn(self) -> Seat | None: ...
    @property
    def number(self) -> int: ...
    def view(self, seat: Seat) -> SeatView: ...
    def call(self, seat: Seat, call: Call, meaning: Meaning | None, since: int | None) -> None: ...
    def play(self, seat: Seat, card: Card, since: int | None) -> None: ...
    def claim(self, seat: Seat, tricks: int, since: int | None) -> bool: ...


def robot_step(table: _Acting) -> Seat | None:
    """Let the robot whose turn it is act once: who acted, or None if no robot is to act."""
    seat = table.turn
    if seat is None or not table.settings.occupant(seat).is_robot:
        return None
    name = table.settings.occupant(seat).name
    if name not in table.robots:
        raise TableError(f"nobody has brought the robot {name!r} that sits {seat.word}")
    turn = _Turn(table, seat, name)
    if table.state.board_in_play.contract is None:
        turn.call()
    elif not turn.has_claimed():
        turn.play()
    return seat


class _Turn:
    """One robot in one position."""

    def __init__(self, table: _Acting, seat: Seat, name: str) -> None:
        self.table = table
        self.seat = seat
        self.name = name
        self.robot = table.robots[name]
        self.since = table.number  # before the view: what happens after it is looked at counts against it
        self.view = table.view(seat)

    def call(self) -> None:
        answer = self._asked("call", self.robot.call)
        match answer:
            case (Call() as call, (None | Meaning()) as meaning):
                self._done("call", lambda: self.table.call(self.seat, call, meaning, self.since))
            case _:
                raise self._failed("did not answer with a call and its meaning")

    def play(self) -> None:
        card = self._asked("card", self.robot.card)
        if not isinstance(card, Card):
            raise self._failed("did not answer with a card")
        self._done("card", lambda: self.table.play(self.seat, card, self.since))

    def has_claimed(self) -> bool:
        """Has it ended the board by a claim?"""
        if not self.table.state.board_in_play.may_claim(self.seat.side):
            return False
        tricks = self._asked("claim", self.robot.claim)
        if tricks is None:
            return False
        if type(tricks) is not int:
            raise self._failed("did not claim a number of tricks")
        is_accepted = self._done("claim", lambda: self.table.claim(self.seat, tricks, self.since))
        self.since += 2  # the claim and its answer
        return is_accepted

    def _asked(self, what: str, question: Callable[[SeatView], A]) -> A:
        try:
            return question(self.view)
        except Exception as error:
            raise self._failed(f"failed when asked for a {what} ({type(error).__name__})") from error

    def _done(self, what: str, act: Callable[[], A]) -> A:
        try:
            return act()
        except LogError:
            raise
        except OvertrickError as error:
            raise self._failed(f"chose a {what} that is not allowed") from error

    def _failed(self, how: str) -> RobotError:
        return RobotError(f"the robot {self.name!r} that sits {self.seat.word} {how}")
