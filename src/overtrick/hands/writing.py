"""Terms as text that reads back as the same term."""

from __future__ import annotations

from overtrick.core import Suit
from overtrick.hands import terms

__all__ = ["range_text", "written"]

_CLAUSES, _EITHER, _BOTH, _NEGATED, _COMPARISON, _SUM, _PRODUCT, _SIGNED, _PRIMARY = range(9)
"""Binding strengths: a weaker term inside a stronger one needs parentheses."""


def written(term: terms.Term) -> str:
    """The term as text."""
    return _write(term)[0]


def _inside(term: terms.Term, least: int) -> str:
    text, tightness = _write(term)
    return text if tightness >= least else f"({text})"


def _write(term: terms.Term) -> tuple[str, int]:
    """A term as text, and its binding strength."""
    match term:
        case terms.Compare(sides, signs):
            first, *others = (_inside(each, _SUM) for each in sides)
            chain = (f" {sign} {each}" for sign, each in zip(signs, others, strict=True))
            return first + "".join(chain), _COMPARISON
        case terms.Arithmetic(sign, left, right):
            tightness = _PRODUCT if sign == "*" else _SUM
            return f"{_inside(left, tightness)} {sign} {_inside(right, tightness + 1)}", tightness
        case terms.Negative(inner):
            return f"-{_inside(inner, _SIGNED)}", _SIGNED
        case terms.Number(value):
            return str(value), _PRIMARY if value >= 0 else _SIGNED
        case terms.All(conditions):
            return ", ".join(_inside(each, _EITHER) for each in conditions), _CLAUSES
        case terms.Any(conditions):
            return " or ".join(_inside(each, _BOTH) for each in conditions), _EITHER
        case terms.RankCount(ranks, suit):
            return " + ".join(f"[{rank} in {suit_text(suit)}]" for rank in ranks), _SUM
        case terms.Not(condition):
            return f"not {_inside(condition, _NEGATED)}", _NEGATED
    return _primary(term), _PRIMARY


def _primary(term: terms.Term) -> str:
    match term:
        case terms.Name(name) | terms.Opening(name):
            return name
        case terms.FunctionCall(definition, arguments):
            given = [suit_text(each) if isinstance(each, Suit) else written(each) for each in arguments]
            return definition.name + (f"({', '.join(given)})" if given else "")
        case terms.Total(feature):
            return feature.name
        case terms.OfSuit(feature, suit):
            return suit_text(suit) if feature.name == "length" else f"{feature.name}({suit_text(suit)})"
        case terms.BySize(feature, place):
            return f"{terms.SIZES[place]}({feature.name})"
        case terms.Bracket(condition):
            return f"[{written(condition)}]"
        case terms.Always(value):
            return ("false", "true")[value]
        case terms.Between(terms.RankCount(ranks, suit), low, high):
            return f"{range_text(low, high)} of {ranks} in {suit_text(suit)}"
        case terms.Between(inner, low, high):
            return f"{_inside(inner, _PRIMARY)} {range_text(low, high)}"
        case terms.Shape(patterns):
            return "|".join(patterns)
        case terms.Holds(cards, suit) | terms.Holding(cards, suit):
            return f"{cards} in {suit_text(suit)}"
        case terms.Quantified(name, suits, inner):
            letters = "".join(map(str, suits))
            return f"{type(term).__name__.lower()}({name} in {letters}: {written(inner)})"
    raise NotImplementedError(type(term).__name__)


def suit_text(suit: terms.SuitTerm) -> str:
    """A suit as a word, or the name of one."""
    return suit.name if isinstance(suit, terms.Name) else suit.word


def range_text(low: int | None, high: int | None) -> str:
    """A range as people write it: ``15-17``, ``5+``, ``3-``, or ``4``."""
    if low == high:
        return str(low)
    return f"{low}+" if high is None else f"{high}-" if low is None else f"{low}-{high}"
