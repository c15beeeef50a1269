"""Reading PBN: tolerant of what real programs write, with a remark on every deviation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, BinaryIO, TypeVar

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
from overtrick.core.errors import attempt
from overtrick.core.seat import SEATS
from overtrick.core.trick import winning_place
from overtrick.formats.pbn.games import (
    ALERT,
    HEADER,
    IRREGULARITIES,
    MANDATORY,
    NOT_INHERITED,
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
from overtrick.formats.record import GLYPHS, Comment, FormatError, Mark, Record, Remark
from overtrick.formats.source import text_lines

__all__ = ["read"]


V = TypeVar("V")
_MOST_NAMES = 100
"""Limit on the inherited tags; the standard has about as many tags in all."""


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
    """A record with text that belongs to no board, such as a program's statistics, added as comments."""
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
    """The record of a game: the board, and beside it everything that a board cannot hold."""
    parts = _Reading(game, None if previous is None else previous.board)
    memory.resolve(parts)
    board, tables = parts.board(), parts.tables()
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
    """The tags that games inherit from earlier games (PBN 2.1, section 4.8)."""

    def __init__(self) -> None:
        self.last = dict[str, str]()
        self.lasting = dict[str, str]()

    def resolve(self, parts: Parts) -> None:
        """Replace ``#`` and ``##`` by inherited values, and add the tags that hold until changed."""
        tags = parts.tags
        for name, value in tags.items():
            if name in NOT_INHERITED:
                continue
            if value.startswith(" ") and value.lstrip(" ").startswith("#"):
                tags[name] = value[1:]  # our export escapes values that look like inheritance
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
"""A dot after a hand, which some programs write."""


