"""A line of play told step by step, beside the tree it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from overtrick.explain.suits import StepText, steps
from overtrick.explain.suits.steps import _Writer
from overtrick.suits import Chances, Combination, Entries, Solution, Tree, solve

COMBINATIONS = ("AQT 43", "AJ98 K32", "AJ9 764", "K864 T3", "KQ54 J32", "AT9 Q32", "A5432 QJ", "KJ32 A954")
Row = tuple[str, ...]


def told(step: StepText, before: Row = ()) -> Iterator[Row]:
    """Every row of plays, trick by trick."""
    row = (*before, step.play)
    yield row
    for answer in step.answers:
        if answer.step is not None:
            yield from told(answer.step, row)


def played(answer: Solution, tree: Tree, before: Row = ()) -> Iterator[Row]:
    """The same of the tree itself, where nothing is told together."""
    row = (*before, _Writer(answer)._play(tree))
    yield row
    for outcome in tree.outcomes:
        if outcome.then is not None:
            yield from played(answer, outcome.then, row)


@cache
def written() -> list[tuple[Solution, Tree, StepText]]:
    """Trees for every goal, and how they are told."""
    solutions = [
        *map(solve, COMBINATIONS),
        solve(Combination.parse("AQT 43"), entries=Entries(north=0, south=1)),
        solve(Combination.parse("AJ98 K32"), Chances(west_holds=1 << 10)),
    ]
    trees = [(answer, answer.tree(goal.tricks)) for answer in solutions for goal in answer.goals]
    return [(answer, tree, steps(answer, tree)) for answer, tree in trees if tree is not None]


def test_telling_answers_together_leaves_no_row_of_plays_out_and_adds_none() -> None:
    for answer, tree, text in written():
        assert set(told(text)) == set(played(answer, tree))
    assert len(written()) > 15


def nodes(step: StepText) -> Iterator[StepText]:
    yield step
    for answer in step.answers:
        if answer.step is not None:
            yield from nodes(answer.step)


def test_no_two_answers_to_a_trick_read_alike() -> None:
    for _, _, text in written():
        for step in nodes(text):
            seen = [each.seen for each in step.answers]
            assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_the_tree_of_the_most_tricks_on_average_begins_with_a_best_lead(name: str) -> None:
    answer = solve(name)
    for play in answer.best_for_average:
        plan = answer.plan_for(play, 0)
        tree = answer.tree_of(play, 0, plan)
        if plan is not None and tree is not None:
            assert tree.play.from_north == (play.seat.word == "North")
