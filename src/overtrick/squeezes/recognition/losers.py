"""Tricks that the attackers lose on purpose: to whom, and whether only to reach winners that were cut off."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.recognition.moments import Blanks, one_of_each_run, value_after
from overtrick.squeezes.state import State, suit_part

__all__ = ["LostTrick", "is_stranded", "lost_trick"]

_FREE = Blanks(ALWAYS, ALWAYS)


class LostTrick(NamedTuple):
    """The first trick that the attackers lose when all play their best."""

    suit: int
    winner: int
    is_open_to_both: bool
    """Could either defender have won it?"""
    after: State
    """The position once it is lost."""
    need: int
    """The tricks the attackers still need then."""

    @property
    def is_paid(self) -> bool:
        """Have the attackers enough winners once it is lost, wherever those are?"""
        return is_stranded(self.after, self.need)


def lost_trick(oracle: Oracle, state: State, need: int) -> LostTrick | None:
    """The trick the attackers give up to take the others; None if they give up none."""
    before = state
    while state.tricks_left or state.trick:
        if len(state.trick) == 4:
            if state.winner & 1:
                is_open_to_both = _is_open_to_both(before, state)
                return LostTrick(
                    state.trick[0] // 13, state.winner, is_open_to_both, state.gathered()[0], need
                )
            state, won = state.gathered()
            before, need = state, need - won
        else:
            state = state.then(_best(oracle, state))
    return None


def _is_open_to_both(before: State, after: State) -> bool:
    """Had both defenders a card of the suit led that beats what the attackers played?"""
    suit = after.trick[0] // 13
    played = [after.trick[seat - after.leader & 3] for seat in (0, 2)]
    best = max((card % 13 for card in played if card // 13 == suit), default=-1)
    on_table = {after.leader + turn & 3: card for turn, card in enumerate(after.trick)}
    return all(suit_part(before.hands[seat] | 1 << on_table[seat], suit) >> best + 1 for seat in (1, 3))


def _best(oracle: Oracle, state: State) -> int:
    sign = 1 if state.seat & 1 else -1
    cards = one_of_each_run(state, state.legal)
    return min(cards, key=lambda card: sign * value_after(oracle, state.then(card), _FREE))


def is_stranded(state: State, need: int) -> bool:
    """Would the attackers have their tricks by winners alone if they could always reach either hand?"""
    won = 1 if state.trick and not state.winner & 1 else 0
    return won + sum(_winners(state, suit) for suit in range(4)) >= need


def _winners(state: State, suit: int) -> int:
    """The tricks in a suit by top cards and length, with entries at will."""
    north, east, south, west = (suit_part(hand, suit) for hand in state.hands)
    for card in state.trick:
        if card // 13 == suit:
            return 0
    best = max(east, west).bit_length()
    tops = (north >> best).bit_count() + (south >> best).bit_count()
    longest = max(north.bit_count(), south.bit_count())
    is_cleared = tops >= max(east.bit_count(), west.bit_count())
    return longest if is_cleared else min(tops, longest)
