"""Compiler of terms into programs for the compiled core.

A condition on a single suit is evaluated once for each of the 8,192 holdings and becomes a column, so that
the core can treat holdings as one class if no condition distinguishes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache, reduce
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from overtrick._core import Program
from overtrick.core import Suit
from overtrick.hands import terms
from overtrick.hands.errors import HandsError
from overtrick.hands.features import LENGTH, Feature, held
from overtrick.hands.shapes import EVERY_SHAPE, Lengths

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "CONDITIONS",
    "Compiler",
    "Register",
    "answers",
    "compiled",
    "holding_table",
    "of_any_suit",
    "suits_in",
]

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


class _Op(IntEnum):
    """The operations of the core, in its order."""

    ADD, SUBTRACT, MULTIPLY, EQUAL, LESS, BOTH, EITHER, NEGATE, LOOK_UP, OPENING, SKIP, COUNT, GROUP = range(
        13
    )


class _Column(IntEnum):
    """The kinds of columns of the core, in its order."""

    SUIT, SUM, LARGEST = range(3)


CONDITIONS = 24
"""The number of conditions packed into one register."""


def answers(words: Sequence[int], number: int) -> list[int]:
    """The places of the conditions that hold, from the words into which `Compiler.packed` put them."""
    return [place for place in range(number) if words[place // CONDITIONS] >> place % CONDITIONS & 1]


_ARITHMETIC = {"+": _Op.ADD, "-": _Op.SUBTRACT, "*": _Op.MULTIPLY}


@dataclass(frozen=True, slots=True)
class Register:
    """A value for every row: a column, a constant, or the result of an instruction."""

    kind: str
    number: int


_Source: TypeAlias = Feature | terms.Term
"""The source of a table of values: a feature, or a term about one suit."""


@dataclass(frozen=True)
class _Compiled:
    """A program with the register that holds its result."""

    program: Program
    register: int

    def values(self, hands: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The result for each of these packed hands."""
        return self.program.values(self.register, hands)


@lru_cache(256)
def compiled(term: terms.Term) -> _Compiled:
    """The program that evaluates a term."""
    compiler = Compiler()
    register = compiler.register(term)
    return _Compiled(compiler.program(), compiler.number_of(register))


