"""Results of a session: boards by room, IMPs between the rooms, and records for files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import final

from overtrick.bidding.contest import Summary, summary
from overtrick.core import Board, Result, Side
from overtrick.core.rotation import rotated
from overtrick.formats import Comment, Record
from overtrick.protocol.manager.rules import FORFEIT_IMPS
from overtrick.protocol.manager.session_log import LoggedRoom, RoomPlan, forfeits, team_names
from overtrick.scoring import imps
from overtrick.table import BoardDealt, EndedBoard, board_par
from overtrick.table.matches import Room as RoomOf
from overtrick.table.matches import Team, room_tags

__all__ = ["BoardLine", "PlayedBoard", "ResultsReader", "Sheet"]


@final
@dataclass(frozen=True)
class PlayedBoard:
    """A board as it was played in one room, with the hands where the boards have them."""

    place: int
    """Its place among the boards, from 0."""
    room: RoomOf
    board: Board
    score_ns: int
    ended: EndedBoard
    time: datetime
    forfeited_by: Team | None = None

    @property
    def result(self) -> Result:
        """The result of the board."""
        assert self.board.result is not None  # the board is over
        return self.board.result


@final
@dataclass(frozen=True)
class BoardLine:
    """A board on the score sheet: its sittings, and A's IMPs once they can be compared."""

    number: int
    sittings: tuple[PlayedBoard, ...]
    imps: int | None


@final
@dataclass(frozen=True)
class Sheet:
    """The score sheet of all finished boards."""

    names: dict[Team, str]
    lines: tuple[BoardLine, ...]

    @property
    def imps(self) -> Summary | None:
        """A's IMPs per board, with their interval; None if nothing can be compared."""
        return summary(line.imps for line in self.lines if line.imps is not None)

    def imps_of(self, team: Team) -> int:
        """The IMPs that a team won, not counting those it lost."""
        sign = 1 if team is Team.A else -1
        return sum(max(0, sign * line.imps) for line in self.lines if line.imps is not None)

    @property
    def points_ns(self) -> int:
        """North-South's total of points."""
        return sum(each.score_ns for line in self.lines for each in line.sittings)

    def records(self) -> Iterator[Record]:
        """Every sitting as a record of a file."""
        return (self._record(line, sitting) for line in self.lines for sitting in line.sittings)

    def _record(self, line: BoardLine, sitting: PlayedBoard) -> Record:
        date = ("Date", sitting.time.strftime("%Y.%m.%d"))
        tags = (("Event", "overtrick table"), date, *room_tags(sitting.room, self.names, line.imps))
        if sitting.forfeited_by is None:
            return Record(sitting.board, (*tags, ("Score", f"NS {sitting.score_ns}")))
        bare = Board(sitting.board.number, sitting.board.dealer, sitting.board.vul, sitting.board.deal)
        return Record(bare, tags, (Comment(f"Forfeited by {self.names[sitting.forfeited_by]}."),))


@final
class ResultsReader:
    """Incremental reader of the sittings of a running session: each entry of its log is read once."""

    def __init__(self) -> None:
        self._names = dict[Team, str]()
        self._rooms = dict[str, _RoomReader]()
        self._sittings = dict[int, tuple[PlayedBoard, ...]]()
        self.won = dict.fromkeys(Team, 0)
        """The IMPs that each team won, not counting those it lost."""

    def take(self, logged: Sequence[LoggedRoom]) -> list[PlayedBoard]:
        """Read and return the new sittings."""
        self._names |= team_names(logged)
        readers = [self._rooms.setdefault(room.plan.name, _RoomReader()) for room in logged]
        fresh = [each for reader, room in zip(readers, logged, strict=True) for each in reader.fresh(room)]
        for each in fresh:
            here = (*self._sittings.get(each.place, ()), each)
            self._sittings[each.place] = tuple(
                sorted(here, key=lambda sitting: sitting.room is not RoomOf.OPEN)
            )
            gained = self._line(each.place, against_par=False).imps
            if gained is not None:  # the board can be compared now
                self.won[Team.A if gained > 0 else Team.B] += abs(gained)
        return fresh

    def sheet(self, against_par: bool = False) -> Sheet:
        """The sheet of all boards so far."""
        lines = (self._line(place, against_par) for place in sorted(self._sittings))
        return Sheet(self._names, tuple(lines))

    def line(self, sitting: PlayedBoard) -> Sheet:
        """A sheet with only the line of this sitting."""
        return Sheet(self._names, (self._line(sitting.place, against_par=False),))

    def __len__(self) -> int:
        return sum(map(len, self._sittings.values()))

    def _line(self, place: int, against_par: bool) -> BoardLine:
        here = self._sittings[place]
        return BoardLine(here[0].board.number or place + 1, here, _imps(here, against_par))


@final
class _RoomReader:
    """The reading position in the log of a room, with the data needed at the end of a board."""

    def __init__(self) -> None:
        self._entries = self._ended = 0
        self._dealt = dict[int, datetime]()
        self._forfeits = dict[int, Side]()

    def fresh(self, logged: LoggedRoom) -> Iterator[PlayedBoard]:
        """The boards that have ended since the last time."""
        entries = logged.table.entries_after(self._entries)
        self._entries += len(entries)
        self._dealt |= {each.number: each.time for each in entries if isinstance(each.event, BoardDealt)}
        self._forfeits |= forfeits(entries)
        ended, before = logged.table.state.ended, self._ended
        self._ended = len(ended)
        for place in range(before, len(ended)):
            yield self._sitting(logged.plan, place, ended[place])

    def _sitting(self, plan: RoomPlan, place: int, ended: EndedBoard) -> PlayedBoard:
        again = plan.turned_from
        is_turned = again is not None and place >= again
        side = self._forfeits.get(ended.dealt)
        return PlayedBoard(
            place=place - again if is_turned and again is not None else place,
            room=RoomOf.CLOSED if is_turned else RoomOf(plan.name),
            board=rotated(ended.board, -1) if is_turned else ended.board,
            score_ns=-ended.score_ns if is_turned else ended.score_ns,
            ended=ended,
            time=self._dealt[ended.dealt],
            forfeited_by=None if side is None else RoomOf(plan.name).team(side),
        )


def _imps(sittings: Sequence[PlayedBoard], against_par: bool) -> int | None:
    """A's IMPs, or None; a forfeited board is average minus for the side that forfeited it."""
    if len(sittings) < 2 and not against_par:
        return None
    first, *others = sittings
    forfeited = {each.forfeited_by for each in sittings} - {None}
    if forfeited:
        return sum(-FORFEIT_IMPS if team is Team.A else FORFEIT_IMPS for team in forfeited)
    against = others[0].score_ns if others else board_par(first.ended).score_ns
    return imps(first.score_ns - against)
