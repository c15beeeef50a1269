"""``overtrick squeeze --make``: exercises, each with a near miss beside it."""

from __future__ import annotations

from pathlib import Path

from numpy.random import SeedSequence

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.cli.squeeze_records import short_record
from overtrick.core import Strain
from overtrick.explain.squeezes.exercises import exercise_text
from overtrick.formats import fingerprint
from overtrick.render import Diagram, Theme, describe, line
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.nearby.making import Exercise, make

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
    output.print_words(question)
    output.print_words(f"Answer: {answer}")
    output.print_words(f"Twin: {exercise.twin}")


def _sheet(exercise: Exercise) -> list[Diagram]:
    """The question with its ending, then the answer with the marked one."""
    question, answer = exercise_text(exercise)
    asked, marked = describe(exercise.ending), describe(exercise.report)
    return [
        Diagram(asked.kind, asked.words, asked.rows, (*asked.notes, line(question)), asked.below),
        Diagram(marked.kind, marked.words, marked.rows, (*marked.notes, line(answer)), marked.below),
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
