"""Tricks that can be cashed whatever the defenders hold: a search of declarer's own cards alone.

The hidden cards are never dealt out. For each defender and suit it is known how many cards he has at most and
at least, and the highest that he may have; docs/play.md proves that this never helps declarer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, final

from overtrick.core import PACK, Card, Seat
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.unseen import Unseen, bits_of

__all__ = ["POSITIONS", "cashed"]

POSITIONS = 4_000
"""Positions after which the search gives up, and proves nothing."""

Led = tuple[int, int, int, int]
_NONE: Led = (0, 0, 0, 0)


class _Defender(NamedTuple):
    """What became of a defender since the search began."""

    led: Led = _NONE
    """The rounds of each suit to which he has had to play."""
    loose: int = 0
    """The rounds among them to which he may have discarded."""


class _Position(NamedTuple):
    """Declarer's two hands before a lead by one of them."""

    hands: tuple[int, int]
    """The hand on lead first."""
    leader: int
    defenders: tuple[_Defender, _Defender]


def cashed(hidden: Unseen, tricks: int, positions: int = POSITIONS) -> tuple[Card, ...] | None:
    """Declarer's cards, in order, that take so many tricks at once in every layout; None if none are found.

    Nothing can be cashed while a defender is on lead.

    >>> from overtrick.core import Play
    >>> play = Play.parse("N:A2... - K3... -;NT;N")
    >>> hidden = Unseen.of(play, 0b1111)  # the defenders have four small clubs
    >>> [str(card) for card in cashed(hidden, 2)]
    ['SA', 'S3', 'S2', 'SK']
    """
    if hidden.play.to_play in hidden.seats and not len(hidden.play.trick):
        return None
    search = _Search(hidden, positions)
    line = search.from_here(tricks)
    return None if line is None else tuple(PACK[card] for card in line)


