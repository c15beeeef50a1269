"""Endings: as many cards in every hand, trumps or none, somebody on lead, and a side that wants tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Deal, DealError, NotationError, Play, Seat, Side, Strain
from overtrick.core.drawing import Drawn
from overtrick.squeezes.state import State

__all__ = ["Ending"]


@final
@dataclass(frozen=True, slots=True)
class Ending(Drawn):
    """Four known hands of equal length before a lead; `attackers` are the side that would squeeze the other.

    >>> fig2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> fig2.cards, fig2.leader, fig2.attackers
    (3, Seat.SOUTH, Side.NS)
    """

    deal: Deal
    strain: Strain
    leader: Seat
    attackers: Side = Side.NS

    def __post_init__(self) -> None:
        object.__setattr__(self, "deal", self.deal.completed())
        unknown = [seat.word for seat in Seat if self.deal.get(seat) is None]
        if unknown:
            raise DealError(
                f"{' and '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} unknown: an ending needs"
                " all four hands",
                text=str(self.deal),
            )
        lengths = {len(hand) for _, hand in self.deal.items()}
        if lengths == {0}:
            raise DealError("an ending without cards has no tricks", text=str(self.deal))
        if len(lengths) > 1:
            counts = ", ".join(f"{seat.word} {len(hand)}" for seat, hand in self.deal.items())
            raise DealError(f"an ending has hands of equal length, not {counts}", text=str(self.deal))

    @staticmethod
    def parse(text: str) -> Ending:
        """Read deal, strain, leader and perhaps who attacks, with semicolons between: ``DEAL;NT;S;NS``."""
        parts = text.split(";") if isinstance(text, str) else []
        if len(parts) not in (3, 4):
            raise NotationError(f"{text!r} is not an ending: expected 'DEAL;trump;leader'")
        play = Play.parse(";".join(parts[:3]))
        return Ending(play.start, play.strain, play.leader, Side.parse(parts[3]) if parts[3:] else Side.NS)

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return self.deal.cards_each

    @property
    def play(self) -> Play:
        """The play that begins here."""
        return Play(self.deal, self.strain, self.leader)

    @property
    def state(self) -> State:
        """The position as the core takes it: of North and South, whatever side attacks."""
        return State.after(self.play)

    def __str__(self) -> str:
        attackers = "" if self.attackers is Side.NS else f";{self.attackers}"
        return f"{self.deal};{self.strain};{self.leader}{attackers}"

    def __repr__(self) -> str:
        return f"Ending.parse({str(self)!r})"
