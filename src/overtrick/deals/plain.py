"""Conditions in a plain form, and the shapes they leave possible.

A plain condition is made of "all" and "any" of ranges, shapes, and conditions that count nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from overtrick.hands import Predicate
from overtrick.hands.features import LENGTH
from overtrick.hands.shapes import EVERY_SHAPE, Lengths
from overtrick.hands.terms import (
    DIFFERENCES,
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    BySize,
    Compare,
    Every,
    FunctionCall,
    Held,
    Holding,
    Holds,
    Not,
    OfSuit,
    Opening,
    Some,
    Term,
    Total,
    parts_of,
    substituted,
)

__all__ = ["plain", "possible_shapes"]


def plain(term: Term, holds: bool = True) -> Term:
    """The term, or its opposite, with names spelled out and negations moved inside."""
    match term:
        case FunctionCall():
            return plain(term.body(), holds)
        case Not(condition):
            return plain(condition, not holds)
        case Holding():
            return plain(term.meaning(), holds)
        case Holds(ranks, suit):
            return plain(Between(Held(ranks, suit), len(ranks), None), holds)
        case Some(name, suits, inner) | Every(name, suits, inner):
            each = tuple(plain(substituted(inner, {name: suit}), holds) for suit in suits)
            return All(each) if isinstance(term, Every) == holds else Any(each)
        case All(conditions) | Any(conditions):
            each = tuple(plain(condition, holds) for condition in conditions)
            return All(each) if isinstance(term, All) == holds else Any(each)
        case Compare(terms, signs):
            links = zip(terms, signs, terms[1:], strict=False)
            return plain(All(tuple(_link(*link) for link in links)), holds)
        case Between(inner, low, high) if not holds:
            below = () if low is None else (Between(inner, None, low - 1),)
            above = () if high is None else (Between(inner, high + 1, None),)
            return Any((*below, *above)) if below or above else Always(False)
    return term if holds else Not(term)


def _link(left: Term, sign: str, right: Term) -> Term:
    difference = Arithmetic("-", left, right)
    if sign == "!=":
        return Not(Between(difference, 0, 0))
    return Between(difference, *DIFFERENCES[sign])


# Shapes


def possible_shapes(conditions: Sequence[Predicate]) -> tuple[Lengths, ...]:
    """The shapes of hands that may meet all these conditions, spades first: none is missing.

    Conditions on anything but lengths are taken to be met.

    >>> from overtrick import hands
    >>> len(possible_shapes([hands.parse("15-17 hcp, balanced or 6 hearts, 3- spades")]))
    44
    """
    loose = All((Always(True), *(_loose(plain(each.term)) for each in conditions)))
    met = Predicate(loose).packed(_one_hand_of_each_shape())
    return tuple(shape for shape, fits in zip(EVERY_SHAPE, met, strict=True) if fits)


def _loose(condition: Term) -> Term:
    match condition:
        case All(conditions):
            return All(tuple(_loose(each) for each in conditions))
        case Any(conditions):
            return Any(tuple(_loose(each) for each in conditions))
    return condition if _is_about_lengths(condition) else Always(True)


def _is_about_lengths(term: Term) -> bool:
    match term:
        case FunctionCall():
            return _is_about_lengths(term.body())
        case OfSuit(feature=feature) | Total(feature=feature) | BySize(feature=feature):
            return feature == LENGTH
        case Held() | Holds() | Holding() | Opening():
            return False
    return all(_is_about_lengths(part) for part in parts_of(term))


@cache
def _one_hand_of_each_shape() -> npt.NDArray[np.uint64]:
    hands = [
        sum(((1 << length) - 1) << 13 * suit for suit, length in enumerate(reversed(shape)))
        for shape in EVERY_SHAPE
    ]
    return np.array(hands, np.uint64)
