"""Reading PBN: tolerant of everything real programs write, and silent about nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import BinaryIO

from overtrick.core import (
    Auction,
    Bid,
    Board,
    BoardError,
    Call,
    Card,
    Claim,
    Contract,
    Deal,
    DealError,
    Doubled,
    IllegalCall,
    IllegalPlay,
    Meaning,
    NotationError,
    OvertrickError,
    Play,
    Result,
    Seat,
    Strain,
    Vul,
)
from overtrick.core.seat import SEATS
from overtrick.core.trick import winning_place
from overtrick.formats.pbn.games import (
    ALERT,
    HEADER,
    IRREGULARITIES,
    MANDATORY,
    NOT_INHERITED,
    SUFFIX_GLYPHS,
    UNKNOWN,
    Game,
    Parts,
    Tag,
    Text,
    Words,
    as_written,
    games,
    seat_of,
)
from overtrick.formats.record import Comment, FormatError, Mark, Record, Remark
from overtrick.formats.source import text_lines

__all__ = [
    "Calls",
    "Cards",
    "denomination",
    "keep_result",
    "read",
    "read_board",
    "read_calls",
    "read_cards",
    "read_result",
]


_MOST_NAMES = 100
"""How many tags can hold for all games that follow; the standard has about as many in all."""


def read(file: BinaryIO) -> Iterator[Record]:
    """Read the boards of a PBN file, one after the other."""
    previous: Record | None = None
    memory, loose = _Memory(), list[Game]()
    for game in games(text_lines(file)):
        if not any(isinstance(item, Tag) for item in game.items):
            loose.append(game)
            continue
        if previous is not None:
            yield _with_loose_text(previous, loose)
        loose.clear()
        previous = _record(game, memory, previous)
    if previous is None:
        raise FormatError('no board is in it: a PBN file has tags like [Deal "N:…"]')
    yield _with_loose_text(previous, loose)


def _with_loose_text(record: Record, games: list[Game]) -> Record:
    """Text that belongs to no board, such as a program's statistics, stays with the board before it."""
    comments, remarks = list[Comment](), list[Remark]()
    for game in games:
        if text := as_written(item for item in game.items if isinstance(item, Words | Text)):
            comments.append(Comment(text))
            remark = f"text that belongs to no board is kept as a comment: {text[:60]!r}"
            remarks.append(Remark(remark, game.line))
    if not comments:
        return record
    comments.reverse()
    return replace(record, comments=(*comments, *record.comments), remarks=(*record.remarks, *remarks))


def _record(game: Game, memory: _Memory, previous: Record | None) -> Record:
    """The record of a game, with whatever a board cannot hold kept beside it."""
    parts = Parts(game)
    memory.resolve(parts)
    board = read_board(parts, None if previous is None else previous.board)
    tables = parts.tables()
    if game.is_cut_short:
        parts.remark("the file ends in the middle of a comment or a tag")
    return Record(
        board=board,
        tags=tuple(tag for tag in parts.tags.items() if tag[1] != UNKNOWN or tag[0] not in MANDATORY),
        comments=tuple(parts.comments),
        marks=tuple(parts.marks),
        tables=tables,
        escapes=tuple(line for line in game.escapes if line.rstrip() not in HEADER),
        remarks=tuple(parts.remarks),
    )


class _Memory:
    """What games inherit from the games before them (PBN 2.1, section 4.8)."""

    def __init__(self) -> None:
        self.last = dict[str, str]()
        self.lasting = dict[str, str]()

    def resolve(self, parts: Parts) -> None:
        """Replace ``#`` and ``##`` by what they stand for, and add what still holds."""
        tags = parts.tags
        for name, value in tags.items():
            if name in NOT_INHERITED:
                continue
            if value.startswith(" ") and value.lstrip(" ").startswith("#"):
                tags[name] = value[1:]  # as our export protects what is no inheritance
            elif value == "#":
                tags[name] = self.last.get(name, "")
            elif value.startswith("##"):
                tags[name] = value[2:]
                if name in self.lasting or len(self.lasting) < _MOST_NAMES:
                    self.lasting[name] = value[2:]
                else:
                    parts.remark(
                        f"[{name}] holds for this game only: {_MOST_NAMES} tags hold on already", name
                    )
        for name, value in self.lasting.items():
            tags.setdefault(name, value)
        self.last = self.last | tags if len(self.last) < 2 * _MOST_NAMES else dict(tags)


