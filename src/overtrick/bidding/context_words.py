"""Contexts and calls as a bridge player reads them."""

from __future__ import annotations

import re

from overtrick.bidding.entries import (
    Agreed,
    BidPattern,
    CallPattern,
    Condition,
    Did,
    Disposition,
    Either,
    Entry,
    Every,
    Forced,
    Has,
    Is,
    Level,
    Not,
    Position,
    Showed,
    StrainTerm,
    Using,
    Who,
)
from overtrick.core import Strain, Suit
from overtrick.hands.terms import SuitTerm

__all__ = ["asks_in_words", "call_in_words", "context_in_words", "suit_in_words", "with_symbols"]

_FACTS = {
    "opening": "nobody has bid",
    "vulnerable": "we are vulnerable",
    "they vulnerable": "they are vulnerable",
    "undisturbed": "the opponents have only passed",
    "passed hand": "I am a passed hand",
    "partner passed hand": "partner is a passed hand",
    "first turn": "it is my first turn",
    "our bid": "the last bid is ours",
    "their bid": "the last bid is theirs",
    "doubled": "it is doubled",
    "redoubled": "it is redoubled",
    "in game": "we are in game",
    "balancing": "a pass would end the auction",
}
_SEATS = ("first", "second", "third", "fourth")
_SYMBOLS = {suit.word[:-1]: suit.symbol for suit in Suit} | {str(suit): suit.symbol for suit in Suit}
_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", " * ": " × "}
_VERBS = {"opened": "open", "bid": "bid", "began": "begin with", "passed": "pass", "doubled": "double"}
_VERBS |= {"redoubled": "redouble", "jumped": "jump", "raised": "raise"}
_SUIT = re.compile(r"\b(?:(spade|heart|diamond|club)s?|([SHDC]{1,4}))\b(?!\()")


def with_symbols(text: str) -> str:
    """A condition with symbols for the names of suits and for signs.

    >>> with_symbols("5+ hearts, fit(S), some(X in HS: X >= 4)")
    '5+ ♥, fit(♠), some(X in ♥♠: X ≥ 4)'
    """
    for sign, symbol in _SIGNS.items():
        text = text.replace(sign, symbol)
    return _SUIT.sub(
        lambda match: "".join(_SYMBOLS[each] for each in ([match[1]] if match[1] else match[2])), text
    )


# Calls


def call_in_words(entry: Entry) -> str:
    """The call of an entry as notes print it: ``1♣``, ``2M``, ``2X (♠ ♥)``, ``cheapest X``."""
    suits = " ".join(f"{letter}: {''.join(suit.symbol for suit in of)}" for letter, of in entry.suits)
    natural = {"M": 2, "m": 2}
    is_plain = all(len(of) == natural.get(letter, 4) for letter, of in entry.suits)
    return _call(entry.call) + (f" ({suits})" if suits and not is_plain else "")


def _call(pattern: CallPattern) -> str:
    if pattern.call is not None:
        return pattern.call.print
    if isinstance(pattern.level, Level):
        between = "" if pattern.level is Level.ANY else " "
        return f"{pattern.level.value}{between}{_strain(pattern.strain)}"
    return f"{pattern.level}{_strain(pattern.strain)}"


def _strain(strain: StrainTerm | None) -> str:
    if strain is None:
        return " of anything"
    return strain.symbol if isinstance(strain, Strain) else strain


def _bid(pattern: BidPattern) -> str:
    if pattern.names_level:
        return f"n{_strain(pattern.strain)}"
    levels = str(pattern.low) if pattern.low == pattern.high else f"{pattern.low}–{pattern.high}"
    return f"{levels}{_strain(pattern.strain)}"


def suit_in_words(suit: SuitTerm) -> str:
    """The symbol of a suit, or its letter."""
    return suit.symbol if isinstance(suit, Suit) else suit.name


def asks_in_words(entry: Entry) -> str:
    """What a call asks of partner; empty if nothing."""
    if entry.disposition is Disposition.NOT_FORCING:
        return ""
    until = "" if entry.until is None else f" {entry.until.print}"
    return f"{entry.disposition.value}{until}"


# Contexts


