"""One served table: its person's actions and scene, and the browsers that watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import final

from overtrick.core import Call, Card
from overtrick.table import ClaimMade, LogConflict, TableError, TableState
from overtrick.table.table import last_turn, tricks_claimed
from overtrick.web.scene import Scene
from overtrick.web.tables.review import Reviews, ending_of, score_words
from overtrick.web.tables.robots import Advisor, Meanings, Robots, Services, SharedTable
from overtrick.web.tables.scene import Message, Snapshot, draw_regions, flags, scene_of
from overtrick.web.tables.store import TableStore, bare

__all__ = ["TableSession", "Watcher"]

_LONGEST = 40
"""The most characters of a valid value."""
_MOST_WAITING = 64
"""The most messages that may wait for a slow browser."""
_MEANWHILE = "something else has happened at the table in the meantime"
_WHY_NOT = {
    "call": "the auction is over",
    "play": "the auction is not over",
    "why": "ask for a hint first",
    "reveal": "ask why first",
    "claim": "you may claim in the play, and again only after another trick",
    "concede": "there is nothing to concede now",
    "undo": "there is nothing of yours to take back on this board",
    "hint": "you have had the hint",
    "next": "this board is not over",
    "replay": "this board is not over",
    "continue": "that cannot be done now",
}
"""Every action, with the usual reason why it is refused."""
_NEEDS_ROBOTS = ("call", "play", "hint", "next", "replay", "continue")
"""Actions that are refused while too many tables wait for a robot."""


@final
@dataclass(eq=False)
class Watcher:
    """One browser at a table: it gets the changes, and cannot hold up the others."""

    regions: dict[str, str] = field(default_factory=dict)
    """The regions as last sent."""
    flags: Message = field(default_factory=dict)
    number: int = 0
    waiting: asyncio.Queue[Message | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))

    def news(self, scene: Scene, regions: Mapping[str, str]) -> Message | None:
        """A message with the changes since the last one; None if nothing has changed."""
        told = zip(scene.numbers, scene.said, strict=True)
        news = [(number, sentence) for number, sentence in told if number > self.number]
        changed = {name: text for name, text in regions.items() if self.regions.get(name) != text}
        found = flags(scene)
        if not changed and not news and found == self.flags:
            return None
        self.regions, self.flags, self.number = dict(regions), found, scene.number
        return {
            "type": "scene",
            "number": scene.number,
            "regions": changed,
            "said": [sentence for _, sentence in news],
            "numbers": [number for number, _ in news],
            "flags": found,
        }

    def send(self, message: Message) -> bool:
        """Queue a message for the browser; return False if the queue is full and this watcher is dropped."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)
            return False
        return True