_FOURTH_DOT = re.compile(r"(\.[^.\s]*\.[^.\s]*\.[^.\s]*)\.(?=\s|$)")
"""The dot that some programs write after a hand."""


def read_board(parts: Parts, previous: Board | None) -> Board:
    """The board that a game tells of; one with the same number as the one before may share its deal."""
    return _Reading(parts, previous).board()


class _Reading:
    """One game on its way to a board."""

    def __init__(self, parts: Parts, previous: Board | None) -> None:
        self.parts = parts
        self.previous = previous

    def board(self) -> Board:
        """The board, with as much of its story as does not contradict itself."""
        number = self._number()
        deal, first = self._deal(number)
        dealer, vul = self._dealer(number, first), self._vul(number)
        auction, meanings, unread_calls = self._auction(dealer)
        strain = denomination(self.parts) if "Play" in self.parts.tags else None
        result = None if strain is not None else read_result(self.parts, auction)
        play, unread_cards, is_closed = self._play(deal, auction, result, strain)
        claim = self._claim(play, result, is_closed)
        story = (number, dealer, vul, deal, auction, meanings)
        try:
            return Board(*story, play, claim, result, unread_calls, unread_cards)
        except BoardError:
            board = Board(*story, unread_calls=unread_calls, unread_cards=unread_cards)
            return self._with_claim(self._with_play(self._with_result(board, result), play), claim)

    def _with_result(self, board: Board, result: Result | None) -> Board:
        try:
            return replace(board, result=result)
        except BoardError as error:
            assert result is not None  # nothing contradicts nothing
            keep_result(self.parts, result)
            self.parts.remark(f"the result is kept beside the board: {'; '.join(error.faults)}", "Contract")
            return board

    def _with_play(self, board: Board, play: Play | None) -> Board:
        try:
            return replace(board, play=play)
        except BoardError as error:
            cards = () if play is None else play.cards
            self.parts.remark(f"the cards are kept as written: {'; '.join(error.faults)}", "Play")
            return replace(board, unread_cards=" ".join((*map(str, cards), board.unread_cards)).strip())

    def _with_claim(self, board: Board, claim: Claim | None) -> Board:
        try:
            return replace(board, claim=claim)
        except BoardError as error:
            self.parts.remark(f"the claim is left out: {'; '.join(error.faults)}", "Claim")
            return board

    def _number(self) -> int | None:
        text = self.parts.taken("Board")
        if text is None or re.fullmatch("0*[1-9][0-9]{0,8}", text):
            return None if text is None else int(text.lstrip("0"))
        if text:
            self.parts.kept("Board", text, f"[Board {text!r}] is not a number")
        return None

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        """The deal, and the seat it is written from."""
        text = self.parts.taken("Deal")
        if text in (None, "#", "") and self.previous is not None and number == self.previous.number:
            self.parts.remark(
                "no deal is given: it is taken from the board before, which has the same number"
            )
            return self.previous.deal, None
        if not text:
            return Deal.unknown(), None
        try:
            deal = Deal.parse(text if text.count(".") <= 12 else _FOURTH_DOT.sub(r"\1", text))
        except DealError as error:
            self.parts.kept("Deal", text, "; ".join(error.faults))
            return Deal.unknown(), None
        return deal, Seat.parse(text[0]) if text[0].upper() in "NESW" and text[1:2] == ":" else None

    def _dealer(self, number: int | None, first: Seat | None) -> Seat:
        text = self.parts.taken("Dealer")
        try:
            if text:
                return Seat.parse(text)
        except OvertrickError as error:
            self.parts.kept("Dealer", text or "", "; ".join(error.faults))
        if number is not None:
            return Board.numbered(number).dealer
        if first is None:
            self.parts.remark("no dealer is given: North is taken to be")
        return first or Seat.NORTH

    def _vul(self, number: int | None) -> Vul:
        text = self.parts.taken("Vulnerable")
        try:
            if text:
                return Vul.parse(text)
        except OvertrickError as error:
            self.parts.kept("Vulnerable", text or "", "; ".join(error.faults))
        return Vul.NONE if number is None else Vul.on_board(number)

    # Auction

    def _auction(self, dealer: Seat) -> tuple[Auction | None, tuple[Meaning | None, ...], str]:
        first = self.parts.taken("Auction")
        unread = self.parts.tags.pop("UnreadCalls", "")
        if first is None:
            return None, (), unread
        found = read_calls(
            self.parts.sections.pop("Auction", []), dealer, self._first(first, dealer, "Auction")
        )
        self.parts.marks += found.marks
        self.parts.comments += found.comments
        if found.why is not None:
            self.parts.remark(
                f"{found.why}; the calls from {found.rest[:30]!r} on are kept as written", "Auction"
            )
        meanings = [
            self._meaning(found.notes.get(turn), "Auction") for turn in range(1, len(found.auction) + 1)
        ]
        self._keep_unused_notes("Auction", found.notes)
        return found.auction, tuple(meanings), found.rest or unread

    def _first(self, text: str, otherwise: Seat, tag: str) -> Seat:
        try:
            return Seat.parse(text)
        except OvertrickError:
            if text:
                self.parts.remark(f"[{tag} {text!r}] names no seat", tag)
            return otherwise

    def _meaning(self, number: str | None, section: str) -> Meaning | None:
        """The note of a call; an alert is a note that begins with the word."""
        if number is None:
            return None
        text = self.parts.notes[section].get(number) or self.parts.notes["Play"].get(number, "")
        is_alert = text.lower().startswith(ALERT.lower())
        return Meaning(text[len(ALERT) :] if is_alert else text, is_alert)

    def _keep_unused_notes(self, section: str, used: dict[int, str]) -> None:
        for number, text in self.parts.notes[section].items():
            if number not in used.values():
                self.parts.comments.append(Comment(f'[Note "{number}:{text}"]', section))
                self.parts.remark(
                    f"note {number} is referred to by nothing: it is kept as a comment", section
                )

    # Play

    def _play(
        self, deal: Deal, auction: Auction | None, result: Result | None, strain: Strain | None
    ) -> tuple[Play | None, str, bool]:
        """The play, the cards that do not fit, and whether the record says that no more follow."""
        first = self.parts.taken("Play")
        unread = self.parts.tags.pop("UnreadCards", "")
        if first is None:
            return None, unread, False
        items = self.parts.sections.pop("Play", [])
        contract = None
        if strain is None:
            contract = (
                result.contract if result is not None else auction.contract if auction is not None else None
            )
            strain = None if contract is None else contract.strain
        leader = self._first(first, Seat.WEST if contract is None else contract.leader, "Play")
        try:
            if strain is None:
                raise DealError("cards without a contract cannot be put in order: they are kept as written")
            return self._cards(items, Play(deal, strain, leader), unread)
        except DealError as error:
            words = " ".join(item.text for item in items if isinstance(item, Words))
            if words:
                self.parts.remark("; ".join(error.faults), "Play")
            return None, words or unread, False

    def _cards(self, items: list[Words | Text], start: Play, unread: str) -> tuple[Play, str, bool]:
        found = read_cards(items, start)
        self.parts.marks += found.marks
        self.parts.comments += found.comments
        self.parts.marks += (
            Mark(f"card {turn}", note=self.parts.notes["Play"].get(number, ""))
            for turn, number in found.notes.items()
        )
        if found.why is not None:
            self.parts.remark(
                f"{found.why}; the cards from {found.rest[:30]!r} on are kept as written", "Play"
            )
        self._keep_unused_notes("Play", found.notes)
        return found.play, found.rest or unread, found.is_closed

    def _claim(self, play: Play | None, result: Result | None, is_closed: bool) -> Claim | None:
        """The claim: said by a tag of our own, or by a play that was closed early with a result."""
        if text := self.parts.tags.pop("Claim", None):
            tricks, _, by = text.partition(" ")
            if re.fullmatch("[0-9]|1[0-3]", tricks) and by in ("", *map(str, Seat)):
                return Claim(int(tricks), Seat.parse(by) if by else None)
            self.parts.kept("Claim", text, f"[Claim {text!r}] is no claim")
        if play is None or play.is_over or not is_closed or result is None or result.tricks is None:
            return None
        return Claim(result.tricks)


