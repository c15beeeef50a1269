"""Output of results: to the terminal, in colour if it has colour; to a file; or as lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from overtrick.cli.options import Ascii, Json
from overtrick.core import Board, Contract, Deal, OvertrickError, Result, Seat
from overtrick.core.english import counted
from overtrick.render import (
    Cell,
    Diagram,
    Ink,
    Line,
    Theme,
    describe,
    layout,
    line,
    page,
    svg,
    text,
    without_symbols,
)

__all__ = [
    "BAD_INPUT",
    "INTERRUPTED",
    "PLAIN",
    "Record",
    "Style",
    "aligned",
    "attributes",
    "board_name",
    "board_record",
    "contract_line",
    "counted",
    "exact",
    "explained",
    "interval_words",
    "make_folder",
    "note",
    "print_json",
    "print_values",
    "print_words",
    "say",
    "signed",
    "summary_record",
    "table",
    "with_sign",
    "write_picture",
    "write_text",
]

BAD_INPUT = 1
"""The exit code for invalid input or failed output; for a wrong option it is 2."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
Record = dict[str, object]
"""A JSON record; its keys are stable, see docs/cli.md."""

_STYLES = {Ink.STRONG: "bold", Ink.MUTED: "dim", Ink.HEARTS: "red", Ink.DIAMONDS: "red"}
_FOUR_COLOURS = {Ink.DIAMONDS: "yellow", Ink.CLUBS: "green"}


# Standard output


@dataclass(frozen=True)
class Style:
    """Options for printing results as text or JSON."""

    ascii_only: Ascii = False
    as_json: Json = False

    def print_values(self, values: Iterable[object], theme: Theme) -> None:
        """Draw values on the terminal, a blank line between them."""
        print_values(values, theme, self.ascii_only)

    def print_words(self, words: str) -> None:
        """Print sentences, for text output only."""
        print_words(words, self.ascii_only)

    def print_answer(self, record: Record, lines: Iterable[str]) -> None:
        """Print a record as JSON, or else lines of text."""
        if self.as_json:
            print_json(record)
        else:
            self.print_words("\n".join(lines))


PLAIN = Style()


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
    """Print sentences, without suit symbols if the terminal lacks them or --ascii is given."""
    has_symbols = _shows_symbols(sys.stdout) and not ascii_only
    print(words if has_symbols else _plain(words))


def _plain(words: str) -> str:
    """Text in plain characters, with letters for suit symbols; columns stay aligned."""
    return without_symbols(words).replace("█", "#").replace("± ", "+-")


def print_json(record: Mapping[str, object]) -> None:
    """Print one record on a line of its own."""
    print(json.dumps(_as_json(record), ensure_ascii=False))


def _as_json(value: object) -> object:
    """A value in JSON form: cards, hands, seats, contracts and other values become their text."""
    if isinstance(value, Enum):
        return str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {_as_json(key): _as_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(each) for each in value]
    return str(value)


# Records


def attributes(value: object, *names: str) -> Record:
    """Attributes of a value under their own names; null if there is no value."""
    return {name: None if value is None else getattr(value, name) for name in names}


def summary_record(summary: object) -> Record | None:
    """A mean over boards, its total and its 95 % interval."""
    return None if summary is None else attributes(summary, "boards", "total", "mean", "interval")


def board_record(shown: Board | Deal) -> Record:
    """A record of a board, or of a deal without one: the same keys, null for unknown values."""
    board, deal = (shown, shown.deal) if isinstance(shown, Board) else (None, shown)
    hands = {seat: deal.get(seat) for seat in Seat}
    return {
        "board": None if board is None else board.number,
        **attributes(board, "dealer", "vul"),
        "deal": deal,
        "hands": hands,
        "hcp": {seat: None if hand is None else hand.hcp for seat, hand in hands.items()},
        **attributes(None if board is None else board.auction, "calls"),
        **attributes(board, "contract"),
    }


def exact(number: Fraction) -> float:
    """A number as JSON has it."""
    return round(float(number), 12)


# Words


def signed(points: int | None) -> str:
    """Points with their sign; nothing for none."""
    return "" if points is None else f"{points:+d}" if points else "0"


def with_sign(number: float, digits: int = 2) -> str:
    """A number with its sign; zero has none."""
    shown = f"{number:+.{digits}f}"
    return shown if float(shown) else shown[1:]


def interval_words(interval: Sequence[float] | None) -> str:
    """A 95 % interval, after a comma."""
    return "" if interval is None else ", 95% from {:.2f} to {:.2f}".format(*interval)


def board_name(board: Board) -> str:
    """A board's name in a sentence."""
    return "a board" if board.number is None else f"board {board.number}"


def contract_line(contract: Contract | None, result: Result | None = None) -> Line:
    """A contract in a cell of a table, with its result if there is one."""
    if contract is None:
        return line("Passed out")
    margin = None if result is None else result.margin
    ending = "" if margin is None else f" {margin:+d}" if margin else " ="
    suit = contract.strain.suit or contract.strain.symbol
    return line(str(contract.level), suit, f"{contract.doubled} by {contract.declarer.word}{ending}")


def table(heads: Iterable[str], rows: Iterable[Iterable[Line]]) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a table in a picture, below its heads."""
    return (tuple(map(Cell.heading, heads)), *(tuple(Cell((each,)) for each in row) for row in rows))


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows with their columns under each other."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# Standard error


def note(words: str) -> None:
    """Print a note, which is not part of the result, on standard error."""
    say(f"note: {words}")


def say(words: str) -> None:
    """Print a message to the person on standard error."""
    print(words if _shows_symbols(sys.stderr) else without_symbols(words), file=sys.stderr)


def _shows_symbols(stream: TextIO) -> bool:
    try:
        "♣♦♥♠—".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


# Files


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn file errors into an error that says what failed."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or "it is closed") if isinstance(error, OSError) else "it is not a text file"
        raise OvertrickError(f"cannot {what}: {reason}") from None


def write_text(path: Path, content: str) -> None:
    """Write a text file."""
    with explained(f"write {str(path)!r}"):
        path.write_text(content, encoding="utf-8")


def make_folder(folder: Path) -> Path:
    """The folder, created if necessary."""
    with explained(f"make the folder {str(folder)!r}"):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


Drawable = Sequence[Diagram | Board | Deal]


def write_picture(path: Path, values: Drawable, deal_set: str, theme: Theme, style: Style) -> None:
    """Draw values into a file, in the format of its suffix, with the fingerprint of their deals."""
    write_text(path, _picture(path, values, deal_set, theme, style.ascii_only))
    print(f"wrote {path}")


def _picture(path: Path, values: Drawable, deal_set: str, theme: Theme, ascii_only: bool) -> str:
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