class Compiler:
    """Builds one program, term by term."""

    def __init__(self, of_one_suit: bool = False) -> None:
        self._of_one_suit = of_one_suit
        self._columns = dict[tuple[_Column, _Source, int], Register]()
        self._constants = dict[int, Register]()
        self._lists = dict[tuple[int, ...], int]()
        self._steps = list[tuple[int, Register | None, Register, Register | int]]()
        self._known = dict[terms.Term, Register]()
        self._temporaries = self._most_temporaries = 0
        self._keys = tuple[Register, ...]()
        self._counts = 0

    # The finished program

    def program(self) -> Program:
        """The program with all instructions so far."""
        sources = list(dict.fromkeys(source for _, source, _ in self._columns))
        columns = [(int(kind), sources.index(source), which) for kind, source, which in self._columns]
        return Program(
            tables=[list(holding_table(source)) for source in sources],
            columns=columns,
            constants=list(self._constants),
            lists=[list(values) for values in self._lists],
            steps=[
                (
                    op,
                    self.number_of(to) if to is not None else 0,
                    self.number_of(first),
                    second if isinstance(second, int) else self.number_of(second),
                )
                for op, to, first, second in self._steps
            ],
            keys=self.key_numbers(),
            registers=len(self._columns) + len(self._constants) + self._most_temporaries,
            counts=self._counts,
        )

    def number_of(self, register: Register) -> int:
        """The number of a register in the finished program."""
        start = {"column": 0, "constant": len(self._columns)}
        return register.number + start.get(register.kind, len(self._columns) + len(self._constants))

    def key_numbers(self) -> list[int]:
        """The numbers of the registers that hands are grouped by."""
        return [self.number_of(key) for key in self._keys]

    def columns(self) -> list[tuple[int, tuple[int, ...], int]]:
        """The columns of the program: each one's kind (suit, sum, by size), table, and suit or place."""
        return [(int(kind), holding_table(source), which) for kind, source, which in self._columns]

    # Counting

    def count(self, register: Register) -> int:
        """Count the rows where a condition holds; returns the number of the total."""
        self._steps.append((_Op.COUNT, None, register, self._counts))
        self._counts += 1
        return self._counts - 1

    def group(self, register: Register, keys: Sequence[Register]) -> None:
        """Count the rows where a condition holds by the values of keys, once in a program."""
        self._keys = tuple(keys)
        self._steps.append((_Op.GROUP, None, register, 0))

    @contextmanager
    def only_where(self, register: Register) -> Iterator[None]:
        """Skip the instructions added inside for batches of rows in which no row meets a condition."""
        place, known, temporaries = len(self._steps), dict(self._known), self._temporaries
        self._steps.append((_Op.SKIP, None, register, 0))
        try:
            yield
        finally:
            self._steps[place] = (_Op.SKIP, None, register, len(self._steps) - place - 1)
            self._known, self._temporaries = known, temporaries

    # Terms

    def register(self, term: terms.Term) -> Register:
        """The register with the value of a term; 1 or 0 for a condition."""
        found = self._known.get(term)
        if found is None:
            suit = None if self._of_one_suit or term.kind is not terms.Kind.TRUTH else _only_suit(term)
            if suit is not None:
                found = self._column(_Column.SUIT, of_any_suit(term), suit)
            else:
                found = self._written(term)
            self._known[term] = found
        return found

    def both(self, first: Register, second: Register) -> Register:
        """The register of "both conditions hold"."""
        return self._step(_Op.BOTH, first, second)

    def either(self, first: Register, second: Register) -> Register:
        """The register of "at least one of two conditions holds"."""
        return self._step(_Op.EITHER, first, second)

    def negated(self, register: Register) -> Register:
        """The register of "a condition does not hold"."""
        return self._step(_Op.NEGATE, register, 0)

    def without(self, first: Register, second: Register) -> Register:
        """The register of "the first condition holds and the second does not"."""
        return self.both(first, self.negated(second))

    def between(self, register: Register, low: int | None, high: int | None) -> Register:
        """The register of "a number lies within a range"; None for an open end."""
        if low == high and low is not None:
            return self.equal(register, self.constant(low))
        ends = list[Register]()
        if low is not None:
            ends.append(self._step(_Op.LESS, self.constant(low - 1), register))
        if high is not None:
            ends.append(self._step(_Op.LESS, register, self.constant(high + 1)))
        return self._all(ends)

    def equal(self, first: Register, second: Register) -> Register:
        """The register of "two numbers are equal"."""
        return self._step(_Op.EQUAL, first, second)

    def looked_up(self, register: Register, entries: Sequence[int]) -> Register:
        """The register of the list entry at the index in another register."""
        return self._step(_Op.LOOK_UP, register, self._lists.setdefault(tuple(entries), len(self._lists)))

    def scaled(self, register: Register, factor: int, more: Register | None = None) -> Register:
        """The register of another register times a number, plus a third register if given."""
        product = self._step(_Op.MULTIPLY, register, self.constant(factor))
        return product if more is None else self._step(_Op.ADD, product, more)

    def packed(self, conditions: Sequence[Register]) -> list[Register]:
        """Conditions packed as bits into as few registers as possible; `answers` unpacks them."""
        words = [conditions[at : at + CONDITIONS] for at in range(0, len(conditions), CONDITIONS)]
        return [reduce(lambda bits, each: self.scaled(bits, 2, each), reversed(word)) for word in words]

    def constant(self, value: int) -> Register:
        """The register of a constant."""
        return self._constants.setdefault(value, Register("constant", len(self._constants)))

    def _written(self, term: terms.Term) -> Register:
        match term:
            case terms.Number(value):
                return self.constant(value)
            case terms.Always(value):
                return self.constant(int(value))
            case terms.OfSuit(feature, suit):
                return self._column(_Column.SUIT, feature, _known_suit(suit))
            case terms.RankCount(ranks, suit):
                return self._column(_Column.SUIT, held(ranks), _known_suit(suit))
            case terms.Total(feature):
                return self._column(_Column.SUM, feature, 0)
            case terms.BySize(feature, place):
                return self._column(_Column.LARGEST, feature, place)
            case terms.Opening(switches=switches):
                columns = [self._column(_Column.SUIT, _OPENING_CLASSES[suit], suit) for suit in _SUITS]
                assert [each.number - columns[0].number for each in columns] == [0, 1, 2, 3]
                return self._step(_Op.OPENING, columns[0], switches)
            case terms.Arithmetic(sign, left, right):
                _check_size(term)
                return self._step(_ARITHMETIC[sign], self.register(left), self.register(right))
            case terms.Negative(inner):
                return self._step(_Op.SUBTRACT, self.constant(0), self.register(inner))
            case terms.Bracket(condition):
                return self.register(condition)
            case terms.Compare(sides, signs):
                registers = [self.register(each) for each in sides]
                links = zip(registers, signs, registers[1:], strict=False)
                return self._all([self._compared(*link) for link in links])
            case terms.Between(inner, low, high):
                return self.between(self.register(inner), low, high)
            case terms.Shape(lengths=lengths):
                return self._shape(lengths)
            case terms.All(conditions):
                return self._all([self.register(each) for each in conditions])
            case terms.Any(conditions):
                registers = [self.register(each) for each in conditions]
                return reduce(self.either, registers)
            case terms.Not(condition):
                return self.negated(self.register(condition))
            case terms.Quantified():
                if isinstance(term, terms.Sum):
                    _check_size(term)
                if set(term.suits) == set(Suit) and suits_in(term.inner) == {term.name}:
                    return self._of_all_suits(term)
            case terms.Name(name):
                raise HandsError(f"{name!r} has no value yet: bind it first")
        if (meaning := term.meaning()) is not None:
            return self.register(meaning)
        raise NotImplementedError(type(term).__name__)

    def _all(self, registers: Sequence[Register]) -> Register:
        return reduce(self.both, registers)

    def _compared(self, left: Register, sign: str, right: Register) -> Register:
        if sign in ("=", "!="):
            same = self.equal(left, right)
            return same if sign == "=" else self.negated(same)
        if sign in (">", "<="):
            left, right = right, left
        less = self._step(_Op.LESS, left, right)
        return less if sign in ("<", ">") else self.negated(less)

    def _shape(self, lengths: frozenset[Lengths]) -> Register:
        """The register of a shape condition: a list maps three lengths to the fourth, by size if possible."""
        by_size = {tuple(sorted(each, reverse=True)) for each in lengths}
        in_any_order = [each for each in EVERY_SHAPE if tuple(sorted(each, reverse=True)) in by_size]
        if len(in_any_order) == len(lengths):
            wanted = {each[:3] for each in by_size}
            *first, last = (self._column(_Column.LARGEST, LENGTH, place) for place in range(4))
        else:
            wanted = {each[:3] for each in lengths}
            *first, last = (self._column(_Column.SUIT, LENGTH, suit) for suit in _SUITS)
        triples = product(range(14), repeat=3)
        entries = tuple(13 - sum(triple) if triple in wanted else -1 for triple in triples)
        place = self.scaled(self.scaled(first[0], 14, first[1]), 14, first[2])
        return self.equal(self.looked_up(place, entries), last)

    def _of_all_suits(self, term: terms.Quantified) -> Register:
        """A quantifier over all four suits, whose inner term is about one suit, as a sum over the suits."""
        number = self._column(_Column.SUM, terms.substituted(term.inner, {term.name: Suit.CLUBS}), 0)
        if isinstance(term, terms.Count | terms.Sum):
            return number
        return self.between(number, 1 if isinstance(term, terms.Some) else len(Suit), None)

    # Writing

    def _column(self, kind: _Column, source: _Source, which: int) -> Register:
        key = (kind, source, 0 if self._of_one_suit else int(which))
        return self._columns.setdefault(key, Register("column", len(self._columns)))

    def _step(self, op: _Op, first: Register, second: Register | int) -> Register:
        to = Register("temporary", self._temporaries)
        self._temporaries += 1
        self._most_temporaries = max(self._most_temporaries, self._temporaries)
        self._steps.append((op, to, first, second))
        return to


