"""Uniform random sampling of the deals that fit given constraints.

docs/dealing.md describes the method, proves it unbiased, and gives its cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod
from time import perf_counter
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick._core import TRIES, HandTable, Program, SeatWanted
from overtrick._core import Sampler as CoreSampler
from overtrick.core import CardSet, DealError, Seat, Suit
from overtrick.deals.constraints import Constraint, Constraints, SeatCards, settled
from overtrick.deals.dealing import Deals
from overtrick.deals.plain import possible_shapes
from overtrick.deals.softening import steps_away, stretched
from overtrick.hands import Predicate
from overtrick.hands.compiling import compiled
from overtrick.hands.shapes import Lengths
from overtrick.hands.terms import All, Always, Term

__all__ = ["MOST_TRIES", "HandDraw", "Sample", "Sampler", "core_sampler", "plan", "sample", "with_all_shapes"]

MOST_CLASSES = 30_000_000
"""Limit on the classes of hands for a table: this many take about a second."""
MANY_CLASSES = 1_000_000
"""The same limit where a simpler condition is given: this many take a tenth of a second."""
MOST_ROWS = 4_000_000
"""Limit on the rows of a table, of 24 bytes each."""
WIDE = 0.25
"""If a larger share of hands fits, hands are dealt and tested: a table would save little."""
FEW_SHAPES = 0.7
"""A hand is dealt by shape if its shapes cover a smaller share of all hands than this."""
_BLOCKS_LOOKED_AT = 2
_SUITS = tuple(reversed(Suit))


@final
@dataclass(frozen=True)
class HandDraw:
    """The way one seat gets its hand: drawn from a table, or dealt (perhaps by shape) and tested."""

    cards: SeatCards
    share: float
    """The share of fitting hands among those that the unassigned cards can make; an estimate where there is
    no table."""
    tests: tuple[Predicate, ...] = ()
    """The conditions tested on a hand that was dealt."""
    shapes: tuple[Lengths, ...] = ()
    """The possible shapes, if they are few enough to deal by shape; otherwise empty."""
    table: HandTable | None = None
    tests_of_table: tuple[Predicate, ...] = ()
    """The conditions tested on a hand that was drawn from the table."""

    @property
    def is_impossible(self) -> bool:
        """Does the table prove that no hand fits?"""
        return self.table is not None and self.table.hands == 0


# Tables


def table_of(term: Term, cards: SeatCards, most: int | None = None) -> HandTable | None:
    """A table of all hands that meet a condition and fit the known cards; None if it has too many classes."""
    table = _begun(term, cards, most)
    if table is None:
        return None
    for _ in range(table.steps):
        table.advance()
        if table.rows > MOST_ROWS:
            return None
    return table


def _begun(term: Term, cards: SeatCards, most: int | None = None) -> HandTable | None:
    asked = compiled(term)
    try:
        table = HandTable(asked.program, asked.register, cards.held.bits, cards.lacks.bits)
    except ValueError:  # too many holdings to tell apart
        return None
    return table if table.classes <= (MOST_CLASSES if most is None else most) else None


def _part_of(meaning: Term, cards: SeatCards) -> Term | None:
    """The conditions of a meaning, taken in their order, that a table has room for."""
    kept = list[Term]()
    for condition in meaning.conditions if isinstance(meaning, All) else ():
        if _begun(All((*kept, condition)), cards) is not None:
            kept.append(condition)
    return All(tuple(kept)) if kept else None


def _tabled(tests: tuple[Predicate, ...], cards: SeatCards) -> tuple[HandTable | None, tuple[Predicate, ...]]:
    """A table for a seat, of the whole meaning if possible, and the conditions that it leaves to test."""
    *within, meaning = tests or (Predicate(Always(True)),)
    most = min(MANY_CLASSES, MOST_CLASSES) if within else None
    if (table := table_of(meaning.term, cards, most)) is not None:
        return table, tuple(within)
    for simpler in within:
        if (table := table_of(simpler.term, cards)) is not None:
            return table, (meaning,)
    part = _part_of(meaning.term, cards)
    return (None if part is None else table_of(part, cards)), tests


# Shapes


def _shapes(tests: tuple[Predicate, ...], cards: SeatCards, unknown: CardSet) -> tuple[Lengths, ...]:
    """The shapes a hand can have; empty if they are too many for dealing by shape to pay."""
    if not tests and not unknown & cards.lacks:
        return ()
    shapes = possible_shapes(tests[:1])  # of the simpler condition, if there is one
    pool = [(unknown - cards.lacks).length(suit) for suit in _SUITS]
    held = [cards.held.length(suit) for suit in _SUITS]
    ways = sum(_ways(pool, held, shape) for shape in shapes)
    return shapes if ways < FEW_SHAPES * comb(len(unknown), cards.needed) else ()


def _ways(pool: Sequence[int], held: Sequence[int], shape: Lengths) -> int:
    return prod(
        comb(most, length - known) if length >= known else 0
        for most, known, length in zip(pool, held, shape, strict=True)
    )


# The plan


def plan(wanted: Constraints, cards: Mapping[Seat, SeatCards]) -> dict[Seat, HandDraw]:
    """The way each seat gets its hand, the most restricted seat first.

    Random deals that fit the known cards show which meanings are narrow. Tables are made for the narrowest
    hand, and for those with fewer fitting hands than the cards left at their turn can make.
    """
    unknown = CardSet.pack() - CardSet().union(*(each.held for each in cards.values()))
    rough = _rough_shares(wanted, cards, unknown)
    left = len(unknown)
    found = dict[Seat, HandDraw]()
    for turn, seat in enumerate(sorted(Seat, key=lambda seat: (rough[seat], seat))):
        known, tests = cards[seat], wanted.get(seat, Constraint()).tests
        every = comb(len(unknown), known.needed)
        narrow = rough[seat] < (WIDE if turn == 0 else comb(left, known.needed) / every)
        table, tests_of_table = _tabled(tests, known) if narrow else (None, ())
        share = rough[seat] if table is None else table.hands / every
        shapes = _shapes(tests, known, unknown)
        found[seat] = HandDraw(known, share, tests, shapes, table, tests_of_table)
        left -= known.needed
    return dict(sorted(found.items(), key=lambda item: (item[1].share, item[0])))


def with_all_shapes(drawn: Mapping[Seat, HandDraw]) -> dict[Seat, HandDraw]:
    """The same plan with the possible shapes of every hand, even where dealing by shape does not pay.

    With all shapes, contradictions between lengths can be proved in more cases.
    """
    return {
        seat: replace(each, shapes=possible_shapes(each.tests[:1]) if each.tests else ())
        for seat, each in drawn.items()
    }


def _rough_shares(
    wanted: Constraints, cards: Mapping[Seat, SeatCards], unknown: CardSet
) -> dict[Seat, float]:
    """For each seat an estimate of the share of fitting hands among those the unknown cards can make."""
    shares = {
        seat: comb(len(unknown - known.lacks), known.needed) / comb(len(unknown), known.needed)
        for seat, known in cards.items()
    }
    narrowest_first = sorted(Seat, key=lambda seat: (shares[seat], seat))
    by_cards = {seat: HandDraw(cards[seat], shares[seat]) for seat in narrowest_first}
    deals, _ = core_sampler(by_cards).draw(seed=0, first=0, blocks=_BLOCKS_LOOKED_AT, threads=1)
    for seat, given in wanted.items():
        for test in given.tests[-1:] if len(deals) else ():
            shares[seat] *= float(test.packed(deals[:, seat].copy()).mean())
    return shares


def core_sampler(drawn: Mapping[Seat, HandDraw]) -> CoreSampler:
    """The compiled sampler for a plan in which every seat can have a hand."""
    return CoreSampler([_core_seat(drawn[seat]) for seat in Seat], [int(seat) for seat in drawn])


def _core_seat(drawn: HandDraw) -> SeatWanted:
    seat = SeatWanted(drawn.cards.held.bits, drawn.cards.lacks.bits)
    for shape in drawn.shapes:
        seat.shape(shape[::-1])
    for test in drawn.tests:
        seat.test(*_compiled(test))
    if drawn.table is not None:
        seat.table(drawn.table)
        for test in drawn.tests_of_table:
            seat.test_of_table(*_compiled(test))
    return seat


def _compiled(test: Predicate) -> tuple[Program, int]:
    asked = compiled(test.term)
    return asked.program, asked.register


MOST_TRIES = 10_000_000
"""Attempts before the sampler gives up: a few seconds."""
MOST_STEPS = 6
"""Steps by which meanings are softened before they are dropped."""
_SLICE = 0.1
"""Seconds of sampling between two checks for Ctrl-C."""
_MOST_BLOCKS = 4096
_BLOCKS_IN_VAIN = 4
"""Blocks without a deal before the lengths are checked for a contradiction."""


@final
@dataclass(frozen=True, eq=False)
class Sample:
    """Deals that fit the constraints, and how they were found."""

    deals: Deals
    """A row for each deal, North's hand first, one bit for each card."""
    weights: npt.NDArray[np.float64]
    """The weight of each deal: 1 if it fits, halved for every step it is away from the conditions."""
    exact: bool
    """Does every deal fit, and is each fitting deal equally likely? If not, see the remarks."""
    remarks: tuple[str, ...]
    tried: int
    """The number of attempts; most end at the first hand that does not fit."""
    found: int
    """The number of attempts that gave a fitting deal: at least as many as the sample has."""
    is_given_up: bool = False
    """Were all conditions dropped, because no deal was found even after stretching them?"""

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def acceptance(self) -> float:
        """The share of attempts that gave a fitting deal."""
        return self.found / self.tried if self.tried else 0.0


