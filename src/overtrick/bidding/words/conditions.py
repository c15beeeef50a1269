"""Conditions on a hand in words: short, and true of exactly the same hands.

>>> from overtrick.hands import parse
>>> condition_words(parse("15-17 hcp, balanced").term)
'15 to 17 high-card points, balanced'
>>> condition_words(parse("2+ of AKQ in S, spades >= hearts").term)
'at least two of the top three honours in spades, at least as many spades as hearts'
"""

from __future__ import annotations

import re
from collections.abc import Callable

from overtrick.bidding.words.phrases import FEATURES, IN_DIGITS, has_phrase, noun_of, phrase_of, suit_word
from overtrick.bidding.words.simplification import beside_longest, ends_of, linear, simplified
from overtrick.core import Rank, Suit
from overtrick.core.english import CARDS, NUMBERS, number_word, series
from overtrick.hands.features import LENGTH, Feature
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Count,
    Every,
    FunctionCall,
    Holding,
    Name,
    Not,
    OfSuit,
    Opening,
    Quantified,
    RankCount,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
    parts_of,
)

__all__ = ["condition_words", "value_words"]


def condition_words(term: Term) -> str:
    """A condition in equivalent words."""
    return _said(simplified(term))


def value_words(term: Term, number: int) -> str:
    """A value of a quantity in words: ``16 high-card points``."""
    factors, constant = linear(term)
    only = next(iter(factors)) if list(factors.values()) == [1] and not constant else term
    return _amount(only, number, number).removeprefix("exactly ")


# Combined conditions: a comma means "and"; "either ... or" ends at a comma; "and" binds tighter than "or"


def _said(term: Term) -> str:
    """A condition as a whole text."""
    match term:
        case All(conditions):
            return _together(conditions)
        case Any(conditions):
            if any(isinstance(each, All | Not) for each in conditions):
                return "either " + ", or ".join(_joined(each) for each in conditions)
            return ", or ".join(_atom(each) for each in conditions)
    return _atom(term)


def _together(conditions: tuple[Term, ...]) -> str:
    """A conjunction of conditions, with exceptions last."""
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
    """A condition that may be followed by other words."""
    return f"({_said(term)})" if isinstance(term, All | Any | Some | Every) else _atom(term, inside=True)


# Single conditions


def _atom(term: Term, inside: bool = False) -> str:
    match term:
        case Between(number, low, high):
            return _amount(number, low, high, inside)
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
        case FunctionCall():
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
            return f"not {both} {series([_inside(each) for each in conditions])}"
        case FunctionCall() | Shape():
            found = _atom(term)
            return "unbalanced" if found == "balanced" else f"not {found}"
    return f"not {_inside(term)}"


def _shape(term: Shape) -> str:
    if term.lengths == Shape.of("4333", "4432", "5332").lengths:
        return "balanced"
    shapes = series(list(dict.fromkeys(term.patterns)), "or")
    is_ordered = any("=" in pattern for pattern in term.patterns)
    return f"{shapes} shape{' (spades first)' if is_ordered else ''}"


# Quantifiers over suits


def _of_suits(term: Some | Every) -> str:
    """A condition on some suit or every suit; shorter if the suit occurs once, at the end."""
    one, _ = _among(term.suits, term.name)
    said, bare = _inside(term.inner), one.removesuffix(f" {term.name}")
    is_last = said.endswith(f" in {term.name}") and said.count(f" {term.name}") == 1
    if is_last and bare != one and not isinstance(term.inner, All | Any):
        head = said.removesuffix(term.name)
        if isinstance(term, Some):
            return f"{head}{'some suit' if bare == 'suit' else f'a {bare}'}"
        if not head.startswith(("no", "at most")):
            return f"{head}{'every' if bare == 'suit' else 'each'} {bare}"
    if not _has_letters(term.inner):
        one, said = one.replace(f" {term.name}", ""), re.sub(rf"\b{term.name}\b", "it", said)
    return f"for {'some' if isinstance(term, Some) else 'every'} {one}: {said}"


def _has_letters(term: Term) -> bool:
    """Does a term contain a quantifier of its own, so that "it" would be ambiguous?"""
    return isinstance(term, Quantified) or any(map(_has_letters, parts_of(term)))


