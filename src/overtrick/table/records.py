"""The boards of a table as records of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from overtrick.core import Board, Seat
from overtrick.formats import Comment, Record
from overtrick.table.entries import Entry
from overtrick.table.settings import Scoring, TableSettings
from overtrick.table.state import Refusal, TableState

__all__ = ["records"]

_SCORING = {Scoring.POINTS: "Total", Scoring.IMPS: "IMP", Scoring.MATCHPOINTS: "MP"}
"""The names of PBN."""


def records(state: TableState, entries: Sequence[Entry], unfinished: bool = False) -> Iterator[Record]:
    """The boards that are over and, for the host alone, the one in play, with all four hands."""
    if state.settings is None:
        return
    for ended in state.ended:
        yield _record(ended.board, state.settings, entries[ended.dealt - 1], ended.refusals)
    if unfinished and state.in_play is not None:
        dealt = entries[state.in_play.steps[0][0] - 1]
        yield _record(state.in_play.board, state.settings, dealt, state.in_play.refusals)


def _record(board: Board, settings: TableSettings, dealt: Entry, refusals: tuple[Refusal, ...]) -> Record:
    tags = [
        ("Date", dealt.time.strftime("%Y.%m.%d")),
        *((seat.word, settings.occupant(seat).name) for seat in Seat),
        ("Scoring", _SCORING[settings.scoring]),
    ]
    told = tuple(Comment(_words(refusal)) for refusal in refusals)
    return Record(_plain(board), tuple(tags), told)


def _plain(board: Board) -> Board:
    """The board without an auction that nobody has begun."""
    return board if board.auction else replace(board, auction=None)


def _words(refusal: Refusal) -> str:
    claim, line = refusal.claim, " ".join(map(str, refusal.line))
    return f"{claim.by.word} claimed {claim.tricks} tricks for declarer; not accepted: {line}"
