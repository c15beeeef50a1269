"""A board that is over: the result, what double dummy takes, and what the player's cards cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from overtrick import dd
from overtrick.core import Board, Contract, Seat
from overtrick.render import Diagram, describe
from overtrick.table.reviewing import (
    costs_of,
    imps_words,
    makeable,
    points_words,
    refusal_words,
    tricks_words,
)

if TYPE_CHECKING:
    from overtrick.cli.records import Record
    from overtrick.dd import PlayedCard
    from overtrick.table import EndedBoard, Table

__all__ = ["board_picture", "ended_lines", "ended_record"]


def board_picture(board: Board) -> Diagram:
    """All four hands, the auction without its explanations, and the tricks."""
    return describe(replace(board, meanings=()))


def ended_lines(table: Table, seat: Seat | None) -> Iterator[str]:
    """The score of the last board, how it compares, and the player's mistakes over open cards."""
    ended = table.state.ended[-1]
    board, result = ended.board, ended.board.result
    assert result is not None  # it is over
    yield f"{result.print}: {points_words(ended.score_ns)}"
    contract = result.contract
    if contract is not None:
        yield _double_dummy(board, contract, result.tricks or 0)
    yield from _compared(table)
    yield from (refusal_words(refusal, board) for refusal in ended.refusals)
    if seat is not None:
        yield from _costs(board, seat)


def _double_dummy(board: Board, contract: Contract, tricks: int) -> str:
    taken = tricks_words(makeable(board, contract))
    return f"Double dummy {contract.declarer.word} takes {taken} in {contract.strain.word}; it was {tricks}."


def _compared(table: Table) -> Iterator[str]:
    sheet = table.score()
    line = sheet.boards[-1]
    if line.compared_ns is None or line.datum is None:
        return
    yield f"Par is {points_words(line.datum)}: {imps_words(int(line.compared_ns))}."
    if len(sheet.boards) > 1:
        yield f"In all {imps_words(int(sheet.total_ns or 0))} over {len(sheet.boards)} boards."


def _costs(board: Board, seat: Seat) -> Iterator[str]:
    """The cards that the player chose, and the claim, that gave tricks away over open cards."""
    costs = costs_of(board, seat)
    if costs is None:
        return
    if costs.dear:
        yield f"Your cards that cost tricks, double dummy ({len(costs.chosen)} played):"
        yield from (f"  {_cost(place, each, seat)}" for place, each in costs.dear)
    elif costs.chosen:
        yield f"None of your cards cost a trick, double dummy ({len(costs.chosen)} played)."
    if costs.claim:
        yield costs.claim_words


def _cost(place: int, played: PlayedCard, seat: Seat) -> str:
    dummys = "" if played.seat is seat else " from dummy"
    return f"trick {place // 4 + 1}, {played.card.print}{dummys}: {tricks_words(played.cost)}"


def ended_record(table: Table) -> Record:
    """The last board as a record: what happened, and what double dummy says of it."""
    from overtrick.cli.records import record
    from overtrick.formats.json_lines import as_json

    ended: EndedBoard = table.state.ended[-1]
    board, contract = ended.board, ended.board.contract
    line = table.score().boards[-1]
    taken = None if contract is None else makeable(board, contract)
    costs = [] if board.play is None else [each.cost for each in dd.analyse(board)]
    return (
        record(board)
        | as_json(table.records()[-1])
        | {
            "score_ns": ended.score_ns,
            "tricks_dd": taken,
            "par_ns": line.datum,
            "imps_ns": None if line.compared_ns is None else int(line.compared_ns),
            "costs": costs,
        }
    )
