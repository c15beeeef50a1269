"""Drawings of endings and reports: the four hands round the table, with the parts of a squeeze marked."""

from __future__ import annotations

from overtrick.core import CardSet
from overtrick.render import Cell, Diagram, Ink, Line, Mark, Span, around_the_table, describe, legend, line
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.report import Report, marks

__all__: list[str] = []

_ATTACKERS = (Mark.SQUEEZE, Mark.THREAT, Mark.ENTRY)
_DEFENDERS = (Mark.GUARD, Mark.IDLE)
_PLURALS = {
    Mark.SQUEEZE: "squeeze cards",
    Mark.THREAT: "threats",
    Mark.ENTRY: "entries",
    Mark.GUARD: "guards",
    Mark.IDLE: "idle cards",
}


@describe.register
def _(ending: Ending) -> Diagram:
    trumps, leads = _conditions(ending)
    rows = around_the_table(ending.deal, Cell((line(trumps), line(leads))))
    return Diagram("ending", f"{trumps}. {leads}. {describe(ending.deal).words}", rows)


@describe.register
def _(report: Report) -> Diagram:
    ending, (name, against) = report.ending, _title(report)
    marked = _marked(report)
    by_card = {card: mark for mark, cards in marked.items() for card in cards}
    title = (line(Span(name, Ink.STRONG)), *([line(Span(against, Ink.STRONG))] if against else []))
    corner = Cell((*title, *map(line, _conditions(ending))))
    found = report.values
    count = f"Tricks {found.tricks}, tops {found.tops}, gain {found.gain}."
    parts = (f"{name} {against}".strip() + ".", count, describe(ending).words, *map(_said, marked.items()))
    rows = around_the_table(ending.deal, corner, by_card)
    return Diagram("report", " ".join(parts), rows, (line(count), *_legend(marked)))


def _conditions(ending: Ending) -> tuple[str, str]:
    """The trump suit and the player on lead, in words."""
    word = ending.strain.word.capitalize()
    trumps = word if ending.strain.suit is None else f"{word} are trumps"
    return trumps, f"{ending.leader.word} leads"


def _title(report: Report) -> tuple[str, str]:
    """The kind of squeeze, and against whom."""
    if report.squeeze is None:
        return "No squeeze", ""
    kind = report.squeeze.kind
    name = kind.value if kind is Kind.TRUMP_ENDPLAY else f"{kind.value} squeeze"
    victims = " and ".join(seat.word for seat in report.values.victims)
    return name.capitalize(), f"against {victims or 'either defender'}"


def _marked(report: Report) -> dict[Mark, CardSet]:
    """The marks that occur, with their cards."""
    pairs = zip((*_ATTACKERS, *_DEFENDERS), marks(report).parts(), strict=True)
    return {mark: cards for mark, cards in pairs if cards}


def _legend(marked: dict[Mark, CardSet]) -> tuple[Line, ...]:
    """The legend of the marks: one line for each side."""
    sides = ([mark for mark in side if mark in marked] for side in (_ATTACKERS, _DEFENDERS))
    return tuple(legend(*side) for side in sides if side)


def _said(marked: tuple[Mark, CardSet]) -> str:
    mark, cards = marked
    word = mark.word if len(cards) == 1 and mark is not Mark.IDLE else _PLURALS[mark]
    return f"{word.capitalize()}: {', '.join(card.word for card in cards)}."
