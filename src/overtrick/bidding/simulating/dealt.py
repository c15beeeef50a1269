"""Deals for a decision: those that fit the auction exactly, or else as nearly as can be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.bidding.batch import Deals
from overtrick.bidding.dealing import wanted
from overtrick.bidding.meanings import as_predicate
from overtrick.bidding.promises import ANYTHING
from overtrick.bidding.state import State
from overtrick.core import CardSet, Seat
from overtrick.deals import Sample, Sampler, Wanted

__all__ = ["Dealt", "Source", "deals_for"]

_MOST_TRIES = 400_000
"""Deals begun before something less is asked for: about a second."""
_FEWEST = 0.4
"""With a smaller share of the deals asked for, something less is asked for."""


class Source(Enum):
    """What the deals of a simulation agree with."""

    EXACT = "the exact meaning of every call"
    PROMISES = "the ranges that the calls promise"
    HAND = "the player's own hand alone"


@final
@dataclass(frozen=True, eq=False)
class Dealt:
    """Deals that go with an auction and a hand, and how they were had."""

    deals: Deals
    source: Source
    odd: int
    """Calls of the auction that no rule makes: they are read for what they say."""
    remarks: tuple[str, ...] = ()


def deals_for(state: State, hand: CardSet, dealer: Seat, n: int, seed: int) -> Dealt:
    """Deals in which the player to call has this hand, and the others what their calls say.

    The player's own calls are not asked about: the hand is what it is, even after a call that was a
    deviation from the system.
    """
    me, odd = dealer.next(len(state.said)), sum(said.is_odd for said in state.said)
    own, remarks = {me: Wanted(held=hand)}, list[str]()
    for source, asked in (
        (Source.EXACT, {**wanted(state, dealer), **own}),
        (Source.PROMISES, {**_promised(state, dealer), **own}),
    ):
        found, why = _drawn(asked, n, seed)
        if found is not None:
            return Dealt(found.deals, source, odd, (*remarks, *found.remarks))
        remarks.append(f"no use of {source.value}: {why}")
    return Dealt(Sampler(own).draw(n, seed).deals, Source.HAND, odd, tuple(remarks))


def _promised(state: State, dealer: Seat) -> dict[Seat, Wanted]:
    return {
        dealer.next(player): Wanted(as_predicate(promise))
        for player, promise in enumerate(state.promises)
        if promise is not ANYTHING
    }


def _drawn(asked: Mapping[Seat, Wanted], n: int, seed: int) -> tuple[Sample | None, str]:
    """Deals that fit, or why there are none or too few."""
    sampler = Sampler(asked)
    if sampler.impossible:
        names = " and ".join(seat.word for seat in sampler.impossible)
        return None, f"{names} can have no such hand"
    sample = sampler.draw(n, seed, most_tries=_MOST_TRIES, soften=False)
    if len(sample) < _FEWEST * n:
        fit = "fit" if len(sample) > 1 else "fits"
        return None, f"{len(sample) or 'none'} of {sample.tried:,} deals {fit}"
    return sample, ""
