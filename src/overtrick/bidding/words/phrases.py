"""English phrases for words of the language of hands, of systems and of OPENBID."""

from __future__ import annotations

import re
from functools import lru_cache

from overtrick.bidding.bounds import is_hcp
from overtrick.bidding.library import known_definition
from overtrick.core import Suit
from overtrick.hands.terms import Definition, FunctionCall, Name, Term
from overtrick.hands.writing import written

__all__ = ["FEATURES", "IN_DIGITS", "has_phrase", "noun_of", "phrase_of", "suit_word"]

FEATURES = {
    "hcp": "high-card point",
    "controls": "control",
    "aces": "ace",
    "kings": "king",
    "queens": "queen",
    "jacks": "jack",
    "tens": "ten",
    "honours": "honour",
    "losers": "loser",
    "playing_tricks": "playing trick",
    "suit_playing_tricks": "OPENBID playing trick",
    "quality": "card and honour of suit quality",
}
"""The singular nouns for what features count."""

_KNOWN = {
    "balanced": "balanced",
    "semi_balanced": "semi-balanced",
    "majors": "card in the majors",
    "minors": "card in the minors",
    "voids": "void",
    "singletons": "singleton",
    "doubletons": "doubleton",
    "stoppers": "stopped suit",
    "TOTALPTS": "total point",
    "DISTP": "distribution point",
    "EVENDIST": "balanced",
    "FOUR441": "4441, 5521 or 5431 shape",
    "SAFE": "at least A/Kx/xxx in {}",
    "STOP": "suit with at least A/Kx/xxx",
    "NOTR": "a bare king or bare queen-jack in {}",
    "NOTRUMPTRY": "at least Kx/Qxx/xxxx in every suit",
    "SOLID": "sound in every suit (3 high-card points or five cards, no bare king or queen-jack)",
    "CANBEREBID": "rebiddable {}",
    "OUTSIDEACE": "an ace outside {}",
}
"""Phrases for definitions of the language and of OPENBID, unless they have been redefined."""

_OTHERS = {
    "points": "point",
    "biddable": "biddable {}",
    "rebiddable": "rebiddable {}",
    "twice_rebiddable": "twice rebiddable {}",
    "strong_rebiddable": "strong rebiddable {}",
    "solid_six": "solid {}",
    "solid_seven": "a solid suit of seven in {}",
    "solid_eight": "a solid suit of eight in {}",
    "partial_stop": "a partial stop in {}",
    "likely_stop": "a likely stop in {}",
    "stop": "a stop in {}",
    "two_stops": "two stops in {}",
}
"""Phrases for words of systems and of GIB's notes, by name; braces stand for the suit."""

IN_DIGITS = frozenset(("high-card point", "point", "total point", "distribution point"))
"""The quantities given in digits; all others are given in words."""


@lru_cache(4096)
def _phrase(definition: Definition) -> str | None:
    name = definition.name
    if name in _KNOWN:
        known = known_definition(name)
        return _KNOWN[name] if known is not None and known.body == definition.body else None
    if name == "points" and is_hcp(definition.body):
        return None
    return _OTHERS.get(name)


def has_phrase(call: FunctionCall) -> bool:
    """Is there a phrase for this definition?"""
    return _phrase(call.definition) is not None


def phrase_of(call: FunctionCall) -> str:
    """The phrase of a definition; without one, its name in quotes."""
    found = _phrase(call.definition)
    if found is not None:
        return found.format(*map(_argument, call.arguments))
    given = ", ".join(map(_argument, call.arguments))
    return f'"{call.definition.name.replace("_", " ")}"' + (f" ({given})" if given else "")


def noun_of(call: FunctionCall) -> tuple[str, str]:
    """The singular and plural nouns for what a definition counts."""
    found = phrase_of(call)
    if not has_phrase(call):
        return found, found
    one = re.split(r"(?= in | with )", found, maxsplit=1)
    return found, "s".join((*one, "")[:2])


def suit_word(suit: Suit | Name) -> str:
    """A suit as a word, or the letter that stands for one."""
    return suit.name if isinstance(suit, Name) else suit.word


def _argument(given: Term | Suit) -> str:
    return suit_word(given) if isinstance(given, Suit | Name) else written(given)
