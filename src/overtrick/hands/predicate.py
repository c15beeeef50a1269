"""Predicates and quantities: conditions and numbers of a hand, as values."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, final

from overtrick.core import CardSet, Suit
from overtrick.hands import terms
from overtrick.hands.compiling import compiled
from overtrick.hands.errors import HandsError
from overtrick.hands.features import LARGEST_VALUE
from overtrick.hands.vocabulary import Vocabulary, standard
from overtrick.hands.writing import written

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Predicate",
    "Quantity",
    "as_formula",
    "as_predicate",
    "as_quantity",
    "parse",
    "parse_quantity",
    "standard",
]


@dataclass(frozen=True)
class _Formula:
    """The base of predicates and quantities: a term, and its value for hands."""

    term: terms.Term

    @property
    def names(self) -> frozenset[str]:
        """The names that must be bound before it can be evaluated."""
        return frozenset(name.name for name in terms.names_in(self.term))

    def bind(self, **values: int | bool | Suit | str) -> Self:
        """The same formula with values for its names; other names are ignored, and a suit may be text.

        >>> from overtrick.hands import Kind, standard
        >>> over = parse("12+ hcp, stopper in theirs", standard().naming(theirs=Kind.SUIT))
        >>> print(over.bind(theirs="H"))
        hcp 12+, stopper(hearts)
        """
        kinds = {name.name: name.kind for name in terms.names_in(self.term)}
        bindings = {name: _bound(name, kinds[name], value) for name, value in values.items() if name in kinds}
        return type(self)(terms.substituted(self.term, bindings))

    def _values(self, hands: NDArray[np.uint64]) -> NDArray[np.int32]:
        return compiled(self.term).values(hands)

    def _values_of(self, hands: Iterable[CardSet]) -> list[int]:
        import numpy as np  # not needed for one hand at a time

        values: list[int] = self._values(np.array(_bits(hands), np.uint64)).tolist()
        return values

    def _check(self, kind: terms.Kind) -> None:
        if self.term.kind is not kind:
            raise HandsError(f"{written(self.term)!r} is {self.term.kind.value}, not {kind.value}")
        if terms.depth_of(self.term) > terms.DEEPEST:
            raise HandsError("too many conditions within conditions")

    def __str__(self) -> str:
        return written(self.term)


@final
@dataclass(frozen=True)
class Predicate(_Formula):
    """A condition on a hand: parsed, printed, combined, negated, and tested on one hand or many.

    >>> notrump = parse("15-17 hcp, balanced")
    >>> print(notrump & ~parse("5+ spades or 5+ hearts"))
    hcp 15-17, balanced, not (spades 5+ or hearts 5+)
    >>> CardSet.parse("AQ4.KT98.KJ2.Q43") in notrump
    True
    """

    def __post_init__(self) -> None:
        self._check(terms.Kind.TRUTH)

    def __bool__(self) -> bool:
        raise HandsError("a predicate is neither true nor false: combine predicates with & | ~")

    def __and__(self, other: Predicate) -> Predicate:
        if not isinstance(other, Predicate):
            return NotImplemented
        return Predicate(
            terms.All(
                (*terms.conditions_of(terms.All, self.term), *terms.conditions_of(terms.All, other.term))
            )
        )

    def __or__(self, other: Predicate) -> Predicate:
        if not isinstance(other, Predicate):
            return NotImplemented
        return Predicate(
            terms.Any(
                (*terms.conditions_of(terms.Any, self.term), *terms.conditions_of(terms.Any, other.term))
            )
        )

    def __invert__(self) -> Predicate:
        return Predicate(self.term.condition if isinstance(self.term, terms.Not) else terms.Not(self.term))

    def __contains__(self, hand: CardSet) -> bool:
        return bool(self.of([hand])[0])

    def of(self, hands: Iterable[CardSet]) -> list[bool]:
        """Whether it is true of each of these hands."""
        return list(map(bool, self._values_of(hands)))

    def packed(self, hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Whether it is true of each of these packed hands, one bit for each card: the fast way."""
        return self._values(hands).astype(bool)

    def __repr__(self) -> str:
        return f"hands.parse({str(self)!r})"


@final
@dataclass(frozen=True)
class Quantity(_Formula):
    """A number that every hand has: ``hcp``, or ``hcp + longest``."""

    def __post_init__(self) -> None:
        self._check(terms.Kind.NUMBER)

    def of(self, hands: Iterable[CardSet]) -> list[int]:
        """The number of each of these hands."""
        return self._values_of(hands)

    def packed(self, hands: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The number of each of these packed hands, one bit for each card: the fast way."""
        return self._values(hands)

    def __repr__(self) -> str:
        return f"hands.parse_quantity({str(self)!r})"


def parse(text: str, vocabulary: Vocabulary | None = None) -> Predicate:
    """Read a predicate; errors give the column of the fault.

    >>> parse("ballanced")
    Traceback (most recent call last):
    ...
    overtrick.hands.errors.PredicateError: column 1: unknown word 'ballanced': did you mean 'balanced'? in ...
    """
    return Predicate(_read(text, vocabulary, terms.Kind.TRUTH))


def parse_quantity(text: str, vocabulary: Vocabulary | None = None) -> Quantity:
    """Read a number that every hand has, such as ``hcp + longest``."""
    return Quantity(_read(text, vocabulary, terms.Kind.NUMBER))


def _read(text: str, vocabulary: Vocabulary | None, kind: terms.Kind | None) -> terms.Term:
    from overtrick.hands.reading import read  # loads the parser

    return read(text, vocabulary or standard(), kind)


def as_predicate(given: Predicate | str) -> Predicate:
    """A predicate from a predicate or its text."""
    return given if isinstance(given, Predicate) else parse(given)


def as_quantity(given: Quantity | str) -> Quantity:
    """A quantity from a quantity or its text."""
    return given if isinstance(given, Quantity) else parse_quantity(given)


def as_formula(given: Quantity | Predicate | str) -> Quantity | Predicate:
    """A quantity or a predicate, from itself or its text."""
    if isinstance(given, Quantity | Predicate):
        return given
    term = _read(given, None, None)
    return Quantity(term) if term.kind is terms.Kind.NUMBER else Predicate(term)


def _bits(hands: Iterable[CardSet]) -> list[int]:
    found = list[int]()
    for hand in hands:
        if not isinstance(hand, CardSet):
            raise HandsError(f"expected a hand as a CardSet, not {reprlib.repr(hand)}")
        found.append(hand.bits)
    return found


def _bound(name: str, kind: terms.Kind, value: int | bool | Suit | str) -> terms.Term | Suit:
    if kind is terms.Kind.SUIT and isinstance(value, Suit | str):
        return Suit.parse(value) if isinstance(value, str) else value
    if kind is terms.Kind.TRUTH and isinstance(value, bool):
        return terms.Always(value)
    if kind is terms.Kind.NUMBER and isinstance(value, int) and not isinstance(value, bool | Suit):
        if abs(value) > LARGEST_VALUE:
            raise HandsError(f"{value} is too large for {name}")
        return terms.Number(value)
    raise HandsError(f"{name} stands for {kind.value}, which {value!r} is not")
