"""Numbers within ranges, in words: so many points, cards, honours; sums and comparisons of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from overtrick.core import Rank, Suit
from overtrick.explain.bidding.longest import beside_longest
from overtrick.explain.bidding.names import FEATURES, IN_DIGITS, has_phrase, noun_of, suit_word
from overtrick.explain.bidding.simplifying import ends_of, linear
from overtrick.explain.words_english import CARDS, NUMBERS
from overtrick.hands.features import LENGTH, Feature
from overtrick.hands.terms import (
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Call,
    Count,
    Held,
    Name,
    OfSuit,
    Opening,
    SuitTerm,
    Sum,
    Term,
    Total,
)

__all__ = ["Told", "among", "amount", "amount_held", "listed", "noun"]

Told: TypeAlias = Callable[[Term], str]
"""A condition in words, so that it can stand inside another phrase."""

_BY_LENGTH = ("longest", "second longest", "third longest", "shortest")
_BY_SIZE = ("most", "second most", "third most", "fewest")
_MULTIPLES = {2: "twice"}
_GROUPS = {
    frozenset(Suit): "suit",
    frozenset({Suit.SPADES, Suit.HEARTS}): "major",
    frozenset({Suit.DIAMONDS, Suit.CLUBS}): "minor",
}


def amount(term: Term, low: int | None, high: int | None, told: Told, inside: bool = False) -> str:
    """A number within a range; inside an alternative ``five or more`` is ``at least five``."""
    factors, _ = linear(term)
    if len(factors) > 1 or set(factors.values()) != {1}:
        return _amount_of_sum(factors, low, high, told, inside)
    match term:
        case Held(ranks, suit):
            return _amount_of_honours(ranks, suit, low, high)
        case OfSuit(feature, suit) if feature == LENGTH and low in (None, high) and high in (0, 1):
            if high == 0:
                return f"a void in {suit_word(suit)}"
            if low == 1:
                return f"a singleton in {suit_word(suit)}"
        case OfSuit(Feature("quality"), suit):
            return f"suit quality {_range(low, high, str)} in {suit_word(suit)}"
        case Bracket() | Arithmetic() | Sum() | Name() | Opening():
            return f"{_range(low, high, str)} for {noun(term, told)[1]}"
        case Call() if not has_phrase(term):
            return f"{_range(low, high, str)} for {noun(term, told)[1]}"
    if low is not None and low == ends_of(term)[1]:
        return _counted(noun(term, told), low, low, _figure(term)).removeprefix("exactly ")
    return _counted(noun(term, told), low, high, _figure(term), inside)


def amount_held(term: Term, number: int, told: Told) -> str:
    """How much of something a hand has: ``16 high-card points``, ``four spades``."""
    factors, constant = linear(term)
    only = next(iter(factors)) if list(factors.values()) == [1] and not constant else term
    return amount(only, number, number, told).removeprefix("exactly ")


# Numbers


def _figure(term: Term) -> Callable[[int], str]:
    """How the numbers of a quantity are written."""
    one = noun(term, lambda each: "")[0]
    return str if one.split(" in ")[0] in IN_DIGITS else _word


def _word(number: int) -> str:
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def _range(low: int | None, high: int | None, figure: Callable[[int], str], inside: bool = False) -> str:
    if low is None or high is None:
        if low is None:
            return "any number" if high is None else f"at most {figure(high)}"
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
    """So many of a thing."""
    one, several = nouns
    if high == 0 and low in (None, 0):
        return f"no {several}"
    is_one = (high == 1 and low in (None, 1)) or (inside and (low, high) == (1, None))
    return f"{_range(low, high, figure, inside)} {one if is_one else several}"


# Nouns


def noun(term: Term, told: Told) -> tuple[str, str]:
    """One and several of what a number counts."""
    match term:
        case OfSuit(feature, suit) if feature == LENGTH:
            return _cards(suit)
        case OfSuit(feature, suit):
            return _with(_feature(feature), f" in {suit_word(suit)}")
        case Held("AKQJT", suit):
            return _with(("honour", "honours"), f" in {suit_word(suit)}")
        case Held(ranks, suit):
            return _with(("card", "cards"), f" among the {_ranks(ranks)} of {suit_word(suit)}")
        case Total(feature):
            return _feature(feature)
        case BySize(feature, place) if feature == LENGTH:
            return _with(("card", "cards"), f" in the {_BY_LENGTH[place]} suit")
        case BySize(feature, place):
            return _with(_feature(feature), f" in the suit that has {_BY_SIZE[place]}")
        case Call():
            return noun_of(term)
        case Count(name, suits, Between(OfSuit(feature, Name(letter)), low, high)) if (
            feature == LENGTH and letter == name and frozenset(suits) in _GROUPS
        ):
            group = _GROUPS[frozenset(suits)]
            return _with((group, f"{group}s"), f" of {_counted(('card', 'cards'), low, high, _word)}")
        case Count(name, suits, inner):
            one, several = among(suits, name)
            return f"{one} with {told(inner)}", f"{several} with {told(inner)}"
    found = _value(term, told)
    return found, found


def _value(term: Term, told: Told) -> str:
    match term:
        case Bracket(condition):
            return f"[1 if {told(condition)}]"
        case Arithmetic(_, left, right):
            return f"({_total(left, told)}) times ({_total(right, told)})"
        case Sum(name, suits, inner):
            return f"{noun(inner, told)[1]} summed over {among(suits, name)[1]}"
        case Name(name) | Opening(name):
            return name
    raise NotImplementedError(type(term).__name__)


def _total(term: Term, told: Told) -> str:
    factors, constant = linear(term)
    found = _summed(factors, told)
    if constant:
        found += f" {'plus' if constant > 0 else 'minus'} {abs(constant)}"
    return found


def _cards(suit: SuitTerm) -> tuple[str, str]:
    if isinstance(suit, Suit):
        return suit.word.removesuffix("s"), suit.word
    return f"card in {suit.name}", f"cards in {suit.name}"


def _feature(feature: Feature) -> tuple[str, str]:
    found = FEATURES.get(feature.name)
    other = feature.name.replace("_", " ")
    return (other, other) if found is None else (found, f"{found}s")


def _with(nouns: tuple[str, str], tail: str) -> tuple[str, str]:
    return nouns[0] + tail, nouns[1] + tail


def among(suits: tuple[Suit, ...], name: str) -> tuple[str, str]:
    """One and several suits with a letter: ``suit X``, ``major X``, ``suit X of spades and clubs``."""
    found = _GROUPS.get(frozenset(suits))
    if found is not None:
        return f"{found} {name}", f"{found}s {name}"
    those = listed([suit.word for suit in suits], "and")
    return f"suit {name} of {those}", f"suits {name} of {those}"


def listed(words: list[str], last: str) -> str:
    """Several words: ``spades, hearts and clubs``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


