"""A line of play that reaches the double-dummy value."""

from __future__ import annotations

from overtrick.core import Card, Play
from overtrick.dd.solver import Solver, own_solver
from overtrick.dd.values import Values

__all__ = ["best_line"]


def best_line(play: Play, solver: Solver | None = None) -> tuple[Card, ...]:
    """Cards for the rest of the play that bring each side its double-dummy tricks.

    Each player plays the lowest card that costs nothing, and of equally low ones clubs before diamonds
    before hearts before spades: so the line is always the same.

    >>> print(*best_line(Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK
    """
    values = Values(play, own_solver() if solver is None else solver)
    while not values.play.is_over:
        values.play_on(next(values.keeping()))
    return values.play.cards[len(play.cards) :]
