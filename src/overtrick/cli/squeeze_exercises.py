"""``overtrick squeeze --make``: exercises, each with a near miss beside it."""

from __future__ import annotations

from pathlib import Path

from numpy.random import SeedSequence

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.cli.squeeze_records import MOST_CARDS_FOR_PLANS, short_record
from overtrick.core import Strain
from overtrick.explain.squeezes.exercises import exercise_text
from overtrick.explain.squeezes.near_misses import near_miss_text
from overtrick.explain.squeezes.plans import plan_text
from overtrick.formats import fingerprint
from overtrick.render import Diagram, Theme, describe, line
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.nearby.making import Exercise, make
from overtrick.squeezes.nearby.near_misses import near_miss
from overtrick.squeezes.plans.planning import plan_for

__all__ = ["print_exercises"]

_SEEDS = 1 << 32


def print_exercises(
    kind: Kind,
    cards: int,
    count: int,
    seed: int | None,
    strain: Strain | None,
    to_file: Path | None,
    theme: Theme,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """So many exercises of a kind: the ending, the question, the answer and the twin."""
    chosen = SeedSequence().entropy % _SEEDS if seed is None else seed  # type: ignore[operator]
    with bar("making exercises") as progress:
        exercises = make(kind, cards, seed=chosen, strain=strain, count=count, progress=progress)
    if to_file is not None:
        shown = [diagram for exercise in exercises for diagram in _sheet(exercise)]
        deals = (exercise.ending.deal for exercise in exercises)
        output.write_picture(to_file, shown, fingerprint(deals), theme, ascii_only)
    elif as_json:
        for exercise in exercises:
            output.print_json(_record(exercise, chosen))
    else:
        for number, exercise in enumerate(exercises):
            if number:
                print()
            _print(exercise, theme, ascii_only)
    output.say(f"seed {chosen}")


def _print(exercise: Exercise, theme: Theme, ascii_only: bool) -> None:
    question, answer = exercise_text(exercise)
    output.print_values([exercise.ending], theme, ascii_only)
    print()
    output.print_words(question, ascii_only)
    print()
    output.print_words(f"Answer: {answer}", ascii_only)
    for words in _plan(exercise):
        output.print_words(f"  {words}", ascii_only)
    print()
    output.print_values([exercise.twin_report], theme, ascii_only)
    miss = near_miss(exercise.twin)
    if miss is not None:
        print()
        output.print_words(near_miss_text(miss), ascii_only)


def _plan(exercise: Exercise) -> list[str]:
    squeeze = exercise.report.squeeze
    if squeeze is None or exercise.ending.cards > MOST_CARDS_FOR_PLANS:
        return []
    return plan_text(plan_for(exercise.ending, line=squeeze.first.play.cards))


def _sheet(exercise: Exercise) -> list[Diagram]:
    """The question with its ending, then the answer with the marked one."""
    question, answer = exercise_text(exercise)
    asked, marked = describe(exercise.ending), describe(exercise.report)
    return [
        Diagram(asked.kind, asked.words, asked.rows, (*asked.notes, line(question)), asked.below),
        Diagram(
            marked.kind,
            marked.words,
            marked.rows,
            (*marked.notes, line(answer), *map(line, _plan(exercise))),
            (*marked.below, describe(exercise.twin_report)),
        ),
    ]


def _record(exercise: Exercise, seed: int) -> dict[str, object]:
    question, answer = exercise_text(exercise)
    return {
        **short_record(exercise.report),
        "twin": short_record(exercise.twin_report),
        "difficulty": exercise.difficulty,
        "question": question,
        "answer": answer,
        "seed": seed,
    }