# Analysis of terms: the suits they are about, and the range of their numbers

_LARGEST = 2**31 - 1


@lru_cache(4096)
def suits_in(term: terms.Term) -> frozenset[Suit | str]:
    """The suits a term is about, or their names; "" stands for the hand as a whole."""
    match term:
        case terms.FunctionCall():
            return suits_in(term.body())
        case (
            terms.OfSuit(suit=suit)
            | terms.RankCount(suit=suit)
            | terms.Holds(suit=suit)
            | terms.Holding(suit=suit)
        ):
            return frozenset([suit.name if isinstance(suit, terms.Name) else suit])
        case terms.Total() | terms.BySize() | terms.Shape() | terms.Opening() | terms.Name():
            return frozenset([""])
        case terms.Quantified():
            inside = suits_in(term.inner)
            return (inside - {term.name}) | (frozenset(term.suits) if term.name in inside else frozenset())
    return frozenset[Suit | str]().union(*(suits_in(part) for part in terms.parts_of(term)))


def _only_suit(term: terms.Term) -> Suit | None:
    """The suit a term is about, if it is about a single suit."""
    suits = suits_in(term)
    (suit,) = suits if len(suits) == 1 else (None,)
    return suit if isinstance(suit, Suit) else None


def of_any_suit(term: terms.Term) -> terms.Term:
    """The same term about clubs, so that conditions that differ only in the suit share a table."""
    return terms.replaced(term, of_any_suit, Suit.CLUBS)


