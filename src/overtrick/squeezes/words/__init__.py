"""Squeezes in words: a sentence for every statement, and a text for every result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overtrick.core.explaining import explain
from overtrick.squeezes.audit import AuditedLine
from overtrick.squeezes.counter_measures import CounterMeasures
from overtrick.squeezes.divisions import Divisions
from overtrick.squeezes.exercises import Exercise
from overtrick.squeezes.near_misses import NearMiss
from overtrick.squeezes.plans import SqueezePlan
from overtrick.squeezes.report import DealSqueeze, Report
from overtrick.squeezes.rules.blue import Theory
from overtrick.squeezes.words.deals import deal_text, division_text, exercise_text
from overtrick.squeezes.words.plans import plan_text
from overtrick.squeezes.words.texts import blue_text, counter_text, near_miss_text, text, verdict_text

__all__ = ["text"]

_TEXTS: dict[type, Callable[[Any], str | list[str] | tuple[str, ...]]] = {
    AuditedLine: verdict_text,
    CounterMeasures: counter_text,
    DealSqueeze: deal_text,
    Divisions: division_text,
    Exercise: exercise_text,
    NearMiss: near_miss_text,
    Report: text,
    SqueezePlan: plan_text,
    Theory: blue_text,
}
"""The function for the text, or its lines, of each type of result."""


def _explained(thing: object, language: str = "en") -> str:
    words = _TEXTS[type(thing)](thing)
    return words if isinstance(words, str) else "\n".join(words)


for _kind in _TEXTS:
    explain.register(_kind, _explained)
