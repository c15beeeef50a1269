"""Deals that fit an auction: exactly, or else as closely as possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.bidding.batch import Deals
from overtrick.bidding.meanings import Meaning, as_predicate, together
from overtrick.bidding.promises import ANYTHING
from overtrick.bidding.state import State
from overtrick.core import CardSet, Seat
from overtrick.deals import Constraint, Sample, Sampler
from overtrick.hands import Predicate
from overtrick.hands.terms import Always

__all__ = ["DealSample", "Source", "both", "deals_for", "wanted"]


def wanted(state: State, dealer: Seat = Seat.NORTH) -> dict[Seat, Constraint]:
    """The exact constraints of the auction on each hand; players without constraints are left out.

    >>> from overtrick.bidding import Agreements, load
    >>> from overtrick.core import Auction
    >>> state = Agreements(load("natural")).state(Auction.parse("1NT"))
    >>> [str(seat) for seat in wanted(state)]
    ['N']
    """
    found = {dealer.next(player): _wanted(state, player) for player in range(min(4, len(state.history)))}
    return {seat: each for seat, each in found.items() if each is not None}


def _wanted(state: State, player: int) -> Constraint | None:
    """The constraint of a player's calls, from the last call that contradicts the earlier ones on."""
    if player in state.silent:
        return None
    last = range(player, len(state.history), 4)[-1]
    terms = [Meaning(state, place).condition.term for place in state.counting(last)]
    told = [term for term in terms if term != Always(True)]
    if not told:
        return None
    return Constraint(Predicate(together(told)), within=as_predicate(state.promises[player]))


def both(one: Mapping[Seat, Constraint], other: Mapping[Seat, Constraint]) -> dict[Seat, Constraint]:
    """Two sets of constraints combined, such as those of an auction and additional ones."""
    return {
        seat: _merged(one.get(seat, Constraint()), other.get(seat, Constraint()))
        for seat in Seat
        if seat in one or seat in other
    }


def _merged(one: Constraint, other: Constraint) -> Constraint:
    return Constraint(
        _and(one.meaning, other.meaning),
        _and(one.within, other.within),
        one.held | other.held,
        one.lacks | other.lacks,
    )


def _and(one: Predicate | None, other: Predicate | None) -> Predicate | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


_MOST_TRIES = 400_000
"""Attempts before the constraints are relaxed: about a second."""
_FEWEST = 0.4
"""The constraints are relaxed if less than this share of the requested deals is found."""


class Source(Enum):
    """The constraints that the deals of a simulation meet."""

    EXACT = "the exact meaning of every call"
    PROMISES = "the ranges that the calls promise"
    HAND = "the player's own hand alone"


@final
@dataclass(frozen=True, eq=False)
class DealSample:
    """Deals that fit an auction and a hand, and how they were found."""

    deals: Deals
    source: Source
    odd: int
    """The number of calls that no hand makes by the system; they mean what their first rules state."""
    remarks: tuple[str, ...] = ()


def deals_for(state: State, hand: CardSet, dealer: Seat, n: int, seed: int) -> DealSample:
    """Deals in which the player to call has this hand, and the others have hands that fit their calls.

    The player's own calls put no constraint on the hand, so that earlier calls may deviate from the
    system.
    """
    me, odd = dealer.next(len(state.history)), sum(said.is_odd for said in state.history)
    own, remarks = {me: Constraint(held=hand)}, list[str]()
    others = {Source.EXACT: wanted(state, dealer), Source.PROMISES: _promised(state, dealer)}
    for source, asked in others.items():
        found, why = _drawn({**asked, **own}, n, seed)
        if found is not None:
            return DealSample(found.deals, source, odd, (*remarks, *found.remarks))
        remarks.append(f"no use of {source.value}: {why}")
    return DealSample(Sampler(own).draw(n, seed).deals, Source.HAND, odd, tuple(remarks))


def _promised(state: State, dealer: Seat) -> dict[Seat, Constraint]:
    return {
        dealer.next(player): Constraint(as_predicate(promise))
        for player, promise in enumerate(state.promises)
        if promise is not ANYTHING
    }


def _drawn(asked: Mapping[Seat, Constraint], n: int, seed: int) -> tuple[Sample | None, str]:
    """Deals that meet constraints, or why there are none or too few."""
    sampler = Sampler(asked)
    if sampler.impossible:
        names = " and ".join(seat.word for seat in sampler.impossible)
        return None, f"{names} can have no such hand"
    sample = sampler.draw(n, seed, most_tries=_MOST_TRIES, soften=False)
    if len(sample) < _FEWEST * n:
        fit = "fit" if len(sample) > 1 else "fits"
        return None, f"{len(sample) or 'none'} of {sample.tried:,} deals {fit}"
    return sample, ""
