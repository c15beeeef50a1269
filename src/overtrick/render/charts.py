"""Bar charts as SVG and text, with labels and values as text, so that no information is in colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.render.as_svg import CHARACTER, SIZE, svg_document
from overtrick.render.markup import escaped
from overtrick.render.theme import DEFAULT_THEME, Theme

__all__ = ["Bar", "Chart", "bar_chart", "text_bars"]

_ROW = 24
_MARGIN = 12
_LONGEST_BAR = 420


@final
@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its length, and its value as text."""

    label: str
    value: float
    text: str


@final
@dataclass(frozen=True, slots=True)
class Chart:
    """A bar chart with a title, and a name that can be used for a file."""

    name: str
    title: str
    bars: tuple[Bar, ...]

    @property
    def words(self) -> str:
        """The text alternative."""
        return f"{self.title}. " + "; ".join(f"{bar.label}: {bar.text}" for bar in self.bars)


def bar_chart(chart: Chart, theme: Theme = DEFAULT_THEME) -> str:
    """A chart as an SVG document.

    >>> bar_chart(Chart("aces", "Aces", (Bar("0", 1, "1"),))).splitlines()[1]
    '<title>Aces. 0: 1</title>'
    """
    labels = max((len(bar.label) for bar in chart.bars), default=0) * CHARACTER
    texts = max((len(bar.text) for bar in chart.bars), default=0) * CHARACTER
    most = max((bar.value for bar in chart.bars), default=0) or 1
    left = _MARGIN + labels + 8
    width, height = left + _LONGEST_BAR + 8 + texts + _MARGIN, 2 * _MARGIN + _ROW * (len(chart.bars) + 1)
    elements = [_words(_MARGIN, _MARGIN + SIZE, chart.title, theme.plain, "start", ' font-weight="bold"')]
    for row, bar in enumerate(chart.bars, 1):
        top, length = _MARGIN + _ROW * row, _LONGEST_BAR * bar.value / most
        elements += [
            _words(left - 8, top + SIZE, bar.label, theme.plain, "end"),
            _bar(left, top + 3, length, theme.muted),
            _words(left + length + 6, top + SIZE, bar.text, theme.plain, "start"),
        ]
    return svg_document(chart.words, width, height, elements, theme)


def _bar(x: float, y: float, length: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.0f}" width="{length:.1f}" height="{_ROW - 6}" fill="{colour}"/>'


def _words(x: float, y: float, text: str, colour: str, anchor: str, more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.0f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}"{more}>{escaped(text)}</text>'


def text_bars(bars: tuple[Bar, ...], longest: int = 40) -> list[str]:
    """Bars as lines of text.

    >>> text_bars((Bar("0", 2, "2"), Bar("1", 1, "1")), longest=4)
    ['0  ████  2', '1  ██    1']
    """
    most = max((bar.value for bar in bars), default=0) or 1
    labels = max((len(bar.label) for bar in bars), default=0)
    texts = max((len(bar.text) for bar in bars), default=0)
    return [
        f"{bar.label:>{labels}}  {'█' * round(longest * bar.value / most):<{longest}}  {bar.text:>{texts}}"
        for bar in bars
    ]
