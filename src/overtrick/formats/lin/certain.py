"""What LIN is sure to carry of a record, so that nobody need write it and read it again to see."""

from __future__ import annotations

from dataclasses import replace

from overtrick.core import Board, Meaning
from overtrick.formats.record import Record

__all__ = ["without_certain_story"]

_MOST_TEXT = 1 << 16
"""With fewer characters than this, nothing is near the lengths at which a reader cuts."""


def without_certain_story(record: Record) -> Record:
    """The record without its auction and play, where LIN is sure to carry both and nothing else needs them.

    >>> from overtrick.core import Auction, Seat, Vul
    >>> told = Record(Board(1, Seat.NORTH, Vul.NONE, auction=Auction.parse("N: 1C P")), (("North", "Nell"),))
    >>> without_certain_story(told) == Record(Board.numbered(1), (("North", "Nell"),))
    True
    """
    board = record.board
    if _play_is_certain(board) and _calls_are_certain(board) and _nothing_else_needs_them(record):
        return replace(record, board=replace(board, auction=None, meanings=(), play=None))
    return record


def _play_is_certain(board: Board) -> bool:
    """Do the contract and four whole hands say who leads, and are the cards all legal?"""
    if board.unread_cards:
        return False
    return board.play is None or (board.contract is not None and board.deal.is_full)


def _calls_are_certain(board: Board) -> bool:
    """Are the calls all legal, and their meanings plain words?"""
    return not board.unread_calls and all(map(_is_plain, board.meanings))


def _is_plain(meaning: Meaning | None) -> bool:
    if meaning is None:
        return True
    return type(meaning) is Meaning and meaning.text.isprintable() and "%" not in meaning.text


def _nothing_else_needs_them(record: Record) -> bool:
    """Is nothing said about calls or cards, and no part of the board told in another way?"""
    texts = [value for _, value in record.tags]
    texts += [comment.text for comment in record.comments]
    texts += [meaning.text for meaning in record.board.meanings if meaning is not None]
    return (
        sum(map(len, texts)) < _MOST_TEXT
        and not any(comment.place.startswith(("call ", "card ")) for comment in record.comments)
        and not any(name.startswith("LIN_") for name, _ in record.tags)
    )
