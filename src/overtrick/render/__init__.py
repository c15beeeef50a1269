"""Pictures: deals, hands, auctions, tricks and plays as text, SVG and HTML, from one description."""

from overtrick.core.drawing import Drawn, drawn_by
from overtrick.render.as_html import html, page, stylesheet
from overtrick.render.as_svg import svg
from overtrick.render.as_text import layout, text, without_symbols
from overtrick.render.describe import describe
from overtrick.render.diagram import Cell, Diagram, Ink, Line, Span, line
from overtrick.render.theme import DEFAULT_THEME, THEMES, Theme

__all__ = [
    "DEFAULT_THEME",
    "THEMES",
    "Cell",
    "Diagram",
    "Ink",
    "Line",
    "Span",
    "Theme",
    "describe",
    "html",
    "layout",
    "line",
    "page",
    "stylesheet",
    "svg",
    "text",
    "without_symbols",
]

drawn_by(Drawn, svg)
