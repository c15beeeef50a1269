"""The table: people and robots act at it, the log records their actions, and each seat has its own view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from threading import RLock
from typing import final

from overtrick.core import (
    Board,
    Call,
    Card,
    Contract,
    Meaning,
    NotationError,
    OvertrickError,
    Play,
    Result,
    Seat,
    SeatView,
)
from overtrick.dd import at_least, best_line
from overtrick.formats import Comment, Record
from overtrick.scoring import score_ns
from overtrick.table.errors import LogConflict, LogError, RobotError, TableError
from overtrick.table.events import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    Entry,
    Event,
    Note,
    TableOpened,
    Undone,
)
from overtrick.table.log import Log, MemoryLog
from overtrick.table.robots import Act, Robot
from overtrick.table.scores import Elsewhere, Scores, scores
from overtrick.table.settings import Scoring, TableSettings
from overtrick.table.state import (
    BoardInPlay,
    EndedBoard,
    Refusal,
    SeatEvent,
    TableState,
    VisibleDeal,
    faced_by,
    meanings_of,
    named,
    seen_by,
)

__all__ = ["Table", "last_turn", "refutation", "tricks_claimed"]

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


@final
class Table:
    """A table in progress; create one with `open` or `resume`.

    An action that is not allowed raises an error and changes nothing.
    """

    def __init__(
        self, log: Log, table: str, robots: Mapping[str, Robot] | None = None, clock: Clock = _now
    ) -> None:
        self.id = table
        """A secret from the players: anyone who knows it can resume the table."""
        self.robots = dict(robots or {})
        self._log = log
        self._clock = clock
        self._lock = RLock()
        self._state = TableState()
        self._entries = list[Entry]()
        self._faced = dict[int, VisibleDeal]()
        self.refresh()

    @staticmethod
    def open(
        settings: TableSettings,
        log: Log | None = None,
        robots: Mapping[str, Robot] | None = None,
        clock: Clock = _now,
    ) -> Table:
        """A new table, in memory unless a log is given."""
        kept = MemoryLog() if log is None else log
        return Table(kept, kept.create([Entry(1, clock(), TableOpened(settings))]), robots, clock)

    @staticmethod
    def resume(log: Log, table: str, robots: Mapping[str, Robot] | None = None, clock: Clock = _now) -> Table:
        """A table from its log, exactly as it was."""
        return Table(log, table, robots, clock)

    def refresh(self) -> int:
        """Read entries that others have added to the log; return their number."""
        with self._lock:
            found = self._log.read(self.id, self._state.number)
            self._take(found, _states(self._state, (entry.event for entry in found)))
            return len(found)

    # Actions

    def deal(self, board: Board | None = None, with_auction: bool = False) -> None:
        """Deal a board, by default the next one of the seed, optionally with the calls of its auction."""
        if board is None:
            board = self.settings.board(len(self._state.ended) + 1)
        events: list[Event] = [BoardDealt(board.number, board.dealer, board.vul, board.deal.completed())]
        if with_auction and board.auction is not None:
            calls = zip(board.auction, meanings_of(board), strict=True)
            events += [CallMade(seat, call, meaning) for (seat, call), meaning in calls]
        self._add(*events)

    def call(self, seat: Seat, call: Call, meaning: Meaning | None = None, since: int | None = None) -> None:
        """Make a call, with an explanation that all players see; `since` as for `play`."""
        self._add(CallMade(seat, call, meaning), since=since)

    def explain(self, place: int, meaning: Meaning) -> None:
        """Explain a call that was made without an explanation, by its place in the auction, from 0."""
        self._add(CallExplained(place, meaning))

    def play(self, seat: Seat, card: Card, since: int | None = None) -> None:
        """Play a card from a seat's own hand or, for declarer, from dummy when it is dummy's turn.

        With `since`, it is an error if anything has happened after the entry with that number.
        """
        self._add(CardPlayed(self._hand_played_by(seat), card), since=since)

    def claim(self, seat: Seat, tricks: int, since: int | None = None) -> bool:
        """Claim a total of tricks for declarer; return whether the claim was accepted."""
        with self._lock:
            claim = ClaimMade(seat, tricks)
            self._state.after(claim)  # raises if the claim is illegal
            on_table = self._state.board_in_play
            assert on_table.contract is not None  # a claim is legal
            line = refutation(on_table.play, on_table.contract, claim)
            self._add(claim, ClaimAccepted() if line is None else ClaimRefused(line), since=since)
            return line is None

    def concede(self, seat: Seat) -> None:
        """Concede all remaining tricks to the other side."""
        self._add(Conceded(seat))

    def undo(self, to: int | None = None) -> None:
        """Take back the last call or card, or everything on this board after entry number `to`."""
        with self._lock:
            if to is None:
                on_table = self._state.board_in_play
                if len(on_table.steps) < 2:
                    raise TableError(f"there is nothing to take back on {named(on_table.board)}")
                to = on_table.steps[-2][0]
            self._add(Undone(to))

    def note(self, text: str, to: Sequence[Seat] = ()) -> None:
        """Write a note, for some seats or only for the log."""
        self._add(Note(text, tuple(to)))

    # Robots

    def step(self) -> Seat | None:
        """Let the robot to act do so once; return its seat, or None if no robot is to act."""
        seat = self.turn
        if seat is None or not self.settings.occupant(seat).is_robot:
            return None
        name = self.settings.occupant(seat).name
        if name not in self.robots:
            raise TableError(f"nobody has brought the robot {name!r} that sits {seat.word}")
        since = self.number  # before the view: anything that happens after the view invalidates the act
        view = self.view(seat)
        may_claim = view.play is not None and self._state.board_in_play.may_claim(seat.side)
        if not self._let_act(name, view, may_claim, since):
            self._let_act(name, view, False, since + 2)  # after the claim and its answer
        return seat

    def _let_act(self, name: str, view: SeatView, may_claim: bool, since: int) -> bool:
        """Ask a robot and carry out its act; return False if it was a refused claim."""
        who = f"the robot {name!r} that sits {view.seat.word}"
        kind = "call" if view.play is None else "card"
        try:
            act = self.robots[name].act(view, may_claim)
        except Exception as error:
            raise RobotError(f"{who} failed when asked for a {kind} ({type(error).__name__})") from error
        if not _is_act(act, view.seat):
            raise RobotError(f"{who} did not answer with a call, a card or a claim")
        try:
            if isinstance(act, ClaimMade):
                kind = "claim"
                return self.claim(act.by, act.tricks, since)
            self._add(act, since=since)
            return True
        except LogError:
            raise
        except OvertrickError as error:
            raise RobotError(f"{who} chose a {kind} that is not allowed") from error

    def run(self) -> int:
        """Let robots act until it is a person's turn or the board is over; return the number of acts."""
        steps = 0
        while self.step() is not None:
            steps += 1
        return steps

    # Views for players

    def view(self, seat: Seat) -> SeatView:
        """A seat's current view of the board in play, or of the last one."""
        return self._state.view(seat)

    def events_for(self, seat: Seat, after: int = 0) -> tuple[SeatEvent, ...]:
        """The events visible to a seat after entry number `after`."""
        entries = self._entries[max(after, 0) :]
        seen = (seen_by(seat, entry, self._faced.get(entry.number)) for entry in entries)
        return tuple(each for each in seen if each is not None)

    @property
    def turn(self) -> Seat | None:
        """The player to act, declarer for dummy; None between boards."""
        in_play = self._state.in_play
        return None if in_play is None else in_play.turn

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self._state.number

    @property
    def result(self) -> Result | None:
        """The result of the last board; None while one is in play and before the first."""
        state = self._state
        return state.ended[-1].board.result if state.in_play is None and state.ended else None

    def score(self, elsewhere: Elsewhere | None = None) -> Scores:
        """The score sheet of the finished boards, compared with scores from elsewhere or with par."""
        return scores(self._state.ended, self.settings.scoring, elsewhere)

    # Data for the host only

    @property
    def settings(self) -> TableSettings:
        """The settings of the table, including the seed."""
        if self._state.settings is None:
            raise TableError("the table is not open yet")
        return self._state.settings

    @property
    def state(self) -> TableState:
        """The full state, including hidden hands."""
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log, including hidden hands."""
        return tuple(self._entries)

    def entries_after(self, number: int) -> tuple[Entry, ...]:
        """The log after entry number `number`."""
        return tuple(self._entries[number:])

    def records(self, unfinished: bool = False) -> tuple[Record, ...]:
        """The finished boards as records for files, and optionally the one in play."""
        in_play = self._state.in_play
        boards = (*self._state.ended, *((in_play,) if unfinished and in_play is not None else ()))
        return tuple(_record(each, self.settings, self._entries[each.dealt - 1]) for each in boards)

    def __repr__(self) -> str:
        return f"<Table: {self._state!r}>"

    # Adding to the log

    def _hand_played_by(self, seat: Seat) -> Seat:
        """The hand that a player's card comes from: dummy's if declarer plays at its turn."""
        on_table = self._state.board_in_play
        contract, to_play = on_table.contract, on_table.play.to_play
        if contract is None or to_play is not contract.dummy:
            return seat
        if seat is contract.dummy:
            raise TableError(f"{seat.word} is dummy: {contract.declarer.word} plays its cards")
        return to_play if seat is contract.declarer else seat

    def _add(self, *events: Event, since: int | None = None) -> None:
        with self._lock:
            if since is not None and since != self._state.number:
                raise LogConflict("something else has happened at the table in the meantime")
            states = _states(self._state, events)
            on_table = states[-1].in_play
            if on_table is not None and (result := on_table.result) is not None:
                end = BoardEnded(result, score_ns(result, on_table.board.vul))
                events += (end,)
                states += _states(states[-1], [end])
            time, first = self._clock(), self._state.number + 1
            entries = [Entry(number, time, event) for number, event in enumerate(events, first)]
            self._log.append(self.id, self._state.number, entries)
            self._take(entries, states)

    def _take(self, entries: Sequence[Entry], states: Sequence[TableState]) -> None:
        """Apply entries that are in the log, each with the state after it.

        The state is set last and in one step: a concurrent reader finds all entries of the state it sees.
        """
        for entry, state in zip(entries, states, strict=True):
            shown = faced_by(entry.event, state)
            if shown is not None:
                self._faced[entry.number] = shown
        self._entries += entries
        if states:
            self._state = states[-1]


def _states(state: TableState, events: Iterable[Event]) -> list[TableState]:
    """The states after each of some events."""
    return list(accumulate(events, TableState.after, initial=state))[1:]


def _is_act(act: Act, seat: Seat) -> bool:
    """Is a robot's answer an act of a known type?  The state checks whether it is legal."""
    match act:
        case CallMade(_, Call(), None | Meaning()) | CardPlayed(_, Card()):
            return True
        case ClaimMade(by, tricks):
            return by is seat and type(tricks) is int
    return False


