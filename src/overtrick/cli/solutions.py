"""What ``overtrick solve`` finds out, as pictures and as records for scripts."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import final

from overtrick import dd
from overtrick.cli import output
from overtrick.cli.given import board_or_deal, given
from overtrick.cli.records import Record
from overtrick.cli.solved import cards_found, line_found, nothing_found, table_found
from overtrick.core import (
    Board,
    Deal,
    DealError,
    IllegalPlay,
    NotationError,
    OvertrickError,
    Play,
    Seat,
    Strain,
)
from overtrick.dd.position import Position
from overtrick.render import Diagram

__all__ = ["Answer", "Wanted", "of_boards", "of_text"]


@final
@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked about each board: its table and par, or a position's cards or line."""

    cards: bool = False
    line: bool = False
    strain: Strain | None = None
    leader: Seat | None = None


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about a board; no picture where nothing was."""

    record: Record
    diagram: Diagram | None = None


@final
@dataclass(frozen=True, slots=True)
class Question:
    """A board to be solved, perhaps in a position that was given with it."""

    board: Board
    play: Play | None = None
    is_typed: bool = False
    """Is it no board of a file? Then what cannot be solved is an error, and ends the matter."""


def of_boards(boards: Iterator[Board], wanted: Wanted) -> Iterator[Answer]:
    """Answers for the boards of a file; a board that cannot be solved is told of and left empty."""
    return _answers((Question(board) for board in boards), wanted)


def of_text(
    words: list[str], wanted: Wanted, number: int | None, dealer: str | None, vul: str | None
) -> Iterator[Answer]:
    """Answers for deals given as text; one that cannot be solved is an error."""

    def read(text: str) -> Question:
        play = Play.parse(text) if ";" in text else None
        if play is not None and not (wanted.cards or wanted.line):
            raise NotationError("a position needs --cards or --line, a table the deal alone", text=text)
        deal = Deal.parse(text) if play is None else play.start
        _check(deal)
        board = board_or_deal(deal, number, dealer, vul)
        if isinstance(board, Deal):
            board = replace(Board.numbered(1, deal), number=None)
        return Question(board, play, is_typed=True)

    return _answers(given(words, read), wanted)


def _answers(questions: Iterator[Question], wanted: Wanted) -> Iterator[Answer]:
    if not wanted.cards and not wanted.line:
        return _tables(questions)
    return _positions(questions, wanted)


# Tables


def _tables(questions: Iterator[Question]) -> Iterator[Answer]:
    """The tables of boards, worked out on all cores and told in order."""
    waiting = deque[Question]()

    def deals() -> Iterator[Deal]:
        for question in questions:
            waiting.append(question)
            if _fault(question.board) is None:
                yield question.board.deal

    is_typing = sys.stdin.isatty()  # who types a deal wants its answer before typing the next
    for table in dd.tables(deals(), workers=1 if is_typing else None):
        yield from _left_out(waiting)
        board = waiting.popleft().board
        par = dd.par(table, board.dealer, board.vul) if board.deal.completed().is_full else None
        yield Answer(*table_found(board, table, par))
    yield from _left_out(waiting)


def _left_out(waiting: deque[Question]) -> Iterator[Answer]:
    """Answers for the boards at the head of the queue that cannot be solved."""
    while waiting and (fault := _fault(waiting[0].board)) is not None:
        yield _no_answer(waiting.popleft().board, fault, "table", "par")


def _fault(board: Board) -> DealError | None:
    try:
        _check(board.deal)
    except DealError as error:
        return error
    return None


def _check(deal: Deal) -> None:
    """Refuse what cannot be solved, whatever the strain and whoever leads."""
    Position.of(deal, Strain.NOTRUMP, Seat.NORTH)


def _no_answer(board: Board, why: OvertrickError, *keys: str) -> Answer:
    output.note(f"{_name(board)} cannot be solved: {why}")
    return Answer(nothing_found(board, *keys))


def _name(board: Board) -> str:
    return "a board" if board.number is None else f"board {board.number}"


# Positions


def _positions(questions: Iterator[Question], wanted: Wanted) -> Iterator[Answer]:
    """Answers one after the other, worked out in a thread so that Ctrl-C need not wait for them."""
    pool = ThreadPoolExecutor(1)
    try:
        for question in questions:
            yield pool.submit(_about_position, question, wanted).result()
    finally:
        pool.shutdown(wait=False)


def _about_position(question: Question, wanted: Wanted) -> Answer:
    try:
        _check(question.board.deal)
        play = _position(question, wanted)
    except OvertrickError as fault:
        if question.is_typed:
            raise
        keys = ("strain", "to_play", "cards") if wanted.cards else ("strain", "to_play", "tricks", "line")
        return _no_answer(question.board, fault, *keys)
    if wanted.cards:
        return Answer(*cards_found(question.board, play, dd.cards(play)))
    return Answer(*line_found(question.board, play, dd.best_line(play)))


def _position(question: Question, wanted: Wanted) -> Play:
    """The position that is meant: the one given, or the lead that the board or the options speak of."""
    if question.play is not None:
        if wanted.strain is not None or wanted.leader is not None:
            raise NotationError("the position says its strain and leader itself", text=str(question.play))
        if question.play.is_over:
            raise IllegalPlay("the play is over: there is nothing left to solve", text=str(question.play))
        return question.play
    board, told = question.board, question.board.play
    if told is None and board.contract is not None:
        told = Play.of(board.deal, board.contract)
    strain = told.strain if wanted.strain is None and told is not None else wanted.strain
    leader = told.leader if wanted.leader is None and told is not None else wanted.leader
    if strain is None or leader is None:
        raise NotationError("there is no contract: say who leads and at what with --strain and --leader")
    return Play(board.deal, strain, leader)
