"""Addresses that carry boards: how a board that was pasted is written into one."""

from __future__ import annotations

from io import BytesIO

from overtrick.core import Board, OvertrickError
from overtrick.formats import FORMATS, Record
from overtrick.web.tools.deal_asked import LONGEST, MOST, Asked, path_of
from overtrick.web.tools.deal_reading import Reading, boards_in

__all__ = ["asked_for", "asked_for_all", "path_to", "shortened"]

_WITHIN = ("strain", "declarer", "leader", "level", "step", "own", "squeezes")
"""What an address says beside the board."""


def asked_for_all(content: bytes, boards: int = 1) -> Asked | None:
    """An address that carries all that was pasted, as it is; None if that is too much, or no text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if boards > MOST or _is_long(asked := Asked(text=text)) else asked


def shortened(asked: Asked, reading: Reading) -> Asked:
    """The same board and play by an address of its own: every card and button of a page repeats it."""
    if len(reading.records) == 1 and not _is_long(asked):
        return asked
    alone = asked_for(reading.records[asked.place - 1])
    return alone.model_copy(update={name: getattr(asked, name) for name in _WITHIN})


def _is_long(asked: Asked) -> bool:
    return len(asked.given) > LONGEST or len(path_of(asked)) > LONGEST


def path_to(record: Record) -> str:
    """The page of a board."""
    return path_of(asked_for(record))


def asked_for(record: Record) -> Asked:
    """What an address asks for to show a board: LIN if it can carry it, else part by part."""
    lin = _lin(record)
    return Asked(lin=lin) if 0 < len(lin) <= LONGEST else _in_parts(record.board)


def _lin(record: Record) -> str:
    """A board as LIN; nothing if that would lose any of its cards or calls."""
    written = BytesIO()
    try:
        FORMATS["LIN"].write([record], written)
        text = written.getvalue().decode().strip()
        again = boards_in(text, 1).records[0]
    except OvertrickError:
        return ""
    return text if _story(again.board) == _story(record.board) else ""


def _story(board: Board) -> tuple[object, ...]:
    return (board.deal.completed(), board.dealer, board.vul, board.contract, board.auction, board.play)


def _in_parts(board: Board) -> Asked:
    contract, play = board.contract, board.play
    is_called = board.auction is not None and board.auction.is_over
    return Asked(
        deal=str(board.deal),
        number="" if board.number is None else str(board.number),
        dealer=str(board.dealer),
        vul=str(board.vul),
        auction="" if board.auction is None else str(board.auction),
        contract="" if contract is None or is_called else str(contract),
        play="" if play is None else f"{play.strain};{play.leader};{' '.join(map(str, play.cards))}",
    )