def _check_size(term: terms.Term) -> None:
    """Raise if a calculation could overflow the integers of the core."""
    low, high = _bounds(term)
    if low < -_LARGEST or high > _LARGEST:
        raise HandsError("the numbers of this calculation grow too large")


@lru_cache(4096)
def _bounds(term: terms.Term) -> tuple[int, int]:
    """A range that holds every value of a term, not always the smallest one."""
    match term:
        case terms.FunctionCall():
            return _bounds(term.body())
        case terms.Number(value):
            return value, value
        case terms.OfSuit(feature=feature) | terms.BySize(feature=feature):
            return min(feature.table), max(feature.table)
        case terms.Total(feature):
            return 4 * min(feature.table), 4 * max(feature.table)
        case terms.Negative(inner):
            low, high = _bounds(inner)
            return -high, -low
        case terms.Arithmetic(sign, left, right):
            ends = [terms.OPERATIONS[sign](a, b) for a in _bounds(left) for b in _bounds(right)]
            return min(ends), max(ends)
        case terms.Sum(inner=inner, suits=suits):
            low, high = _bounds(terms.substituted(inner, {term.name: Suit.CLUBS}))
            return min(len(suits) * low, low), max(len(suits) * high, high)
        case terms.Opening():
            return 0, 128 * 128
    return 0, 13


# One suit alone


@lru_cache(1024)
def holding_table(source: _Source) -> tuple[int, ...]:
    """The value of a feature or of a term about one suit for each of the 8,192 holdings."""
    if isinstance(source, Feature):
        return source.table
    compiler = Compiler(of_one_suit=True)
    register = compiler.register(source)
    return tuple(compiler.program().holding_values(compiler.number_of(register)))


def _four_honours(holding: int) -> int:
    return 32 * holding.bit_count() + (holding >> 9 << 1)


def _five_honours(holding: int) -> int:
    return 32 * holding.bit_count() + (holding >> 8) if holding.bit_count() >= 5 else _four_honours(holding)


_OPENING_CLASSES = dict.fromkeys(_SUITS, Feature("length and honours", _five_honours)) | {
    Suit.DIAMONDS: Feature("length and honours above the ten", _four_honours)
}
"""The suit classes that OPENBID distinguishes. It treats the ten as an honour only in suits of five or more
cards other than diamonds; elsewhere as a small card."""


def _known_suit(suit: Suit | terms.Name) -> Suit:
    if isinstance(suit, terms.Name):
        raise HandsError(f"{suit.name!r} has no value yet: bind it first")
    return suit
