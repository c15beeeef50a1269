"""Checkers of statements about bidding: over all hands if that is quick, else over random hands.

What a call shows is a statement about every hand that makes it. It is proved over all classes of hands; if
the exact meaning distinguishes too many classes, random hands within the call's ranges are tested.
"""

from __future__ import annotations

from time import monotonic

import numpy as np

from overtrick.bidding.entries import Disposition
from overtrick.bidding.meanings import either
from overtrick.bidding.reasons import Asks, Denies, Fits, Makes, Misses, NoRule, Shows, rule_name
from overtrick.core import Board, Call
from overtrick.core.explaining import checks
from overtrick.hands import HandsError, Predicate, examples, prove
from overtrick.hands.evaluation import is_true, value

__all__ = ["follows"]

SECONDS = 0.5
"""Time limit of a proof; after it, random hands are checked instead."""
DRAWN = 20_000
"""The number of random hands within the ranges of a call."""


class _TooLong(Exception):
    """A proof that takes too long."""


def follows(conclusion: Predicate, given: Predicate, within: Predicate) -> bool:
    """Does `given` imply `conclusion`? Every hand that meets `given` lies `within` some ranges."""
    deadline = monotonic() + SECONDS

    def tell(done: int, steps: int) -> None:
        if monotonic() > deadline and done < steps:
            raise _TooLong

    try:
        return bool(prove(given, conclusion, progress=tell))
    except (HandsError, _TooLong):
        drawn = examples(within, DRAWN, np.random.default_rng(1))
        packed = np.array([hand.bits for hand in drawn], np.uint64)
        return not bool(np.any(given.packed(packed) & ~conclusion.packed(packed)))


@checks(Shows)
def _(statement: Shows, board: Board) -> bool:
    """The statement is about the system; the board is not used."""
    ways = statement.stated if statement.rest is None else (*statement.stated, statement.rest)
    stated = Predicate(either([each.term for each in ways]))
    return follows(stated, statement.meaning, statement.within)


@checks(Denies)
def _(statement: Denies, board: Board) -> bool:
    """The statement is about the system; the board is not used."""
    return follows(statement.stated, statement.meaning, statement.within)


@checks(Asks)
def _(statement: Asks, board: Board) -> bool:
    """Does the statement give the least that any rule asks, and a bid only if it forces to that bid?"""
    order = list(Disposition)
    least = min(map(order.index, statement.asked), default=order.index(Disposition.NOT_FORCING))
    is_to_a_bid = statement.disposition is Disposition.FORCING_TO
    return order.index(statement.disposition) == least and (statement.until is None or is_to_a_bid)


@checks(Makes)
def _(statement: Makes, board: Board) -> bool:
    """Checked by the reference evaluation: the first rule whose resolved condition is true of the hand."""
    for candidate in statement.state.candidates:
        if is_true(candidate.term, statement.hand):
            return (statement.call, statement.rule) == (candidate.call, rule_name(candidate))
    return (statement.call, statement.rule) == (Call.PASS, "")


@checks(Fits)
def _(statement: Fits, board: Board) -> bool:
    """The statement is about the hand; the board is not used."""
    return is_true(statement.condition.term, statement.hand) and _are_true_numbers(statement)


@checks(Misses)
def _(statement: Misses, board: Board) -> bool:
    """The statement is about the hand; the board is not used."""
    return not is_true(statement.condition.term, statement.hand) and _are_true_numbers(statement)


@checks(NoRule)
def _(statement: NoRule, board: Board) -> bool:
    """Checked by the reference evaluation: no resolved condition is true of the hand."""
    return not any(is_true(each.term, statement.hand) for each in statement.state.candidates)


def _are_true_numbers(statement: Fits | Misses) -> bool:
    """Are the values given beside a condition those of the hand and of partner?"""
    values_are = all(value(quantity.term, statement.hand) == told for quantity, told in statement.values)
    told = statement.partner
    return values_are and (told is None or told.state.range_of(2, told.trait) == (told.low, told.high))
