"""Lines of text files: problems one per line, and questions as lines of JSON; loads no file formats."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator

from overtrick.cli import output
from overtrick.core import NotationError, OvertrickError

__all__ = ["answer_lines", "json_object", "json_text", "lines_of", "print_records", "problems_in", "text_of"]


def lines_of(name: str) -> Iterator[str]:
    """The lines of a text file; - is standard input."""
    with output.explained(f"read {name!r}"):
        yield from (line.decode("utf-8-sig") for line in _bytes_of(name))


def problems_in(name: str) -> list[tuple[int, str]]:
    """The lines of a file with a problem on each, with their numbers; # begins a comment."""
    numbered = ((number, line.partition("#")[0].strip()) for number, line in enumerate(lines_of(name), 1))
    return [(number, text) for number, text in numbered if text]


def print_records(
    problems: Iterable[tuple[int, str]], record: Callable[[int, str], output.Record], what: str
) -> None:
    """Print a record for each line with a problem; a bad line gets a record with the error."""
    is_wrong = False
    for number, text in problems:
        try:
            output.print_json(record(number, text))
        except OvertrickError as error:
            is_wrong = True
            output.print_json({"line": number, what: text, "error": str(error)})
    if is_wrong:
        raise OvertrickError("some lines could not be read; their records say why")


def answer_lines(name: str, answer: Callable[[int, bytes], None], what: str, as_json: bool) -> bool:
    """Answer each line of a file, even after bad ones; return whether all were answered."""
    is_empty, all_answered = True, True
    for number, line in enumerate(_bytes_of(name), 1):
        if not line.strip():
            continue
        is_empty = False
        try:
            answer(number, line)
        except OvertrickError as error:
            all_answered = False
            if as_json:
                output.print_json({"line": number, "error": str(error)})
            else:
                output.say(f"line {number}: {error}")
        sys.stdout.flush()  # a caller may wait for each answer before the next question
    if is_empty:
        raise NotationError(f"there is no {what} in {name!r}")
    return all_answered


def _bytes_of(name: str) -> Iterable[bytes]:
    if name == "-":
        yield from sys.stdin.buffer
        return
    with output.explained(f"read {name!r}"), open(name, "rb") as file:
        yield from file


def json_object(line: bytes, what: str) -> dict[str, object]:
    """The JSON object on a line."""
    text, fault = text_of(line), ""
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotationError("this is not UTF-8 text", text=text) from None
    except json.JSONDecodeError as error:
        found, fault = None, f"column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}; "
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NotationError(f"{fault}expected a JSON object with {what}", text=text)
    return found


def text_of(line: bytes) -> str:
    """A line as quoted in errors."""
    return line.decode("utf-8", "replace").strip()


def json_text(found: dict[str, object], key: str) -> str | None:
    """The text under a key of a JSON object, if it is there."""
    value = found.get(key)
    if value is None or isinstance(value, str):
        return value
    raise NotationError(f"{key!r} is no text", text=json.dumps(value))