class _Reading(Parts):
    """Reads one game into a board."""

    def __init__(self, game: Game, previous: Board | None) -> None:
        super().__init__(game)
        self.previous = previous

    def board(self) -> Board:
        """The board, without those parts of its result, play and claim that contradict it."""
        number = self._parsed("Board", _board_number)
        deal, first = self._deal(number)
        dealer, vul = self._dealer(number, first), self._vul(number)
        auction, meanings, unread_calls = self._auction(dealer)
        strain = _denomination(self) if "Play" in self.tags else None
        result = None if strain is not None else _read_result(self, auction)
        play, unread_cards, is_closed = self._play(deal, auction, result, strain)
        claim = self._claim(play, result, is_closed)
        told: dict[str, Any] = {"result": result, "play": play, "claim": claim}
        unread: dict[str, Any] = {"unread_calls": unread_calls, "unread_cards": unread_cards}
        board = partial(Board, number, dealer, vul, deal, auction, meanings, **unread)
        try:
            return board(**told)
        except BoardError:
            return self._as_far_as_it_agrees(board(), told)

    def _as_far_as_it_agrees(self, board: Board, told: dict[str, Any]) -> Board:
        """The board with its result, play and claim, except those that contradict it, which get remarks."""
        for name, tag, what in (
            ("result", "Contract", "the result is kept beside the board"),
            ("play", "Play", "the cards are kept as written"),
            ("claim", "Claim", "the claim is left out"),
        ):
            try:
                board = replace(board, **{name: told[name]})
            except BoardError as error:
                self.remark(f"{what}: {'; '.join(error.faults)}", tag)
                if name == "result":
                    _keep_result(self, told["result"])
                elif name == "play":
                    cards = " ".join((*map(str, told["play"].cards), board.unread_cards)).strip()
                    board = replace(board, unread_cards=cards)
        return board

    def _parsed(self, name: str, read: Callable[[str], V]) -> V | None:
        """The parsed value of a tag, if it has one; a tag that cannot be read is kept."""
        text, faults = self.taken(name) or "", list[str]()
        value = attempt(faults, read, text) if text else None
        if faults:
            self.kept(name, text, "; ".join(faults))
        return value

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        """The deal, and the first seat of its text."""
        text = self.tags.get("Deal", UNKNOWN)
        if text in (UNKNOWN, "#", "") and self.previous is not None and number == self.previous.number:
            self.taken("Deal")
            self.remark("no deal is given: it is taken from the board before, which has the same number")
            return self.previous.deal, None
        deal = self._parsed("Deal", _read_deal)
        if deal is None:
            return Deal.unknown(), None
        return deal, Seat.parse(text[0]) if text[0].upper() in "NESW" and text[1:2] == ":" else None

    def _dealer(self, number: int | None, first: Seat | None) -> Seat:
        dealer = self._parsed("Dealer", Seat.parse)
        if dealer is not None:
            return dealer
        if number is not None:
            return Board.numbered(number).dealer
        if first is None:
            self.remark("no dealer is given: North is taken to be")
        return first or Seat.NORTH

    def _vul(self, number: int | None) -> Vul:
        vul = self._parsed("Vulnerable", Vul.parse)
        if vul is not None:
            return vul
        return Vul.NONE if number is None else Vul.on_board(number)

    # Auction

    def _auction(self, dealer: Seat) -> tuple[Auction | None, tuple[Meaning | None, ...], str]:
        first = self.taken("Auction")
        unread = self.tags.pop("UnreadCalls", "")
        if first is None:
            return None, (), unread
        items = self.sections.pop("Auction", [])
        auction, notes, rest = self._calls(items, dealer, self._first(first, dealer, "Auction"))
        meanings = [self._meaning(notes.get(turn)) for turn in range(1, len(auction) + 1)]
        self._keep_unused_notes("Auction", notes)
        return auction, tuple(meanings), rest or unread

    def _calls(self, items: Iterable[Words | Text], dealer: Seat, first: Seat) -> tuple[Auction, _Notes, str]:
        """The legal calls of an auction whose first column is `first`, their notes, and the rest as written.

        Dashes fill the columns before the dealer's first turn.
        """
        auction, notes, skipped = Auction(dealer), _Notes(), (dealer - first) % 4
        tokens = [token for item in items for token in _tokens(item)]
        for place, token in enumerate(tokens):
            if isinstance(token, Text) or _is_mark(token):
                self._hang(token, "call", len(auction), notes)
            elif token in _NO_CARD and skipped and not auction.calls:
                skipped -= 1
            elif token not in ("*", "+"):
                try:
                    auction = _and_then(auction, token)
                except OvertrickError as error:
                    rest = " ".join(part for part in tokens[place:] if isinstance(part, str))
                    self._keep_rest("Auction", "calls", "; ".join(error.faults), rest)
                    return auction, notes, rest
        return auction, notes, ""

    def _keep_rest(self, section: str, what: str, why: str, rest: str) -> None:
        self.remark(f"{why}; the {what} from {rest[:30]!r} on are kept as written", section)

    def _hang(self, token: str | Text, kind: str, turn: int, notes: _Notes) -> None:
        """Attach a comment, note reference, glyph or suffix to the call or card before it."""
        place = f"{kind} {turn}" if turn else ("Auction" if kind == "call" else "Play")
        if isinstance(token, Text):
            self.comments.append(Comment(token.text, place))
        elif token.startswith("="):
            notes[turn] = token.strip("=")
        elif token.startswith("$"):
            self.marks.append(Mark(place, glyph=int(token[1:])))
        else:
            glyph = GLYPHS.index(token) + 1 if token in GLYPHS else 0
            self.marks.append(Mark(place, glyph=glyph + (6 if kind == "card" else 0)))

    def _first(self, text: str, otherwise: Seat, tag: str) -> Seat:
        seat = attempt([], Seat.parse, text)
        if seat is None and text:
            self.remark(f"[{tag} {text!r}] names no seat", tag)
        return otherwise if seat is None else seat

    def _meaning(self, number: str | None) -> Meaning | None:
        """The note of a call; one that begins with the word Alert is an alert."""
        if number is None:
            return None
        text = self.notes["Auction"].get(number) or self.notes["Play"].get(number, "")
        is_alert = text.lower().startswith(ALERT.lower())
        return Meaning(text[len(ALERT) :] if is_alert else text, is_alert)

    def _keep_unused_notes(self, section: str, used: _Notes) -> None:
        for number, text in self.notes[section].items():
            if number not in used.values():
                self.comments.append(Comment(f'[Note "{number}:{text}"]', section))
                self.remark(f"note {number} is referred to by nothing: it is kept as a comment", section)

    # Play

    def _play(
        self, deal: Deal, auction: Auction | None, result: Result | None, strain: Strain | None
    ) -> tuple[Play | None, str, bool]:
        """The play, the cards that do not fit, and whether the record marks its end."""
        first = self.taken("Play")
        unread = self.tags.pop("UnreadCards", "")
        if first is None:
            return None, unread, False
        items = self.sections.pop("Play", [])
        told = auction if result is None else result
        contract = None if strain is not None or told is None else told.contract
        strain = strain if contract is None else contract.strain
        leader = self._first(first, Seat.WEST if contract is None else contract.leader, "Play")
        try:
            if strain is None:
                raise DealError("cards without a contract cannot be put in order: they are kept as written")
            return self._cards(items, Play(deal, strain, leader), unread)
        except DealError as error:
            words = " ".join(item.text for item in items if isinstance(item, Words))
            if words:
                self.remark("; ".join(error.faults), "Play")
            return None, words or unread, False

    def _cards(self, items: list[Words | Text], start: Play, unread: str) -> tuple[Play, str, bool]:
        texts, hanging, is_closed = _cells(items)
        play, used, why = _in_order_of_play(texts, start)
        notes, rest = _Notes(), ""
        for turn, place in enumerate((_BEFORE, *used) if hanging else ()):
            for token in hanging.get(place, ()):
                self._hang(token, "card", turn, notes)
        if len(used) < len(texts):
            left = (texts[place] for place in sorted(set(range(len(texts))) - set(used)))
            rest = " ".join(text for text in left if text not in _NO_CARD)
        if why is not None or rest:
            self._keep_rest("Play", "cards", why or "the cards that follow belong to no trick", rest)
        said = self.notes["Play"]
        self.marks += (Mark(f"card {turn}", note=said.get(number, "")) for turn, number in notes.items())
        self._keep_unused_notes("Play", notes)
        return play, rest or unread, is_closed

    def _claim(self, play: Play | None, result: Result | None, is_closed: bool) -> Claim | None:
        """The claim: from our own tag ``Claim``, or from a play closed early with a result."""
        if text := self.tags.pop("Claim", None):
            tricks, _, by = text.partition(" ")
            if re.fullmatch("[0-9]|1[0-3]", tricks) and by in ("", *map(str, Seat)):
                return Claim(int(tricks), Seat.parse(by) if by else None)
            self.kept("Claim", text, f"[Claim {text!r}] is no claim")
        if play is None or play.is_over or not is_closed or result is None or result.tricks is None:
            return None
        return Claim(result.tricks)


