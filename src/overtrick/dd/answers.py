"""The most common double-dummy queries, answered by one solver per thread."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.core import Card, Deal, Play, Seat, Side, Strain
from overtrick.dd.proof import Proof
from overtrick.dd.solver import own_solver
from overtrick.dd.table import TrickTable

__all__ = ["at_least", "cards", "table", "tricks"]


def table(deal: Deal, strains: Iterable[Strain] = tuple(Strain)) -> TrickTable:
    """The tricks that every declarer takes at each of these strains; the deal may be an ending.

    >>> ending = Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")
    >>> table(ending)[Strain.NOTRUMP, Seat.SOUTH]
    1
    """
    return own_solver().table(deal, strains)


def tricks(deal: Deal, strain: Strain, leader: Seat) -> int:
    """The tricks of the side ON LEAD, not of declarer's; the deal may be an ending.

    >>> tricks(Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ.."), Strain.NOTRUMP, leader=Seat.SOUTH)
    3
    """
    return own_solver().tricks(deal, strain, leader)


def cards(play: Play) -> dict[Card, int]:
    """Every legal card, spades first and high to low, with the tricks its player's side takes from here on.

    The trick in progress counts among them.

    >>> cards(Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    {Card.parse('S2'): 1, Card.parse('H3'): 1, Card.parse('CA'): 3}
    """
    return own_solver().cards(play)


def at_least(play: Play, tricks: int, side: Side | None = None) -> Proof:
    """Does a side (by default that of the player to move) take at least this many more tricks?

    One search gives the answer and the cards that prove it.

    >>> proof = at_least(Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"), 3)
    >>> proof.is_reached, proof.side, proof.bound
    (True, Side.NS, 3)
    >>> Card.parse("HA") in proof.cards, Card.parse("ST") in proof.cards
    (True, False)
    """
    return own_solver().at_least(play, tricks, side)
