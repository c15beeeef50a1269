"""No file can make its reader work for ever: four times as much takes about four times the work.

LIN and RBN have tests of their own; what is read here is PBN, JSON, files for dealing machines and links.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from overtrick import OvertrickError
from overtrick.formats import FORMATS
from overtrick.formats.source import LONGEST_LINE
from tests.endings import IS_SOAK
from tests.work import calls, copied, peak, steps

Work = Callable[[Callable[[], object]], int]


class Hostile(NamedTuple):
    """A file that goes on and on; ``%d`` in its unit becomes a number that is new each time."""

    format: str
    start: bytes
    unit: bytes
    end: bytes = b""
    size: int = 60
    """How many units show how the work grows: more where only bytes are copied, too few at first to tell."""

    def text(self, size: int) -> bytes:
        """The file with so many units."""
        units = (self.unit % place for place in range(size)) if b"%d" in self.unit else [self.unit] * size
        return self.start + b"".join(units) + self.end

    def read(self, size: int) -> None:
        """Read the file and keep nothing of it; it may be refused, but in words of our own."""
        read_all(self.format, self.text(size))


def read_all(format: str, text: bytes) -> int:
    """How many boards are in a file, none of which is kept."""
    try:
        return sum(1 for _ in FORMATS[format].read(io.BytesIO(text)))
    except OvertrickError:
        return 0


BOARD = b'[Board "1"]\n'
CALLS = b'[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n'
CARDS = b'[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n[Play "W"]\n'
JSON = b'{"dealer": "N", "vul": "None", "deal": "N:- - - -", '
VIEWER = b"https://www.bridgebase.com/tools/handviewer.html?"
DUP = b"01020304050607080910111213" + b"14151617181920212223242526" + b"27282930313233343536373839"
BRI, DGE = DUP, b"\x06AKQJT98765432\x03\x04\x05" + b"\x06\x03AKQJT98765432\x04\x05" + b"\x06\x03\x04\x05" * 2

PBN_TEXT = {
    "a comment that is not closed": Hostile("PBN", BOARD + b"{", b"x\n"),
    "a comment of open braces": Hostile("PBN", BOARD + b"{", b"{"),
    "comments on one line": Hostile("PBN", BOARD, b"{}", size=250 if IS_SOAK else 150),
    "comments to the end of the line": Hostile("PBN", BOARD, b";\n"),
    "semicolons on one line": Hostile("PBN", BOARD, b";"),
    "closed braces": Hostile("PBN", BOARD, b"}"),
    "a tag that is not closed": Hostile("PBN", BOARD + b'[Deal "', b"x"),
    "a tag that is not closed, on many lines": Hostile("PBN", BOARD + b'[Deal "', b"x\n", size=120),
    "a tag that is not closed, again and again": Hostile("PBN", BOARD, b'[Deal "N:\n'),
    "tags that are not closed, on one line": Hostile("PBN", BOARD, b'[Deal "N:'),
    "open brackets": Hostile("PBN", BOARD, b"["),
    "open brackets before a closed one": Hostile("PBN", BOARD, b"[", b"]", size=1500 if IS_SOAK else 600),
    "open brackets on many lines": Hostile("PBN", BOARD, b"[[[[[[[[\n"),
    "closed brackets": Hostile("PBN", BOARD, b"]"),
    "names of tags without a value": Hostile("PBN", BOARD, b"[a ", b"]x"),
    "a name of a tag without end": Hostile("PBN", BOARD + b"[", b"a"),
    "spaces before the name of a tag": Hostile("PBN", BOARD + b"[", b" ", b"x"),
    "spaces after the name of a tag": Hostile("PBN", BOARD + b"[a", b" ", b"x"),
    "spaces after the value of a tag": Hostile("PBN", BOARD + b'[a "1"', b" ", b"x"),
    "spaces inside brackets without quotes": Hostile("PBN", BOARD + b"[a b", b" ", b"]x"),
    "quotes": Hostile("PBN", BOARD, b'"'),
    "quotes with spaces": Hostile("PBN", BOARD, b'" '),
    "quotes inside a tag": Hostile("PBN", BOARD + b"[Event ", b'"', b"]"),
    "backslashes": Hostile("PBN", BOARD, b"\\"),
    "backslashes inside a tag": Hostile("PBN", BOARD + b'[Event "', b"\\", b'"]'),
    "backslashes before quotes": Hostile("PBN", BOARD, b'\\"'),
    "backslashes after quotes": Hostile("PBN", BOARD, b'"\\'),
    "protected quotes inside a tag": Hostile("PBN", BOARD + b'[Event "', b'\\"', b'"]'),
    "one long line": Hostile("PBN", BOARD, b"word "),
    "one long word": Hostile("PBN", BOARD, b"x"),
    "carriage returns": Hostile("PBN", BOARD, b"\r"),
    "empty lines": Hostile("PBN", BOARD, b"\n"),
    "lines for programs": Hostile("PBN", BOARD, b"% x\n"),
    "bytes that are no text": Hostile("PBN", BOARD, b"\xff\xfe\x00"),
}
PBN_BOARDS = {
    "the same tag": Hostile("PBN", BOARD, b'[Event "x"]\n'),
    "the same tag on one line": Hostile("PBN", BOARD, b'[Event "x"]'),
    "tags with new names": Hostile("PBN", BOARD, b'[A%d "x"]\n'),
    "tables": Hostile("PBN", BOARD, b'[A%d "x"]\n1 2 3\n', size=25),
    "cells of a table": Hostile("PBN", BOARD + b'[ScoreTable "A;B"]\n', b"1 "),
    "columns of a table": Hostile("PBN", BOARD + b'[ScoreTable "', b"A;", b'"]\n1 2\n'),
    "text that belongs to no board": Hostile("PBN", BOARD + b"\n", b"x\n\n", size=120 if IS_SOAK else 60),
    "tags that hold from now on": Hostile("PBN", b"", b'[A%d "##x"]\n\n', size=200 if IS_SOAK else 150),
    "tags of the board before": Hostile("PBN", b'[Event "x"]\n\n', b'[Event "#"]\n\n', size=25),
    "the number of a board": Hostile("PBN", b'[Board "', b"1", b'"]'),
    "zeros before the number of a board": Hostile("PBN", b'[Board "', b"0", b'1"]'),
    "a deal of dots": Hostile("PBN", b'[Deal "N:', b".", b'"]'),
    "a deal of one card": Hostile("PBN", b'[Deal "N:', b"A", b'... - - -"]'),
    "a deal of suits": Hostile("PBN", b'[Deal "N:', b"SA", b' - - -"]'),
    "a deal of seats": Hostile("PBN", b'[Deal "', b"N: ", b'"]'),
    "a deal of spaces": Hostile("PBN", b'[Deal "N', b" ", b'x"]'),
    "a contract doubled for ever": Hostile("PBN", b'[Declarer "N"]\n[Contract "4S', b"x", b'"]'),
    "crosses that are no contract": Hostile("PBN", b'[Declarer "N"]\n[Contract "', b"x", b'y"]'),
    "tricks of both sides": Hostile("PBN", b'[Declarer "N"]\n[Contract "4S"]\n[Result "', b"NS ", b'"]'),
    "passes for ever": Hostile("PBN", CALLS, b"Pass "),
    "an auction that starts again": Hostile("PBN", CALLS, b"1C P P 1D P P "),
    "all pass for ever": Hostile("PBN", CALLS, b"AP\n"),
    "a call without end": Hostile("PBN", CALLS, b"1C"),
    "dashes in an auction": Hostile("PBN", CALLS, b"- "),
    "references to notes": Hostile("PBN", CALLS + b"1C ", b"=1= "),
    "references to notes without spaces": Hostile("PBN", CALLS + b"1C ", b"=1="),
    "half references to notes": Hostile("PBN", CALLS + b"1C ", b"=1"),
    "glyphs": Hostile("PBN", CALLS + b"1C ", b"$1 "),
    "glyphs without spaces": Hostile("PBN", CALLS + b"1C ", b"$1"),
    "a glyph without end": Hostile("PBN", CALLS + b"1C $", b"1"),
    "suffixes": Hostile("PBN", CALLS + b"1C ", b"!?"),
    "comments on a call": Hostile("PBN", CALLS + b"1C\n", b"{x}\n"),
    "notes": Hostile("PBN", CALLS + b"1C =1= P =2=\n", b'[Note "%d:x"]\n'),
    "the same card": Hostile("PBN", CARDS, b"SA "),
    "the same card without spaces": Hostile("PBN", CARDS, b"SA"),
    "tricks": Hostile("PBN", CARDS, b"SA S2 S3 S4\n", size=30),
    "dashes in the play": Hostile("PBN", CARDS, b"- - - -\n", size=30),
    "marks in the play": Hostile("PBN", CARDS + b"SA ", b"$1 =1= ! "),
    "irregularities": Hostile("PBN", CARDS, b"^R SA "),
    "cards without a contract": Hostile("PBN", b'[Play "W"]\n', b"SA "),
}
JSON_LINES = {
    "lists inside lists": Hostile("JSON", JSON + b'"tags": ', b"["),
    "lists inside lists, all closed": Hostile(
        "JSON", JSON + b'"tags": ' + b"[" * 900 + b"]" * 900, b" ", b"}"
    ),
    "objects inside objects": Hostile("JSON", b"", b'{"board": '),
    "the digits of a number": Hostile("JSON", JSON + b'"board": ', b"9", b"}"),
    "the decimals of a number": Hostile("JSON", JSON + b'"board": 1.', b"9", b"}"),
    "the exponent of a number": Hostile("JSON", JSON + b'"board": 1e', b"9", b"}"),
    "the digits of a claim": Hostile("JSON", JSON + b'"claim": {"by": "N", "tricks": ', b"9", b"}}"),
    "a text that is not closed": Hostile("JSON", JSON + b'"unread_calls": "', b"x"),
    "backslashes": Hostile("JSON", JSON + b'"unread_calls": "', b"\\\\", b'"}'),
    "the same key": Hostile("JSON", JSON, b'"board": 1, ', b'"board": 1}'),
    "new keys": Hostile("JSON", JSON, b'"k%d": 1, ', b'"board": 1}'),
    "spaces": Hostile("JSON", JSON, b" ", b'"board": 1}'),
    "passes for ever": Hostile("JSON", JSON + b'"calls": [', b'"P", ', b'"P"]}'),
    "dashes between calls": Hostile("JSON", JSON + b'"calls": ["', b"-", b'x"]}'),
    "all, but no pass": Hostile("JSON", JSON + b'"calls": ["', b"all ", b'"]}'),
    "meanings of nothing": Hostile("JSON", JSON + b'"meanings": [', b"null, ", b"null]}", size=600),
    "the same card": Hostile(
        "JSON", JSON + b'"play": {"strain": "NT", "leader": "W", "cards": [', b'"SA", ', b'"SA"]}}'
    ),
    "semicolons for cards": Hostile(
        "JSON", JSON + b'"play": {"strain": "NT", "leader": "W", "cards": ["', b";", b'"]}}'
    ),
    "spaces in a result": Hostile("JSON", JSON + b'"result": "1', b" ", b'x"}'),
    "signs in a result": Hostile("JSON", JSON + b'"result": "4S by N', b" +", b'"}'),
    "spaces in a deal": Hostile("JSON", b'{"dealer": "N", "vul": "None", "deal": "N', b" ", b'x"}'),
    "tags": Hostile("JSON", JSON + b'"tags": [', b'["A", "x"], ', b'["A", "x"]]}'),
    "empty lines": Hostile("JSON", JSON + b'"board": 1}', b"\n"),
}
DEALING_MACHINES = {
    "zeros": Hostile("DUP", b"", b"00"),
    "null bytes": Hostile("DUP", b"", b"\0\0"),
    "a record of zeros and more zeros": Hostile("DUP", DUP + b"\x06", b"00"),
    "lines": Hostile("DUP", DUP[:70] + b"\n", b"0\n", size=20),
    "empty lines": Hostile("DUP", DUP[:70] + b"\n", b"\n\r"),
    "a line without end": Hostile("DUP", DUP[:70] + b"\n", b"0123456789"),
    "zeros for numbers": Hostile("BRI", b"", b"00"),
    "the same number": Hostile("BRI", b"", b"01"),
    "lines of numbers": Hostile("BRI", BRI[:70] + b"\n", b"0\n", size=20),
    "what follows the cards": Hostile("BRI", BRI[:70] + b"\n" + BRI, b"0"),
    "symbols of spades": Hostile("DGE", b"", b"\x06"),
    "the same letter": Hostile("DGE", b"\x06", b"A"),
    "lines of symbols": Hostile("DGE", DGE[:60] + b"\n", b"\x06\n", size=20),
}
LINKS = {
    "a long query": Hostile("handviewer", VIEWER + b"n=sak", b"&n=sak"),
    "new parameters": Hostile("handviewer", VIEWER + b"n=sak", b"&k%d=x"),
    "signs between parameters": Hostile("handviewer", VIEWER + b"n=sak", b"&"),
    "equals signs": Hostile("handviewer", VIEWER + b"n=sak", b"="),
    "question marks": Hostile("handviewer", VIEWER + b"n=sak", b"?"),
    "escaped signs": Hostile("handviewer", VIEWER + b"n=sak", b"&amp;"),
    "links that are not closed": Hostile("handviewer", b"", b"[hv="),
    "passes for ever": Hostile("handviewer", VIEWER + b"d=n&a=", b"p"),
    "an auction that starts again": Hostile("handviewer", VIEWER + b"d=n&a=", b"1cpp1dpp", size=20),
    "letters that are no calls": Hostile("handviewer", VIEWER + b"d=n&a=", b"z"),
    "alerts": Hostile("handviewer", VIEWER + b"d=n&a=1c", b"!"),
    "meanings": Hostile("handviewer", VIEWER + b"d=n&a=1c", b"(x)"),
    "a meaning that is not closed": Hostile("handviewer", VIEWER + b"d=n&a=1c", b"("),
    "a comment that is not closed": Hostile("handviewer", VIEWER + b"d=n&a=1c", b"{"),
    "the same card": Hostile("handviewer", VIEWER + b"d=n&a=3nppp&p=", b"SA"),
    "letters that are no cards": Hostile("handviewer", VIEWER + b"d=n&a=3nppp&p=", b"z"),
    "percent signs": Hostile("handviewer", VIEWER + b"n=", b"%%"),
    "percent signs encoded again": Hostile("handviewer", VIEWER + b"lin=", b"%25"),
    "bytes in percent": Hostile("handviewer", VIEWER + b"n=", b"%E9"),
    "bars in percent": Hostile("handviewer", VIEWER + b"lin=md%7C1", b"%7C"),
    "calls in LIN": Hostile("handviewer", VIEWER + b"lin=md|1,,,|", b"mb|p|", size=30),
    "boards in LIN": Hostile("handviewer", VIEWER + b"lin=", b"md|1,,,|", size=30),
    "lines that are no links": Hostile("handviewer", VIEWER + b"n=sak\n", b"x\n", size=120),
    "empty lines": Hostile("handviewer", VIEWER + b"n=sak", b"\n"),
}
FILES = {
    f"{kind} {name}": file
    for kind, files in {
        "PBN": PBN_TEXT | PBN_BOARDS,
        "JSON": JSON_LINES,
        "machine": DEALING_MACHINES,
        "link": LINKS,
    }.items()
    for name, file in files.items()
}
LINEAR = 6
"""Four times the file may take so many times the work: more than four, and much less than sixteen."""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("work", "little"), [(calls, 0), (copied, 20_000)], ids=["calls", "copied"])
def test_work_grows_no_faster_than_the_file(name: str, work: Work, little: int) -> None:
    file = FILES[name]
    short, long = file.size, 4 * file.size
    file.read(short)  # what is read for the first time also fills tables that stay
    assert work(lambda: file.read(long)) < LINEAR * (little + work(lambda: file.read(short)))


@pytest.mark.parametrize("name", FILES)
def test_no_pattern_looks_at_the_same_text_again_and_again(name: str) -> None:
    most = LINEAR * steps(lambda: FILES[name].read(15))
    assert steps(lambda: FILES[name].read(60), most) <= most


MOST_MEMORY = 400
"""Bytes held for each byte of one board: a word of one letter is an object, and so is its mark."""


@pytest.mark.parametrize("name", FILES)
def test_a_board_without_end_takes_memory_in_proportion(name: str) -> None:
    file = FILES[name]
    text = file.text(4 * file.size)
    assert peak(lambda: read_all(file.format, text)) < 200_000 + MOST_MEMORY * len(text)


BOARDS = {
    "PBN": BOARD + b'[Event "x"]\n' + CARDS + b"SA S2 S3 S4\n\n",
    "PBN with new tags": b'[A%d "' + b"x" * 500 + b'"]\n\n',
    "PBN empty lines": b"\n\n\n\n",
    "JSON": JSON + b'"board": 1}\n',
    "JSON empty lines": b"\n\n\n\n",
    "DUP": (DUP + DGE + b"YN1  1 99 ").ljust(156),
    "DUP zeros": b"0" * 78,
    "BRI": BRI.ljust(128),
    "BRI lines": BRI[:60] + b"\n",
    "DGE": DGE.ljust(128, b"\0"),
    "handviewer": VIEWER + b"n=sak&d=n\n",
    "handviewer empty lines": b"\n\n\n\n",
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_file_of_many_boards_takes_no_more_memory_than_one_of_few(name: str) -> None:
    file = Hostile(name.split()[0], b"", BOARDS[name])
    few, many = file.text(50), file.text(400)
    read_all(file.format, few)
    held = peak(lambda: read_all(file.format, few))
    assert peak(lambda: read_all(file.format, many)) < 100_000 + 1.5 * held


LINES = {"PBN": b"", "JSON": b"", "handviewer": b"", "DUP": b"00\n", "BRI": b"00\n", "DGE": b"\x06\n"}


@pytest.mark.parametrize("format", LINES)
@pytest.mark.parametrize("letter", [b"x", b"\0"], ids=repr)
def test_a_line_longer_than_any_line_is_cut(format: str, letter: bytes) -> None:
    text = LINES[format] + letter * (LONGEST_LINE + 5000)
    assert peak(lambda: read_all(format, text)) < 20 * LONGEST_LINE


def test_a_number_with_thousands_of_zeros_before_it_is_read_or_kept() -> None:
    assert read_all("PBN", b'[Board "' + b"0" * 5000 + b'7"]') == 1


@pytest.mark.parametrize("digits", [5000, 100_000])
@pytest.mark.parametrize("number", ["1%s", "-1%s", "1.%s", "1e%s", "0.%s", "1%se-9"])
def test_a_huge_number_in_json_is_refused_or_read(digits: int, number: str) -> None:
    text = JSON + b'"board": ' + (number % ("1" * digits)).encode() + b"}"
    assert read_all("JSON", text) in (0, 1)