def _board_number(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise NotationError(f"[Board {text!r}] is not a number")
    return int(text.lstrip("0"))


def _read_deal(text: str) -> Deal:
    return Deal.parse(text if text.count(".") <= 12 else _FOURTH_DOT.sub(r"\1", text))


def _read_result(parts: Parts, auction: Auction | None) -> Result | None:
    """The result; None where the auction already gives all of it."""
    said = {name: parts.taken(name) for name in ("Declarer", "Contract", "Result")}
    declarer, contract, tricks = said.values()
    if not contract:
        settled = auction.contract if auction is not None and auction.is_over else None
        if settled is None or not tricks:
            _keep_texts(parts, said)
            return None
        return Result(settled, _tricks(parts, tricks, settled.declarer))
    if contract.strip().lower() in ("pass", "passed", "p"):
        return Result(None)
    try:
        found = _contract(contract, seat_of(declarer or ""))
    except OvertrickError:
        _keep_texts(parts, said)
        return None
    if declarer is not None and declarer.startswith("^"):
        parts.kept("Declarer", declarer, "the declarer is marked as irregular")
    result = Result(found, _tricks(parts, tricks, found.declarer))
    is_news = result.tricks is not None or auction is None or not auction.is_over or auction.contract != found
    return result if is_news else None


def _denomination(parts: Parts) -> Strain | None:
    """Remove and return the strain of an end position, whose contract is only a denomination."""
    strain = attempt([], Strain.parse, parts.tags.get("Contract", ""))
    if strain is not None:
        parts.taken("Contract")
    return strain


def _keep_result(parts: Parts, result: Result) -> None:
    """Keep as tags a result that contradicts the board."""
    contract = result.contract
    parts.tags["Declarer"] = "" if contract is None else str(contract.declarer)
    parts.tags["Contract"] = "Pass" if contract is None else f"{contract.bid}{contract.doubled}"
    parts.tags["Result"] = "" if result.tricks is None else str(result.tricks)


def _keep_texts(parts: Parts, said: dict[str, str | None]) -> None:
    parts.tags |= {name: value for name, value in said.items() if value is not None}
    if any(said.values()):
        parts.remark(f"no contract can be made of {said['Contract']!r} by {said['Declarer']!r}", "Contract")


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
_BEFORE = -1
"""The place before the first card of the table."""
_Notes = dict[int, str]
"""The note number for each call or card that refers to one, by its place from 1."""


def _and_then(auction: Auction, token: str) -> Auction:
    if token in IRREGULARITIES:
        raise IllegalCall(f"{token} marks {IRREGULARITIES[token]}")
    return auction.closed() if token.upper() == "AP" else auction.then(Call.parse(token))


def _in_order_of_play(texts: list[str], start: Play) -> tuple[Play, list[int], str | None]:
    """Play the cards of a table with a column for each seat, the leader's first, as far as they are legal.

    Returns the play, the places of the cards played, and why the next card is not legal.
    """
    places, cards, why = list[int](), list[Card](), None
    try:
        for place, card in _as_played(texts, start):
            places.append(place)
            cards.append(card)
    except OvertrickError as error:
        why = "; ".join(error.faults)
    try:
        return start.then_all(tuple(cards)), places, why
    except IllegalPlay as error:
        play = start
        while (card := cards[len(play.cards)]) in play.legal_cards:
            play = play.then(card)
        return play, places[: len(play.cards)], "; ".join(error.faults)


def _as_played(texts: list[str], start: Play) -> Iterator[tuple[int, Card]]:
    """The cards up to the first missing one, in the order of play, each with its place in the table."""
    leader, trick = start.leader, list[Card]()
    for turn in range(len(texts)):
        place = turn - turn % 4 + (leader + turn - start.leader & 3)
        if place >= len(texts) or texts[place] in _NO_CARD:
            return
        if texts[place] in IRREGULARITIES:
            raise IllegalPlay(f"{texts[place]} marks {IRREGULARITIES[texts[place]]}")
        trick.append(Card.parse(texts[place]))
        yield place, trick[-1]
        if len(trick) == 4:
            leader = SEATS[leader + winning_place(tuple(trick), start.strain) & 3]
            trick.clear()


def _cells(items: Iterable[Words | Text]) -> tuple[list[str], dict[int, list[str | Text]], bool]:
    """The cards and dashes of the table, their annotations by place, and whether the table is closed."""
    texts, hanging, is_closed = list[str](), defaultdict[int, list[str | Text]](list), False
    for item in items:
        if isinstance(item, Words) and "".join(item.texts).isalnum():
            texts += item.texts
            continue
        for token in _tokens(item):
            if isinstance(token, Text) or (texts and _is_mark(token)):
                hanging[len(texts) - 1].append(token)
            elif token == "*":
                is_closed = True
            else:
                texts.append("-" if token == "+" else token)
    return texts, hanging, is_closed


def _is_mark(token: str) -> bool:
    """Is a token a note reference, a glyph or a suffix?"""
    return token[0] in "=$!?" and token not in ("=", "$")


def _tokens(item: Words | Text) -> Iterator[str | Text]:
    """Words split into calls, cards and annotations; a comment unchanged."""
    if isinstance(item, Text):
        yield item
        return
    for text in item.texts:
        if text.isalnum():
            yield text
        else:
            yield from _TOKEN.findall(text)
