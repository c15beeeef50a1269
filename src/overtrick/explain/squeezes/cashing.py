"""A plain search of what winners alone take, to check what is said of them.

No defender ever has to discard: who cannot follow suit may keep his cards. A trick that North or
South lead must be won by a card that no defender can beat in its suit, if allowed by a ruff, or, if
finesses are allowed, by any card; otherwise nothing more is won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, Play, Rank, Seat, Side, Strain, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.explain.squeezes.game import facing_north_south, free, total

__all__ = ["Allowed", "can_cash", "from_down"]

Hands = tuple[int, ...]
"""North, East, South, West, in bits."""
Trick = tuple[Card | None, ...]
"""The cards to a trick so far; None where a defender kept his cards."""


@final
@dataclass(frozen=True)
class Allowed:
    """How a trick may be won, beside with winners."""

    ruffs: bool = False
    finesses: bool = False


_NONE = CardSet()


def can_cash(play: Play, attackers: Side, tricks: int, allowed: Allowed, barred: CardSet = _NONE) -> bool:
    """Do the attackers take so many tricks of the ending, those won before included?

    No trick may be won with a card that is barred.
    """
    turned = facing_north_south(play, attackers)
    game = _Cashing(turned.strain, allowed, barred)
    left = tricks - play.tricks_won(attackers)
    if left <= 0 or total(play, attackers, free(*attackers.opponents.seats)) < tricks:
        return left <= 0  # what the best play cannot reach without forcing discards, winners cannot
    before = list(turned.bits)
    for seat, card in turned.trick:
        before[seat] |= card.bit
    return game.goes_on(turned.bits, turned.on_lead, turned.trick.cards, tuple(before), left)


def from_down(play: Play, attackers: Side, card: Card) -> CardSet:
    """A card and the attackers' lower cards of its suit."""
    own = CardSet().union(*(play.hand(seat) for seat in attackers.seats)).in_suit(card.suit)
    return CardSet.of(each for each in own if not each > card)


@final
class _Cashing:
    """The game, one question after another."""

    def __init__(self, strain: Strain, allowed: Allowed, barred: CardSet) -> None:
        self._strain = strain
        self._allowed = allowed if strain.suit is not None else Allowed(finesses=allowed.finesses)
        self._barred: frozenset[Card | None] = frozenset(barred)
        self._known = dict[tuple[Hands, Seat, int], bool]()

    def reaches(self, hands: Hands, leader: Seat, target: int) -> bool:
        """Do North and South take so many tricks, before a lead?"""
        if target <= 0 or target > hands[Seat.NORTH].bit_count():
            return target <= 0
        key = hands, leader, target
        if key not in self._known:
            self._known[key] = self.goes_on(hands, leader, (), hands, target)
        return self._known[key]

    def goes_on(self, hands: Hands, leader: Seat, trick: Trick, before: Hands, target: int) -> bool:
        """The same in the middle of a trick; `before` are the hands at its beginning."""
        if len(trick) == 4:
            return self._ended(hands, leader, trick, before, target)
        seat = leader.next(len(trick))
        wanted: Callable[[Iterator[bool]], bool] = any if seat.side is Side.NS else all
        return wanted(
            self.goes_on(_without(hands, seat, card), leader, (*trick, card), before, target)
            for card in self._choices(hands, seat, trick)
        )

    def _choices(self, hands: Hands, seat: Seat, trick: Trick) -> Iterator[Card | None]:
        """What may be played, of equal cards only one; a lead that cannot be allowed to win is left out."""
        own, led = CardSet(hands[seat]), trick[0].suit if trick and trick[0] else None
        following = own.in_suit(led) if led is not None else own
        if not following and seat.side is Side.EW:
            yield None
        if not following:
            following = own
        is_lead = not trick and seat.side is Side.NS
        for card in following:
            is_hopeless = is_lead and self._cannot_win(hands, card.suit)
            if not is_hopeless and not self._has_equal_above(card, following):
                yield card

    def _cannot_win(self, hands: Hands, suit: Suit) -> bool:
        """Have the defenders the highest card of a suit, where only winners count?"""
        if self._allowed.finesses or self._allowed.ruffs:
            return False
        held = SUIT_BITS[suit]
        return (hands[1] | hands[3]) & held > (hands[0] | hands[2]) & held

    def _has_equal_above(self, card: Card, held: CardSet) -> bool:
        """Is the next higher card of the suit in the same hand, and as good?"""
        if card.rank is Rank.ACE:
            return False
        above = Card(card.suit, Rank(card.rank + 1))
        return above in held and (above in self._barred) is (card in self._barred)

    def _ended(self, hands: Hands, leader: Seat, trick: Trick, before: Hands, target: int) -> bool:
        place = self._winning_place(trick)
        winner = leader.next(place)
        if winner.side is Side.EW:
            return leader.side is Side.EW and self.reaches(hands, winner, target)
        is_allowed = leader.side is Side.EW or self._may_win(trick, place, before)
        return is_allowed and trick[place] not in self._barred and self.reaches(hands, winner, target - 1)

    def _winning_place(self, trick: Trick) -> int:
        best = 0
        for place, card in enumerate(trick):
            champion = trick[best]
            if card is None or champion is None:
                continue
            is_higher = card.suit is champion.suit and card > champion
            is_ruff = card.suit.strain is self._strain and champion.suit is not card.suit
            if is_higher or is_ruff:
                best = place
        return best

    def _may_win(self, trick: Trick, place: int, before: Hands) -> bool:
        card, led = trick[place], trick[0]
        if card is None or led is None:
            return False  # a blank neither wins nor is led
        if self._allowed.finesses:
            return True
        if card.suit is not led.suit:
            return self._allowed.ruffs
        return (before[Seat.EAST] | before[Seat.WEST]) & SUIT_BITS[led.suit] < card.bit


def _without(hands: Hands, seat: Seat, card: Card | None) -> Hands:
    if card is None:
        return hands
    return *hands[:seat], hands[seat] & ~card.bit, *hands[seat + 1 :]
