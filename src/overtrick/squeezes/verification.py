"""Searches that check statements about squeezes: double dummy with free discards, and by winners alone.

What winners alone take is a plain search. No defender ever has to discard: who cannot follow suit may keep
his cards. A trick that North or South lead must be won by a card that no defender can beat in its suit, if
allowed by a ruff, or, if finesses are allowed, by any card; otherwise nothing more is won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import final

from overtrick.core import CardSet, Play, Seat, Side
from overtrick.core.bits import NOTHING, NOTRUMP, SUIT_BITS, indices, winning_place
from overtrick.core.rotation import rotated
from overtrick.dd import ALWAYS, Solver
from overtrick.dd.position import Position

__all__ = ["Allowed", "can_cash", "free", "reaches", "total"]

Free = Mapping[Seat, int]
"""How many free discards a defender has; a defender not named has none."""
Hands = tuple[int, ...]
"""North, East, South, West, in bits."""
Trick = tuple[int, ...]
"""The cards to a trick so far; `NOTHING` where a defender kept his cards."""
_MEGABYTES, _MEGABYTES_FOR_A_DEAL = 2, 16
_NO_CARDS = CardSet()


# Double dummy


def total(play: Play, attackers: Side, discards: Free) -> int:
    """All the tricks of the attackers, those won before included, when everybody plays his best from here."""
    won = play.tricks_won(attackers)
    if play.is_over:
        return won
    solver = _solver(*_each(attackers, discards), _MEGABYTES)
    return won + solver.tricks_ns(Position.after(rotated(play, attackers)))


def reaches(play: Play, attackers: Side, tricks: int, discards: Free) -> bool:
    """Do the attackers take so many tricks of a whole deal?"""
    left = tricks - play.tricks_won(attackers)
    solver = _solver(*_each(attackers, discards), _MEGABYTES_FOR_A_DEAL)
    return solver.at_least(rotated(play, attackers), left, Side.NS).is_reached


def free(*seats: Seat) -> Free:
    """Free discards, as many as they like, for some defenders."""
    return dict.fromkeys(seats, ALWAYS)


def _each(attackers: Side, discards: Free) -> tuple[int, int]:
    """The free discards of East and West once the attackers sit North and South."""
    east, west = (discards.get(seat, 0) for seat in attackers.opponents.seats)
    return east, west


@cache
def _solver(east: int, west: int, megabytes: int) -> Solver:
    return Solver(megabytes=megabytes, free_discards={Seat.EAST: east, Seat.WEST: west})


# By winners alone


@final
@dataclass(frozen=True)
class Allowed:
    """How a trick may be won, beside with winners."""

    ruffs: bool = False
    finesses: bool = False


def can_cash(play: Play, attackers: Side, tricks: int, allowed: Allowed, barred: CardSet = _NO_CARDS) -> bool:
    """Do the attackers take so many tricks of the ending, those won before included?

    No trick may be won with a card that is barred.
    """
    left = tricks - play.tricks_won(attackers)
    if left <= 0 or total(play, attackers, free(*attackers.opponents.seats)) < tricks:
        return left <= 0  # what the best play cannot reach without forcing discards, winners cannot
    turned = rotated(play, attackers)
    before = list(turned.bits)
    for seat, card in turned.trick:
        before[seat] |= card.bit
    trick = tuple(card.index for card in turned.trick.cards)
    game = _Cashing(turned.strain, allowed, barred.bits)
    return game.goes_on(turned.bits, turned.on_lead, trick, tuple(before), left)


class _Cashing:
    """The game, one question after another."""

    def __init__(self, strain: int, allowed: Allowed, barred: int) -> None:
        self._strain = strain
        self._ruffs = allowed.ruffs and strain != NOTRUMP
        self._finesses = allowed.finesses
        self._barred = barred
        self._known = dict[tuple[Hands, int, int], bool]()

    def reaches(self, hands: Hands, leader: int, target: int) -> bool:
        """Do North and South take so many tricks, before a lead?"""
        if target <= 0 or target > hands[0].bit_count():
            return target <= 0
        key = hands, leader, target
        if key not in self._known:
            self._known[key] = self.goes_on(hands, leader, (), hands, target)
        return self._known[key]

    def goes_on(self, hands: Hands, leader: int, trick: Trick, before: Hands, target: int) -> bool:
        """The same in the middle of a trick; `before` are the hands at its beginning."""
        if len(trick) == 4:
            return self._ended(hands, leader, trick, before, target)
        seat = leader + len(trick) & 3
        results = (
            self.goes_on(_without(hands, seat, card), leader, (*trick, card), before, target)
            for card in self._choices(hands, seat, trick)
        )
        return all(results) if seat & 1 else any(results)

    def _choices(self, hands: Hands, seat: int, trick: Trick) -> Iterator[int]:
        """What may be played, of equal cards only one; a lead that cannot be allowed to win is left out."""
        following = hands[seat] & SUIT_BITS[trick[0] // 13] if trick else hands[seat]
        if not following and seat & 1:
            yield NOTHING
        following = following or hands[seat]
        is_lead = not trick and not seat & 1
        for card in reversed(list(indices(following))):
            is_hopeless = is_lead and self._cannot_win(hands, card // 13)
            if not is_hopeless and not self._has_equal_above(card, following):
                yield card

    def _cannot_win(self, hands: Hands, suit: int) -> bool:
        """Have the defenders the highest card of a suit, where only winners count?"""
        held = SUIT_BITS[suit]
        only_winners = not (self._finesses or self._ruffs)
        return only_winners and (hands[1] | hands[3]) & held > (hands[0] | hands[2]) & held

    def _has_equal_above(self, card: int, held: int) -> bool:
        """Is the next higher card of the suit in the same hand, and as good?"""
        is_barred, is_barred_above = (bool(self._barred >> each & 1) for each in (card, card + 1))
        return card % 13 < 12 and bool(held >> card + 1 & 1) and is_barred is is_barred_above

    def _ended(self, hands: Hands, leader: int, trick: Trick, before: Hands, target: int) -> bool:
        place = winning_place(trick, self._strain)
        winner = leader + place & 3
        if winner & 1:
            return bool(leader & 1) and self.reaches(hands, winner, target)
        is_allowed = leader & 1 or self._may_win(trick[0], trick[place], before)
        is_barred = self._barred >> trick[place] & 1
        return bool(is_allowed) and not is_barred and self.reaches(hands, winner, target - 1)

    def _may_win(self, led: int, card: int, before: Hands) -> bool:
        if self._finesses or card // 13 != led // 13:
            return self._finesses or self._ruffs
        return (before[1] | before[3]) & SUIT_BITS[led // 13] < 1 << card


def _without(hands: Hands, seat: int, card: int) -> Hands:
    if card == NOTHING:
        return hands
    return *hands[:seat], hands[seat] & ~(1 << card), *hands[seat + 1 :]
