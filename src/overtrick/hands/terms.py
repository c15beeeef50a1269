"""The terms of the predicate language: immutable trees, equal if they have the same structure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial, reduce
from operator import add, attrgetter, eq, ge, gt, le, lt, mul, ne, sub
from threading import Lock
from typing import ClassVar, TypeAlias, TypeVar, dataclass_transform
from weakref import WeakValueDictionary

from overtrick.core import Suit
from overtrick.hands.features import LENGTH, Feature
from overtrick.hands.shapes import Lengths, lengths_of

__all__ = [
    "DEEPEST",
    "DIFFERENCES",
    "DOMAINS",
    "OPERATIONS",
    "SIGNS",
    "SIZES",
    "All",
    "Always",
    "Any",
    "Arithmetic",
    "Between",
    "Bracket",
    "BySize",
    "Compare",
    "Count",
    "Definition",
    "Every",
    "FunctionCall",
    "Holding",
    "Holds",
    "Kind",
    "Name",
    "Negative",
    "Not",
    "Number",
    "OfSuit",
    "Opening",
    "Quantified",
    "RankCount",
    "Shape",
    "Some",
    "SuitTerm",
    "Sum",
    "Term",
    "Total",
    "Value",
    "conditions_of",
    "defined",
    "depth_of",
    "names_in",
    "parts_of",
    "quick_dataclass",
    "replaced",
    "substituted",
    "suits_named",
]

DEEPEST = 150
"""The deepest nesting of terms."""
DOMAINS: Mapping[str, str] = {"suits": "SHDC", "majors": "SH", "minors": "DC"}
"""Words for sets of suits."""


def suits_named(word: str) -> tuple[Suit, ...]:
    """The suits of a word for a set of suits, or of suit letters, without duplicates."""
    return tuple(map(Suit.parse, dict.fromkeys(DOMAINS.get(word.lower(), word))))


SIZES = ("largest", "second_largest", "third_largest", "smallest")
"""The words for the values of a feature by size."""


_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def quick_dataclass(kind: type[_T]) -> type[_T]:
    """Make a dataclass that loads quickly: only type checkers keep it frozen; `Value` has its methods."""
    made = dataclass(eq=False, repr=False)(kind)
    made.part_names = made.__match_args__  # type: ignore[attr-defined]
    made._parts = attrgetter(*made.__match_args__)  # type: ignore[attr-defined]
    return made


class Value:
    """Base class of `quick_dataclass` types: equality, hash and repr by their parts."""

    __slots__ = ()
    part_names: ClassVar[tuple[str, ...]]
    _parts: Callable[[object], object]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts(self) == self._parts(other)

    def __hash__(self) -> int:
        return hash(self._parts(self))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.part_names)
        return f"{type(self).__name__}({parts})"


class Kind(Enum):
    """The kind of thing a term stands for."""

    NUMBER = "a number"
    TRUTH = "a condition"
    SUIT = "a suit"


class Term(Value):
    """The base of all terms."""

    __slots__ = ()
    kind: Kind

    def meaning(self) -> Term | None:
        """An equivalent term made of simpler terms, if there is one."""
        return None


class NumberTerm(Term):
    """A term that stands for a number."""

    __slots__ = ()
    kind = Kind.NUMBER


class TruthTerm(Term):
    """A term that is true or false of a hand."""

    __slots__ = ()
    kind = Kind.TRUTH


# Names


@quick_dataclass
class Name(Term):
    """A name that the caller binds, a parameter of a definition, or the variable of a quantifier."""

    name: str
    kind: Kind


SuitTerm: TypeAlias = Suit | Name


@quick_dataclass
class Definition:
    """A named term, with suits or numbers as parameters. Made by `defined`: equal ones are identical."""

    name: str
    parameters: tuple[Name, ...]
    body: Term

    @property
    def kind(self) -> Kind:
        """The kind of its body."""
        return self.body.kind

    @property
    def heading(self) -> str:
        """Its name with its parameters: ``good(X)``."""
        given = ", ".join(parameter.name for parameter in self.parameters)
        return self.name + (f"({given})" if given else "")

    @cached_property
    def names(self) -> frozenset[Name]:
        """The names in its body that are not parameters, for the caller to bind."""
        return frozenset(names_in(self.body)) - frozenset(self.parameters)

    @cached_property
    def depth(self) -> int:
        """The depth of nesting of its body."""
        return depth_of(self.body)

    def __reduce__(self) -> tuple[object, ...]:
        return defined, (self.name, self.parameters, self.body)


_definitions: WeakValueDictionary[tuple[str, tuple[Name, ...], Term], Definition] = WeakValueDictionary()
_lock = Lock()


def defined(name: str, parameters: tuple[Name, ...], body: Term) -> Definition:
    """The one definition with this name, these parameters and this body."""
    with _lock:
        found = _definitions.get((name, parameters, body))
        if found is None:
            _definitions[name, parameters, body] = found = Definition(name, parameters, body)
        return found


@quick_dataclass
class FunctionCall(Term):
    """A definition used by its name."""

    definition: Definition
    arguments: tuple[Term | Suit, ...] = ()

    @property
    def kind(self) -> Kind:  # type: ignore[override]
        """The kind of the definition."""
        return self.definition.kind

    def body(self) -> Term:
        """The body of the definition with the arguments substituted for the parameters."""
        if not self.arguments:
            return self.definition.body
        names = (parameter.name for parameter in self.definition.parameters)
        return substituted(self.definition.body, dict(zip(names, self.arguments, strict=True)))

    meaning = body


# Numbers


@quick_dataclass
class Number(NumberTerm):
    """A whole number."""

    value: int


@quick_dataclass
class Total(NumberTerm):
    """The sum of a feature over the four suits."""

    feature: Feature


@quick_dataclass
class OfSuit(Term):
    """A feature of one suit."""

    feature: Feature
    suit: SuitTerm

    @property
    def kind(self) -> Kind:  # type: ignore[override]
        """The kind of the feature: a number or a truth."""
        return Kind.TRUTH if self.feature.is_truth else Kind.NUMBER


@quick_dataclass
class BySize(NumberTerm):
    """One of the feature's values for the four suits, by size: place 0 is the largest."""

    feature: Feature
    place: int


