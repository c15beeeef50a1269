"""Reading PBN: tolerant of everything real programs write, and silent about nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from overtrick.core import (
    Auction,
    Board,
    BoardError,
    Call,
    Contract,
    Deal,
    DealError,
    Doubled,
    Meaning,
    OvertrickError,
    Play,
    Result,
    Seat,
    Strain,
    TableClaim,
    Vul,
)
from overtrick.formats.pbn.names import FINGERPRINT, HEADER, MANDATORY, NOT_INHERITED, UNKNOWN, seat_of
from overtrick.formats.pbn.scan import Game, Tag, Text, Word, games
from overtrick.formats.pbn.sections import read_calls, read_cards
from overtrick.formats.record import Comment, FormatError, Mark, Record, Remark, Table
from overtrick.formats.source import text_lines

__all__ = ["read"]

ALERT = "Alert."
"""How a note says that the call was alerted; the standard has no other place for it."""


def read(file: BinaryIO) -> Iterator[Record]:
    """Read the boards of a PBN file, one after the other."""
    previous: Record | None = None
    memory = _Memory()
    for game in games(text_lines(file)):
        if not any(isinstance(item, Tag) for item in game.items):
            previous = _with_loose_text(previous, game)
            continue
        if previous is not None:
            yield previous
        previous = _Reading(game, memory, previous).record()
    if previous is None:
        raise FormatError('no board is in it: a PBN file has tags like [Deal "N:…"]')
    yield previous


def _with_loose_text(record: Record | None, game: Game) -> Record | None:
    """Text that belongs to no board, such as a program's statistics, stays with the board before it."""
    text = _as_written(item for item in game.items if isinstance(item, Word | Text))
    if record is None or not text:
        return record
    remark = Remark(f"text that belongs to no board is kept as a comment: {text[:60]!r}", game.line)
    comments = (Comment(text), *record.comments)
    return replace(record, comments=comments, remarks=(*record.remarks, remark))


def _as_written(items: Iterable[Word | Text]) -> str:
    """Words and comments with their spaces and line ends, more or less."""
    lines = dict[int, list[str]]()
    for item in items:
        lines.setdefault(item.line, []).append(item.text)
    return "\n".join(" ".join(words) for words in lines.values())


class _Memory:
    """What games inherit from the games before them (PBN 2.1, section 4.8)."""

    def __init__(self) -> None:
        self.last = dict[str, str]()
        self.lasting = dict[str, str]()

    def resolve(self, tags: dict[str, str]) -> None:
        """Replace ``#`` and ``##`` by what they stand for, and add what still holds."""
        for name, value in tags.items():
            if name in NOT_INHERITED:
                continue
            if value == "#":
                tags[name] = self.last.get(name, "")
            elif value.startswith("##"):
                tags[name] = self.lasting[name] = value[2:]
        for name, value in self.lasting.items():
            tags.setdefault(name, value)
        self.last |= tags


