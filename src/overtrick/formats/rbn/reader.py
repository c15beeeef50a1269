"""Reading RBN: labelled lines become boards, and nothing is dropped without a remark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO, TypeVar, final

from overtrick.core import (
    Auction,
    Board,
    Call,
    Card,
    Claim,
    Contract,
    Deal,
    IllegalPlay,
    Meaning,
    OvertrickError,
    Play,
    Result,
    Seat,
    Vul,
)
from overtrick.core.errors import excerpt
from overtrick.formats.rbn.heading import REPEATED, Tags, tags_of
from overtrick.formats.rbn.records import SEATS, Line, RawRecord, is_labelled, raw_records, read_hands
from overtrick.formats.record import GLYPHS, FormatError, Mark, Record, Remark

__all__ = ["VUL_LETTERS", "opening", "read", "read_auction", "read_play"]


V = TypeVar("V")
_TAG_ORDER = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable")


def read(file: BinaryIO) -> Iterator[Record]:
    """The records of an RBN file; some labels, if missing, are taken from the record before.

    >>> import io
    >>> text = b"E Spingold\\nB 1\\nC 4S:N\\nR 10+420\\n\\nB 2\\nA EN:A\\n"
    >>> [(record.tag("Event"), str(record.board.result)) for record in read(io.BytesIO(text))]
    [('Spingold', '4S by N ='), ('Spingold', 'None')]
    """
    repeated = dict[str, Line]()
    for place, said in enumerate(raw_records(file)):
        if not (place or said.data or said.comments or any(said.notes.values())):
            raise FormatError("this is not RBN: no line begins with a label, like 'H W:…'")
        heading = {label: line for label, line in said.data.items() if label in REPEATED}
        repeated |= {label: line for label, line in heading.items() if line.text != "#"}
        story = {label: line for label, line in said.data.items() if label not in REPEATED}
        yield _Builder(said, repeated | story).record()


class _Builder:
    """Builds a record: each step reads some labels and adds to tags, marks and remarks."""

    def __init__(self, said: RawRecord, lines: dict[str, Line]) -> None:
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
        """Keep a contradictory or unreadable line unread, with a remark."""
        self._remark(label, fault)
        self.odd.insert(0, f"{label} {self.lines.pop(label).text}")

    # The board

    def _board(self) -> Board:
        printed = self._printed()
        deal = self._deal()
        parsed = self._auction(printed)
        result = self._result(parsed.auction)
        play = self._play(deal, _contract(parsed.auction, result))
        return Board(
            number=printed.number,
            dealer=printed.dealer if parsed.dealer is None else parsed.dealer,
            vul=printed.vul if parsed.vul is None else parsed.vul,
            deal=deal,
            auction=parsed.auction,
            meanings=tuple(parsed.meanings),
            play=play.play,
            claim=self._claim(play, result),
            result=result,
            unread_calls=parsed.unread,
            unread_cards=play.unread,
        )

    def _printed(self) -> Board:
        """A board with the number, and the default dealer and vulnerability."""
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
        parsed = read_hands(self.lines["H"].text)
        self._remark("H", *parsed.faults)
        if parsed.faults:
            self.tags["RBN_H"] = self.lines["H"].text
        elif parsed.hidden:
            self.tags["Hidden"] = parsed.hidden
        return parsed.deal

    def _auction(self, printed: Board) -> ParsedAuction:
        self._keep_notes("A")
        if "A" not in self.lines:
            if printed.number is None:
                text = "no dealer is given: North and nobody vulnerable are assumed"
                self.remarks.append(Remark(text, self.said.line))
            return ParsedAuction(None, None)
        parsed = read_auction(self.lines["A"].text, self.said.notes_on("A"))
        self._remark("A", *parsed.faults)
        self.marks += parsed.marks
        if parsed.dealer is None:
            self.tags["Dealer"] = "?"
            self._remark("A", "the dealer is not given: North is assumed")
        if parsed.vul is None:
            self.tags["Vulnerable"] = "?"
            self._remark("A", "the vulnerability is not given: nobody is taken to be vulnerable")
        return parsed

    def _keep_notes(self, section: str) -> None:
        """Keep notes without a reference as tags: ``RBN_A0`` is a general note on the auction."""
        text = self.lines[section].text if section in self.lines else ""
        for digit, note in self.said.notes_on(section).items():
            if f"^{digit}" not in text:
                self.tags[f"RBN_{section}{digit}"] = note

    # The contract and the result

    def _result(self, auction: Auction | None) -> Result | None:
        contract, rest = self._understood("C", read_contract, "a contract") or (None, "")
        parsed = self._understood("R", read_result, "a result")
        fault = _disagreement(auction, contract, parsed)
        if fault is not None:
            for label in [label for label in "CR" if label in self.lines]:
                self._set_aside(label, fault)
            return None
        if rest:
            self.tags["RBN_C"] = rest
        if parsed is None:
            return None if contract is None else Result(contract)
        if parsed.score is not None:
            self.tags["Score"] = f"NS {parsed.score}"
        if parsed.rest:
            self.tags["RBN_R"] = parsed.rest
        return Result(contract or _contract(auction, None), parsed.tricks)

    def _understood(self, label: str, read: Callable[[str], V | None], what: str) -> V | None:
        """The parsed value of a line; an unreadable line is set aside."""
        if label not in self.lines:
            return None
        parsed = read(self.lines[label].text)
        if parsed is None:
            self._set_aside(label, f"{excerpt(self.lines[label].text)!r} is not {what}")
        return parsed

    # The play

    def _play(self, deal: Deal, contract: Contract | None) -> ParsedPlay:
        self._keep_notes("P")
        if "P" not in self.lines:
            return ParsedPlay(None)
        parsed = read_play(self.lines["P"].text, self._start(deal, contract), self.said.notes_on("P"))
        self._remark("P", *parsed.faults)
        self.marks += parsed.marks
        return parsed

    def _start(self, deal: Deal, contract: Contract | None) -> Play | None:
        """The position before the first card; None, with a remark, if there is none."""
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

    def _claim(self, line: ParsedPlay, result: Result | None) -> Claim | None:
        """A semicolon after the last card is a claim, once the tricks are known."""
        is_end = line.play is not None and line.trivial_after == len(line.play.cards) and not line.unread
        if is_end and result is not None and result.tricks is not None:
            return Claim(result.tricks)
        if line.trivial_after is not None:
            self.tags["RBN_P"] = str(line.trivial_after)
        return None


def _contract(auction: Auction | None, result: Result | None) -> Contract | None:
    """The contract, from the result or a finished auction."""
    if result is not None:
        return result.contract
    return auction.contract if auction is not None and auction.is_over else None


def _disagreement(
    auction: Auction | None, contract: Contract | None, result: ParsedResult | None
) -> str | None:
    """Why the lines of the contract and the result contradict each other or the auction."""
    is_passed_out = result is not None and result.tricks is None
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
    """The sort key of a tag: PBN's well-known tags first, then by name."""
    name, _ = tag
    return (_TAG_ORDER.index(name) if name in _TAG_ORDER else len(_TAG_ORDER), name)


