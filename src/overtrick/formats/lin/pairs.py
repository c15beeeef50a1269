"""LIN as a stream of pairs, ``tag|value|``, however they are spread over the lines."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from itertools import repeat
from typing import NamedTuple

from overtrick.formats.lin.notation import RECOVERY_TAGS, plain
from overtrick.formats.source import LONGEST_LINE

__all__ = ["Pair", "pairs"]

_NEW_PAIR = re.compile(rf"(?:{'|'.join(RECOVERY_TAGS)})\|", re.IGNORECASE)
"""A line that begins like this begins a pair, even if the value before it was not closed."""
_TAG = re.compile("[a-z0-9]{2}")
_ON_ONE_LINE = ("vg", "rs", "pn", "bn", "qx", "md", "sv", "ah", "mb", "pc", "mc")
"""Tags in whose values the end of a line means nothing."""


class Pair(NamedTuple):
    """A tag and its value."""

    tag: str
    """Two small letters; empty for something that is no pair."""
    value: str
    line: int = 0
    odd: str = ""
    """What is wrong with it, if anything."""


def pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """Cut lines into pairs. A tag is the two letters before the bar.

    >>> [(pair.tag, pair.value) for pair in pairs(["pn|A,B,", "C,D|ST||mb|1C"])]
    [('pn', 'A,B,C,D'), ('st', ''), ('mb', '1C')]
    """
    begun, number = _Begun(), 0
    for number, line in enumerate(lines, 1):
        whole = _whole_pairs(line, number) if begun.is_empty else None
        if whole is not None:
            yield from whole
        else:
            begun = yield from _cut(begun, line, number)
    if begun.tag is not None:
        yield begun.pair("is not closed: the file ends here")
    elif begun.text.strip():
        yield Pair("", "", number, f"{_brief(begun.text.strip())} at the end is no pair")


def _whole_pairs(line: str, number: int) -> Iterator[Pair] | None:
    """The pairs of a line that has nothing else on it: the fast path. None for any other line."""
    *fields, rest = line.split("|")
    tags, values = fields[::2], fields[1::2]
    if rest.strip() or len(tags) != len(values) or len(line) >= LONGEST_LINE:
        return None
    if not all(map(_TAG.fullmatch, set(tags))):
        return None
    return map(Pair, tags, map(plain, values) if "%" in line else values, repeat(number))


def _cut(begun: _Begun, line: str, number: int) -> Generator[Pair, None, _Begun]:
    """The pairs that a line completes; returns what it leaves begun."""
    if begun.tag is not None and _NEW_PAIR.match(line):
        yield begun.pair("is not closed")
        begun = _Begun()
    begun.add("\n")
    for place, field in enumerate(line.split("|")):
        if place and begun.tag is None:
            begun = begun.with_value(number)
            if begun.tag == "":
                yield Pair("", "", number, "a bar stands alone")
                begun = _Begun()
        elif place:
            yield begun.pair()
            begun = _Begun()
        begun.add(field)
    return begun


class _Begun:
    """What has been read of a pair."""

    def __init__(self, tag: str | None = None, line: int = 0) -> None:
        self.tag = tag
        self.line = line
        self.parts = list[str]()
        self.room = LONGEST_LINE

    @property
    def is_empty(self) -> bool:
        return self.tag is None and not self.parts

    def add(self, text: str) -> None:
        """Add to the tag or the value, up to the most that is kept; blanks before a tag are nothing."""
        if self.is_empty:
            text = text.lstrip()
            if not text:
                return
        if self.tag is None and len(text) > self.room:
            self.parts, self.room = ["…"], LONGEST_LINE
        self.parts.append(text[: self.room])
        self.room -= len(self.parts[-1])

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def with_value(self, line: int) -> _Begun:
        """The same pair once its tag is complete."""
        return _Begun(self.text.strip(), line)

    def pair(self, odd: str = "") -> Pair:
        """The pair, complete."""
        written = self.tag or ""
        tag, before = written[-2:].lower(), written[:-2].strip()
        value = plain(self.text.replace("\n", "") if tag in _ON_ONE_LINE else self.text)
        if not _TAG.fullmatch(tag):
            return Pair("", "", self.line, f"{_brief(f'{written}|{value}|')} is not a tag and its value")
        if not self.room:
            odd = f"is longer than {LONGEST_LINE} characters: the rest is left out"
        said = [f"{tag}|{_brief(value)} {odd}"] if odd else []
        said += [f"{_brief(before)} stands before {tag}| and is passed over"] if before else []
        return Pair(tag, value, self.line, "; ".join(said))


def _brief(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")
