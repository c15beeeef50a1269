"""Files for dealing machines: DUP, and its two halves BRI (card numbers) and DGE (cards as letters).

A DUP record is 156 bytes: 39 card numbers of two digits for North, East and South; the four hands
with the suit symbols of DOS; ten bytes about the set (Duplimate, "convert.pdf"). None of the three
has a dealer or a vulnerability: the boards of a file are numbered consecutively.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, final

from overtrick.core import PACK, Board, Card, CardSet, Deal, DealError, Seat, Suit
from overtrick.core.errors import attempt
from overtrick.formats.record import FormatError, Record, Remark, not_carried

__all__ = ["BRI", "DGE", "DUP"]

NUMBERS_SIZE, SYMBOLS_SIZE, RECORD_SIZE = 78, 68, 156
"""The sizes in bytes of a BRI part, a DGE part and a DUP record."""
_PADDED = 128
"""The size in bytes of a padded record in a BRI or DGE file."""
_LONGEST_LINE = 4096
PADDING = b" \0\r\n\x1a"
"""Bytes without meaning that may follow the cards."""
_SYMBOLS = {Suit.SPADES: 6, Suit.HEARTS: 3, Suit.DIAMONDS: 4, Suit.CLUBS: 5}
SUIT_BYTES = {byte: suit for suit, byte in _SYMBOLS.items()}
_READABLE = {byte: suit.symbol for suit, byte in _SYMBOLS.items()}
_NUMBERED = {f"{52 - card.index:02d}": card for card in PACK}
"""The cards by their numbers as text: 01 is the spade ace, 52 the club two."""
_NUMBER_OF = {card: number for number, card in _NUMBERED.items()}
_NUMBERED_SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH)
_RANKS = {ord(str(card.rank)): card.rank for card in PACK}


# Reading cards


def read_numbers(raw: bytes) -> Deal:
    """The deal of a BRI part: three hands of thirteen numbers, and the rest for West."""
    digits = raw.rstrip(PADDING).decode("latin-1")
    faults = _wrong_size("digits", len(digits), NUMBERS_SIZE)
    hands = dict[Seat, CardSet]()
    for seat in _NUMBERED_SEATS:
        numbers = re.findall("..?", digits[26 * seat : 26 * seat + 26], re.DOTALL)
        wrong = (number for number in numbers if number not in _NUMBERED)
        faults += (f"{seat.word}: {number!r} is not the number of a card" for number in wrong)
        hands[seat] = _hand(seat, [_NUMBERED[number] for number in numbers if number in _NUMBERED], faults)
    return _sound(hands, faults).completed()


def read_symbols(raw: bytes) -> Deal:
    """The deal of a DGE part: four hands of four symbols and thirteen ranks."""
    faults = _wrong_size("bytes", len(raw), SYMBOLS_SIZE)
    hands = dict[Seat, CardSet]()
    for seat in Seat:
        suit, cards = None, list[Card]()
        for byte in raw[17 * seat : 17 * seat + 17]:
            if byte in SUIT_BYTES:
                suit = SUIT_BYTES[byte]
            elif suit is None or byte not in _RANKS:
                faults.append(f"{seat.word}: {chr(byte)!r} is not a card")
            else:
                cards.append(Card(suit, _RANKS[byte]))
        hands[seat] = _hand(seat, cards, faults)
        if len(cards) != 13:
            faults.append(f"{seat.word} has {len(cards)} cards")
    return _sound(hands, faults)


def _wrong_size(units: str, size: int, right: int) -> list[str]:
    return [] if size == right else [f"there are {size} {units} instead of {right}"]


def _hand(seat: Seat, cards: list[Card], faults: list[str]) -> CardSet:
    """The cards as a hand; duplicates are added to the faults."""
    hand = CardSet.of(cards)
    if len(hand) < len(cards):
        faults += (f"{seat.word}: the {card.print} appears twice" for card in hand if cards.count(card) > 1)
    return hand


def _sound(hands: dict[Seat, CardSet], faults: list[str]) -> Deal:
    """The deal of these hands; raises `DealError` with all faults if there are any."""
    deal = attempt(faults, Deal.of, hands)
    if deal is None or faults:
        raise DealError(*dict.fromkeys(faults))
    return deal


def readable(raw: bytes) -> str:
    """Bytes as text, with suit symbols for the bytes that encode them."""
    return raw.decode("latin-1").translate(_READABLE)


# Writing cards


def write_numbers(deal: Deal) -> bytes:
    """The BRI part of a record.

    >>> write_numbers(Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"))[:8]
    b'01020304'
    """
    hands = (deal[seat] for seat in _NUMBERED_SEATS)
    return "".join(_NUMBER_OF[card] for hand in hands for card in hand).encode()


def write_symbols(deal: Deal) -> bytes:
    """The DGE part of a record."""
    suits = ((hand, suit) for _, hand in deal.items() for suit in reversed(Suit))
    return b"".join(bytes([_SYMBOLS[suit]]) + hand.holding(suit).encode() for hand, suit in suits)


# Records of a file


def _cut(file: BinaryIO, part: int, kind: str) -> Iterator[bytes]:
    """The records of a file; the first one shows their length."""
    head = file.read(part + 1)
    if not head.strip(PADDING):
        return
    is_ours = head[0] in SUIT_BYTES if part == SYMBOLS_SIZE else head[:2].isdigit()
    if not is_ours:
        raise FormatError(f"this is not {kind}: it begins with {head[:8]!r}")
    is_text = b"\n" in head or b"\r" in head
    pieces = _lines(head, file) if is_text else _blocks(head, file, _record_size(head[part:], part))
    yield from (piece for piece in pieces if piece.strip(PADDING))


def _record_size(following: bytes, part: int) -> int:
    """The size of a record, from the byte that follows its first part."""
    if following in (b" ", b"\0"):
        return _PADDED
    if part == NUMBERS_SIZE and following and not following.isdigit():
        return RECORD_SIZE
    return part


def _blocks(head: bytes, file: BinaryIO, size: int) -> Iterator[bytes]:
    block = head
    while block:
        block += file.read(max(0, size - len(block)))
        yield block[:size]
        block = block[size:] or file.read(size)


def _lines(head: bytes, file: BinaryIO) -> Iterator[bytes]:
    """Lines with any kind of line ending; a line that is far too long is cut."""
    line, chunk = head, head
    while chunk:
        chunk = file.read(_LONGEST_LINE)
        *lines, line = re.split(rb"[\r\n]+", line + chunk)
        yield from lines
        if len(line) > _LONGEST_LINE:
            yield line
            line = b""
    yield line


# BRI and DGE


@final
@dataclass(frozen=True, slots=True)
class CardFormat:
    """A format that holds only cards: padded records of 128 bytes, unpadded records, or lines."""

    kind: str
    size: int
    cards: Callable[[bytes], Deal]
    record: Callable[[Deal], bytes]

    def read(self, file: BinaryIO) -> Iterator[Record]:
        """The boards of a file, numbered from 1."""
        for number, raw in enumerate(_cut(file, self.size, self.kind), 1):
            faults = list[str]()
            deal = attempt(faults, self.cards, raw[: self.size])
            tags = [] if deal else [(self.kind, readable(raw[: self.size]))]
            if rest := raw[self.size :].strip(PADDING):
                faults.append("something follows the cards")
                tags.append((f"{self.kind}-Rest", readable(rest)))
            yield _record(number, number, deal, tags, faults)

    def write(self, records: Iterable[Record], file: BinaryIO) -> None:
        """Write records of 128 bytes: the cards, then zeros."""
        deals = (_full(record, place) for place, record in enumerate(records, 1))
        file.writelines(self.record(deal).ljust(_PADDED, b"\0") for deal in deals)

    def lost(self, record: Record) -> tuple[str, ...]:
        """The parts of a record that are lost: all but the cards."""
        number = () if record.board.number is None else ("the board number",)
        return (*number, *_lost(record, ()))


BRI = CardFormat("BRI", NUMBERS_SIZE, read_numbers, lambda deal: write_numbers(deal) + b" " * 32)
"""Card numbers, padded with spaces as by Big Deal."""
DGE = CardFormat("DGE", SYMBOLS_SIZE, read_symbols, write_symbols)
"""Hands with suit symbols."""


def _record(
    number: int, place: int, deal: Deal | None, tags: list[tuple[str, str]], faults: list[str]
) -> Record:
    board = Board.numbered(number, deal)
    remarks = (Remark(f"record {place}: {'; '.join(faults)}"),) if faults else ()
    return Record(board, tuple(tags), remarks=remarks)


def _full(record: Record, place: int) -> Deal:
    """The full deal of a record; raises `FormatError` if it is not full."""
    deal = record.board.deal.completed()
    if not deal.is_full:
        name = f"record {place}" if record.board.number is None else f"board {record.board.number}"
        raise FormatError(f"{name} is not a full deal: {deal}")
    return deal


def _lost(record: Record, kept: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a record that are lost if only the cards, the number and some tags are kept."""
    board = record.board
    deal = board.deal if board.deal.completed().is_full else Deal.unknown()
    carried = replace(Board.numbered(board.number or 1), number=board.number, deal=deal)
    tags = tuple((name, value) for name, value in record.tags if name in kept)
    return not_carried(record, Record(carried, tags))


# DUP


class _Dup:
    """The DUP format: records of 156 bytes, with both parts and fields about the set."""

    def read(self, file: BinaryIO) -> Iterator[Record]:
        """The boards of a file, numbered from the lowest number given in the file."""
        about, last = None, None
        for place, raw in enumerate(_cut(file, NUMBERS_SIZE, "DUP"), 1):
            if last is None:
                about = SetFields.parse(raw[146:])
            else:
                yield last
            last = _dup_record(place, raw, about)
        if last is not None and about is not None and last.board.number != about.highest:
            text = f"the file ends with board {last.board.number}, but says it goes to {about.highest}"
            last = replace(last, remarks=(*last.remarks, Remark(text)))
        if last is not None:
            yield last

    def write(self, records: Iterable[Record], file: BinaryIO) -> None:
        """Write boards with consecutive numbers: the file gives only the lowest and the highest."""
        deals, first, due = list[Deal](), None, 1
        for place, record in enumerate(records, 1):
            number = record.board.number
            if first is None:
                first, due = record, number or 1
            if number not in (None, due):
                raise FormatError(f"board {number} follows board {due - 1}: DUP has no gaps in its numbers")
            if due > 999:
                raise FormatError(f"board {due} is too high for DUP: its numbers go to 999")
            deals.append(_full(record, place))
            due += 1
        if first is not None:
            about = bytes(SetFields.of(first, due - len(deals), due - 1))
            file.writelines(write_numbers(deal) + write_symbols(deal) + about for deal in deals)

    def lost(self, record: Record) -> tuple[str, ...]:
        """The parts of a record that are lost: all but the cards, the number and the tags of the set.

        >>> DUP.lost(Record(Board.numbered(1), tags=(("Event", "Spingold"),)))
        ('Event',)
        """
        return _lost(record, tuple(_USUAL))


DUP = _Dup()


def _dup_record(place: int, raw: bytes, about: SetFields | None) -> Record:
    faults, wrong = list[str](), list[str]()
    deal = attempt(faults, read_numbers, raw[:NUMBERS_SIZE])
    symbols = raw[NUMBERS_SIZE:146].strip(PADDING)
    other = attempt(wrong, read_symbols, symbols) if symbols else deal
    if wrong:
        faults.append(f"in the part with symbols: {'; '.join(wrong)}")
    if deal is not None and other is not None and deal != other:
        faults.append(f"the part with symbols has another deal, {other}; the numbers are used")
    tags = [("DUP", readable(raw))] if faults else []
    if symbols or about is not None:
        fields = SetFields.parse(raw[146:])
        faults += filter(None, [_fault_of_set(raw, fields, about, is_first=place == 1)])
        if fields is not None:
            tags += fields.tags()
        elif raw[146:]:
            tags.append(("DUP-Control", readable(raw[146:])))
    lowest = 1 if about is None else about.lowest
    return _record(lowest + place - 1, place, deal or other, tags, faults)


_USUAL = {"DUP-Random": "Y", "DUP-Backwards": "N", "DUP-Copies": "1"}
"""The tags that describe a set of deals, with their usual values."""


@final
@dataclass(frozen=True, slots=True)
class SetFields:
    """The fields of a DUP record about the set it belongs to."""

    is_random: str = "Y"
    is_backwards: str = "N"
    lowest: int = 1
    copies: int = 1
    highest: int = 1

    @staticmethod
    def parse(raw: bytes) -> SetFields | None:
        """Read ``YN1  1 32 ``: two flags, then three numbers padded with spaces.

        >>> SetFields.parse(b"YN1  1 32 ").highest
        32
        """
        match = re.fullmatch("([YN])([YN])([0-9 ]{3})([0-9 ]{2})([0-9 ]{3})", raw.decode("latin-1"))
        if match is None or not all(re.fullmatch("0*[1-9][0-9]* *", text) for text in match.groups()[2:]):
            return None
        return SetFields(match[1], match[2], *map(int, match.groups()[2:]))

    def __bytes__(self) -> bytes:
        answers = self.is_random + self.is_backwards
        return f"{answers}{self.lowest:<3}{self.copies:<2}{self.highest:<3}".encode()

    def tags(self) -> list[tuple[str, str]]:
        """The unusual values, as tags."""
        said = zip(_USUAL, (self.is_random, self.is_backwards, str(self.copies)), strict=True)
        return [(name, value) for name, value in said if value != _USUAL[name]]

    @staticmethod
    def of(record: Record, lowest: int, highest: int) -> SetFields:
        """The fields for a set with this first record and these board numbers."""
        random, backwards, copies = (record.tag(name) or "" for name in _USUAL)
        is_random, is_backwards = "N" if random == "N" else "Y", "Y" if backwards == "Y" else "N"
        return SetFields(
            is_random,
            is_backwards,
            lowest,
            int(copies) if re.fullmatch("[1-9][0-9]?", copies) else 1,
            highest,
        )


def _fault_of_set(raw: bytes, fields: SetFields | None, about: SetFields | None, is_first: bool) -> str:
    """The fault in the set fields of a record, compared with those of the first record; empty if none."""
    if len(raw) < RECORD_SIZE:
        return f"it is cut off after {len(raw)} bytes"
    if fields is None:
        return f"{readable(raw[146:])!r} says nothing about the set"
    if fields != about:
        return "it says something else about the set than the first record"
    is_backwards = is_first and fields.is_backwards == "Y"
    return "the set is counted backwards, but its boards are numbered upwards here" if is_backwards else ""
