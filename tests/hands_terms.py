"""Hypothesis strategies for predicates on hands: every kind of term that can be written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from hypothesis import strategies as st

from overtrick import PACK, CardSet, Suit
from overtrick.hands import Feature, Kind, Known, Predicate, Quantity, Vocabulary, standard
from overtrick.hands.shapes import lengths_of
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Compare,
    Count,
    Definition,
    Every,
    FunctionCall,
    Holding,
    Holds,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    RankCount,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
)

DEFINITIONS = (
    "good(X) = 5+ X, 2+ of AKQ in X",
    "rich(X, n) = hcp(X) >= n",
    "worth(X) = hcp(X) + 2 * [X 5+] - losers in X",
    "twice(n) = n + n",
    "flat = every(X in SHDC: X 2+)",
    "shorter_than_hearts(Y) = some(X in H: X > Y)",
    "beaten(Y) = count(X in SHDC: X > Y or good(X)) >= 2",
    "richest = sum(X in SD: worth(X))",
)
NAMES = {"theirs": Kind.SUIT, "least": Kind.NUMBER, "weak": Kind.TRUTH}
WORDS = standard().defining(*DEFINITIONS).naming(**NAMES)

FEATURES = [each for each in WORDS.features.values() if not each.is_truth]
TRUTHS = [each for each in WORDS.features.values() if each.is_truth]
TOTALS = [each for each in FEATURES if each.has_total]
DEFINED = [WORDS.definitions[text.split("=")[0].split("(")[0].strip()] for text in DEFINITIONS] + [
    WORDS.definitions[name] for name in ("balanced", "semi_balanced", "longest", "voids", "stoppers")
]
PATTERNS = [
    "4333",
    "(5431)",
    "5-4-2-2",
    "4=4=3=2",
    "6=3=x=x",
    "10=1=1=1",
    "x=5=x=4",
    "55xx",
    "10-2-1-0",
    "7xxx",
]
SIGNS = ("=", "!=", "<", "<=", ">", ">=")

Maker: TypeAlias = Callable[[int, bool, tuple[str, ...]], st.SearchStrategy[Term]]
"""Makes terms, given the depth left, whether names are free, and the suits of quantifiers around."""

suits = st.sampled_from(Suit)
whole_numbers = st.integers(0, 60).map(Number)
ranks = (
    st.sets(st.sampled_from("AKQJT98765432"), min_size=1, max_size=5)
    .map(lambda held: "".join(sorted(held, key="AKQJT98765432".index)))
    .filter(lambda held: held[0] in "AKQJT")
)
hands = st.permutations(PACK).map(lambda pack: CardSet.of(pack[:13]))


@st.composite
def small_packs(draw: st.DrawFn) -> Known:
    """So much known about a hand that at most 3,003 are possible."""
    pack = draw(st.permutations(PACK))
    held = draw(st.integers(3, 8))
    return Known(CardSet.of(pack[:held]), CardSet.of(pack[held : held + 37]))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[int | None, int | None]:
    """The ends of a range."""
    low, high = sorted((draw(st.integers(0, 20)), draw(st.integers(0, 20))))
    return draw(st.sampled_from([(low, high), (low, None), (None, high), (low, low)]))


def _suit(within: tuple[str, ...], free: bool) -> st.SearchStrategy[SuitTerm]:
    names = [Name(name, Kind.SUIT) for name in (*within, *(["theirs"] if free else []))]
    return suits | st.sampled_from(names) if names else suits


@st.composite
def terms(draw: st.DrawFn, kind: Kind, depth: int, free: bool, within: tuple[str, ...] = ()) -> Term:
    """A term of a kind; ``free`` allows names to be bound, ``within`` are the suits of quantifiers around."""
    makers = _NUMBERS if kind is Kind.NUMBER else _TRUTHS
    place = draw(st.integers(0, len(makers) - 1 if depth else _SIMPLE[kind] - 1))
    return draw(makers[place](depth - 1, free, within))


def _some_term(kind: Kind, depth: int, free: bool, within: tuple[str, ...]) -> st.SearchStrategy[Term]:
    return terms(kind, max(depth, 0), free, within)


def _of_suit(choice: list[Feature], free: bool, within: tuple[str, ...]) -> st.SearchStrategy[Term]:
    return st.builds(OfSuit, st.sampled_from(choice), _suit(within, free))


@st.composite
def _calls(draw: st.DrawFn, kind: Kind, free: bool, within: tuple[str, ...]) -> Term:
    found: Definition = draw(st.sampled_from([each for each in DEFINED if each.kind is kind]))
    arguments = tuple(
        draw(_suit(within, free)) if each.kind is Kind.SUIT else Number(draw(st.integers(-9, 9)))
        for each in found.parameters
    )
    return FunctionCall(found, arguments)


def _quantities(free: bool, within: tuple[str, ...]) -> st.SearchStrategy[Term]:
    """Numbers that can stand beside a range."""
    return st.one_of(
        st.builds(Total, st.sampled_from(TOTALS)),
        _of_suit(FEATURES, free, within),
        st.builds(BySize, st.sampled_from(FEATURES), st.integers(0, 3)),
        _calls(Kind.NUMBER, free, within),
    )


@st.composite
def _quantified(
    draw: st.DrawFn, make: type[Count | Sum | Some | Every], depth: int, free: bool, within: tuple[str, ...]
) -> Term:
    name = draw(st.sampled_from("XYZ"))
    over = tuple(draw(st.lists(suits, min_size=1, max_size=4, unique=True)))
    kind = Kind.NUMBER if make is Sum else Kind.TRUTH
    inner = draw(_some_term(kind, depth, free, tuple(dict.fromkeys((*within, name)))))
    return make(name, over, inner)


@st.composite
def _between(draw: st.DrawFn, inner: st.SearchStrategy[Term]) -> Term:
    return Between(draw(inner), *draw(ranges()))


@st.composite
def _compared(draw: st.DrawFn, depth: int, free: bool, within: tuple[str, ...]) -> Term:
    parts = draw(st.lists(_some_term(Kind.NUMBER, depth, free, within), min_size=2, max_size=3))
    return Compare(tuple(parts), tuple(draw(st.sampled_from(SIGNS)) for _ in parts[1:]))


@st.composite
def _joined(draw: st.DrawFn, make: type[All | Any], depth: int, free: bool, within: tuple[str, ...]) -> Term:
    parts = draw(st.lists(_some_term(Kind.TRUTH, depth, free, within), min_size=2, max_size=3))
    flat = [each for part in parts for each in (part.conditions if isinstance(part, make) else (part,))]
    return make(tuple(flat))


def _shape(patterns: list[str]) -> Term:
    return Shape(tuple(patterns), frozenset().union(*map(lengths_of, patterns)))


held_as_written = st.builds(
    lambda honours, small: "".join(rank for rank in "AKQJT" if rank in honours) + "x" * small,
    st.sets(st.sampled_from("AKQJT"), min_size=1),
    st.integers(1, 8),
)
"""A suit as it is held: AKxxx."""


def _negative(term: Term) -> Term:
    return Number(-term.value) if isinstance(term, Number) else Negative(term)


_NUMBERS: list[Maker] = [
    lambda depth, free, within: whole_numbers,
    lambda depth, free, within: _quantities(free, within),
    lambda depth, free, within: st.just(Name("least", Kind.NUMBER)) if free else whole_numbers,
    lambda depth, free, within: st.builds(
        Arithmetic,
        st.sampled_from("+-"),
        _some_term(Kind.NUMBER, depth, free, within),
        _some_term(Kind.NUMBER, depth, free, within),
    ),
    lambda depth, free, within: st.builds(
        Arithmetic, st.just("*"), st.integers(0, 5).map(Number), _some_term(Kind.NUMBER, depth, free, within)
    ),
    lambda depth, free, within: _some_term(Kind.NUMBER, depth, free, within).map(_negative),
    lambda depth, free, within: st.builds(Bracket, _some_term(Kind.TRUTH, depth, free, within)),
    lambda depth, free, within: _quantified(Count, depth, free, within),
    lambda depth, free, within: _quantified(Sum, depth, free, within),
]
_TRUTHS: list[Maker] = [
    lambda depth, free, within: st.booleans().map(Always),
    lambda depth, free, within: _of_suit(TRUTHS, free, within),
    lambda depth, free, within: _between(_quantities(free, within)),
    lambda depth, free, within: _between(st.builds(RankCount, ranks, _suit(within, free))),
    lambda depth, free, within: st.builds(Holds, ranks, _suit(within, free)),
    lambda depth, free, within: st.builds(Holding, held_as_written, _suit(within, free)),
    lambda depth, free, within: st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=3).map(_shape),
    lambda depth, free, within: _calls(Kind.TRUTH, free, within),
    lambda depth, free, within: st.just(Name("weak", Kind.TRUTH)) if free else st.booleans().map(Always),
    lambda depth, free, within: _compared(depth, free, within),
    lambda depth, free, within: _joined(All, depth, free, within),
    lambda depth, free, within: _joined(Any, depth, free, within),
    lambda depth, free, within: st.builds(Not, _some_term(Kind.TRUTH, depth, free, within)),
    lambda depth, free, within: _quantified(Some, depth, free, within),
    lambda depth, free, within: _quantified(Every, depth, free, within),
]
_SIMPLE = {Kind.NUMBER: 3, Kind.TRUTH: 8}
"""How many of the makers need no depth."""


def predicates(depth: int = 3, free: bool = False) -> st.SearchStrategy[Predicate]:
    """Predicates, perhaps with names to be bound."""
    return terms(Kind.TRUTH, depth, free).map(Predicate)


def quantities(depth: int = 3, free: bool = False) -> st.SearchStrategy[Quantity]:
    """Quantities, perhaps with names to be bound."""
    return terms(Kind.NUMBER, depth, free).map(Quantity)


# Suits renamed


def renamed(text: str, to: Mapping[Suit, Suit]) -> str:
    """A text that says of other suits what it said of these."""

    def cells(shape: re.Match[str]) -> str:
        lengths = dict(zip(reversed(Suit), shape[0].split("="), strict=True))
        moved = {to[suit]: length for suit, length in lengths.items()}
        return "=".join(moved[suit] for suit in reversed(Suit))

    text = re.sub(r"[\dx]+(=[\dx]+){3}", cells, text)
    text = re.sub(r"\b(spade|heart|diamond|club)s\b", lambda word: to[Suit.parse(word[0])].word, text)
    return re.sub(
        r"(?<= in )[SHDC]+(?=:)", lambda found: "".join(str(to[Suit.parse(each)]) for each in found[0]), text
    )


def moved(cards: CardSet, to: Mapping[Suit, Suit]) -> CardSet:
    """The same ranks in other suits."""
    return CardSet(sum((cards.bits >> 13 * suit & 0x1FFF) << 13 * to[suit] for suit in Suit))


def renamed_words(to: Mapping[Suit, Suit]) -> Vocabulary:
    """The vocabulary of these strategies about other suits."""
    return standard().defining(*(renamed(text, to) for text in DEFINITIONS)).naming(**NAMES)
