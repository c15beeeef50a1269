"""A room: one table, four chairs, and the boards played at it one after the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import final

from overtrick.core import (
    Auction,
    Board,
    Call,
    CardSet,
    Contract,
    OvertrickError,
    Play,
    Seat,
    SeatView,
    Side,
)
from overtrick.protocol import messages
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.manager.rules import Clocks, OnFailure, Rules
from overtrick.protocol.manager.session_log import (
    RoomPlan,
    forfeits,
    log_clocks,
    log_forfeit,
    logged_clocks,
)
from overtrick.table import Act, CallMade, CardPlayed, LogError, Table

__all__ = ["Room", "Think", "robot_act", "tell_call", "tell_card", "tell_deal"]

# Robots


_LONGEST_FAULT = 200
"""The most characters of an error that are logged."""


Think = Callable[[SeatView], Awaitable[Act]]
"""The function by which the robots of a session act; worker processes keep its event loop free."""


async def robot_act(think: Think, view: SeatView) -> tuple[messages.Called | messages.Played, str | None]:
    """A robot's call or card; if it fails, a pass or the lowest card, and the error."""
    plainest: messages.Called | messages.Played = messages.Called(view.seat, Call.PASS)
    if view.play is not None:
        plainest = messages.Played(view.play.to_play, min(view.legal_cards))
    try:
        act = await think(view)
    except Exception as error:  # whatever a robot does, the others play on
        return plainest, " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_FAULT]
    match act:
        case CallMade(_, call, meaning) if view.play is None and call in view.legal_calls:
            return messages.Called(view.seat, call, meaning), None
        case CardPlayed(seat, card) if view.play is not None and card in view.legal_cards:
            return messages.Played(seat, card), None
        case CallMade(_, call):
            return plainest, f"{call} is not a legal call"
        case CardPlayed(_, card):
            return plainest, f"{card} is not a legal card"
    return plainest, "a claim is no part of the protocol"


# Messages about a board, and the requests they wait for


Chairs = Mapping[Seat, Chair]


def tell_deal(chairs: Chairs, board: Board) -> None:
    """Begin a board: send each player the header and its own hand."""
    assert board.number is not None  # the boards of a manager have numbers
    header = messages.BoardHeader(board.number, board.dealer, board.vul)
    for seat, chair in chairs.items():
        chair.begin_board()
        chair.tell(header, messages.ReadyForDeal(seat))
        chair.tell(messages.HandCards(seat, board.deal[seat]), messages.ReadyForCards(seat))


def tell_call(chairs: Chairs, called: messages.Called, auction: Auction) -> None:
    """Send a call to the three others and, at the end of the auction, the request to lead."""
    for seat, chair in chairs.items():
        if seat is not called.seat:
            chair.tell(called, messages.ReadyForBid(seat, called.seat))
    contract = auction.contract
    if auction.is_over and contract is not None:
        leader = contract.declarer.lho
        for chair in chairs.values():
            chair.dummy = contract.dummy
        chairs[leader].tell(messages.ToLead(leader))


def tell_card(chairs: Chairs, play: Play, contract: Contract, dummy: CardSet) -> None:
    """Send the last card to the three others, dummy after the lead, and the request to lead next."""
    before = play.back()
    card, hand, trick = play.cards[-1], before.to_play, len(before.cards) // 4 + 1
    by = contract.declarer if hand is contract.dummy else hand
    for seat, chair in chairs.items():
        if seat is not by:
            chair.tell(messages.Played(hand, card), messages.ReadyForCard(seat, hand, trick))
        if len(play.cards) == 1 and seat is not contract.dummy:
            chair.tell(messages.DummyCards(dummy), messages.ReadyForDummy(seat))
    if len(play.cards) % 4 == 0 and not play.is_over:
        is_dummys = play.to_play is contract.dummy
        leader = contract.declarer if is_dummys else play.to_play
        chairs[leader].tell(messages.ToLead(None if is_dummys else leader))


# The room


_TICK = 0.2
"""Seconds between checks for players who have waited too long."""
_DEPARTURE = 1.0
"""Seconds in which players may hang up themselves."""


class _Forfeit(Exception):
    """A pair has forfeited the board in play."""

    def __init__(self, side: Side) -> None:
        self.side = side


