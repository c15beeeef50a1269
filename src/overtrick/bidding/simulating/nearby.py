"""The calls that come near: what the system does with a hand, and with hands one small change away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

import numpy as np

from overtrick.bidding.batch import calls_of
from overtrick.bidding.folding import folded
from overtrick.bidding.judging import Held13
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
    """A call to think about, with the rule behind it and how near the hand comes to it."""

    call: Call
    candidate: Candidate | None = field(compare=False)
    """The rule that makes it with this hand or with the neighbour; None where no rule fits, and it passes.
    A state makes its own: those of two states are never equal."""
    nearness: float
    """The share of the neighbours that make the call; none of them need to, where a rule that comes too late
    fits the hand."""
    change: Change | None
    """The first change with which the system makes it; None where the hand itself fits the rule, be it the
    system's own call or a rule that comes too late, whatever the neighbours do."""
    fits: bool
    """Does the hand itself meet the condition of the rule?"""

    @property
    def rule(self) -> str:
        """The rule in a few words."""
        return "no rule" if self.candidate is None else str(self.candidate.rule)

    def __repr__(self) -> str:
        return f"<Option {self.call}: {self.rule}, {self.nearness:.0%}>"


def neighbours(hand: CardSet) -> list[Change]:
    """Every small change of a hand, in a fixed order: honours down, honours up, a small card to another suit.

    >>> changes = neighbours(CardSet.parse("AQ4.KT98.KJ2.Q43"))
    >>> len(changes), [str(each) for each in changes[:3]]
    (26, ['SA -> SK', 'SQ -> SJ', 'HK -> HQ'])
    """
    suits = tuple(reversed(Suit))
    down = [change for suit in suits for change in _steps(hand, suit, -1)]
    up = [change for suit in suits for change in _steps(hand, suit, 1)]
    moved = [
        Change(out, into)
        for one in suits
        for other in suits
        if one is not other
        and (out := _smallest(hand, one, is_held=True)) is not None
        and (into := _smallest(hand, other, is_held=False)) is not None
    ]
    return down + up + moved


def _steps(hand: CardSet, suit: Suit, step: int) -> Iterator[Change]:
    """Each honour of a suit one step lower; or what becomes an honour, or a higher one, by one step."""
    small = _smallest(hand, suit, is_held=step > 0)
    for rank in reversed(_HONOURS):
        low = small if rank is Rank.JACK else Card(suit, Rank(rank - 1))
        high = Card(suit, rank)
        out, into = (high, low) if step < 0 else (low, high)
        if out is not None and into is not None and out in hand and into not in hand:
            yield Change(out, into)


def _smallest(hand: CardSet, suit: Suit, is_held: bool) -> Card | None:
    """The lowest card up to the ten that is held, or that is not."""
    small = (Card(suit, rank) for rank in Rank if rank < Rank.JACK)
    return next((card for card in small if (card in hand) is is_held), None)


def options(state: State, hand: CardSet, most: int) -> list[Option]:
    """The system's own call, then the calls of the nearest hands, so many together at most.

    A pass is none where the auction forces, unless the system itself passes.
    """
    changes = neighbours(hand)
    changed = [hand.bits ^ 1 << each.out.index ^ 1 << each.into.index for each in changes]
    places = calls_of(state, np.array([hand.bits, *changed], np.uint64)).tolist()
    found = _by_call(state, places[1:], changes)
    own = _candidate(state, places[0])
    call = Call.PASS if own is None else own.call
    share = found.pop(call).nearness if call in found else 0.0
    for each in _too_late(state, hand, places[0], call):
        near = found.get(each.call)
        found[each.call] = Option(each.call, each, near.nearness if near else 0.0, None, True)
    if state.is_forced:
        found.pop(Call.PASS, None)
    others = sorted(found.values(), key=lambda each: (-_rank(each), each.call.index))
    return [Option(call, own, share, None, True), *others[: most - 1]]


_TOO_LATE = 0.25
"""A rule that fits the hand, but comes after another, counts as so many of the neighbours."""


def _rank(option: Option) -> float:
    return option.nearness + _TOO_LATE * option.fits


def _by_call(state: State, places: list[int], changes: list[Change]) -> dict[Call, Option]:
    """The calls of the neighbours, each with its share of them and the first change that makes it."""
    counts, first = dict[Call, int](), dict[Call, tuple[int, Change]]()
    for place, change in zip(places, changes, strict=True):
        candidate = _candidate(state, place)
        call = Call.PASS if candidate is None else candidate.call
        counts[call] = counts.get(call, 0) + 1
        first.setdefault(call, (place, change))
    return {
        call: Option(call, _candidate(state, place), counts[call] / len(places), change, False)
        for call, (place, change) in first.items()
    }


def _candidate(state: State, place: int) -> Candidate | None:
    return state.candidates[place] if place >= 0 else None


def _too_late(state: State, hand: CardSet, place: int, own: Call) -> list[Candidate]:
    """The first rule for each other call that fits the hand and that the call may be made by.

    What is left for every other hand says nothing of this one.
    """
    held, found = Held13(hand), dict[Call, Candidate]()
    for each in state.candidates[place + 1 :] if place >= 0 else []:
        if each.call is own or each.call in found or not each.fits(held):
            continue
        if each.rule.entry.is_catch_all or folded(each.term) == Always(True):
            continue
        if any(_same(each, rule) for rule in state.after(each.call).said[-1].rules):
            found[each.call] = each
    return list(found.values())


def _same(one: Candidate, other: Candidate) -> bool:
    """Are they one rule with the same letters? What a call means may be remembered from another table."""
    return one.rule is other.rule and one.names == other.names
