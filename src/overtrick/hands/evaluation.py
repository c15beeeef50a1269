"""Terms worked out the plain way: for one hand, by walking over the term. Slow and obviously right.

The compiled way is checked against it, and so is every explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from overtrick.core import CardSet, Suit
from overtrick.core.bits import holding
from overtrick.hands.errors import HandsError
from overtrick.hands.features import holding_bits
from overtrick.hands.terms import (
    OPERATIONS,
    SIGNS,
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Compare,
    FunctionCall,
    Held,
    Kind,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    Opening,
    Quantified,
    Shape,
    SuitTerm,
    Term,
    Total,
    parts_of,
)

__all__ = ["failing_part", "is_true", "numbers_in", "value"]


def is_true(term: Term, hand: CardSet) -> bool:
    """Is a condition true of a hand?"""
    return bool(value(term, hand))


def value(term: Term, hand: CardSet) -> int:
    """The number of a hand; for a condition 1 or 0."""
    match term:
        case Number(number):
            return number
        case Always(truth):
            return int(truth)
        case Total(feature):
            return sum(feature.value(_holding(hand, suit)) for suit in Suit)
        case OfSuit(feature, suit):
            return feature.value(_holding(hand, suit))
        case BySize(feature, place):
            return sorted((feature.value(_holding(hand, suit)) for suit in Suit), reverse=True)[place]
        case Held(ranks, suit):
            return (_holding(hand, suit) & holding_bits(ranks)).bit_count()
        case Arithmetic(sign, left, right):
            return OPERATIONS[sign](value(left, hand), value(right, hand))
        case Negative(inner):
            return -value(inner, hand)
        case Bracket(condition):
            return value(condition, hand)
        case Compare(sides, signs):
            values = [value(each, hand) for each in sides]
            return int(all(SIGNS[sign](a, b) for a, sign, b in zip(values, signs, values[1:], strict=False)))
        case Between(inner):
            return int(term.includes(value(inner, hand)))
        case Shape(lengths=lengths):
            return int(tuple(hand.length(suit) for suit in reversed(Suit)) in lengths)
        case All(conditions):
            return int(all(is_true(each, hand) for each in conditions))
        case Any(conditions):
            return int(any(is_true(each, hand) for each in conditions))
        case Not(condition):
            return int(not is_true(condition, hand))
    if (meaning := term.meaning()) is not None:
        return value(meaning, hand)
    raise HandsError(f"{type(term).__name__} has no value for one hand")


def _holding(hand: CardSet, suit: SuitTerm) -> int:
    if not isinstance(suit, Suit):
        raise HandsError(f"{suit.name!r} has no value yet: bind it first")
    return holding(hand.bits, suit)


# What explanations tell of a condition


def failing_part(term: Term, hand: CardSet) -> Term:
    """The first part of a condition that fails and without which all of it fails."""
    if isinstance(term, FunctionCall) and isinstance(term.body(), All | Any | FunctionCall):
        return failing_part(term.body(), hand)
    if isinstance(term, All):
        return failing_part(next(each for each in term.conditions if not is_true(each, hand)), hand)
    return term


def numbers_in(term: Term, is_idle: Callable[[Term], bool] = lambda _: False) -> Iterator[Term]:
    """The numbers a term is about, save those of idle parts; what depends on several suits is left out."""
    if isinstance(term, Number | Name | Opening | Quantified) or is_idle(term):
        return
    if term.kind is Kind.NUMBER and not isinstance(term, Arithmetic | Negative | Bracket):
        yield term
        return
    for part in (term.body(),) if isinstance(term, FunctionCall) else parts_of(term):
        yield from numbers_in(part, is_idle)
