"""Layouts over which a card was judged, and conditions on hidden hands that decide whether it succeeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import fsum, log
from operator import and_
from typing import NamedTuple, TypeAlias, final

import numpy as np
import numpy.typing as npt

from overtrick.core import Card, CardSet, Contract, Deal, Odds, Play, Rank, Seat, Side, Suit
from overtrick.core.bits import SUIT_BITS
from overtrick.player.knowledge import Hands, HiddenHands

__all__ = [
    "AGREEMENT",
    "Both",
    "Breaks",
    "Condition",
    "DecidingCondition",
    "Guarded",
    "Hands",
    "Layouts",
    "Length",
    "Lies",
    "Simple",
    "conditions",
    "contract_target",
    "deal_of",
    "deciding_condition",
    "layouts_in_all",
    "parts",
    "play_over",
]

_EVEN = 1e-9
"""Weights that differ by less are equal."""


@final
@dataclass(frozen=True)
class Layouts:
    """A position as one player sees it, layouts of the hidden hands, and the tricks needed.

    >>> play = Play.parse("N:A... - - -;NT;N")
    >>> sample = Layouts(play, None, ((1, 2, 4, 8),) * 4, (0.25,) * 4, needed=1)
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
        """The player who chooses the card: for dummy it is declarer."""
        mover = self.play.to_play
        return mover.partner if self.contract is not None and mover is self.contract.dummy else mover

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose hands the player does not see."""
        return tuple(seat for seat in Seat if self.play.start.get(seat) is None)

    # The layouts

    @property
    def left(self) -> tuple[Hands, ...]:
        """The four hands of each layout as they are now."""
        gone = ~sum(card.bit for card in self.play.cards)
        return tuple(tuple(hand & gone for hand in hands) for hands in self.layouts)

    @property
    def out(self) -> CardSet:
        """The cards that the hidden hands have now."""
        return CardSet(sum(hands[seat] for hands in self.left[:1] for seat in self.hidden))

    @property
    def is_even(self) -> bool:
        """Are all layouts equally likely?"""
        return not self.weights or max(self.weights) - min(self.weights) < _EVEN

    @property
    def effective(self) -> float:
        """The effective sample size: this many equally likely layouts would carry as much information."""
        return fsum(self.weights) ** 2 / fsum(weight**2 for weight in self.weights)

    def first(self, number: int) -> Layouts:
        """The same with the first `number` layouts only."""
        return self.some(range(min(number, len(self.layouts))))

    def some(self, places: Sequence[int]) -> Layouts:
        """The same with the layouts at these places only."""
        layouts, weights = tuple(self.layouts[at] for at in places), tuple(self.weights[at] for at in places)
        is_all = self.is_all and len(places) == len(self.layouts)
        return replace(self, layouts=layouts, weights=weights, is_all=is_all)

    def share(self, wins: Sequence[bool], among: Sequence[bool] | None = None) -> Odds:
        """The chance of success, over all layouts or over some.

        Exact if all are equally likely; otherwise in whole percents, with 0 and 100 only for what is certain.
        """
        inside = [True] * len(wins) if among is None else among
        both = list(map(and_, wins, inside))
        if self.is_even:
            return Odds(sum(both), sum(inside))
        if both == list(inside) or not any(both):
            return Odds(int(any(both)), 1)
        part, whole = self._weight(both), self._weight(inside)
        return Odds(min(99, max(1, round(100 * part / whole))), 100)

    def _weight(self, where: Sequence[bool]) -> float:
        return fsum(compress(self.weights, where))


def contract_target(play: Play, contract: Contract | None) -> int | None:
    """The tricks with which the side to move makes the contract or beats it; None where there is none."""
    if contract is None or play.start.cards_each != 13:
        return None
    return contract.needs if play.to_play.side is contract.declarer.side else 14 - contract.needs


def layouts_in_all(play: Play, layout: Hands) -> int | None:
    """The number of layouts of two hidden hands, by the cards played alone; None if not two are hidden.

    >>> layouts_in_all(Play.parse("N:A2... - 43... -;NT;N"), (1 << 51 | 1 << 39, 3, 6 << 39, 12))
    6
    """
    unseen = sum(hand for seat, hand in zip(Seat, layout, strict=True) if play.start.get(seat) is None)
    hidden = HiddenHands.of(play, unseen)
    return None if hidden is None else hidden.layouts


def deal_of(hands: Iterable[int]) -> Deal:
    """A layout as a deal."""
    north, east, south, west = (CardSet(hand) for hand in hands)
    return Deal((north, east, south, west))


def play_over(play: Play, layout: Hands) -> Play:
    """The same play with all four hands known."""
    return Play(deal_of(layout), play.strain, play.leader, play.cards)


# Conditions


MANY = 13
"""An upper bound that excludes nothing."""
_MOST_GUARDS = 2


@final
@dataclass(frozen=True)
class Lies:
    """A seat has a card.

    >>> Lies(Card.parse("C2"), Seat.EAST).is_met((0, 1, 0, 0))
    True
    """

    card: Card
    seat: Seat

    def is_met(self, hands: Hands) -> bool:
        """Is the condition met by these hands?"""
        return bool(hands[self.seat] & self.card.bit)


@final
@dataclass(frozen=True)
class Length:
    """A seat's length in a suit is within these bounds."""

    seat: Seat
    suit: Suit
    low: int
    high: int

    def is_met(self, hands: Hands) -> bool:
        """Is the condition met by these hands?"""
        return self.low <= (hands[self.seat] & SUIT_BITS[self.suit]).bit_count() <= self.high


