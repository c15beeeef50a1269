"""Constraints on the four hands of a deal: a meaning, cards held, cards lacked."""

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

    A hand that is known whole is `held` with thirteen cards; a suit shown out of is the rest of that suit in
    `lacks`, and the cards played before are in `held`.

    >>> from overtrick import hands
    >>> Constraint(hands.parse("15-17 balanced"), held=CardSet.parse("A...K"))
    Constraint(hands.parse('hcp 15-17, balanced'), held=CardSet.parse('A...K'))
    """

    meaning: Predicate | None = None
    within: Predicate | None = None
    """Something simpler that follows from the meaning, such as a range of points and of lengths. It saves
    time where the meaning tells too many kinds of hands apart, and is asked for as well."""
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
        """What a hand is asked, the simpler condition first; the last says all that is meant."""
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
    """The cards a seat holds, and those it cannot hold, when all that is known is put together."""

    held: CardSet
    lacks: CardSet

    @property
    def needed(self) -> int:
        """How many cards it is still to get."""
        return _HAND - len(self.held)


def settled(wanted: Constraints) -> dict[Seat, SeatCards]:
    """What is known about the cards of every seat, each conclusion drawn; an error if no deal fits.

    A card that one holds the others lack; a card that three lack the fourth holds; who has thirteen cards has
    no others, and who can have only thirteen has them.

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
    """Add what follows for one seat from what is known of all."""
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
    """Refuse cards that contradict one another, each fault named."""
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
    """Refuse more cards than two hands have room for.

    With the checks above, this is Hall's condition: if it holds for all sets of seats, there is a deal.
    """
    for pair in combinations(Seat, 2):
        first, second = (lacks[seat] for seat in Seat if seat not in pair)
        if len(theirs := first & second) > 2 * _HAND:
            names = " and ".join(seat.word for seat in pair)
            raise DealError(f"{names} would have to hold {len(theirs)} cards between them")


def _named(cards: CardSet) -> str:
    first, *others = (card.print for card in cards)
    return f"the {first}" if not others else f"the {first} and {len(others)} more"
