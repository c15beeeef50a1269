"""Stretched meanings, and the distance of a hand from a meaning, for calls that deviate from the system.

A step is one point, one card, or one of whatever else a condition counts; a condition that counts nothing is
one step away from every hand that does not meet it.
"""

from __future__ import annotations

from functools import reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.core import Suit
from overtrick.core.bits import HOLDING
from overtrick.deals.plain import plain
from overtrick.hands import Predicate, Quantity
from overtrick.hands.shapes import EVERY_SHAPE
from overtrick.hands.terms import All, Always, Any, Between, Shape, Term

__all__ = ["steps_away", "stretched"]

_Steps: TypeAlias = npt.NDArray[np.int64]


def stretched(meaning: Predicate, by: int) -> Predicate:
    """The meaning with each of its conditions this many steps wider.

    >>> from overtrick import hands
    >>> print(stretched(hands.parse("7+ hearts, 5-10 hcp"), 1))
    hearts 6+, hcp 4-11
    """
    return Predicate(_wider(plain(meaning.term), by))


def steps_away(meaning: Predicate, hands: npt.NDArray[np.uint64]) -> _Steps:
    """The number of steps by which each of these packed hands misses the meaning; 0 if it meets it.

    >>> from overtrick import CardSet, hands
    >>> six_hearts = np.array([CardSet.parse("32.KQJ987.432.32").bits], np.uint64)
    >>> steps_away(hands.parse("7+ hearts, 8-10 hcp"), six_hearts)
    array([3])
    """
    return _away(plain(meaning.term), np.ascontiguousarray(hands))


def _wider(condition: Term, by: int) -> Term:
    match condition:
        case All(conditions):
            return All(tuple(_wider(each, by) for each in conditions))
        case Any(conditions):
            return Any(tuple(_wider(each, by) for each in conditions))
        case Between(inner, low, high):
            return Between(inner, None if low is None else low - by, None if high is None else high + by)
        case Shape(lengths=lengths):
            near = [each for each in EVERY_SHAPE if any(_moved(each, shape) <= by for shape in lengths)]
            return Shape(tuple("=".join(map(str, each)) for each in near), frozenset(near))
    return Always(True)


def _moved(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The number of cards that must change suit to turn one shape into another."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) // 2


def _away(condition: Term, hands: npt.NDArray[np.uint64]) -> _Steps:
    match condition:
        case All(conditions):
            return reduce(np.add, (_away(each, hands) for each in conditions))
        case Any(conditions):
            return reduce(np.minimum, (_away(each, hands) for each in conditions))
        case Between(inner, low, high):
            value = Quantity(inner).packed(hands).astype(np.int64)
            short = 0 if low is None else low - value
            over = 0 if high is None else value - high
            return np.maximum(np.maximum(short, over), np.zeros_like(value))
        case Shape(lengths=shapes):
            lengths = _lengths(hands)
            return reduce(np.minimum, (abs(lengths - shape).sum(axis=1) // 2 for shape in shapes))
    return (~Predicate(condition).packed(hands)).astype(np.int64)


def _lengths(hands: npt.NDArray[np.uint64]) -> _Steps:
    """The lengths of the suits, spades first, a row for each hand."""
    suits = [hands >> np.uint64(13 * suit) & np.uint64(HOLDING) for suit in reversed(Suit)]
    return np.stack([np.bitwise_count(each) for each in suits], axis=1).astype(np.int64)