# Claims


def refutation(play: Play, contract: Contract, claim: ClaimMade) -> tuple[Card, ...] | None:
    """Best play that leaves the claimer's side short of its tricks; None if it always takes them.

    >>> play = Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> refutation(play, Contract.parse("1NT by S"), ClaimMade(play.to_play, 3)) is None
    True
    """
    side = claim.by.side
    tricks = claim.tricks if side is contract.declarer.side else play.start.cards_each - claim.tricks
    if at_least(play, tricks - play.tricks_won(side), side):
        return None
    return best_line(play)


def last_turn(state: TableState, seat: Seat) -> int | None:
    """The number of the entry before this seat's last act on the board in play."""
    steps = state.board_in_play.steps
    own = (number for number, board in reversed(steps[:-1]) if SeatView.of(board, seat).is_turn)
    return next(own, None)


def tricks_claimed(view: SeatView, text: str) -> int:
    """The tricks for declarer in the text of a claim; without a number the claimer's side takes the rest."""
    contract, play = view.contract, view.play
    if contract is None or play is None:
        raise OvertrickError("there is nothing to claim before the play")
    declarer = contract.declarer.side
    if not text:
        is_declarers = view.seat.side is declarer
        return 13 - play.tricks_won(declarer.opponents) if is_declarers else play.tricks_won(declarer)
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) <= 2:
        return int(text)
    raise NotationError(f"{text[:40]!r} is no number of tricks: a claim is declarer's in all, such as 9")


# Records for files


_SCORING = {Scoring.POINTS: "Total", Scoring.IMPS: "IMP", Scoring.MATCHPOINTS: "MP"}
"""The names in PBN."""


def _record(played: EndedBoard | BoardInPlay, settings: TableSettings, dealt: Entry) -> Record:
    tags = [
        ("Date", dealt.time.strftime("%Y.%m.%d")),
        *((seat.word, settings.occupant(seat).name) for seat in Seat),
        ("Scoring", _SCORING[settings.scoring]),
    ]
    told = tuple(Comment(_words(refusal)) for refusal in played.refusals)
    board = played.board if played.board.auction else replace(played.board, auction=None)  # no call was made
    return Record(board, tuple(tags), told)


def _words(refusal: Refusal) -> str:
    claim, line = refusal.claim, " ".join(map(str, refusal.line))
    return f"{claim.by.word} claimed {claim.tricks} tricks for declarer; not accepted: {line}"
