"""Notes in the style of Bridge Base's robots: ``Major suit opening -- 5+ !S; 11-21 HCP; forcing``.

`write_note` writes a promise so that it reads back with the same ranges; `read_note` reads the explanations
of other programs. Total points are those of Bridge Base's "GIB System Notes"
(bridgebase.com/doc/gib_system_notes.php): high-card points, and 3 for a void, 2 for a singleton, 1 for a
doubleton, one less for a short suit with an honour, which is taken to be A, K, Q or J.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import final

from overtrick.bidding.entries import Disposition
from overtrick.bidding.interpretation import Interpretation
from overtrick.bidding.meanings import Meaning, either, together
from overtrick.bidding.promises import Promise, Trait, everything
from overtrick.bidding.summaries import Ends, PromiseSummary, boxes_of, number_of, summary
from overtrick.core import Bid, Strain, Suit
from overtrick.core.english import NUMBERS
from overtrick.hands import Predicate, Vocabulary, parse, standard
from overtrick.hands.terms import All, Any, Between, FunctionCall, Shape, Term

__all__ = ["Note", "clause_condition", "read_note", "total_points", "write_note"]

_TOTAL_POINTS = (
    "points = hcp + 3 * voids + 2 * singletons + doubletons"
    " - count(X in SHDC: 1 <= X <= 2 and 1+ of AKQJ in X)"
)


@cache
def total_points() -> FunctionCall:
    """GIB's total points."""
    return FunctionCall(standard().defining(_TOTAL_POINTS).definitions["points"])


@final
@dataclass(frozen=True)
class Note:
    """A parsed note: a name, a condition on the hand, its ranges, and what is asked of partner."""

    name: str
    predicate: Predicate
    promise: Promise
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    unread: tuple[str, ...] = ()
    """Clauses that were not understood and are missing from the predicate."""


# Writing


def write_note(given: Meaning | Interpretation | Promise, points: FunctionCall | None = None) -> str:
    """The meaning of a call as a note.

    Points other than high-card points are written as total points; by default they are the meaning's system's
    own, or else GIB's. Redundant clauses are left out. A promise of more than three boxes is written as
    ranges of lengths, with up to three alternatives of strength.

    >>> from overtrick.bidding.promises import ANYTHING
    >>> write_note(ANYTHING.within(Trait.SPADES, 5, 13).within(Trait.HCP, 11, 21))
    '5+ !S; 11-21 HCP'
    """
    if points is None:
        points = given.before.system.points if isinstance(given, Meaning) else total_points()
    said = given.interpretation if isinstance(given, Meaning) else given
    if isinstance(said, Promise):
        return _body(summary(said, points))
    is_flat = bool(said.rules) and all(_is_flat(each.term) for each in said.rules)
    body = _body(summary(said.promise, points, (_balanced(),) if is_flat else ()))
    told = "; ".join(filter(None, (body, _asked(said))))
    name = said.name.replace("--", "-").replace(";", ",").strip()
    return f"{name} -- {told}" if name and told else name or told


def _asked(said: Interpretation) -> str:
    if said.until is not None:
        return f"forcing to {str(said.until).replace('NT', 'N')}"
    usual = {Disposition.NOT_FORCING: "", Disposition.FORCING_TO_GAME: "game forcing"}
    return usual.get(said.disposition, said.disposition.value.removesuffix(" to"))


def _is_flat(term: Term) -> bool:
    """Does a condition explicitly require a balanced hand?"""
    match term:
        case All(conditions):
            return any(_is_flat(each) for each in conditions)
        case FunctionCall(definition):
            return definition is standard().definitions["balanced"]
        case Shape(lengths=lengths):
            return bool(lengths) and lengths <= _balanced().lengths
    return False


@cache
def _balanced() -> Shape:
    found = standard().definitions["balanced"].body
    assert isinstance(found, Shape)
    return found


def _body(given: PromiseSummary) -> str:
    """Ranges as clauses: ``5+ !S; 17+ HCP, or 21+ total points``, and whole alternatives after ``; or``."""
    also = ["balanced"] * bool(given.also)
    if given.is_about_strength:
        strengths = ", or ".join(" and ".join(_clauses(way)) for way in given.ways)
        return "; ".join([*_clauses(given.common), strengths, *also])
    ways = ["; ".join([*_clauses(given.common | way), *also]) for way in given.ways]
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


