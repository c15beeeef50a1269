"""Constraints on the four hands of a deal: a condition, cards held, cards not held."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import final

from overtrick.core import CardSet, DealError, Seat
from overtrick.hands import Predicate

__all__ = ["Constraint", "Constraints", "SeatCards", "settled"]

_HAND = 13


@final
@dataclass(frozen=True)
class Constraint:
    """A constraint on one seat's thirteen cards.

    For a known hand, `held` has all thirteen cards. For a suit shown out of, `lacks` has the rest of the
    suit, and `held` the cards of it already played.

    >>> from overtrick import hands
    >>> Constraint(hands.parse("15-17 balanced"), held=CardSet.parse("A...K"))
    Constraint(hands.parse('hcp 15-17, balanced'), held=CardSet.parse('A...K'))
    """

    meaning: Predicate | None = None
    within: Predicate | None = None
    """An optional simpler condition that the meaning implies, such as ranges of points and lengths. It saves
    time where the meaning distinguishes too many classes of hands; both are tested."""
    held: CardSet = field(default_factory=CardSet)
    lacks: CardSet = field(default_factory=CardSet)

    def __post_init__(self) -> None:
        for condition in (self.meaning, self.within):
            if not isinstance(condition, Predicate | None):
                raise DealError(f"expected a Predicate for the meaning, not {reprlib.repr(condition)}")
        for cards in (self.held, self.lacks):
            if not isinstance(cards, CardSet):
                raise DealError(f"expected cards as a CardSet, not {reprlib.repr(cards)}")

    @property
    def tests(self) -> tuple[Predicate, ...]:
        """The conditions to test, the simpler one first; the last is the whole meaning."""
        return tuple(each for each in (self.within, self.meaning) if each is not None)

    def __repr__(self) -> str:
        told = [] if self.meaning is None else [repr(self.meaning)]
        named = (("within", self.within), ("held", self.held or None), ("lacks", self.lacks or None))
        told += [f"{name}={value!r}" for name, value in named if value is not None]
        return f"Constraint({', '.join(told)})"


Constraints = Mapping[Seat, Constraint]


@final
@dataclass(frozen=True)
class SeatCards:
    """The cards a seat is known to hold and known not to hold, all constraints considered."""

    held: CardSet
    lacks: CardSet

    @property
    def needed(self) -> int:
        """The number of cards still to be dealt to it."""
        return _HAND - len(self.held)


def settled(wanted: Constraints) -> dict[Seat, SeatCards]:
    """The cards known for every seat, after all deductions; raises `DealError` if no deal fits.

    A card that one seat holds, the others lack; a card that three seats lack, the fourth holds; a seat with
    thirteen cards has no others, and a seat that can have only thirteen has them all.

    >>> rest = settled({Seat.NORTH: Constraint(held=CardSet.parse("AKQJT98765432..."))})
    >>> len(rest[Seat.EAST].lacks)
    13
    """
    _check_kinds(wanted)
    held = {seat: wanted.get(seat, Constraint()).held for seat in Seat}
    lacks = {seat: wanted.get(seat, Constraint()).lacks for seat in Seat}
    _check(held, lacks)
    before = None
    while before != (held, lacks):
        before = (dict(held), dict(lacks))
        for seat in Seat:
            _conclude(seat, held, lacks)
        _check(held, lacks)
    _check_pairs(lacks)
    return {seat: SeatCards(held[seat], lacks[seat]) for seat in Seat}


def _conclude(seat: Seat, held: dict[Seat, CardSet], lacks: dict[Seat, CardSet]) -> None:
    """Add the deductions about one seat from the cards of all seats."""
    pack, others = CardSet.pack(), [other for other in Seat if other is not seat]
    lacks[seat] |= CardSet().union(*(held[other] for other in others))
    first, second, third = (lacks[other] for other in others)
    held[seat] |= (first & second & third) - lacks[seat]
    if len(held[seat]) == _HAND:
        lacks[seat] = pack - held[seat]
    elif len(lacks[seat]) == len(pack) - _HAND:
        held[seat] = pack - lacks[seat]


def _check_kinds(wanted: Constraints) -> None:
    for seat, each in wanted.items():
        if not isinstance(seat, Seat):
            raise DealError(f"whose hand? Expected a seat, like Seat.SOUTH, not {reprlib.repr(seat)}")
        if not isinstance(each, Constraint):
            raise DealError(
                f"expected what is wanted of {seat.word} as a Constraint, not {reprlib.repr(each)}"
            )


def _check(held: Mapping[Seat, CardSet], lacks: Mapping[Seat, CardSet]) -> None:
    """Raise one error that names every contradiction between the cards."""
    faults = [
        f"{first.word} and {second.word} cannot both hold {_named(both)}"
        for first, second in combinations(Seat, 2)
        if (both := held[first] & held[second])
    ]
    for seat in Seat:
        if both := held[seat] & lacks[seat]:
            faults.append(f"{seat.word} cannot both hold and lack {_named(both)}")
        if len(held[seat]) > _HAND:
            faults.append(f"{seat.word} would hold {len(held[seat])} cards")
        if (possible := 52 - len(lacks[seat])) < _HAND:
            faults.append(f"only {possible} cards are left for {seat.word}")
    nowhere = lacks[Seat.NORTH] & lacks[Seat.EAST] & lacks[Seat.SOUTH] & lacks[Seat.WEST]
    if nowhere:
        faults.append(f"nobody can hold {_named(nowhere)}")
    if faults:
        raise DealError(*faults)


def _check_pairs(lacks: Mapping[Seat, CardSet]) -> None:
    """Raise if two hands would have to hold more cards than they have room for.

    Together with `_check` this is Hall's condition: if it holds for all sets of seats, a deal exists.
    """
    for pair in combinations(Seat, 2):
        first, second = (lacks[seat] for seat in Seat if seat not in pair)
        if len(theirs := first & second) > 2 * _HAND:
            names = " and ".join(seat.word for seat in pair)
            raise DealError(f"{names} would have to hold {len(theirs)} cards between them")


def _named(cards: CardSet) -> str:
    first, *others = (card.print for card in cards)
    return f"the {first}" if not others else f"the {first} and {len(others)} more"
