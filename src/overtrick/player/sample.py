"""The layouts a card was judged by, as a value that a claim can carry and a checker can count again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, fsum
from typing import final

from overtrick.core import CardSet, Contract, Odds, Play, Seat, Side
from overtrick.core.cardset import SUIT_BITS

__all__ = ["Hands", "Sample", "contract_target", "layouts_in_all"]

Hands = tuple[int, ...]
"""The four hands, North first, one bit for each card."""
_EVEN = 1e-9
"""Weights that differ by less are equal."""


@final
@dataclass(frozen=True)
class Sample:
    """A position as one player sees it, layouts of what is hidden, and the tricks that are asked for.

    >>> sample = Sample(Play.parse("N:A... - - -;NT;N"), None, ((1, 2, 4, 8),) * 4, (0.25,) * 4, needed=1)
    >>> sample.share([True, True, True, False])
    Odds(3, 4)
    """

    play: Play
    """The play as the player sees it: the hidden hands are unknown."""
    contract: Contract | None
    layouts: tuple[Hands, ...]
    """The four hands of each layout as they were before the first card."""
    weights: tuple[float, ...]
    needed: int
    """The tricks of the whole play that count as success for the side of the player to move."""
    is_all: bool = False
    """Are these all the layouts that the cards played leave, and all equally likely?"""

    # Who sits where

    @property
    def side(self) -> Side:
        """The side of the player to move."""
        return self.play.to_play.side

    @property
    def declarer(self) -> Seat | None:
        """Declarer, where there is a contract."""
        return None if self.contract is None else self.contract.declarer

    @property
    def seat(self) -> Seat:
        """Who chooses the card: declarer also for dummy."""
        mover = self.play.to_play
        return mover.partner if self.contract is not None and mover is self.contract.dummy else mover

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose hands the player does not see."""
        return tuple(seat for seat in Seat if self.play.start.get(seat) is None)

    # What is asked for

    @property
    def is_contract(self) -> bool:
        """Are the tricks asked for those that make the contract, or for a defender beat it?"""
        return self.needed == contract_target(self.play, self.contract)

    # The layouts

    @property
    def left(self) -> tuple[Hands, ...]:
        """The four hands of each layout as they are now."""
        gone = ~sum(card.bit for card in self.play.cards)
        return tuple(tuple(hand & gone for hand in hands) for hands in self.layouts)

    @property
    def out(self) -> CardSet:
        """The cards that the hidden hands have now."""
        hands = self.left[0] if self.layouts else (0, 0, 0, 0)
        return CardSet(sum(hands[seat] for seat in self.hidden))

    @property
    def is_even(self) -> bool:
        """Are all layouts equally likely?"""
        return not self.weights or max(self.weights) - min(self.weights) < _EVEN

    @property
    def effective(self) -> float:
        """As many equally likely layouts would tell as much."""
        return fsum(self.weights) ** 2 / fsum(weight**2 for weight in self.weights)

    def first(self, number: int) -> Sample:
        """The same with the first so many layouts only."""
        if number >= len(self.layouts):
            return self
        return replace(self, layouts=self.layouts[:number], weights=self.weights[:number], is_all=False)

    def share(self, wins: Sequence[bool], among: Sequence[bool] | None = None) -> Odds:
        """How likely it is to win, or to win among some layouts.

        Exact if all are equally likely; otherwise in whole percents, certainty and impossibility kept apart.
        """
        inside = [True] * len(wins) if among is None else among
        both = [win and place for win, place in zip(wins, inside, strict=True)]
        if self.is_even:
            return Odds(sum(both), sum(inside))
        if both == list(inside) or not any(both):
            return Odds(int(any(both)), 1)
        part, whole = self._weight(both), self._weight(inside)
        return Odds(min(99, max(1, round(100 * part / whole))), 100)

    def _weight(self, where: Sequence[bool]) -> float:
        return fsum(weight for weight, counts in zip(self.weights, where, strict=True) if counts)


def contract_target(play: Play, contract: Contract | None) -> int | None:
    """The tricks with which the side to move makes the contract or beats it; None where there is none."""
    if contract is None or play.start.cards_each != 13:
        return None
    return contract.needs if play.to_play.side is contract.declarer.side else 14 - contract.needs


def layouts_in_all(play: Play, layout: Hands) -> int | None:
    """How many layouts two hidden hands may have, by the cards played alone; None where it is not two.

    >>> layouts_in_all(Play.parse("N:A2... - 43... -;NT;N"), (1 << 51 | 1 << 39, 3, 6 << 39, 12))
    6
    """
    hidden = [seat for seat in Seat if play.start.get(seat) is None]
    if len(hidden) != 2:
        return None
    gone = sum(card.bit for card in play.cards)
    one, other = hidden
    lengths = [(layout[seat] & ~gone).bit_count() for seat in hidden]
    out = (layout[one] | layout[other]) & ~gone
    only_one, only_other = (_void(play, seat) & out for seat in (other, one))
    free = out & ~only_one & ~only_other
    return comb(free.bit_count(), lengths[0] - only_one.bit_count())


def _void(play: Play, seat: Seat) -> int:
    """The cards of the suits that a seat has shown out of."""
    return sum(SUIT_BITS[suit] for suit in play.shown_out(seat))
