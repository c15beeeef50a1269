"""Constants worked into conditions: what the auction has settled need not be asked of every hand."""

from __future__ import annotations

from itertools import pairwise
from operator import add, mul, sub

from overtrick.hands.terms import (
    SIGNS,
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    Compare,
    Negative,
    Not,
    Number,
    Term,
)

__all__ = ["NEVER", "folded"]

NEVER = Always(False)
"""The condition that no hand meets."""
_SURELY = Always(True)

_ARITHMETIC = {"+": add, "-": sub, "*": mul}


def folded(term: Term) -> Term:
    """The same condition on the same hands, with its constants worked out.

    >>> from overtrick.hands import parse
    >>> folded(All((Compare((Number(2), Number(1)), ("<",)), parse("5+ spades").term)))
    Always(value=False)
    """
    match term:
        case All(conditions):
            return _several(All, conditions, NEVER, _SURELY)
        case Any(conditions):
            return _several(Any, conditions, _SURELY, NEVER)
        case Not(condition):
            inner = folded(condition)
            return Always(not inner.value) if isinstance(inner, Always) else Not(inner)
        case Bracket(condition):
            inner = folded(condition)
            return Number(int(inner.value)) if isinstance(inner, Always) else Bracket(inner)
        case Between() | Compare() | Arithmetic() | Negative():
            return _number(term)
    return term


def _several(
    kind: type[All] | type[Any], conditions: tuple[Term, ...], decides: Always, idle: Always
) -> Term:
    """Conditions together, where one kind of constant decides and the other says nothing."""
    parts = dict[Term, None]()
    for each in conditions:
        part = folded(each)
        if part == decides:
            return decides
        if part != idle:
            parts[part] = None
    return kind(tuple(parts)) if len(parts) > 1 else next(iter(parts), idle)


def _number(term: Between | Compare | Arithmetic | Negative) -> Term:
    match term:
        case Between(inner, low, high):
            number = folded(inner)
            if isinstance(number, Number):
                return Always(term.includes(number.value))
            return Between(number, low, high)
        case Negative(inner):
            number = folded(inner)
            return Number(-number.value) if isinstance(number, Number) else Negative(number)
        case Arithmetic(sign, left, right):
            first, second = folded(left), folded(right)
            if isinstance(first, Number) and isinstance(second, Number):
                return Number(_ARITHMETIC[sign](first.value, second.value))
            return Arithmetic(sign, first, second)
        case Compare(terms, signs):
            numbers = tuple(folded(each) for each in terms)
            values = [each.value for each in numbers if isinstance(each, Number)]
            if len(values) == len(numbers):
                pairs = zip(pairwise(values), signs, strict=True)
                return Always(all(SIGNS[sign](a, b) for (a, b), sign in pairs))
            return Compare(numbers, signs)
