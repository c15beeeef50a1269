"""What the boards of a table are worth: points, IMPs, matchpoints, and running totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import final

from overtrick.core import Deal, Result, Seat, Vul
from overtrick.dd import Par, par
from overtrick.dd import table as trick_table
from overtrick.scoring import imps, matchpoints
from overtrick.table.errors import TableError
from overtrick.table.settings import Scoring
from overtrick.table.state import EndedBoard

__all__ = ["BoardScore", "Elsewhere", "Scores", "board_par", "scores"]

Elsewhere = Mapping[int, int | Sequence[int]]
"""By board number: a datum, or the North-South scores of other tables."""


@final
@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board on the score sheet; everything from the side of North and South."""

    number: int | None
    result: Result
    points_ns: int
    compared_ns: Fraction | None = None
    """IMPs, or the percentage of the matchpoints; None where nothing was compared."""
    datum: int | None = None
    """The score it was compared with: par, unless another was given."""


@final
@dataclass(frozen=True, slots=True)
class Scores:
    """The score sheet of a table."""

    scoring: Scoring
    boards: tuple[BoardScore, ...]

    @property
    def points_ns(self) -> int:
        """All points of North and South, less those of East and West."""
        return sum(board.points_ns for board in self.boards)

    @property
    def total_ns(self) -> Fraction | None:
        """IMPs in all, or the mean percentage; None where nothing was compared."""
        compared = [board.compared_ns for board in self.boards if board.compared_ns is not None]
        if not compared:
            return None
        total = sum(compared, Fraction(0))
        return total / len(compared) if self.scoring is Scoring.MATCHPOINTS else total

    @property
    def running_ns(self) -> tuple[Fraction | None, ...]:
        """The total after each board."""
        return tuple(Scores(self.scoring, self.boards[:n]).total_ns for n in range(1, len(self.boards) + 1))


def scores(ended: Sequence[EndedBoard], scoring: Scoring, elsewhere: Elsewhere | None = None) -> Scores:
    """The score sheet of boards that are over."""
    return Scores(scoring, tuple(_line(board, scoring, elsewhere or {}) for board in ended))


def board_par(ended: EndedBoard) -> Par:
    """Double-dummy par of a board that is over."""
    return _par(ended.board.deal, ended.board.dealer, ended.board.vul)


@lru_cache(1024)
def _par(deal: Deal, dealer: Seat, vul: Vul) -> Par:
    """Kept, because a score sheet is asked for after every board."""
    return par(trick_table(deal), dealer, vul)


def _line(ended: EndedBoard, scoring: Scoring, elsewhere: Elsewhere) -> BoardScore:
    number, result, points = ended.board.number, ended.board.result, ended.score_ns
    assert result is not None  # the board is over
    given = None if number is None else elsewhere.get(number)
    if scoring is Scoring.POINTS:
        return BoardScore(number, result, points)
    if scoring is Scoring.IMPS:
        datum = board_par(ended).score_ns if given is None else _datum(number, given)
        return BoardScore(number, result, points, Fraction(imps(points - datum)), datum)
    if isinstance(given, int):
        raise TableError(f"matchpoints on board {number} are for scores of other tables, not for one datum")
    if not given:
        return BoardScore(number, result, points)
    own = matchpoints([points, *given])[0]
    assert own is not None  # this table has played
    return BoardScore(number, result, points, own.percent_ns)


def _datum(number: int | None, given: int | Sequence[int]) -> int:
    if not isinstance(given, int):
        raise TableError(f"IMPs on board {number} are against one datum, not against {len(given)} scores")
    return given
