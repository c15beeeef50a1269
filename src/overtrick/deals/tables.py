"""In which order the hands are drawn, and which of them from a table of all hands that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, prod
from typing import final

from overtrick._core import HandTable, Program, SeatWanted
from overtrick._core import Sampler as CoreSampler
from overtrick.core import CardSet, Seat, Suit
from overtrick.deals.plain import possible_shapes
from overtrick.deals.wanted import Cards, Wanted
from overtrick.hands import Predicate
from overtrick.hands.compiling import compiled
from overtrick.hands.shapes import Lengths
from overtrick.hands.terms import All, Always, Term

__all__ = ["Drawn", "core_sampler", "plan", "with_all_shapes"]

MOST_CLASSES = 30_000_000
"""More classes of hands are not gone through for a table: it would take about a second."""
MANY_CLASSES = 1_000_000
"""Nor more than these, a tenth of a second, where a simpler condition is given, whose table takes less."""
MOST_ROWS = 4_000_000
"""A table has at most so many rows, of 24 bytes each."""
WIDE = 0.25
"""A hand that more than so many of all hands would fit is dealt and tested: a table would save little."""
FEW_SHAPES = 0.7
"""A hand is dealt by shape if no more than so many of all hands have one of its shapes."""
_BLOCKS_LOOKED_AT = 2
_SUITS = tuple(reversed(Suit))
_EVERYTHING = Predicate(Always(True))


@final
@dataclass(frozen=True)
class Drawn:
    """How one seat gets its hand."""

    cards: Cards
    share: float
    """Of all hands it could get from the cards that nobody is known to hold, those that fit; an estimate
    where there is no table."""
    tests: tuple[Predicate, ...] = ()
    """What each of its hands is asked when the hand is dealt."""
    shapes: tuple[Lengths, ...] = ()
    """The shapes that such a hand can have, where they are few enough to be dealt by shape."""
    table: HandTable | None = None
    tests_of_table: tuple[Predicate, ...] = ()
    """What is asked when the hand is drawn from the table."""

    @property
    def is_impossible(self) -> bool:
        """Is there no hand at all that fits? A table proves it."""
        return self.table is not None and self.table.hands == 0


# Tables


def table_of(term: Term, cards: Cards, most: int | None = None) -> HandTable | None:
    """All hands that meet a condition and hold these cards; None if there are too many kinds of them."""
    table = _begun(term, cards, most)
    if table is None:
        return None
    for _ in range(table.steps):
        table.advance()
        if table.rows > MOST_ROWS:
            return None
    return table


def _begun(term: Term, cards: Cards, most: int | None = None) -> HandTable | None:
    asked = compiled(term)
    try:
        table = HandTable(asked.program, asked.register, cards.held.bits, cards.lacks.bits)
    except ValueError:  # too many holdings to tell apart
        return None
    return table if table.classes <= (MOST_CLASSES if most is None else most) else None


def _part_of(meaning: Term, cards: Cards) -> Term | None:
    """As many of the conditions of a meaning, in their order, as a table has room for."""
    kept = list[Term]()
    for condition in meaning.conditions if isinstance(meaning, All) else ():
        if _begun(All((*kept, condition)), cards) is not None:
            kept.append(condition)
    return All(tuple(kept)) if kept else None


def _tabled(tests: tuple[Predicate, ...], cards: Cards) -> tuple[HandTable | None, tuple[Predicate, ...]]:
    """A table for a seat, of the whole meaning if possible, and what has still to be asked of its hands."""
    *within, meaning = tests or (_EVERYTHING,)
    most = min(MANY_CLASSES, MOST_CLASSES) if within else None
    if (table := table_of(meaning.term, cards, most)) is not None:
        return table, tuple(within)
    for simpler in within:
        if (table := table_of(simpler.term, cards)) is not None:
            return table, (meaning,)
    part = _part_of(meaning.term, cards)
    return (None if part is None else table_of(part, cards)), tests


def _tests(wanted: Wanted) -> tuple[Predicate, ...]:
    return tuple(each for each in (wanted.within, wanted.meaning) if each is not None)


# Shapes


def _shapes(tests: tuple[Predicate, ...], cards: Cards, unknown: CardSet) -> tuple[Lengths, ...]:
    """The shapes a hand can have; nothing if they are so many that looking at them does not pay."""
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


def plan(wanted: Mapping[Seat, Wanted], cards: Mapping[Seat, Cards]) -> dict[Seat, Drawn]:
    """How each seat gets its hand, the most restricted one first.

    A few deals that fit the cards show which meanings are narrow. Tables are made for the narrowest hand, and
    for those of which fewer hands fit than could be dealt to it from the cards left.
    """
    unknown = CardSet.pack() - CardSet().union(*(each.held for each in cards.values()))
    rough = _rough_shares(wanted, cards, unknown)
    left = len(unknown)
    found = dict[Seat, Drawn]()
    for turn, seat in enumerate(sorted(Seat, key=lambda seat: (rough[seat], seat))):
        known, tests = cards[seat], _tests(wanted.get(seat, Wanted()))
        every = comb(len(unknown), known.needed)
        narrow = rough[seat] < (WIDE if turn == 0 else comb(left, known.needed) / every)
        table, tests_of_table = _tabled(tests, known) if narrow else (None, ())
        share = rough[seat] if table is None else table.hands / every
        shapes = _shapes(tests, known, unknown)
        found[seat] = Drawn(known, share, tests, shapes, table, tests_of_table)
        left -= known.needed
    return dict(sorted(found.items(), key=lambda item: (item[1].share, item[0])))


def with_all_shapes(drawn: Mapping[Seat, Drawn]) -> dict[Seat, Drawn]:
    """The same plan with the shapes of every hand, even where they are too many for dealing by them to pay.

    So it is proved of more wishes that no deal grants them.
    """
    return {
        seat: replace(each, shapes=possible_shapes(each.tests[:1]) if each.tests else ())
        for seat, each in drawn.items()
    }


def _rough_shares(
    wanted: Mapping[Seat, Wanted], cards: Mapping[Seat, Cards], unknown: CardSet
) -> dict[Seat, float]:
    """For each seat about how many of the hands that it could get from all unknown cards fit."""
    shares = {
        seat: comb(len(unknown - known.lacks), known.needed) / comb(len(unknown), known.needed)
        for seat, known in cards.items()
    }
    narrowest_first = sorted(Seat, key=lambda seat: (shares[seat], seat))
    by_cards = {seat: Drawn(cards[seat], shares[seat]) for seat in narrowest_first}
    deals, _ = core_sampler(by_cards).draw(seed=0, first=0, blocks=_BLOCKS_LOOKED_AT, threads=1)
    for seat, given in wanted.items():
        for test in _tests(given)[-1:] if len(deals) else ():
            shares[seat] *= float(test.packed(deals[:, seat].copy()).mean())
    return shares


def core_sampler(drawn: Mapping[Seat, Drawn]) -> CoreSampler:
    """The compiled sampler for a plan in which every seat can have a hand."""
    return CoreSampler([_core_seat(drawn[seat]) for seat in Seat], [int(seat) for seat in drawn])


def _core_seat(drawn: Drawn) -> SeatWanted:
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
