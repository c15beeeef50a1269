"""What a plan of declarer's is sure of, searched again: in plain Python where that is small enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from overtrick.core import Card, CardSet, Deal, Play
from overtrick.explain.player.recount import hands_left
from overtrick.player.sample import Sample

__all__ = ["best_plan"]

_CARDS, _LAYOUTS = 3, 40
"""Cards in each hand and layouts up to which every card of everybody is tried here."""
_POSITIONS = 4_000_000
"""The budget of the search by the solver; where it is too small, nobody knows."""

Vectors: TypeAlias = frozenset[frozenset[int]]
"""Sets of layouts, none within another: each is what a plan makes."""
World: TypeAlias = tuple[int, Play]
"""A layout's number, and the play over it."""


@lru_cache(256)
def best_plan(sample: Sample, card: Card, depth: int, is_whole: bool) -> Fraction | None:
    """The weight of the layouts in which the best plan after a card reaches the tricks; None if unknown."""
    left = sample.play.start.cards_each - len(sample.play.cards) // 4
    if is_whole and left <= _CARDS and len(sample.layouts) <= _LAYOUTS:
        return _plain(sample, card)
    return _searched(sample, card, depth, is_whole)


# Everybody's every card


def _plain(sample: Sample, card: Card) -> Fraction:
    """One plan for layouts that cannot be told apart, against every defence."""
    play = sample.play
    worlds = []
    for number, layout in enumerate(sample.layouts):
        north, east, south, west = (CardSet(hand) for hand in layout)
        worlds.append((number, Play(Deal((north, east, south, west)), play.strain, play.leader, play.cards)))
    weights = [Fraction(weight) for weight in sample.weights]
    made = _after(worlds, card, sample)
    return max(sum((weights[each] for each in plan), Fraction()) for plan in made) / sum(weights)


def _vectors(worlds: Sequence[World], sample: Sample) -> Vectors:
    numbers, play = frozenset(number for number, _ in worlds), worlds[0][1]
    won = play.tricks_won(sample.side)
    if won >= sample.needed:
        return frozenset({numbers})
    if won + play.start.cards_each - len(play.tricks) < sample.needed:
        return frozenset({frozenset()})
    if play.to_play.side is sample.side:
        return _maximal(made for card in play.legal_cards for made in _after(worlds, card, sample))
    products = frozenset({numbers})
    for card in sorted({card for _, world in worlds for card in world.legal_cards}):
        seen = [(number, world) for number, world in worlds if card in world.legal_cards]
        others = numbers - {number for number, _ in seen}
        answers = _after(seen, card, sample)
        products = _maximal(made & (answer | others) for made in products for answer in answers)
    return products


def _after(worlds: Sequence[World], card: Card, sample: Sample) -> Vectors:
    return _vectors([(number, world.then(card)) for number, world in worlds], sample)


def _maximal(vectors: Iterable[frozenset[int]]) -> Vectors:
    found = set(vectors)
    return frozenset(made for made in found if not any(made < other for other in found))


# The solver's search, in another order and without cuts


def _searched(sample: Sample, card: Card, depth: int, is_whole: bool) -> Fraction | None:
    """The same by the search that compares strategies: layouts in reverse, every card to the end."""
    import numpy as np

    from overtrick.player.strategies import Detail, compare

    if sample.declarer is None:
        return None
    play, rows = sample.play, list(_rows(sample))
    weights = np.array(sample.weights[::-1])
    missing = sample.needed - play.tricks_won(sample.side)
    detail = Detail.CARDS if is_whole else Detail.LOWEST
    found = compare(
        play,
        sample.declarer,
        np.array(rows[::-1], np.uint64),
        weights / weights.sum(),
        missing,
        depth,
        _POSITIONS,
        detail,
    )
    plan = next(each for each in found.plans if card in each.equals)
    return Fraction(plan.value) if found.is_complete and plan.is_exact else None


def _rows(sample: Sample) -> Iterator[list[int]]:
    """The cards left in each layout."""
    for layout in sample.layouts:
        yield [hand.bits for hand in hands_left(sample, layout)]
