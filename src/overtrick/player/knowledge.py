"""A seat's certain knowledge of the hidden hands, and every layout that it cannot exclude."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, combinations, product
from math import comb, prod
from operator import sub
from random import Random
from typing import TypeAlias, final

import numpy as np

from overtrick.core import Card, CardSet, Play, Seat, SeatView, Suit
from overtrick.core.bits import SUIT_BITS, descending
from overtrick.deals import Constraint
from overtrick.deals.dealing import Deals
from overtrick.player.settings import PlayerError

__all__ = ["Divisions", "Hands", "HiddenHands", "Knowledge", "Lengths", "PastCard", "known"]


@final
@dataclass(frozen=True, slots=True)
class PastCard:
    """A card played earlier, with the cards on the table at the time."""

    seat: Seat
    card: Card
    leader: Seat
    """Who led to the trick."""
    trick: tuple[Card, ...]
    """The cards of the trick before it."""
    gone: int
    """All cards that had been played before it, one bit for each."""
    in_hand: int
    """The number of cards the seat held, this one included."""


@final
@dataclass(frozen=True)
class Knowledge:
    """The hands a seat sees, and the certain facts about the others, as they were before the first card.

    >>> from overtrick import Board
    >>> board = Board.parse("Deal N:A2... KQ... J9... T8...\\nAuction N: 1NT AP\\nPlay NT;E;SK SJ ST SA")
    >>> knowledge = known(SeatView.of(board, Seat.EAST))
    >>> knowledge.hidden, knowledge.held[Seat.WEST], knowledge.free
    ((Seat.NORTH, Seat.WEST), CardSet.parse('T...'), CardSet.parse('82...'))
    """

    play: Play
    seen: Mapping[Seat, CardSet]
    held: Mapping[Seat, CardSet]
    """For each hidden hand the cards it has played."""
    lacks: Mapping[Seat, CardSet]
    """For each hidden hand the cards it cannot have had: other cards of the suits it has shown out of."""
    free: CardSet
    """The unseen cards that nobody has played: any hand that does not lack one may have it."""

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose hands are not seen."""
        return tuple(self.held)

    @property
    def is_whole(self) -> bool:
        """Does the play begin with thirteen cards each, so that calls and leads carry information?"""
        return self.play.start.cards_each == 13

    @property
    def wanted(self) -> dict[Seat, Constraint]:
        """The same as constraints for the sampler."""
        seen = {seat: Constraint(held=hand) for seat, hand in self.seen.items()}
        return seen | {seat: Constraint(held=self.held[seat], lacks=self.lacks[seat]) for seat in self.hidden}

    def played(self) -> Iterator[PastCard]:
        """Every card that a hidden hand has played, in order."""
        gone, turn = 0, 0
        for trick in (*self.play.tricks, self.play.trick):
            for place, (seat, card) in enumerate(trick):
                if seat in self.held:
                    left = self.play.start.cards_each - turn // 4
                    yield PastCard(seat, card, trick.leader, trick.cards[:place], gone, left)
                gone, turn = gone | card.bit, turn + 1


def known(view: SeatView) -> Knowledge:
    """A seat's knowledge of the cards; the view must have a play, even if no card has been played."""
    play = view.play
    if play is None:
        raise PlayerError(f"{view.seat.word} has no card to think about: the play has not begun")
    seen = dict(view.deal.items())
    if view.seat not in seen:
        raise PlayerError(f"{view.seat.word} cannot think about a hand that is unknown")
    hidden = [seat for seat in Seat if seat not in seen]
    by_seat = [(seat, card) for trick in (*play.tricks, play.trick) for seat, card in trick]
    held = {seat: CardSet.of(card for who, card in by_seat if who is seat) for seat in hidden}
    gone = {seat: CardSet(sum(SUIT_BITS[suit] for suit in play.shown_out(seat))) for seat in hidden}
    lacks = {seat: gone[seat] - held[seat] for seat in hidden}
    return Knowledge(play, seen, held, lacks, view.unseen - CardSet.of(play.cards))


# All layouts


Parts: TypeAlias = tuple[int, ...]
"""The number of cards that go to each hidden hand and, last, to nobody."""


