"""Results of a match: the boards compared, IMPs with their interval, and each team's figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, final

from overtrick.bidding.contest import Summary, summary
from overtrick.core import Board, OvertrickError, Seat
from overtrick.formats import Record
from overtrick.formats.json_lines import as_json, from_json
from overtrick.scoring import imps
from overtrick.table.errors import MatchError
from overtrick.table.matches.rooms import Match, Role, Room, Sitting, Team, Timing, play_room, with_auction
from overtrick.table.scores import Costs

__all__ = [
    "Comparison",
    "Figures",
    "Line",
    "Results",
    "comparison",
    "line",
    "play_board",
    "read_room",
    "records",
    "room_line",
    "room_tags",
]

# Boards of both rooms


Line = dict[str, Any]
"""The saved record of a board, as a JSON object."""


@final
@dataclass(frozen=True, slots=True)
class Comparison:
    """A board as it was played in both rooms."""

    open: Sitting
    closed: Sitting

    @property
    def number(self) -> int:
        """The board's number."""
        return self.open.board.number or 0

    @property
    def imps(self) -> int:
        """A's IMPs: it sits North-South in the open room, East-West in the closed one."""
        return imps(self.open.score_ns - self.closed.score_ns)

    def played(self, room: Room) -> Sitting:
        """The sitting of a room."""
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
    """The board of a line."""
    try:
        return Comparison(*(read_room(told[room.value]) for room in Room))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f": {error}" if isinstance(error, OvertrickError) else ""
        raise MatchError(f"no board of a match{why}") from None


def room_line(played: Sitting) -> Line:
    """A board of one room as JSON."""
    turns = [
        [str(each.seat), each.role.value, each.trick, each.seconds, each.processor] for each in played.turns
    ]
    costs = None if played.costs is None else asdict(played.costs)
    return {**as_json(Record(played.board)), "score_ns": played.score_ns, "costs": costs, "turns": turns}


def read_room(told: Line) -> Sitting:
    """The board of one room from its JSON."""
    turns = tuple(Timing(Seat.parse(seat), Role(role), *figures) for seat, role, *figures in told["turns"])
    costs = None if told["costs"] is None else Costs(**told["costs"])
    played = Sitting(from_json(told).board, turns, costs)
    if played.board.result is None or played.score_ns != told["score_ns"]:
        raise MatchError(f"the score of board {played.board.number} does not follow from its result")
    return played


# Results


@final
@dataclass(frozen=True)
class Figures:
    """A team's figures, independent of the other team."""

    declared: int
    made: int
    """The contracts that it made, of those it declared."""
    lead_cost: Summary | None
    """Tricks given away double dummy by its opening leads, per board that it defended."""
    declarer_cost: Summary | None
    """Tricks given away by its declarers, per board that it declared."""
    defence_cost: Summary | None
    """Tricks given away by its defenders after the lead."""
    seconds_a_card: float | None
    worst_seconds: float | None
    """The longest time for a card."""
    seconds_a_board: float
    """The time of both partners together for the auction and the play of a board in one room."""


@final
@dataclass(frozen=True)
class Results:
    """The boards of a match in order, with their totals."""

    match: Match
    boards: tuple[Comparison, ...]

    @staticmethod
    def of(match: Match, boards: Sequence[Comparison]) -> Results:
        """The results of some boards, in any order."""
        return Results(match, tuple(sorted(boards, key=lambda each: each.number)))

    # IMPs

    @property
    def imps(self) -> Summary | None:
        """A's net IMPs; None without a board."""
        return summary(each.imps for each in self.boards)

    def imps_of(self, team: Team) -> int:
        """The IMPs that a team won, not counting those it lost."""
        sign = 1 if team is Team.A else -1
        return sum(max(0, sign * each.imps) for each in self.boards)

    @property
    def swings(self) -> tuple[Comparison, ...]:
        """The boards with a swing."""
        return tuple(each for each in self.boards if each.imps)

    @property
    def won(self) -> int:
        """The number of boards that A won."""
        return sum(each.imps > 0 for each in self.boards)

    @property
    def lost(self) -> int:
        """The number of boards that A lost."""
        return sum(each.imps < 0 for each in self.boards)

    @property
    def flat(self) -> int:
        """The number of boards without a swing."""
        return len(self.boards) - self.won - self.lost

    # Teams

    def figures(self, team: Team) -> Figures:
        """The figures of a team."""
        declared, defended = self._rooms(team, declaring=True), self._rooms(team, declaring=False)
        turns = [
            turn
            for room, played in self._played()
            for turn in played.turns
            if room.team(turn.seat.side) is team
        ]
        cards = [turn.seconds for turn in turns if turn.role is not Role.CALL]
        return Figures(
            declared=len(declared),
            made=sum(each.board.result is not None and each.board.result.is_made for each in declared),
            lead_cost=summary(each.costs.lead for each in defended if each.costs),
            declarer_cost=summary(each.costs.declarer for each in declared if each.costs),
            defence_cost=summary(each.costs.defence for each in defended if each.costs),
            seconds_a_card=fmean(cards) if cards else None,
            worst_seconds=max(cards, default=None),
            seconds_a_board=sum(turn.seconds for turn in turns) / max(1, len(self.boards) * len(Room)),
        )

    def _rooms(self, team: Team, declaring: bool) -> list[Sitting]:
        """The boards that a team declared, or else defended."""
        return [
            played
            for room, played in self._played()
            if (contract := played.board.contract) is not None
            and (room.team(contract.declarer.side) is team) is declaring
        ]

    def _played(self) -> Iterator[tuple[Room, Sitting]]:
        return ((room, each.played(room)) for each in self.boards for room in Room)


# Records for files


def records(results: Results) -> Iterator[Record]:
    """Both rooms of every board, with the teams, the calls explained, and the IMPs."""
    event = ("Event", f"overtrick match, seed {results.match.seed}")
    names = {team: results.match.name(team) for team in Team}
    for compared in results.boards:
        for room in Room:
            tags = (event, *room_tags(room, names, compared.imps))
            yield Record(compared.played(room).board, tags)


def room_tags(room: Room, names: Mapping[Team, str], imps: int | None) -> Iterator[tuple[str, str]]:
    """The tags of a room's record: who sat where, and A's IMPs once the board can be compared."""
    yield "Room", room.value.capitalize()
    yield from ((seat.word, names[room.team(seat.side)]) for seat in Seat)
    yield "HomeTeam", names[Team.A]
    yield "VisitTeam", names[Team.B]
    yield "Scoring", "IMP"
    if imps is not None:
        yield "ScoreIMP", f"NS {imps if room is Room.OPEN else -imps}"