# Honours

_TOP = {
    "AK": "top two honours",
    "AKQ": "top three honours",
    "AKQJ": "top four honours",
    "AKQJT": "top five honours",
}


def _ranks(ranks: str, last: str = "and") -> str:
    return listed([CARDS[Rank.parse(rank)] for rank in ranks], last)


def _amount_of_honours(ranks: str, suit: SuitTerm, low: int | None, high: int | None) -> str:
    """So many of some cards of a suit."""
    where = suit_word(suit)
    if low == len(ranks):
        return f"the {_ranks(ranks)} of {where}"
    if high == 0 and len(ranks) <= 2:
        return (
            f"neither the {_ranks(ranks, 'nor the')} of {where}"
            if ranks[1:]
            else f"not the {_ranks(ranks)} of {where}"
        )
    if len(ranks) == 2 and low == 1 and high is None:
        return f"the {_ranks(ranks, 'or')} of {where}"
    which = f"the {_TOP[ranks]} in {where}" if ranks in _TOP else f"the {_ranks(ranks)} of {where}"
    if high == 0:
        return f"none of {which}"
    return f"{_range(low, high, _word, inside=True)} of {which}"


# Sums


def _amount_of_sum(
    factors: dict[Term, int], low: int | None, high: int | None, told: Told, inside: bool
) -> str:
    """A sum within a range; a difference is a comparison."""
    beside = beside_longest(factors)
    if beside is not None and (low, high) == ((0 if beside[1] > 0 else 1), None):
        return f"{'no' if beside[1] > 0 else 'a'} suit longer than {suit_word(beside[0])}"
    if sorted(factors.values()) == [-1, 1] and (high is None or low == high):
        (less,) = (term for term, factor in factors.items() if factor < 0)
        (more,) = (term for term, factor in factors.items() if factor > 0)
        return _difference(noun(more, told), noun(less, told), low or 0, low == high)
    if all(isinstance(term, OfSuit) and term.feature == LENGTH for term in factors) and set(
        factors.values()
    ) == {1}:
        where = listed([suit_word(term.suit) for term in factors if isinstance(term, OfSuit)], "and")
        return _counted(_with(("card", "cards"), f" in {where} together"), low, high, _word, inside)
    return f"{_range(low, high, str)} for {_summed(factors, told)}"


def _difference(more: tuple[str, str], less: tuple[str, str], least: int, is_exact: bool) -> str:
    """So many more of one thing than of another."""
    if least < 0:
        more, less = less, more
    several, others = more[1], less[1]
    if least == 0:
        return f"{'exactly' if is_exact else 'at least'} as many {several} as {others}"
    if least == 1 and not is_exact:
        return f"more {several} than {others}"
    how = "exactly" if is_exact else "at most" if least < 0 else "at least"
    return f"{how} {_word(abs(least))} more {more[abs(least) != 1]} than {others}"


def _summed(factors: dict[Term, int], told: Told) -> str:
    """Numbers added and taken away, those that are added first."""
    if not factors:
        return "0"
    parts = list[str]()
    for term, factor in sorted(factors.items(), key=lambda each: each[1] < 0):
        size = abs(factor)
        times = "" if size == 1 else f"{_MULTIPLES.get(size, f'{size} times')} "
        sign = "minus " if factor < 0 else "plus " if parts else ""
        parts.append(f"{sign}{times}{noun(term, told)[1]}")
    return " ".join(parts)