def read_result(parts: Parts, auction: Auction | None) -> Result | None:
    """The result; None where the auction already says all there is."""
    declarer, contract, tricks = (parts.taken(name) for name in ("Declarer", "Contract", "Result"))
    if not contract:
        settled = auction.contract if auction is not None and auction.is_over else None
        if settled is None or not tricks:
            _keep_texts(parts, declarer, contract, tricks)
            return None
        return Result(settled, _tricks(parts, tricks, settled.declarer))
    if contract.strip().lower() in ("pass", "passed", "p"):
        return Result(None)
    try:
        found = _contract(contract, seat_of(declarer or ""))
    except OvertrickError:
        _keep_texts(parts, declarer, contract, tricks)
        return None
    if declarer is not None and declarer.startswith("^"):
        parts.kept("Declarer", declarer, "the declarer is marked as irregular")
    result = Result(found, _tricks(parts, tricks, found.declarer))
    is_news = result.tricks is not None or auction is None or not auction.is_over or auction.contract != found
    return result if is_news else None


def denomination(parts: Parts) -> Strain | None:
    """The strain of an end position, whose contract is only a denomination; taken out if it is one."""
    try:
        strain = Strain.parse(parts.tags.get("Contract", ""))
    except OvertrickError:
        return None
    parts.taken("Contract")
    return strain


