"""An exercise in words: the question and, apart from it, the answer."""

from __future__ import annotations

from overtrick.core import Strain
from overtrick.explain.squeezes.around_phrases import as_it_would_be, partners
from overtrick.explain.squeezes.paragraphs import text
from overtrick.explain.squeezes.phrases import count
from overtrick.explain.words_english import capital
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.making import Exercise

__all__ = ["answer_text", "exercise_text", "question_text"]


def exercise_text(exercise: Exercise) -> tuple[str, str]:
    """The question and the answer.

    >>> from overtrick.squeezes.kinds import Kind
    >>> from overtrick.squeezes.nearby.making import make
    >>> exercise, = make(Kind.SIMPLE, 4, seed=1)
    >>> question, answer = exercise_text(exercise)
    >>> question.endswith("?") and "squeeze" not in question, "simple squeeze" in answer
    (True, True)
    """
    return question_text(exercise), answer_text(exercise)


def question_text(exercise: Exercise) -> str:
    """What to find out: how the tricks are won, and why not after a small change."""
    ending, values = exercise.ending, exercise.report.values
    who = partners(ending.attackers.seats)
    every = "all " if values.tricks == ending.cards else ""
    tricks = f"{every}{count(values.tricks, 'trick')}"
    change = as_it_would_be(ending, exercise.repair.undone)
    return f"{_scene(ending)}. How do {who} take {tricks}? Why would that fail if {change}?"


def answer_text(exercise: Exercise) -> str:
    """The squeeze explained, and what the change costs."""
    change = as_it_would_be(exercise.ending, exercise.repair.undone)
    less = f"declarer would take only {count(exercise.twin_report.values.tricks, 'trick')}"
    return f"{text(exercise.report)} If {change}, {less}."


def _scene(ending: Ending) -> str:
    trumps = "there are no trumps" if ending.strain is Strain.NOTRUMP else f"{ending.strain.word} are trumps"
    return f"{capital(trumps)}, {ending.leader.word} is on lead"
