"""The value of a play card by card: each card can only cost the side that plays it."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Card, Play, Side
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.position import Position
from overtrick.dd.solver import Solver

__all__ = ["Values"]


class Values:
    """What a play is worth to North and South, tricks already won included, as cards are added to it."""

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
        """Add a card, and find out what the play is worth then."""
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
        """Is the play still worth so much to a side, given that it cannot be worth more?"""
        to_come = total_ns - play.tricks_won(Side.NS)
        position = Position.after(play)
        if side is Side.NS:
            return self.solver.reaches(position, to_come)[0]
        return not self.solver.reaches(position, to_come + 1)[0]
