"""Diagrams of deals, hands, auctions, tricks and plays: text, SVG and HTML from one description."""

from overtrick.core.drawing import drawn_by
from overtrick.render.as_html import html, page, stylesheet
from overtrick.render.as_svg import svg
from overtrick.render.as_text import layout, text, without_symbols
from overtrick.render.charts import Bar, Chart, bar_chart, text_bars
from overtrick.render.describe import around_the_table, describe
from overtrick.render.diagram import Cell, Diagram, Ink, Line, Mark, Span, legend, line
from overtrick.render.document import (
    Document,
    Heading,
    Paragraph,
    TextTable,
    html_document,
    markdown,
    text_document,
)
from overtrick.render.theme import DEFAULT_THEME, THEMES, Theme

__all__ = [
    "DEFAULT_THEME",
    "THEMES",
    "Bar",
    "Cell",
    "Chart",
    "Diagram",
    "Document",
    "Heading",
    "Ink",
    "Line",
    "Mark",
    "Paragraph",
    "Span",
    "TextTable",
    "Theme",
    "around_the_table",
    "bar_chart",
    "describe",
    "html",
    "html_document",
    "layout",
    "legend",
    "line",
    "markdown",
    "page",
    "stylesheet",
    "svg",
    "text",
    "text_bars",
    "text_document",
    "without_symbols",
]

drawn_by(svg)
