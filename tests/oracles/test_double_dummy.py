"""The double-dummy solver and DDS, an independent one, agree on every entry of a table and on every card."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from overtrick import Deal, _core
from tests import dds
from tests.endings import BIG, IS_SOAK, Ending, Hands, random_deal

PARTS = 5
TABLES = 1_000 if IS_SOAK else 10
POSITIONS = 20_000 if IS_SOAK else 240
EVERY_STRAIN = 0b11111

NEEDS_SOUND_WINNERS = "N:K7.K52.J943.AJ82 T9842.AJ3.K752.T QJ653.Q974.86.96 A.T86.AQT.KQ7543"
"""A port of another solver is wrong about notrump by West, for want of sound winners."""
NOTRUMP, NORTH = 4, 0


def our_tables(deals: list[Hands]) -> list[list[list[int]]]:
    found: list[list[list[int]]] = (
        _core.DoubleDummy(BIG).tables(np.array(deals, np.uint64), EVERY_STRAIN).tolist()
    )
    return found


def mid_play(chance: Random, tricks: int, cards: int) -> Ending:
    """A deal after so many tricks and so many cards more, played at random but legally."""
    ending = Ending(random_deal(chance), chance.randrange(5), chance.randrange(4))
    while 13 - ending.tricks_left < tricks:
        ending = ending.then(chance.choice(ending.legal)).gathered()
    for _ in range(cards):
        ending = ending.then(chance.choice(ending.legal))
    return ending


@pytest.mark.parametrize("part", range(PARTS))
def test_tables_agree_with_dds(part: int) -> None:
    chance = Random(f"tables {part}")
    deals = [random_deal(chance) for _ in range(TABLES // PARTS)]
    compared = 0
    for hands, ours, theirs in zip(deals, our_tables(deals), dds.tables(deals), strict=True):
        assert ours == theirs, hands
        compared += sum(map(len, ours))
    assert compared == 20 * TABLES // PARTS


@pytest.mark.parametrize("part", range(PARTS))
def test_every_card_in_the_middle_of_the_play_is_worth_what_dds_says(part: int) -> None:
    chance = Random(f"positions {part}")
    solver = _core.DoubleDummy(BIG)
    compared, states = 0, set()
    for number in range(part, POSITIONS, PARTS):
        tricks, cards = 1 + number // PARTS % 12, number // PARTS // 12 % 4
        ending = mid_play(chance, tricks, cards)
        values = ending.cards(solver)
        assert sorted(values) == ending.legal
        assert values == dds.card_values(ending), ending
        compared += 1
        states.add((13 - ending.tricks_left, len(ending.trick)))
    assert compared == POSITIONS // PARTS
    assert len(states) == 12 * 4


def test_west_makes_eight_tricks_in_notrump() -> None:
    deal = Deal.parse(NEEDS_SOUND_WINNERS)
    north, east, south, west = (hand.bits for _, hand in deal.items())
    hands = (north, east, south, west)
    [table] = our_tables([hands])
    assert table[NOTRUMP][NORTH] == 13 - 8
    assert [table] == list(dds.tables([hands]))
