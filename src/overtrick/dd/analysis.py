"""Analysis of a play record: the double-dummy cost of each card, and a best line for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core import Board, Card, Play, Seat, Side
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.position import Position
from overtrick.dd.solver import Solver, own_solver

__all__ = ["PlayedCard", "Values", "analyse", "best_line"]


@final
@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played, with the tricks its player's side could take before and after it.

    Tricks are counted over the whole play, those already won included.
    """

    seat: Seat
    card: Card
    before: int
    after: int

    @property
    def cost(self) -> int:
        """The number of tricks the card gave away."""
        return self.before - self.after


def analyse(played: Play | Board, solver: Solver | None = None) -> tuple[PlayedCard, ...]:
    """Each card of a play, with what it cost its side.

    The tricks a side could take before the first card, less the cost of its own cards, plus the cost of its
    opponents' cards, are the tricks it took, or can still take where the record stops.

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
        tricks = (_share(play, seat, total) for total in (before, values.total_ns))
        found.append(PlayedCard(seat, card, *tricks))
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


def best_line(play: Play, solver: Solver | None = None) -> tuple[Card, ...]:
    """The rest of a play at its best: cards that give each side its double-dummy tricks.

    Each player plays the lowest card that costs nothing; among equally low ones clubs come first, then
    diamonds, hearts, spades. The line is therefore always the same.

    >>> print(*best_line(Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK
    """
    values = Values(play, own_solver() if solver is None else solver)
    while not values.play.is_over:
        values.play_on(next(values.keeping()))
    return values.play.cards[len(play.cards) :]


class Values:
    """The tricks of North and South in a play, those already won included, updated card by card."""

    def __init__(self, play: Play, solver: Solver) -> None:
        expect(Play, "a play, such as Play(deal, strain, leader)", play)
        if not solver.is_plain:
            raise DoubleDummyError(
                "lines and costs are those of bridge, without free discards or a ban on finesses"
            )
        self.solver = solver
        self.play = play
        self.total_ns = play.tricks_won(Side.NS) + solver.tricks_ns(Position.after(play))

    def play_on(self, card: Card) -> None:
        """Add a card and update the value."""
        mover, is_forced = self.play.to_play.side, len(self.play.legal_cards) == 1
        self.play = self.play.then(card)
        while not is_forced and not self._is_worth(self.play, mover, self.total_ns):
            self.total_ns += -1 if mover is Side.NS else 1

    def keeping(self) -> Iterator[Card]:
        """The cards that cost nothing, lowest first, clubs before diamonds before hearts before spades."""
        mover = self.play.to_play.side
        cards = sorted(self.play.legal_cards, key=lambda card: (card.rank, card.suit))
        for card in cards:
            if len(cards) == 1 or self._is_worth(self.play.then(card), mover, self.total_ns):
                yield card

    def _is_worth(self, play: Play, side: Side, total_ns: int) -> bool:
        """Does a side still take its share of `total_ns`, which is the most it can take?"""
        to_come = total_ns - play.tricks_won(Side.NS)
        position = Position.after(play)
        if side is Side.NS:
            return self.solver.reaches(position, to_come)[0]
        return not self.solver.reaches(position, to_come + 1)[0]
