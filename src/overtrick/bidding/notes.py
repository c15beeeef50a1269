"""Notes as the robots of Bridge Base write them: ``Major suit opening -- 5+ !S; 11-21 HCP; forcing``.

`write_note` says what a promise says, so that it reads back with the same ranges; `read_note` makes a meaning
of another program's explanation. Total points are those of Bridge Base's "GIB System Notes"
(bridgebase.com/doc/gib_system_notes.php): high-card points, and 3 for a void, 2 for a singleton, 1 for a
doubleton, one less for a short suit with an honour, which is taken to be A, K, Q or J.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import final

from overtrick.bidding.entries import Disposition
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.note_clauses import clause_condition
from overtrick.bidding.promises import Promise, Trait, everything
from overtrick.bidding.said import Said
from overtrick.bidding.summaries import Ends, Summary, boxes_of, summary, together
from overtrick.core import Bid, Strain, Suit
from overtrick.hands import Predicate, standard
from overtrick.hands.terms import All, Any, Call, Shape, Term

__all__ = ["Note", "read_note", "total_points", "write_note"]

_TOTAL_POINTS = (
    "points = hcp + 3 * voids + 2 * singletons + doubletons"
    " - count(X in SHDC: 1 <= X <= 2 and 1+ of AKQJ in X)"
)


@cache
def total_points() -> Call:
    """GIB's total points."""
    return Call(standard().defining(_TOTAL_POINTS).definitions["points"])


@final
@dataclass(frozen=True)
class Note:
    """What a note says: a name, a condition on the hand, the ranges of it, and what is asked of partner."""

    name: str
    predicate: Predicate
    promise: Promise
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    unread: tuple[str, ...] = ()
    """Clauses that were not understood; they say more than the predicate does."""


# Writing


def write_note(given: Meaning | Said | Promise, points: Call | None = None) -> str:
    """What a call means as a note.

    Points other than high-card points are told as total points; without any given they are the meaning's
    system's own, or else GIB's. What follows from the rest is left out. Of a promise of more than three boxes
    the ranges of the lengths are told, and of strength up to three alternatives.

    >>> from overtrick.bidding.promises import ANYTHING
    >>> write_note(ANYTHING.within(Trait.SPADES, 5, 13).within(Trait.HCP, 11, 21))
    '5+ !S; 11-21 HCP'
    """
    if points is None:
        points = given.before.system.points if isinstance(given, Meaning) else total_points()
    said = given.said if isinstance(given, Meaning) else given
    promise = said if isinstance(said, Promise) else said.promise
    is_flat = isinstance(said, Said) and bool(said.rules) and all(_is_flat(each.term) for each in said.rules)
    parts = [_body(summary(promise, points, (_balanced(),) if is_flat else ()))]
    if isinstance(said, Said):
        parts.append(_asked(said))
    told = "; ".join(each for each in parts if each)
    name = _name(said) if isinstance(said, Said) else ""
    return f"{name} -- {told}" if name and told else name or told


def _name(said: Said) -> str:
    return said.name.replace("--", "-").replace(";", ",").strip()


def _asked(said: Said) -> str:
    match said.disposition:
        case Disposition.NOT_FORCING:
            return ""
        case Disposition.FORCING_TO_GAME:
            return "game forcing"
        case Disposition.FORCING_TO if said.until is not None:
            return f"forcing to {str(said.until).replace('NT', 'N')}"
    return str(said.disposition.value).removesuffix(" to")


def _is_flat(term: Term) -> bool:
    """Does a condition say outright that the hand is balanced?"""
    match term:
        case All(conditions):
            return any(_is_flat(each) for each in conditions)
        case Call(definition):
            return definition is standard().definitions["balanced"]
        case Shape(lengths=lengths):
            return bool(lengths) and lengths <= _balanced().lengths
    return False


@cache
def _balanced() -> Shape:
    found = standard().definitions["balanced"].body
    assert isinstance(found, Shape)
    return found


