"""Exact counts, histograms, examples and proofs over all hands."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias, final

from overtrick._core import HandClasses
from overtrick.core import CardSet, Rank, Suit
from overtrick.hands.compiling import Compiler
from overtrick.hands.errors import HandsError
from overtrick.hands.predicate import Predicate, Quantity, as_formula, as_predicate, as_quantity

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "ALL_HANDS",
    "HandCount",
    "HandGroup",
    "Known",
    "Progress",
    "Proof",
    "complexity",
    "count",
    "examples",
    "histogram",
    "prove",
    "run",
    "shares",
    "simplest",
    "tabulate",
]

ALL_HANDS = comb(52, 13)
"""The number of hands: 635,013,559,600."""

MOST_CLASSES = 20_000_000_000
"""Limit on the classes of hands to enumerate: more would take hours."""

MOST_GROUPS = 3_000_000
"""Limit on the groups of a histogram: nobody could read more."""

Progress: TypeAlias = Callable[[int, int], None]
"""Progress callback: steps done, and steps in all."""


@final
@dataclass(frozen=True)
class Known:
    """Partial knowledge of a hand of thirteen cards: cards it holds, and cards it does not hold.

    >>> Known(held=CardSet.parse("A..."), elsewhere=CardSet.parse("K..A.")).hands
    92263734836
    """

    held: CardSet = field(default_factory=CardSet)
    elsewhere: CardSet = field(default_factory=CardSet)

    def __post_init__(self) -> None:
        for cards in (self.held, self.elsewhere):
            if not isinstance(cards, CardSet):
                raise HandsError(f"expected cards as a CardSet, not {reprlib.repr(cards)}")
        if both := self.held & self.elsewhere:
            raise HandsError(f"{both} cannot be both in the hand and elsewhere")
        if len(self.held) > 13:
            raise HandsError(f"a hand has thirteen cards, not the {len(self.held)} of {self.held}")
        if len(self.elsewhere) > 39:
            raise HandsError(f"only {52 - len(self.elsewhere)} cards are left for the hand")

    @property
    def hands(self) -> int:
        """The number of possible hands."""
        return comb(52 - len(self.held) - len(self.elsewhere), 13 - len(self.held))


NOTHING = Known()


@final
@dataclass(frozen=True)
class HandCount:
    """A count of hands out of a total."""

    hands: int
    of: int

    @property
    def fraction(self) -> Fraction:
        """The exact share; 0 if the total is 0."""
        return Fraction(self.hands, self.of) if self.of else Fraction(0)

    @property
    def percent(self) -> float:
        """The share as a percentage."""
        return float(100 * self.fraction)

    def __str__(self) -> str:
        return f"{self.hands:,} of {self.of:,} hands ({self.percent:.4g}%)"


@final
@dataclass(frozen=True)
class Proof:
    """Whether every hand that meets one condition meets another."""

    holds: bool
    hands: int
    """The number of hands that meet the first condition; if it is 0, the proof is empty."""
    exceptions: int
    """The number of these that do not meet the second."""
    witness: CardSet | None
    """The simplest exception."""

    def __bool__(self) -> bool:
        return self.holds


@final
@dataclass(frozen=True)
class HandGroup:
    """The number of hands in a group, and the simplest of them."""

    hands: int
    simplest: CardSet

    def added_to(self, other: HandGroup | None) -> HandGroup:
        """The union of two disjoint groups."""
        if other is None:
            return self
        simplest = min(self.simplest, other.simplest, key=complexity)
        return HandGroup(self.hands + other.hands, simplest)


@lru_cache(maxsize=4096)
def complexity(hand: CardSet) -> int:
    """The rank of a hand by simplicity (lower is simpler): points, then honours, lengths, spots.

    >>> complexity(CardSet.parse("432.432.432.5432")) < complexity(CardSet.parse("T32.432.432.5432"))
    True
    """
    honours = sum(card.rank >= Rank.TEN for card in hand)
    lengths = sum(hand.length(suit) ** 2 for suit in Suit)
    spots = sum(card.rank for card in hand if card.rank < Rank.TEN)
    return ((16 * hand.hcp + honours) * 256 + lengths) * 128 + spots


# Running programs


def shares(progress: Progress | None, of: int) -> Callable[[int], Progress]:
    """A function from the number of a part, from 0, to a progress callback for that part of the whole."""

    def share(part: int) -> Progress:
        def tell(done: int, steps: int) -> None:
            if progress is not None:
                progress(part * steps + done, of * steps)

        return tell

    return share


def run(
    compiler: Compiler,
    known: Known = NOTHING,
    progress: Progress | None = None,
    most_groups: int | None = None,
) -> HandClasses:
    """Run a compiled program over all hands, or until there are more than `most_groups` groups."""
    program = compiler.program()
    try:
        classes = HandClasses(program, known.held.bits, known.elsewhere.bits)
    except ValueError as error:
        raise HandsError(f"{error}: ask about fewer features at a time") from None
    if classes.classes > MOST_CLASSES:
        raise HandsError(
            f"this question tells {classes.classes:,} kinds of hands apart, too many to go through: "
            "ask about fewer features at a time"
        )
    for step in range(classes.steps):
        classes.advance()
        if most_groups is not None and classes.group_count > most_groups:
            break
        if progress is not None:
            progress(step + 1, classes.steps)
    return classes


def _run_one(predicate: Predicate | str, known: Known, progress: Progress | None = None) -> HandClasses:
    compiler = Compiler()
    compiler.count(compiler.register(as_predicate(predicate).term))
    return run(compiler, known, progress)


# Counts and proofs


def count(predicate: Predicate | str, known: Known = NOTHING, progress: Progress | None = None) -> HandCount:
    """The exact number of hands that meet a condition.

    >>> print(count("15-17 hcp, balanced"))
    30,897,212,184 of 635,013,559,600 hands (4.866%)
    """
    ((hands, _),) = _run_one(predicate, known, progress).totals()
    return HandCount(hands, known.hands)


def simplest(predicate: Predicate | str, *, known: Known = NOTHING) -> CardSet | None:
    """The simplest hand that meets a condition: fewest points, then fewest honours, then the flattest.

    >>> simplest("5+ spades, 5+ hearts")
    CardSet.parse('65432.65432.2.32')
    """
    ((hands, cards),) = _run_one(predicate, known).totals()
    return CardSet(cards) if hands else None


def prove(
    condition: Predicate | str,
    conclusion: Predicate | str,
    *,
    known: Known = NOTHING,
    progress: Progress | None = None,
) -> Proof:
    """Whether every hand that meets the condition meets the conclusion, with the exceptions if not.

    >>> bool(prove("4 aces", "hcp 16+"))
    True
    >>> prove("hcp 16+", "1+ aces").witness
    CardSet.parse('K32.K32.KQ2.KQ32')
    """
    first, second = as_predicate(condition), as_predicate(conclusion)
    compiler = Compiler()
    given = compiler.register(first.term)
    compiler.count(given)
    compiler.count(compiler.without(given, compiler.register(second.term)))
    (hands, _), (exceptions, witness) = run(compiler, known, progress).totals()
    return Proof(exceptions == 0, hands, exceptions, CardSet(witness) if exceptions else None)


def tabulate(
    predicate: Predicate | str,
    quantities: Sequence[Quantity | Predicate | str],
    *,
    known: Known = NOTHING,
    progress: Progress | None = None,
) -> Mapping[tuple[int, ...], HandGroup]:
    """The hands that meet a condition, grouped by several quantities or conditions (1 or 0), in rising order.

    >>> {key: found.hands for key, found in tabulate("4333", ["4 aces", "spades"]).items()}
    {(0, 3): 49989644760, (0, 4): 16663214920, (1, 3): 189747360, (1, 4): 63249120}
    """
    asked = [as_formula(each) for each in quantities]
    compiler = Compiler()
    chosen = compiler.register(as_predicate(predicate).term)
    compiler.group(chosen, [compiler.register(each.term) for each in asked])
    found = run(compiler, known, progress, MOST_GROUPS)
    if found.group_count > MOST_GROUPS:
        raise HandsError(f"there are more than {MOST_GROUPS:,} kinds of hands to tell: ask by fewer numbers")
    groups = found.groups()
    return {tuple(key): HandGroup(hands, CardSet(cards)) for key, hands, cards in sorted(groups)}


def histogram(
    predicate: Predicate | str,
    quantity: Quantity | str,
    *,
    known: Known = NOTHING,
    progress: Progress | None = None,
) -> Mapping[int, int]:
    """The number of hands that meet a condition for each value of a quantity.

    >>> histogram("4333", "aces")[4]
    252996480
    """
    table = tabulate(predicate, [as_quantity(quantity)], known=known, progress=progress)
    return {value: found.hands for (value,), found in table.items()}


def examples(
    predicate: Predicate | str, number: int, rng: np.random.Generator, *, known: Known = NOTHING
) -> list[CardSet]:
    """Random hands that meet a condition, each equally likely; an empty list if no hand meets it.

    >>> import numpy as np
    >>> examples("13 spades", 1, np.random.default_rng(1))
    [CardSet.parse('AKQJT98765432...')]
    """
    if number < 0:
        raise HandsError(f"how many examples? {number} is less than none")
    program = _run_one(predicate, known)
    ((hands, _),) = program.totals()
    drawn = [int(each) for each in rng.integers(0, hands, number)] if hands else []
    found = dict(zip(sorted(drawn), program.numbered(sorted(drawn)), strict=True))
    return [CardSet(found[each]) for each in drawn]
