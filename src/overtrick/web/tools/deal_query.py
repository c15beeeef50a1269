"""The query of the deal page: its parameters, boards read from any text, and addresses of boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import islice
from typing import Annotated, final
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from overtrick.core import Board, Card, Contract, Deal, NotationError, OvertrickError, Play, Seat, Strain
from overtrick.formats import FORMATS, FormatError, Record, detect, read
from overtrick.web.tools.deal_position import Position, Stakes
from overtrick.web.tools.events import Model

__all__ = [
    "DealQuery",
    "Reading",
    "boards_in",
    "contract_fields",
    "path_of",
    "path_to",
    "position_of",
    "query_for",
    "query_for_all",
    "reading_of",
    "shortened",
]

LONGEST = 5_000
"""The most characters of boards in an address, as they are read on the event loop."""
_EXAMPLE = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
MOST = 100
"""The most boards read from an address."""
_WITHIN = ("strain", "declarer", "leader", "level", "step", "own", "squeezes")
"""The parameters that select a position rather than a board."""
_LONGEST_FIELD = 2_000
"""The most characters of a field."""
_SHOWN = 40
_SWITCH = {"true": True, "1": True, "on": True, "false": False, "0": False, "": False}
_HEAD = 4096
_WHICH = "which deal? Paste a deal, boards in PBN or LIN, or a link"
_BOARD_LINE = re.compile(r"\s*(Board|Dealer|Vul|Deal) ", re.IGNORECASE)
_OUR_LINK = re.compile(r"\s*(https?://|/deal\?)\S+\s*", re.IGNORECASE)


# Fields of an address, and their error messages


def _word(text: str) -> str:
    if len(text) > _LONGEST_FIELD:
        raise _wrong(f"{_quoted(text)} is too long: at most {_LONGEST_FIELD:,} characters")
    return text


def _whole(what: str, least: int, most: int, otherwise: int | None) -> BeforeValidator:
    """A validator for a whole number in a range; an empty field has the default `otherwise`."""

    def read(given: object) -> object:
        text = str(given).strip()
        if given in ("", otherwise):
            return otherwise
        if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
            raise _wrong(f"{_quoted(text)} is no {what}: expected {least:,} to {most:,}")
        return int(text)

    return BeforeValidator(read)


def _waits(given: object) -> object:
    if isinstance(given, str) and given.strip().lower() not in _SWITCH:
        raise _wrong(f"{_quoted(given)} is neither true nor false")
    return _SWITCH[given.strip().lower()] if isinstance(given, str) else given


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _wrong(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("notation", "{sentence}", {"sentence": sentence})


Word = Annotated[str, AfterValidator(_word)]
Place = Annotated[int | None, Field(ge=1, le=10_000), _whole("place of a board", 1, 10_000, None)]
Step = Annotated[int, Field(ge=0, le=52), _whole("number of cards played", 0, 52, 0)]
Waits = Annotated[bool, BeforeValidator(_waits)]


@final
class DealQuery(Model):
    """The parameters of the page and of the endpoints beneath it; all may be left out."""

    text: str = ""
    """Boards in any format, or hands typed in."""
    lin: str = ""
    """A board as LIN, as shared links carry it."""
    board: Place = None
    """Which of them, counted from 1."""
    deal: Word = Field(default="", examples=[_EXAMPLE])
    """Four hands; `-` is one that is not known."""
    number: Word = ""
    """The number of the board."""
    dealer: Word = ""
    """`N`, `E`, `S` or `W`; else as the number says."""
    vul: Word = ""
    """`None`, `NS`, `EW` or `Both`; else as the number says."""
    auction: Word = ""
    """Calls from the dealer on: `1C 1H P P`."""
    contract: Word = ""
    """`4SX by N`, where there is no auction."""
    play: Word = ""
    """Cards, or `strain;leader;cards` where there is no contract."""
    strain: Word = ""
    """With `declarer`, or `leader` for an ending: another contract than the one told."""
    declarer: Word = ""
    """Who plays it."""
    leader: Word = ""
    """Who is on lead in an ending."""
    level: Word = ""
    """From 1 to 7."""
    step: Step = 0
    """Cards of the record that have been played."""
    own: Word = ""
    """Cards played after that, away from the record."""
    squeezes: Waits = False
    """Wait for the squeezes: for browsers without scripts."""

    @property
    def is_empty(self) -> bool:
        """Does the query contain no deal?"""
        return not (self.text or self.lin or self.deal)

    @property
    def given(self) -> str:
        """The text for the input box."""
        return self.text or self.lin or self.deal

    def bare(self) -> DealQuery:
        """The same board, without a chosen contract or played cards."""
        return self.model_copy(update={name: DealQuery.model_fields[name].default for name in _WITHIN})


def path_of(query: DealQuery, **changes: str | int | bool) -> str:
    """The address of the page for a query, with optional changes."""
    said = {**query.model_dump(exclude_defaults=True), **changes}
    told = {key: value for key, value in said.items() if value != DealQuery.model_fields[key].default}
    return f"/deal?{urlencode(told, quote_via=quote)}" if told else "/deal"


def contract_fields(contract: Contract) -> dict[str, str]:
    """The parameters that choose a contract."""
    return {name: str(getattr(contract, name)) for name in ("strain", "declarer", "level")}


def reading_of(query: DealQuery, most: int) -> Reading:
    """The boards that an address carries."""
    text = query.text or query.lin
    if len(text) > LONGEST:
        raise NotationError(
            f"an address carries at most {LONGEST:,} characters of boards, and these are {len(text):,}: "
            "paste them into the box and press Show the deal"
        )
    if text:
        return _read_again(text, min(most, MOST))
    return Reading("address", (Record(_board(query)),))


def position_of(query: DealQuery, reading: Reading) -> Position:
    """The position of the page: the board, and the place in its play."""
    place = query.board or 1
    if place > len(reading.records):
        raise NotationError(f"there is no board in place {place}: there are {len(reading.records)}")
    record = reading.records[place - 1]
    bare = Position(record, None, (), 0, ())
    stakes = _chosen(query, record.board) or Stakes.of(record.board)
    if stakes is None and bare.is_ending:
        stakes = Stakes.of_ending(record.board)
    if stakes is None:
        return bare
    told = record.board.play
    is_same = told is not None and (told.strain, told.leader) == (stakes.strain, stakes.leader)
    cards = told.cards if told is not None and is_same else ()
    own = tuple(Card.parse(word) for word in query.own.replace(".", " ").split())
    return Position(record, stakes, cards, min(query.step, len(cards)), own)


def _chosen(query: DealQuery, board: Board) -> Stakes | None:
    """The stakes of the contract chosen in the query."""
    if not query.strain or not (query.declarer or query.leader):
        return None
    strain = Strain.parse(query.strain)
    if query.leader:
        return Stakes(strain, leader := Seat.parse(query.leader), leader.side)
    declarer = Seat.parse(query.declarer)
    if query.level and board.deal.cards_each == 13:
        return Stakes.at(Contract.parse(f"{query.level}{strain} by {declarer}"))
    return Stakes(strain, declarer.lho, declarer.side)


def _board(query: DealQuery) -> Board:
    told = {"Deal": str(Deal.parse(query.deal)), "Board": query.number, "Dealer": query.dealer}
    told |= {"Vul": query.vul, "Auction": query.auction, "Result": query.contract}
    board = Board.parse("\n".join(f"{key} {' '.join(value.split())}" for key, value in told.items() if value))
    if not query.play:
        return board
    if ";" in query.play:
        return replace(board, play=Play.parse(f"{board.deal};{query.play}"))
    if board.contract is None:
        raise NotationError("cards were played, but at what? Give a contract or an auction that has ended")
    found = Play.of(board.deal, board.contract).read(query.play)
    return replace(board, play=found.play, unread_cards=found.rest)


# Addresses of boards


def query_for_all(content: bytes, boards: int = 1) -> DealQuery | None:
    """A query that carries the pasted text as it is; None if it is too long, or not text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if boards > MOST or _is_long(query := DealQuery(text=text)) else query