def context_in_words(condition: Condition) -> str:
    """A condition on the auction as a clause.

    >>> context_in_words(Every((Did(Who.PARTNER, "opened", BidPattern(1, 1, "M")), Not(Is("in game")))))
    'partner opened 1M, we are not in game'
    """
    match condition:
        case Every(conditions):
            return ", ".join(_within(each) for each in conditions)
        case Either(conditions):
            return " or ".join(_within(each) for each in conditions)
        case Not(inner):
            return _denied(inner)
        case Is("seat", seats):
            return f"I am in {' or '.join(_SEATS[seat - 1] for seat in seats)} seat"
        case Is(word):
            return _FACTS[word]
        case Using(convention):
            return f"we play {_spaced(convention)}"
        case Position(relation, pattern):
            return f"the bidding is {relation} {_bid(pattern)}"
        case Forced(to_game):
            return "we are forced to game" if to_game else "I may not pass"
        case Agreed(suit):
            return "no suit is agreed" if suit is None else f"{suit_in_words(suit)} is agreed"
    return _about_player(condition)


def _about_player(condition: Did | Showed | Has) -> str:
    who = condition.who.value
    match condition:
        case Did(deed="silent"):
            return f"{who} {_is(condition.who)} silent"
        case Did(deed=deed, pattern=pattern):
            verb = "began with" if deed == "began" else deed
            return f"{who} {verb}" + (f" {_bid(pattern)}" if pattern else "")
        case Showed(tag=tag, suits=suits, ever=ever):
            about = f" ({', '.join(suit_in_words(each) for each in suits)})" if suits else ""
            return f"{who} {'once ' if ever else ''}showed {_spaced(tag)}{about}"
        case Has(low=low, high=high, quantity=quantity, surely=surely):
            verb = _has(condition.who) if surely else "may have"
            what = quantity if isinstance(quantity, str) else suit_in_words(quantity)
            return f"{who} {verb} {_range(low, high)} {what}"


def _denied(inner: Condition) -> str:
    match inner:
        case Is("seat", seats):
            return f"I am not in {' or '.join(_SEATS[seat - 1] for seat in seats)} seat"
        case Is(word):
            return _denied_fact(_FACTS[word])
        case Not(twice):
            return context_in_words(twice)
        case Did(who=who, deed="silent"):
            return f"{who.value} {_is(who)} not silent"
        case Did(who=who, deed=deed, pattern=pattern):
            return f"{who.value} did not {_VERBS[deed]}" + (f" {_bid(pattern)}" if pattern else "")
        case Showed(who=who, ever=ever):
            words = context_in_words(inner)
            if ever:
                return words.replace(f"{who.value} once showed", f"{who.value} never showed", 1)
            return words.replace(f"{who.value} showed", f"{who.value} did not show", 1)
        case Has(who=who, surely=surely):
            before, after = (" may have ", " cannot have ")
            if surely:
                before, after = f" {_has(who)} ", f" {_is(who)} not known to have "
            return context_in_words(inner).replace(before, after, 1)
        case Agreed(suit):
            return "a suit is agreed" if suit is None else f"{suit_in_words(suit)} is not agreed"
        case Forced(to_game):
            return "we are not forced to game" if to_game else "I may pass"
        case Using(convention):
            return f"we do not play {_spaced(convention)}"
        case Position(relation, pattern):
            return f"the bidding is not {relation} {_bid(pattern)}"
    return f"not ({context_in_words(inner)})"


def _denied_fact(fact: str) -> str:
    """The opposite of a fact: ``we are not in game``, ``I am no passed hand``, ``somebody has bid``."""
    if fact.startswith("nobody"):
        return fact.replace("nobody", "somebody", 1)
    verb = re.compile(r"\b(is|am|are|have|would)\b( a\b)?")
    return verb.sub(lambda match: f"{match[1]} {'no' if match[2] else 'not'}", fact, count=1)


def _within(condition: Condition) -> str:
    """A condition inside another one."""
    words = context_in_words(condition)
    return f"({words})" if isinstance(condition, Every | Either) else words


def _is(who: Who) -> str:
    return {Who.ME: "am", Who.WE: "are", Who.THEY: "are"}.get(who, "is")


def _has(who: Who) -> str:
    return "has" if _is(who) == "is" else "have"


def _range(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    if low is None or high is None:
        return f"{high}–" if low is None else f"{low}+"
    return f"{low}–{high}"


def _spaced(name: str) -> str:
    return name.replace("_", " ")
