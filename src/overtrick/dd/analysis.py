"""A play record, card by card: what each card cost, and who gave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Board, Card, Play, Seat, Side
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.solver import Solver, own_solver
from overtrick.dd.values import Values

__all__ = ["PlayedCard", "analyse"]


@final
@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played, and the tricks its player's side could take before it and after it.

    Tricks are those of the whole play, won and to come.
    """

    seat: Seat
    card: Card
    before: int
    after: int

    @property
    def cost(self) -> int:
        """The tricks that the card gave away."""
        return self.before - self.after


def analyse(played: Play | Board, solver: Solver | None = None) -> tuple[PlayedCard, ...]:
    """What each card of a play cost its side.

    The tricks a side could take before the first card, less what its own cards cost, plus what its
    opponents' cards cost, are those it took, or can still take where the play breaks off.

    >>> costs = analyse(Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S;H3 HQ"))
    >>> [(str(each.card), each.before, each.after, each.cost) for each in costs]
    [('H3', 3, 1, 2), ('HQ', 2, 2, 0)]
    """
    play = _play(played)
    values = Values(Play(play.start, play.strain, play.leader), own_solver() if solver is None else solver)
    found = list[PlayedCard]()
    for card in play.cards:
        seat, before = values.play.to_play, values.total_ns
        values.play_on(card)
        found.append(
            PlayedCard(seat, card, *(_share(play, seat, total) for total in (before, values.total_ns)))
        )
    return tuple(found)


def _share(play: Play, seat: Seat, tricks_ns: int) -> int:
    return tricks_ns if seat.side is Side.NS else play.start.cards_each - tricks_ns


def _play(played: Play | Board) -> Play:
    expect(Play | Board, "a play or a board", played)
    if isinstance(played, Play):
        return played
    if played.play is None:
        raise DoubleDummyError("no play is recorded on this board")
    return played.play
