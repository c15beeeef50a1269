"""What was played: boards by room, IMPs between the rooms, and records for files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import final

from overtrick.bidding.contest import Summary, summary
from overtrick.core import Board, Result, Seat
from overtrick.formats import Comment, Record
from overtrick.scoring import imps
from overtrick.table import EndedBoard, board_par
from overtrick.table.matches import Room as RoomOf
from overtrick.table.matches import Team
from overtrick.wire.manager.kept import Kept, forfeits_of
from overtrick.wire.manager.rules import FORFEIT_IMPS
from overtrick.wire.manager.turning import turned

__all__ = ["BoardLine", "Sheet", "Sitting"]


@final
@dataclass(frozen=True)
class Sitting:
    """A board as it was played in one room, with the hands where the boards have them."""

    place: int
    """Which of the boards it is, from 0."""
    room: RoomOf
    board: Board
    score_ns: int
    ended: EndedBoard
    time: datetime
    forfeited_by: Team | None = None

    @property
    def result(self) -> Result:
        """What came of it."""
        assert self.board.result is not None  # the board is over
        return self.board.result


@final
@dataclass(frozen=True)
class BoardLine:
    """A board on the sheet: its sittings, and A's IMPs once they can be compared."""

    number: int
    sittings: tuple[Sitting, ...]
    imps: int | None


@final
@dataclass(frozen=True)
class Sheet:
    """All that is over."""

    names: dict[Team, str]
    lines: tuple[BoardLine, ...]

    @staticmethod
    def of(kept: Sequence[Kept], against_par: bool = False) -> Sheet:
        """The sheet of the rooms of a session; one table alone can be compared with par."""
        sittings = sorted(
            (each for room in kept for each in _sittings(room)),
            key=lambda each: each.room.value,
            reverse=True,
        )
        lines = list[BoardLine]()
        for place in sorted({each.place for each in sittings}):
            here = tuple(each for each in sittings if each.place == place)
            lines.append(BoardLine(here[0].board.number or place + 1, here, _imps(here, against_par)))
        ns, ew = kept[0].plan.teams
        return Sheet({Team.A: ns, Team.B: ew}, tuple(lines))

    @property
    def imps(self) -> Summary | None:
        """A's IMPs a board, with their interval; None if nothing can be compared."""
        return summary(line.imps for line in self.lines if line.imps is not None)

    def imps_of(self, team: Team) -> int:
        """The IMPs that a team won, not counting those it lost."""
        sign = 1 if team is Team.A else -1
        return sum(max(0, sign * line.imps) for line in self.lines if line.imps is not None)

    @property
    def points_ns(self) -> int:
        """All points of North and South."""
        return sum(each.score_ns for line in self.lines for each in line.sittings)

    def records(self) -> Iterator[Record]:
        """Every sitting as a record of a file."""
        for line in self.lines:
            for sitting in line.sittings:
                yield self._record(line, sitting)

    def _record(self, line: BoardLine, sitting: Sitting) -> Record:
        tags = [
            ("Event", "overtrick table"),
            ("Date", sitting.time.strftime("%Y.%m.%d")),
            ("Room", sitting.room.value.capitalize()),
            *((seat.word, self.names[sitting.room.team(seat.side)]) for seat in Seat),
            ("HomeTeam", self.names[Team.A]),
            ("VisitTeam", self.names[Team.B]),
            ("Scoring", "IMP"),
        ]
        if line.imps is not None:
            tags.append(("ScoreIMP", f"NS {line.imps if sitting.room is RoomOf.OPEN else -line.imps}"))
        if sitting.forfeited_by is None:
            return Record(sitting.board, tuple(tags))
        bare = Board(sitting.board.number, sitting.board.dealer, sitting.board.vul, sitting.board.deal)
        return Record(bare, tuple(tags), (Comment(f"Forfeited by {self.names[sitting.forfeited_by]}."),))


def _sittings(kept: Kept) -> Iterator[Sitting]:
    table, again = kept.table, kept.plan.turned_from
    forfeits, entries = forfeits_of(table), table.entries
    for place, ended in enumerate(table.state.ended):
        is_turned = again is not None and place >= again
        room = RoomOf.CLOSED if is_turned else RoomOf(kept.plan.name)
        side = forfeits.get(ended.dealt)
        yield Sitting(
            place=place - again if is_turned and again is not None else place,
            room=room,
            board=turned(ended.board, -1) if is_turned else ended.board,
            score_ns=-ended.score_ns if is_turned else ended.score_ns,
            ended=ended,
            time=entries[ended.dealt - 1].time,
            forfeited_by=None if side is None else RoomOf(kept.plan.name).team(side),
        )


def _imps(sittings: Sequence[Sitting], against_par: bool) -> int | None:
    """A's IMPs; a forfeited board is average minus for those who forfeited it."""
    forfeited = {each.forfeited_by for each in sittings} - {None}
    if len(sittings) == 2 and forfeited:
        return _forfeit(forfeited)
    if len(sittings) == 2:
        return imps(sittings[0].score_ns - sittings[1].score_ns)
    if not against_par:
        return None
    only = sittings[0]
    return _forfeit(forfeited) if forfeited else imps(only.score_ns - board_par(only.ended).score_ns)


def _forfeit(forfeited: Iterable[Team | None]) -> int:
    return sum(-FORFEIT_IMPS if team is Team.A else FORFEIT_IMPS for team in forfeited)