@final
@dataclass(frozen=True)
class Breaks:
    """The break of a suit between two opponents: their cards together and the longer holding's length."""

    suit: Suit
    seats: tuple[Seat, Seat]
    total: int
    least: int
    """The least length of the longer holding."""
    most: int

    def is_met(self, hands: Hands) -> bool:
        """Is the condition met by these hands?"""
        lengths = [(hands[seat] & SUIT_BITS[self.suit]).bit_count() for seat in self.seats]
        return sum(lengths) == self.total and self.least <= max(lengths) <= self.most


@final
@dataclass(frozen=True)
class Guarded:
    """An honour's hidden holder has this many other cards of the suit; with none, the honour is singleton."""

    card: Card
    low: int
    high: int

    def is_met(self, hands: Hands) -> bool:
        """Is the condition met by these hands?"""
        holder = next((hand for hand in hands if hand & self.card.bit), 0)
        return self.low <= (holder & SUIT_BITS[self.card.suit]).bit_count() - 1 <= self.high


Simple: TypeAlias = Lies | Length | Breaks | Guarded


@final
@dataclass(frozen=True)
class Both:
    """Two conditions at once."""

    first: Simple
    second: Simple

    def is_met(self, hands: Hands) -> bool:
        """Are both met by these hands?"""
        return self.first.is_met(hands) and self.second.is_met(hands)


Condition: TypeAlias = Simple | Both


def parts(condition: Condition) -> tuple[Simple, ...]:
    """The simple conditions that a condition consists of."""
    return (condition.first, condition.second) if isinstance(condition, Both) else (condition,)


def conditions(sample: Layouts, first: Suit) -> list[Simple]:
    """Every condition to consider, the suit in question first, honours before lengths."""
    suits = [first, *(suit for suit in reversed(Suit) if suit is not first)]
    honours = [card for suit in suits for card in sample.out.in_suit(suit) if card.rank >= Rank.TEN]
    found: list[Simple] = [Lies(card, seat) for card in honours for seat in sample.hidden]
    for suit in suits:
        out = sample.out.length(suit)
        found += _breaks(sample, suit, out)
        guards = list(_limits(min(_MOST_GUARDS + 1, out - 1)))
        found += (Guarded(honour, *each) for honour in honours if honour.suit is suit for each in guards)
        found += (Length(seat, suit, *each) for seat in sample.hidden for each in _limits(out))
    return found


def _breaks(sample: Layouts, suit: Suit, out: int) -> Iterator[Breaks]:
    """The breaks of a suit, for a player whose two opponents are the hidden hands."""
    if len(sample.hidden) != 2 or sample.side in {seat.side for seat in sample.hidden}:
        return
    one, other = sample.hidden
    even = (out + 1) // 2
    for most in range(even, out):
        yield Breaks(suit, (one, other), out, even, most)
        yield Breaks(suit, (one, other), out, most + 1, out)


def _limits(number: int) -> Iterator[tuple[int, int]]:
    """The bounds for at most so many cards, and for more."""
    for most in range(number):
        yield 0, most
        yield most + 1, MANY


# Deciding conditions


