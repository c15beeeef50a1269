"""Writing one board as LIN pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from overtrick.core import Board, Meaning
from overtrick.formats.lin.board import KEPT_FIRST
from overtrick.formats.lin.notation import (
    CALL,
    CARD,
    DEALER_DIGITS,
    SEATING,
    VUL_LETTERS,
    call_text,
    card_text,
    deal_text,
    list_text,
    result_text,
    value_text,
)
from overtrick.formats.lin.sheets import count_in, unread_parts
from overtrick.formats.record import Record

__all__ = ["board_pairs", "names_text", "pairs_text", "single_board"]

_KEPT = re.compile("LIN_([a-z0-9]{2})")
TextPair = tuple[str, str]


def single_board(record: Record) -> str:
    """A board on a line of its own, as BBO writes the boards somebody played."""
    own = record.tag("LIN_rs")
    result = record.board.result
    said = own if own is not None else None if result is None else result_text(result)
    names = record.tag("LIN_pn") or names_text(record)
    return pairs_text([("pn", names), *board_pairs(record, said)])


def pairs_text(pairs: list[TextPair]) -> str:
    """Pairs as they stand in a file.

    >>> pairs_text([("st", ""), ("nt", "either|or")])
    'st||nt|either%PIPE%or|'
    """
    return "".join(f"{tag}|{value_text(value)}|" for tag, value in pairs)


def names_text(record: Record) -> str:
    """The four players from South on."""
    return list_text([record.tag(seat.word) or "" for seat in SEATING])


def board_pairs(record: Record, result: str | None) -> list[TextPair]:
    """The pairs of a board from ``st`` on, with its result where it is to be said here."""
    board, tag = record.board, record.tag
    deal = f"{DEALER_DIGITS[board.dealer]}{deal_text(board.deal)}"
    heading = tag("Board") if board.number is None else str(board.number)
    pairs = [("st", ""), ("md", tag("LIN_md") or deal), ("sv", tag("LIN_sv") or VUL_LETTERS[board.vul])]
    if tag("LIN_ah") or heading:
        pairs.append(("ah", tag("LIN_ah") or f"Board {heading}"))
    if result is not None:
        pairs.append(("rs", result))
    pairs += _kept(record)
    comments = _Comments(record)
    pairs += [*comments.before_the_calls(), *comments.misplaced(board)]
    pairs += [*_calls(record, comments), ("pg", ""), *_cards(board, comments)]
    claim = tag("LIN_mc") or (None if board.claim is None else str(board.claim.tricks))
    return pairs if claim is None else [*pairs, ("mc", claim), ("pg", "")]


def _kept(record: Record) -> Iterator[TextPair]:
    """The tags nobody knew, as they came."""
    for name, value in record.tags:
        match = _KEPT.fullmatch(name)
        if match is not None and name not in KEPT_FIRST:
            yield match[1], value


class _Comments:
    """The comments of a record, handed out place by place."""

    def __init__(self, record: Record) -> None:
        self.left = dict[str, list[str]]()
        for comment in record.comments:
            self.left.setdefault(comment.place, []).append(comment.text)

    def misplaced(self, board: Board) -> Iterator[TextPair]:
        """Those on something that is not there, or that LIN has no place for."""
        places = _places(board) if self.left else set[str]()
        for place in [place for place in self.left if place not in places]:
            yield from (("at", f"{place}: {text}") for text in self.left.pop(place))

    def at(self, kind: str, last: int, size: int = 1) -> Iterator[TextPair]:
        """Those on one call or card, or on several that could not be told apart."""
        if not self.left:
            return
        for number in range(last - size + 1, last + 1):
            first, *others = self.left.pop(f"{kind} {number}", ("",))
            if first:
                yield "nt", first
            yield from (("at", text) for text in others)

    def before_the_calls(self) -> Iterator[TextPair]:
        """Those on the board as a whole."""
        yield from (("at" if place else "nt", text) for place, text in enumerate(self.left.pop("", ())))


def _places(board: Board) -> set[str]:
    """The names of all calls and cards, the unread ones included."""
    calls = 0 if board.auction is None else len(board.auction)
    calls += sum(count_in(part, CALL) for part in _parts(board.unread_calls))
    cards = 0 if board.play is None else len(board.play.cards)
    cards += sum(count_in(part, CARD) for part in _parts(board.unread_cards))
    return {f"call {turn + 1}" for turn in range(calls)} | {f"card {turn + 1}" for turn in range(cards)}


def _parts(unread: str) -> list[str]:
    return unread_parts(unread) if unread else []


def _calls(record: Record, comments: _Comments) -> Iterator[TextPair]:
    board = record.board
    calls = () if board.auction is None else board.auction.calls
    for turn, call in enumerate(calls):
        meaning = board.meanings[turn] if turn < len(board.meanings) else None
        yield "mb", call_text(call) + ("!" if meaning is not None and meaning.alerted else "")
        yield from _explanation(meaning)
        yield from comments.at("call", turn + 1)
    notes = [(mark.place, mark.note) for mark in record.marks if mark.note is not None]
    count = len(calls)
    for part in _parts(board.unread_calls):
        yield "mb", part
        size = count_in(part, CALL)
        count += size
        yield from (("an", note) for place, note in notes if place == f"call {count}")
        yield from comments.at("call", count, size)


def _explanation(meaning: Meaning | None) -> Iterator[TextPair]:
    if meaning is not None and (meaning.text or not meaning.alerted):
        yield "an", meaning.text


def _cards(board: Board, comments: _Comments) -> Iterator[TextPair]:
    cards = [] if board.play is None else [(card_text(card), 1) for card in board.play.cards]
    cards += [(part, count_in(part, CARD)) for part in _parts(board.unread_cards)]
    count = 0
    for text, size in cards:
        yield "pc", text
        count += size
        yield from comments.at("card", count, size)
        if count % 4 == 0:
            yield "pg", ""
