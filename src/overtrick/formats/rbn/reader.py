"""Reading RBN: records as their labels tell them become boards, and nothing is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from overtrick.core import (
    Auction,
    Board,
    Contract,
    Deal,
    OvertrickError,
    Play,
    Result,
    Seat,
    TableClaim,
    Vul,
)
from overtrick.formats.rbn.hands import read_hands
from overtrick.formats.rbn.heading import REPEATED, Tags, tags_of
from overtrick.formats.rbn.lines import Line, Said, excerpt, is_labelled, records_said
from overtrick.formats.rbn.story import (
    AuctionTold,
    ContractTold,
    PlayTold,
    ResultTold,
    opening,
    read_auction,
    read_contract,
    read_play,
    read_result,
)
from overtrick.formats.record import FormatError, Mark, Record, Remark

__all__ = ["read"]

_TAG_ORDER = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable")


def read(file: BinaryIO) -> Iterator[Record]:
    """The records of an RBN file, one by one; what a record does not say, the one before said.

    >>> import io
    >>> text = b"E Spingold\\nB 1\\nC 4S:N\\nR 10+420\\n\\nB 2\\nA EN:A\\n"
    >>> [(record.tag("Event"), str(record.board.result)) for record in read(io.BytesIO(text))]
    [('Spingold', '4S by N ='), ('Spingold', 'None')]
    """
    repeated = dict[str, Line]()
    is_first = True
    for said in records_said(file):
        if is_first and said.is_empty:
            raise FormatError("this is not RBN: no line begins with a label, like 'H W:…'")
        is_first = False
        heading = {label: line for label, line in said.data.items() if label in REPEATED}
        repeated |= {label: line for label, line in heading.items() if line.text != "#"}
        story = {label: line for label, line in said.data.items() if label not in REPEATED}
        yield _Telling(said, repeated | story).record()


class _Telling:
    """A record in the making: each step reads some labels and adds to tags, marks and remarks."""

    def __init__(self, said: Said, lines: dict[str, Line]) -> None:
        self.said = said
        self.lines = {label: line for label, line in lines.items() if line.text or label == "P"}
        self.tags = Tags()
        self.odd = list(said.odd)
        self.remarks = list(said.remarks)
        self.marks = list[Mark]()

    def record(self) -> Record:
        for label in set(self.lines) - set("HACPR"):
            self.tags |= tags_of(label, self.lines[label].text)
        board = self._board()
        odd = sorted(self.odd, key=is_labelled)
        tags = [*sorted(self.tags.items(), key=_tag_order), *(("RBN_?", line) for line in odd)]
        remarks = tuple(sorted(self.remarks, key=lambda remark: remark.line or 0))
        return Record(board, tuple(tags), tuple(self.said.comments), tuple(self.marks), remarks=remarks)

    def _remark(self, label: str, *faults: str) -> None:
        self.remarks += (Remark(fault, self.lines[label].number) for fault in faults)

    def _set_aside(self, label: str, fault: str) -> None:
        """Keep a line that contradicts the others, or says nothing, as it stands."""
        self._remark(label, fault)
        self.odd.insert(0, f"{label} {self.lines.pop(label).text}")

    # The board

    def _board(self) -> Board:
        printed = self._printed()
        deal = self._deal()
        told = self._auction(printed)
        result = self._result(told.auction)
        play = self._play(deal, _contract(told.auction, result))
        return Board(
            number=printed.number,
            dealer=printed.dealer if told.dealer is None else told.dealer,
            vul=printed.vul if told.vul is None else told.vul,
            deal=deal,
            auction=told.auction,
            meanings=tuple(told.meanings),
            play=play.play,
            claim=self._claim(play, result),
            result=result,
            unread_calls=told.unread,
            unread_cards=play.unread,
        )

    def _printed(self) -> Board:
        """The number, with the dealer and vulnerability that hold where no others are given."""
        number = self.tags.get("Board", "")
        is_number = bool(re.fullmatch("[0-9]{1,9}", number)) and int(number) > 0
        if is_number:
            del self.tags["Board"]
        if "A" in self.lines or not is_number:
            return Board(int(number) if is_number else None, Seat.NORTH, Vul.NONE)
        return Board.numbered(int(number))

    def _deal(self) -> Deal:
        if "H" not in self.lines:
            return Deal.unknown()
        told = read_hands(self.lines["H"].text)
        self._remark("H", *told.faults)
        if told.faults:
            self.tags["RBN_H"] = self.lines["H"].text
        elif told.hidden:
            self.tags["Hidden"] = told.hidden
        return told.deal

    def _auction(self, printed: Board) -> AuctionTold:
        self._keep_notes("A")
        if "A" not in self.lines:
            if printed.number is None:
                text = "no dealer is given: North and nobody vulnerable are assumed"
                self.remarks.append(Remark(text, self.said.line))
            return AuctionTold(None, None)
        told = read_auction(self.lines["A"].text, self.said.notes_on("A"))
        self._remark("A", *told.faults)
        self.marks += told.marks
        if told.dealer is None:
            self.tags["Dealer"] = "?"
            self._remark("A", "the dealer is not given: North is assumed")
        if told.vul is None:
            self.tags["Vulnerable"] = "?"
            self._remark("A", "the vulnerability is not given: nobody is taken to be vulnerable")
        return told

    def _keep_notes(self, section: str) -> None:
        """Notes to which nothing refers are tags: ``RBN_A0`` is a general note on the auction."""
        text = self.lines[section].text if section in self.lines else ""
        for digit, note in self.said.notes_on(section).items():
            if f"^{digit}" not in text:
                self.tags[f"RBN_{section}{digit}"] = note

    # The contract and the result

    def _result(self, auction: Auction | None) -> Result | None:
        contract = read_contract(self.lines["C"].text) if "C" in self.lines else None
        told = read_result(self.lines["R"].text) if "R" in self.lines else None
        if "C" in self.lines and contract is None:
            self._set_aside("C", f"{excerpt(self.lines['C'].text)!r} is not a contract")
        if "R" in self.lines and told is None:
            self._set_aside("R", f"{excerpt(self.lines['R'].text)!r} is not a result")
        fault = _disagreement(auction, contract, told)
        if fault is not None:
            for label in [label for label in "CR" if label in self.lines]:
                self._set_aside(label, fault)
            return None
        if contract is not None and contract.rest:
            self.tags["RBN_C"] = contract.rest
        if told is None:
            return None if contract is None else Result(contract.contract)
        if told.score is not None:
            self.tags["Score"] = f"NS {told.score}"
        if told.rest:
            self.tags["RBN_R"] = told.rest
        return Result(contract.contract if contract else _contract(auction, None), told.tricks)

    # The play

    def _play(self, deal: Deal, contract: Contract | None) -> PlayTold:
        self._keep_notes("P")
        if "P" not in self.lines:
            return PlayTold(None)
        told = read_play(self.lines["P"].text, self._start(deal, contract), self.said.notes_on("P"))
        self._remark("P", *told.faults)
        self.marks += told.marks
        return told

    def _start(self, deal: Deal, contract: Contract | None) -> Play | None:
        """The position before the first card, or a remark why there is none."""
        if contract is None:
            self._remark("P", "there is play, but no contract")
            return None
        try:
            play = opening(deal, contract, self.tags.get("RBN_C", ""))
        except OvertrickError as error:
            self._remark("P", str(error))
            return None
        if play.leader is not contract.leader:
            del self.tags["RBN_C"]
        return play

    def _claim(self, told: PlayTold, result: Result | None) -> TableClaim | None:
        """A semicolon after the last card is a claim, once the tricks are known."""
        if told.trivial_after is None:
            return None
        is_end = told.play is not None and told.trivial_after == len(told.play.cards) and not told.unread
        if is_end and result is not None and result.tricks is not None:
            return TableClaim(result.tricks)
        self.tags["RBN_P"] = str(told.trivial_after)
        return None


def _contract(auction: Auction | None, result: Result | None) -> Contract | None:
    """The contract, from the result or a finished auction."""
    if result is not None:
        return result.contract
    return auction.contract if auction is not None and auction.is_over else None


def _disagreement(
    auction: Auction | None, told: ContractTold | None, result: ResultTold | None
) -> str | None:
    """Why the lines of the contract and the result cannot both be true, after this auction."""
    is_passed_out = result is not None and result.tricks is None
    contract = None if told is None else told.contract
    if is_passed_out and contract is not None:
        return f"the contract is {contract}, but the result is four passes"
    if auction is not None and auction.is_over:
        ended = f"the auction ends in {auction.contract or 'four passes'}"
        if contract is not None and contract != auction.contract:
            return f"{ended}, the contract is {contract}"
        if is_passed_out and auction.contract is not None:
            return f"{ended}, the result is four passes"
    if result is not None and not is_passed_out and contract is None and _contract(auction, None) is None:
        return "there is a result, but no contract"
    return None


def _tag_order(tag: tuple[str, str]) -> tuple[int, str]:
    """The order PBN gives its tags: the well-known first, then by name."""
    name, _ = tag
    return (_TAG_ORDER.index(name) if name in _TAG_ORDER else len(_TAG_ORDER), name)