@final
class TableSession:
    """A table, its person, its robots and its watchers; all methods are called from the event loop."""

    def __init__(self, store: TableStore, services: Services) -> None:
        self.table = store.table
        self.store = store
        self.shared = SharedTable(store.table, services, self.changed)
        self.seat = self.shared.seat
        self.meanings = Meanings(self.shared)
        self.advisor = Advisor(self.shared)
        self.reviews = Reviews(self.shared, store)
        self.robots = Robots(self.shared, self.meanings, self.reviews.go_on)
        self._watchers = set[Watcher]()
        self._total = ((-1, -1), "")
        """A cache key for the running score, and the score."""

    # Scene

    def scene(self) -> Scene:
        """The current scene."""
        moment = Snapshot.of(self.table, self.seat)
        trouble = (self.robots.trouble,) if self.robots.trouble else ()
        total = self._running_score(moment)
        names = self.store.names(moment.board)
        remarks = () if moment.state.ended else self.store.left_out
        return replace(
            scene_of(moment, names, self.meanings.sentence, remarks),
            is_thinking=self.robots.is_thinking,
            can=self._possible(moment.state),
            advice=(*trouble, *self.advisor.paragraphs),
            advice_level=self.advisor.level,
            score=total,
            ending=ending_of(moment, self.store, self.reviews, total),
        )

    def _running_score(self, moment: Snapshot) -> str:
        """The running score, recomputed only when boards or comparisons are added."""
        boards = len(moment.state.ended), len(self.store.scored)
        if self._total[0] != boards:
            self._total = boards, score_words(moment, self.store)
        return self._total[1]

    # Watchers

    def watch(self) -> Watcher:
        """A new watcher, whose first message has everything."""
        watcher = Watcher()
        self._watchers.add(watcher)
        self._send([watcher])
        self.go_on()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        self._watchers.discard(watcher)

    @property
    def is_busy(self) -> bool:
        """Is anybody watching, acting or thinking here?"""
        at_work = self.robots.is_thinking or self.advisor.is_busy or self.reviews.is_busy
        return bool(self._watchers) or self.shared.lock.locked() or at_work

    def changed(self) -> None:
        """Send the changes to all watchers."""
        self.advisor.forget_past()
        if self._watchers:
            self._send(list(self._watchers))

    def _send(self, watchers: Iterable[Watcher]) -> None:
        scene = self.scene()
        regions = draw_regions(scene, self.table.id)
        for watcher in watchers:
            message = watcher.news(scene, regions)
            if message is not None and not watcher.send(message):
                self._watchers.discard(watcher)

    # Actions

    def go_on(self) -> None:
        """Let robots act if it is their turn, and review finished boards."""
        self.reviews.go_on()
        self.robots.go_on()

    async def act(self, act: str, value: str, since: int | None) -> None:
        """Carry out the person's action; an impossible one is an error with the reason."""
        try:
            async with self.shared.lock:
                if since is not None and since != Snapshot.of(self.table, self.seat).number:
                    raise LogConflict(_MEANWHILE)
                try:
                    await self._act(act, value)
                except LogConflict as conflict:
                    await asyncio.to_thread(self.table.refresh)
                    raise LogConflict(_MEANWHILE) from conflict  # its own message may name the log file
        finally:
            self.go_on()
            self.changed()

    async def _act(self, act: str, value: str) -> None:
        """Carry out one action; the table is locked."""
        if act not in _WHY_NOT:
            raise TableError(f"{act[:_LONGEST]!r} is nothing that can be done at a table")
        if len(value) > _LONGEST:
            raise TableError(f"{value[:_LONGEST]!r}… is too long")
        if act not in self._possible(self.table.state):
            raise TableError(self._why_not(act))
        if act == "call":
            self.table.state.board_in_play.auction.then(Call.parse(value))  # raises if it is illegal
        if act in _NEEDS_ROBOTS:
            self.shared.services.queue.check()
        if act in ("next", "replay"):
            state = self.table.state
            board = bare(state.ended[-1].board) if act == "replay" else self.store.next_board(state)
            await asyncio.to_thread(self.table.deal, board)
        elif act == "continue":
            self.robots.ask_again()
        else:
            await self._act_in_seat(act, value)

    async def _act_in_seat(self, act: str, value: str) -> None:
        """Carry out an action that needs a person in a seat."""
        table, seat = self.table, self.seat
        assert seat is not None  # the action is possible
        match act:
            case "call":
                await asyncio.to_thread(table.call, seat, Call.parse(value))  # it is explained later
            case "play":
                await asyncio.to_thread(table.play, seat, Card.parse(value))
            case "claim":
                await self.shared.claim(ClaimMade(seat, tricks_claimed(table.view(seat), value)))
            case "concede":
                await asyncio.to_thread(table.concede, seat)
            case "undo":
                await asyncio.to_thread(table.undo, last_turn(table.state, seat))
            case "hint":
                self.advisor.ask(table.view(seat))
            case _:
                self.advisor.ask_more()

    def _possible(self, state: TableState) -> tuple[str, ...]:
        """The actions that are possible in a state."""
        in_play, seat = state.in_play, self.seat
        if in_play is None:
            return ("next", "replay") if self.store.has_next(state) else ("replay",)
        go_on = ("continue",) if self.robots.trouble or self.robots.is_paused else ()
        if seat is None:
            return go_on
        view = state.view(seat)
        found = list(go_on)
        if view.is_turn:
            found += ["call" if view.play is None else "play", *self.advisor.possible]
        if view.play is not None and view.contract is not None and seat is not view.contract.dummy:
            found += (["claim"] if in_play.may_claim(seat.side) else []) + ["concede"]
        if last_turn(state, seat) is not None:
            found.append("undo")
        return tuple(found)

    def _why_not(self, act: str) -> str:
        turn, is_over = self.table.turn, self.table.state.in_play is None
        if is_over:
            return "there are no more boards" if act in ("next", "replay") else "this board is over"
        if self.seat is None and act not in ("next", "replay"):
            return "four robots play here: you watch"
        if act in ("call", "play", "hint") and turn is not self.seat and turn is not None:
            return f"it is {turn.word}'s turn"
        return _WHY_NOT[act]
