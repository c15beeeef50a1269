"""WBF victory points: the continuous scale from 0 to 20, for any number of boards.

The World Bridge Federation's scoring panel (2013) maps a margin of I IMPs over N boards to

    10 + 10 · (1 − R^(I/X)) / (1 − R),    R = τ³,  τ = (√5 − 1)/2,  X = 15·√N

up to 20 at the blitz margin, in hundredths, and then raises values hundredth by hundredth until no IMP
is worth more than the one before it: the least concave scale on or above the rounded one. Without that
step about one value in a dozen is a hundredth below the published tables.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from math import ceil, sqrt

from overtrick.core import ScoreError

__all__ = ["blitz", "victory_points"]

R = sqrt(5) - 2
BLITZ_PER_ROOT_BOARD = 15
MOST = 2000
"""Twenty victory points, in hundredths."""


def victory_points(imps: int, boards: int) -> tuple[Decimal, Decimal]:
    """The victory points of a team that wins by so many IMPs, and of its opponents.

    >>> [str(vps) for vps in victory_points(10, boards=8)], [str(vps) for vps in victory_points(-1, boards=8)]
    (['13.78', '6.22'], ['9.56', '10.44'])
    """
    scale = _scale(boards)
    won = Decimal(scale[min(abs(imps), len(scale) - 1)]).scaleb(-2)
    lost = Decimal(MOST).scaleb(-2) - won
    return (won, lost) if imps >= 0 else (lost, won)


def blitz(boards: int) -> int:
    """The least margin in IMPs that wins 20 to 0."""
    return _scale(boards).index(MOST)


@lru_cache
def _scale(boards: int) -> tuple[int, ...]:
    """The winner's victory points, in hundredths, for every margin up to the blitz."""
    if boards < 1:
        raise ScoreError(f"a match has at least one board, not {boards}")
    blitz_margin = BLITZ_PER_ROOT_BOARD * sqrt(boards)
    rounded = [
        round(MOST / 2 * (1 + (1 - R ** min(margin / blitz_margin, 1)) / (1 - R)))
        for margin in range(ceil(blitz_margin) + 1)
    ]
    return tuple(_made_concave(rounded))


def _made_concave(scale: list[int]) -> list[int]:
    """Raise values by one until no step is larger than the step before it."""
    raised = True
    while raised:
        raised = False
        for place in range(1, len(scale) - 1):
            if scale[place + 1] - scale[place] > scale[place] - scale[place - 1]:
                scale[place] += 1
                raised = True
    return scale
