"""Constant folding in conditions: parts decided by the auction are not evaluated for every hand."""

from __future__ import annotations

from overtrick.core import CardSet
from overtrick.hands.evaluation import value
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    Compare,
    Kind,
    Negative,
    Not,
    Number,
    Term,
    parts_of,
    replaced,
)

__all__ = ["NEVER", "folded"]

NEVER = Always(False)
"""The condition that no hand meets."""
_SURELY = Always(True)


def folded(term: Term) -> Term:
    """An equivalent condition with its constants folded.

    >>> from overtrick.hands import parse
    >>> folded(All((Compare((Number(2), Number(1)), ("<",)), parse("5+ spades").term)))
    Always(value=False)
    """
    match term:
        case All(conditions):
            return _several(All, conditions, NEVER, _SURELY)
        case Any(conditions):
            return _several(Any, conditions, _SURELY, NEVER)
        case Not() | Bracket() | Between() | Compare() | Arithmetic() | Negative():
            made = replaced(term, folded)
            if not all(isinstance(part, Number | Always) for part in parts_of(made)):
                return made
            known = value(made, CardSet())
            return Number(known) if made.kind is Kind.NUMBER else Always(bool(known))
    return term


def _several(
    kind: type[All] | type[Any], conditions: tuple[Term, ...], decides: Always, idle: Always
) -> Term:
    """A folded `All` or `Any`, for which one constant decides the result and the other has no effect."""
    parts = dict[Term, None]()
    for each in conditions:
        part = folded(each)
        if part == decides:
            return decides
        if part != idle:
            parts[part] = None
    return kind(tuple(parts)) if len(parts) > 1 else next(iter(parts), idle)
