"""One board in one room: four players, each with its own view, and the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from time import perf_counter, process_time
from typing import final

import numpy as np

from overtrick.bidding import Agreements, load
from overtrick.core import Auction, Board, Card, OvertrickError, Seat, SeatView, Side
from overtrick.deals import boards
from overtrick.player import Player
from overtrick.player.likelihood import tables_of
from overtrick.player.manners import choose_by_manners
from overtrick.scoring import score_ns
from overtrick.table.errors import MatchError, RobotError
from overtrick.table.events import CallMade, CardPlayed, ClaimMade
from overtrick.table.matches.configurations import Configuration
from overtrick.table.robots import Act, PlayerRobot, Robot
from overtrick.table.scores import Costs, costs_of
from overtrick.table.settings import Occupant, TableSettings
from overtrick.table.table import Table

__all__ = ["Match", "Role", "Room", "Sitting", "Team", "Timing", "play_room", "table_lead", "with_auction"]


class Team(Enum):
    """One of the two teams."""

    A = "A"
    B = "B"


class Room(Enum):
    """One of the two rooms: A sits North-South in the open one, East-West in the closed one."""

    OPEN = "open"
    CLOSED = "closed"

    def team(self, side: Side) -> Team:
        """The team that sits this way.

        >>> Room.CLOSED.team(Side.EW)
        <Team.A: 'A'>
        """
        return Team.A if (side is Side.NS) is (self is Room.OPEN) else Team.B


class Role(Enum):
    """The purpose of a turn at the table."""

    CALL = "call"
    LEAD = "lead"
    """The opening lead."""
    DECLARER = "declarer"
    DEFENCE = "defence"
    """A defender's card after the opening lead."""
    CLAIM = "claim"
    """A claim that ended the play."""


@final
@dataclass(frozen=True, slots=True)
class Timing:
    """The time one decision took."""

    seat: Seat
    """The player who decided: declarer for a card from dummy."""
    role: Role
    trick: int
    """The trick, from 1; 0 in the auction."""
    seconds: float
    processor: float
    """Seconds of processor time, which other work on the machine does not lengthen."""


@final
@dataclass(frozen=True, slots=True)
class Sitting:
    """A finished board of one room."""

    board: Board
    turns: tuple[Timing, ...]
    costs: Costs | None
    """The tricks that the cards gave away double dummy; None if the board was passed out."""

    @property
    def score_ns(self) -> int:
        """North-South's duplicate score."""
        assert self.board.result is not None  # the play is over
        return score_ns(self.board.result, self.board.vul)


@final
@dataclass(frozen=True)
class Match:
    """A match: the two teams, the boards and the conditions, which determine everything that happens."""

    a: Configuration
    b: Configuration
    seed: int = 1
    has_fixed_auctions: bool = False
    """Is every board bid once, by A's system alone, for both rooms?"""
    has_fixed_leads: bool = False
    """Is the opening lead in both rooms the one that the table of A's system gives?"""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise MatchError(f"a seed is a number from 0 up, not {self.seed}")

    def configuration(self, team: Team) -> Configuration:
        """How a team bids and plays."""
        return self.a if team is Team.A else self.b

    def name(self, team: Team) -> str:
        """A team's name: its letter and its configuration.

        >>> Match(Configuration(), Configuration.parse("plain")).name(Team.B)
        'B: plain'
        """
        return f"{team.value}: {self.configuration(team)}"

    def boards(self, n: int) -> list[Board]:
        """The first boards of the match, always the same ones."""
        return list(boards(np.random.default_rng(self.seed), n))

    def board_seed(self, number: int) -> int:
        """The seed of all players on a board, in both rooms; their views add the rest.

        >>> match = Match(Configuration(), Configuration(), seed=7)
        >>> match.board_seed(1) == match.board_seed(1) != match.board_seed(2)
        True
        """
        state = np.random.SeedSequence([self.seed, number]).generate_state(1, np.uint64)
        return int(state[0] >> np.uint64(1))

    def agreements(self, room: Room) -> Agreements:
        """The agreements of the two sides in a room; with fixed auctions both play A's system."""
        teams = [Team.A if self.has_fixed_auctions else room.team(side) for side in Side]
        return _agreements(*(self.configuration(team).system for team in teams))


