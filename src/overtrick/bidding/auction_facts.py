"""Terms about facts of the auction, for the conditions of a system.

They extend the language of hands, but their values depend on the auction only: once these are substituted,
the condition is about the hand alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import final

from overtrick.core import Suit
from overtrick.hands import Kind, Vocabulary, standard
from overtrick.hands.terms import (
    Always,
    Count,
    Definition,
    Every,
    FunctionCall,
    Name,
    Number,
    NumberTerm,
    Some,
    SuitTerm,
    Sum,
    Term,
    TruthTerm,
    defined,
    parts_of,
    quick_dataclass,
    replaced,
)

__all__ = [
    "LENGTHS",
    "NUMBERS",
    "TRUTHS",
    "AuctionNumber",
    "AuctionTruth",
    "depends_on_auction",
    "facts_in",
    "resolved",
    "suit_number",
    "system_vocabulary",
]


@final
@quick_dataclass
class AuctionNumber(NumberTerm):
    """A number known from the auction, such as partner's points or a length in a suit."""

    what: str
    suit: SuitTerm | None = None


@final
@quick_dataclass
class AuctionTruth(TruthTerm):
    """A truth about a suit known from the auction."""

    what: str
    suit: SuitTerm


NUMBERS = (
    *("partner_points", "partner_most", "partner_hcp", "partner_most_hcp", "partner_aces", "partner_kings"),
    *("my_points", "their_hcp"),
)
LENGTHS = ("partner_length", "partner_most_length", "my_length", "their_length", "level")
TRUTHS = ("agreed", "theirs", "ours")

_DEFINED = (
    "combined = points + partner_points",
    "combined_most = points + partner_most",
    "fit(X) = X + partner_length(X) >= 8",
    "support(X) = fit(X) and partner_length(X) >= 3",
    "stopped = every(X in SHDC: not theirs(X) or stopper(X))",
    "reach(k) = combined >= k or (partner_most - partner_points <= 6"
    " and 2 * points + partner_points + partner_most >= 2 * k)",
    "reach_hcp(k) = hcp + partner_hcp >= k or (partner_most_hcp - partner_hcp <= 5"
    " and 2 * hcp + partner_hcp + partner_most_hcp >= 2 * k)",
)


@cache
def _primitive() -> Vocabulary:
    suit = Name("X", Kind.SUIT)
    terms = {
        **{name: defined(name, (), AuctionNumber(name)) for name in NUMBERS},
        **{name: defined(name, (suit,), AuctionNumber(name, suit)) for name in LENGTHS},
        **{name: defined(name, (suit,), AuctionTruth(name, suit)) for name in TRUTHS},
    }
    words = standard()
    return Vocabulary(words.features, {**words.definitions, **terms}, {"n": Kind.NUMBER})


def system_vocabulary(points: str | None = None, words: Vocabulary | None = None) -> Vocabulary:
    """The vocabulary of a system: the standard words, its own definition of points, and extra words."""
    known = _primitive() if words is None else _primitive() | words
    return known.defining(f"points = {points or 'hcp'}", *_DEFINED)


_MOST_RESOLVED = 500
"""Size of each condition's cache of resolved forms; a full cache is cleared."""


def resolved(term: Term, names: Mapping[str, int], facts: Mapping[str, Sequence[int]]) -> Term:
    """A condition with its letters and auction facts substituted, which is about the hand alone.

    Results are cached: auctions with the same letters and relevant facts give the same object.
    """
    found: dict[object, Term] = vars(term).setdefault("resolved", {})
    key = (*names.items(), *(tuple(facts[what]) for what in facts_in(term)))
    if key not in found:
        if len(found) >= _MOST_RESOLVED:
            found.clear()
        found[key] = _resolved(term, names, facts)
    return found[key]


def facts_in(term: Term) -> tuple[str, ...]:
    """The facts of the auction that a condition uses; cached in the term."""
    told: tuple[str, ...] | None = vars(term).get("asked")
    if told is None:
        parts = [*parts_of(term), *((term.definition.body,) if isinstance(term, FunctionCall) else ())]
        own = (term.what,) if isinstance(term, AuctionNumber | AuctionTruth) else ()
        told = tuple(dict.fromkeys((*own, *(what for part in parts for what in facts_in(part)))))
        vars(term)["asked"] = told
    return told


def _resolved(term: Term, names: Mapping[str, int], facts: Mapping[str, Sequence[int]]) -> Term:
    def change(part: Term) -> Term | Suit:
        return _given(part, names) if isinstance(part, Name) else _resolved(part, names, facts)

    if isinstance(term, AuctionNumber):
        suit = 0 if term.suit is None else suit_number(term.suit, names)
        return Number(int(facts[term.what][suit]))
    if isinstance(term, AuctionTruth):
        return Always(bool(facts[term.what][suit_number(term.suit, names)]))
    if isinstance(term, FunctionCall) and _depends(term.definition):
        return _resolved(term.body(), names, facts)
    if isinstance(term, Count | Sum | Some | Every) and depends_on_auction(term.inner):
        return _resolved(term.meaning(), names, facts)  # the facts differ from suit to suit
    made = change(term) if isinstance(term, Name) else replaced(term, change)
    assert isinstance(made, Term)
    return made


def _given(name: Name, names: Mapping[str, int]) -> Term | Suit:
    if name.name not in names:
        return name  # the suit of a quantifier
    value = names[name.name]
    return Suit(value) if name.kind is Kind.SUIT else Number(value)


def suit_number(suit: SuitTerm, names: Mapping[str, int]) -> int:
    """The number of the suit that a term stands for."""
    return int(suit) if isinstance(suit, Suit) else names[suit.name]


@cache
def _depends(definition: Definition) -> bool:
    """Does a definition depend on the auction or on the level n?"""
    return bool(definition.names) or depends_on_auction(definition.body)


def depends_on_auction(term: Term) -> bool:
    """Does a condition depend on the auction?"""
    if isinstance(term, AuctionNumber | AuctionTruth):
        return True
    if isinstance(term, FunctionCall) and _depends(term.definition):
        return True
    return any(depends_on_auction(part) for part in parts_of(term))
