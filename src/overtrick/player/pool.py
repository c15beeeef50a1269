"""Deals before they are weighed: all that agree with the cards and the calls, or so many drawn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.bidding.dealing import both
from overtrick.core import Seat
from overtrick.deals import Sample, Sampler, Wanted
from overtrick.deals.numbers import Packed
from overtrick.deals.softening import steps_away
from overtrick.player.divisions import Divisions
from overtrick.player.knowledge import Knowledge
from overtrick.player.told import Told

__all__ = ["Pool", "pool_of"]

_MOST_TRIES = 400_000
"""Deals begun before something less is asked for: about a second."""
_FEWEST = 0.4
"""With a smaller share of the deals asked for, something less is asked for."""


@final
@dataclass(frozen=True, eq=False)
class Pool:
    """Deals as likely as their weights say, before anything is made of the cards that were chosen."""

    deals: Packed
    weights: npt.NDArray[np.float64]
    is_all: bool
    """Are these all the deals there can be, each once?"""
    remarks: tuple[str, ...] = ()


def pool_of(knowledge: Knowledge, told: Told, n: int, seed: int) -> Pool:
    """All deals that agree with what is known if there are no more than `n`, or `n` drawn from them."""
    divisions = Divisions(knowledge)
    if len(knowledge.free) <= _FEW and divisions.count <= n:
        return _listed(divisions.every(), told)
    if not knowledge.is_whole:
        return Pool(divisions.draw(n, Random(seed)), np.ones(n), is_all=False)
    found, remarks = _drawn(knowledge.wanted, told, n, seed)
    return Pool(found.deals, found.weights, is_all=False, remarks=(*remarks, *found.remarks))


_FEW = 24
"""With more cards to divide there are more divisions than anybody asks for, and they are not counted."""


# All of them


def _listed(deals: Packed, told: Told) -> Pool:
    """Of all divisions those that go with the calls; if none does, the nearer ones weigh more."""
    for asked in (told.exact, told.promised):
        fits = _fits(deals, asked)
        if fits.any():
            remarks = () if asked is told.exact else ("no deal goes with the exact meaning of every call",)
            return Pool(deals[fits], np.ones(int(fits.sum())), is_all=True, remarks=remarks)
    steps = np.zeros(len(deals), np.int64)
    for seat, wanted in told.promised.items():
        if wanted.meaning is not None:
            steps += steps_away(wanted.meaning, deals[:, seat])
    why = "no deal goes with what the calls promise: each counts half for every point or card it is away"
    return Pool(deals, np.exp2(steps.min() - steps.astype(np.float64)), is_all=True, remarks=(why,))


def _fits(deals: Packed, asked: Mapping[Seat, Wanted]) -> npt.NDArray[np.bool_]:
    fits = np.ones(len(deals), np.bool_)
    for seat, wanted in asked.items():
        for condition in (wanted.meaning, wanted.within):
            if condition is not None:
                fits &= condition.packed(np.ascontiguousarray(deals[:, seat]))
    return fits


# Some of them


def _drawn(cards: Mapping[Seat, Wanted], told: Told, n: int, seed: int) -> tuple[Sample, list[str]]:
    """Deals that fit the calls, or else something less; the remarks say what was not met."""
    remarks = list[str]()
    for asked, name in _levels(cards, told):
        sampler = Sampler(asked)
        found = sampler.draw(n, seed, most_tries=_MOST_TRIES, soften=False)
        if len(found) >= _FEWEST * n:
            return found, remarks
        remarks.append(f"no use of {name}: {_why(sampler, found)}")
    return Sampler(both(cards, told.promised)).draw(n, seed, most_tries=_MOST_TRIES), remarks


def _why(sampler: Sampler, found: Sample) -> str:
    """Why there are too few deals."""
    if sampler.impossible:
        return f"{' and '.join(seat.word for seat in sampler.impossible)} can have no such hand"
    if not found.tried:
        return "the lengths do not go into one deal"
    return f"only {len(found) or 'none'} of {found.tried:,} deals would do".replace("only none", "none")


def _levels(cards: Mapping[Seat, Wanted], told: Told) -> Iterator[tuple[dict[Seat, Wanted], str]]:
    """What is asked for, from the most to the least."""
    exact = both(cards, told.exact)
    yield exact, "the exact meaning of every call"
    odd = Sampler(exact).impossible
    if odd and any(seat not in odd for seat in told.exact):
        less = {seat: told.promised.get(seat, Wanted()) for seat in odd}
        yield both(cards, {**told.exact, **less}), "the exact meaning of the other calls"
    yield both(cards, told.promised), "what the calls promise"
