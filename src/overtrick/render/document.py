"""Documents of headings, paragraphs, tables and charts, written as Markdown, text or one HTML page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, final

from overtrick.render.as_html import whole_page
from overtrick.render.charts import Chart, bar_chart, text_bars
from overtrick.render.markup import escaped
from overtrick.render.theme import DEFAULT_THEME, Theme

__all__ = ["Document", "Heading", "Paragraph", "TextTable", "html_document", "markdown", "text_document"]


@final
@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of a part."""

    text: str
    level: int = 1

    @property
    def anchor(self) -> str:
        """The target of links to it, as most Markdown readers generate it."""
        return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", self.text.lower()))


@final
@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of plain text."""

    text: str


@final
@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of text; columns of numbers are right-aligned."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def is_number(self, column: int) -> bool:
        """Does a column hold only numbers?"""
        cells = [row[column] for row in self.rows if row[column]]
        return bool(cells) and all(re.fullmatch(r"[-+]?[\d,.]+ ?%?", cell) for cell in cells)


Block: TypeAlias = Heading | Paragraph | TextTable | Chart


@final
@dataclass(frozen=True, slots=True)
class Document:
    """A title and a sequence of blocks."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def parts(self) -> tuple[Heading, ...]:
        """The headings of level 1."""
        return tuple(each for each in self.blocks if isinstance(each, Heading) and each.level == 1)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Chart))


# Markdown


def markdown(document: Document) -> str:
    """A document as Markdown; each chart is linked as a picture file with the chart's name."""
    contents = "\n".join(f"- [{_md(part.text)}](#{part.anchor})" for part in document.parts)
    blocks = (_markdown_block(each) for each in document.blocks)
    return "\n\n".join(each for each in (f"# {_md(document.title)}", contents, *blocks) if each) + "\n"


def _markdown_block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * (block.level + 1)} {_md(block.text)}"
    if isinstance(block, Paragraph):
        return _md(block.text)
    if isinstance(block, Chart):
        return f"![{_md(block.title)}]({block.name}.svg)"
    rules = ["---:" if block.is_number(column) else "---" for column in range(len(block.heads))]
    return "\n".join(f"| {' | '.join(map(_md, row))} |" for row in (block.heads, rules, *block.rows))


def _md(text: str) -> str:
    """Text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_|\[\]#])", r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;")


# HTML


def html_document(document: Document, theme: Theme = DEFAULT_THEME) -> str:
    """A document as one self-contained HTML page."""
    body = "\n".join(_html_block(block, theme) for block in document.blocks)
    links = (f'<li><a href="#{part.anchor}">{escaped(part.text)}</a></li>' for part in document.parts)
    contents = f"<nav>\n<ul>\n{chr(10).join(links)}\n</ul>\n</nav>" if document.parts else ""
    heading = f"<h1>{escaped(document.title)}</h1>"
    return whole_page(document.title, _style(theme), "\n".join((heading, contents, body)), theme)


def _style(theme: Theme) -> str:
    return f"""\
body {{
  background: {theme.paper}; color: {theme.plain};
  font: 1rem/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif;
  margin: 0 auto; max-width: 72rem; padding: 1rem;
}}
table {{ border-collapse: collapse; display: block; margin: 1rem 0; overflow-x: auto; }}
td, th {{
  border-bottom: 1px solid {theme.rule}; padding: 0.15rem 0.8rem 0.15rem 0;
  text-align: left; vertical-align: top;
}}
.number {{ font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }}
figure {{ margin: 1rem 0; overflow-x: auto; }}
"""


def _html_block(block: Block, theme: Theme) -> str:
    if isinstance(block, Heading):
        return f'<h{block.level + 1} id="{block.anchor}">{escaped(block.text)}</h{block.level + 1}>'
    if isinstance(block, Paragraph):
        return f"<p>{escaped(block.text)}</p>"
    if isinstance(block, Chart):
        return f"<figure>\n{bar_chart(block, theme)}\n</figure>"
    kinds = [' class="number"' if block.is_number(column) else "" for column in range(len(block.heads))]
    heads = _html_row("th", [f' scope="col"{kind}' for kind in kinds], block.heads)
    rows = "\n".join(_html_row("td", kinds, row) for row in block.rows)
    return f"<table>\n<thead>{heads}</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _html_row(tag: str, attributes: list[str], cells: tuple[str, ...]) -> str:
    pairs = zip(attributes, cells, strict=True)
    return f"<tr>{''.join(f'<{tag}{more}>{escaped(cell)}</{tag}>' for more, cell in pairs)}</tr>"


def text_document(document: Document) -> str:
    """A document for a terminal: tables in columns, charts as bars of text.

    >>> print(text_document(Document("Aces", (TextTable(("aces", "hands"), (("0", "30"), ("1", "44"))),))))
    Aces
    <BLANKLINE>
    aces  hands
       0     30
       1     44
    """
    parts = [document.title]
    for block in document.blocks:
        if isinstance(block, TextTable):
            parts.append(_columns(block))
        elif isinstance(block, Chart):
            parts.append("\n".join(text_bars(block.bars)))
        elif isinstance(block, Heading | Paragraph):
            parts.append(block.text)
    return "\n\n".join(parts)


def _columns(table: TextTable) -> str:
    rows = (table.heads, *table.rows)
    sides = [">" if table.is_number(column) else "<" for column in range(len(table.heads))]
    columns = zip(sides, zip(*rows, strict=True), strict=True)
    formats = [f"{side}{max(map(len, cells))}" for side, cells in columns]
    return "\n".join("  ".join(map(format, row, formats)).rstrip() for row in rows)
