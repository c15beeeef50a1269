"""Squeezes in words, pictures and JSON records, for ``overtrick squeeze``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from overtrick.cli import output
from overtrick.cli.output import Record, Style
from overtrick.cli.terminal import bar
from overtrick.formats import fingerprint
from overtrick.render import Ink, Line, Span, Theme, describe, line
from overtrick.squeezes import Dilemma, Kind, Modifier, Report, Squeeze, SuitChoice, Threat
from overtrick.squeezes.counter_measures import counter_measures
from overtrick.squeezes.divisions import Division, Divisions, Group, UndividedEnding, divisions
from overtrick.squeezes.near_misses import near_miss
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.rules.blue import theory
from overtrick.squeezes.words import text
from overtrick.squeezes.words.deals import division_text, play_text
from overtrick.squeezes.words.plans import plan_text
from overtrick.squeezes.words.texts import blue_text, counter_text, near_miss_text

__all__ = [
    "MOST_CARDS_FOR_PLANS",
    "draw",
    "print_divisions",
    "print_report",
    "report_record",
    "short_record",
]


MOST_CARDS_FOR_PLANS = 7
"""Plans and cures of longer endings take too long to wait for."""


def short_record(report: Report) -> Record:
    """A short record: the squeeze, its victims and its name."""
    values, squeeze = report.values, report.squeeze
    first = None if squeeze is None else squeeze.first
    return {
        **output.attributes(report, "ending", "attackers"),
        **output.attributes(values, "tricks", "tops"),
        "squeeze": squeeze is not None,
        "victims": values.victims,
        "either": values.is_either,
        "gain": values.gain,
        "type": None if squeeze is None else squeeze.kind,
        **_modifiers(squeeze),
        **output.attributes(first, "squeeze_card", "squeezer", "trick"),
        "play": None if first is None else first.play.cards,
        "threats": [] if first is None else [_threat(threat) for threat in first.threats],
        "also": [_brief(other) for other in report.also],
    }


def _modifiers(squeeze: Squeeze | None) -> Record:
    """One key for each modifier; null where there is no squeeze."""
    names = {modifier: str(modifier).replace("-", "_").replace(" ", "_") for modifier in Modifier}
    return {name: squeeze and modifier in squeeze.modifiers for modifier, name in names.items()}


def report_record(report: Report) -> Record:
    """The full record, with the cost of each discard, the plan, the cure of a near miss, and the reasons."""
    is_short = report.ending.cards <= MOST_CARDS_FOR_PLANS
    return {
        **short_record(report),
        **_theory(report),
        "discards": None if report.squeeze is None else _squeezed(report.squeeze.first),
        "near_miss": _near_miss(report) if is_short and report.squeeze is None else None,
        "plan": _plan(report) if is_short else None,
        "text": text(report),
    }


def _theory(report: Report) -> Record:
    """The conditions of the theory, letter by letter, at the squeeze card."""
    judged = theory(report)
    blue = judged.blue
    return {
        "entry": judged.entry or None,
        "blue": {
            "B": {"holds": blue.busy.holds, "victim": blue.busy.victim},
            "L": {"holds": blue.loser.holds, "losers": blue.loser.losers},
            "U": output.attributes(blue.upper, "holds", "hand", "cards"),
            "E": {"holds": blue.entry.holds, "entry": blue.entry.kind or None},
        },
        "extended_threats": [threat.card for threat in judged.threats if threat.extended],
        "trump_threats": [threat.card for threat in judged.threats if threat.is_trump_threat],
    }


def _plan(report: Report) -> Record | None:
    if report.squeeze is None:
        return None
    return plan_for(report.ending, line=report.squeeze.first.play.cards).record()


def _near_miss(report: Report) -> Record | None:
    miss = near_miss(report.ending)
    if miss is None:
        return None
    return {"letter": miss.letter, "text": near_miss_text(miss), "cured": short_record(miss.report)}


def _brief(squeeze: Squeeze) -> Record:
    return {"type": squeeze.kind, **output.attributes(squeeze.first, "victim", "squeeze_card", "trick")}


def _squeezed(squeezed: Dilemma) -> Record:
    return {
        **output.attributes(squeezed, "victim", "squeeze_card", "trick"),
        "busy": list(squeezed.busy),
        "play": squeezed.play.cards,
        "given_up": [_given_up(way) for way in squeezed.given_up],
    }


def _given_up(way: SuitChoice) -> Record:
    return {
        **output.attributes(way, "suit", "card", "means"),
        "then": None if way.then is None else _squeezed(way.then),
    }


def _threat(threat: Threat) -> Record:
    winners = {"winners": list(threat.winners)}
    return output.attributes(threat, "card", "seat") | winners | output.attributes(threat, "guarded_by")


def print_report(report: Report, theme: Theme, style: Style) -> None:
    """The marked diagram, why it works, how to play it, and what the defenders can do."""
    style.print_values([report], theme)
    for heading, lines in reasons(report):
        print()
        if heading:
            style.print_words(f"{heading}:")
        for words in lines:
            style.print_words(f"  {words}" if heading else words)


def reasons(report: Report) -> list[tuple[str, list[str]]]:
    """The parts of the text, each with its heading."""
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


def draw(report: Report, path: Path, theme: Theme, style: Style) -> None:
    """Write the marked diagram to a file; a page or a text file has the full text below it."""
    diagram = describe(report)
    if path.suffix.lower() != ".svg":
        diagram = replace(diagram, notes=(*diagram.notes, *_said(report)))
    output.write_picture(path, [diagram], fingerprint([report.ending.deal]), theme, style)


def _said(report: Report) -> Iterator[Line]:
    """Every part under its heading."""
    for heading, lines in reasons(report):
        if heading:
            yield line(Span(heading, Ink.STRONG))
        yield from (line(words) for words in lines)


_SHOWN = 12
"""The most divisions listed on the terminal; --json has them all."""


def print_divisions(question: UndividedEnding, style: Style) -> None:
    """Every division that gives a squeeze, with its type, victim and chance."""
    with bar("dividing the cards") as progress:
        found = divisions(question, progress)
    if style.as_json:
        output.print_json(_divisions_record(found))
        return
    for words in division_text(found):
        style.print_words(words)
    for division in found.squeezes[:_SHOWN]:
        hands = ", ".join(f"{seat.word} {division.deal[seat]}" for seat in question.attackers.opponents.seats)
        style.print_words(f"  {hands}: {division.kind} squeeze, {division.tricks} tricks")
    if len(found.squeezes) > _SHOWN:
        style.print_words(f"  … and {len(found.squeezes) - _SHOWN} more; --json has them all")


def _divisions_record(found: Divisions) -> Record:
    return {
        "question": found.question,
        "attackers": found.question.attackers,
        "divisions": found.total,
        "probability": output.exact(found.odds.fraction),
        "fraction": found.odds,
        "groups": [_group_record(group) for group in found.groups],
        "leads": dict(found.leads),
        "sure_leads": list(found.sure_leads),
        "squeezes": [_division_record(division) for division in found.squeezes],
    }


def _group_record(group: Group) -> Record:
    return {
        "type": group.kind,
        **output.attributes(group, "victims", "gain", "tricks"),
        "divisions": group.count,
        "probability": output.exact(group.odds.fraction),
        "fraction": group.odds,
    }


def _division_record(division: Division) -> Record:
    return {
        "deal": division.deal,
        "type": division.kind,
        **output.attributes(division, "victims", "gain", "tricks"),
        "leads": list(division.leads),
    }
