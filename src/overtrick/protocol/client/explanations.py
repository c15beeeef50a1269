"""Explanations of calls in the protocol: those we send, and how others' are read.

We send the system's note (`overtrick.bidding.notes`), which reads back with the same ranges.
Other programs write free text: bare ranges, lengths without spaces and common abbreviations are translated to
the words of a note, so that the player, which reads notes, samples hands that fit; the rest is unchanged.
"""

from __future__ import annotations

import re

from overtrick.bidding import read_note
from overtrick.core import Meaning
from overtrick.hands.terms import All, Always
from overtrick.protocol.messages import plain_text

__all__ = ["LONGEST", "as_note", "explanation_sent", "says_something", "shortened"]

LONGEST = 120
"""The most characters of an explanation that we send, a length known to be safe."""
_LEAST_STRENGTH = 9
"""The least upper end of a bare range read as points: one such as 4-6 may be a length."""
_SUITS = r"(?:!?[CDHS](?![a-z])|clubs?|diamonds?|hearts?|spades?)"
_PIECE = re.compile(
    r"(?P<points>(?P<low>\d{1,2})(?:\+|\s?-\s?(?P<high>\d{1,2}))(?:\s?(?P<unit>hcp|hp|h|pts?|points|p)\b)?)(?![\w!])"
    rf"|(?P<length>\d\+?)(?:\s?-?\s?cards?)?\s?(?P<suit>{_SUITS})"
    r"|(?P<flat>balanced|bal)\b\.?",
    re.IGNORECASE,
)


# Ours


def explanation_sent(meaning: Meaning, says_all: bool) -> Meaning | None:
    """The explanation sent with our call: for an alerted call, or with `says_all` for any call.

    >>> explanation_sent(Meaning("Stayman -- forcing", alerted=True), says_all=False)
    Meaning(text='Stayman -- forcing', alerted=True)
    """
    if not (meaning.alerted or (says_all and meaning.text)):
        return None
    return Meaning(shortened(plain_text(meaning.text)), meaning.alerted)


def shortened(note: str, longest: int = LONGEST) -> str:
    """A note shortened without changing its sense: clauses may be dropped, alternatives never.

    >>> shortened("Major opening -- 5+ !S; 11-21 HCP; forcing", 30)
    'Major opening -- 5+ !S'
    >>> shortened("Two suits -- 5+ !S; or 5+ !H and more", 30)
    'Two suits'
    """
    if len(note) <= longest:
        return note
    name, mark, body = note.partition(" -- ") if " -- " in note else ("", "", note)
    kept = list[str]()
    if "; or " not in body:
        for clause in body.split("; "):
            if len(name + mark + "; ".join([*kept, clause])) > longest:
                break
            kept.append(clause)
    told = "; ".join(kept)
    return (f"{name}{mark}{told}" if told else name)[:longest].strip()


# Theirs


def says_something(note: str) -> bool:
    """Does a note contain anything to sample deals by?

    >>> says_something(as_note("15-17 bal")), says_something("Stayman")
    (True, False)
    """
    return read_note(note).predicate.term not in (Always(True), All(()))


def as_note(text: str) -> str:
    """An explanation translated to the words of a note as far as possible.

    >>> as_note("5+S 11-21p")
    '5+ !S; 11-21 HCP'
    >>> as_note("Stayman")
    'Stayman'
    """
    name, mark, body = text.partition("--") if "--" in text else ("", "", text)
    clauses = [_clause(each.strip()) for each in re.split(r"[;]|,(?!\s*or\b)|\.\s+", body)]
    told = "; ".join(each for each in clauses if each)
    return f"{name}{mark} {told}" if mark else told


def _clause(clause: str) -> str:
    """A clause unchanged if a note may have it, or else split into clauses of a note."""
    bare = clause.removesuffix(".").strip()
    if not bare or not read_note(bare).unread:
        return clause
    before, rest = ("or ", bare[3:]) if bare.startswith("or ") else ("", bare)
    found, place = list[str](), 0
    while place < len(rest):
        piece = _PIECE.match(rest, place)
        told = None if piece is None else _piece(piece)
        if piece is None or told is None:
            return clause
        found.append(told)
        place = piece.end()
        while place < len(rest) and rest[place] in " &+/":
            place += 1
    return before + "; ".join(found)


def _piece(piece: re.Match[str]) -> str | None:
    if piece["flat"]:
        return "balanced"
    if piece["length"]:
        return f"{piece['length']} !{piece['suit'].lstrip('!')[0].upper()}"
    low, high = int(piece["low"]), piece["high"]
    if not piece["unit"] and (low if high is None else int(high)) < _LEAST_STRENGTH:
        return None
    return f"{low}+ HCP" if high is None else f"{low}-{int(high)} HCP"