@final
class Room:
    """One table of a session."""

    def __init__(
        self,
        name: str,
        rules: Rules,
        think: Think,
        robots: tuple[Seat, ...] = (),
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        """`say` gets a report of players that come, go or fail."""
        self.name = name
        self._say = say
        self.chairs = {seat: Chair(seat, rules, self._note_of, seat in robots) for seat in Seat}
        self.changed = asyncio.Event()
        """Set whenever somebody comes or goes."""
        self.is_over = False
        """Is nothing left to play, perhaps since an earlier run of the manager?"""
        self._rules = rules
        self._think = think
        self._table: Table | None = None
        self.plan = RoomPlan(name, ("", ""), ())
        """The boards and teams of this room."""
        self._clocks = Clocks()
        self._unwritten = 0.0
        """Seconds of the clocks not yet logged."""
        self._has_told_of_robot = False

    @property
    def is_full(self) -> bool:
        """Is every chair taken?"""
        return all(chair.is_taken for chair in self.chairs.values())

    @property
    def has_begun(self) -> bool:
        """Has the table been opened?"""
        return self._table is not None

    # The session

    def open(self, plan: RoomPlan, table: Table) -> None:
        """Begin or resume the boards of a table."""
        self._table = table
        self._clocks = logged_clocks(table)
        self.plan = plan
        for chair in self.chairs.values():
            self.introduce(chair)

    def greet(self, chair: Chair, team: str) -> None:
        """Handle a player who has sat down."""
        empty = [each.seat.word for each in self.chairs.values() if not each.is_taken and not self.has_begun]
        more = f"; {', '.join(empty)} {'is' if len(empty) == 1 else 'are'} empty" if empty else ""
        self._note_of(chair.seat, f"sat down for {team}", more)
        self.introduce(chair)
        if self.is_over and self.has_begun:
            chair.dismiss()
            chair.tell_rest()
        self.changed.set()

    def introduce(self, chair: Chair) -> None:
        """Tell a player the teams, once they are known."""
        if self._table is not None:
            chair.introduce(messages.Teams(*self.plan.teams))

    async def play(self, ended: Callable[[Room], None]) -> None:
        """Play the remaining boards; `ended` is called after each."""
        watch = asyncio.create_task(self._watch())
        try:
            for board in self.plan.boards[len(self.table.state.ended) :]:
                await self._players()
                await self._play_board(board)
                ended(self)
            await self._farewell()
        finally:
            watch.cancel()
            for chair in self.chairs.values():
                chair.acted()  # nobody must wait for a table that is gone

    async def _farewell(self) -> None:
        """Tell everybody that the session is over, and give slow players time to ask for the rest."""
        self.is_over = True
        for chair in self.chairs.values():
            chair.dismiss()
        await self._until(lambda chair: chair.knows_all, self._rules.patience)
        for chair in self.chairs.values():
            chair.tell_rest()
        # the players hang up first: closing while they send may lose our last messages
        await self._until(lambda chair: not chair.connection, min(_DEPARTURE, self._rules.patience))

    async def _until(self, is_done: Callable[[Chair], bool], seconds: float) -> None:
        """Wait until a condition holds for each chair, or time is up."""
        end = monotonic() + seconds
        while monotonic() < end and not all(map(is_done, self.chairs.values())):
            await asyncio.sleep(_TICK / 10)

    @property
    def table(self) -> Table:
        """The table, once it is open."""
        if self._table is None:
            raise messages.ProtocolError(f"the {self.name} room has not begun")
        return self._table

    async def _watch(self) -> None:
        """Send messages that players do not ask for in time."""
        while True:
            await asyncio.sleep(min(_TICK, self._rules.patience / 2))
            for chair in self.chairs.values():
                chair.hurry()

    async def _players(self) -> None:
        """Wait a limited time for players who have left; without a limit if nobody is there."""
        players = [chair for chair in self.chairs.values() if not chair.is_house]
        end = monotonic() + self._rules.wait
        missing = [chair.seat.word for chair in players if not chair.is_taken]
        if missing:
            limit = f"{self._rules.wait:g} s at most" if len(missing) < len(players) else "until one comes"
            self._say(f"{self.name} room waits for {' and '.join(missing)}, {limit}")
        while not all(chair.is_taken for chair in players):
            nobody = not any(chair.is_taken for chair in players)
            left = None if nobody else end - monotonic()
            if left is not None and left <= 0:
                return
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), left)
            except TimeoutError:
                return

    # One board

    async def _play_board(self, board: Board) -> None:
        try:
            self._deal(board)
            while (seat := self.table.turn) is not None:
                await self._turn(self.chairs[seat])
        except _Forfeit as forfeited:
            self._abandon(forfeited.side)
        else:
            for chair in self.chairs.values():
                chair.tell(self._clocks.timing())
        self._clocks.next_board()
        log_clocks(self.table, self._clocks)

    def _deal(self, board: Board) -> None:
        """Deal, or restart the board that was in play when a manager stopped."""
        in_play = self.table.state.in_play
        if in_play is None:
            self.table.deal(board)
        elif (side := forfeits(self.table.entries).get(in_play.dealt)) is not None:
            raise _Forfeit(side)
        elif len(in_play.steps) > 1:
            self._note("the board in play begins again: the manager had stopped")
            self.table.undo(in_play.dealt)
        tell_deal(self.chairs, self.table.state.board_in_play.board)

    async def _turn(self, chair: Chair) -> None:
        """Get one call or card, from the player or from a robot in its place."""
        while not chair.acts_by_robot:
            act = await self._act_of(chair)
            if isinstance(act, str):
                chair.put_out()
                self._note_of(chair.seat, f"{act}: out of this board")
            elif self._is_done(chair, act):
                chair.acted()
                return
        if chair.is_out and self._rules.on_failure is OnFailure.FORFEIT:
            raise _Forfeit(chair.seat.side)
        act, fault = await robot_act(self._think, self.table.view(chair.seat))
        if fault is not None:
            self._note_robot(chair.seat, fault)
        self._do(chair.seat, act)

    async def _act_of(self, chair: Chair) -> messages.Called | messages.Played | messages.ProtocolError | str:
        """A player's act, or the reason why there is none; meanwhile the clock of its pair runs."""
        if chair.faults >= self._rules.tries:
            return f"acted illegally {chair.faults} times"
        turn, act = monotonic(), chair.next_act()
        while not act.done():
            left = self._time_left(chair, turn)
            if left is not None and left <= 0:
                break
            await asyncio.wait({act}, timeout=left)
        self._charge(chair, turn)
        if not act.done():
            return "did not come back to the table" if chair.is_stale else "is out of time"
        return act.result() or "has left"

    def _time_left(self, chair: Chair, turn: float) -> float | None:
        ends = list[float]()
        if self._rules.limit is not None:
            ends.append(chair.charged_from(turn) + self._rules.limit - self._clocks.board[chair.seat.side])
        if chair.is_stale:
            ends.append(turn + self._rules.patience)
        return min(ends) - monotonic() if ends else None

    def _charge(self, chair: Chair, turn: float) -> None:
        seconds = monotonic() - chair.charged_from(turn)
        self._clocks.charge(chair.seat.side, seconds)
        self._unwritten += max(0.0, seconds)
        if self._unwritten >= 1:
            self._unwritten = 0.0
            log_clocks(self.table, self._clocks)

    def _is_done(self, chair: Chair, act: messages.Called | messages.Played | messages.ProtocolError) -> bool:
        """Carry out a call or card if it is legal; if not, tell the player why and return False."""
        is_call = self.table.state.board_in_play.contract is None
        try:
            if isinstance(act, messages.ProtocolError):
                raise act
            self._do(chair.seat, act)
        except LogError:
            raise
        except OvertrickError as error:
            chair.faults += 1
            self._note_of(chair.seat, f"acted illegally: {error}")
            chair.answer(messages.IllegalBid(str(error)) if is_call else messages.IllegalCard(str(error)))
            return False
        return True

    def _do(self, seat: Seat, act: messages.Called | messages.Played) -> None:
        """Call or play at the table, and tell the others; an illegal act is an error."""
        in_play = self.table.state.board_in_play
        if isinstance(act, messages.Called):
            if act.seat is not seat:
                raise messages.ProtocolError(f"this is {seat.word}'s place, not {act.seat.word}'s")
            self.table.call(seat, act.call, act.meaning)
            tell_call(self.chairs, act, in_play.auction.then(act.call))
            return
        to_play, contract = in_play.play.to_play, in_play.contract
        assert contract is not None  # there is a play
        hand = contract.dummy if act.seat is None else act.seat
        if hand not in (to_play, seat):
            raise messages.ProtocolError(f"it is {to_play.word}'s turn to play, not {hand.word}'s")
        self.table.play(seat, act.card)
        tell_card(self.chairs, in_play.play.then(act.card), contract, in_play.board.deal[contract.dummy])

    # Failures

    def _abandon(self, side: Side) -> None:
        """End the board in play for a pair that has forfeited it."""
        log_forfeit(self.table, side)
        steps = self.table.state.board_in_play.steps
        if len(steps) > 1:
            self.table.undo(steps[0][0])
        for seat in steps[0][1].dealer.clockwise():
            self.table.call(seat, Call.PASS)
        for chair in self.chairs.values():
            chair.abandon()

    def _note_robot(self, seat: Seat, fault: str) -> None:
        """Report a failed house robot: each time in the log, but only once by `say`."""
        what = f"has a robot that failed ({fault}) and passed or played its lowest card"
        more = "; if it fails again, that is only in the log"
        self._note_of(seat, what, more, aloud=not self._has_told_of_robot)
        self._has_told_of_robot = True

    def _note_of(self, seat: Seat, what: str, more: str = "", aloud: bool = True) -> None:
        """Note a player's action in the log and, with `more` added, by `say`."""
        if aloud:
            self._say(f"{self.name} room, {seat.word} {what}{more}")
        self._note({"seat": str(seat), "what": what})

    def _note(self, told: object) -> None:
        if self._table is not None:
            self._table.note(json.dumps({"log": told}))
