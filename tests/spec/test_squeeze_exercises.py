"""Exercises: squeezes made to order, each with a twin in which it is gone."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from overtrick import _core
from overtrick.core import Seat, Strain
from overtrick.core.rotation import rotated
from overtrick.squeezes.analysis import analyse, canonical
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.exercises import Exercise, MakingError, make, twins
from overtrick.squeezes.kinds import Kind

FIGURE_2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
_TEXT = files("overtrick.squeezes").joinpath("exercise_templates.txt").read_text(encoding="utf-8")
TEMPLATES = [line.split(" | ") for line in _TEXT.splitlines() if not line.startswith("#")]


def cards_for(kind: Kind) -> int:
    """Five; a compound squeeze needs six."""
    return 6 if kind is Kind.COMPOUND else 5


def check(exercise: Exercise, kind: Kind) -> None:
    """What has to be true of every exercise."""
    report, twin = exercise.report, exercise.twin_report
    assert report == analyse(exercise.ending)
    assert twin == analyse(exercise.twin)
    assert report.squeeze is not None
    assert report.squeeze.kind is kind
    assert report.also == ()
    assert exercise.repair.applied_to(exercise.twin) == exercise.ending
    assert twin.values.tricks == report.values.tricks - 1
    assert twin.values.free_both == report.values.free_both
    assert (twin.squeeze is None) == (report.values.gain == 1)
    assert 0 <= exercise.difficulty < exercise.ending.cards


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_squeeze_can_be_made(kind: Kind) -> None:
    cards = cards_for(kind)
    exercises = make(kind, cards, seed=7, count=3)
    assert len({canonical(exercise.ending.state).state for exercise in exercises}) == 3
    for exercise in exercises:
        check(exercise, kind)
        assert exercise.ending.cards == exercise.twin.cards == cards


def test_a_plain_search_agrees_that_the_twin_is_worth_a_trick_less() -> None:
    exercises = [
        exercise for kind in (Kind.SIMPLE, Kind.STRIP) for exercise in make(kind, 4, seed=3, count=10)
    ]
    for exercise in exercises:
        squeeze, twin = (_core.plain_tricks(*ending.state) for ending in (exercise.ending, exercise.twin))
        assert squeeze == exercise.report.values.tricks == twin + 1
    assert len(exercises) == 20


@pytest.mark.parametrize(
    ("kind", "cards"), [(Kind.SIMPLE, 3), (Kind.DOUBLE, 4), (Kind.SIMPLE, 6), (Kind.STRIP, 6)]
)
def test_an_exercise_has_the_size_asked_for(kind: Kind, cards: int) -> None:
    (exercise,) = make(kind, cards, seed=11)
    check(exercise, kind)
    assert exercise.ending.cards == cards


@pytest.mark.parametrize(
    ("kind", "strain"),
    [
        (Kind.SIMPLE, Strain.HEARTS),
        (Kind.SIMPLE, Strain.NOTRUMP),
        (Kind.DOUBLE, Strain.CLUBS),
        (Kind.TRUMP, Strain.DIAMONDS),
        (Kind.STRIP, Strain.NOTRUMP),
        (Kind.TRUMP_ENDPLAY, Strain.SPADES),
    ],
)
def test_an_exercise_is_played_in_the_strain_asked_for(kind: Kind, strain: Strain) -> None:
    for exercise in make(kind, seed=5, strain=strain, count=2):
        check(exercise, kind)
        assert exercise.ending.strain is exercise.twin.strain is strain


def test_twenty_exercises_are_twenty_different_ones() -> None:
    exercises = make(Kind.SIMPLE, seed=1, count=20)
    assert len({canonical(exercise.ending.state).state for exercise in exercises}) == 20
    assert {exercise.ending.leader for exercise in exercises} == {Seat.NORTH, Seat.SOUTH}


def test_the_same_seed_makes_the_same_exercises() -> None:
    made = make(Kind.DOUBLE, seed=4, count=2)
    assert make(Kind.DOUBLE, seed=np.random.default_rng(4), count=2) == made
    assert make(Kind.DOUBLE, seed=5, count=2) != made


def test_progress_is_told() -> None:
    told = list[tuple[int, int]]()
    make(Kind.SIMPLE, 4, seed=1, count=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("kind", "cards", "strain", "fault"),
    [
        (Kind.SATURATED, 3, None, "saturated with 3 cards: no squeeze was found"),
        (Kind.TRUMP_ENDPLAY, 4, Strain.NOTRUMP, "trump endplay in NT with 4 cards: no squeeze was found"),
        (Kind.SIMPLE, 1, None, "2 to 9 cards"),
        (Kind.SIMPLE, 14, None, "2 to 9 cards"),
    ],
)
def test_what_does_not_exist_is_not_made(kind: Kind, cards: int, strain: Strain | None, fault: str) -> None:
    with pytest.raises(MakingError, match=fault):
        make(kind, cards, seed=1, strain=strain)


@pytest.mark.parametrize(("kind", "text"), TEMPLATES)
def test_every_template_is_of_the_kind_it_stands_for(kind: str, text: str) -> None:
    report = analyse(Ending.parse(text))
    assert report.squeeze is not None
    assert report.squeeze.kind is Kind(kind)


def test_every_twin_of_figure_2_has_lost_the_squeeze() -> None:
    report = analyse(FIGURE_2)
    found = [analyse(exchange.applied_to(FIGURE_2)) for exchange in twins(report)]
    assert len(found) >= 5
    assert all(twin.squeeze is None and twin.values.tricks == 2 for twin in found)


def test_the_other_side_has_the_same_twins() -> None:
    report = analyse(FIGURE_2)
    assert [rotated(exchange, 1) for exchange in twins(rotated(report, -1))] == list(twins(report))
