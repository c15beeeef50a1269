"""Reference evaluation of terms, one hand at a time, by walking over the term: slow and obviously right.

Compiled programs and all explanations are checked against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from overtrick.core import CardSet, Suit
from overtrick.core.bits import holding
from overtrick.hands import terms
from overtrick.hands.errors import HandsError
from overtrick.hands.features import holding_bits

__all__ = ["failing_part", "is_true", "numbers_in", "value"]


def is_true(term: terms.Term, hand: CardSet) -> bool:
    """Is a condition true of a hand?"""
    return bool(value(term, hand))


def value(term: terms.Term, hand: CardSet) -> int:
    """The value of a term for a hand; 1 or 0 for a condition."""
    match term:
        case terms.Number(number):
            return number
        case terms.Always(truth):
            return int(truth)
        case terms.Total(feature):
            return sum(feature.value(_holding(hand, suit)) for suit in Suit)
        case terms.OfSuit(feature, suit):
            return feature.value(_holding(hand, suit))
        case terms.BySize(feature, place):
            return sorted((feature.value(_holding(hand, suit)) for suit in Suit), reverse=True)[place]
        case terms.RankCount(ranks, suit):
            return (_holding(hand, suit) & holding_bits(ranks)).bit_count()
        case terms.Arithmetic(sign, left, right):
            return terms.OPERATIONS[sign](value(left, hand), value(right, hand))
        case terms.Negative(inner):
            return -value(inner, hand)
        case terms.Bracket(condition):
            return value(condition, hand)
        case terms.Compare(sides, signs):
            values = [value(each, hand) for each in sides]
            return int(
                all(terms.SIGNS[sign](a, b) for a, sign, b in zip(values, signs, values[1:], strict=False))
            )
        case terms.Between(inner):
            return int(term.includes(value(inner, hand)))
        case terms.Shape(lengths=lengths):
            return int(tuple(hand.length(suit) for suit in reversed(Suit)) in lengths)
        case terms.All(conditions):
            return int(all(is_true(each, hand) for each in conditions))
        case terms.Any(conditions):
            return int(any(is_true(each, hand) for each in conditions))
        case terms.Not(condition):
            return int(not is_true(condition, hand))
    if (meaning := term.meaning()) is not None:
        return value(meaning, hand)
    raise HandsError(f"{type(term).__name__} has no value for one hand")


def _holding(hand: CardSet, suit: terms.SuitTerm) -> int:
    if not isinstance(suit, Suit):
        raise HandsError(f"{suit.name!r} has no value yet: bind it first")
    return holding(hand.bits, suit)


# Parts of conditions, for explanations


def failing_part(term: terms.Term, hand: CardSet) -> terms.Term:
    """The first necessary part of a condition that fails for a hand."""
    if isinstance(term, terms.FunctionCall) and isinstance(
        term.body(), terms.All | terms.Any | terms.FunctionCall
    ):
        return failing_part(term.body(), hand)
    if isinstance(term, terms.All):
        return failing_part(next(each for each in term.conditions if not is_true(each, hand)), hand)
    return term


def numbers_in(
    term: terms.Term, is_idle: Callable[[terms.Term], bool] = lambda _: False
) -> Iterator[terms.Term]:
    """The quantities a term is about; idle parts and quantifiers over suits are left out."""
    if isinstance(term, terms.Number | terms.Name | terms.Opening | terms.Quantified) or is_idle(term):
        return
    if term.kind is terms.Kind.NUMBER and not isinstance(
        term, terms.Arithmetic | terms.Negative | terms.Bracket
    ):
        yield term
        return
    for part in (term.body(),) if isinstance(term, terms.FunctionCall) else terms.parts_of(term):
        yield from numbers_in(part, is_idle)
