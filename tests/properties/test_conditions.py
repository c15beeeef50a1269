"""What decides, beside a slow search: every condition and every two, one layout at a time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Suit
from overtrick.player.layouts import (
    AGREEMENT,
    Both,
    Condition,
    Layouts,
    Simple,
    conditions,
    deciding_condition,
    layouts_in_all,
)
from tests.card_decisions import all_layouts, position, shuffled, view_of
from tests.endings import IS_SOAK

SIZE = 24
SEARCHED = 120 if IS_SOAK else 60
DEAREST = 0.131
"""Agreement that the simplest condition may lack beside the best: two in other suits that tell of failure."""


@cache
def sample_numbered(seed: int) -> Layouts:
    """A random position late in the play with layouts, said to be all so that luck does not matter."""
    chance = Random(seed)
    view = view_of(position(chance, chance.randint(30, 44)))
    layouts = sorted(set(shuffled(chance, view, SIZE)))
    weights = [1.0 + chance.random() * (seed % 2) for _ in layouts]
    assert view.play is not None
    return Layouts(view.play, view.contract, tuple(layouts), tuple(weights), 1, is_all=True)


def where(sample: Layouts, condition: Condition) -> list[bool]:
    return [condition.is_met(hands) for hands in sample.left]


def agreement(sample: Layouts, condition: Condition, wins: list[bool]) -> float:
    """How often a condition, or its opposite, tells the outcome."""
    total = agree = 0.0
    for weight, met, win in zip(sample.weights, where(sample, condition), wins, strict=True):
        total += weight
        agree += weight * (met == win)
    return max(agree, total - agree) / total


def every(sample: Layouts, suit: Suit) -> list[Condition]:
    simple: list[Simple] = [each for each in conditions(sample, suit) if len(set(where(sample, each))) == 2]
    return [*simple, *(Both(one, two) for one, two in combinations(simple, 2))]


def may_be_named(sample: Layouts, condition: Condition, wins: list[bool]) -> bool:
    """Does a condition agree often enough, and explain a third of what the commoner outcome leaves open?"""
    weights = zip(sample.weights, wins, strict=True)
    chance = sum(weight for weight, win in weights if win) / sum(sample.weights)
    usual, told = max(chance, 1 - chance), agreement(sample, condition, wins)
    return told >= AGREEMENT - 1e-9 and told - usual >= (1 - usual) / 3 - 1e-9


def test_a_condition_is_named_just_when_a_slow_search_finds_one_and_none_is_much_better() -> None:
    chance, named, tried = Random(11), 0, 0
    for number in range(SEARCHED):
        sample, suit = sample_numbered(number % 31), Suit(number % 4)
        if not (tried_all := every(sample, suit)):
            continue
        flips = 0.2 * chance.random()
        wins = [met != (chance.random() < flips) for met in where(sample, chance.choice(tried_all))]
        found = deciding_condition(sample, wins, suit) if len(set(wins)) == 2 else None
        can = [each for each in tried_all if len(set(wins)) == 2 and may_be_named(sample, each, wins)]
        assert (found is not None) is bool(can)
        tried += 1
        if found is not None:
            best = max(agreement(sample, each, wins) for each in can)
            assert may_be_named(sample, found.condition, wins)
            assert agreement(sample, found.condition, wins) >= best - DEAREST
            named += 1
    assert tried > SEARCHED - 20
    assert SEARCHED // 4 < named < tried - 5


seeds, suits = st.integers(0, 30), st.sampled_from(Suit)


@given(seeds, suits, st.randoms(use_true_random=False))
def test_a_condition_that_decides_everything_is_found(seed: int, suit: Suit, chance: Random) -> None:
    """Whatever condition the outcome hangs on, one is found that tells it as well, save that it is dear."""
    sample = sample_numbered(seed)
    simple = [each for each in conditions(sample, suit) if len(set(where(sample, each))) == 2]
    if not simple:
        return
    wins = where(sample, chance.choice(simple))
    found = deciding_condition(sample, wins, suit)
    assert found is not None
    assert agreement(sample, found.condition, wins) >= 0.97
    if agreement(sample, found.condition, wins) > 1 - 1e-9:
        assert {found.inside.fraction, found.outside.fraction} == {0, 1}


@given(seeds, suits, st.randoms(use_true_random=False))
def test_figures_are_those_of_the_layouts_inside_and_outside(seed: int, suit: Suit, chance: Random) -> None:
    sample = replace(sample_numbered(seed), weights=(1.0,) * len(sample_numbered(seed).layouts))
    simple = [each for each in conditions(sample, suit) if len(set(where(sample, each))) == 2]
    if not simple:
        return
    wins = [met != (chance.random() < 0.1) for met in where(sample, chance.choice(simple))]
    found = deciding_condition(sample, wins, suit)
    if found is None:
        return
    inside = [win for win, met in zip(wins, where(sample, found.condition), strict=True) if met]
    outside = [win for win, met in zip(wins, where(sample, found.condition), strict=True) if not met]
    assert found.inside.fraction * len(inside) == sum(inside)
    assert found.outside.fraction * len(outside) == sum(outside)


def test_noise_is_not_explained() -> None:
    """In a sample something always seems to decide; what luck would do as well is not named."""
    named = tried = 0
    for seed in range(60):
        sample = replace(sample_numbered(seed % 31), is_all=False)
        chance = Random(seed)
        wins = [chance.random() < 0.5 for _ in sample.layouts]
        named += deciding_condition(sample, wins, Suit.SPADES) is not None
        tried += 1
    assert tried == 60
    assert named <= 3


def test_what_all_layouts_have_in_common_decides_nothing() -> None:
    sample = sample_numbered(1)
    assert deciding_condition(sample, [True] * len(sample.layouts), Suit.SPADES) is None
    assert deciding_condition(sample, [False] * len(sample.layouts), Suit.SPADES) is None


def test_the_layouts_there_are_are_counted_as_they_are_written_out() -> None:
    chance, counted = Random(8), 0
    for _ in range(60):
        view = view_of(position(chance, chance.randint(32, 47)))
        layouts = all_layouts(view)
        assert view.play is not None
        assert layouts_in_all(view.play, layouts[0]) == len(layouts)
        counted += len(layouts)
    assert counted > 1_500