_BY_LENGTH = ("longest", "second longest", "third longest", "shortest")
_BY_SIZE = ("most", "second most", "third most", "fewest")
_GROUPS = {
    frozenset(Suit): "suit",
    frozenset({Suit.SPADES, Suit.HEARTS}): "major",
    frozenset({Suit.DIAMONDS, Suit.CLUBS}): "minor",
}


def _amount(term: Term, low: int | None, high: int | None, inside: bool = False) -> str:
    """A number within a range; inside an alternative ``five or more`` is ``at least five``."""
    factors, _ = linear(term)
    if len(factors) > 1 or set(factors.values()) != {1}:
        return _amount_of_sum(factors, low, high, inside)
    match term:
        case RankCount(ranks, suit):
            return _amount_of_honours(ranks, suit, low, high)
        case OfSuit(feature, suit) if feature == LENGTH and low in (None, high) and high in (0, 1):
            if high == 0:
                return f"a void in {suit_word(suit)}"
            if low == 1:
                return f"a singleton in {suit_word(suit)}"
        case OfSuit(Feature("quality"), suit):
            return f"suit quality {_range(low, high, str)} in {suit_word(suit)}"
        case FunctionCall() if has_phrase(term):
            pass
        case Bracket() | Arithmetic() | Sum() | Name() | Opening() | FunctionCall():
            return f"{_range(low, high, str)} for {_noun(term)[1]}"
    nouns = _noun(term)
    figure = str if nouns[0].split(" in ")[0] in IN_DIGITS else number_word
    if low is not None and low == ends_of(term)[1]:
        return _counted(nouns, low, low, figure).removeprefix("exactly ")
    return _counted(nouns, low, high, figure, inside)


# Numbers


def _range(low: int | None, high: int | None, figure: Callable[[int], str], inside: bool = False) -> str:
    if low is None:
        return "any number" if high is None else f"at most {figure(high)}"
    if high is None:
        return f"at least {figure(low)}" if inside else f"{figure(low)} or more"
    if low == high:
        return f"exactly {figure(low)}"
    return f"{figure(low)} {'or' if high == low + 1 and not inside else 'to'} {figure(high)}"


def _counted(
    nouns: tuple[str, str],
    low: int | None,
    high: int | None,
    figure: Callable[[int], str],
    inside: bool = False,
) -> str:
    """A number within a range, with its noun in singular or plural."""
    one, several = nouns
    if high == 0 and low in (None, 0):
        return f"no {several}"
    is_one = (high == 1 and low in (None, 1)) or (inside and (low, high) == (1, None))
    return f"{_range(low, high, figure, inside)} {one if is_one else several}"


# Nouns


def _noun(term: Term) -> tuple[str, str]:
    """The singular and plural nouns for what a number counts."""
    match term:
        case OfSuit(feature, suit) if feature == LENGTH:
            return _cards(suit)
        case OfSuit(feature, suit):
            return _with(_feature(feature), f" in {suit_word(suit)}")
        case RankCount("AKQJT", suit):
            return _with(("honour", "honours"), f" in {suit_word(suit)}")
        case RankCount(ranks, suit):
            return _with(("card", "cards"), f" among the {_ranks(ranks)} of {suit_word(suit)}")
        case Total(feature):
            return _feature(feature)
        case BySize(feature, place) if feature == LENGTH:
            return _with(("card", "cards"), f" in the {_BY_LENGTH[place]} suit")
        case BySize(feature, place):
            return _with(_feature(feature), f" in the suit that has {_BY_SIZE[place]}")
        case FunctionCall():
            return noun_of(term)
        case Count(name, suits, Between(OfSuit(feature, Name(letter)), low, high)) if (
            feature == LENGTH and letter == name and frozenset(suits) in _GROUPS
        ):
            group = _GROUPS[frozenset(suits)]
            return _with((group, f"{group}s"), f" of {_counted(('card', 'cards'), low, high, number_word)}")
        case Count(name, suits, inner):
            one, several = _among(suits, name)
            return f"{one} with {_inside(inner)}", f"{several} with {_inside(inner)}"
    found = _value(term)
    return found, found


def _value(term: Term) -> str:
    match term:
        case Bracket(condition):
            return f"[1 if {_inside(condition)}]"
        case Arithmetic(_, left, right):
            return f"({_total(left)}) times ({_total(right)})"
        case Sum(name, suits, inner):
            return f"{_noun(inner)[1]} summed over {_among(suits, name)[1]}"
        case Name(name) | Opening(name):
            return name
    raise NotImplementedError(type(term).__name__)


