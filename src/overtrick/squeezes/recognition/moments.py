"""Squeeze moments: a defender must throw a card, and each of his cards is busy.

Give the defender one blank card in reserve. A card is idle if he can throw it and still hold his own,
blank in reserve; busy if not. Where all are busy and only the blank would save him, he is squeezed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.state import State, bits_of

__all__ = [
    "NO_BLANKS",
    "Blanks",
    "Moment",
    "Search",
    "busy_and_idle",
    "one_of_each_run",
    "reserve_for",
    "value_after",
]

MOST_NODES = 3000
"""So many positions are looked at for the squeezes of one defender; an ending of five cards has dozens."""


class Blanks(NamedTuple):
    """How many blank cards each defender has in reserve."""

    east: int = 0
    west: int = 0

    def given(self, defender: int, times: int) -> Blanks:
        """The same, but this defender has so many."""
        return Blanks(times, self.west) if defender == 1 else Blanks(self.east, times)


NO_BLANKS = Blanks()
"""Bridge as it is played."""


class Moment(NamedTuple):
    """A defender's turn to discard when all his cards are busy."""

    state: State
    need: int
    """What the attackers take from here on, the trick in progress included."""
    line: tuple[int, ...]
    """The cards from the beginning of the ending to here."""

    @property
    def victim(self) -> int:
        """Whose turn it is."""
        return self.state.seat


def value_after(oracle: Oracle, state: State, blanks: Blanks) -> int:
    """The value of a position in which a trick may just have been completed, that trick included."""
    later, won = state.gathered()
    return won + oracle.value(later, *blanks)


def one_of_each_run(state: State, cards: int) -> Iterator[int]:
    """Of touching cards in the hand to play only the lowest, those on the table counted as held by nobody."""
    own = state.hands[state.seat]
    others = sum(state.hands) ^ own
    for card in state.trick:
        others |= 1 << card
    last = None
    for card in bits_of(cards):
        between = 0 if last is None else others & ((1 << card) - (2 << last))
        if last is None or last // 13 != card // 13 or between:
            yield card
        last = card


def busy_and_idle(
    oracle: Oracle, state: State, blanks: Blanks = NO_BLANKS, reserve: int = 1
) -> tuple[int, int]:
    """The busy and the idle cards, in bits, of the defender who is to discard."""
    game = blanks.given(state.seat, reserve)
    holds_his_own = oracle.value(state, *game)
    idle = sum(
        1 << card
        for card in bits_of(state.legal)
        if value_after(oracle, state.then(card), game) == holds_his_own
    )
    return state.legal & ~idle, idle


class Search:
    """Every way of playing that keeps the attackers' tricks, up to the moment a certain defender is squeezed.

    The attackers try each card that keeps their tricks. Both defenders play as if the victim had blanks in
    reserve: so he throws idle cards as long as he has any.
    """

    def __init__(self, oracle: Oracle, victim: int, blanks: Blanks, reserve: int = 1) -> None:
        self.oracle = oracle
        self.victim = victim
        self.game = blanks
        self.reserve = blanks.given(victim, reserve)
        self._seen = set[State]()

    def moments(self, state: State, need: int, line: tuple[int, ...] = ()) -> Iterator[Moment]:
        """The squeeze moments of the victim that the attackers can bring about."""
        state, won = state.gathered()
        need -= won
        if need <= 0 or state in self._seen or len(self._seen) > MOST_NODES:
            return
        self._seen.add(state)
        if self.oracle.value(state, *self.reserve) >= need:
            return  # he is out of danger: nothing is left that a blank would save
        if not state.seat & 1:
            replies = self._attackers_cards(state, need)
        else:
            replies = self._defenders_card(state)
            if not replies:
                yield Moment(state, need, line)
        for card in replies:
            yield from self.moments(state.then(card), need, (*line, card))

    def _attackers_cards(self, state: State, need: int) -> list[int]:
        return [
            card
            for card in one_of_each_run(state, state.legal)
            if value_after(self.oracle, state.then(card), self.game) >= need
        ]

    def _defenders_card(self, state: State) -> list[int]:
        """A best card, the victim's blank still in reserve; none when only throwing the blank is best."""
        least = self.oracle.value(state, *self.reserve)
        for card in one_of_each_run(state, state.legal):
            if value_after(self.oracle, state.then(card), self.reserve) <= least:
                return [card]
        is_squeezed = state.seat == self.victim and state.is_discard
        return [] if is_squeezed else [self._least_bad(state)]

    def _least_bad(self, state: State) -> int:
        """For a defender with blanks of his own, who would rather throw one."""
        cards = one_of_each_run(state, state.legal)
        return min(cards, key=lambda card: value_after(self.oracle, state.then(card), self.reserve))


def reserve_for(oracle: Oracle, state: State, victim: int, blanks: Blanks, need: int) -> int:
    """One blank, if it would save the victim; else as many as he likes."""
    return 1 if oracle.value(state, *blanks.given(victim, 1)) < need else ALWAYS