def _body(told: Summary) -> str:
    """Ranges as clauses: ``5+ !S; 17+ HCP, or 21+ total points``, and whole alternatives after ``; or``."""
    also = ["balanced"] * bool(told.also)
    if told.is_about_strength:
        strengths = ", or ".join(" and ".join(_clauses(way)) for way in told.ways)
        return "; ".join([*_clauses(told.common), strengths, *also])
    ways = ["; ".join([*_clauses(told.common | way), *also]) for way in told.ways]
    return "; or ".join(each or "any" for each in ways) if len(ways) > 1 else "".join(ways or ["impossible"])


def _clauses(ends: Ends) -> Iterator[str]:
    for trait in Trait:
        low, high = ends.get((trait, False)), ends.get((trait, True))
        if (low, high) != (None, None):
            unit = _UNITS.get(trait) or f"!{Suit(trait)}"
            yield f"{_range(trait, low, high)} {unit.removesuffix('s') if low == high == 1 else unit}"


def _range(trait: Trait, low: int | None, high: int | None) -> str:
    if low is None:
        return f"{high}-" if high != everything[trait][0] else str(high)
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}" if low >= 0 else f"{low} to {high}"


_UNITS = {
    Trait.LONGEST: "in the longest suit",
    Trait.HCP: "HCP",
    Trait.POINTS: "total points",
    Trait.ACES: "aces",
    Trait.KINGS: "kings",
}


# Reading


def read_note(text: str, points: Call | None = None) -> Note:
    """The meaning of a note; total points are GIB's unless a system's own are given.

    >>> note = read_note("Major suit opening -- 5+ !S; 11-21 HCP; 12-22 total points; lucky")
    >>> note.name, note.promise.range(Trait.HCP), note.unread
    ('Major suit opening', (11, 21), ('lucky',))
    >>> read_note("likely stop in !H; forcing to 3N").until
    Call.parse('3NT')
    """
    points = total_points() if points is None else points
    name, body = text.split("--", 1) if "--" in text else ("", text)
    ways, unread = [list[Term]()], list[str]()
    disposition, until = Disposition.NOT_FORCING, None
    for clause in _split(body):
        if clause.startswith("or "):
            ways.append([])
            clause = clause.removeprefix("or ")
        if (asked := _disposition(clause)) is not None:
            disposition, until = asked
        elif (term := clause_condition(clause, points)) is not None:
            ways[-1].append(term)
        else:
            unread.append(clause)
    promise = Promise.of(box for way in ways for box in boxes_of(way, points))
    terms = [together(way) for way in ways]
    predicate = Predicate(Any(tuple(terms)) if len(terms) > 1 else terms[0])
    return Note(name.strip(), predicate, promise, disposition, until, tuple(unread))


_HONOURS_OR_VOID = re.compile(r"!([CDHS])[AKQJT]+, *no !\1", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"[^,]+(, *or +[^,]+)+")


def _split(body: str) -> Iterator[str]:
    """The clauses of a note, those between commas too."""
    for part in body.split(";"):
        is_one = _HONOURS_OR_VOID.search(part) or _ALTERNATIVES.fullmatch(part)
        pieces = [part] if is_one else part.split(",")
        yield from (" ".join(piece.split()) for piece in pieces if piece.strip())


def _disposition(clause: str) -> tuple[Disposition, Bid | None] | None:
    clause = clause.lower().removesuffix(".")
    if match := re.fullmatch(r"forcing to ([1-7])(c|d|h|s|n|nt)", clause):
        return Disposition.FORCING_TO, Bid(int(match[1]), Strain("cdhsn".index(match[2][0])))
    found = _ASKED.get(clause)
    return None if found is None else (found, None)


_ASKED = {
    "forcing": Disposition.FORCING,
    **dict.fromkeys(("game forcing", "game force", "forcing to game"), Disposition.FORCING_TO_GAME),
    **dict.fromkeys(("invitational", "invites game"), Disposition.INVITATIONAL),
    **dict.fromkeys(("sign-off", "signoff", "sign off"), Disposition.SIGN_OFF),
    **dict.fromkeys(("not forcing", "non-forcing", "nonforcing"), Disposition.NOT_FORCING),
}