def shortened(query: DealQuery, reading: Reading) -> DealQuery:
    """The same board and play with a short address, as every card and button of the page repeats it."""
    if len(reading.records) == 1 and not _is_long(query):
        return query
    alone = query_for(reading.records[(query.board or 1) - 1])
    return alone.model_copy(update={name: getattr(query, name) for name in _WITHIN})


def _is_long(query: DealQuery) -> bool:
    return len(query.given) > LONGEST or len(path_of(query)) > LONGEST


def path_to(record: Record) -> str:
    """The page of a board."""
    return path_of(query_for(record))


def query_for(record: Record) -> DealQuery:
    """The query that shows a board: as LIN if that can hold it, else field by field."""
    lin = _lin(record)
    return DealQuery(lin=lin) if 0 < len(lin) <= LONGEST else _in_parts(record.board)


def _lin(record: Record) -> str:
    """A board as LIN; empty if that would lose any of its cards or calls."""
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


def _in_parts(board: Board) -> DealQuery:
    contract, play = board.contract, board.play
    is_called = board.auction is not None and board.auction.is_over
    return DealQuery(
        deal=str(board.deal),
        number="" if board.number is None else str(board.number),
        dealer=str(board.dealer),
        vul=str(board.vul),
        auction="" if board.auction is None else str(board.auction),
        contract="" if contract is None or is_called else str(contract),
        play="" if play is None else f"{play.strain};{play.leader};{' '.join(map(str, play.cards))}",
    )


