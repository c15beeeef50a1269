"""Diagrams as plain text: columns of characters, readable without colour."""

from __future__ import annotations

from overtrick.render.describe import describe
from overtrick.render.diagram import Cell, Diagram, Line, Span

__all__ = ["layout", "text", "without_symbols"]

_GAP = 4
_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤—", "CDHSCDHS-")


def text(value: object, symbols: bool = True) -> str:
    """A value as lines of text; without symbols the suits are letters.

    >>> from overtrick.core import CardSet
    >>> print(text(CardSet.parse("AQT.K98..5432")))
    ♠ A Q 10
    ♥ K 9 8
    ♦ —
    ♣ 5 4 3 2
    """
    lines = ("".join(span.text for span in row).rstrip() for row in layout(describe(value)))
    drawn = "\n".join(lines).strip("\n")
    return drawn if symbols else without_symbols(drawn)


def without_symbols(words: str) -> str:
    """Text with letters for suit symbols: ``S`` for ``♠``."""
    return words.translate(_LETTERS)


def layout(diagram: Diagram) -> list[Line]:
    """The diagram as lines of spans, with signs for marks, padded so that its columns are aligned."""
    widths = [max(map(_width, column)) for column in zip(*diagram.rows, strict=True)]
    lines = list[Line]()
    for row in diagram.rows:
        for height in range(max(len(cell.lines) for cell in row)):
            lines.append(_joined(row, height, widths))
    if diagram.notes:
        lines += [(), *map(_signed, diagram.notes)]
    for part in diagram.below:
        lines += [(), *layout(part)]
    return lines


def _joined(row: tuple[Cell, ...], height: int, widths: list[int]) -> Line:
    spans = list[Span]()
    for cell, width in zip(row, widths, strict=True):
        shown = _signed(cell.lines[height]) if height < len(cell.lines) else ()
        spans += shown
        spans.append(Span(" " * (width + _GAP - _length(shown))))
    return tuple(spans[:-1])


def _signed(shown: Line) -> Line:
    return tuple(Span(span.signed, span.ink) for span in shown)


def _length(shown: Line) -> int:
    return sum(len(span.signed) for span in shown)


def _width(cell: Cell) -> int:
    return max((_length(shown) for shown in cell.lines), default=0)
