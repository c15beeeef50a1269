"""Matchpoints (Law 78A): comparisons with every other table, adjusted scores, unequal numbers of results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self, final

from overtrick.core import NotationError, ScoreError

__all__ = ["AdjustedScore", "Matchpoints", "matchpoints"]

_PERCENT = {"A+": 60, "A": 50, "A=": 50, "A-": 40}
"""Artificial scores of Law 12C2."""
_ADJUSTED = re.compile("/".join([r"\s*(A[-+=]?|[0-9]{1,3}%?)\s*"] * 2))


@final
@dataclass(frozen=True, slots=True)
class AdjustedScore:
    """An artificial score: each side's percentage of the matchpoints on the board.

    >>> AdjustedScore.parse("A+/A-")
    AdjustedScore(ns=60, ew=40)
    """

    ns: int
    ew: int

    def __post_init__(self) -> None:
        for percent in (self.ns, self.ew):
            if not 0 <= percent <= 100:
                raise NotationError(f"{percent}% is not an adjusted score: expected 0 to 100")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read North-South's score, a slash and East-West's: ``A+/A-``, ``60/40``."""
        match = _ADJUSTED.fullmatch(text.upper())
        if match is None:
            raise NotationError(
                f"{text!r} is not an adjusted score: expected something like 'A+/A-' or '60/40'"
            )
        ns, ew = (_PERCENT[side] if side in _PERCENT else int(side.rstrip("%")) for side in match.groups())
        return cls(ns, ew)

    def __str__(self) -> str:
        return f"{self.ns}/{self.ew}"


@final
@dataclass(frozen=True, slots=True)
class Matchpoints:
    """One table's matchpoints on a board, and the top on it."""

    ns: Fraction
    ew: Fraction
    top: int
    percent_ns: Fraction
    """North-South's share of the top; an average where nobody else played."""
    percent_ew: Fraction


def matchpoints(
    scores: Sequence[int | AdjustedScore | None], tables: int | None = None
) -> tuple[Matchpoints | None, ...]:
    """The matchpoints of every table: two for each score beaten, one for each tied.

    A table that did not play is None and gets None. Where fewer scores can be compared than
    `tables` (all that played, unless given), the results are factored up by Neuberg's formula, so
    that every board counts the same; with one or two scores some bodies prefer fixed percentages.

    >>> [int(line.ns) for line in matchpoints([420, 450, 420, -50])]
    [3, 6, 3, 0]
    >>> [str(line.ns) for line in matchpoints([420, -50, AdjustedScore(60, 40)])]
    ['7/2', '1/2', '12/5']
    """
    compared = [score for score in scores if isinstance(score, int)]
    played = sum(score is not None for score in scores)
    entries = played if tables is None else tables
    if entries < played:
        raise ScoreError(f"{entries} tables cannot have played a board {played} times")
    top = 2 * max(entries - 1, 0)
    return tuple(None if score is None else _line(score, compared, entries, top) for score in scores)


def _line(score: int | AdjustedScore, compared: list[int], entries: int, top: int) -> Matchpoints:
    if isinstance(score, AdjustedScore):
        percent_ns, percent_ew = Fraction(score.ns), Fraction(score.ew)
        return Matchpoints(percent_ns * top / 100, percent_ew * top / 100, top, percent_ns, percent_ew)
    won = sum((score > other) * 2 + (score == other) for other in compared) - 1
    ns = Fraction(entries, len(compared)) * (won + 1) - 1
    percent = 100 * ns / top if top else Fraction(50)
    return Matchpoints(ns, top - ns, top, percent, 100 - percent)
