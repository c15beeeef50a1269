"""The auction and play sections of PBN: calls and cards with everything that may hang on them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile

from overtrick.core import Auction, Call, Card, IllegalCall, IllegalPlay, OvertrickError, Play, Seat, Trick
from overtrick.formats.pbn.names import IRREGULARITIES, SUFFIX_GLYPHS
from overtrick.formats.pbn.scan import Text, Word
from overtrick.formats.record import Comment, Mark

__all__ = ["Calls", "Cards", "read_calls", "read_cards"]

_TOKEN = re.compile(r"\^[A-Za-z]|=\d{1,9}=|\$\d{1,9}|[!?]{1,2}|\*|\+|[^\s^=$!?*+]+|\S")
_NO_CARD = ("-", "--")
_MARK = re.compile(r"=\d+=|\$\d+|[!?]{1,2}")


@dataclass(slots=True)
class Calls:
    """An auction section: its legal calls, what is noted of them, and the rest as written."""

    auction: Auction
    notes: dict[int, str] = field(default_factory=dict)
    """The number of the note that each call refers to, by the place of the call from 1."""
    marks: list[Mark] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    rest: str = ""
    why: str | None = None


def read_calls(items: Iterable[Word | Text], dealer: Seat, first: Seat) -> Calls:
    """Read the calls of an auction that begins with `first`; dashes stand before the dealer's turn."""
    found = Calls(Auction(dealer))
    skipped = (dealer - first) % 4
    tokens = _tokens(items)
    for place, token in enumerate(tokens):
        if isinstance(token, Text):
            where = f"call {len(found.auction)}" if found.auction.calls else "Auction"
            found.comments.append(Comment(token.text, where))
        elif token[0] in "=$!?" and _MARK.fullmatch(token):
            _mark(token, "call", len(found.auction), found.marks, found.notes)
        elif token in _NO_CARD and skipped and not found.auction.calls:
            skipped -= 1
        elif token not in ("*", "+"):
            try:
                found.auction = _and_then(found.auction, token)
            except OvertrickError as error:
                found.rest = " ".join(part for part in tokens[place:] if isinstance(part, str))
                found.why = "; ".join(error.faults)
                break
    return found


def _and_then(auction: Auction, token: str) -> Auction:
    if token in IRREGULARITIES:
        raise IllegalCall(f"{token} marks {IRREGULARITIES[token]}")
    if token.upper() != "AP":
        return auction.then(Call.parse(token))
    while not auction.is_over:
        auction = auction.then(Call.PASS)
    return auction


@dataclass(slots=True)
class Cards:
    """A play section: cards in the order they were played, what is noted of them, and the rest."""

    play: Play
    notes: dict[int, str] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    is_closed: bool = False
    """Does a ``*`` say that no more cards will follow?"""
    rest: str = ""
    why: str | None = None


@dataclass(slots=True)
class _Cell:
    """One entry of the table of tricks: a card or a dash, with what hangs on it."""

    text: str
    marks: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def read_cards(items: Iterable[Word | Text], start: Play) -> Cards:
    """Read the table of tricks, a column for each seat from the leader on, into the order of play."""
    found = Cards(start)
    cells = _cells(items, found)
    used = _in_order_of_play(cells, found)
    for turn, place in enumerate(used, 1):
        if cells[place].marks or cells[place].comments:
            _hang_on(cells[place], turn, found)
    if len(used) < len(cells):
        left = (cells[place].text for place in sorted(set(range(len(cells))) - set(used)))
        found.rest = " ".join(text for text in left if text not in _NO_CARD)
    if found.rest and found.why is None:
        found.why = "the cards that follow belong to no trick"
    return found


def _in_order_of_play(cells: list[_Cell], found: Cards) -> list[int]:
    """Play the cards as far as they are legal, and return the places of those played, in order."""
    start = found.play
    places, cards, leader = list[int](), list[Card](), start.leader
    try:
        for row in range(0, len(cells), 4):
            order = [row + (leader + turn - start.leader) % 4 for turn in range(4)]
            known = list(
                takewhile(lambda place: place < len(cells) and cells[place].text not in _NO_CARD, order)
            )
            trick = tuple(Card.parse(cells[place].text) for place in known)
            places += known
            cards += trick
            if len(trick) < 4:
                break
            leader = Trick(leader, trick).winner(start.strain)
        found.play = Play(start.start, start.strain, start.leader, tuple(cards))
    except OvertrickError:
        return _one_by_one(cells, found)
    return places


def _one_by_one(cells: list[_Cell], found: Cards) -> list[int]:
    """Play card by card up to the one that cannot be played."""
    places, leader = list[int](), found.play.leader
    for turn in range(len(cells)):
        place = turn - turn % 4 + (found.play.to_play - leader) % 4
        if place >= len(cells) or cells[place].text in _NO_CARD:
            break
        try:
            if cells[place].text in IRREGULARITIES:
                raise IllegalPlay(f"{cells[place].text} marks {IRREGULARITIES[cells[place].text]}")
            found.play = found.play.then(Card.parse(cells[place].text))
        except OvertrickError as error:
            found.why = "; ".join(error.faults)
            break
        places.append(place)
    return places


def _cells(items: Iterable[Word | Text], found: Cards) -> list[_Cell]:
    """The entries of the table, each with its marks and comments."""
    cells = list[_Cell]()
    for token in _tokens(items):
        if isinstance(token, Text):
            if cells:
                cells[-1].comments.append(token.text)
            else:
                found.comments.append(Comment(token.text, "Play"))
        elif token[0] in "=$!?" and cells and _MARK.fullmatch(token):
            cells[-1].marks.append(token)
        elif token == "*":
            found.is_closed = True
        else:
            cells.append(_Cell("-" if token == "+" else token))
    return cells


def _hang_on(cell: _Cell, turn: int, found: Cards) -> None:
    """Give a card that was played its marks and comments."""
    for token in cell.marks:
        _mark(token, "card", turn, found.marks, found.notes)
    found.comments += (Comment(text, f"card {turn}") for text in cell.comments)


def _mark(token: str, what: str, turn: int, marks: list[Mark], notes: dict[int, str]) -> None:
    """A note reference, a glyph or a suffix on the call or card before it."""
    place = f"{what} {turn}" if turn else ("Auction" if what == "call" else "Play")
    if token.startswith("="):
        notes[turn] = token.strip("=")
    elif token.startswith("$"):
        marks.append(Mark(place, glyph=int(token[1:])))
    else:
        glyph = SUFFIX_GLYPHS.index(token) + 1 if token in SUFFIX_GLYPHS else 0
        marks.append(Mark(place, glyph=glyph + (6 if what == "card" else 0)))


def _tokens(items: Iterable[Word | Text]) -> list[str | Text]:
    """Words cut into calls, cards and what hangs on them; comments as they are."""
    tokens = list[str | Text]()
    for item in items:
        if isinstance(item, Text):
            tokens.append(item)
        elif item.text.isalnum():
            tokens.append(item.text)
        else:
            tokens += _TOKEN.findall(item.text)
    return tokens
