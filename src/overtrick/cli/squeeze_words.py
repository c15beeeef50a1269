"""Squeezes in words and pictures, for the terminal and for files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from overtrick.cli import output
from overtrick.cli.squeeze_records import MOST_CARDS_FOR_PLANS
from overtrick.explain.squeezes import text
from overtrick.explain.squeezes.blue import blue_text
from overtrick.explain.squeezes.deals import play_text
from overtrick.explain.squeezes.defence import counter_text
from overtrick.explain.squeezes.near_misses import near_miss_text
from overtrick.explain.squeezes.plans import plan_text
from overtrick.formats import fingerprint
from overtrick.render import Ink, Line, Span, Theme, describe, line
from overtrick.squeezes import Kind, Report
from overtrick.squeezes.nearby.defence import counter_measures
from overtrick.squeezes.nearby.near_misses import near_miss
from overtrick.squeezes.plans.planning import plan_for
from overtrick.squeezes.theory import theory

__all__ = ["draw", "print_report", "reasons"]


def print_report(report: Report, theme: Theme, ascii_only: bool) -> None:
    """The marked diagram, why it works, how to play it, and what the defenders can do."""
    output.print_values([report], theme, ascii_only)
    for heading, lines in reasons(report):
        print()
        if heading:
            output.print_words(f"{heading}:")
        for words in lines:
            output.print_words(f"  {words}" if heading else words, ascii_only)


def reasons(report: Report) -> list[tuple[str, list[str]]]:
    """What there is to say, part by part, each with its heading."""
    parts = [("", [text(report)])]
    judged = theory(report)
    kind = None if report.squeeze is None else report.squeeze.kind
    if kind is Kind.SIMPLE or (kind is None and len(judged.blue.missing) == 1):
        parts.append(("Conditions", blue_text(judged)))
    is_short = report.ending.cards <= MOST_CARDS_FOR_PLANS
    if report.squeeze is not None:
        play = report.squeeze.first.play
        if is_short:
            parts.append(("Plan", plan_text(plan_for(report.ending, line=play.cards))))
        else:
            parts.append(("Line (there are no plans for so many cards)", play_text(play)))
        parts.append(("Defence", counter_text(counter_measures(report.ending))))
    elif is_short and (miss := near_miss(report.ending)) is not None:
        parts.append(("Near miss", [near_miss_text(miss)]))
    return [(heading, lines) for heading, lines in parts if lines]


def draw(report: Report, path: Path, theme: Theme, ascii_only: bool) -> None:
    """The marked diagram into a file; in a page or a text file with all that there is to say below it."""
    diagram = describe(report)
    if path.suffix.lower() != ".svg":
        diagram = replace(diagram, notes=(*diagram.notes, *_said(report)))
    output.write_picture(path, [diagram], fingerprint([report.ending.deal]), theme, ascii_only)


def _said(report: Report) -> Iterator[Line]:
    """Every part under its heading."""
    for heading, lines in reasons(report):
        if heading:
            yield line(Span(heading, Ink.STRONG))
        yield from (line(words) for words in lines)
