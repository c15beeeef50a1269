"""Terms written back as text: read again, the text is the same term."""

from __future__ import annotations

from functools import singledispatch

from overtrick.core import Suit
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Call,
    Compare,
    Count,
    Every,
    Held,
    Holding,
    Holds,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    Opening,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
)

__all__ = ["SIZES", "range_text", "written"]

SIZES = ("largest", "second_largest", "third_largest", "smallest")
"""The words for the values of a feature by size."""

_CLAUSES, _EITHER, _BOTH, _NEGATED, _COMPARISON, _SUM, _PRODUCT, _SIGNED, _PRIMARY = range(9)
"""How tightly a term holds together; a looser one inside a tighter one needs parentheses."""


def written(term: Term) -> str:
    """The term as text."""
    return _write(term)[0]


def _inside(term: Term, least: int) -> str:
    text, tightness = _write(term)
    return text if tightness >= least else f"({text})"


@singledispatch
def _write(term: Term) -> tuple[str, int]:
    raise NotImplementedError(type(term).__name__)


@_write.register
def _name(term: Name) -> tuple[str, int]:
    return term.name, _PRIMARY


@_write.register
def _call(term: Call) -> tuple[str, int]:
    given = [suit_text(each) if isinstance(each, Suit) else written(each) for each in term.arguments]
    return term.definition.name + (f"({', '.join(given)})" if given else ""), _PRIMARY


@_write.register
def _number(term: Number) -> tuple[str, int]:
    return str(term.value), _PRIMARY if term.value >= 0 else _SIGNED


@_write.register
def _total(term: Total) -> tuple[str, int]:
    return term.feature.name, _PRIMARY


@_write.register
def _of_suit(term: OfSuit) -> tuple[str, int]:
    if term.feature.name == "length":
        return suit_text(term.suit), _PRIMARY
    return f"{term.feature.name}({suit_text(term.suit)})", _PRIMARY


@_write.register
def _by_size(term: BySize) -> tuple[str, int]:
    return f"{SIZES[term.place]}({term.feature.name})", _PRIMARY


@_write.register
def _arithmetic(term: Arithmetic) -> tuple[str, int]:
    tightness = _PRODUCT if term.sign == "*" else _SUM
    return f"{_inside(term.left, tightness)} {term.sign} {_inside(term.right, tightness + 1)}", tightness


@_write.register
def _negative(term: Negative) -> tuple[str, int]:
    return f"-{_inside(term.term, _SIGNED)}", _SIGNED


@_write.register
def _bracket(term: Bracket) -> tuple[str, int]:
    return f"[{written(term.condition)}]", _PRIMARY


@_write.register
def _opening(term: Opening) -> tuple[str, int]:
    return term.name, _PRIMARY


@_write.register
def _always(term: Always) -> tuple[str, int]:
    return ("false", "true")[term.value], _PRIMARY


@_write.register
def _compare(term: Compare) -> tuple[str, int]:
    first, *others = (_inside(each, _SUM) for each in term.terms)
    chain = "".join(f" {sign} {each}" for sign, each in zip(term.signs, others, strict=True))
    return first + chain, _COMPARISON


@_write.register
def _between(term: Between) -> tuple[str, int]:
    if isinstance(term.term, Held):
        held = f"{term.term.ranks} in {suit_text(term.term.suit)}"
        return f"{range_text(term.low, term.high)} of {held}", _PRIMARY
    return f"{_inside(term.term, _PRIMARY)} {range_text(term.low, term.high)}", _PRIMARY


@_write.register
def _shape(term: Shape) -> tuple[str, int]:
    return "|".join(term.patterns), _PRIMARY


@_write.register
def _holds(term: Holds) -> tuple[str, int]:
    return f"{term.ranks} in {suit_text(term.suit)}", _PRIMARY


@_write.register
def _holding(term: Holding) -> tuple[str, int]:
    return f"{term.cards} in {suit_text(term.suit)}", _PRIMARY


@_write.register
def _all(term: All) -> tuple[str, int]:
    return ", ".join(_inside(each, _EITHER) for each in term.conditions), _CLAUSES


@_write.register
def _any(term: Any) -> tuple[str, int]:
    return " or ".join(_inside(each, _BOTH) for each in term.conditions), _EITHER


@_write.register
def _not(term: Not) -> tuple[str, int]:
    return f"not {_inside(term.condition, _NEGATED)}", _NEGATED


@_write.register(Count)
@_write.register(Sum)
@_write.register(Some)
@_write.register(Every)
def _quantified(term: Count | Sum | Some | Every) -> tuple[str, int]:
    suits = "".join(str(suit) for suit in term.suits)
    return f"{type(term).__name__.lower()}({term.name} in {suits}: {written(term.inner)})", _PRIMARY


def suit_text(suit: SuitTerm) -> str:
    """A suit as a word, or the name of one."""
    return suit.name if isinstance(suit, Name) else suit.word


def range_text(low: int | None, high: int | None) -> str:
    """A range as people write it: ``15-17``, ``5+``, ``3-``, or ``4``."""
    if low == high:
        return str(low)
    return f"{low}+" if high is None else f"{high}-" if low is None else f"{low}-{high}"
