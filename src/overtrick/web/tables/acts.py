"""What a person does at a table: each act in the log, or an error that says why not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from overtrick.core import Call, Card, Seat, SeatView
from overtrick.table import TableError, TableState
from overtrick.table.persons import last_turn, tricks_claimed
from overtrick.web.tables.kept import bare

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["act_on", "possible"]

Act = Callable[["Hosted", str], Awaitable[None]]
_LONGEST = 40
"""Characters of a value that can mean anything."""


async def act_on(hosted: Hosted, act: str, value: str) -> None:
    """Do one act; the table is locked."""
    if act not in _ACTS:
        raise TableError(f"{act[:_LONGEST]!r} is nothing that can be done at a table")
    if len(value) > _LONGEST:
        raise TableError(f"{value[:_LONGEST]!r}… is too long")
    if act not in possible(hosted, hosted.table.state):
        raise TableError(_why_not(hosted, act))
    await _ACTS[act](hosted, value)


# What can be done


def possible(hosted: Hosted, state: TableState) -> tuple[str, ...]:
    """The acts that are possible in a state."""
    in_play, seat = state.in_play, hosted.seat
    if in_play is None:
        return ("next", "replay") if hosted.kept.has_next(state) else ("replay",)
    go_on = ("continue",) if hosted.robots.trouble or hosted.robots.is_paused else ()
    if seat is None:
        return go_on
    view = state.view(seat)
    found = list(go_on)
    if view.is_turn:
        found += ["call" if view.play is None else "play", *hosted.advising.possible]
    if view.play is not None and view.contract is not None and seat is not view.contract.dummy:
        found += (["claim"] if in_play.may_claim(seat.side) else []) + ["concede"]
    if last_turn(state, seat) is not None:
        found.append("undo")
    return tuple(found)


def _why_not(hosted: Hosted, act: str) -> str:
    turn, seat = hosted.table.turn, hosted.seat
    if act in ("next", "replay"):
        if hosted.table.state.in_play is None:
            return "there are no more boards"
        return "this board is not over"
    if hosted.table.state.in_play is None:
        return "this board is over"
    if seat is None:
        return "four robots play here: you watch"
    if act in ("call", "play", "hint") and turn is not seat and turn is not None:
        return f"it is {turn.word}'s turn"
    return _REFUSED.get(act, "that cannot be done now")


_REFUSED = {
    "call": "the auction is over",
    "play": "the auction is not over",
    "why": "ask for a hint first",
    "reveal": "ask why first",
    "claim": "you may claim in the play, and again only after another trick",
    "concede": "there is nothing to concede now",
    "undo": "there is nothing of yours to take back on this board",
    "hint": "you have had the hint",
}


# Calls, cards, claims


async def _call(hosted: Hosted, value: str) -> None:
    view, call = _own_view(hosted), Call.parse(value)
    view.auction.then(call)  # one that is not legal is an error that says why
    hosted.services.queue.check()
    await asyncio.to_thread(hosted.table.call, view.seat, call)  # what it means is told afterwards


async def _play(hosted: Hosted, value: str) -> None:
    hosted.services.queue.check()
    await asyncio.to_thread(hosted.table.play, _own_seat(hosted), Card.parse(value))


async def _claim(hosted: Hosted, value: str) -> None:
    view = _own_view(hosted)
    await hosted.judge_claim(view.seat, tricks_claimed(view, value))


async def _concede(hosted: Hosted, value: str) -> None:
    await asyncio.to_thread(hosted.table.concede, _own_seat(hosted))


async def _undo(hosted: Hosted, value: str) -> None:
    await asyncio.to_thread(hosted.table.undo, last_turn(hosted.table.state, _own_seat(hosted)))


def _own_seat(hosted: Hosted) -> Seat:
    assert hosted.seat is not None  # acts of a seat are possible
    return hosted.seat


def _own_view(hosted: Hosted) -> SeatView:
    return hosted.table.view(_own_seat(hosted))


# Advice


async def _hint(hosted: Hosted, value: str) -> None:
    hosted.services.queue.check()
    hosted.advising.ask(_own_view(hosted))


async def _further(hosted: Hosted, value: str) -> None:
    hosted.advising.further()


# From board to board


async def _next(hosted: Hosted, value: str) -> None:
    hosted.services.queue.check()
    await asyncio.to_thread(hosted.table.deal, hosted.kept.next_board(hosted.table.state))


async def _replay(hosted: Hosted, value: str) -> None:
    hosted.services.queue.check()
    await asyncio.to_thread(hosted.table.deal, bare(hosted.table.state.ended[-1].board))


async def _continue(hosted: Hosted, value: str) -> None:
    hosted.services.queue.check()
    hosted.robots.ask_again()


_ACTS: dict[str, Act] = {
    "call": _call,
    "play": _play,
    "claim": _claim,
    "concede": _concede,
    "undo": _undo,
    "hint": _hint,
    "why": _further,
    "reveal": _further,
    "next": _next,
    "replay": _replay,
    "continue": _continue,
}