class _Reading:
    """One game on its way to a record."""

    def __init__(self, game: Game, memory: _Memory, previous: Record | None) -> None:
        self.game = game
        self.previous = previous
        self.tags = dict[str, str]()
        self.lines = dict[str, int]()
        self.sections = dict[str, list[Word | Text]]()
        self.notes: dict[str, dict[str, str]] = {"Auction": {}, "Play": {}}
        self.comments = list[Comment]()
        self.marks = list[Mark]()
        self.remarks = list[Remark]()
        self.strain: Strain | None = None
        """The strain of an end position, whose contract is only a denomination."""
        self._collect()
        memory.resolve(self.tags)

    def record(self) -> Record:
        """The record, with whatever a board cannot hold kept beside it."""
        board = self._board()
        tables = tuple(self._table(name) for name in self.sections if not self._is_loose(name))
        named = {table.name for table in tables}
        tags = tuple(
            (name, value) for name, value in self.tags.items() if value != UNKNOWN and name not in named
        )
        if self.game.is_cut_short:
            self._remark("the file ends in the middle of a comment or a tag")
        return Record(
            board=board,
            tags=tags,
            comments=tuple(self.comments),
            marks=tuple(self.marks),
            tables=tables,
            escapes=tuple(line for line in self.game.escapes if not _is_ours(line)),
            remarks=tuple(self.remarks),
        )

    def _remark(self, text: str, tag: str | None = None) -> None:
        self.remarks.append(Remark(text, self.lines.get(tag or "", self.game.line)))

    # Sorting the items

    def _collect(self) -> None:
        current = ""
        for item in self.game.items:
            if isinstance(item, Tag):
                current = self._collect_tag(item, current)
            elif isinstance(item, Word) or current in ("Auction", "Play"):
                self.sections.setdefault(current, []).append(item)
            else:
                self.comments.append(Comment(item.text, current))
        if loose := self.sections.pop("", None):
            text = _as_written(loose)
            self.comments.insert(0, Comment(text))
            self._remark(f"text before the first tag is kept as a comment: {text[:60]!r}")

    def _collect_tag(self, tag: Tag, current: str) -> str:
        """Put a tag where it belongs, and return the name that what follows belongs to."""
        if tag.name == "Note" and current in self.notes:
            number, _, text = tag.value.partition(":")
            self.notes[current].setdefault(number.strip(), text)
            return current
        if tag.name in self.tags:
            self.comments.append(Comment(f'[{tag.name} "{tag.value}"]', tag.name))
            self.remarks.append(Remark(f"a second [{tag.name}] is kept as a comment", tag.line))
            return current
        self.tags[tag.name] = tag.value
        self.lines[tag.name] = tag.line
        return tag.name

    def _is_loose(self, name: str) -> bool:
        """Are the words after a tag no section of its own? They are then kept as a comment."""
        if name in self.tags and name not in MANDATORY:
            return False
        text = _as_written(self.sections[name])
        self.comments.append(Comment(text, name))
        self._remark(f"text after [{name}] is kept as a comment: {text[:60]!r}", name)
        return True

    def _table(self, name: str) -> Table:
        """A supplemental section, its words cut into rows."""
        words = [item for item in self.sections[name] if isinstance(item, Word)]
        columns = len(self.tags[name].split(";"))
        if columns > 1 and len(words) % columns == 0:
            rows = [words[start : start + columns] for start in range(0, len(words), columns)]
        else:
            by_line = dict[int, list[Word]]()
            for word in words:
                by_line.setdefault(word.line, []).append(word)
            rows = list(by_line.values())
        return Table(name, self.tags[name], tuple(tuple(word.text for word in row) for row in rows))

    # The board

    def _taken(self, name: str) -> str | None:
        """The value of a tag that a board holds, no longer among the others; None when not known."""
        value = self.tags.pop(name, UNKNOWN)
        return None if value == UNKNOWN else value

    def _kept(self, name: str, value: str, why: str) -> None:
        """Keep as a tag what a board cannot hold, and say why."""
        self.tags[name] = value
        self._remark(why, name)

    def _board(self) -> Board:
        number = self._number()
        deal, first = self._deal(number)
        dealer, vul = self._dealer(number, first), self._vul(number)
        auction, meanings, unread_calls = self._auction(dealer)
        result = self._result(auction)
        play, unread_cards, is_closed = self._play(deal, auction, result)
        claim = self._claim(play, result, is_closed)
        board = Board(number, dealer, vul, deal, auction, meanings)
        board = replace(board, unread_calls=unread_calls, unread_cards=unread_cards)
        try:
            return replace(board, result=result, play=play, claim=claim)
        except BoardError:
            return self._with_claim(self._with_play(self._with_result(board, result), play), claim)

    def _with_result(self, board: Board, result: Result | None) -> Board:
        try:
            return replace(board, result=result)
        except BoardError as error:
            assert result is not None  # nothing contradicts nothing
            self._keep_result(result)
            self._remark(f"the result is kept beside the board: {'; '.join(error.faults)}", "Contract")
            return board

    def _with_play(self, board: Board, play: Play | None) -> Board:
        try:
            return replace(board, play=play)
        except BoardError as error:
            cards = () if play is None else play.cards
            self._remark(f"the cards are kept as written: {'; '.join(error.faults)}", "Play")
            return replace(board, unread_cards=" ".join((*map(str, cards), board.unread_cards)).strip())

    def _with_claim(self, board: Board, claim: TableClaim | None) -> Board:
        try:
            return replace(board, claim=claim)
        except BoardError as error:
            self._remark(f"the claim is left out: {'; '.join(error.faults)}", "Claim")
            return board

    def _number(self) -> int | None:
        text = self._taken("Board")
        if text is None or re.fullmatch("0*[1-9][0-9]{0,8}", text):
            return None if text is None else int(text)
        if text:
            self._kept("Board", text, f"[Board {text!r}] is not a number")
        return None

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        """The deal, and the seat it is written from."""
        text = self._taken("Deal")
        if text in (None, "#", "") and self.previous is not None and number == self.previous.board.number:
            self._remark("no deal is given: it is taken from the board before, which has the same number")
            return self.previous.board.deal, None
        if not text:
            return Deal.unknown(), None
        try:
            deal = Deal.parse(re.sub(r"(\.[^.\s]*\.[^.\s]*\.[^.\s]*)\.(?=\s|$)", r"\1", text))
        except DealError as error:
            self._kept("Deal", text, "; ".join(error.faults))
            return Deal.unknown(), None
        return deal, Seat.parse(text[0]) if text[0].upper() in "NESW" and text[1:2] == ":" else None

    def _dealer(self, number: int | None, first: Seat | None) -> Seat:
        text = self._taken("Dealer")
        try:
            if text:
                return Seat.parse(text)
        except OvertrickError as error:
            self._kept("Dealer", text or "", "; ".join(error.faults))
        if number is not None:
            return Board.numbered(number).dealer
        if first is None:
            self._remark("no dealer is given: North is taken to be")
        return first or Seat.NORTH

    def _vul(self, number: int | None) -> Vul:
        text = self._taken("Vulnerable")
        try:
            if text:
                return Vul.parse(text)
        except OvertrickError as error:
            self._kept("Vulnerable", text or "", "; ".join(error.faults))
        return Vul.NONE if number is None else Vul.on_board(number)

    # Auction

    def _auction(self, dealer: Seat) -> tuple[Auction | None, tuple[Meaning | None, ...], str]:
        first = self._taken("Auction")
        unread = self.tags.pop("UnreadCalls", "")
        if first is None:
            return None, (), unread
        found = read_calls(self.sections.pop("Auction", []), dealer, self._first(first, dealer, "Auction"))
        self.marks += found.marks
        self.comments += found.comments
        if found.why is not None:
            self._remark(f"{found.why}; the calls from {found.rest[:30]!r} on are kept as written", "Auction")
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
                self._remark(f"[{tag} {text!r}] names no seat", tag)
            return otherwise

    def _meaning(self, number: str | None, section: str) -> Meaning | None:
        """The note of a call; an alert is a note that begins with the word."""
        if number is None:
            return None
        text = self.notes[section].get(number) or self.notes["Play"].get(number, "")
        is_alert = text.lower().startswith(ALERT.lower())
        return Meaning(text[len(ALERT) :] if is_alert else text, is_alert)

    def _keep_unused_notes(self, section: str, used: dict[int, str]) -> None:
        for number, text in self.notes[section].items():
            if number not in used.values():
                self.comments.append(Comment(f'[Note "{number}:{text}"]', section))
                self._remark(f"note {number} is referred to by nothing: it is kept as a comment", section)

    # Contract and result

    def _result(self, auction: Auction | None) -> Result | None:
        declarer, contract, tricks = (self._taken(name) for name in ("Declarer", "Contract", "Result"))
        if not contract:
            settled = auction.contract if auction is not None and auction.is_over else None
            if settled is None or not tricks:
                self._keep_result_texts(declarer, contract, tricks)
                return None
            return Result(settled, self._tricks(tricks, settled.declarer))
        if contract.strip().lower() in ("pass", "passed", "p"):
            return Result(None)
        if "Play" in self.tags and (strain := _denomination(contract)) is not None:
            self.strain = strain
            return None
        try:
            found = _contract(contract, seat_of(declarer or ""))
        except OvertrickError:
            self._keep_result_texts(declarer, contract, tricks)
            return None
        if declarer is not None and declarer.startswith("^"):
            self._kept("Declarer", declarer, "the declarer is marked as irregular")
        result = Result(found, self._tricks(tricks, found.declarer))
        is_news = (
            result.tricks is not None or auction is None or auction.contract != found or not auction.is_over
        )
        return result if is_news else None

    def _tricks(self, text: str | None, declarer: Seat) -> int | None:
        """Declarer's tricks from ``9``, ``NS 9``, ``EW 4`` or ``NS 9 EW 4``, with or without a ``^``."""
        if not text:
            return None
        sides = dict(re.findall(r"(NS|EW)\s*([0-9]{1,2})", text.upper()))
        plain = re.fullmatch(r"\^?\s*([0-9]{1,2})", text.strip())
        own = plain[1] if plain else sides.get(str(declarer.side))
        other = sides.get(str(declarer.side.opponents))
        tricks = int(own) if own is not None else 13 - int(other) if other is not None else -1
        if not 0 <= tricks <= 13 or text.startswith("^"):
            self._kept("Result", text, f"[Result {text!r}] is no plain number of tricks")
        return tricks if 0 <= tricks <= 13 else None

    def _keep_result_texts(self, declarer: str | None, contract: str | None, tricks: str | None) -> None:
        for name, value in (("Declarer", declarer), ("Contract", contract), ("Result", tricks)):
            if value is not None:
                self.tags[name] = value
        if declarer or contract or tricks:
            self._remark(f"no contract can be made of {contract!r} by {declarer!r}", "Contract")

    def _keep_result(self, result: Result) -> None:
        contract = result.contract
        self.tags["Declarer"] = "" if contract is None else str(contract.declarer)
        self.tags["Contract"] = "Pass" if contract is None else f"{contract.bid}{contract.doubled}"
        self.tags["Result"] = "" if result.tricks is None else str(result.tricks)

    # Play

    def _play(
        self, deal: Deal, auction: Auction | None, result: Result | None
    ) -> tuple[Play | None, str, bool]:
        """The play, the cards that do not fit, and whether the record says that no more follow."""
        first = self._taken("Play")
        unread = self.tags.pop("UnreadCards", "")
        if first is None:
            return None, unread, False
        items = self.sections.pop("Play", [])
        contract = (
            result.contract if result is not None else auction.contract if auction is not None else None
        )
        strain = self.strain if contract is None else contract.strain
        leader = self._first(first, Seat.WEST if contract is None else contract.leader, "Play")
        try:
            if strain is None:
                raise DealError("cards without a contract cannot be put in order: they are kept as written")
            return self._cards(items, Play(deal, strain, leader), unread)
        except DealError as error:
            words = " ".join(item.text for item in items if isinstance(item, Word))
            if words:
                self._remark("; ".join(error.faults), "Play")
            return None, words or unread, False

    def _cards(self, items: list[Word | Text], start: Play, unread: str) -> tuple[Play, str, bool]:
        found = read_cards(items, start)
        self.marks += found.marks
        self.comments += found.comments
        self.marks += (
            Mark(f"card {turn}", note=self.notes["Play"].get(number, ""))
            for turn, number in found.notes.items()
        )
        if found.why is not None:
            self._remark(f"{found.why}; the cards from {found.rest[:30]!r} on are kept as written", "Play")
        self._keep_unused_notes("Play", found.notes)
        return found.play, found.rest or unread, found.is_closed

    def _claim(self, play: Play | None, result: Result | None, is_closed: bool) -> TableClaim | None:
        """The claim: said by a tag of our own, or by a play that was closed early with a result."""
        if text := self.tags.pop("Claim", None):
            tricks, _, by = text.partition(" ")
            if re.fullmatch("[0-9]|1[0-3]", tricks) and by in ("", *map(str, Seat)):
                return TableClaim(int(tricks), Seat.parse(by) if by else None)
            self._kept("Claim", text, f"[Claim {text!r}] is no claim")
        if play is None or play.is_over or not is_closed or result is None or result.tricks is None:
            return None
        return TableClaim(result.tricks)


def _contract(text: str, declarer: Seat) -> Contract:
    call = Call.parse(re.sub(r"[xX*]+$", "", text.strip()))
    doubled = Doubled.parse("".join(re.findall(r"[xX*]+$", text.strip())))
    return Contract.parse(f"{call}{doubled} by {declarer}")


def _denomination(text: str) -> Strain | None:
    try:
        return Strain.parse(text)
    except OvertrickError:
        return None


def _is_ours(line: str) -> bool:
    """Is an escape line one that every export writes anew?"""
    return line.rstrip() in HEADER or line.startswith(FINGERPRINT)
