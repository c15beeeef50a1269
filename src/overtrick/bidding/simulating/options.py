"""Candidate calls: those of the system with a hand, and with hands one small change away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

from overtrick.bidding.bidder import Choice, choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.folding import folded
from overtrick.bidding.state import State
from overtrick.bidding.system import Candidate
from overtrick.core import Call, Card, CardSet, Rank, Suit
from overtrick.hands.terms import Always

__all__ = ["Change", "Option", "neighbours", "options"]

_HONOURS = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


@final
@dataclass(frozen=True, slots=True)
class Change:
    """One card of a hand exchanged for another."""

    out: Card
    into: Card

    def __str__(self) -> str:
        return f"{self.out} -> {self.into}"


@final
@dataclass(frozen=True)
class Option:
    """A candidate call, with its rule and how close the hand is to it."""

    call: Call
    candidate: Candidate | None = field(compare=False)
    """The rule that makes it with this hand or with the neighbour; None where no rule fits, and it passes.
    A state makes its own: those of two states are never equal."""
    nearness: float
    """The share of the neighbours that make the call; it may be 0 if a rule of lower priority fits the
    hand."""
    change: Change | None
    """The first change with which the system makes the call; None if the hand itself fits the rule, for the
    system's own call or one of lower priority."""
    fits: bool
    """Does the hand itself meet the condition of the rule?"""

    @property
    def rule(self) -> str:
        """The rule in a few words."""
        return "no rule" if self.candidate is None else str(self.candidate.rule)

    def __repr__(self) -> str:
        return f"<Option {self.call}: {self.rule}, {self.nearness:.0%}>"


def neighbours(hand: CardSet) -> list[Change]:
    """All small changes of a hand, in a fixed order: honours down, honours up, a small card to another suit.

    >>> changes = neighbours(CardSet.parse("AQ4.KT98.KJ2.Q43"))
    >>> len(changes), [str(each) for each in changes[:3]]
    (26, ['SA -> SK', 'SQ -> SJ', 'HK -> HQ'])
    """
    suits = tuple(reversed(Suit))
    stepped = [change for step in (-1, 1) for suit in suits for change in _steps(hand, suit, step)]
    moved = [
        Change(out, into)
        for one in suits
        for other in suits
        if one is not other
        and (out := _smallest(hand, one, is_held=True)) is not None
        and (into := _smallest(hand, other, is_held=False)) is not None
    ]
    return stepped + moved


def _steps(hand: CardSet, suit: Suit, step: int) -> Iterator[Change]:
    """The changes that lower an honour of a suit by one step or, for a positive step, raise a card."""
    small = _smallest(hand, suit, is_held=step > 0)
    for rank in reversed(_HONOURS):
        low = small if rank is Rank.JACK else Card(suit, Rank(rank - 1))
        high = Card(suit, rank)
        out, into = (high, low) if step < 0 else (low, high)
        if out is not None and into is not None and out in hand and into not in hand:
            yield Change(out, into)


def _smallest(hand: CardSet, suit: Suit, is_held: bool) -> Card | None:
    """The lowest card up to the ten that is held, or that is not held."""
    small = (Card(suit, rank) for rank in Rank if rank < Rank.JACK)
    return next((card for card in small if (card in hand) is is_held), None)


def options(state: State, hand: CardSet, most: int) -> list[Option]:
    """The system's own call, then the calls of the nearest hands, up to `most` in all.

    In a forcing auction a pass is not a candidate unless the system itself passes.
    """
    changes = neighbours(hand)
    own = choice(state, HandValues(hand))
    near = [
        choice(state, HandValues(hand.bits ^ 1 << each.out.index ^ 1 << each.into.index)) for each in changes
    ]
    shares = {call: number / len(near) for call, number in Counter(each.call for each in near).items()}
    found = dict[Call, Option]()
    for made, change in zip(near, changes, strict=True):
        found.setdefault(made.call, Option(made.call, made.candidate, shares[made.call], change, False))
    found.pop(own.call, None)
    for late in _too_late(state, hand, own):
        found[late.call] = Option(late.call, late, shares.get(late.call, 0.0), None, True)
    if state.is_forced:
        found.pop(Call.PASS, None)
    others = sorted(found.values(), key=lambda one: (-one.nearness - _TOO_LATE * one.fits, one.call.index))
    return [Option(own.call, own.candidate, shares.get(own.call, 0.0), None, True), *others[: most - 1]]


_TOO_LATE = 0.25
"""A rule that fits the hand but has lower priority counts as this many neighbours."""


def _too_late(state: State, hand: CardSet, own: Choice) -> list[Candidate]:
    """For each other call the first rule of lower priority that fits the hand and may be behind the call.

    Catch-alls and rules for every hand are excluded.
    """
    held, found = HandValues(hand), dict[Call, Candidate]()
    later = [] if own.candidate is None else state.candidates[state.candidates.index(own.candidate) + 1 :]
    for each in later:
        if each.call is own.call or each.call in found or not each.fits(held):
            continue
        if each.rule.entry.is_catch_all or folded(each.term) == Always(True):
            continue
        if any(each.is_like(rule) for rule in state.after(each.call).history[-1].rules):
            found[each.call] = each
    return list(found.values())
