"""Writing PBN in export format: mandatory tags in order, single spaces, CRLF, and all parts of a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import BinaryIO

from overtrick.core import Board, Card, Claim, Meaning, Seat
from overtrick.formats.pbn import games
from overtrick.formats.record import Comment, PbnTable, Record

__all__ = ["lost", "write"]


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write boards in the export format of PBN 2.1."""
    file.writelines(map(_encoded, games.HEADER))
    for place, record in enumerate(records):
        if place:
            file.write(b"\r\n")
        file.writelines(map(_encoded, _Game(record).lines()))


def lost(record: Record) -> tuple[str, ...]:
    """The parts of a record that PBN cannot carry: closing braces in comments."""
    broken = any("}" in comment.text and _comment(comment)[0] == "{" for comment in record.comments)
    return ("closing braces in comments",) if broken else ()


def _encoded(line: str) -> bytes:
    """A line in Latin-1, as the standard requires, or in UTF-8 if Latin-1 would not read back the same."""
    try:
        line.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return line.encode("latin-1") + b"\r\n"
    except UnicodeEncodeError:
        pass
    return line.encode("utf-8", "replace") + b"\r\n"


class _Game:
    """Writes one board as lines."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.board = record.board
        self.tags = dict(_board_tags(record.board)) | dict(record.tags)

    def lines(self) -> Iterator[str]:
        """The lines of the game, without line endings."""
        yield from self.record.escapes
        yield from self._comments_at("")
        for name in games.MANDATORY:
            yield from self._tag(name, self.tags.get(name, games.UNKNOWN))
        tables = {table.name: table for table in self.record.tables}
        for name in sorted(self.tags.keys() - {*games.MANDATORY, "Auction", "Play", *tables}):
            yield from self._tag(name, self.tags[name])
        yield from self._auction()
        yield from self._play()
        for name in sorted(tables):
            yield from self._table(tables[name])

    def _tag(self, name: str, value: str) -> Iterator[str]:
        is_sign = value.lstrip(" ").startswith("#") and name not in games.NOT_INHERITED
        # a space before it keeps # from meaning inheritance
        text = _quoted(f" {value}" if is_sign else value)
        yield f'[{re.sub("[^A-Za-z0-9_]", "_", name)} "{text}"]'
        yield from self._comments_at(name)

    def _comments_at(self, place: str) -> Iterator[str]:
        for comment in self.record.comments:
            if comment.place == place:
                yield _comment(comment)

    # Sections

    def _auction(self) -> Iterator[str]:
        auction = self.board.auction
        if auction is None:
            return
        yield f'[Auction "{auction.dealer}"]'
        yield from self._comments_at("Auction")
        notes, words = _Notes(), list[str]()
        for turn, (call, meaning) in enumerate(zip_longest(auction.calls, self.board.meanings), 1):
            reference = [] if meaning is None else [notes.reference(_note(meaning))]
            words.append(" ".join([games.call_in_pbn(call), *reference, *self._hanging(f"call {turn}")]))
        if not auction.is_over:
            words.append("*")
        for start in range(0, len(words), 4):
            yield " ".join(words[start : start + 4])
        yield from notes.lines()

    def _play(self) -> Iterator[str]:
        """The play: a line for each trick, a column for each seat, the leader's first."""
        play, is_closed = self.board.play, self.board.claim is not None
        if play is None:
            return
        yield f'[Play "{play.leader}"]'
        yield from self._comments_at("Play")
        notes, turn = _Notes(), 0
        for trick in (*play.tricks, play.trick):
            cells = dict[Seat, str]()
            for seat, card in trick:
                turn += 1
                cells[seat] = self._card(card, f"card {turn}", notes)
            if len(trick) < 4 and not play.is_over and not is_closed:
                cells[play.to_play] = "+"
            if cells:
                yield " ".join(cells.get(seat, "-") for seat in play.leader.clockwise())
        if is_closed and not play.is_over:
            yield "*"
        yield from notes.lines()

    def _card(self, card: Card, place: str, notes: _Notes) -> str:
        marks = (mark for mark in self.record.marks if mark.place == place)
        references = [notes.reference(mark.note) for mark in marks if mark.note is not None]
        return " ".join([str(card), *references, *self._hanging(place)])

    def _hanging(self, place: str) -> list[str]:
        """The glyphs and comments of a call or card."""
        marks = [mark.glyph for mark in self.record.marks if mark.place == place and mark.glyph is not None]
        return [*(f"${glyph}" for glyph in sorted(marks)), *self._comments_at(place)]

    def _table(self, table: PbnTable) -> Iterator[str]:
        yield f'[{table.name} "{_quoted(table.heading)}"]'
        yield from self._comments_at(table.name)
        columns = table.heading.split(";")
        for row in table.rows:
            widths = columns if len(columns) == len(row) else [""] * len(row)
            cells = (cell if games.is_cell(cell) else f'"{_quoted(cell)}"' for cell in row)
            yield " ".join(_padded(cell, column) for cell, column in zip(cells, widths, strict=True)).rstrip()