def keep_result(parts: Parts, result: Result) -> None:
    """Keep as tags a result that contradicts the board."""
    contract = result.contract
    parts.tags["Declarer"] = "" if contract is None else str(contract.declarer)
    parts.tags["Contract"] = "Pass" if contract is None else f"{contract.bid}{contract.doubled}"
    parts.tags["Result"] = "" if result.tricks is None else str(result.tricks)


def _keep_texts(parts: Parts, declarer: str | None, contract: str | None, tricks: str | None) -> None:
    for name, value in (("Declarer", declarer), ("Contract", contract), ("Result", tricks)):
        if value is not None:
            parts.tags[name] = value
    if declarer or contract or tricks:
        parts.remark(f"no contract can be made of {contract!r} by {declarer!r}", "Contract")


def _contract(text: str, declarer: Seat) -> Contract:
    text = text.strip()
    bid = text.rstrip("xX*")
    call = Call.parse(bid)
    if not isinstance(call, Bid):
        raise NotationError(f"{text!r} is not a contract")
    return Contract(call.level, call.strain, declarer, Doubled.parse(text[len(bid) :]))


def _tricks(parts: Parts, text: str | None, declarer: Seat) -> int | None:
    """Declarer's tricks from ``9``, ``NS 9``, ``EW 4`` or ``NS 9 EW 4``, with or without a ``^``."""
    if not text:
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < 14:
        return int(text)
    sides = dict(re.findall(r"(NS|EW)\s*([0-9]{1,2})", text.upper()))
    plain = re.fullmatch(r"\^?\s*([0-9]{1,2})", text.strip())
    own = plain[1] if plain else sides.get(str(declarer.side))
    other = sides.get(str(declarer.side.opponents))
    tricks = int(own) if own is not None else 13 - int(other) if other is not None else -1
    if not 0 <= tricks <= 13 or text.startswith("^"):
        parts.kept("Result", text, f"[Result {text!r}] is no plain number of tricks")
    return tricks if 0 <= tricks <= 13 else None


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
