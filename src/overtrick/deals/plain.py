"""The normal form of conditions, and the shapes they allow.

A normal form combines ranges, shapes and conditions that count nothing by "all" and "any".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from overtrick.hands import Predicate, terms
from overtrick.hands.features import LENGTH
from overtrick.hands.shapes import EVERY_SHAPE, Lengths

__all__ = ["plain", "possible_shapes"]


def plain(term: terms.Term, holds: bool = True) -> terms.Term:
    """The normal form of a term or, if `holds` is false, of its negation."""
    match term:
        case terms.FunctionCall():
            return plain(term.body(), holds)
        case terms.Not(condition):
            return plain(condition, not holds)
        case terms.Holding():
            return plain(term.meaning(), holds)
        case terms.Holds(ranks, suit):
            return plain(terms.Between(terms.RankCount(ranks, suit), len(ranks), None), holds)
        case terms.Some(name, suits, inner) | terms.Every(name, suits, inner):
            each = tuple(plain(terms.substituted(inner, {name: suit}), holds) for suit in suits)
            return terms.All(each) if isinstance(term, terms.Every) == holds else terms.Any(each)
        case terms.All(conditions) | terms.Any(conditions):
            each = tuple(plain(condition, holds) for condition in conditions)
            return terms.All(each) if isinstance(term, terms.All) == holds else terms.Any(each)
        case terms.Compare(values, signs):
            links = zip(values, signs, values[1:], strict=False)
            return plain(terms.All(tuple(_link(*link) for link in links)), holds)
        case terms.Between(inner, low, high) if not holds:
            below = () if low is None else (terms.Between(inner, None, low - 1),)
            above = () if high is None else (terms.Between(inner, high + 1, None),)
            return terms.Any((*below, *above)) if below or above else terms.Always(False)
    return term if holds else terms.Not(term)


def _link(left: terms.Term, sign: str, right: terms.Term) -> terms.Term:
    difference = terms.Arithmetic("-", left, right)
    if sign == "!=":
        return terms.Not(terms.Between(difference, 0, 0))
    return terms.Between(difference, *terms.DIFFERENCES[sign])


# Shapes


def possible_shapes(conditions: Sequence[Predicate]) -> tuple[Lengths, ...]:
    """A superset of the shapes of hands that meet all these conditions, spades first.

    Conditions on anything but lengths count as met.

    >>> from overtrick import hands
    >>> len(possible_shapes([hands.parse("15-17 hcp, balanced or 6 hearts, 3- spades")]))
    44
    """
    loose = terms.All((terms.Always(True), *(_loose(plain(each.term)) for each in conditions)))
    met = Predicate(loose).packed(_one_hand_of_each_shape())
    return tuple(shape for shape, fits in zip(EVERY_SHAPE, met, strict=True) if fits)


def _loose(condition: terms.Term) -> terms.Term:
    match condition:
        case terms.All(conditions):
            return terms.All(tuple(_loose(each) for each in conditions))
        case terms.Any(conditions):
            return terms.Any(tuple(_loose(each) for each in conditions))
    return condition if _is_about_lengths(condition) else terms.Always(True)


def _is_about_lengths(term: terms.Term) -> bool:
    match term:
        case terms.FunctionCall():
            return _is_about_lengths(term.body())
        case terms.OfSuit(feature=feature) | terms.Total(feature=feature) | terms.BySize(feature=feature):
            return feature == LENGTH
        case terms.RankCount() | terms.Holds() | terms.Holding() | terms.Opening():
            return False
    return all(_is_about_lengths(part) for part in terms.parts_of(term))


@cache
def _one_hand_of_each_shape() -> npt.NDArray[np.uint64]:
    hands = [
        sum(((1 << length) - 1) << 13 * suit for suit, length in enumerate(reversed(shape)))
        for shape in EVERY_SHAPE
    ]
    return np.array(hands, np.uint64)
