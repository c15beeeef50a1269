"""The double-dummy solver, with its own memory, and one instance for each thread."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from threading import Lock, local

import numpy as np
import numpy.typing as npt

from overtrick._core import ALWAYS, DoubleDummy, Rules
from overtrick.core import PACK, Card, CardSet, Deal, Play, Seat, Side, Strain
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.packing import Deals
from overtrick.dd.position import Position
from overtrick.dd.proof import Proof
from overtrick.dd.table import TrickTable

__all__ = ["ALWAYS", "MEGABYTES", "RULES", "Solver", "each_strain", "own_solver"]

MEGABYTES = 64
"""The default memory of a solver."""
MOST_MEGABYTES = 1 << 14
RULES = tuple(name for name in dir(Rules) if not name.startswith("_"))
"""The search rules that save work; no answer depends on them."""


class Solver:
    """Answers double-dummy queries, and keeps results in memory between queries about a deal.

    `free_discards` lets a defender, East or West, throw a blank card from outside his hand when he cannot
    follow suit: at most this many times, or `ALWAYS`. With `no_finesse` North and South lose the rest if they
    win a trick under a higher card of a defender who has already played. Both help to find out why a line
    works. `without` names search `RULES` to switch off.

    >>> fig2 = Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")
    >>> Solver().tricks(fig2, Strain.NOTRUMP, Seat.SOUTH)
    3
    >>> Solver(free_discards={Seat.WEST: ALWAYS}).tricks(fig2, Strain.NOTRUMP, Seat.SOUTH)
    2
    """

    def __init__(
        self,
        *,
        megabytes: int = MEGABYTES,
        without: Iterable[str] = (),
        free_discards: Mapping[Seat, int] | None = None,
        no_finesse: bool = False,
    ) -> None:
        expect(int, "a whole number of megabytes", megabytes)
        if not 1 <= megabytes <= MOST_MEGABYTES:
            raise DoubleDummyError(
                f"a solver can have 1 to {MOST_MEGABYTES} megabytes of memory, not {reprlib.repr(megabytes)}"
            )
        self.free_discards = dict(free_discards or {})
        self.no_finesse = no_finesse
        _check_free_discards(self.free_discards)
        self._lock = Lock()  # two threads must not search in the same memory
        self._core = DoubleDummy(megabytes << 20)
        east, west = (self.free_discards.get(seat, 0) for seat in (Seat.EAST, Seat.WEST))
        self._core.set(_rules(without), east, west, no_finesse)

    # Questions

    def table(self, deal: Deal, strains: Iterable[Strain] = tuple(Strain)) -> TrickTable:
        """The tricks of every declarer at each of these strains."""
        wanted = each_strain(strains)
        hands = Position.of(deal, Strain.NOTRUMP, Seat.NORTH, self.free_discards).hands
        asked = sum(1 << strain for strain in wanted)
        with self._lock:
            tricks = self._core.tables(np.array([hands], dtype=np.uint64), asked)[0].tolist()
        length = hands[Seat.NORTH].bit_count()
        return TrickTable.of({strain: _declarers_tricks(tricks[strain], length) for strain in wanted})

    def tricks(self, deal: Deal, strain: Strain, leader: Seat) -> int:
        """The tricks that the side of the player on lead takes."""
        position = Position.of(deal, strain, leader, self.free_discards)
        return position.tricks_of(leader.side, self.tricks_ns(position))

    def cards(self, play: Play) -> dict[Card, int]:
        """Every legal card, in a player's order, with the tricks that the player's side then takes."""
        position = Position.after(play)
        side = position.to_play.side
        return {PACK[index]: position.tricks_of(side, found) for index, found in self.cards_ns(position)}

    def at_least(self, play: Play, tricks: int, side: Side | None = None) -> Proof:
        """Does a side (by default that of the player to move) take at least this many more tricks?"""
        expect(int, "a whole number of tricks", tricks)
        expect(Side | None, "a side", side)
        position = Position.after(play)
        asked, left = position.to_play.side if side is None else side, position.tricks_left
        if asked is Side.NS:
            is_reached, bits = self.reaches(position, tricks)
        else:
            is_prevented, bits = self.reaches(position, left - tricks + 1)
            is_reached = not is_prevented
        sure, bound = (asked, tricks) if is_reached else (asked.opponents, left - tricks + 1)
        return Proof(is_reached, sure, max(0, bound), CardSet(bits), play)

    # The same for positions, in tricks of North and South

    def layouts(self, play: Play, layouts: Deals, only: CardSet | None = None) -> npt.NDArray[np.int8]:
        """The tricks of North and South: a row for each layout, a column for each legal card.

        With `only`, -1 stands for cards that are neither in it nor equivalent to a card in it.
        """
        trick = [card.index for card in play.trick.cards]
        asked = CardSet.pack() if only is None else only
        with self._lock:
            return self._core.layouts(
                layouts, play.strain, play.on_lead, trick, len(play.legal_cards), asked.bits
            )

    def cards_ns(self, position: Position) -> list[tuple[int, int]]:
        """The number of every legal card, with the tricks that North and South take after it."""
        with self._lock:
            return self._core.cards(*position.packed)

    def tricks_ns(self, position: Position) -> int:
        """The tricks that North and South take."""
        with self._lock:
            return self._core.tricks(*position.packed)

    def reaches(self, position: Position, target: int) -> tuple[bool, int]:
        """Whether North and South take this many, and the bits of the cards that prove it."""
        if target <= 0 or target > position.tricks_left:
            return target <= 0, 0
        with self._lock:
            return self._core.at_least(*position.packed, target)

    # Memory

    def forget(self) -> None:
        """Empty the memory."""
        with self._lock:
            self._core.forget()

    @property
    def positions(self) -> int:
        """The number of positions searched, counted at the start of a trick: a measure of work."""
        return self._core.positions

    @property
    def is_plain(self) -> bool:
        """Are the rules those of bridge, without free discards or a ban on finesses?"""
        return not (any(self.free_discards.values()) or self.no_finesse)


_own = local()


def own_solver() -> Solver:
    """The solver of this thread."""
    solver: Solver | None = getattr(_own, "solver", None)
    if solver is None:
        solver = _own.solver = Solver()
    return solver


def _rules(without: Iterable[str]) -> Rules:
    rules = Rules()
    for name in without:
        if name not in RULES:
            raise DoubleDummyError(
                f"{name!r} is not a rule of the search: expected one of {', '.join(RULES)}"
            )
        setattr(rules, name, False)
    return rules


def _check_free_discards(free: Mapping[Seat, int]) -> None:
    for seat, times in free.items():
        expect(Seat, "a seat", seat)
        if seat.side is not Side.EW:
            raise DoubleDummyError(f"only East and West can be given free discards, not {seat.word}")
        if times != ALWAYS and not 0 <= times <= 13:
            raise DoubleDummyError(
                f"{seat.word} cannot have {times} free discards: expected 0 to 13, or ALWAYS"
            )


def each_strain(strains: Iterable[Strain]) -> tuple[Strain, ...]:
    """The strains, validated, sorted and without duplicates."""
    expect(Iterable, "some strains, such as [Strain.HEARTS]", strains)
    each = set(strains)
    for strain in each:
        expect(Strain, "a strain", strain)
    return tuple(sorted(each))


def _declarers_tricks(tricks_ns: list[int], length: int) -> list[int]:
    """Each declarer's tricks at a strain, from the tricks of North and South by leader."""
    by_declarer = [(seat.side, tricks_ns[seat.lho]) for seat in Seat]
    return [tricks if side is Side.NS else length - tricks for side, tricks in by_declarer]
