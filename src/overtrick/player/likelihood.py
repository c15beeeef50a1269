"""How likely hidden hands were to play the cards they played: Bayes' rule, card by card.

A choice made with few cards in hand is judged by what every card would have been worth double dummy; an older
one only by how many equal cards there were to choose from.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from overtrick.core import PACK, Card, Rank, Side, Strain
from overtrick.core.cardset import SUIT_BITS
from overtrick.core.trick import winning_place
from overtrick.dd.batch import in_order
from overtrick.dd.position import Position
from overtrick.dd.solver import Solver, own_solver
from overtrick.deals.numbers import Packed
from overtrick.player.knowledge import Played
from overtrick.player.leads_read import Holdings, holdings

__all__ = ["WASTE", "chance_of", "chances_among_equals", "play_chances", "wasted"]

Chances = npt.NDArray[np.float64]

WASTE = 2
"""An honour played for nothing is as likely as a card that gives so many tricks away."""
_CHUNK = 8
"""Deals that a thread is given at a time."""
_ENDING = 4
"""With so few tricks left, or fewer, a deal is sooner judged than handed to another thread."""


# Few cards in hand: double dummy


def play_chances(
    deals: Packed, judged: Sequence[Played], strain: Strain, mistake: float, threads: int | None = None
) -> Chances:
    """For each deal, how likely it is that all these cards were chosen there."""
    if not judged or not len(deals):
        return np.ones(len(deals))
    chunks = (deals[first : first + _CHUNK] for first in range(0, len(deals), _CHUNK))
    answer = partial(_judged, judged, strain, mistake)
    if threads == 1 or max(played.in_hand for played in judged) <= _ENDING:
        return np.concatenate(list(map(answer, chunks)))
    return np.concatenate(list(in_order(chunks, answer, "worlds", threads, None)))


def _judged(judged: Sequence[Played], strain: Strain, mistake: float, deals: Packed) -> Chances:
    solver, rows = own_solver(), deals.tolist()
    return np.array([_chance(solver, tuple(row), judged, strain, mistake) for row in rows])


def _chance(
    solver: Solver, dealt: tuple[int, ...], judged: Sequence[Played], strain: Strain, mistake: float
) -> float:
    """The oldest choice first: what the solver found for it holds for all that follow."""
    chance = 1.0
    for played in judged:
        position = Position(tuple(hand & ~played.gone for hand in dealt), strain, played.leader, played.trick)
        if not _is_forced(position, played):
            found = dict(solver.cards_ns(position))
            best = max(found.values()) if played.seat.side is Side.NS else min(found.values())
            costs = {card: abs(best - tricks) for card, tricks in found.items()}
            chance *= chance_of(played.card.index, costs, mistake, wasted(position, costs))
    return chance


def _is_forced(position: Position, played: Played) -> bool:
    hand = position.hands[played.seat]
    following = hand & SUIT_BITS[played.trick[0].suit] if played.trick else 0
    return (following or hand).bit_count() == 1


def chance_of(
    card: int, costs: Mapping[int, int], mistake: float, wasted: Container[int] = frozenset()
) -> float:
    """How likely a card is, from the tricks that every legal card gives away, each card by its number.

    A card is likely as `mistake` to the power of its cost, a wasted one as if it cost two tricks more.
    Honours are choices of their own; small cards of a suit that cost the same are one.

    >>> queen, jack, two = 49, 48, 39
    >>> chance_of(queen, {queen: 0, jack: 0}, 0.2), chance_of(queen, {queen: 1, two: 0}, 0.2)
    (0.5, 0.16666666666666669)
    """
    likely = dict[tuple[int, int], float]()
    for each, cost in costs.items():
        likely[_choice(each, cost)] = mistake ** (cost + WASTE * (each in wasted))
    return likely[_choice(card, costs[card])] / sum(likely.values())


def _choice(card: int, cost: int) -> tuple[int, int]:
    """What tells choices apart: the card itself for an honour, or else the suit and the cost."""
    return (-1, card) if PACK[card].rank >= Rank.TEN else (card // 13, cost)


# Honours that nobody throws away


def wasted(position: Position, costs: Mapping[int, int]) -> set[int]:
    """The honours played for nothing: a lower card of the suit, not equal to it, gives no more away.

    Not so an honour that is led, or that beats what is on the table, unless second hand puts up one that is
    not the highest out. Double dummy the jack from jack-third under the ace is as good as any card.

    >>> from overtrick import Play
    >>> play = Play.parse("N:KT... Q3... A7... J2...;NT;S;SA")
    >>> [str(PACK[card]) for card in wasted(Position.after(play), {48: 0, 39: 0})]
    ['SJ']
    """
    trick = position.trick
    if not trick:
        return set()
    own = position.hands[position.to_play]
    elsewhere = sum(position.hands) - own
    return {
        card
        for card, cost in costs.items()
        if PACK[card].rank >= Rank.TEN
        and not _is_useful(card, trick, position.strain, elsewhere)
        and any(costs[low] <= cost for low in _lower(card, costs, elsewhere))
    }


def _lower(card: int, costs: Mapping[int, int], elsewhere: int) -> Iterator[int]:
    """The player's lower cards of a card's suit that are not equal to it: another hand's is between."""
    below = elsewhere & SUIT_BITS[PACK[card].suit] & (1 << card) - 1
    return (low for low in costs if low // 13 == card // 13 and low < below.bit_length() - 1)


def _is_useful(card: int, trick: tuple[Card, ...], strain: Strain, elsewhere: int) -> bool:
    """Does a card beat those on the table, and is that of use?"""
    beats = winning_place((*trick, PACK[card]), strain) == len(trick)
    higher = elsewhere & SUIT_BITS[PACK[card].suit] & -(1 << card)
    return beats and (len(trick) > 1 or not higher)


# Many cards in hand: equals


def chances_among_equals(deals: Packed, played: Played) -> Chances:
    """For each deal, one over the number of choices that are equal to the card by touching it."""
    held = holdings(deals, played.seat, played.card.suit, played.gone)
    gone = played.gone >> 13 * played.card.suit & 0x1FFF
    rank = played.card.rank
    choices = np.ones(len(deals)) + _touching(held, gone, range(rank + 1, len(Rank)), rank)
    return 1 / (choices + _touching(held, gone, range(rank - 1, -1, -1), rank))


def _touching(held: Holdings, gone: int, ranks: range, rank: int) -> npt.NDArray[np.int64]:
    """How many further choices touch a rank on one side: each honour, and small cards as one."""
    found, touches = np.zeros(len(held), np.int64), np.ones(len(held), np.bool_)
    has_small = rank < Rank.TEN
    for other in ranks:
        if gone >> other & 1:
            continue
        touches = touches & (held >> other & 1 == 1)
        if other >= Rank.TEN or not has_small:
            found += touches
        has_small = has_small or other < Rank.TEN
    return found