# Boards in a text


@final
@dataclass(frozen=True, slots=True)
class Reading:
    """The boards read from a text."""

    format: str
    """`PBN`, `LIN`, …, or `typed hands`."""
    records: tuple[Record, ...]
    """At least one."""
    is_cut: bool = False
    """Were there more boards than the limit?"""

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings, in the order of the boards."""
        told = (str(remark) for record in self.records for remark in record.remarks)
        cut = [f"only the first {len(self.records)} boards were read"] if self.is_cut else []
        return (*told, *cut)


def boards_in(given: str | bytes, most: int) -> Reading:
    """The boards of a text or of a file's bytes, up to a limit.

    >>> reading = boards_in("N:AK... QJ... T9... 87...", 500)
    >>> reading.format, str(reading.records[0].board.deal)
    ('typed hands', 'N:AK... QJ... T9... 87...')
    """
    content = given.encode("utf-8", "replace") if isinstance(given, str) else given
    if not content.strip():
        raise NotationError(_WHICH)
    content = _of_our_link(content) or content
    try:
        kind = detect(content[:_HEAD]).name
    except FormatError:
        return _typed(content, most)
    records = list(islice(read(content), most + 1))
    if not records:
        raise FormatError(f"there is no board in this {kind}")
    return Reading(kind, tuple(records[:most]), is_cut=len(records) > most)


_read_again = lru_cache(32)(boards_in)
"""Cached, as every step through the play reads the same text again."""


def _of_our_link(content: bytes) -> bytes | None:
    """The LIN of a board in a link to a page like ours; None if there is none."""
    text = content[:_HEAD].decode("utf-8", "replace")
    if len(content) > _HEAD or "handviewer" in text or not _OUR_LINK.fullmatch(text):
        return None
    said = parse_qs(urlsplit(text.strip()).query)
    told = said.get("lin") or said.get("deal")
    return None if told is None else told[0].encode()


# Hands typed in


def _typed(content: bytes, most: int) -> Reading:
    text = content.decode("utf-8-sig", "replace").strip()
    if not text:
        raise NotationError(_WHICH)
    boards = list(islice(_typed_boards(text), most + 1))
    records = tuple(Record(board) for board in boards[:most])
    return Reading("typed hands", records, is_cut=len(boards) > most)


def _typed_boards(text: str) -> Iterator[Board]:
    """The boards of typed text: one deal over several lines, or one on each line."""
    if _BOARD_LINE.match(text):
        yield Board.parse(text)
        return
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        yield _typed_board(" ".join(lines))
        return
    except OvertrickError:
        if len(lines) == 1 or not _is_deal(lines[0]):
            raise
    for number, line in enumerate(lines, 1):
        try:
            yield _typed_board(line)
        except OvertrickError as error:
            raise type(error)(*(f"line {number}: {fault}" for fault in error.faults), text=line) from None


def _is_deal(line: str) -> bool:
    """Does a line give more than one hand, so that it is a deal by itself?"""
    try:
        return len(Deal.parse(line.partition(";")[0]).known) > 1
    except OvertrickError:
        return False


def _typed_board(text: str) -> Board:
    """A deal, or a position like ``DEAL;NT;S;CA SK``, as a board without a number."""
    play = Play.parse(text) if ";" in text else None
    deal = Deal.parse(text) if play is None else play.start
    return replace(Board.numbered(1, deal), number=None, play=play)
