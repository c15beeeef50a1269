"""Checkers for what OPENBID states: the bid card by card, its conditions by the plain evaluation of terms."""

from __future__ import annotations

from overtrick.core import Board
from overtrick.core.explaining import checks
from overtrick.hands import Kind
from overtrick.hands.evaluation import is_true, value
from overtrick.hands.reading import read
from overtrick.openbid import open_hand
from overtrick.openbid.reasons import Fails, Meets, Opens
from overtrick.openbid.vocabulary import vocabulary

__all__: list[str] = []


@checks(Opens)
def _(statement: Opens, board: Board) -> bool:
    """A truth about the routine, whatever the board."""
    opening = open_hand(statement.hand, statement.switches)
    return (opening.bid, opening.section) == (statement.bid, statement.section)


@checks(Meets)
def _(statement: Meets, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    return is_true(statement.condition.term, statement.hand) and _values_are_true(statement)


@checks(Fails)
def _(statement: Fails, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    return not is_true(statement.condition.term, statement.hand) and _values_are_true(statement)


def _values_are_true(statement: Meets | Fails) -> bool:
    """The numbers told beside a condition, read as words of the paper and worked out again."""
    words = vocabulary(statement.switches)
    return all(
        value(read(name, words, Kind.NUMBER), statement.hand) == number for name, number in statement.values
    )