@final
class Divisions:
    """All deals that agree with the cards played; calls are ignored.

    >>> from overtrick import Board, SeatView
    >>> from overtrick.player.knowledge import known
    >>> board = Board.parse("Deal N:A2... KQ... J9... T8...\\nAuction N: 1NT AP\\nPlay NT;E;SK SJ ST SA")
    >>> divisions = Divisions(known(SeatView.of(board, Seat.EAST)))
    >>> divisions.count
    2
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._groups = _groups(knowledge)
        needs = [knowledge.play.start.cards_each - len(held) for held in knowledge.held.values()]
        self._needs = (*needs, len(knowledge.free) - sum(needs))
        if min(self._needs) < 0:
            raise PlayerError("there are fewer unseen cards than the hidden hands have")
        self._ways = cache(self._count_ways)

    @property
    def count(self) -> int:
        """The number of divisions."""
        return self._ways(0, self._needs)

    def every(self) -> Deals:
        """All divisions."""
        return self._packed(list(self._listed(0, self._needs)))

    def draw(self, n: int, chance: Random) -> Deals:
        """Draw `n` random divisions, with repetition, all equally likely."""
        if not self.count:
            raise PlayerError("the cards played go with no division of those unseen")
        return self._packed([self._drawn(chance) for _ in range(n)])

    # Groups of cards, one after the other

    def _splits(self, group: int, needs: Parts) -> Iterator[tuple[Parts, int]]:
        """The splits of a group, each with the number of ways to do it and to divide the groups after it."""
        cards, open_to = self._groups[group]
        most = (min(need, len(cards)) * may for need, may in zip(needs[:-1], open_to, strict=False))
        for some in product(*(range(number + 1) for number in most)):
            rest = len(cards) - sum(some)
            if 0 <= rest <= needs[-1]:
                parts = (*some, rest)
                left = tuple(map(sub, needs, parts))
                if ways := self._ways(group + 1, left):
                    yield parts, prod(map(comb, accumulate(parts), parts)) * ways

    def _count_ways(self, group: int, needs: Parts) -> int:
        if group == len(self._groups):
            return int(not any(needs))
        return sum(ways for _, ways in self._splits(group, needs))

    def _listed(self, group: int, needs: Parts) -> Iterator[Parts]:
        """The bits that each hand gets from this group on."""
        if group == len(self._groups):
            yield (0,) * len(needs)
            return
        cards, _ = self._groups[group]
        for parts, _ in self._splits(group, needs):
            left = tuple(map(sub, needs, parts))
            for now, later in product(list(_dealt(cards, parts)), list(self._listed(group + 1, left))):
                yield tuple(map(int.__or__, now, later))

    def _drawn(self, chance: Random) -> Parts:
        hands, needs = [0] * len(self._needs), self._needs
        for group, (cards, _) in enumerate(self._groups):
            parts = _one(list(self._splits(group, needs)), chance)
            mixed = chance.sample(cards, len(cards))
            for hand, part in enumerate(parts):
                hands[hand] |= sum(mixed.pop() for _ in range(part))
            needs = tuple(map(sub, needs, parts))
        return tuple(hands)

    def _packed(self, divided: list[Parts]) -> Deals:
        deals = np.zeros((len(divided), len(Seat)), np.uint64)
        for seat, hand in (*self._knowledge.seen.items(), *self._knowledge.held.items()):
            deals[:, seat] = hand.bits
        got = np.array(divided, np.uint64).reshape(len(divided), len(self._needs))
        for column, seat in enumerate(self._knowledge.hidden):
            deals[:, seat] |= got[:, column]
        return deals


def _groups(knowledge: Knowledge) -> list[tuple[list[int], tuple[bool, ...]]]:
    """The free cards, as bits, with who may have them: each hidden hand, and nobody."""
    groups = dict[tuple[bool, ...], list[int]]()
    for suit in Suit:
        mask = SUIT_BITS[suit]
        open_to = (*(not lacks.bits & mask & knowledge.free.bits for lacks in knowledge.lacks.values()), True)
        groups.setdefault(open_to, []).extend(card.bit for card in knowledge.free if card.bit & mask)
    return [(cards, open_to) for open_to, cards in groups.items() if cards]


def _one(splits: list[tuple[Parts, int]], chance: Random) -> Parts:
    """A random split, weighted by its number of ways."""
    ends = list(accumulate(ways for _, ways in splits))
    return splits[bisect_right(ends, chance.randrange(ends[-1]))][0]


def _dealt(cards: list[int], parts: Parts) -> Iterator[Parts]:
    """Every way to put cards into parts of these sizes, as bits."""
    if len(parts) == 1:
        yield (sum(cards),)
        return
    for first in combinations(cards, parts[0]):
        rest = [card for card in cards if card not in first]
        for others in _dealt(rest, parts[1:]):
            yield (sum(first), *others)


# Two hidden hands


Hands = tuple[int, ...]
"""Four hands, North first, one bit for each card."""
Lengths = tuple[tuple[int, ...], tuple[int, ...]]
"""For each of the two hidden hands, a number for each suit."""


@final
@dataclass(frozen=True)
class HiddenHands:
    """Two hidden hands: the cards out, the cards each may hold, and the number each has left.

    >>> play = Play.parse("N:A2... - K3... -;NT;N;SA C2")
    >>> hidden = HiddenHands.of(play, 0b1111)  # the two lowest clubs and the two above them
    >>> hidden.sizes, hidden.layouts, [f"{may:b}" for may in hidden.may]
    ((1, 2), 3, ['1110', '1110'])
    """

    play: Play
    seats: tuple[Seat, Seat]
    out: int
    """The cards that the two hold between them."""
    may: tuple[int, int]
    """The cards each may hold: those out, less the suits it has shown out of."""
    sizes: tuple[int, int]

    @staticmethod
    def of(play: Play, unseen: int) -> HiddenHands | None:
        """The hidden hands of a play; None unless there are two, dealt exactly the cards `unseen`."""
        seats = [seat for seat, hand in zip(Seat, play.start.hands, strict=True) if hand is None]
        if len(seats) != 2 or play.is_over:
            return None
        first, second = seats
        out = unseen & ~CardSet.of(play.cards).bits
        sizes = _left(play, first), _left(play, second)
        if out.bit_count() != sum(sizes):
            return None
        may = _narrowed((out & play.bits[first], out & play.bits[second]), sizes)
        return HiddenHands(play, (first, second), out, may, sizes)

    @staticmethod
    def seen_by(view: SeatView) -> HiddenHands | None:
        """The hidden hands of a view with a play."""
        return None if view.play is None else HiddenHands.of(view.play, view.unseen.bits)

    @property
    def tricks_left(self) -> int:
        """The tricks still to be decided, the one in progress among them."""
        return self.play.start.cards_each - len(self.play.cards) // 4

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards on the table, by their numbers."""
        return tuple(card.index for card in self.play.trick.cards)

    # Lengths

    @cached_property
    def lengths(self) -> tuple[Lengths, Lengths]:
        """The fewest and the most cards that each hidden hand may have in each suit."""
        most = [[(may & bits).bit_count() for bits in SUIT_BITS] for may in self.may]
        fewest = [[0] * 4, [0] * 4]
        totals = [(self.out & bits).bit_count() for bits in SUIT_BITS]
        for _ in Suit:
            for one, other in ((0, 1), (1, 0)):
                _bound(self.sizes[one], totals, fewest[one], most[one], most[other])
        return (tuple(fewest[0]), tuple(fewest[1])), (tuple(most[0]), tuple(most[1]))

    # Layouts

    @property
    def layouts(self) -> int:
        """The number of layouts that cannot be excluded."""
        sure = (self.out & ~self.may[1]).bit_count()
        free = (self.may[0] & self.may[1]).bit_count()
        return comb(free, self.sizes[0] - sure) if self.sizes[0] >= sure else 0

    def worlds(self) -> Iterator[Hands]:
        """Every layout, as the hands that are left."""
        first, second = self.seats
        sure = self.out & ~self.may[1]
        free = list(descending(self.may[0] & self.may[1]))
        for chosen in combinations(free, self.sizes[0] - sure.bit_count()):
            hands = list(self.play.bits)
            hands[first] = sure | sum(1 << card for card in chosen)
            hands[second] = self.out & ~hands[first]
            yield tuple(hands)


def _left(play: Play, seat: Seat) -> int:
    """How many cards a seat has left."""
    has_played = (seat - play.on_lead) % 4 < len(play.cards) % 4
    return play.start.cards_each - len(play.cards) // 4 - has_played


def _narrowed(may: tuple[int, int], sizes: tuple[int, int]) -> tuple[int, int]:
    """The cards each may hold, narrowed where a hand is full of cards that only it can hold."""
    first, second = may
    if (first & ~second).bit_count() == sizes[0]:
        return first & ~second, second
    if (second & ~first).bit_count() == sizes[1]:
        return first, second & ~first
    return may


def _bound(size: int, totals: list[int], fewest: list[int], most: list[int], others_most: list[int]) -> None:
    """Tighten the length bounds of one hand by the other hand's limits and by the room in the hand."""
    for suit, total in enumerate(totals):
        room = size - sum(most) + most[suit], size - sum(fewest) + fewest[suit]
        fewest[suit] = max(fewest[suit], total - others_most[suit], room[0])
        most[suit] = min(most[suit], room[1])
