"""A board that is over: the result, what double dummy takes, and what the player's cards cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from overtrick import dd
from overtrick.core import Board, Contract, Seat, Side, TableClaim
from overtrick.render import Diagram, describe

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
    yield f"{result.print}: {_points(ended.score_ns)}"
    contract = result.contract
    if contract is not None:
        yield _double_dummy(board, contract, result.tricks or 0)
    yield from _compared(table)
    for refusal in ended.refusals:
        cards = " ".join(card.print for card in refusal.line)
        claim = refusal.claim
        claimed = f"{claim.by.word} claimed {_tricks(claim.tricks)} for declarer"
        yield f"{claimed}, not accepted because of: {cards}"
    if seat is not None and contract is not None:
        yield from _costs(board, seat, contract)


def _points(score_ns: int) -> str:
    if not score_ns:
        return "no score"
    return f"+{abs(score_ns)} for {Side.NS if score_ns > 0 else Side.EW}"


def _double_dummy(board: Board, contract: Contract, tricks: int) -> str:
    taken = 13 - dd.tricks(board.deal, contract.strain, contract.leader)
    declarer, strain = contract.declarer.word, contract.strain.word
    return f"Double dummy {declarer} takes {_tricks(taken)} in {strain}; it was {tricks}."


def _compared(table: Table) -> Iterator[str]:
    sheet = table.score()
    line = sheet.boards[-1]
    if line.compared_ns is None or line.datum is None:
        return
    yield f"Par is {_points(line.datum)}: {_imps(int(line.compared_ns))}."
    if len(sheet.boards) > 1:
        yield f"In all {_imps(int(sheet.total_ns or 0))} over {len(sheet.boards)} boards."


def _imps(imps_ns: int) -> str:
    if not imps_ns:
        return "no IMPs either way"
    unit = "IMP" if abs(imps_ns) == 1 else "IMPs"
    return f"{abs(imps_ns)} {unit} to {Side.NS if imps_ns > 0 else Side.EW}"


def _costs(board: Board, seat: Seat, contract: Contract) -> Iterator[str]:
    """The cards that the player chose, and the claim, that gave tricks away over open cards."""
    if seat is contract.dummy or board.play is None:
        return
    own = {seat, contract.dummy} if seat is contract.declarer else {seat}
    analysed = dd.analyse(board)
    chosen = [(place, each) for place, each in enumerate(analysed) if each.seat in own]
    dear = [(place, each) for place, each in chosen if each.cost]
    if dear:
        yield f"Your cards that cost tricks, double dummy ({len(chosen)} played):"
        yield from (f"  {_cost(place, each, seat)}" for place, each in dear)
    elif chosen:
        yield f"None of your cards cost a trick, double dummy ({len(chosen)} played)."
    if analysed and board.claim is not None and board.claim.by is seat:
        lost = _lost_by_claim(analysed[-1], board.claim, contract, seat)
        if lost > 0:
            yield f"Your claim gave {_tricks(lost)} away."


def _lost_by_claim(last: PlayedCard, claim: TableClaim, contract: Contract, seat: Seat) -> int:
    """What the claimer's side could still have taken beyond the claim."""
    declarers = last.after if last.seat.side is contract.declarer.side else 13 - last.after
    lost = declarers - claim.tricks
    return lost if seat.side is contract.declarer.side else -lost


def _cost(place: int, played: PlayedCard, seat: Seat) -> str:
    dummys = "" if played.seat is seat else " from dummy"
    return f"trick {place // 4 + 1}, {played.card.print}{dummys}: {_tricks(played.cost)}"


def _tricks(number: int) -> str:
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def ended_record(table: Table) -> Record:
    """The last board as a record: what happened, and what double dummy says of it."""
    from overtrick.cli.records import record
    from overtrick.formats.json_lines import as_json

    ended: EndedBoard = table.state.ended[-1]
    board, contract = ended.board, ended.board.contract
    line = table.score().boards[-1]
    taken = None if contract is None else 13 - dd.tricks(board.deal, contract.strain, contract.leader)
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