@lru_cache(8)
def _agreements(ns: str, ew: str) -> Agreements:
    """The agreements of two sides, cached, as reading a system takes longer than many a card."""
    return Agreements(load(ns), load(ew))


# A room


def play_room(match: Match, room: Room, board: Board) -> Sitting:
    """Bid and play a board, or only play it if the auction is there already."""
    turns, agreements = list[Timing](), match.agreements(room)
    lead = table_lead(match.a.system) if match.has_fixed_leads else None
    robots = dict[str, Robot]()
    for team in (room.team(side) for side in Side):
        player = match.configuration(team).player(agreements, match.board_seed(board.number or 0))
        robots[match.name(team)] = _TimedRobot(PlayerRobot(player), turns, lead)
    north, east = (Occupant(name, is_robot=True) for name in robots)
    table = Table.open(TableSettings((north, east, north, east)), robots=robots)
    try:
        table.deal(board, with_auction=True)
        table.run()
    except RobotError as error:
        cause = "" if error.__cause__ is None else f": {error.__cause__}"  # the host of a match may see it
        raise MatchError(f"board {board.number}, {room.value} room: {error}{cause}") from error
    ended = table.state.ended[-1].board
    return Sitting(ended, tuple(turns), costs_of(ended))


@final
@dataclass(frozen=True)
class _TimedRobot:
    """A robot whose turns are timed; its opening lead may be the table's."""

    robot: Robot
    turns: list[Timing]
    lead: Callable[[SeatView], Card] | None

    def act(self, view: SeatView, may_claim: bool = True) -> Act:
        """The robot's act, with its time recorded."""
        if self.lead is not None and view.play is not None and not view.play.cards:
            return CardPlayed(view.play.to_play, self.lead(view))
        clock, worked = perf_counter(), process_time()
        act = self.robot.act(view, may_claim)
        seconds, processor = perf_counter() - clock, process_time() - worked
        trick = 0 if view.play is None else len(view.play.cards) // len(Seat) + 1
        self.turns.append(Timing(view.seat, _role(view, act), trick, round(seconds, 4), round(processor, 4)))
        return act


def _role(view: SeatView, act: Act) -> Role:
    """The role of an act."""
    if isinstance(act, CallMade):
        return Role.CALL
    if isinstance(act, ClaimMade):
        return Role.CLAIM
    assert view.play is not None  # it is its turn to play
    assert view.contract is not None
    if not view.play.cards:
        return Role.LEAD
    return Role.DECLARER if view.seat is view.contract.declarer else Role.DEFENCE


# Fixed auctions and leads


def with_auction(match: Match, board: Board) -> Board:
    """A board bid by A's system, without simulation, all calls explained."""
    robot = PlayerRobot(Player(agreements=match.agreements(Room.OPEN)))
    bidden = replace(board, auction=Auction(board.dealer), meanings=())
    while bidden.auction is not None and not bidden.auction.is_over:
        seat = bidden.auction.to_call
        try:
            act = robot.act(SeatView.of(bidden, seat))
        except OvertrickError as error:
            failed = f"{seat.word} failed when asked for a call"
            raise MatchError(f"board {board.number}: {failed}: {error}") from error
        assert isinstance(act, CallMade)
        meanings = (*bidden.meanings, act.meaning)
        bidden = replace(bidden, auction=bidden.auction.then(act.call), meanings=meanings)
    return bidden


def table_lead(system: str) -> Callable[[SeatView], Card]:
    """A function for the opening lead by the table of a system, from the longest of the suits it prefers."""
    table = tables_of(_agreements(system, system)).get(Side.NS)

    def lead(view: SeatView) -> Card:
        return choose_by_manners(view, view.legal_cards, table).card

    return lead
