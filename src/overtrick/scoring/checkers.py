"""Checkers of scoring statements, by the closed formulas that players know by heart."""

from __future__ import annotations

from overtrick.core import Board, Doubled, Strain
from overtrick.core.explaining import checks
from overtrick.scoring.law77 import Scored, ScoreItem, ScoreKind

__all__: list[str] = []


@checks(ScoreItem)
def _(statement: ScoreItem, board: Board) -> bool:
    """The statement is about the scoring table; the board is not used."""
    return bool(statement.points) and _items(statement).get(statement.kind) == statement.points


@checks(Scored)
def _(statement: Scored, board: Board) -> bool:
    """The statement is about the scoring table; the board is not used."""
    return sum(_items(statement).values()) == statement.points


def _items(statement: Scored | ScoreItem) -> dict[ScoreKind, int]:
    """The score by the closed formulas that players know by heart."""
    contract, vulnerable = statement.contract, statement.is_vulnerable
    doubled, margin = contract.doubled, statement.tricks - 6 - contract.level
    if margin < 0:
        return {ScoreKind.UNDERTRICKS: -_penalty(-margin, doubled, vulnerable)}
    each = 20 if contract.strain <= Strain.DIAMONDS else 30
    bid = (each * contract.level + 10 * (contract.strain is Strain.NOTRUMP)) * 2**doubled
    items = {
        ScoreKind.TRICKS: bid,
        ScoreKind.OVERTRICKS: margin * (50 * 2**doubled * (1 + vulnerable) if doubled else each),
        ScoreKind.INSULT: 50 * doubled,
    }
    items |= {ScoreKind.GAME: 500 if vulnerable else 300} if bid >= 100 else {ScoreKind.PARTSCORE: 50}
    if contract.level >= 6:
        kind = ScoreKind.SMALL_SLAM if contract.level == 6 else ScoreKind.GRAND_SLAM
        items[kind] = (750 if vulnerable else 500) * (contract.level - 5)
    return items


def _penalty(down: int, doubled: Doubled, vulnerable: bool) -> int:
    """Doubled: 300 a trick less 100 if vulnerable, else less 200, 300, then 400 for one, two, more down."""
    if doubled is Doubled.NO:
        return down * (100 if vulnerable else 50)
    less = 100 if vulnerable else 100 * min(down + 1, 4)
    return (300 * down - less) * doubled