AGREEMENT = 0.85
"""The least weight of layouts in which a deciding condition must agree with the outcome."""
_EXPLAINED = 1 / 3
"""The least share it must explain of the error made by always guessing the commoner outcome."""
_LUCK = 3.0
"""Evidence needed, in nats, beyond the logarithm of the number of conditions tried: one in twenty is luck."""
_FOR_LENGTHS, _FOR_TWO, _FOR_ANOTHER_SUIT, _FOR_FAILURE = 0.01, 0.1, 0.015, 0.001
"""The extra agreement needed by a condition on length, of two parts, on another suit, or for failure."""

Floats = npt.NDArray[np.float64]


class DecidingCondition(NamedTuple):
    """A condition, and the chance of success where it holds and where it does not."""

    condition: Condition
    inside: Odds
    outside: Odds

    @property
    def helps(self) -> bool:
        """Is success likelier where it holds?"""
        return self.inside > self.outside


def deciding_condition(sample: Layouts, wins: Sequence[bool], suit: Suit) -> DecidingCondition | None:
    """The simplest condition that separates the layouts won from the others; None if none does.

    Ties go to honours before lengths and to the suit in question.
    """
    if len(set(wins)) < 2:
        return None
    tried, met = _different(sample, conditions(sample, suit))
    if not tried:
        return None
    found = _best(tried, met.astype(float), np.array(wins, dtype=float), sample, suit)
    if found is None:
        return None
    inside = [found.is_met(hands) for hands in sample.left]
    outside = [not each for each in inside]
    return DecidingCondition(found, sample.share(wins, inside), sample.share(wins, outside))


def _different(sample: Layouts, family: Sequence[Simple]) -> tuple[list[Simple], npt.NDArray[np.bool_]]:
    """The conditions that hold in some layouts but not all; of equivalent ones only the first."""
    rows = dict[bytes, Simple]()
    hands = sample.left
    for condition in family:
        met = bytes(condition.is_met(each) for each in hands)
        if 0 in met and 1 in met:
            rows.setdefault(met, condition)
    table = np.frombuffer(b"".join(rows), dtype=np.bool_).reshape(len(rows), len(hands))
    return list(rows.values()), table


def _best(tried: list[Simple], met: Floats, wins: Floats, sample: Layouts, suit: Suit) -> Condition | None:
    """The condition with the greatest agreement less its price, among those that qualify."""
    weights = np.array(sample.weights) / sum(sample.weights)
    inside, won = (met * weights) @ met.T, (met * weights * wins) @ met.T
    chance = float(weights @ wins)
    succeeding = won + (1 - chance) - (inside - won)
    agreement = np.maximum(succeeding, 1 - succeeding)
    elsewhere = np.array([0.0 if _suit(each) is suit else _FOR_ANOTHER_SUIT for each in tried])
    price = _FOR_TWO + elsewhere[:, None] + elsewhere
    np.fill_diagonal(price, elsewhere + [_FOR_LENGTHS * isinstance(each, Length | Guarded) for each in tried])
    price += np.where(succeeding < agreement, _FOR_FAILURE, 0.0)
    usual = max(chance, 1 - chance)
    may = (agreement >= AGREEMENT) & (agreement - usual >= _EXPLAINED * (1 - usual))
    if not sample.is_all:
        pairs = len(tried) * (len(tried) + 1) / 2
        luck = np.full_like(agreement, _LUCK + log(pairs))
        np.fill_diagonal(luck, _LUCK + log(len(tried)))
        may &= _evidence(inside, won, chance) * sample.effective >= luck
    if not may.any():
        return None
    score = np.where(may, np.round(agreement - price, 9), -1.0)
    first, second = sorted(divmod(int(np.argmax(score)), len(tried)))
    return tried[first] if first == second else Both(tried[first], tried[second])


def _suit(condition: Simple) -> Suit:
    """The suit a condition is about."""
    return condition.card.suit if isinstance(condition, Lies | Guarded) else condition.suit


def _evidence(inside: Floats, won: Floats, chance: float) -> Floats:
    """The mutual information of each condition and the outcome, in nats per layout."""
    total = np.zeros_like(inside)
    for joint, by_condition, by_outcome in (
        (won, inside, chance),
        (inside - won, inside, 1 - chance),
        (chance - won, 1 - inside, chance),
        (1 - inside - chance + won, 1 - inside, 1 - chance),
    ):
        expected = np.maximum(by_condition * by_outcome, 1e-12)
        ratio = np.maximum(joint, 1e-12) / expected
        total += np.where(joint > 1e-9, joint * np.log(ratio), 0.0)
    return total
