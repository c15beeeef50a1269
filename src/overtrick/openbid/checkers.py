"""Checkers of OPENBID statements: bids by the literal Algol form, conditions by the reference evaluation."""

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
    """The statement is about the routine; the board is not used."""
    opening = open_hand(statement.hand, statement.switches)
    return (opening.bid, opening.section) == (statement.bid, statement.section)


@checks(Meets)
def _(statement: Meets, board: Board) -> bool:
    """The statement is about the hand; the board is not used."""
    return is_true(statement.condition.term, statement.hand) and _values_are_true(statement)


@checks(Fails)
def _(statement: Fails, board: Board) -> bool:
    """The statement is about the hand; the board is not used."""
    return not is_true(statement.condition.term, statement.hand) and _values_are_true(statement)


def _values_are_true(statement: Meets | Fails) -> bool:
    """Are the values given beside a condition right? Their names are words of the paper."""
    words = vocabulary(statement.switches)
    return all(
        value(read(name, words, Kind.NUMBER), statement.hand) == number for name, number in statement.values
    )
