"""Diagrams as HTML: text and tables, coloured by a style sheet without inline styles."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.render.describe import describe
from overtrick.render.diagram import Cell, Diagram, Ink, Line, Mark, Span
from overtrick.render.markup import escaped
from overtrick.render.theme import DEFAULT_THEME, Theme

__all__ = ["html", "page", "stylesheet"]


def html(value: object, theme: Theme = DEFAULT_THEME) -> str:
    """A value as an HTML fragment, to be styled by `stylesheet`."""
    return _figure(describe(value), theme)


def _figure(diagram: Diagram, theme: Theme) -> str:
    role = "" if diagram.is_table else ' role="presentation"'
    rows = "\n".join(f"<tr>{''.join(_cell(cell, theme) for cell in row)}</tr>" for row in diagram.rows)
    notes = "".join(f"<p>{_spans(shown, theme)}</p>" for shown in diagram.notes)
    parts = (
        f'<figure class="overtrick {diagram.kind}" aria-label="{escaped(diagram.words)}">',
        f"<table{role}>\n{rows}\n</table>",
        f'<div class="notes">{notes}</div>' if notes else "",
        *(_figure(part, theme) for part in diagram.below),
        "</figure>",
    )
    return "\n".join(part for part in parts if part)


def _cell(cell: Cell, theme: Theme) -> str:
    if cell.is_compass:
        rows = "\n".join("".join(span.text for span in shown) for shown in cell.lines).strip("\n")
        return f'<td><div class="compass" aria-hidden="true">{rows}</div></td>'
    content = "<br>".join(_spans(shown, theme) for shown in cell.lines)
    return f'<th scope="col">{content}</th>' if cell.is_heading else f"<td>{content}</td>"


def _spans(shown: Line, theme: Theme) -> str:
    return "".join(_span(span, theme) for span in shown if span.text)


def _span(span: Span, theme: Theme) -> str:
    text = escaped(theme.symbols(span.text))
    inked = text if span.ink is Ink.PLAIN else f'<span class="{span.ink.value}">{text}</span>'
    if span.mark is None:
        return inked
    before, after = (f'<span class="sign">{sign}</span>' if sign else "" for sign in span.mark.signs)
    return f'<mark class="{span.mark.value}" title="{span.mark.word}">{before}{inked}{after}</mark>'


def stylesheet(theme: Theme = DEFAULT_THEME) -> str:
    """The style sheet for diagrams in a theme."""
    inks = "\n".join(f".overtrick .{ink.value} {{ color: {theme.colour(ink)}; }}" for ink in Ink)
    shapes = "\n".join(f".overtrick mark.{mark.value} {{ {_shape(mark, theme)}; }}" for mark in Mark)
    return f"""\
.overtrick {{
  background: {theme.paper}; color: {theme.plain};
  margin: 0; padding: 1rem;
  font: 1rem/1.4 system-ui, "Noto Sans", "DejaVu Sans", sans-serif;
}}
.overtrick .overtrick {{ padding: 1.5rem 0 0; }}
.overtrick table {{ border-collapse: collapse; }}
.overtrick td, .overtrick th {{
  padding: 0 1.75rem 0 0; text-align: left; vertical-align: top; white-space: pre;
}}
.overtrick th {{ border-bottom: 1px solid {theme.rule}; font-weight: inherit; }}
.overtrick .notes {{ margin-top: 0.5rem; }}
.overtrick .notes p {{ margin: 0; white-space: pre-wrap; }}
.overtrick .compass {{
  border: 2px solid {theme.rule}; border-radius: 6px; color: {theme.muted};
  display: inline-block; font-family: monospace; margin: 0.9rem 0; padding: 0.4rem 1rem;
}}
.overtrick .strong {{ font-weight: bold; }}
{inks}
.overtrick mark {{
  background: none; border: 2px solid transparent; border-radius: 4px; color: inherit;
  display: inline-block; line-height: 1; min-width: 0.7em; padding: 0 0.2em;
  print-color-adjust: exact; text-align: center;
}}
{shapes}
.overtrick .sign {{
  clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px;
}}
"""


def _shape(mark: Mark, theme: Theme) -> str:
    """The CSS of a mark: a filled box, a ring, a dashed box, a line or dots below."""
    shapes = {
        Mark.SQUEEZE: f"background: {theme.mark}; border-color: {theme.mark}; color: {theme.paper}",
        Mark.THREAT: f"border-color: {theme.mark}; border-radius: 1em",
        Mark.ENTRY: f"border: 2px dashed {theme.mark}",
        Mark.GUARD: f"border-bottom-color: {theme.mark}; border-radius: 0; border-width: 2px 0 3px",
        Mark.IDLE: f"border-bottom: 2px dotted; border-radius: 0; border-width: 2px 0; color: {theme.muted}",
    }
    return shapes[mark]


def page(title: str, values: Iterable[object], theme: Theme = DEFAULT_THEME) -> str:
    """A self-contained HTML page of diagrams."""
    figures = "\n".join(html(value, theme) for value in values)
    return whole_page(title, f"body {{ background: {theme.paper}; }}\n{stylesheet(theme)}", figures, theme)


def whole_page(title: str, style: str, content: str, theme: Theme) -> str:
    """Markup as a self-contained HTML page."""
    scheme = "dark" if theme.name.endswith("dark") else "light"
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{scheme}">
<title>{escaped(title)}</title>
<style>
{style}</style>
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""
