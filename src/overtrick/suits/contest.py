"""Lines of play compared with each other: at matchpoints, and at IMPs in a given contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np

from overtrick.core import Contract, Vul
from overtrick.scoring import imps, score
from overtrick.suits.errors import SuitError
from overtrick.suits.layouts import Weights
from overtrick.suits.solution import Line

__all__ = ["Contest", "Stake", "at_imps", "at_matchpoints"]

_TRICKS = 14


@final
@dataclass(frozen=True)
class Contest:
    """The average gain of each line against each other line."""

    lines: tuple[Line, ...]
    gains: tuple[tuple[Fraction, ...], ...]
    """At matchpoints the chance to win the board minus the chance to lose it; at IMPs the average swing."""

    @property
    def unbeaten(self) -> tuple[int, ...]:
        """The lines that lose to no other; there may be none."""
        return tuple(place for place, row in enumerate(self.gains) if min(row) >= 0)

    @property
    def cycle(self) -> tuple[int, ...]:
        """If no line is unbeaten: lines of which each is beaten by the next, and the last by the first."""
        if self.unbeaten:
            return ()
        path = [max(range(len(self.lines)), key=lambda place: min(self.gains[place]))]
        while path[-1] not in path[:-1]:
            row = self.gains[path[-1]]
            path.append(row.index(min(row)))
        return tuple(path[path.index(path[-1]) : -1])


@final
@dataclass(frozen=True, slots=True)
class Stake:
    """A contract, and the number of tricks in this suit that just make it."""

    contract: Contract
    needed: int
    vul: Vul = Vul.NONE

    def points(self, tricks: int) -> int:
        """Declarer's score with this many tricks in the suit."""
        total = min(max(self.contract.needs - self.needed + tricks, 0), 13)
        return score(self.contract, total, self.vul)


def at_matchpoints(lines: Sequence[Line], weighed: Weights) -> Contest:
    """Compare every line with every other: the one with more tricks wins the board."""
    return _contest(lines, weighed, lambda mine, yours: (mine > yours) - (mine < yours))


def at_imps(lines: Sequence[Line], weighed: Weights, stake: Stake) -> Contest:
    """Compare every line with every other, played in the same contract at the other table."""
    if not 0 <= stake.needed <= 13:
        raise SuitError(f"{stake.needed} tricks cannot be needed")
    return _contest(lines, weighed, lambda mine, yours: imps(stake.points(mine) - stake.points(yours)))


def _contest(lines: Sequence[Line], weighed: Weights, swing: Callable[[int, int], int]) -> Contest:
    if not lines:
        raise SuitError("there are no lines to compare: no tricks can be made")
    exact = object if weighed.total >= 2**50 else np.int64
    swings = np.array([[swing(mine, yours) for yours in range(_TRICKS)] for mine in range(_TRICKS)], exact)
    weights = np.array(weighed.weights, exact)
    tricks = np.array([line.tricks for line in lines], dtype=np.intp).reshape(len(lines), -1)
    gains = tuple(
        tuple(Fraction(int(total), weighed.total) for total in swings[row[None, :], tricks] @ weights)
        for row in tricks
    )
    return Contest(tuple(lines), gains)