VUL_LETTERS = {"Z": Vul.NONE, "N": Vul.NS, "E": Vul.EW, "B": Vul.BOTH}
_START = re.compile(r"\s*([NESW?])\s*([ZNEB?])?\s*(:|$)", re.IGNORECASE)
_CALL = re.compile(
    r"(?P<call>XX|AP?|[PXRY]|[1-7](?:NT|[CDHSN]))(?P<suffix>(?:\*|\^[0-9]|[!?]+)*)|[^\s:]+", re.IGNORECASE
)
_CARD = re.compile(
    r"(?P<sign>[:;])|(?P<suit>[SHDC])?(?P<rank>10|[AKQJT2-9])(?P<suffix>(?:\^[0-9]|[!?]+)*)|[^\s:;]+",
    re.IGNORECASE,
)
_CONTRACT = re.compile(
    r"([1-7])\s*(NT|[CDHSN])\s*(XX|X|R)?\s*:\s*([NESW])(?:\s*:(.*))?", re.IGNORECASE | re.DOTALL
)
_RESULT = re.compile(r"(P|0?[0-9]|1[0-3])\s*([+-][0-9]{1,6})?(?:\s*:(.*))?", re.IGNORECASE | re.DOTALL)
_SCORE_AFTER_COLON = re.compile(r"([+-](?:[5-9]|[1-9][0-9]+)0)(?::(.*))?", re.DOTALL)


