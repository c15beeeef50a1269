"""IMPs: the scale of Law 78B, cross-IMPs, Butler's comparison with a datum; and WBF victory points.

The World Bridge Federation's scoring panel (2013) maps a margin of I IMPs over N boards to

    10 + 10 · (1 − R^(I/X)) / (1 − R),    R = τ³,  τ = (√5 − 1)/2,  X = 15·√N

up to 20 at the blitz margin, in hundredths, and then raises values hundredth by hundredth until no IMP
is worth more than the one before it: the least concave scale on or above the rounded one. Without that
step about one value in a dozen is a hundredth below the published tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt

from overtrick.core import ScoreError

__all__ = ["blitz", "butler", "cross_imps", "datum", "imps", "victory_points"]

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest differences worth 1, 2, … 24 IMPs (Law 78B)."""


def imps(difference: int) -> int:
    """The IMPs for a difference in score, with its sign.

    >>> imps(430 - 400), imps(-50 - 620), imps(10)
    (1, -12, 0)
    """
    size = bisect_right(IMP_SCALE, abs(difference))
    return size if difference >= 0 else -size


def cross_imps(scores_ns: Sequence[int]) -> tuple[Fraction, ...]:
    """Each North-South pair's IMPs against every other table, averaged over the comparisons.

    >>> [str(pair) for pair in cross_imps([620, 620, -100])]
    ['6', '6', '-12']
    """
    others = len(scores_ns) - 1
    if others < 1:
        return (Fraction(0),) * len(scores_ns)
    return tuple(Fraction(sum(imps(own - other) for other in scores_ns), others) for own in scores_ns)


def datum(scores_ns: Sequence[int], leave_out: int = 0) -> int:
    """The mean North-South score, to the nearest ten, half-tens away from zero.

    The `leave_out` highest and as many lowest scores are left out first.

    >>> datum([620, 650, 170, -100]), datum([620, 650, 170, -100], leave_out=1)
    (340, 400)
    """
    if leave_out < 0:
        raise ScoreError(f"{leave_out} scores cannot be left out")
    counted = sorted(scores_ns)[leave_out : len(scores_ns) - leave_out]
    if not counted:
        raise ScoreError(f"a datum needs more than {2 * leave_out} scores, not {len(scores_ns)}")
    total, tables = sum(counted), len(counted)
    tens = (abs(total) + 5 * tables) // (10 * tables)
    return 10 * tens if total >= 0 else -10 * tens


def butler(scores_ns: Sequence[int], leave_out: int = 0) -> tuple[int, ...]:
    """Each North-South pair's IMPs against the datum.

    >>> butler([620, 650, 170, -100])
    (7, 7, -5, -10)
    """
    middle = datum(scores_ns, leave_out)
    return tuple(imps(score - middle) for score in scores_ns)


R = sqrt(5) - 2
BLITZ_PER_ROOT_BOARD = 15
MOST = 2000
"""Twenty victory points, in hundredths."""


def victory_points(imps: int, boards: int) -> tuple[Decimal, Decimal]:
    """The victory points of a team that wins by this many IMPs, and of its opponents.

    >>> [str(vps) for vps in victory_points(10, boards=8)], [str(vps) for vps in victory_points(-1, boards=8)]
    (['13.78', '6.22'], ['9.56', '10.44'])
    """
    scale = _scale(boards)
    won = Decimal(scale[min(abs(imps), len(scale) - 1)]).scaleb(-2)
    lost = Decimal(MOST).scaleb(-2) - won
    return (won, lost) if imps >= 0 else (lost, won)


def blitz(boards: int) -> int:
    """The smallest margin in IMPs that wins 20 to 0."""
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
