"""What a match comes to: IMPs with their interval, and for each team its contracts, its tricks, its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import final

from overtrick.bidding.contest import Summary, summary
from overtrick.table.matches.comparing import Comparison
from overtrick.table.matches.rooms import Match, Played, Role, Room, Team, Turn

__all__ = ["Figures", "Results"]


@final
@dataclass(frozen=True)
class Figures:
    """How a team did, whatever the other did."""

    declared: int
    made: int
    """Contracts that it made, of those it declared."""
    lead_cost: Summary | None
    """Tricks that its opening leads gave away double dummy; each a board that it defended."""
    declarer_cost: Summary | None
    """… its declarers, each a board that it declared."""
    defence_cost: Summary | None
    """… its defenders after the lead."""
    seconds_a_card: float | None
    worst_seconds: float | None
    """The longest that it thought about a card."""
    seconds_a_board: float
    """Both partners together, in the auction and the play of a board in one room."""


@final
@dataclass(frozen=True)
class Results:
    """The boards of a match in order, and what they add up to."""

    match: Match
    boards: tuple[Comparison, ...]

    @staticmethod
    def of(match: Match, boards: Sequence[Comparison]) -> Results:
        """The results of some boards, in any order."""
        return Results(match, tuple(sorted(boards, key=lambda each: each.number)))

    # IMPs

    @property
    def imps(self) -> Summary | None:
        """A's IMPs, less B's; None without a board."""
        return summary(each.imps for each in self.boards)

    def imps_of(self, team: Team) -> int:
        """The IMPs that a team won, not counting those it lost."""
        sign = 1 if team is Team.A else -1
        return sum(max(0, sign * each.imps) for each in self.boards)

    @property
    def swings(self) -> tuple[Comparison, ...]:
        """The boards that somebody won."""
        return tuple(each for each in self.boards if each.imps)

    @property
    def won(self) -> int:
        """The boards that A won."""
        return sum(each.imps > 0 for each in self.boards)

    @property
    def lost(self) -> int:
        """The boards that A lost."""
        return sum(each.imps < 0 for each in self.boards)

    @property
    def flat(self) -> int:
        """The boards that nobody won."""
        return len(self.boards) - self.won - self.lost

    # Teams

    def figures(self, team: Team) -> Figures:
        """What is to be said of one team."""
        declared, defended = self._rooms(team, declaring=True), self._rooms(team, declaring=False)
        turns = list(self._turns(team))
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

    def _rooms(self, team: Team, declaring: bool) -> list[Played]:
        """The boards that a team declared, or else defended."""
        return [
            played
            for room, played in self._played()
            if (contract := played.board.contract) is not None
            and (room.team(contract.declarer.side) is team) is declaring
        ]

    def _turns(self, team: Team) -> Iterator[Turn]:
        for room, played in self._played():
            yield from (turn for turn in played.turns if room.team(turn.seat.side) is team)

    def _played(self) -> Iterator[tuple[Room, Played]]:
        return ((room, each.played(room)) for each in self.boards for room in Room)