@final
class Sampler:
    """Draws random deals that fit constraints; its tables are made once.

    >>> from overtrick import hands
    >>> sampler = Sampler({Seat.SOUTH: Constraint(hands.parse("15-17 balanced")),
    ...                    Seat.NORTH: Constraint(hands.parse("5+ hearts"))})
    >>> drawn = sampler.draw(1000, seed=1)
    >>> drawn.exact, drawn.deals.shape
    (True, (1000, 4))
    >>> bool(hands.parse("5+ hearts").packed(drawn.deals[:, Seat.NORTH].copy()).all())
    True
    """

    def __init__(self, wanted: Constraints) -> None:
        self._wanted = dict(wanted)
        self._cards = settled(wanted)
        self._plan = plan(wanted, self._cards)
        self._core = None if self.impossible else core_sampler(self._plan)

    @property
    def impossible(self) -> tuple[Seat, ...]:
        """The seats that can have no hand that meets their condition, as their tables prove."""
        return tuple(seat for seat in Seat if self._plan[seat].is_impossible)

    def draws_from_table(self, seat: Seat) -> bool:
        """Is this seat's hand drawn from a table, rather than dealt and tested?"""
        return self._core is not None and self._core.draws_from_table(seat)

    def draw(
        self, n: int, seed: int, threads: int = 1, most_tries: int = MOST_TRIES, soften: bool = True
    ) -> Sample:
        """Draw `n` deals; the result depends on the seed, not on the number of threads.

        If no fitting deal is found, the meanings are stretched step by step, deals further from them get
        smaller weights, and the remarks say so; without `soften` the sample is then empty. If `most_tries`
        are not enough, the sample has fewer deals.
        """
        if n < 0:
            raise DealError(f"how many deals? {n} is less than none")
        if not 0 <= seed < 2**64:
            raise DealError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
        exact = self._exact(n, seed, threads, most_tries)
        return self._soft(n, seed, threads, most_tries) if soften and n and not len(exact) else exact

    @cached_property
    def _lengths_go_together(self) -> bool:
        """Do the lengths that each hand can have allow any deal?"""
        return self._core is None or core_sampler(with_all_shapes(self._plan)).is_possible

    # Exact

    def _exact(self, n: int, seed: int, threads: int, most_tries: int) -> Sample:
        found, in_blocks = list[Deals](), list[int]()
        most_blocks = -(-most_tries // TRIES)
        blocks, total = 1, 0
        core = None if self._core is None or not self._core.is_possible else self._core
        while core is not None and total < n and len(in_blocks) < most_blocks:
            if not total and len(in_blocks) >= _BLOCKS_IN_VAIN and not self._lengths_go_together:
                break
            some = min(blocks, most_blocks - len(in_blocks))
            start = perf_counter()
            deals, in_block = core.draw(seed, len(in_blocks), some, threads)
            pace = some / max(perf_counter() - start, 1e-6)
            found.append(deals)
            in_blocks += in_block
            total += len(deals)
            likely = (n - total) * len(in_blocks) / total if total else _MOST_BLOCKS
            blocks = int(max(1, min(_SLICE * pace, 1.1 * likely + 1, 4 * blocks * threads, _MOST_BLOCKS)))
        return _first(n, found, in_blocks)

    # Soft

    def _soft(self, n: int, seed: int, threads: int, most_tries: int) -> Sample:
        """Deals from stretched meanings: first for the seats that cannot have a hand, then for all."""
        remarks = [self._trouble(most_tries)]
        with_meaning = {seat for seat, each in self._wanted.items() if each.tests}
        at_fault = set(self.impossible) or with_meaning
        for steps in range(1, MOST_STEPS + 1):
            sampler = Sampler(self._stretched(at_fault, steps))
            found = sampler._exact(n, seed, threads, max(TRIES, most_tries // 10))
            if len(found):
                names = ", ".join(seat.word for seat in sorted(at_fault))
                unit = "one point or card" if steps == 1 else f"{steps} points or cards"
                remarks.append(
                    f"every condition on {names} was stretched by {unit}, at half the weight for each"
                )
                return self._weighed(found, remarks)
            if not sampler.impossible:
                at_fault = with_meaning
        remarks.append("all conditions were given up; only the cards are right")
        bare = {seat: Constraint(held=each.held, lacks=each.lacks) for seat, each in self._wanted.items()}
        found = self._weighed(Sampler(bare)._exact(n, seed, threads, most_tries), remarks)
        return replace(found, is_given_up=True)

    def _stretched(self, seats: set[Seat], steps: int) -> dict[Seat, Constraint]:
        wanted = dict(self._wanted)
        for seat in seats:
            for meaning in wanted[seat].tests[-1:]:
                wanted[seat] = replace(wanted[seat], meaning=stretched(meaning, steps), within=None)
        return wanted

    def _weighed(self, found: Sample, remarks: list[str]) -> Sample:
        steps = np.zeros(len(found), np.int64)
        for seat, each in self._wanted.items():
            for meaning in each.tests[-1:]:
                steps += steps_away(meaning, found.deals[:, seat])
        weights = np.exp2(-steps.astype(np.float64))
        return replace(found, weights=weights, exact=False, remarks=(*remarks, *found.remarks))

    def _trouble(self, most_tries: int) -> str:
        told = [
            f"{seat.word} can have no hand with {str(meaning)!r}"
            for seat in self.impossible
            for meaning in self._wanted[seat].tests[-1:]
        ]
        if self._core is not None and not (self._core.is_possible and self._lengths_go_together):
            told.append("the lengths asked for do not go into one deal")
        return "; ".join(told) or f"none of {most_tries:,} deals fits everything"


def sample(wanted: Constraints, n: int, seed: int, threads: int = 1, most_tries: int = MOST_TRIES) -> Sample:
    """Draw deals once; to draw again with the same constraints, keep a `Sampler`.

    >>> from overtrick import CardSet
    >>> ace = Constraint(held=CardSet.parse("A..."))
    >>> bool((sample({Seat.WEST: ace}, 100, seed=1).deals[:, Seat.WEST] >> np.uint64(51)).all())
    True
    """
    return Sampler(wanted).draw(n, seed, threads, most_tries)


def _first(n: int, found: list[Deals], in_blocks: list[int]) -> Sample:
    """A sample of the first `n` deals found, with the attempts they took."""
    deals = np.concatenate(found)[:n] if found else np.empty((0, 4), np.uint64)
    totals = np.cumsum(in_blocks, dtype=np.int64)
    blocks = min(int(np.searchsorted(totals, n)) + 1, len(totals)) if n else 0
    few = () if len(deals) == n else (f"only {len(deals)} of {n} deals were found",)
    return Sample(
        deals=deals,
        weights=np.ones(len(deals)),
        exact=True,
        remarks=few,
        tried=TRIES * blocks,
        found=int(totals[blocks - 1]) if blocks else 0,
    )
