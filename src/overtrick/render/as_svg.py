"""Diagrams as self-contained SVG, without style sheets or scripts, with a text alternative."""

from __future__ import annotations

from overtrick.render.describe import describe
from overtrick.render.diagram import Cell, Diagram, Ink, Line, Mark, Span
from overtrick.render.markup import escaped
from overtrick.render.theme import DEFAULT_THEME, Theme

__all__ = ["svg"]

FONT = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif"
SIZE = 16
LINE = 22
ROW_GAP = 10
GAP = 28
MARGIN = 16
COMPASS = 84
CHARACTER = 8.6
"""The width allowed per character at this size: a little more than the average of the fonts above."""
ROUND_A_MARK = 5.5
"""The padding on each side of marked text, so that the widest letter fits inside the mark."""


def svg(value: object, theme: Theme = DEFAULT_THEME) -> str:
    """A value as an SVG document.

    >>> from overtrick.core import Card
    >>> svg(Card.parse("HK")).splitlines()[1]
    '<title>heart king</title>'
    """
    diagram = describe(value)
    drawing = _Drawing(theme)
    bottom = drawing.add(diagram, MARGIN) + MARGIN
    return svg_document(diagram.words, drawing.right, bottom, drawing.elements, theme, is_labelled=True)


def svg_document(
    words: str, width: float, height: float, elements: list[str], theme: Theme, is_labelled: bool = False
) -> str:
    """Elements as an SVG document on the paper of a theme, with a text alternative."""
    said = escaped(words)
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    label = f' aria-label="{said}"' if is_labelled else ""
    fonts = f'font-family="{FONT}" font-size="{SIZE}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"{label} {fonts}>',
            f"<title>{said}</title>",
            f'<rect width="100%" height="100%" fill="{theme.paper}"/>',
            *elements,
            "</svg>",
        )
    )


class _Drawing:
    """The elements of a picture, in drawing order, and their right edge."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.elements = list[str]()
        self.right = 0.0

    def add(self, diagram: Diagram, top: float) -> float:
        """Draw a diagram from `top` down and return where it ends."""
        widths = [max(map(_cell_width, column)) for column in zip(*diagram.rows, strict=True)]
        lefts = [MARGIN + sum(widths[:column]) + GAP * column for column in range(len(widths))]
        self.right = max(self.right, lefts[-1] + widths[-1] + MARGIN)
        for row in diagram.rows:
            top = self._row(row, lefts, top) + (0 if diagram.is_table else ROW_GAP)
        if diagram.notes:
            self.right = max(self.right, 2 * MARGIN + max(map(_width, diagram.notes)))
            top = self._block(diagram.notes, MARGIN, top + ROW_GAP)
        for part in diagram.below:
            top = self.add(part, top + LINE)
        return top

    def _row(self, row: tuple[Cell, ...], lefts: list[float], top: float) -> float:
        for cell, left in zip(row, lefts, strict=True):
            if cell.is_compass:
                self._compass(left, top + LINE / 2)
            else:
                self._block(cell.lines, left, top)
        bottom = top + LINE * max(len(cell.lines) for cell in row)
        if any(cell.is_heading for cell in row):
            rule = f'x1="{MARGIN}" x2="{self.right - MARGIN:.0f}" y1="{bottom:.0f}" y2="{bottom:.0f}"'
            self.elements.append(f'<line {rule} stroke="{self.theme.rule}"/>')
        return bottom

    def _block(self, lines: tuple[Line, ...], left: float, top: float) -> float:
        for shown in lines:
            if any(span.text.strip() for span in shown):
                is_marked = any(span.mark is not None for span in shown)
                spans = self._marked(shown, left, top) if is_marked else "".join(map(self._span, shown))
                place = f'x="{left:.0f}" y="{top + SIZE:.0f}" xml:space="preserve"'
                self.elements.append(f"<text {place}>{spans}</text>")
            top += LINE
        return top

    def _marked(self, shown: Line, left: float, top: float) -> str:
        """The spans of a line, each with its own position; the shapes of marks are drawn beneath them."""
        spans = list[str]()
        for span in shown:
            width = _span_width(span)
            if span.mark is None:
                spans.append(self._span(span, f' x="{left:.1f}"'))
            else:
                self.elements.append(_shape(span.mark, left, top, width, self.theme))
                spans.append(self._span(span, f' x="{left + width / 2:.1f}" text-anchor="middle"'))
            left += width
        return "".join(spans)

    def _span(self, span: Span, place: str = "") -> str:
        if not span.text:
            return ""
        weight = ' font-weight="bold"' if span.ink is Ink.STRONG else ""
        text = escaped(self.theme.symbols(span.text))
        return f'<tspan{place} fill="{_colour(span, self.theme)}"{weight}>{text}</tspan>'

    def _compass(self, left: float, top: float) -> None:
        """A small table with its four sides named."""
        half, near, far = COMPASS / 2, 12, COMPASS - 12
        frame = f'x="{left:.0f}" y="{top:.0f}" width="{COMPASS}" height="{COMPASS}" rx="6"'
        self.elements.append(f'<rect {frame} fill="none" stroke="{self.theme.rule}" stroke-width="2"/>')
        for letter, x, y in (("N", half, near), ("E", far, half), ("S", half, far), ("W", near, half)):
            place = f'x="{left + x:.0f}" y="{top + y + 5:.0f}" text-anchor="middle" font-size="14"'
            self.elements.append(f'<text {place} fill="{self.theme.muted}">{letter}</text>')


def _colour(span: Span, theme: Theme) -> str:
    if span.mark is Mark.SQUEEZE:
        return theme.paper
    return theme.muted if span.mark is Mark.IDLE else theme.colour(span.ink)


def _shape(mark: Mark, left: float, top: float, width: float, theme: Theme) -> str:
    """The SVG of a mark: a filled box, a ring, a dashed box, a line or dots below the text."""
    below = f'x1="{left + 2:.1f}" x2="{left + width - 2:.1f}" y1="{top + 19.5:.1f}" y2="{top + 19.5:.1f}"'
    frame = f'x="{left + 1:.1f}" y="{top + 1:.1f}" width="{width - 2:.1f}" height="{LINE - 4}"'
    outline = f'fill="none" stroke="{theme.mark}" stroke-width="2"'
    shapes = {
        Mark.SQUEEZE: f'<rect {frame} rx="4" fill="{theme.mark}"/>',
        Mark.THREAT: f'<rect {frame} rx="9" {outline}/>',
        Mark.ENTRY: f'<rect {frame} rx="4" {outline} stroke-dasharray="4 2.5"/>',
        Mark.GUARD: f'<line {below} stroke="{theme.mark}" stroke-width="3"/>',
        Mark.IDLE: f'<line {below} stroke="{theme.muted}" stroke-width="2" stroke-dasharray="2 3"/>',
    }
    return shapes[mark]


def _width(shown: Line) -> float:
    return sum(map(_span_width, shown))


def _span_width(span: Span) -> float:
    return CHARACTER * len(span.text) + (2 * ROUND_A_MARK if span.mark is not None else 0)


def _cell_width(cell: Cell) -> float:
    return COMPASS if cell.is_compass else max(map(_width, cell.lines), default=0)