@quick_dataclass
class RankCount(NumberTerm):
    """How many of these ranks are held in a suit."""

    ranks: str
    suit: SuitTerm


@quick_dataclass
class Arithmetic(NumberTerm):
    """A sum, difference or product: the sign is one of ``+ - *``."""

    sign: str
    left: Term
    right: Term


@quick_dataclass
class Negative(NumberTerm):
    """The negative of a number."""

    term: Term


@quick_dataclass
class Bracket(NumberTerm):
    """1 where the condition holds, 0 where it does not."""

    condition: Term


@quick_dataclass
class Opening(NumberTerm):
    """The result of compiled OPENBID: 128 times the section that bids, plus the number of the bid."""

    name: str
    switches: int


# Truths


@quick_dataclass
class Always(TruthTerm):
    """True of every hand, or of none."""

    value: bool


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}
"""The signs of arithmetic."""
SIGNS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
"""The signs of comparisons, with their functions."""
DIFFERENCES: Mapping[str, tuple[int | None, int | None]] = {
    "=": (0, 0),
    "<": (None, -1),
    "<=": (None, 0),
    ">": (1, None),
    ">=": (0, None),
}
"""The range of left minus right for each sign; ``!=`` has none, since it would not be a range."""


@quick_dataclass
class Compare(TruthTerm):
    """A chain of comparisons: ``10 <= hcp <= 12``. Signs are among ``= != < <= > >=``."""

    terms: tuple[Term, ...]
    signs: tuple[str, ...]


@quick_dataclass
class Between(TruthTerm):
    """A number within a range, either end of which may be open."""

    term: Term
    low: int | None
    high: int | None

    def includes(self, number: int) -> bool:
        """Does a number lie within the range?"""
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


@quick_dataclass
class Shape(TruthTerm):
    """Lengths of the four suits, spades first, written as in ``4=4=3=2`` or ``5332|4432``."""

    patterns: tuple[str, ...]
    lengths: frozenset[Lengths]

    @staticmethod
    def of(*patterns: str) -> Shape:
        """A term from shape patterns."""
        return Shape(patterns, frozenset[Lengths]().union(*map(lengths_of, patterns)))


@quick_dataclass
class Holds(TruthTerm):
    """All these ranks are held in a suit."""

    ranks: str
    suit: SuitTerm

    def meaning(self) -> Term:
        """The same as a number of ranks."""
        return Between(RankCount(self.ranks, self.suit), len(self.ranks), len(self.ranks))


@quick_dataclass
class Holding(TruthTerm):
    """A suit is exactly like ``AKxxx``: these honours and no others, each x a card below the ten."""

    cards: str
    suit: SuitTerm

    def meaning(self) -> Term:
        """The same in terms of ranks and length."""
        named = self.cards.rstrip("x")
        length = Compare((OfSuit(LENGTH, self.suit), Number(len(self.cards))), ("=",))
        others = "".join(rank for rank in "AKQJT" if rank not in named)
        no_others = (Between(RankCount(others, self.suit), 0, 0),) if others else ()
        return All((Holds(named, self.suit), *no_others, length))


@quick_dataclass
class Not(TruthTerm):
    """The condition does not hold."""

    condition: Term


@quick_dataclass
class _Several(TruthTerm):
    """A combination of conditions."""

    conditions: tuple[Term, ...]


class All(_Several):
    """Every one of the conditions holds."""


class Any(_Several):
    """At least one of the conditions holds."""


# Quantifiers


