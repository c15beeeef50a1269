"""Diagrams of trick tables and par, for text, SVG and HTML."""

from __future__ import annotations

from overtrick.core import Seat, Strain
from overtrick.dd.par import PASSED_OUT, Par
from overtrick.dd.table import TrickTable
from overtrick.render import Cell, Diagram, Line, describe, line

__all__ = ["par_line"]

_COLUMNS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
"""Partners side by side, as hand records print them."""


@describe.register
def _(table: TrickTable) -> Diagram:
    heading = (Cell(is_heading=True), *(Cell.heading(seat.word) for seat in _COLUMNS))
    rows = tuple(_row(table, strain) for strain in reversed(table.strains))
    return Diagram("tricks", _in_words(table), (heading, *rows))


@describe.register
def _(par: Par) -> Diagram:
    return Diagram("par", f"Par is {par.word}.", ((Cell((par_line(par),)),),))


def par_line(par: Par) -> Line:
    """Par on one line: ``Par N-S +420: 4♥ by North, 4♥ by South``."""
    spans = [*line(f"Par N-S {par.points}: ")]
    for place, contract in enumerate(par.contracts):
        ending = f"{contract.doubled} by {contract.declarer.word}"
        spans += line(", " if place else "", str(contract.level), contract.strain, ending)
    return tuple(spans) if par.contracts else (*spans, *line(PASSED_OUT))


def _row(table: TrickTable, strain: Strain) -> tuple[Cell, ...]:
    tricks = (Cell((line(str(table[strain, seat])),)) for seat in _COLUMNS)
    return (Cell((line(strain),)), *tricks)


def _in_words(table: TrickTable) -> str:
    said = (
        f"{strain.word.capitalize()}: {', '.join(f'{seat.word} {table[strain, seat]}' for seat in _COLUMNS)}."
        for strain in reversed(table.strains)
    )
    return " ".join(("Tricks double dummy.", *said))
