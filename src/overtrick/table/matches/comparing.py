"""A board of both rooms, and the line of a file that keeps it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, final

from overtrick.core import Board, OvertrickError, Seat
from overtrick.formats import Record
from overtrick.formats.json_lines import as_json, from_json
from overtrick.scoring import imps
from overtrick.table.matches.costing import Costs
from overtrick.table.matches.errors import MatchError
from overtrick.table.matches.rooms import Match, Played, Role, Room, Turn, play_room, with_auction

__all__ = ["Comparison", "Line", "comparison", "line", "play_board", "read_room", "room_line"]

Line = dict[str, Any]
"""What is kept of a board, as JSON."""


@final
@dataclass(frozen=True, slots=True)
class Comparison:
    """A board as it was played in both rooms."""

    open: Played
    closed: Played

    @property
    def number(self) -> int:
        """The board's number."""
        return self.open.board.number or 0

    @property
    def imps(self) -> int:
        """A's IMPs: it sits North-South in the open room, East-West in the closed one."""
        return imps(self.open.score_ns - self.closed.score_ns)

    def played(self, room: Room) -> Played:
        """What happened in a room."""
        return self.open if room is Room.OPEN else self.closed


def play_board(match: Match, board: Board) -> Comparison:
    """Play a board in both rooms."""
    given = with_auction(match, board) if match.has_fixed_auctions else board
    return Comparison(*(play_room(match, room, given) for room in Room))


# Lines


def line(compared: Comparison) -> Line:
    """A board as a line of a file."""
    rooms = {room.value: room_line(compared.played(room)) for room in Room}
    return {"board": compared.number, "imps": compared.imps, **rooms}


def comparison(told: Line) -> Comparison:
    """The board that a line keeps."""
    try:
        return Comparison(*(read_room(told[room.value]) for room in Room))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f": {error}" if isinstance(error, OvertrickError) else ""
        raise MatchError(f"no board of a match{why}") from None


def room_line(played: Played) -> Line:
    """A board of one room as JSON."""
    turns = [[str(each.seat), each.role.value, *_figures(each)] for each in played.turns]
    costs = None if played.costs is None else asdict(played.costs)
    return {**as_json(Record(played.board)), "score_ns": played.score_ns, "costs": costs, "turns": turns}


def _figures(turn: Turn) -> tuple[int, float, float]:
    return turn.trick, turn.seconds, turn.processor


def read_room(told: Line) -> Played:
    """The board of one room that JSON keeps."""
    turns = tuple(Turn(Seat.parse(seat), Role(role), *figures) for seat, role, *figures in told["turns"])
    costs = None if told["costs"] is None else Costs(**told["costs"])
    played = Played(from_json(told).board, turns, costs)
    if played.board.result is None or played.score_ns != told["score_ns"]:
        raise MatchError(f"the score of board {played.board.number} does not follow from its result")
    return played
