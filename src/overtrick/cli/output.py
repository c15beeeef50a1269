"""Where results go: the terminal, in colour where it has colour; a file; or lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from overtrick.core import Board, Deal, OvertrickError
from overtrick.render import Diagram, Ink, Theme, describe, layout, page, svg, text, without_symbols

__all__ = ["note", "print_json", "print_values", "print_words", "say", "write_picture"]

_STYLES = {Ink.STRONG: "bold", Ink.MUTED: "dim", Ink.HEARTS: "red", Ink.DIAMONDS: "red"}
_FOUR_COLOURS = {Ink.DIAMONDS: "yellow", Ink.CLUBS: "green"}


# Standard output


def print_values(values: Iterable[object], theme: Theme, ascii_only: bool = False) -> None:
    """Draw values on the terminal, a blank line between them."""
    console = Console(highlight=False, soft_wrap=True)
    for place, value in enumerate(values):
        if place:
            print()
        if ascii_only or not _shows_symbols(sys.stdout):
            print(text(value, symbols=False))
        else:
            console.print(_styled(value, theme))


def _styled(value: object, theme: Theme) -> Text:
    styles = _STYLES | (_FOUR_COLOURS if theme.name.startswith("four") else {})
    lines = list[Text]()
    for shown in layout(describe(value)):
        drawn = Text.assemble(*((theme.symbols(span.text), styles.get(span.ink, "")) for span in shown))
        drawn.rstrip()
        lines.append(drawn)
    return Text("\n").join(lines)


def print_words(words: str, ascii_only: bool = False) -> None:
    """Print sentences, without suit symbols where the terminal has none or nobody wants them."""
    has_symbols = _shows_symbols(sys.stdout) and not ascii_only
    print(words if has_symbols else _plain(words))


def _plain(words: str) -> str:
    """Text with letters for suit symbols, and nothing else a plain terminal lacks; columns stay columns."""
    return without_symbols(words).replace("█", "#").replace("± ", "+-")


def print_json(record: Mapping[str, object]) -> None:
    """Print one record on a line of its own."""
    print(json.dumps(record, ensure_ascii=False))


# Standard error


def note(words: str) -> None:
    """Say something that is not part of the result."""
    say(f"note: {words}")


def say(words: str) -> None:
    """Say something to the person, beside the result."""
    print(words if _shows_symbols(sys.stderr) else without_symbols(words), file=sys.stderr)


def _shows_symbols(stream: TextIO) -> bool:
    try:
        "♣♦♥♠—".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


# Files


def write_picture(
    path: Path,
    values: Sequence[Diagram | Board | Deal],
    deal_set: str,
    theme: Theme,
    ascii_only: bool = False,
) -> None:
    """Draw values into a file, in the form its name ends in, with the fingerprint of their deals."""
    content = _picture(path, values, deal_set, theme, ascii_only)
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write {str(path)!r}: {error.strerror}") from None
    print(f"wrote {path}")


def _picture(
    path: Path, values: Sequence[Diagram | Board | Deal], deal_set: str, theme: Theme, ascii_only: bool
) -> str:
    kind, signature = path.suffix.lower(), f"Deal set {deal_set}"
    if kind == ".svg" and len(values) == 1:
        diagram = describe(values[0])
        return svg(replace(diagram, words=f"{diagram.words} {signature}."), theme) + "\n"
    if kind == ".svg":
        raise OvertrickError(
            f"an SVG file holds one picture, not {len(values)}: write to an .html file instead"
        )
    if kind == ".html":
        return page(f"{path.stem}, deal set {deal_set}", values, theme)
    if kind == ".txt":
        drawn = [theme.symbols(text(value, symbols=not ascii_only)) for value in values]
        return "\n\n".join((*drawn, signature)) + "\n"
    raise OvertrickError(f"cannot draw into {str(path)!r}: expected a name ending in .svg, .html or .txt")
