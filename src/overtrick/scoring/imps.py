"""International match points: the scale of Law 78B, cross-IMPs, and Butler's comparison with a datum."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from overtrick.core import ScoreError

__all__ = ["butler", "cross_imps", "datum", "imps"]

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference worth 1, 2, … 24 IMPs (Law 78B)."""


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

    So many of the highest and as many of the lowest scores are left out first.

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
