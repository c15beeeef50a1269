"""Best defence in plain Python: every card of every player in every world, and nothing taken for equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

from tests.endings import Ending, bits, random_ending

__all__ = ["Vectors", "Worlds", "all_layouts", "plain_vectors", "random_question"]

Vectors: TypeAlias = frozenset[frozenset[int]]
"""Sets of worlds, none within another: each is what a strategy of declarer's makes."""
_World: TypeAlias = tuple[int, Ending]
"""A world's number, and how it stands."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Worlds that declarer, whose side is to play, cannot tell apart, and the tricks he needs."""

    worlds: tuple[Ending, ...]
    target: int

    @property
    def side(self) -> int:
        """Declarer's."""
        return self.worlds[0].to_play % 2

    @property
    def legal(self) -> list[int]:
        """Declarer's cards, by index."""
        return self.worlds[0].legal


def plain_vectors(question: Worlds, card: int) -> Vectors:
    """What declarer's strategies make after a card."""
    return _after(tuple(enumerate(question.worlds)), card, question.side, question.target)


def _vectors(worlds: Sequence[_World], side: int, needed: int) -> Vectors:
    numbers, (_, first) = frozenset(number for number, _ in worlds), worlds[0]
    if needed <= 0:
        return frozenset({numbers})
    if needed > first.tricks_left:
        return frozenset({frozenset()})
    if first.to_play % 2 == side:
        return _maximal(made for card in first.legal for made in _after(worlds, card, side, needed))
    products = frozenset({numbers})
    for card in sorted({card for _, world in worlds for card in world.legal}):
        seen = [(number, world) for number, world in worlds if card in world.legal]
        unseen = numbers - {number for number, _ in seen}
        answers = _after(seen, card, side, needed)
        products = _maximal(made & (answer | unseen) for made in products for answer in answers)
    return products


def _after(worlds: Sequence[_World], card: int, side: int, needed: int) -> Vectors:
    later = [(number, world.then(card).gathered()) for number, world in worlds]
    is_won = not later[0][1].trick and later[0][1].leader % 2 == side
    return _vectors(later, side, needed - is_won)


def _maximal(vectors: Iterable[frozenset[int]]) -> Vectors:
    found = set(vectors)
    return frozenset(made for made in found if not any(made < other for other in found))


# Questions to ask


def all_layouts(ending: Ending) -> tuple[Ending, ...]:
    """Every way to deal the cards that the side not on play holds, as many to each as he has."""
    one, other = ((ending.to_play + 1) % 4, (ending.to_play + 3) % 4)
    unseen = bits(ending.hands[one] | ending.hands[other])
    layouts = []
    for held in combinations(unseen, ending.hands[one].bit_count()):
        hands = list(ending.hands)
        hands[one] = sum(1 << card for card in held)
        hands[other] = sum(1 << card for card in unseen) ^ hands[one]
        north, east, south, west = hands
        layouts.append(Ending((north, east, south, west), ending.strain, ending.leader, ending.trick))
    return tuple(layouts)


def random_question(chance: Random, cards: int, most: int | None = None) -> Worlds:
    """An ending of few ranks with declarer's side to play, and all its layouts or some."""
    ending = random_ending(chance, cards, chance.choice((4, 4, 0, 1, 2, 3)))
    layouts = all_layouts(ending)
    if most is not None and len(layouts) > most:
        layouts = tuple(chance.sample(layouts, most))
    return Worlds(layouts, chance.randint(1, cards))
