"""What the experts claim of cards that are as good: the best line in a suit, a squeeze that begins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from overtrick.core import Card, Claim, Odds, Seat, SeatView, Suit
from overtrick.player.sample import Sample

__all__ = ["BeginsSqueeze", "BestLine"]


@final
@dataclass(frozen=True)
class BestLine(Claim):
    """A lead begins the best line for its suit, looked at alone; a rival's best line does less."""

    view: SeatView
    card: Card
    others: tuple[Card, ...]
    """The other cards of the suit that were as good by the chances."""
    tricks: int
    """The tricks that the suit has to yield; 0 for as many as possible on average."""
    value: Fraction
    """The chance of them, or the expected number."""
    next_best: Fraction
    """The same for the best of the others that does less."""


@final
@dataclass(frozen=True)
class BeginsSqueeze(Claim):
    """A lead, or one equal to it, begins a squeeze of a defender in two suits or more, so often."""

    sample: Sample
    """The likeliest layouts, and no others; the tricks needed do not matter."""
    card: Card
    victim: Seat
    """Who is squeezed first."""
    suits: tuple[Suit, ...]
    """The suits of the cards he must choose from, from spades down."""
    share: Odds
