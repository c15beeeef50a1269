"""The story of a squeeze: the moment, what giving up each suit costs, and the squeezes that follow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from overtrick import _core
from overtrick.squeezes.kinds import Means
from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.recognition.moments import NO_BLANKS, Blanks, Moment, Search, reserve_for, value_after
from overtrick.squeezes.state import State, bits_of

__all__ = ["Story", "Way", "means_after", "stories"]

MOST_STORIES = 24
"""Of one defender; those found first are told."""


_BY_SQUEEZING = (Means.PARTNER, Means.AGAIN, Means.BOTH)


class Way(NamedTuple):
    """One suit given up: with which card, and how the attackers go on."""

    card: int
    means: Means
    then: Story | None = None
    """The next squeeze, where there has to be one."""

    @property
    def suit(self) -> int:
        """The suit given up."""
        return self.card // 13


class Story(NamedTuple):
    """A defender is squeezed; for each of his suits, what giving it up leads to."""

    moment: Moment
    ways: tuple[Way, ...]

    @property
    def victim(self) -> int:
        """Who is squeezed first."""
        return self.moment.victim

    @property
    def suits(self) -> frozenset[int]:
        """The suits he is squeezed in."""
        return frozenset(way.suit for way in self.ways)

    def chapters(self) -> Iterator[Story]:
        """This squeeze and all that may follow."""
        yield self
        for way in self.ways:
            if way.then is not None:
                yield from way.then.chapters()


def stories(oracle: Oracle, state: State, victim: int, blanks: Blanks = NO_BLANKS) -> list[Story]:
    """The ways to squeeze a defender that keep the attackers' tricks, with these blanks for the other one."""
    need = oracle.value(state, *blanks)
    return list(_told(oracle, state, need, victim, blanks, depth=3))


def _told(
    oracle: Oracle, state: State, need: int, victim: int, blanks: Blanks, depth: int
) -> Iterator[Story]:
    reserve = reserve_for(oracle, state, victim, blanks, need)
    moments = Search(oracle, victim, blanks, reserve).moments(state, need)
    for moment in islice(moments, MOST_STORIES):
        yield Story(moment, tuple(_ways(oracle, moment, blanks, depth)))


def _ways(oracle: Oracle, moment: Moment, blanks: Blanks, depth: int) -> Iterator[Way]:
    """For each suit the victim holds, the card of it that costs least."""
    state, victim = moment.state, moment.victim
    free = blanks.given(victim, ALWAYS)
    by_suit = dict[int, list[int]]()
    for card in bits_of(state.legal):
        by_suit.setdefault(card // 13, []).append(card)
    for cards in by_suit.values():
        card = min(cards, key=lambda card: (value_after(oracle, state.then(card), free), card))
        yield _way(oracle, moment, card, blanks, depth)


def _way(oracle: Oracle, moment: Moment, card: int, blanks: Blanks, depth: int) -> Way:
    given_up = moment.state.then(card)
    means = means_after(oracle, given_up, moment.need, moment.victim, blanks)
    if means not in _BY_SQUEEZING or not depth:
        return Way(card, means)
    other = moment.victim ^ 2
    next_victim = other if means is Means.PARTNER else moment.victim
    left = blanks if means is Means.BOTH else blanks.given(next_victim ^ 2, ALWAYS)
    state, won = given_up.gathered()
    found = _told(oracle, state, moment.need - won, next_victim, left, depth - 1)
    return Way(card, means, next(found, None))


_BY_CASHING = ((Means.WINNERS, False, False), (Means.RUFF, True, False), (Means.FINESSE, True, True))
"""With ruffs, with finesses?"""


def means_after(oracle: Oracle, given_up: State, need: int, victim: int, blanks: Blanks) -> Means:
    """The plainest means that is enough to take so many tricks once a suit has been given up."""
    state, won = given_up.gathered()
    left = need - won
    if oracle.value(state, ALWAYS, ALWAYS) >= left:
        for means, ruffs, finesses in _BY_CASHING:
            if left <= 0 or _core.cash_tricks(*state, ruffs, finesses) >= left:
                return means
        return Means.LOSER
    if oracle.value(state, *blanks.given(victim, ALWAYS)) >= left:
        return Means.PARTNER
    if oracle.value(state, *blanks.given(victim ^ 2, ALWAYS)) >= left:
        return Means.AGAIN
    return Means.BOTH
