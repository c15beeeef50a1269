"""A proof names the cards that matter: any redeal that leaves them where they are keeps the bound.

The bound is checked on the redeals by another solver: by trying every card, or by DDS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import pytest

from overtrick import _core
from tests import dds
from tests.endings import IS_SOAK, ORDINARY, SWITCHES, Ending, random_deal, random_ending, solver
from tests.redeals import excess, is_top_of_each_suit, redeal

PARTS = 4
SCALE = 100 if IS_SOAK else 1
SMALL_ENDINGS, LARGE_ENDINGS, WHOLE_DEALS = 600 * SCALE, 360 * SCALE, 40 * SCALE
"""How many redeals of each kind are checked: 1,000 in all, or 100,000."""
OF_ONE_PROOF = 5


def bounds_kept(
    chance: Random,
    endings: Iterable[Ending],
    asked: _core.DoubleDummy,
    value: Callable[[Ending], int],
    most: int,
) -> int:
    """How many redeals, none of them the deal itself, were checked."""
    checked = 0
    for ending in endings:
        target = 1 + chance.randrange(ending.tricks_left)
        is_reached, kept = ending.proof(asked, target)
        assert is_top_of_each_suit(kept, ending), ending
        for other in [redeal(chance, ending, kept) for _ in range(OF_ONE_PROOF)]:
            if other != ending and checked < most:
                assert (value(other) >= target) == is_reached, (ending, other, target)
                checked += 1
        if checked == most:
            break
    return checked


@pytest.mark.parametrize("part", range(PARTS))
def test_a_redeal_of_a_small_ending_keeps_the_bound(part: int) -> None:
    chance, many = Random(f"small {part}"), SMALL_ENDINGS // PARTS
    checked = 0
    while checked < many:
        switches, strain = chance.choice((ORDINARY, chance.choice(SWITCHES))), chance.randrange(5)
        endings = [random_ending(chance, chance.choice((2, 3, 3, 4)), strain, switches) for _ in range(20)]
        plain = partial(Ending.plain_tricks, switches=switches)
        checked += bounds_kept(chance, endings, solver(switches), plain, many - checked)
    assert checked == many


@pytest.mark.parametrize("part", range(PARTS))
def test_a_redeal_of_a_large_ending_keeps_the_bound(part: int) -> None:
    chance, many = Random(f"large {part}"), LARGE_ENDINGS // PARTS
    endings = (random_ending(chance, 5 + number % 5, number // 20 % 5) for number in range(many))
    assert bounds_kept(chance, endings, solver(), dds.tricks, many) == many


@pytest.mark.parametrize("part", range(PARTS))
def test_a_redeal_of_a_whole_deal_keeps_the_bound(part: int) -> None:
    chance, many = Random(f"whole {part}"), WHOLE_DEALS // PARTS
    endings = (Ending(random_deal(chance), chance.randrange(5), chance.randrange(4)) for _ in range(many))
    assert bounds_kept(chance, endings, solver(), dds.tricks, many) == many


def test_a_proof_without_its_lowest_card_often_fails_on_a_witness(capsys: pytest.CaptureFixture[str]) -> None:
    found = excess(Random("excess"), 40 * SCALE, 3)
    if IS_SOAK:
        with capsys.disabled():
            print(f"\nthe lowest card of a suit in a proof: {dict(found)}")
    assert found.total() > 40 * SCALE
    assert found["needed"] > found.total() / 4
