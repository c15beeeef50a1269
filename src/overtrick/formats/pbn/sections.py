"""The auction and play sections of PBN: calls and cards with everything that may hang on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from overtrick.core import Auction, Call, Card, IllegalCall, IllegalPlay, OvertrickError, Play, Seat
from overtrick.core.seat import SEATS
from overtrick.core.trick import winning_place
from overtrick.formats.pbn.names import IRREGULARITIES, SUFFIX_GLYPHS
from overtrick.formats.pbn.scan import Text, Words
from overtrick.formats.record import Comment, Mark

__all__ = ["Calls", "Cards", "read_calls", "read_cards"]

_TOKEN = re.compile(r"\^[A-Za-z]|=\d{1,9}=|\$\d{1,9}|[!?]{1,2}|\*|\+|[^\s^=$!?*+]+|\S")
_NO_CARD = ("-", "--")
_COLUMNS_FROM = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The columns of a row of the table in the order of play, by the column of who leads."""
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


def read_calls(items: Iterable[Words | Text], dealer: Seat, first: Seat) -> Calls:
    """Read the calls of an auction that begins with `first`; dashes stand before the dealer's turn."""
    found = Calls(Auction(dealer))
    skipped = (dealer - first) % 4
    tokens = list(_calls_and_comments(items))
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


def _calls_and_comments(items: Iterable[Words | Text]) -> Iterator[str | Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        else:
            yield from _tokens(item)


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
class _Cells:
    """The entries of the table of tricks, cards and dashes, with what hangs on them by their places."""

    texts: list[str] = field(default_factory=list)
    marks: dict[int, list[str]] = field(default_factory=dict)
    comments: dict[int, list[str]] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The place of the last entry."""
        return len(self.texts) - 1


def read_cards(items: Iterable[Words | Text], start: Play) -> Cards:
    """Read the table of tricks, a column for each seat from the leader on, into the order of play."""
    found = Cards(start)
    cells = _cells(items, found)
    used = _in_order_of_play(cells.texts, found)
    if cells.marks or cells.comments:
        _hang(cells, used, found)
    if len(used) < len(cells.texts):
        left = (cells.texts[place] for place in sorted(set(range(len(cells.texts))) - set(used)))
        found.rest = " ".join(text for text in left if text not in _NO_CARD)
    if found.rest and found.why is None:
        found.why = "the cards that follow belong to no trick"
    return found


def _in_order_of_play(texts: list[str], found: Cards) -> list[int]:
    """Play the cards as far as they are legal, and return the places of those played, in order."""
    start = found.play
    places, cards, leader = list[int](), list[Card](), start.leader
    try:
        for row in range(0, len(texts), 4):
            order = [row + column for column in _COLUMNS_FROM[leader - start.leader & 3]]
            if row + 4 > len(texts):
                order = [place for place in order if place < len(texts)]
            trick = tuple(map(Card.parse, takewhile(_is_card, map(texts.__getitem__, order))))
            places += order[: len(trick)]
            cards += trick
            if len(trick) < 4:
                break
            leader = SEATS[leader + winning_place(trick, start.strain) & 3]
        found.play = start.then_all(tuple(cards))
    except OvertrickError:
        return _one_by_one(texts, found)
    return places


def _one_by_one(texts: list[str], found: Cards) -> list[int]:
    """Play card by card up to the one that cannot be played."""
    places, leader = list[int](), found.play.leader
    for turn in range(len(texts)):
        place = turn - turn % 4 + (found.play.to_play - leader) % 4
        if place >= len(texts) or texts[place] in _NO_CARD:
            break
        try:
            if texts[place] in IRREGULARITIES:
                raise IllegalPlay(f"{texts[place]} marks {IRREGULARITIES[texts[place]]}")
            found.play = found.play.then(Card.parse(texts[place]))
        except OvertrickError as error:
            found.why = "; ".join(error.faults)
            break
        places.append(place)
    return places


def _is_card(text: str) -> bool:
    return text not in _NO_CARD


def _cells(items: Iterable[Words | Text], found: Cards) -> _Cells:
    """The entries of the table, each with its marks and comments."""
    cells = _Cells()
    for item in items:
        if isinstance(item, Text):
            if cells.texts:
                cells.comments.setdefault(cells.last, []).append(item.text)
            else:
                found.comments.append(Comment(item.text, "Play"))
        elif "".join(item.texts).isalnum():
            cells.texts += item.texts
        else:
            _add_cells(_tokens(item), cells, found)
    return cells


def _add_cells(tokens: Iterable[str], cells: _Cells, found: Cards) -> None:
    for token in tokens:
        if token[0] in "=$!?" and cells.texts and _MARK.fullmatch(token):
            cells.marks.setdefault(cells.last, []).append(token)
        elif token == "*":
            found.is_closed = True
        else:
            cells.texts.append("-" if token == "+" else token)


def _hang(cells: _Cells, used: list[int], found: Cards) -> None:
    """Give the cards that were played their marks and comments."""
    for turn, place in enumerate(used, 1):
        for token in cells.marks.get(place, ()):
            _mark(token, "card", turn, found.marks, found.notes)
        found.comments += (Comment(text, f"card {turn}") for text in cells.comments.get(place, ()))


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


def _tokens(words: Words) -> Iterator[str]:
    """Words cut into calls, cards and what hangs on them."""
    for text in words.texts:
        if text.isalnum():
            yield text
        else:
            yield from _TOKEN.findall(text)
