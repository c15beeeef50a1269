"""Conditions on a hand in words: short, and true of exactly the same hands.

>>> from overtrick.hands import parse
>>> condition_words(parse("15-17 hcp, balanced").term)
'15 to 17 high-card points, balanced'
>>> condition_words(parse("2+ of AKQ in S, spades >= hearts").term)
'at least two of the top three honours in spades, at least as many spades as hearts'
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from overtrick.explain.bidding.amounts import among, amount, amount_held, listed
from overtrick.explain.bidding.names import phrase_of, suit_word
from overtrick.explain.bidding.simplifying import simplified
from overtrick.hands.shapes import lengths_of
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Between,
    Call,
    Count,
    Every,
    Holding,
    Name,
    Not,
    OfSuit,
    Shape,
    Some,
    Sum,
    Term,
    parts_of,
)

__all__ = ["condition_words", "value_words"]


def condition_words(term: Term) -> str:
    """A condition in words, equivalent to it."""
    return _said(simplified(term))


def value_words(term: Term, number: int) -> str:
    """What a hand has of a quantity: ``16 high-card points``."""
    return amount_held(term, number, _inside)


# Conditions put together: a comma is and, "either ... or" ends at a comma, and binds tighter than or


def _said(term: Term) -> str:
    """A condition that stands by itself."""
    match term:
        case All(conditions):
            return _together(conditions)
        case Any(conditions):
            if any(isinstance(each, All | Not) for each in conditions):
                return "either " + ", or ".join(_joined(each) for each in conditions)
            return ", or ".join(_atom(each) for each in conditions)
    return _atom(term)


def _together(conditions: tuple[Term, ...]) -> str:
    """All of several conditions, what is excepted last."""
    excepted = [each for each in conditions if isinstance(each, Not) and isinstance(each.condition, All)]
    if len(excepted) == len(conditions):
        excepted = []
    stated = [_clause(each) for each in conditions if each not in excepted]
    return ", ".join([*stated, *(f"unless {_joined(each.condition)}" for each in excepted)])


def _clause(term: Term) -> str:
    """A condition between commas."""
    if isinstance(term, Any):
        return "either " + " or ".join(_joined(each) for each in term.conditions)
    return _atom(term)


def _joined(term: Term) -> str:
    """A condition within an alternative."""
    if isinstance(term, All):
        return " and ".join(_inside(each) for each in term.conditions)
    return _inside(term)


def _inside(term: Term) -> str:
    """A condition that other words may follow."""
    return f"({_said(term)})" if isinstance(term, All | Any | Some | Every) else _atom(term, inside=True)


# Single conditions


def _atom(term: Term, inside: bool = False) -> str:
    match term:
        case Between(number, low, high):
            return amount(number, low, high, _inside, inside)
        case Not(condition):
            return _denied(condition)
        case OfSuit(feature, suit):
            return f"{'a stopper' if feature.name == 'stopper' else feature.name} in {suit_word(suit)}"
        case Some() | Every():
            return _of_suits(term)
        case Always(truth):
            return "any hand" if truth else "no hand"
        case Shape():
            return _shape(term)
        case Holding(cards, suit):
            return f"exactly {cards} in {suit_word(suit)}"
        case Call():
            return phrase_of(term)
        case Name(name):
            return name
    return f"({_said(term)})"


def _denied(term: Term) -> str:
    match term:
        case OfSuit(feature, suit) if feature.name == "stopper":
            return f"no stopper in {suit_word(suit)}"
        case All(conditions):
            both = "both" if len(conditions) == 2 else "all of"
            return f"not {both} {listed([_inside(each) for each in conditions], 'and')}"
        case Call() | Shape():
            found = _atom(term)
            return "unbalanced" if found == "balanced" else f"not {found}"
    return f"not {_inside(term)}"


_BALANCED = frozenset().union(*map(lengths_of, ("4333", "4432", "5332")))


def _shape(term: Shape) -> str:
    if term.lengths == _BALANCED:
        return "balanced"
    shapes = listed(list(dict.fromkeys(term.patterns)), "or")
    is_ordered = any("=" in pattern for pattern in term.patterns)
    return f"{shapes} shape{' (spades first)' if is_ordered else ''}"


# Suits that are not named


def _of_suits(term: Some | Every) -> str:
    """What holds in some suit, or in each: short where the suit comes once and at the end."""
    one, _ = among(term.suits, term.name)
    inner = term.inner if isinstance(term.inner, All | Any) else None
    said = _inside(term.inner)
    bare = one.removesuffix(f" {term.name}")
    if (
        inner is None
        and bare != one
        and said.endswith(f" in {term.name}")
        and said.count(f" {term.name}") == 1
    ):
        head = said.removesuffix(term.name)
        if isinstance(term, Some):
            return f"{head}{'some suit' if bare == 'suit' else f'a {bare}'}"
        if not head.startswith(("no", "at most")):
            return f"{head}{'every' if bare == 'suit' else 'each'} {bare}"
    if not any(isinstance(each, _LETTERED) for each in _within(term.inner)):
        one, said = one.replace(f" {term.name}", ""), re.sub(rf"\b{term.name}\b", "it", said)
    return f"for {'some' if isinstance(term, Some) else 'every'} {one}: {said}"


_LETTERED = (Some, Every, Count, Sum)
"""What has a letter for a suit of its own, beside which a suit is not simply "it"."""


def _within(term: Term) -> Iterator[Term]:
    """A condition and all its parts."""
    yield term
    for each in parts_of(term):
        yield from _within(each)
