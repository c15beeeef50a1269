"""One line of play to a squeeze: winners first for the attackers, idle cards first for the defenders."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.core import Play, Side
from overtrick.squeezes.oracle import Oracle
from overtrick.squeezes.recognition.moments import Blanks, Moment, one_of_each_run
from overtrick.squeezes.state import NOTRUMP, State, bits_of, suit_part

__all__ = ["Games", "line_to_squeeze", "matrix_trick"]

_HIGH, _TO_PARTNER, _OTHER = range(3)


class Games(NamedTuple):
    """The blanks that are thought of on the way to a squeeze."""

    attackers: Blanks
    """The attackers keep their tricks even against these."""
    reserve: Blanks
    """The defenders, both of them, play as if they had these."""
    victims: tuple[Blanks, ...] = ()
    """For each victim of two: with these in his hand the tricks are not there, and should not be later."""


def line_to_squeeze(oracle: Oracle, state: State, need: int, games: Games) -> Moment:
    """Play on until a defender has no idle card to throw.

    It must come to that if there are enough tricks in the attackers' game and not in the defenders'.
    """
    line = list[int]()
    while True:
        card = (_theirs if state.seat & 1 else _ours)(oracle, state, need, games)
        if card is None:
            return Moment(state, need, tuple(line))
        line.append(card)
        state, won = state.then(card).gathered()
        need -= won


def _ours(oracle: Oracle, state: State, need: int, games: Games) -> int | None:
    """The first card, in the attackers' order, that keeps the tricks."""

    def keeps(card: int) -> bool:
        later, won = state.then(card).gathered()
        return oracle.reaches(later, need - won, *games.attackers)

    return next(card for card in _in_order(state) if keeps(card))


def _theirs(oracle: Oracle, state: State, need: int, games: Games) -> int | None:
    """A best card, the blank still in reserve, or none when only the blank is best.

    If it can be, it costs nothing in bridge and saves no victim; of such cards it is the lowest.
    """
    least = oracle.value(state, *games.reserve)
    unwanted = [(Blanks(), need + 1), *((blanks, need) for blanks in games.victims)]
    faults = dict[int, int]()
    for card in _low_first(state):
        later, won = state.then(card).gathered()
        if not oracle.reaches(later, least + 1 - won, *games.reserve):
            faults[card] = sum(oracle.reaches(later, tricks - won, *blanks) for blanks, tricks in unwanted)
            if not faults[card]:
                return card
    return min(faults, key=faults.__getitem__, default=None)


def _low_first(state: State) -> list[int]:
    return sorted(one_of_each_run(state, state.legal), key=lambda card: (card % 13, card))


# Winners


def matrix_trick(play: Play) -> int:
    """The number of the first trick from which the attackers only cash winners, up to the squeeze card.

    It is that of the squeeze trick itself if they do not lead to it, or lead no winner.
    """
    number = len(play.tricks) + 1
    before = State.after(play.back(len(play.trick.cards)))
    if before.leader & 1 or not _can_cash(before, play.trick.cards[0].suit):
        return number
    while number > 1 and _is_cashed(play, number - 1):
        number -= 1
    return number


def _is_cashed(play: Play, number: int) -> bool:
    """Was a complete trick led by the attackers and won with a card that was high when it was led?"""
    trick = play.tricks[number - 1]
    before = State.after(play.back(len(play.cards) - 4 * (number - 1)))
    winner = trick.winner(play.strain)
    card = trick.cards[winner - trick.leader & 3]
    is_ours = trick.leader.side is winner.side is Side.NS
    return is_ours and card.suit is trick.cards[0].suit and _is_high(before, card.index)


def _in_order(state: State) -> list[int]:
    """The attackers' cards: winners that can be cashed, then low cards, one of touching ones."""
    if not state.trick:
        return sorted(bits_of(state.legal), key=lambda card: _place_of_lead(state, card))
    low_first = _low_first(state)
    if len(state.trick) == 2 and not _is_high(state, state.trick[0]):
        return sorted(low_first, key=lambda card: not _follows_high(state, card))
    return low_first


def _place_of_lead(state: State, card: int) -> tuple[int, ...]:
    """High cards, then low ones to partner's high card, of suits first in which the defenders have few."""
    suit = card // 13
    if not _can_cash(state, suit):
        return _OTHER, card % 13, suit
    left = suit_part(state.hands[1] | state.hands[3], suit).bit_count()
    return (_HIGH, left, suit, -card) if _is_high(state, card) else (_TO_PARTNER, left, suit, card)


def _follows_high(state: State, card: int) -> bool:
    return card // 13 == state.trick[0] // 13 and _is_high(state, card)


def _can_cash(state: State, suit: int) -> bool:
    """Have the attackers, on lead, the highest card of a suit, with no defender ready to ruff it?"""
    ours = suit_part(state.hands[0] | state.hands[2], suit)
    ruffs = state.strain not in (NOTRUMP, suit) and any(
        suit_part(hand, state.strain) and not suit_part(hand, suit) for hand in state.hands[1::2]
    )
    return not ruffs and ours > suit_part(state.hands[1] | state.hands[3], suit)


def _is_high(state: State, card: int) -> bool:
    """Has no defender a higher card of its suit, in hand or on the table?"""
    theirs = state.hands[1] | state.hands[3]
    for place, played in enumerate(state.trick):
        if state.leader + place & 1:
            theirs |= 1 << played
    return 1 << card % 13 > suit_part(theirs, card // 13)
