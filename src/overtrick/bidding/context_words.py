"""Contexts and calls in words, for printed systems."""

from __future__ import annotations

import re

from overtrick.bidding import entries
from overtrick.bidding.contexts import FACTS
from overtrick.core import Strain, Suit
from overtrick.hands.terms import SuitTerm
from overtrick.hands.writing import range_text

__all__ = ["asks_in_words", "call_in_words", "context_in_words", "suit_in_words", "with_symbols"]

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


def call_in_words(entry: entries.Entry) -> str:
    """The call of an entry in printed notes: ``1♣``, ``2M``, ``2X (♠ ♥)``, ``cheapest X``."""
    suits = " ".join(f"{letter}: {''.join(suit.symbol for suit in of)}" for letter, of in entry.suits)
    natural = {"M": 2, "m": 2}
    is_plain = all(len(of) == natural.get(letter, 4) for letter, of in entry.suits)
    call = entry.call.text(lambda call: call.print, _strain)
    return call + (f" ({suits})" if suits and not is_plain else "")


def _strain(strain: entries.StrainTerm | None) -> str:
    if strain is None:
        return " of anything"
    return strain.symbol if isinstance(strain, Strain) else strain


def _bid(pattern: entries.BidPattern) -> str:
    if pattern.names_level:
        return f"n{_strain(pattern.strain)}"
    levels = str(pattern.low) if pattern.low == pattern.high else f"{pattern.low}–{pattern.high}"
    return f"{levels}{_strain(pattern.strain)}"


def suit_in_words(suit: SuitTerm) -> str:
    """The symbol of a suit, or its letter."""
    return suit.symbol if isinstance(suit, Suit) else suit.name


def asks_in_words(entry: entries.Entry) -> str:
    """What a call asks of partner; empty if it asks nothing."""
    if entry.disposition is entries.Disposition.NOT_FORCING:
        return ""
    until = "" if entry.until is None else f" {entry.until.print}"
    return f"{entry.disposition.value}{until}"


# Contexts


def context_in_words(condition: entries.Condition) -> str:
    """A condition on the auction as a clause.

    >>> opened = entries.Deed(entries.Role.PARTNER, "opened", entries.BidPattern(1, 1, "M"))
    >>> context_in_words(entries.Every((opened, entries.Not(entries.Word("in game")))))
    'partner opened 1M, we are not in game'
    """
    return _told(condition)[0]


def _told(condition: entries.Condition) -> tuple[str, str]:
    """A condition on the auction as a clause, and its opposite."""
    match condition:
        case entries.Every(conditions) | entries.Either(conditions):
            joint = ", " if isinstance(condition, entries.Every) else " or "
            words = joint.join(map(_within, conditions))
            return words, f"not ({words})"
        case entries.Not(inner):
            words, denied = _told(inner)
            return denied, words
        case entries.Word("seat", seats):
            seat = f"in {' or '.join(_SEATS[seat - 1] for seat in seats)} seat"
            return f"I am {seat}", f"I am not {seat}"
        case entries.Word(word):
            return FACTS[word][0], _denied_fact(FACTS[word][0])
        case entries.Switch(convention):
            return f"we play {_spaced(convention)}", f"we do not play {_spaced(convention)}"
        case entries.LastBid(relation, pattern):
            where = f"{relation} {_bid(pattern)}"
            return f"the bidding is {where}", f"the bidding is not {where}"
        case entries.Force(to_game):
            if to_game:
                return "we are forced to game", "we are not forced to game"
            return "I may not pass", "I may pass"
        case entries.Fit(None):
            return "no suit is agreed", "a suit is agreed"
        case entries.Fit(suit):
            assert suit is not None
            return f"{suit_in_words(suit)} is agreed", f"{suit_in_words(suit)} is not agreed"
    return _told_of_player(condition)


def _told_of_player(condition: entries.Deed | entries.ShownTag | entries.Limits) -> tuple[str, str]:
    who = condition.who.value
    verb = {entries.Role.ME: "am", entries.Role.WE: "are", entries.Role.THEY: "are"}.get(condition.who, "is")
    match condition:
        case entries.Deed(deed="silent"):
            return f"{who} {verb} silent", f"{who} {verb} not silent"
        case entries.Deed(deed=deed, pattern=pattern):
            bid = f" {_bid(pattern)}" if pattern else ""
            did = "began with" if deed == "began" else deed
            return f"{who} {did}{bid}", f"{who} did not {_VERBS[deed]}{bid}"
        case entries.ShownTag(tag=tag, suits=suits, ever=ever):
            about = f" ({', '.join(suit_in_words(each) for each in suits)})" if suits else ""
            what = f"{_spaced(tag)}{about}"
            if ever:
                return f"{who} once showed {what}", f"{who} never showed {what}"
            return f"{who} showed {what}", f"{who} did not show {what}"
        case entries.Limits(low=low, high=high, quantity=quantity, surely=surely):
            amount = range_text(low, high).replace("-", "–")
            what = f"{amount} {quantity if isinstance(quantity, str) else suit_in_words(quantity)}"
            if not surely:
                return f"{who} may have {what}", f"{who} cannot have {what}"
            has = "has" if verb == "is" else "have"
            return f"{who} {has} {what}", f"{who} {verb} not known to have {what}"


def _denied_fact(fact: str) -> str:
    """The negation of a fact: ``we are not in game``, ``I am no passed hand``, ``somebody has bid``."""
    if fact.startswith("nobody"):
        return fact.replace("nobody", "somebody", 1)
    verb = re.compile(r"\b(is|am|are|have|would)\b( a\b)?")
    return verb.sub(lambda match: f"{match[1]} {'no' if match[2] else 'not'}", fact, count=1)


def _within(condition: entries.Condition) -> str:
    """A condition inside another one, in parentheses if it is compound."""
    words = context_in_words(condition)
    return f"({words})" if isinstance(condition, entries.Every | entries.Either) else words


def _spaced(name: str) -> str:
    return name.replace("_", " ")
