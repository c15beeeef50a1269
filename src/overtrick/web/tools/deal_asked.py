"""What the address of the page asks for: a board, a contract, and how far the play has gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import final
from urllib.parse import quote, urlencode

from pydantic import BaseModel, ConfigDict, Field

from overtrick.core import Board, Card, Contract, Deal, NotationError, Play, Seat, Strain
from overtrick.formats import Record
from overtrick.web.tools.deal_fields import Place, Step, Waits, Word
from overtrick.web.tools.deal_reading import Reading, boards_in
from overtrick.web.tools.deal_stand import Stakes, Stand

__all__ = ["LONGEST", "MOST", "Asked", "path_of", "reading_of", "stand_of"]

LONGEST = 5_000
"""Characters of a board, or of some, in an address: they are read while everybody waits."""
_EXAMPLE = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
MOST = 100
"""Boards read of an address."""


@final
class Asked(BaseModel):
    """The parameters of the page and of the endpoints beneath it; all may be left out."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

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
        """Is there no deal in it?"""
        return not (self.text or self.lin or self.deal)

    @property
    def given(self) -> str:
        """What goes into the box."""
        return self.text or self.lin or self.deal

    @property
    def place(self) -> int:
        """The place of the board; the first if none was chosen."""
        return self.board or 1


def path_of(asked: Asked, **changes: str | int | bool) -> str:
    """The address of the page that shows this, or this with some changes."""
    said = {**asked.model_dump(exclude_defaults=True), **changes}
    told = {key: value for key, value in said.items() if value != Asked.model_fields[key].default}
    return f"/deal?{urlencode(told, quote_via=quote)}" if told else "/deal"


def reading_of(asked: Asked, most: int) -> Reading:
    """The boards that an address carries."""
    text = asked.text or asked.lin
    if len(text) > LONGEST:
        raise NotationError(
            f"an address carries at most {LONGEST:,} characters of boards, and these are {len(text):,}: "
            "paste them into the box and press Show the deal"
        )
    if text:
        return _read(text, min(most, MOST))
    return Reading("address", (Record(_board(asked)),))


@lru_cache(32)
def _read(text: str, most: int) -> Reading:
    """Every step through the play asks for the same text again."""
    return boards_in(text, most)


def stand_of(asked: Asked, reading: Reading) -> Stand:
    """Where in the play of which board the page stands."""
    if asked.place > len(reading.records):
        raise NotationError(f"there is no board in place {asked.place}: there are {len(reading.records)}")
    record = reading.records[asked.place - 1]
    bare = Stand(record, None, (), 0, ())
    stakes = _chosen(asked, record.board) or Stakes.of(record.board)
    if stakes is None and bare.is_ending:
        stakes = Stakes.of_ending(record.board)
    if stakes is None:
        return bare
    told = record.board.play
    cards = told.cards if told is not None and stakes.suits(told) else ()
    own = tuple(Card.parse(word) for word in asked.own.replace(".", " ").split())
    return Stand(record, stakes, cards, min(asked.step, len(cards)), own)


def _chosen(asked: Asked, board: Board) -> Stakes | None:
    """The contract that the reader chose."""
    if not asked.strain or not (asked.declarer or asked.leader):
        return None
    strain = Strain.parse(asked.strain)
    if asked.leader:
        return Stakes(strain, leader := Seat.parse(asked.leader), leader.side)
    declarer = Seat.parse(asked.declarer)
    if asked.level and board.deal.cards_each == 13:
        return Stakes.at(Contract.parse(f"{asked.level}{strain} by {declarer}"))
    return Stakes(strain, declarer.lho, declarer.side)


def _board(asked: Asked) -> Board:
    board = Board.parse(
        "\n".join(f"{key} {' '.join(value.split())}" for key, value in _lines(asked) if value)
    )
    if not asked.play:
        return board
    if ";" in asked.play:
        return replace(board, play=Play.parse(f"{board.deal};{asked.play}"))
    if board.contract is None:
        raise NotationError("cards were played, but at what? Give a contract or an auction that has ended")
    found = Play.of(board.deal, board.contract).read(asked.play)
    return replace(board, play=found.play, unread_cards=found.rest)


def _lines(asked: Asked) -> Iterator[tuple[str, str]]:
    yield "Deal", str(Deal.parse(asked.deal))
    yield from (("Board", asked.number), ("Dealer", asked.dealer), ("Vul", asked.vul))
    yield from (("Auction", asked.auction), ("Result", asked.contract))
