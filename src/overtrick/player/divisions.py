"""Every way the unseen cards may be divided: counted, listed, and drawn with equal chances.

Suits of which the same hands have shown out are one group of cards. How a group is split among the hands is
drawn by the number of divisions that each split allows, so that every division is equally likely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations, product
from math import comb
from random import Random
from typing import TypeAlias, final

import numpy as np

from overtrick.core import Seat, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.deals.numbers import Packed
from overtrick.player.errors import PlayerError
from overtrick.player.knowledge import Knowledge

__all__ = ["Divisions"]

Parts: TypeAlias = tuple[int, ...]
"""How many cards go to each hidden hand and, last, how many to nobody."""


@final
class Divisions:
    """The deals that agree with the cards played, and with nothing else.

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
        needs = tuple(knowledge.to_get.values())
        self._needs = (*needs, len(knowledge.free) - sum(needs))
        if min(self._needs) < 0:
            raise PlayerError("there are fewer unseen cards than the hidden hands have")
        self._ways = cache(self._count_ways)

    @property
    def count(self) -> int:
        """How many there are."""
        return self._ways(0, self._needs)

    def every(self) -> Packed:
        """All of them."""
        return self._packed(list(self._listed(0, self._needs)))

    def draw(self, n: int, chance: Random) -> Packed:
        """So many of them, each as likely as any other every time."""
        if not self.count:
            raise PlayerError("the cards played go with no division of those unseen")
        return self._packed([self._drawn(chance) for _ in range(n)])

    # Groups of cards, one after the other

    def _splits(self, group: int, needs: Parts) -> Iterator[tuple[Parts, int]]:
        """How a group may be split, each with the ways to do it and to divide the groups after it."""
        cards, open_to = self._groups[group]
        ranges = [
            range(min(need, len(cards)) + 1) if may else range(1)
            for need, may in zip(needs, open_to, strict=True)
        ]
        for some in product(*ranges[:-1]):
            rest = len(cards) - sum(some)
            if 0 <= rest <= needs[-1]:
                parts = (*some, rest)
                left = tuple(need - part for need, part in zip(needs, parts, strict=True))
                if ways := self._ways(group + 1, left):
                    yield parts, _arrangements(parts) * ways

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
            left = tuple(need - part for need, part in zip(needs, parts, strict=True))
            for now, later in product(list(_dealt(cards, parts)), list(self._listed(group + 1, left))):
                yield tuple(map(int.__or__, now, later))

    def _drawn(self, chance: Random) -> Parts:
        hands, needs = [0] * len(self._needs), self._needs
        for group, (cards, _) in enumerate(self._groups):
            parts = _one(list(self._splits(group, needs)), chance)
            mixed = chance.sample(cards, len(cards))
            for hand, part in enumerate(parts):
                hands[hand] |= sum(mixed.pop() for _ in range(part))
            needs = tuple(need - part for need, part in zip(needs, parts, strict=True))
        return tuple(hands)

    def _packed(self, divided: list[Parts]) -> Packed:
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
    """One of these splits, each as likely as its number of ways."""
    ends = list(accumulate(ways for _, ways in splits))
    return splits[bisect_right(ends, chance.randrange(ends[-1]))][0]


def _arrangements(parts: Parts) -> int:
    """In how many ways cards can be put into parts of these sizes."""
    ways, left = 1, sum(parts)
    for part in parts:
        ways *= comb(left, part)
        left -= part
    return ways


def _dealt(cards: list[int], parts: Parts) -> Iterator[Parts]:
    """Every way to put cards into parts of these sizes, as bits."""
    if len(parts) == 1:
        yield (sum(cards),)
        return
    for first in combinations(cards, parts[0]):
        rest = [card for card in cards if card not in first]
        for others in _dealt(rest, parts[1:]):
            yield (sum(first), *others)
