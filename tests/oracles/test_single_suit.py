"""Every answer about reduced decks agrees with the card-by-card oracle."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from overtrick.core import Seat
from overtrick.suits import Chances, Combination, Entries, solve
from tests import single_suit as oracle
from tests.endings import IS_SOAK

PIECES = 8 if IS_SOAK else 4
COINS = 60 if IS_SOAK else 30
PROBLEMS = (10_000 if IS_SOAK else 80) // PIECES


def _problem(random: Random, with_entries: bool) -> tuple[oracle.Problem, Combination, Entries, Chances]:
    ranks = random.randint(4, 8)
    cards = random.sample(range(ranks), random.randint(1, min(ranks, 6)))
    cut = random.randint(0, len(cards))
    limits = [random.choice((None, 0, 1, 2)) if with_entries else None for _ in range(2)]
    vacant = random.choice(((13, 13), (13, 13), (7, 11), (12, 5), (9, 9)))
    north, south = frozenset(cards[:cut]), frozenset(cards[cut:])
    combination = Combination(sum(1 << rank for rank in north), sum(1 << rank for rank in south), ranks)
    slow = oracle.Problem(north, south, ranks, *vacant, *limits)
    return slow, combination, Entries(*limits), Chances(vacant=vacant)


@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("with_entries", [False, True], ids=["free entries", "limited entries"])
def test_chances_and_expected_tricks_agree_with_the_oracle(piece: int, with_entries: bool) -> None:
    random = Random(f"{piece} {with_entries}")
    compared = 0
    for _ in range(PROBLEMS):
        slow, combination, entries, chances = _problem(random, with_entries)
        answer = solve(combination, chances, entries)
        for tricks in range(1, combination.length + 1):
            assert answer.goal(tricks).odds.fraction == oracle.best_chance(slow, tricks), slow
            compared += 1
        assert answer.expected == oracle.best_expected(slow), slow
        compared += 1
    assert compared >= 3 * PROBLEMS


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_first_play_is_worth_what_the_oracle_says(piece: int) -> None:
    random = Random(f"first plays {piece}")
    compared = 0
    for _ in range(PROBLEMS // 2):
        slow, combination, entries, chances = _problem(random, with_entries=False)
        answer = solve(combination, chances, entries)
        for tricks in range(combination.length + 1):
            slow_leads = oracle.chances_by_lead(slow, tricks) if tricks else oracle.expected_by_lead(slow)
            for play in answer.first_plays(tricks):
                seat = oracle.NORTH if play.seat is Seat.NORTH else oracle.SOUTH
                assert play.value == slow_leads[seat, play.rank], (slow, tricks, str(play))
                compared += 1
    assert compared >= 6 * (PROBLEMS // 2)


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_undominated_lines_are_those_of_the_oracle(piece: int) -> None:
    random = Random(f"lines {piece}")
    compared = 0
    for _ in range(PROBLEMS // 4):
        slow, combination, _, _ = _problem(random, with_entries=False)
        slow = oracle.Problem(slow.north, slow.south, slow.ranks)
        answer = solve(combination)
        mine = {(line.expected, line.chances) for line in answer.lines()}
        theirs = {_figures(slow, vector, combination.length) for vector in oracle.undominated(slow)}
        assert _best_for_each_goal(mine) == _best_for_each_goal(theirs), slow
        assert len(mine) <= len(theirs), slow
        compared += len(mine)
    assert compared >= PROBLEMS // 4


def _figures(
    slow: oracle.Problem, vector: tuple[int, ...], length: int
) -> tuple[Fraction, tuple[Fraction, ...]]:
    weights = [oracle.by_vacant_places(slow, west) for west in oracle.layouts(slow)]
    counted = [
        sum(weight for weight, won in zip(weights, vector, strict=True) if won >= goal)
        for goal in range(1, length + 1)
    ]
    chances = tuple(Fraction(count, sum(weights)) for count in counted)
    return sum(chances, Fraction(0)), chances


def _best_for_each_goal(lines: set[tuple[Fraction, tuple[Fraction, ...]]]) -> list[Fraction]:
    goals = len(next(iter(lines))[1])
    return [max(expected for expected, _ in lines)] + [
        max(chances[goal] for _, chances in lines) for goal in range(goals)
    ]


def test_the_coin_flip_model_agrees_with_the_oracle() -> None:
    random = Random("coins")
    compared = 0
    for _ in range(COINS):
        slow, combination, _, _ = _problem(random, with_entries=False)
        slow = oracle.Problem(slow.north, slow.south, slow.ranks)
        answer = solve(combination, Chances(coins=True))
        for tricks in range(1, combination.length + 1):
            assert answer.goal(tricks).odds.fraction == oracle.best_chance(slow, tricks, oracle.by_coin)
            compared += 1
    assert compared >= COINS