@quick_dataclass
class Quantified(Term):
    """A number or a condition for each of these suits, with a variable for the suit."""

    name: str
    suits: tuple[Suit, ...]
    inner: Term

    def each(self) -> tuple[Term, ...]:
        """The inner term for each of the suits."""
        return tuple(substituted(self.inner, {self.name: suit}) for suit in self.suits)


class Count(Quantified):
    """The number of these suits in which the condition holds."""

    kind = Kind.NUMBER

    def meaning(self) -> Term:
        """The same as a sum."""
        return Sum(self.name, self.suits, Bracket(self.inner)).meaning()


class Sum(Quantified):
    """The sum of a number over these suits."""

    kind = Kind.NUMBER

    def meaning(self) -> Term:
        """The same, suit by suit."""
        return reduce(partial(Arithmetic, "+"), self.each())


class Some(Quantified):
    """The condition holds for at least one of these suits."""

    kind = Kind.TRUTH

    def meaning(self) -> Term:
        """The same, suit by suit."""
        return Any(self.each())


class Every(Quantified):
    """The condition holds for each of these suits."""

    kind = Kind.TRUTH

    def meaning(self) -> Term:
        """The same, suit by suit."""
        return All(self.each())


# Walking over terms


def replaced(term: Term, change: Callable[[Term], Term | Suit], suit: Suit | None = None) -> Term:
    """The term with each of its direct parts changed; `suit`, if given, replaces every suit in it."""

    def new(part: object) -> object:
        if isinstance(part, Term):
            return change(part)
        return suit if suit is not None and isinstance(part, Suit) else part

    changes = dict[str, object]()
    for name in term.part_names:
        old = getattr(term, name)
        made = tuple(map(new, old)) if type(old) is tuple else new(old)
        if made is not old and made != old:
            changes[name] = made
    return replace(term, **changes) if changes else term  # type: ignore[type-var]


def substituted(term: Term, bindings: Mapping[str, Term | Suit]) -> Term:
    """The term with names replaced by values; the variable of a quantifier shadows an outer name."""
    if isinstance(term, Name):
        value = bindings.get(term.name, term)
        assert isinstance(value, Term)
        return value
    if isinstance(term, FunctionCall) and any(name.name in bindings for name in term.definition.names):
        return substituted(term.body(), bindings)
    inner = bindings
    if isinstance(term, Quantified):
        inner = {name: value for name, value in bindings.items() if name != term.name}
        if any(isinstance(value, Name) and value.name == term.name for value in inner.values()):
            term, inner = _with_another_name(term, inner)

    def change(part: Term) -> Term | Suit:
        return inner.get(part.name, part) if isinstance(part, Name) else substituted(part, inner)

    made = replaced(term, change)
    if isinstance(made, Between) and isinstance(made.term, Number):
        return Always(made.includes(made.term.value))
    if isinstance(made, Negative) and isinstance(made.term, Number):
        return Number(-made.term.value)
    return made


def _with_another_name(
    term: Quantified, bindings: Mapping[str, Term | Suit]
) -> tuple[Quantified, Mapping[str, Term | Suit]]:
    """A quantifier with its variable renamed, so that it captures no name in the values."""
    taken = {value.name for value in bindings.values() if isinstance(value, Name)}
    taken |= {each.name for each in names_in(term.inner)} | {term.name}
    name = term.name
    while name in taken:
        name += "_"
    return replace(term, name=name), {**bindings, term.name: Name(name, Kind.SUIT)}


def parts_of(term: Term) -> Iterator[Term]:
    """The direct subterms of a term."""
    for name in term.part_names:
        value = getattr(term, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Term):
                yield part


def conditions_of(kind: type[All] | type[Any], term: Term) -> tuple[Term, ...]:
    """The conditions of an `All` or `Any` of this kind; for any other term the term itself."""
    return term.conditions if isinstance(term, All | Any) and type(term) is kind else (term,)


def names_in(term: Term) -> Iterator[Name]:
    """The names a caller must bind, one for each occurrence."""
    if isinstance(term, Name):
        yield term
        return
    if isinstance(term, FunctionCall):
        yield from term.definition.names
    for part in parts_of(term):
        for name in names_in(part):
            if not (isinstance(term, Quantified) and name.name == term.name):
                yield name


def depth_of(term: Term) -> int:
    """The depth of nesting of a term, including the bodies of definitions."""
    waiting = [term]
    while waiting:
        each = waiting[-1]
        if _DEPTH not in vars(each):
            parts = list(parts_of(each))
            if unknown := [part for part in parts if _DEPTH not in vars(part)]:
                waiting += unknown
                continue
            within = each.definition.depth if isinstance(each, FunctionCall) else 0
            vars(each)[_DEPTH] = 1 + max(within, max((vars(part)[_DEPTH] for part in parts), default=0))
        waiting.pop()
    return int(vars(term)[_DEPTH])


_DEPTH = "depth within"
"""The attribute that caches a term's depth."""