def read_note(text: str, points: FunctionCall | None = None) -> Note:
    """Read a note; total points are GIB's unless a system's own are given.

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
    predicate = Predicate(either([together(way) for way in ways]))
    return Note(name.strip(), predicate, promise, disposition, until, tuple(unread))


_HONOURS_OR_VOID = re.compile(r"!([CDHS])[AKQJT]+, *no !\1", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"[^,]+(, *or +[^,]+)+")


def _split(body: str) -> Iterator[str]:
    """The clauses of a note, separated by semicolons or commas."""
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


# Clauses

_QUALITIES = (
    "backed(X) = 3+ of AKQJT in X or 1+ of AK in X",
    "biddable(X) = X >= 5 or (X = 4 and backed(X))",
    "rebiddable(X) = X >= 6 or (X = 5 and backed(X))",
    "twice_rebiddable(X) = X >= 7 or (X = 6 and backed(X))",
    "solid_eight(X) = (X >= 8 and AK in X and 1+ of QJ in X) or (X >= 9 and AK in X)",
    "solid_seven(X) = (X >= 7 and AKQ in X) or solid_eight(X)",
    "solid_six(X) = (X >= 6 and AKQ in X and 1+ of JT in X) or solid_seven(X)",
    "strong_rebiddable(X) = (twice_rebiddable(X) and (4+ of AKQJT in X or AKQ in X)) or solid_six(X)",
    "partial_stop(X) = X + hcp(X) >= 4",
    "likely_stop(X) = X + hcp(X) >= 5",
    "stop(X) = A in X or (QJ in X and X >= 3) or hcp(X) >= 5 or X + hcp(X) >= 7",
    "two_stops(X) = X + hcp(X) >= 8",
    "honour_value(X) = 8 * [A in X] + 4 * [K in X] + 2 * [Q in X] + [J in X]",
)


@cache
def _vocabulary() -> Vocabulary:
    return standard().defining(*_QUALITIES)


def clause_condition(clause: str, points: FunctionCall) -> Term | None:
    """The condition of a clause on the hand; None if it is not understood."""
    if match := _AMOUNT.fullmatch(clause.removesuffix(".")):
        return _amount(match, points)
    for pattern, condition in _CLAUSES:
        if match := re.fullmatch(pattern, clause.removesuffix("."), re.IGNORECASE):
            return _parsed(condition.format(**_values(match)))
    for word, kind in ((r",? or ", Any), (r" and ", All)):
        parts = re.split(word, clause)
        if len(parts) > 1:
            read_parts = [clause_condition(part, points) for part in parts]
            known = tuple(each for each in read_parts if each is not None)
            return kind(known) if len(known) == len(parts) else None
    return None


@lru_cache(1024)
def _parsed(text: str) -> Term:
    return parse(text, _vocabulary()).term


def _values(match: re.Match[str]) -> dict[str, str]:
    """The groups of a clause in the words of the language of hands."""
    words = {name: text.lower().replace(" ", "_") for name, text in match.groupdict().items()}
    if "suit" in words:
        words["suit"] = str(_suit(match))
    if "ranks" in words:
        words["ranks"] = match["ranks"].upper()
        words["value"] = str(sum({"A": 8, "K": 4, "Q": 2, "J": 1}[rank] for rank in set(words["ranks"])))
    return words


def _suit(match: re.Match[str]) -> Suit:
    return Suit.parse(match["suit"].lstrip("!")[0])


_SUIT = r"(?P<suit>!?[CDHS]\b|[♣♦♥♠]|clubs?|diamonds?|hearts?|spades?)"
_STOP = r"(?P<word>stop|likely stop|partial stop|two stops)"
_CLAUSES = (
    (r"(?P<one>\d) or (?P<other>\d) (?P<unit>ace|king)s?", "{one} {unit}s or {other} {unit}s"),
    (rf"(?P<low>\d+)-card {_SUIT}", "{low} {suit}"),
    (rf"(?P<word>(?:(?:twice |strong )?re)?biddable) {_SUIT}", "{word}({suit})"),
    (rf"solid(?: 6-card)? {_SUIT}", "solid_six({suit})"),
    (rf"solid 7-card {_SUIT}", "solid_seven({suit})"),
    (rf"solid 8-card {_SUIT}", "solid_eight({suit})"),
    (rf"{_STOP} in {_SUIT}", "{word}({suit})"),
    (rf"no {_STOP} in {_SUIT}", "not {word}({suit})"),
    (rf"at best partial stop in {_SUIT}", "not likely_stop({suit})"),
    (rf"at best likely stop in {_SUIT}", "not stop({suit})"),
    (rf"at best stop in {_SUIT}", "not two_stops({suit})"),
    # at least these honours: by the page it could be better
    (r"(?P<suit>!?[CDHS])(?P<ranks>[AKQJ]+)", "honour_value({suit}) >= {value}"),
    (rf"(?P<ranks>[AKQJ])\+ in {_SUIT}", "honour_value({suit}) >= {value}"),
    (r"no (?P<suit>!?[CDHS])(?P<ranks>[AKQJ])", "not {ranks} in {suit}"),
    (r"no (?P<length>[3-9])-card (?P<kind>major|minor|suit)", "every(X in {kind}s: X < {length})"),
    (r"(?P<word>balanced|unbalanced|semi-balanced)", "{word}"),
    (rf"(?P<word>void|singleton|doubleton) (?:in )?{_SUIT}", "{word}({suit})"),
    (r"any(?: hand)?", "true"),
    (r"impossible", "false"),
)
"""Patterns of clauses other than amounts, with their conditions in the language of hands."""

_AMOUNT = re.compile(
    r"(?:(?P<bound>at most|at least|exactly|up to) )?"
    r"(?P<low>-?\d+|no|one|two|three|four)(?:(?P<open>[+-])(?!\d)| ?(?:-|to) ?(?P<high>-?\d+))? "
    rf"(?:(?:cards? in )?{_SUIT}|(?P<hcp>HCP|high[- ]card points?)|(?P<points>total points?)"
    r"|(?P<longest>(?:cards )?in the longest suit)|(?P<aces>aces?)|(?P<kings>kings?))",
    re.IGNORECASE,
)


def _amount(match: re.Match[str], points: FunctionCall) -> Term | None:
    """A number within the range of a match; None if the range is not valid."""
    assert match.lastgroup is not None
    trait = Trait(_suit(match)) if match["suit"] else Trait[match.lastgroup.upper()]
    number, least = number_of(trait, points), match["low"].lower()
    low = NUMBERS.index(least) if least in NUMBERS else int(least)
    bound, high = (match["bound"] or "").lower(), match["high"]
    if bound and (high is not None or match["open"]):
        return None
    if high is not None:
        return Between(number, low, int(high)) if low <= int(high) else None
    if bound in ("at most", "up to") or match["open"] == "-":
        return Between(number, None, low)
    return Between(number, low, None if bound == "at least" or match["open"] else low)
