"""Comparisons of a suit with the longest, and with each of the others, which say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from overtrick.core import Suit
from overtrick.hands.features import LENGTH
from overtrick.hands.terms import Arithmetic, Between, BySize, Number, OfSuit, SuitTerm, Term

__all__ = ["beside_longest", "said_once"]

_LONGEST = BySize(LENGTH, 0)
_Linear: TypeAlias = Callable[[Term], tuple[dict[Term, int], int]]


def beside_longest(factors: Mapping[Term, int]) -> tuple[SuitTerm, int] | None:
    """The suit whose length less that of the longest suit a sum is, and 1; and -1 if it is the contrary."""
    suits = [each for each in factors if isinstance(each, OfSuit) and each.feature == LENGTH]
    if len(factors) != 2 or len(suits) != 1 or sorted(factors.values()) != [-1, 1] or _LONGEST not in factors:
        return None
    return suits[0].suit, factors[suits[0]]


def said_once(conditions: list[Term], linear: _Linear) -> list[Term]:
    """Conditions of which three say that a suit is as long as each other: as long as the longest, instead."""
    longer = {each: pair for each in conditions if (pair := _compared(each, linear)) is not None}
    for suit in Suit:
        those = [each for each, (more, _) in longer.items() if more is suit]
        if len({longer[each][1] for each in those}) == len(Suit) - 1:
            number = Arithmetic("+", OfSuit(LENGTH, suit), Arithmetic("*", Number(-1), _LONGEST))
            first = conditions.index(those[0])
            rest = [each for each in conditions if each not in those]
            return [*rest[:first], Between(number, 0, None), *rest[first:]]
    return conditions


def _compared(term: Term, linear: _Linear) -> tuple[Suit, Suit] | None:
    """The suits of which the first is known to be as long as the second."""
    if not isinstance(term, Between) or (term.low, term.high) != (0, None):
        return None
    factors, constant = linear(term.term)
    if constant or sorted(factors.values()) != [-1, 1]:
        return None
    found = {factor: each for each, factor in factors.items()}
    match found[1], found[-1]:
        case (OfSuit(more, Suit() as suit), OfSuit(less, Suit() as other)) if more == less == LENGTH:
            return suit, other
    return None
