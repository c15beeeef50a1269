"""Conditions of a system compiled for one hand at a time; letters and facts are arguments.

`overtrick.bidding.batch` evaluates many hands in one auction; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, final

from overtrick.bidding.auction_facts import AuctionNumber, AuctionTruth, depends_on_auction, suit_number
from overtrick.bidding.errors import BiddingError
from overtrick.core import CardSet, Suit
from overtrick.core.bits import holding
from overtrick.hands.features import Feature, held
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
    Definition,
    FunctionCall,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    RankCount,
    Shape,
    SuitTerm,
    Term,
    Total,
)

__all__ = ["Evaluator", "Facts", "HandValues", "Names", "evaluator"]

Names: TypeAlias = Mapping[str, int]
"""The suits and levels for which letters stand."""
Facts: TypeAlias = Mapping[str, Sequence[int]]
"""The facts of the auction, by word: one number, or one for each suit."""


@final
class HandValues:
    """A hand as four holdings, with a cache of totals and definitions."""

    __slots__ = ("_totals", "bits", "holdings", "known", "lengths")

    def __init__(self, hand: CardSet | int) -> None:
        self.bits = hand if isinstance(hand, int) else hand.bits
        self.holdings = tuple(holding(self.bits, suit) for suit in range(4))
        self.lengths = tuple(holding.bit_count() for holding in self.holdings)
        self._totals = dict[int, int]()
        self.known = dict[Definition, int]()
        """The values of definitions computed so far."""

    def total(self, table: tuple[int, ...]) -> int:
        """The sum of a feature over the suits."""
        found = self._totals.get(id(table))
        if found is None:
            a, b, c, d = self.holdings
            found = self._totals[id(table)] = table[a] + table[b] + table[c] + table[d]
        return found


Evaluator: TypeAlias = Callable[[HandValues, Names, Facts], int]
"""A function that gives the number of a hand, or 1 and 0 for a condition."""

_MOST_DEFINITIONS = 4096
"""Size of the cache of compiled definitions, enough for many systems."""


def evaluator(term: Term) -> Evaluator:
    """A term compiled into a function of the hand."""
    match term:
        case Number(number):
            return lambda hand, names, facts: number
        case Always(truth):
            return lambda hand, names, facts: truth
        case Name(name):
            return lambda hand, names, facts: names[name]
        case FunctionCall() if _is_of_the_hand(term):
            return _remembered(term.definition)
        case Bracket(condition):
            return evaluator(condition)
        case AuctionNumber() | AuctionTruth():
            return _of_the_auction(term)
    if (meaning := term.meaning()) is not None:
        return evaluator(meaning)
    if (found := _of_cards(term) or _of_parts(term)) is not None:
        return found
    raise BiddingError(f"{type(term).__name__} cannot be asked of one hand")


def _is_of_the_hand(term: FunctionCall) -> bool:
    """Does a definition depend on the hand alone, not on the auction?"""
    is_fixed = not term.arguments and not term.definition.names
    return is_fixed and not depends_on_auction(term.definition.body)


@lru_cache(_MOST_DEFINITIONS)
def _remembered(definition: Definition) -> Evaluator:
    """The evaluator of a definition about the hand alone, with a cache in each hand."""
    worked_out = evaluator(definition.body)

    def found(hand: HandValues, names: Names, facts: Facts) -> int:
        value = hand.known.get(definition)
        if value is None:
            value = hand.known[definition] = worked_out(hand, names, facts)
        return value

    return found


def _of_cards(term: Term) -> Evaluator | None:
    match term:
        case Total(feature):
            table = feature.table
            return lambda hand, names, facts: hand.total(table)
        case OfSuit(feature, suit):
            return _in_suit(feature, suit)
        case RankCount(ranks, suit):
            return _in_suit(held(ranks), suit)
        case BySize(feature, place):
            values = feature.table
            return lambda hand, names, facts: sorted(map(values.__getitem__, hand.holdings))[3 - place]
        case Shape(lengths=lengths):
            return lambda hand, names, facts: hand.lengths[::-1] in lengths
    return None


def _in_suit(feature: Feature, suit: SuitTerm) -> Evaluator:
    table = feature.table
    if isinstance(suit, Suit):
        number = int(suit)
        return lambda hand, names, facts: table[hand.holdings[number]]
    name = suit.name
    return lambda hand, names, facts: table[hand.holdings[names[name]]]


def _of_the_auction(term: AuctionNumber | AuctionTruth) -> Evaluator:
    what, suit = term.what, term.suit
    if suit is None:
        return lambda hand, names, facts: facts[what][0]
    return lambda hand, names, facts: facts[what][suit_number(suit, names)]


def _of_parts(term: Term) -> Evaluator | None:
    match term:
        case Arithmetic(sign, left, right):
            apply, first, second = OPERATIONS[sign], evaluator(left), evaluator(right)
            return lambda hand, names, facts: apply(first(hand, names, facts), second(hand, names, facts))
        case Negative(inner):
            negated = evaluator(inner)
            return lambda hand, names, facts: -negated(hand, names, facts)
        case Between(inner, low, high):
            number = evaluator(inner)
            least = -(10**9) if low is None else low
            most = 10**9 if high is None else high
            return lambda hand, names, facts: least <= number(hand, names, facts) <= most
        case Compare(sides, signs):
            numbers, compare = [evaluator(each) for each in sides], [SIGNS[sign] for sign in signs]
            if len(numbers) == 2:
                (first, second), (sign_,) = numbers, compare
                return lambda hand, names, facts: sign_(first(hand, names, facts), second(hand, names, facts))
            return lambda hand, names, facts: _chain([each(hand, names, facts) for each in numbers], compare)
        case Not(condition):
            denied = evaluator(condition)
            return lambda hand, names, facts: not denied(hand, names, facts)
        case All(conditions):
            return _every([evaluator(each) for each in conditions])
        case Any(conditions):
            return _some([evaluator(each) for each in conditions])
    return None


def _chain(values: list[int], signs: list[Callable[[int, int], bool]]) -> bool:
    return all(sign(a, b) for a, sign, b in zip(values, signs, values[1:], strict=False))


def _every(parts: list[Evaluator]) -> Evaluator:
    def holds(hand: HandValues, names: Names, facts: Facts) -> bool:
        for part in parts:  # noqa: SIM110  # a generator would take twice as long
            if not part(hand, names, facts):
                return False
        return True

    return holds


def _some(parts: list[Evaluator]) -> Evaluator:
    def holds(hand: HandValues, names: Names, facts: Facts) -> bool:
        for part in parts:  # noqa: SIM110
            if part(hand, names, facts):
                return True
        return False

    return holds
