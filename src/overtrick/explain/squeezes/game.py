"""The double-dummy game in which claims about squeezes are checked, with free discards for some defenders.

The solver is loaded when the first claim is checked: `explain` itself must stay light.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from overtrick.core import Deal, Play, Seat, Side

if TYPE_CHECKING:
    from overtrick.dd import Solver

__all__ = ["exchanged", "facing_north_south", "free", "total"]

Free = Mapping[Seat, int]
"""How many free discards a defender has; a defender not named has none."""


def total(play: Play, attackers: Side, discards: Free) -> int:
    """All the tricks of the attackers, those won before included, when everybody plays his best from here."""
    from overtrick.dd.position import Position

    if play.is_over:
        return play.tricks_won(attackers)
    position = Position.after(facing_north_south(play, attackers))
    east, west = (discards.get(seat, 0) for seat in _defenders(attackers))
    return play.tricks_won(attackers) + _solver(east, west).tricks_ns(position)


def free(*seats: Seat) -> Free:
    """Free discards, as many as they like, for some defenders."""
    from overtrick.dd import ALWAYS

    return dict.fromkeys(seats, ALWAYS)


def facing_north_south(play: Play, attackers: Side) -> Play:
    """The same play, the table turned so that North and South attack."""
    if attackers is Side.NS:
        return play
    north, east, south, west = play.start.hands
    return Play(Deal((west, north, east, south)), play.strain, play.leader.next(), play.cards)


def exchanged(play: Play, attackers: Side) -> Play:
    """The beginning of a play, the defenders' hands exchanged, and the lead if it was theirs."""
    hands = {seat: hand for seat, hand in play.start.items() if seat.side is attackers}
    hands |= {seat.partner: play.start[seat] for seat in attackers.opponents.seats}
    leader = play.leader if play.leader.side is attackers else play.leader.partner
    return Play(Deal.of(hands), play.strain, leader)


def _defenders(attackers: Side) -> tuple[Seat, Seat]:
    """Who sits East and West once the attackers sit North and South."""
    return (Seat.EAST, Seat.WEST) if attackers is Side.NS else (Seat.NORTH, Seat.SOUTH)


@cache
def _solver(east: int, west: int) -> Solver:
    from overtrick.dd import Solver

    return Solver(megabytes=2, free_discards={Seat.EAST: east, Seat.WEST: west})
