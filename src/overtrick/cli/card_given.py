"""Positions in which somebody is to play a card: from files of boards, texts, and lines of JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import final

from overtrick.cli.files import Watch, file_in
from overtrick.core import (
    Board,
    BoardError,
    Contract,
    NotationError,
    OvertrickError,
    Play,
    Result,
    Seat,
    SeatView,
    Vul,
)
from overtrick.formats import read

__all__ = ["Asked", "asked_by_line", "boards_given"]

_IS_PLAY = re.compile(r"\s*[NESW]\s*:", re.IGNORECASE)
_LONGEST_NAME = 250
"""Longer words are no names of files."""


@final
@dataclass(frozen=True)
class Asked:
    """What is asked about a position besides what it shows."""

    contract: str | None = None
    """For a play without one."""
    seat: Seat | None = None
    """Who must be the one to play."""
    needed: int | None = None
    after: int | None = None
    """Only so many of the cards have been played."""

    def view(self, board: Board) -> SeatView:
        """What the player whose turn it is sees of a board; nothing else is used."""
        board = _begun(board if self.after is None else _cut(board, self.after))
        seat = _acting(board)
        if self.seat not in (None, seat):
            assert self.seat is not None
            raise BoardError(f"it is {seat.word}'s turn to play, not {self.seat.word}'s")
        view = SeatView.of(board, seat)
        if not _is_dealt(view):
            raise BoardError(f"{seat.word}'s own hand, or dummy's, is not known: nobody can choose from it")
        assert view.play is not None  # somebody is to play
        if self.needed is not None and view.play.start.cards_each == 13:
            raise BoardError(f"the contract says how many tricks are needed, so not {self.needed}")
        return view


def _begun(board: Board) -> Board:
    """The board with its play, though no card has been played; one without a contract as it is."""
    if board.play is not None or board.contract is None:
        return board
    return replace(board, play=Play.of(board.deal, board.contract))


def _is_dealt(view: SeatView) -> bool:
    """Does the player see what is to be seen?"""
    return all(view.deal.get(seat) is not None for seat in (view.seat, view.faced_dummy) if seat is not None)


def _acting(board: Board) -> Seat:
    """Who chooses the next card, declarer for dummy; an error where nobody does."""
    contract, play = board.contract, board.play
    if board.auction is not None and not board.auction.is_over and play is None:
        raise BoardError(f"the auction is not over, {board.auction.to_call.word} is to call", text=str(board))
    if contract is None or play is None:
        why = "the board is passed out" if board.is_passed_out else "the contract is not known"
        raise BoardError(f"nobody is to play: {why}", text=str(board))
    if play.is_over or board.claim is not None:
        raise BoardError("nobody is to play: the play is over", text=str(board))
    return contract.declarer if play.to_play is contract.dummy else play.to_play


def _cut(board: Board, after: int) -> Board:
    """The board when only so many cards had been played."""
    played = 0 if board.play is None else len(board.play.cards)
    if after > played:
        raise BoardError(f"only {played} cards have been played, not {after}")
    play = None if board.play is None else board.play.back(played - after)
    return replace(board, play=play, claim=None, unread_cards="")


# Files and texts


def boards_given(words: list[str], contract: str | None) -> Iterator[tuple[Board, str]]:
    """The boards of a file, each with its name for remarks; or the one that a text is."""
    source = None if words and not _may_be_name(words) else file_in(words)
    if source is None:
        yield board_of(_text(words), contract), ""
        return
    watch = Watch()
    for record in watch.over(read(source)):
        number = record.board.number
        yield record.board, f"board {number}: " if number is not None else f"board no. {watch.boards}: "
    if not watch.boards:
        raise NotationError("there is no board in the file")


def _may_be_name(words: list[str]) -> bool:
    word = words[0]
    return len(words) == 1 and 0 < len(word.strip()) <= _LONGEST_NAME and not re.search("[\n;]", word)


def _text(words: list[str]) -> str:
    """What is given as text: each argument is a line of a board; or a file, or standard input."""
    if not words or words == ["-"]:
        if sys.stdin.isatty():
            raise NotationError("which position? Give a file, a board or a play as text, or - for stdin")
        return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    if not _may_be_name(words) or not Path(words[0]).is_file():
        return (" " if _IS_PLAY.match(words[0]) else "\n").join(words)
    try:
        return Path(words[0]).read_text("utf-8-sig", "replace")
    except OSError as error:
        raise OvertrickError(f"cannot read {words[0]!r}: {error.strerror}") from None


def board_of(text: str, contract: str | None) -> Board:
    """A board as its own text, or as a play with its contract as a last part or beside it.

    >>> board_of("N:A... K... Q... J...;NT;N;;1NT by W", None).contract
    Contract.parse('1NT by W')
    """
    if not text.strip():
        raise NotationError("there is no position in what was given: expected a board or a play")
    if not _IS_PLAY.match(text):
        if contract is not None:
            raise NotationError("--contract is for a play as text: a board says its own", text=text)
        return Board.parse(text)
    parts = text.strip().split(";")
    told = parts.pop().strip() if len(parts) == 5 else None
    if told is not None and contract is not None:
        raise NotationError(f"two contracts are given, {told!r} and {contract!r}")
    said = told if contract is None else contract
    if said is None:
        raise NotationError(
            "the contract is missing: add it to the play, like ';1NT by S' after the cards", text=text
        )
    return _board(Play.parse(";".join(parts)), Contract.parse(said))


def _board(play: Play, contract: Contract) -> Board:
    """A board on which this play is going on."""
    return Board(None, contract.declarer, Vul.NONE, play.start, play=play, result=Result(contract))


# Lines of JSON


def asked_by_line(line: bytes, usual: Asked) -> tuple[Board, Asked]:
    """The board of a line and what is asked about it; the options hold where the line says nothing."""
    told = _object(line)
    board, play, contract = (_as_text(told, key) for key in ("board", "play", "contract"))
    if (board is None) == (play is None):
        raise NotationError("expected a key 'board' or a key 'play'", text=_shown(line))
    seat = _as_text(told, "seat")
    asked = replace(
        usual,
        seat=usual.seat if seat is None else Seat.parse(seat),
        needed=_as_number(told, "needed", usual.needed),
        after=_as_number(told, "after", usual.after),
    )
    return board_of(board or play or "", contract or (usual.contract if play else None)), asked


def _object(line: bytes) -> dict[str, object]:
    try:
        told = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise NotationError("expected a JSON object with a board or a play", text=_shown(line))
    return told


def _shown(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()


def _as_text(told: dict[str, object], key: str) -> str | None:
    value = told.get(key)
    if value is None or isinstance(value, str):
        return value
    raise NotationError(f"{key!r} is no text", text=json.dumps(value))


def _as_number(told: dict[str, object], key: str, usual: int | None) -> int | None:
    value = told.get(key)
    if value is None:
        return usual
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 52:
        raise NotationError(f"{key!r} is no number of cards or tricks", text=json.dumps(value))
    return value