class _Notes:
    """The notes of a section, numbered in order of first use."""

    def __init__(self) -> None:
        self.numbers = dict[str, int]()

    def reference(self, text: str) -> str:
        """The reference to a note, which gets the next number if it is new."""
        return f"={self.numbers.setdefault(text, len(self.numbers) + 1)}="

    def lines(self) -> Iterator[str]:
        """The note tags."""
        for text, number in self.numbers.items():
            yield f'[Note "{number}:{_quoted(text)}"]'


def _board_tags(board: Board) -> Iterator[tuple[str, str]]:
    """The values of a board as tags."""
    if board.number is not None:
        yield "Board", str(board.number)
    yield "Dealer", str(board.dealer)
    yield "Vulnerable", games.VULNERABLE[board.vul]
    hands = (board.deal.get(seat) for seat in board.dealer.clockwise())
    written = " ".join("-" if hand is None else str(hand) for hand in hands)
    yield "Deal", games.UNKNOWN if not board.deal.known else f"{board.dealer}:{written}"
    if board.is_passed_out:
        yield from (("Declarer", ""), ("Contract", "Pass"), ("Result", ""))
    elif board.contract is not None:
        yield "Declarer", str(board.contract.declarer)
        yield "Contract", f"{board.contract.bid}{board.contract.doubled}"
    elif board.play is not None:
        yield "Contract", str(board.play.strain)
    if board.result is not None and board.result.tricks is not None:
        yield "Result", str(board.result.tricks)
    if board.claim is not None and not _says_its_claim(board):
        yield "Claim", str(board.claim.tricks) + ("" if board.claim.by is None else f" {board.claim.by}")
    if board.unread_calls:
        yield "UnreadCalls", board.unread_calls
    if board.unread_cards:
        yield "UnreadCards", board.unread_cards


def _says_its_claim(board: Board) -> bool:
    """Does the claim follow from an unfinished play and a result with declarer's tricks?"""
    stops = board.play is not None and not board.play.is_over
    result = board.result
    return stops and result is not None and result.tricks is not None and board.claim == Claim(result.tricks)


def _note(meaning: Meaning) -> str:
    """The note of a call; a space in front keeps a text that begins with Alert from reading as an alert."""
    if meaning.alerted:
        return f"{games.ALERT} {meaning.text}".rstrip()
    is_misleading = meaning.text.lower().startswith(games.ALERT.lower())
    return f" {meaning.text}" if is_misleading else meaning.text


def _comment(comment: Comment) -> str:
    """A comment in braces, or after a semicolon if it has a closing brace and a line of its own."""
    has_its_own_line = not comment.place.startswith(("call ", "card "))
    if "}" in comment.text and "\n" not in comment.text and has_its_own_line:
        return f";{comment.text}"
    return "{" + comment.text.replace("}", ")").replace("\n", "\r\n") + "}"


def _padded(cell: str, column: str) -> str:
    """A cell padded to the width of its column: ``Result\\2R`` is two characters, right-aligned."""
    _, _, width = column.partition("\\")
    digits = width.rstrip("LR")
    if not digits.isdecimal():
        return cell
    return cell.rjust(int(digits[:3])) if width.endswith("R") else cell.ljust(int(digits[:3]))


def _quoted(text: str) -> str:
    """A text escaped for use between quotes, on one line."""
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').splitlines())
