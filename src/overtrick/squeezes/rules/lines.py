"""Declarer's lines: the orders in which he can cash his winners, and the few other steps he knows.

Declarer goes through the orders of cashing, with what he throws on his winners, and through a few more steps
that are read off the cards: a finesse, a ruff, and, when he has a trick to lose, a duck, an exit or a cover
(`steps`). A defender follows suit with one card, by rule (`defence`). Where no rule gives him a spare card,
or on lead the setting tricks, each suit he could give up or lead is followed up with one card of it: that is
what it means to be squeezed or endplayed. A line works if it wins in all of those. Nobody looks for a
defender's best card and no solver is asked: a line can be wrong where he had a better one than his rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from overtrick.squeezes.rules.defence import NOTHING, Trick, answers
from overtrick.squeezes.rules.steps import leads, plays
from overtrick.squeezes.state import NOTRUMP, SUIT, Hands

__all__ = ["Lines", "Trick", "lines", "winner_of", "without"]

Suits = tuple[int, ...]
_MOST_KNOWN = 1 << 16
"""Positions remembered by one kind of lines before it forgets them all."""


def winner_of(trick: Trick, leader: int, strain: int) -> int:
    """Who wins a trick of four cards."""
    best, who = trick[0], 0
    for place in (1, 2, 3):
        card = trick[place]
        if card != NOTHING and (card > best if card // 13 == best // 13 else card // 13 == strain):
            best, who = card, place
    return leader + who & 3


def without(hands: Hands, seat: int, card: int) -> Hands:
    """The hands after a card of one of them has gone."""
    if card == NOTHING:
        return hands
    left = list(hands)
    left[seat] &= ~(1 << card)
    return left[0], left[1], left[2], left[3]


def alike(hands: Hands, strain: int) -> Suits:
    """The same for all endings that differ in the names of suits and in cards that are gone."""
    north, east, south, west = hands
    suits = [
        _closed_up(north >> at & SUIT, east >> at & SUIT, south >> at & SUIT, west >> at & SUIT)
        for at in (0, 13, 26, 39)
    ]
    if strain == NOTRUMP:
        return tuple(sorted(suits))
    trumps = suits.pop(strain)
    return trumps, *sorted(suits)


@lru_cache(maxsize=1 << 17)
def _closed_up(north: int, east: int, south: int, west: int) -> int:
    """Who holds each card of a suit from the top, in two bits each."""
    owners = 1
    for rank in reversed(range((north | east | south | west).bit_length())):
        for seat, hand in enumerate((north, east, south, west)):
            if hand >> rank & 1:
                owners = owners << 2 | seat
    return owners


class Lines:
    """What declarer can reach in one strain, when some defenders never have to discard."""

    def __init__(self, strain: int, free: Iterable[int] = (), *, may_finesse: bool = True) -> None:
        self.strain = strain
        self.free = frozenset(free)
        self._may_finesse = may_finesse
        self._known: dict[tuple[Suits, int, int], bool] = {}

    def reaches(self, hands: Hands, leader: int, spare: int) -> bool:
        """Can declarer take the rest but so many tricks?"""
        if spare < 0:
            return False
        if hands[0].bit_count() <= spare:
            return True
        key = (alike(hands, self.strain), leader, spare)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self.goes_on(hands, leader, (), spare)
        return known

    def goes_on(self, hands: Hands, leader: int, trick: Trick, spare: int) -> bool:
        """The same in the middle of a trick; `hands` are without the cards on the table."""
        if len(trick) == 4:
            return self._gathered(hands, leader, trick, spare)
        seat = leader + len(trick) & 3
        is_declarer = not seat & 1
        for card in self.choices(hands, leader, trick, spare):
            if self.goes_on(without(hands, seat, card), leader, (*trick, card), spare) == is_declarer:
                return is_declarer
        return not is_declarer

    def choices(self, hands: Hands, leader: int, trick: Trick, spare: int) -> list[int]:
        """The cards worth playing next, for declarer or by the defenders' rules."""
        seat = leader + len(trick) & 3
        deck = hands[0] | hands[1] | hands[2] | hands[3]
        for card in trick:
            deck |= 1 << card if card != NOTHING else 0
        if seat & 1:
            return answers(hands, seat, trick, self.strain, spare, deck, seat in self.free)
        if not trick:
            return leads(hands, seat, self.strain, spare, deck)
        return plays(hands, seat, trick, self.strain, spare, deck)

    def _gathered(self, hands: Hands, leader: int, trick: Trick, spare: int) -> bool:
        winner = winner_of(trick, leader, self.strain)
        if winner & 1:
            return self.reaches(hands, winner, spare - 1)
        if not self._may_finesse and _is_finesse(hands, leader, trick):
            return False
        return self.reaches(hands, winner, spare)


@cache
def lines(strain: int, *free: int, may_finesse: bool = True) -> Lines:
    """The lines of a strain, shared by all endings: what was found for one serves the next."""
    return Lines(strain, free, may_finesse=may_finesse)


def _is_finesse(hands: Hands, leader: int, trick: Trick) -> bool:
    """Does a defender who played before declarer's last card still hold a higher one than won the trick?"""
    suit = trick[0] // 13
    best = max(card for card in trick if card // 13 == suit)
    return any(
        hands[seat] >> 13 * suit & SUIT and (hands[seat] & SUIT << 13 * suit).bit_length() - 1 > best
        for place in range(3)
        if (seat := leader + place & 3) & 1
    )