# The auction


@final
@dataclass(slots=True)
class ParsedAuction:
    """The parsed line of the auction; a missing dealer or vulnerability is None."""

    dealer: Seat | None
    vul: Vul | None
    auction: Auction | None = None
    meanings: list[Meaning | None] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    unread: str = ""
    faults: list[str] = field(default_factory=list)


def read_auction(data: str, notes: Mapping[str, str]) -> ParsedAuction:
    """Read dealer, vulnerability and calls; without calls there is no auction.

    >>> parsed = read_auction("WN:1CP1N^1P:2NP3NA", {"1": "8-10"})
    >>> parsed.vul, parsed.auction, parsed.meanings[2].text
    (Vul.NS, Auction.parse('W: 1C P 1NT P 2NT P 3NT P P P'), '8-10')
    """
    start = _START.match(data)
    dealer, vul, colon = (start[1], start[2] or "?", start[3]) if start else ("W", "?", ":")
    parsed = ParsedAuction(SEATS.get(dealer.upper()), VUL_LETTERS.get(vul.upper()))
    if not colon:
        return parsed
    auction = Auction(Seat.NORTH if parsed.dealer is None else parsed.dealer)
    matches = _CALL.finditer(data, start.end() if start else 0)
    words = [(_spelled_call(match["call"] or match[0]), match["suffix"] or "") for match in matches]
    for place, (call, suffix) in enumerate(words):
        try:
            longer = auction.closed() if call == "AP" else auction.then(Call.parse(call))
        except OvertrickError as error:
            parsed.unread = " ".join(map("".join, words[place:]))
            parsed.faults.append(str(error))
            break
        _add_meaning(suffix, len(auction), notes, parsed)
        auction = longer
    parsed.auction = auction
    return parsed


def _spelled_call(word: str) -> str:
    """A call as this package spells it: ``1NT`` for 1N, ``XX`` for R, ``AP`` for A."""
    name = word.upper()
    if re.fullmatch("[1-7]N", name):
        return f"{name}T"
    return {"R": "XX", "A": "AP"}.get(name, name if _CALL.fullmatch(name) else word)


def _add_meaning(suffix: str, calls_before: int, notes: Mapping[str, str], parsed: ParsedAuction) -> None:
    texts = _notes(suffix, notes, parsed.faults)
    if texts or "*" in suffix:
        parsed.meanings += [None] * (calls_before - len(parsed.meanings))
        parsed.meanings.append(Meaning("; ".join(texts), alerted="*" in suffix))
    parsed.marks += _quality(suffix, f"call {calls_before + 1}", 1, parsed.faults)


def _notes(suffix: str, notes: Mapping[str, str], faults: list[str]) -> list[str]:
    """The notes that a call or card refers to; a reference to a missing note stays as it is."""
    digits = re.findall(r"\^([0-9])", suffix)
    faults += (f"note {digit} is referred to but not given" for digit in digits if digit not in notes)
    return [notes.get(digit, f"^{digit}") for digit in digits]


def _quality(suffix: str, place: str, first: int, faults: list[str]) -> list[Mark]:
    signs = re.findall(r"[!?]+", suffix)
    if any(sign not in GLYPHS for sign in signs) or len(signs) > 1:
        faults.append(f"{''.join(signs)!r} on {place} is taken as {signs[0][:2]!r}")
    return [Mark(place, glyph=first + GLYPHS.index(signs[0][:2]))] if signs else []


# The contract and the result


def read_contract(data: str) -> tuple[Contract, str] | None:
    """The contract, and what follows it, such as an unusual leader; None if there is no contract.

    >>> read_contract("5HX:N:S")
    (Contract.parse('5HX by N'), 'S')
    """
    match = _CONTRACT.fullmatch(data.strip())
    if match is None:
        return None
    level, strain, doubled, declarer, rest = match.groups("")
    doubled = doubled.upper().replace("R", "XX")
    return Contract.parse(f"{level}{strain}{doubled} by {declarer}"), rest.strip()


@final
@dataclass(frozen=True, slots=True)
class ParsedResult:
    """The parsed line of the result."""

    tricks: int | None
    """Declarer's tricks; None when the board was passed out."""
    score: int | None = None
    """The score of North and South."""
    rest: str = ""
    """The outcome of the comparison, as written."""


