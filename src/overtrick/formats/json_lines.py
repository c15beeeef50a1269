"""JSON lines: one object per line for each board, with everything its record holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any, BinaryIO

from overtrick.core import Auction, Board, Claim, Deal, Meaning, OvertrickError, Play, Result, Seat, Vul
from overtrick.formats.fingerprint import Fingerprint
from overtrick.formats.record import Comment, FormatError, Mark, PbnTable, Record, Remark
from overtrick.formats.source import text_lines

__all__ = ["as_json", "from_json", "lost", "read", "write"]


def as_json(record: Record) -> dict[str, object]:
    """A record as a JSON object: the keys of ``overtrick show --json``, and more for the rest of it."""
    board, play, claim = record.board, record.board.play, record.board.claim
    told: dict[str, object] = {
        "board": board.number,
        "dealer": str(board.dealer),
        "vul": str(board.vul),
        "deal": str(board.deal),
        "calls": None if board.auction is None else [str(call) for call in board.auction.calls],
        "meanings": [said and {"text": said.text, "alert": said.alerted} for said in board.meanings],
        "unread_calls": board.unread_calls,
        "contract": _text(board.contract),
        "play": play
        and {"strain": str(play.strain), "leader": str(play.leader), "cards": [*map(str, play.cards)]},
        "unread_cards": board.unread_cards,
        "claim": claim and {"tricks": claim.tricks, "by": _text(claim.by)},
        "result": _text(board.result),
        "tags": [list(tag) for tag in record.tags],
        "comments": [{"place": comment.place, "text": comment.text} for comment in record.comments],
        "marks": [asdict(mark) for mark in record.marks],
        "tables": [asdict(table) for table in record.tables],
        "escapes": list(record.escapes),
    }
    return {key: value for key, value in told.items() if key in _ALWAYS or value not in (None, "", [])}


_ALWAYS = ("board", "dealer", "vul", "deal", "calls", "contract")
"""The keys of every object; other keys are written only if they have a value."""
_TOLD = (
    *("board", "dealer", "vul", "deal", "calls", "meanings", "unread_calls", "contract", "play"),
    *("unread_cards", "claim", "result", "tags", "comments", "marks", "tables", "escapes"),
)
_SAID_TWICE = ("deal_set", "hands", "hcp", "remarks", "seed")
"""Keys that Overtrick's commands add and this reader ignores."""


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def from_json(told: dict[str, Any]) -> Record:
    """The record of a JSON object."""
    dealer, deal = Seat.parse(told["dealer"]), Deal.parse(told["deal"])
    calls, play, claim = told.get("calls"), told.get("play"), told.get("claim")
    board = Board(_whole(told.get("board")), dealer, Vul.parse(told["vul"]), deal)
    board = replace(
        board,
        auction=None if calls is None else Auction.parse(" ".join(calls), dealer),
        meanings=tuple(
            None if said is None else Meaning(said["text"], said["alert"])
            for said in told.get("meanings", ())
        ),
        play=None
        if play is None
        else Play.parse(f"{deal};{play['strain']};{play['leader']};{' '.join(play['cards'])}"),
        claim=None
        if claim is None
        else Claim(_whole(claim["tricks"]) or 0, Seat.parse(claim["by"]) if claim["by"] else None),
        result=Result.parse(told["result"]) if told.get("result") else None,
        unread_calls=told.get("unread_calls", ""),
        unread_cards=told.get("unread_cards", ""),
    )
    return Record(
        board=board,
        tags=tuple((name, value) for name, value in told.get("tags", ())),
        comments=tuple(Comment(said["text"], said["place"]) for said in told.get("comments", ())),
        marks=tuple(Mark(said["place"], said["glyph"], said["note"]) for said in told.get("marks", ())),
        tables=tuple(
            PbnTable(said["name"], said["heading"], tuple(tuple(row) for row in said["rows"]))
            for said in told.get("tables", ())
        ),
        escapes=tuple(told.get("escapes", ())),
    )


def _whole(number: object) -> int | None:
    """The value if it is a whole number or None; raises `TypeError` otherwise."""
    if number is None or type(number) is int:
        return number
    raise TypeError(f"{number!r} is not a whole number")


def read(file: BinaryIO) -> Iterator[Record]:
    """Read boards from lines of JSON."""
    for number, line in enumerate(text_lines(file), 1):
        if line.strip():
            yield _read_line(line, number)


def _read_line(line: str, number: int) -> Record:
    try:
        told = json.loads(line)
        unknown = sorted(told.keys() - {*_TOLD, *_SAID_TWICE})
        remarks = (Remark(f"nothing is known of {', '.join(unknown)}: left out", number),) if unknown else ()
        return replace(from_json(told), remarks=remarks)
    except OvertrickError as error:
        raise FormatError(*(f"line {number}: {fault}" for fault in error.faults)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FormatError(f"line {number} is not a board as JSON: {line[:60]!r}") from None


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write boards as lines of JSON, each with the fingerprint of the deals up to it."""
    seen = Fingerprint()
    for record in seen.watch(records):
        told = as_json(record) | {"deal_set": str(seen)}
        file.write(json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


def lost(record: Record) -> tuple[str, ...]:
    """The parts of a record that JSON cannot carry: none."""
    return ()