@final
class _Search:
    """One proof: the bounds it stands on, and the positions that it has given up."""

    def __init__(self, hidden: Unseen, positions: int) -> None:
        self._play = hidden.play
        self._seats = hidden.seats
        self._fewest, self._most = hidden.lengths
        self._top = tuple(tuple((may & bits).bit_length() - 1 for bits in SUIT_BITS) for may in hidden.may)
        self._between = hidden.out | sum(card.bit for card in hidden.play.trick.cards)
        self._trump = int(hidden.play.strain)
        self._left = positions
        self._failed = set[tuple[_Position, int]]()

    # The trick in progress

    def from_here(self, tricks: int) -> list[int] | None:
        """The line from the position of the play, in the middle of a trick or before a lead."""
        trick = self._play.trick
        own = tuple(seat for seat in Seat if seat not in self._seats)
        if not len(trick):
            leader = self._play.to_play
            hands = self._play.bits[leader], self._play.bits[leader.partner]
            fresh = (_Defender(), _Defender())
            return self._line(_Position(hands, leader, fresh), tricks)
        led = trick.cards[0].index // 13
        waiting = tuple(seat for seat in trick.leader.clockwise()[len(trick) :] if seat in own)
        for cards in self._completions(waiting, led):
            after = self._finished(trick.leader, tuple(card.index for card in trick.cards), waiting, cards)
            if after is None:
                continue
            rest = self._line(after, tricks - 1)
            if rest is not None:
                return [*cards, *rest]
        return None

    def _completions(self, waiting: tuple[Seat, ...], led: int) -> Iterator[tuple[int, ...]]:
        choices = [tuple(self._followed(self._play.bits[seat], led)) for seat in waiting]
        if not choices:
            yield ()
        elif len(choices) == 1:
            yield from ((card,) for card in choices[0])
        else:
            yield from ((one, other) for one in choices[0] for other in choices[1])

    def _finished(
        self, leader: Seat, played: tuple[int, ...], waiting: tuple[Seat, ...], cards: tuple[int, ...]
    ) -> _Position | None:
        """The position after the trick in progress, if declarer is sure to win it with these cards."""
        led = played[0] // 13
        table = {leader.next(turn): card for turn, card in enumerate(played)}
        table |= dict(zip(waiting, cards, strict=True))
        winner = max(table, key=lambda seat: _strength(table[seat], led, self._trump))
        late = [place for place, seat in enumerate(self._seats) if seat not in table]
        fresh = (_Defender(), _Defender())
        if winner in self._seats or any(self._may_beat(e, fresh[e], table[winner], led) for e in late):
            return None
        hands = [
            self._play.bits[seat] & ~(1 << table[seat] if seat in table else 0)
            for seat in (winner, winner.partner)
        ]
        first, second = (self._played_to(e, fresh[e], led) if e in late else fresh[e] for e in range(2))
        return _Position((hands[0], hands[1]), winner, (first, second))

    # Whole tricks

    def _line(self, position: _Position, tricks: int) -> list[int] | None:
        """Leads and cards from the other hand, in order, that win so many tricks from here on."""
        if tricks <= 0:
            return []
        key = (position, tricks)
        if self._left <= 0 or key in self._failed or self._potential(position) < tricks:
            return None
        self._left -= 1
        for lead, other in self._sure_tricks(position):
            rest = self._line(self._after(position, lead, other), tricks - 1)
            if rest is not None:
                return [lead, other, *rest]
        self._failed.add(key)
        return None

    def _sure_tricks(self, position: _Position) -> Iterator[tuple[int, int]]:
        """A lead and a card from the other hand that win whatever the defenders play; trumps first."""
        leads = sorted(self._distinct(*position.hands), key=lambda card: (card // 13 != self._trump, -card))
        for lead in leads:
            suit = lead // 13
            for other in self._followed(position.hands[1], suit, position.hands[0]):
                best = max((lead, other), key=lambda card: _strength(card, suit, self._trump))
                if not any(self._may_beat(e, position.defenders[e], best, suit) for e in range(2)):
                    yield lead, other

    def _after(self, position: _Position, lead: int, other: int) -> _Position:
        suit = lead // 13
        first, second = position.hands[0] & ~(1 << lead), position.hands[1] & ~(1 << other)
        one, two = (self._played_to(e, position.defenders[e], suit) for e in range(2))
        if _strength(lead, suit, self._trump) >= _strength(other, suit, self._trump):
            return _Position((first, second), position.leader, (one, two))
        return _Position((second, first), position.leader ^ 2, (one, two))

    def _followed(self, hand: int, suit: int, partner: int = 0) -> list[int]:
        """What a hand may play to a suit, low cards first; of cards that are equal only one."""
        legal = hand & SUIT_BITS[suit] or hand
        return sorted(self._distinct(legal, partner), key=lambda card: card % 13)

    def _distinct(self, cards: int, partner: int) -> Iterator[int]:
        """One of each group of cards with none of the other hands or the table between them, the lowest."""
        between = self._between | partner
        for card in bits_of(cards):
            lower = cards & ((1 << card) - 1) & SUIT_BITS[card // 13]
            if not lower or between & ((1 << card) - (1 << lower.bit_length())):
                yield card

    # What a defender may do

    def _may_beat(self, e: int, he: _Defender, best: int, suit: int) -> bool:
        """May a defender beat this card on a lead of the suit?"""
        holding = best // 13
        if holding == suit and self._most[e][suit] > he.led[suit] and self._top[e][suit] > best:
            return True
        if suit == self._trump or self._trump > 3 or self._follows(e, he, suit):
            return False
        if self._most[e][self._trump] <= he.led[self._trump]:
            return False
        return holding != self._trump or self._top[e][self._trump] > best

    def _follows(self, e: int, he: _Defender, suit: int) -> bool:
        """Is a defender sure to have a card of the suit, whatever he may have thrown away?"""
        return self._fewest[e][suit] - he.led[suit] - he.loose > 0

    def _played_to(self, e: int, he: _Defender, suit: int) -> _Defender:
        clubs, diamonds, hearts, spades = (he.led[each] + (each == suit) for each in range(4))
        return _Defender((clubs, diamonds, hearts, spades), he.loose + (not self._follows(e, he, suit)))

    def _potential(self, position: _Position) -> int:
        """More tricks than this cannot be cashed: cards that may come to be good, no more than rounds."""
        one, two = position.hands
        found = 0
        for suit, bits in enumerate(SUIT_BITS):
            own = (one | two) & bits
            rounds = max((one & bits).bit_count(), (two & bits).bit_count())
            left = [self._most[e][suit] - position.defenders[e].led[suit] for e in range(2)]
            if suit == self._trump:
                found += own.bit_count()
            elif any(0 < cards < rounds for cards in left):
                found += rounds
            else:
                top = max((self._top[e][suit] for e in range(2) if left[e] > 0), default=-1)
                found += min(rounds, (own >> top + 1).bit_count())
        return found


def _strength(card: int, led: int, trump: int) -> int:
    """How a card counts in a trick: trumps above the suit led, other suits nothing."""
    suit = card // 13
    if suit == trump:
        return 100 + card
    return card if suit == led else -1
