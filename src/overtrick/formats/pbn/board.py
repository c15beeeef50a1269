"""From the parts of a PBN game to a board; what a board cannot hold stays among the parts."""

from __future__ import annotations

import re
from dataclasses import replace

from overtrick.core import (
    Auction,
    Board,
    BoardError,
    Deal,
    DealError,
    Meaning,
    OvertrickError,
    Play,
    Result,
    Seat,
    Strain,
    TableClaim,
    Vul,
)
from overtrick.formats.pbn.names import ALERT
from overtrick.formats.pbn.parts import Parts
from overtrick.formats.pbn.result import denomination, keep_result, read_result
from overtrick.formats.pbn.scan import Text, Words
from overtrick.formats.pbn.sections import read_calls, read_cards
from overtrick.formats.record import Comment, Mark

__all__ = ["read_board"]

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

    def _with_claim(self, board: Board, claim: TableClaim | None) -> Board:
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

    def _claim(self, play: Play | None, result: Result | None, is_closed: bool) -> TableClaim | None:
        """The claim: said by a tag of our own, or by a play that was closed early with a result."""
        if text := self.parts.tags.pop("Claim", None):
            tricks, _, by = text.partition(" ")
            if re.fullmatch("[0-9]|1[0-3]", tricks) and by in ("", *map(str, Seat)):
                return TableClaim(int(tricks), Seat.parse(by) if by else None)
            self.parts.kept("Claim", text, f"[Claim {text!r}] is no claim")
        if play is None or play.is_over or not is_closed or result is None or result.tricks is None:
            return None
        return TableClaim(result.tricks)