def _total(term: Term) -> str:
    factors, constant = linear(term)
    more = f" {'plus' if constant > 0 else 'minus'} {abs(constant)}" if constant else ""
    return _summed(factors) + more


def _cards(suit: SuitTerm) -> tuple[str, str]:
    if isinstance(suit, Suit):
        return suit.word.removesuffix("s"), suit.word
    return f"card in {suit.name}", f"cards in {suit.name}"


def _feature(feature: Feature) -> tuple[str, str]:
    found, other = FEATURES.get(feature.name), feature.name.replace("_", " ")
    return (other, other) if found is None else (found, f"{found}s")


def _with(nouns: tuple[str, str], tail: str) -> tuple[str, str]:
    return nouns[0] + tail, nouns[1] + tail


def _among(suits: tuple[Suit, ...], name: str) -> tuple[str, str]:
    """One and several suits with a letter: ``suit X``, ``major X``, ``suit X of spades and clubs``."""
    found = _GROUPS.get(frozenset(suits))
    if found is not None:
        return f"{found} {name}", f"{found}s {name}"
    those = series([suit.word for suit in suits])
    return f"suit {name} of {those}", f"suits {name} of {those}"


# Honours

_TOP = {"AKQJT"[:number]: f"top {NUMBERS[number]} honours" for number in range(2, 6)}


def _ranks(ranks: str, last: str = "and") -> str:
    return series([CARDS[Rank.parse(rank)] for rank in ranks], last)


def _amount_of_honours(ranks: str, suit: SuitTerm, low: int | None, high: int | None) -> str:
    """A number of certain honours in a suit."""
    where = suit_word(suit)
    those = f"the {_ranks(ranks)} of {where}"
    if low == len(ranks):
        return those
    if high == 0 and len(ranks) <= 2:
        return f"neither the {_ranks(ranks, 'nor the')} of {where}" if ranks[1:] else f"not {those}"
    if len(ranks) == 2 and low == 1 and high is None:
        return f"the {_ranks(ranks, 'or')} of {where}"
    number = "none" if high == 0 else _range(low, high, number_word, inside=True)
    return f"{number} of {f'the {_TOP[ranks]} in {where}' if ranks in _TOP else those}"


# Sums


def _amount_of_sum(factors: dict[Term, int], low: int | None, high: int | None, inside: bool) -> str:
    """A sum within a range; a difference is a comparison."""
    beside = beside_longest(factors)
    if beside is not None and (low, high) == ((0 if beside[1] > 0 else 1), None):
        return f"{'no' if beside[1] > 0 else 'a'} suit longer than {suit_word(beside[0])}"
    if sorted(factors.values()) == [-1, 1] and (high is None or low == high):
        less, more = sorted(factors, key=lambda each: factors[each])
        return _difference(_noun(more), _noun(less), low or 0, low == high)
    suits = [suit_word(each.suit) for each in factors if isinstance(each, OfSuit) and each.feature == LENGTH]
    if len(suits) == len(factors) and set(factors.values()) == {1}:
        nouns = _with(("card", "cards"), f" in {series(suits)} together")
        return _counted(nouns, low, high, number_word, inside)
    return f"{_range(low, high, str)} for {_summed(factors)}"


def _difference(more: tuple[str, str], less: tuple[str, str], least: int, is_exact: bool) -> str:
    """A difference: at least or exactly so many more of one thing than of another."""
    if least < 0:
        more, less = less, more
    several, others = more[1], less[1]
    if least == 0:
        return f"{'exactly' if is_exact else 'at least'} as many {several} as {others}"
    if least == 1 and not is_exact:
        return f"more {several} than {others}"
    how = "exactly" if is_exact else "at most" if least < 0 else "at least"
    return f"{how} {number_word(abs(least))} more {more[abs(least) != 1]} than {others}"


def _summed(factors: dict[Term, int]) -> str:
    """A sum in words, with the positive parts first."""
    if not factors:
        return "0"
    parts = list[str]()
    for term, factor in sorted(factors.items(), key=lambda each: each[1] < 0):
        size = abs(factor)
        times = "" if size == 1 else "twice " if size == 2 else f"{size} times "
        sign = "minus " if factor < 0 else "plus " if parts else ""
        parts.append(f"{sign}{times}{_noun(term)[1]}")
    return " ".join(parts)
