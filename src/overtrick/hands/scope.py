"""What a term looks at: which suits, and how large its numbers can be."""

from __future__ import annotations

from functools import lru_cache

from overtrick.core import Suit
from overtrick.hands.errors import HandsError
from overtrick.hands.terms import (
    Arithmetic,
    BySize,
    FunctionCall,
    Held,
    Holding,
    Holds,
    Name,
    Negative,
    Number,
    OfSuit,
    Opening,
    Quantified,
    Shape,
    Sum,
    Term,
    Total,
    parts_of,
    replaced,
    substituted,
)

__all__ = ["check_size", "of_any_suit", "only_suit", "suits_in"]

_LARGEST = 2**31 - 1


# Suits


@lru_cache(4096)
def suits_in(term: Term) -> frozenset[Suit | str]:
    """The suits a term looks at, some of them by name; "" stands for the hand as a whole."""
    match term:
        case FunctionCall():
            return suits_in(term.body())
        case OfSuit(suit=suit) | Held(suit=suit) | Holds(suit=suit) | Holding(suit=suit):
            return frozenset([suit.name if isinstance(suit, Name) else suit])
        case Total() | BySize() | Shape() | Opening() | Name():
            return frozenset([""])
        case Quantified():
            inside = suits_in(term.inner)
            return (inside - {term.name}) | (frozenset(term.suits) if term.name in inside else frozenset())
    return frozenset[Suit | str]().union(*(suits_in(part) for part in parts_of(term)))


def only_suit(term: Term) -> Suit | None:
    """The suit a term looks at, if it is one alone."""
    suits = suits_in(term)
    (suit,) = suits if len(suits) == 1 else (None,)
    return suit if isinstance(suit, Suit) else None


def of_any_suit(term: Term) -> Term:
    """The same term about clubs, so that conditions that differ only in the suit share a table."""

    def change(part: Term | Suit) -> Term | Suit:
        return Suit.CLUBS if isinstance(part, Suit) else replaced(part, change)

    return replaced(term, change)


# Sizes


def check_size(term: Term) -> None:
    """Refuse a calculation whose numbers the core could not hold."""
    low, high = _bounds(term)
    if low < -_LARGEST or high > _LARGEST:
        raise HandsError("the numbers of this calculation grow too large")


@lru_cache(4096)
def _bounds(term: Term) -> tuple[int, int]:
    """Between which numbers a term lies, at least."""
    match term:
        case FunctionCall():
            return _bounds(term.body())
        case Number(value):
            return value, value
        case OfSuit(feature=feature) | BySize(feature=feature):
            return min(feature.table), max(feature.table)
        case Total(feature):
            return 4 * min(feature.table), 4 * max(feature.table)
        case Negative(inner):
            low, high = _bounds(inner)
            return -high, -low
        case Arithmetic(sign, left, right):
            (a, b), (c, d) = _bounds(left), _bounds(right)
            if sign == "+":
                return a + c, b + d
            if sign == "-":
                return a - d, b - c
            products = [x * y for x in (a, b) for y in (c, d)]
            return min(products), max(products)
        case Sum(inner=inner, suits=suits):
            low, high = _bounds(substituted(inner, {term.name: Suit.CLUBS}))
            return min(len(suits) * low, low), max(len(suits) * high, high)
        case Opening():
            return 0, 128 * 128
    return 0, 13
