"""Deals that fit an auction: what the calls have shown, as what the sampler of deals asks for."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.bidding.bidder import Agreements
from overtrick.bidding.meanings import Meaning, as_predicate
from overtrick.bidding.state import State
from overtrick.core import Auction, Seat, Vul
from overtrick.deals import Sample, Wanted, sample
from overtrick.hands import Predicate
from overtrick.hands.terms import All, Always

__all__ = ["both", "sample_auction", "wanted"]


def wanted(state: State, dealer: Seat = Seat.NORTH) -> dict[Seat, Wanted]:
    """What the auction says of each hand, exactly; players of whom it says nothing are left out.

    >>> from overtrick.bidding import Agreements, load
    >>> state = Agreements(load("natural")).state(Auction.parse("1NT"))
    >>> [str(seat) for seat in wanted(state)]
    ['N']
    """
    found = {dealer.next(player): _wanted(state, player) for player in range(min(4, len(state.said)))}
    return {seat: each for seat, each in found.items() if each is not None}


def _wanted(state: State, player: int) -> Wanted | None:
    """A player's calls together; where one contradicts those before it, only from there on."""
    if player in state.silent:
        return None
    places = list(range(player, len(state.said), 4))
    alone = [place for place in places if state.said[place].is_alone]
    terms = [Meaning(state, place).condition.term for place in places if not alone or place >= alone[-1]]
    told = tuple(term for term in terms if term != Always(True))
    if not told:
        return None
    meaning = Predicate(All(told) if len(told) > 1 else told[0])
    return Wanted(meaning, within=as_predicate(state.promises[player]))


def both(one: Mapping[Seat, Wanted], other: Mapping[Seat, Wanted]) -> dict[Seat, Wanted]:
    """What is known of the hands from two sides, such as an auction and conditions beside it."""
    return {
        seat: _together(one.get(seat, Wanted()), other.get(seat, Wanted()))
        for seat in Seat
        if seat in one or seat in other
    }


def _together(one: Wanted, other: Wanted) -> Wanted:
    return Wanted(
        _and(one.meaning, other.meaning),
        _and(one.within, other.within),
        one.held | other.held,
        one.lacks | other.lacks,
    )


def _and(one: Predicate | None, other: Predicate | None) -> Predicate | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def sample_auction(
    agreements: Agreements,
    auction: Auction,
    n: int,
    seed: int,
    vul: Vul = Vul.NONE,
    also: Mapping[Seat, Wanted] | None = None,
    threads: int = 1,
) -> Sample:
    """Deals in which the players make just these calls, as far as the auction goes; `also` asks for more."""
    return sample(both(wanted(agreements.state(auction, vul), auction.dealer), also or {}), n, seed, threads)