def read_result(data: str) -> ParsedResult | None:
    """Declarer's tricks, the score for North and South, and the outcome of the comparison.

    >>> read_result("8-100:-5")
    ParsedResult(tricks=8, score=-100, rest='-5')
    """
    match = _RESULT.fullmatch(data.strip())
    if match is None:
        return None
    tricks, score, rest = match.groups("")
    if not score and (late := _SCORE_AFTER_COLON.fullmatch(rest.strip())):
        score, rest = late.groups("")
    taken = int(tricks) if tricks.isdigit() else None
    return ParsedResult(taken, int(score) if score else None, rest.strip())


# The play


def opening(deal: Deal, contract: Contract, leader: str) -> Play:
    """The position before the first card; in an ending the leader may differ from the contract's."""
    seat = SEATS.get(leader.strip().upper(), contract.leader)
    if seat is not contract.leader and deal.cards_each == 13:
        raise IllegalPlay(f"{contract.leader.word} leads against {contract}, not {seat.word}")
    return Play(deal, contract.strain, seat)


@final
@dataclass(slots=True)
class ParsedPlay:
    """The parsed line of the play."""

    play: Play | None
    marks: list[Mark] = field(default_factory=list)
    trivial_after: int | None = None
    """The number of cards after which the record calls the rest trivial, if it does."""
    unread: str = ""
    faults: list[str] = field(default_factory=list)


def read_play(data: str, play: Play | None, notes: Mapping[str, str]) -> ParsedPlay:
    """Read cards in the order of play; one without a suit follows the suit led.

    >>> start = Play.parse("N:A.2.. K.3.. Q.4.. J.5..;NT;N")
    >>> parsed = read_play("SAKQ!J;", start, {})
    >>> parsed.play.cards[1], parsed.marks, parsed.trivial_after
    (Card.parse('SK'), [Mark(place='card 3', glyph=7, note=None)], 4)
    """
    parsed = ParsedPlay(play)
    words = _spelled_cards(data, parsed)
    if parsed.play is None and not words:
        parsed.unread = _left_over(words, 0, parsed)
    for place, (word, suffix) in enumerate(words):
        try:
            parsed.play = _next(parsed.play, word)
        except OvertrickError as error:
            parsed.unread = _left_over(words, place, parsed)
            parsed.faults.append(str(error))
            break
        name = f"card {place + 1}"
        parsed.marks += (Mark(name, note=text) for text in _notes(suffix, notes, parsed.faults))
        parsed.marks += _quality(suffix, name, 7, parsed.faults)
    return parsed


def _left_over(words: list[tuple[str, str]], place: int, parsed: ParsedPlay) -> str:
    """The unread words from a place on, with the semicolon put back if it is among them."""
    rest = [word + suffix for word, suffix in words[place:]]
    pause = None if parsed.trivial_after is None else parsed.trivial_after - place
    if pause is not None and (pause > 0 or parsed.play is None or rest[0] == ";"):
        parsed.trivial_after = None
        if rest[pause : pause + 1] != [";"]:
            rest.insert(pause, ";")
    return " ".join(rest)


def _next(play: Play | None, word: str) -> Play:
    if play is None:
        raise IllegalPlay("the cards cannot be followed")
    return play.then(Card.parse(word))


def _spelled_cards(data: str, parsed: ParsedPlay) -> list[tuple[str, str]]:
    """Every card with its suit, and its marks; a separator in the middle of a trick stays a word."""
    words, led, in_trick = list[tuple[str, str]](), "", 0
    matches = list(_CARD.finditer(data))
    last = max((place for place, match in enumerate(matches) if not match["sign"]), default=0)
    for place, match in enumerate(matches):
        if match["sign"]:
            if match["sign"] == ";" and parsed.trivial_after is None:
                parsed.trivial_after = len(words)
            if in_trick % 4 and place < last:
                words.append((match["sign"], ""))
            in_trick = 0
        elif match["rank"] is None:
            words.append((match[0], ""))
        else:
            suit = (match["suit"] or ("" if in_trick % 4 == 0 else led)).upper()
            led = suit if in_trick % 4 == 0 else led
            in_trick += 1
            words.append((suit + match["rank"].upper().replace("10", "T"), match["suffix"]))
    return words
