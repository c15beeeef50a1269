"""The clauses of a note in the manner of GIB: what each says of the hand.

What a suit quality, a stop or an honour holding is follows Bridge Base's "Understanding GIB Bid Descriptions"
(bridgebase.com/doc/gib_descriptions.php). A quality means that or a higher one. What the page has no word
for, or leaves open (losers, ``no !DAK``, a good suit), is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from overtrick.core import Suit
from overtrick.hands import Vocabulary, parse, standard
from overtrick.hands.features import HCP, LENGTH, STANDARD_FEATURES
from overtrick.hands.terms import All, Always, Any, Between, BySize, Call, OfSuit, Term, Total

__all__ = ["COUNTED", "clause_condition"]

COUNTED = {each.name: each for each in STANDARD_FEATURES}
"""What can be counted over the whole hand, by name."""

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


def clause_condition(clause: str, points: Call) -> Term | None:
    """What a clause says of the hand; None if it is not understood."""
    for pattern, read in _PATTERNS:
        if match := pattern.fullmatch(clause.removesuffix(".")):
            return read(match, points)
    for word, kind in ((r",? or ", Any), (r" and ", All)):
        parts = re.split(word, clause)
        if len(parts) > 1:
            read_parts = [clause_condition(part, points) for part in parts]
            known = tuple(each for each in read_parts if each is not None)
            return kind(known) if len(known) == len(parts) else None
    return None


_SUIT = r"(?P<suit>!?[CDHS]\b|[♣♦♥♠]|clubs?|diamonds?|hearts?|spades?)"
_AMOUNT = (
    r"(?:(?P<bound>at most|at least|exactly|up to) )?"
    r"(?P<low>-?\d+|no|one|two|three|four)(?:(?P<open>[+-])(?!\d)| ?(?:-|to) ?(?P<high>-?\d+))?"
)
_COUNTS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4}


def _suit(match: re.Match[str]) -> Suit:
    return Suit.parse(match["suit"].lstrip("!")[0])


def _amount(number: Term, match: re.Match[str]) -> Term | None:
    """A number within the range of a match; None where the range is no range."""
    low = _COUNTS[match["low"].lower()] if match["low"].lower() in _COUNTS else int(match["low"])
    bound, high = (match["bound"] or "").lower(), match["high"]
    if bound and (high is not None or match["open"]):
        return None
    if high is not None:
        return Between(number, low, int(high)) if low <= int(high) else None
    if bound in ("at most", "up to") or match["open"] == "-":
        return Between(number, None, low)
    return Between(number, low, None if bound == "at least" or match["open"] else low)


@lru_cache(1024)
def _parsed(text: str) -> Term:
    return parse(text, _vocabulary()).term


def _quality(match: re.Match[str], points: Call) -> Term:
    word = re.sub("[ -]", "_", match["word"].lower()).removesuffix("_card")
    name = {"solid": "solid_six", "solid_6": "solid_six", "solid_7": "solid_seven", "solid_8": "solid_eight"}
    return _parsed(f"{name.get(word, word)}({_suit(match)})")


def _at_best(match: re.Match[str], points: Call) -> Term:
    above = {"partial stop": "likely_stop", "likely stop": "stop", "stop": "two_stops"}
    return _parsed(f"not {above[match['word'].lower()]}({_suit(match)})")


def _honours(match: re.Match[str], points: Call) -> Term:
    """At least these honours, by ace 8, king 4, queen 2, jack 1: the page says that it could be better."""
    value = sum({"A": 8, "K": 4, "Q": 2, "J": 1}[rank] for rank in set(match["ranks"].upper()))
    return _parsed(f"honour_value({_suit(match)}) >= {value}")


def _counted(match: re.Match[str], points: Call) -> Term | None:
    word = match["unit"].lower()
    return _amount(Total(COUNTED[f"{word.removesuffix('s')}s"]), match)


def _either_count(match: re.Match[str], points: Call) -> Term:
    number = Total(COUNTED[f"{match['unit'].lower().removesuffix('s')}s"])
    return Any(tuple(Between(number, int(each), int(each)) for each in match.group("one", "other")))


def _no_long_suit(match: re.Match[str], points: Call) -> Term:
    suits = {"major": "SH", "minor": "DC", "suit": "SHDC"}[match["which"].lower()]
    return _parsed(f"every(X in {suits}: X < {match['length']})")


_RULES: tuple[tuple[str, Callable[[re.Match[str], Call], Term | None]], ...] = (
    (
        rf"{_AMOUNT} (?:cards? in )?{_SUIT}",
        lambda match, points: _amount(OfSuit(LENGTH, _suit(match)), match),
    ),
    (rf"{_AMOUNT} (?:HCP|high[- ]card points?)", lambda match, points: _amount(Total(HCP), match)),
    (rf"{_AMOUNT} (?:cards )?in the longest suit", lambda match, points: _amount(BySize(LENGTH, 0), match)),
    (rf"{_AMOUNT} total points?", lambda match, points: _amount(points, match)),
    (rf"{_AMOUNT} (?P<unit>aces?|kings?)", _counted),
    (r"(?P<one>\d) or (?P<other>\d) (?P<unit>aces?|kings?)", _either_count),
    (rf"(?P<low>\d+)-card {_SUIT}", lambda match, points: _exactly(match)),
    (
        rf"(?P<word>biddable|rebiddable|twice rebiddable|strong rebiddable|solid(?: [678]-card)?) {_SUIT}",
        _quality,
    ),
    (rf"(?P<word>stop|likely stop|partial stop|two stops) in {_SUIT}", _quality),
    (rf"at best (?P<word>stop|likely stop|partial stop) in {_SUIT}", _at_best),
    (
        rf"no (?P<word>stop|likely stop|partial stop|two stops) in {_SUIT}",
        lambda match, points: _parsed(f"not {match['word'].lower().replace(' ', '_')}({_suit(match)})"),
    ),
    (r"(?P<suit>!?[CDHS])(?P<ranks>[AKQJ]+)", _honours),
    (rf"(?P<ranks>[AKQJ])\+ in {_SUIT}", _honours),
    (
        r"no (?P<suit>!?[CDHS])(?P<rank>[AKQJ])",
        lambda match, points: _parsed(f"not {match['rank'].upper()} in {_suit(match)}"),
    ),
    (r"no (?P<length>[3-9])-card (?P<which>major|minor|suit)", _no_long_suit),
    (r"(?P<word>balanced|unbalanced|semi-balanced)", lambda match, points: _parsed(match["word"].lower())),
    (rf"(?P<word>void|singleton|doubleton) (?:in )?{_SUIT}", _quality),
    (r"any(?: hand)?", lambda match, points: Always(True)),
    (r"impossible", lambda match, points: Always(False)),
)
_PATTERNS = [(re.compile(pattern, re.IGNORECASE), read) for pattern, read in _RULES]


def _exactly(match: re.Match[str]) -> Term:
    return Between(OfSuit(LENGTH, _suit(match)), int(match["low"]), int(match["low"]))
