"""Writing RBN 3.2: labels in standard order, without values unchanged since the record before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import BinaryIO, final

from overtrick.core import Auction, Board, Call, Card, Meaning, OvertrickError, Play, Seat, Strain, Vul
from overtrick.formats.rbn.heading import LABELS, PLACES, REPEATED, Tags, data_of, one_line
from overtrick.formats.rbn.reader import VUL_LETTERS, opening, read_auction, read_play
from overtrick.formats.rbn.records import is_labelled, read_hands, write_hands
from overtrick.formats.record import GLYPHS, Record

__all__ = ["write"]


_PLACE_LABELS = {place: label for label, place in PLACES.items()} | {"call": "A", "card": "P"}


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write records with a blank line after each; lines end with LF.

    >>> import io
    >>> file = io.BytesIO()
    >>> write([Record(Board.numbered(7)), Record(Board(7, Seat.WEST, Vul.NS))], file)
    >>> file.getvalue()
    b'B 7\\n\\nA WN\\n\\n'
    """
    before = dict[str, str]()
    for record in records:
        lines = "\n".join(_RecordWriter(record).lines(before))
        file.write(f"{lines}\n\n".encode(errors="replace"))


class _RecordWriter:
    """Writes one record as lines."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.board = record.board
        self.tags: Tags = dict(reversed(record.tags))
        if self.board.number is not None:
            self.tags["Board"] = str(self.board.number)
        odd = [one_line(value) for name, value in record.tags if name == "RBN_?" and value.strip()]
        self.strange = [line for line in odd if not is_labelled(line)]
        self.repetitions = [line for line in odd if is_labelled(line)]
        self.notes = {section: Notes(self.tags, section) for section in "AP"}
        self.data = dict(self._data())
        self.comments = self._comments()

    def lines(self, before: dict[str, str]) -> Iterator[str]:
        """The lines; `before` holds the current values of repeated labels and is updated."""
        stated = self._stated(before)
        yield from self.comments.get("", ())
        for label in LABELS:
            if label == "M":
                yield from self.strange
            if label in stated:
                yield f"{label} {self.data.get(label, '')}".rstrip()
            if label in self.notes:
                yield from self.notes[label].lines()
            yield from self.comments.get(label, ())
            if label in REPEATED:
                before[label] = self.data.get(label, "")
        yield from self.repetitions

    def _stated(self, before: dict[str, str]) -> set[str]:
        """The labels that must be written: those with new values, and those with comments attached."""
        marked = {*self.comments, *(line[0] for line in self.repetitions)}
        stated = {label for label in REPEATED if self.data.get(label, "") != before.get(label, "")}
        stated |= {label for label in marked if label in REPEATED + "A"}
        stated |= set(self.data) - set(REPEATED) - {"A"}
        if self._must_name_dealer or not stated:
            stated.add("A")
        return stated

    @property
    def _must_name_dealer(self) -> bool:
        board = self.board
        printed = Board(None, Seat.NORTH, Vul.NONE) if board.number is None else Board.numbered(board.number)
        is_printed = (printed.dealer, printed.vul) == (board.dealer, board.vul)
        is_open = "?" in (self.tags.get("Dealer"), self.tags.get("Vulnerable"))
        return board.auction is not None or is_open or not is_printed

    # Values of the labels

    def _data(self) -> Iterator[tuple[str, str]]:
        headings = ((label, data_of(label, self.tags)) for label in "DTLEFSKNBM")
        yield from ((label, text) for label, text in headings if text and (text != "#" or label == "M"))
        yield "H", self._hands()
        yield "A", write_auction(self.record, self.notes["A"])
        contract, result = write_contract(self.board, self.tags), write_result(self.board, self.tags)
        story = (("C", contract), ("P", write_play(self.record, self.notes["P"])), ("R", result))
        yield from ((label, text) for label, text in story if text is not None)
        items = re.sub(r"\s*[\r\n]+", "\n", self.tags.get("RBN_I", "").strip())
        if items:
            yield "I", items

    def _hands(self) -> str:
        kept = one_line(self.tags.get("RBN_H", ""))
        if kept and read_hands(kept).deal == self.board.deal:
            return kept
        return write_hands(self.board.deal, self.tags.get("Hidden", ""))

    # Comments

    def _comments(self) -> dict[str, list[str]]:
        """Comments in braces, by the label that they follow."""
        comments = dict[str, list[str]]()
        for comment in self.record.comments:
            word = comment.place.split(" ")[0]
            label = _PLACE_LABELS.get(comment.place, _PLACE_LABELS.get(word, ""))
            comments.setdefault(self._near(label), []).append(_braced(comment.text))
        return comments

    def _near(self, label: str) -> str:
        """A label or, if it will not be written, the last one before it that will."""
        if not label or label in REPEATED:
            return label
        places = LABELS[LABELS.index("A") : LABELS.index(label) + 1]
        return next((near for near in reversed(places) if near in self.data), "A")


def _braced(text: str) -> str:
    """A comment in braces, without blank lines and without closing braces at the end of inner lines."""
    first, *others = re.split(r"\r\n|\r|\n", text)
    lines = [first, *(line for line in others[:-1] if line.strip()), *others[-1:]]
    inner = [re.sub(r"\}(\s*)$", r")\1", line) for line in lines[:-1]]
    return "{" + "\n".join((*inner, lines[-1])) + "}"


_LETTER_OF_VUL = {vul: letter for letter, vul in VUL_LETTERS.items()}
_DOUBLING = ("", "X", "R")


@final
class Notes:
    """The notes of an auction or a play: a digit for each text, up to nine."""

    def __init__(self, tags: Mapping[str, str], section: str) -> None:
        names = {digit: f"RBN_{section}{digit}" for digit in "0123456789"}
        self.unreferred = {digit: one_line(tags[name]) for digit, name in names.items() if name in tags}
        """Notes without a reference: ``RBN_A0`` and so on."""
        self.digits = dict[str, str]()

    def reference(self, text: str) -> str:
        """The reference to a note, ``^1``; empty when all nine digits are taken."""
        if text not in self.digits:
            taken = {*self.digits.values(), *self.unreferred}
            free = next((digit for digit in "123456789" if digit not in taken), None)
            if free is None:
                return ""
            self.digits[text] = free
        return f"^{self.digits[text]}"

    def by_digit(self) -> dict[str, str]:
        """Every note under its digit."""
        return {**self.unreferred, **{digit: one_line(text) for text, digit in self.digits.items()}}

    def lines(self) -> Iterator[str]:
        """The lines that give the notes."""
        return (f"{digit} {text}".rstrip() for digit, text in sorted(self.by_digit().items()))


# The auction


def write_auction(record: Record, notes: Notes) -> str:
    """Dealer, vulnerability and the calls in rounds of four.

    >>> board = Board.parse("Board 1\\nAuction N: 1NT P 3NT AP\\nAlert 1 15-17")
    >>> write_auction(Record(board), Notes({}, "A"))
    'NZ:1N*^1P3NA'
    """
    board = record.board
    dealer = "?" if record.tag("Dealer") == "?" else str(board.dealer)
    vul = "?" if record.tag("Vulnerable") == "?" else _LETTER_OF_VUL[board.vul]
    if board.auction is None:
        return dealer + vul
    words = _calls(record, board.auction, notes)
    rounds = ["".join(words[first : first + 4]) for first in range(0, len(words), 4)]
    text = f"{dealer}{vul}:{':'.join(rounds)}"
    longer = f"{text} {one_line(board.unread_calls)}"
    told = read_auction(longer, notes.by_digit())
    return longer if told.auction == board.auction and told.unread == board.unread_calls != "" else text


def _calls(record: Record, auction: Auction, notes: Notes) -> list[str]:
    """The calls with their suffixes; plain passes at the end become one ``A``."""
    signs = _signs(record, "call", 1)
    told = enumerate(zip_longest(auction.calls, record.board.meanings), 1)
    suffixes = [_meaning(meaning, notes) + signs.get(turn, "") for turn, (_, meaning) in told]
    words = [_call(call) + suffix for call, suffix in zip(auction.calls, suffixes, strict=True)]
    closing = 4 if auction.is_passed_out else 3
    if auction.is_over and not any(suffixes[-closing:]):
        words[-closing:] = ["A"]
    return words


def _call(call: Call) -> str:
    return {"XX": "R"}.get(str(call), str(call).replace("NT", "N"))


def _meaning(meaning: Meaning | None, notes: Notes) -> str:
    if meaning is None:
        return ""
    star = "*" if meaning.alerted else ""
    return star + (notes.reference(meaning.text) if meaning.text or not star else "")


def _signs(record: Record, kind: str, first: int) -> dict[int, str]:
    """The sign of quality on each call or card, by its number."""
    signs = dict[int, str]()
    for mark in record.marks:
        number = re.fullmatch(rf"{kind} ([0-9]{{1,3}})", mark.place)
        if number and mark.glyph is not None and first <= mark.glyph < first + len(GLYPHS):
            signs.setdefault(int(number[1]), GLYPHS[mark.glyph - first])
    return signs


# The contract and the result


def write_contract(board: Board, tags: Mapping[str, str]) -> str | None:
    """The contract of a result, and the leader if it is not the usual one."""
    if board.result is None or board.result.contract is None:
        return None
    contract = board.result.contract
    strain = "N" if contract.strain is Strain.NOTRUMP else str(contract.strain)
    rest = one_line(tags.get("RBN_C", ""))
    if board.play is not None and board.play.leader is not contract.leader:
        rest = str(board.play.leader)
    text = f"{contract.level}{strain}{_DOUBLING[contract.doubled]}:{contract.declarer}"
    return f"{text}:{rest}" if rest else text


def write_result(board: Board, tags: Mapping[str, str]) -> str | None:
    """Declarer's tricks, the score for North and South, and the comparison: ``8-100:-5``."""
    result = board.result
    if result is None or (result.contract is not None and result.tricks is None):
        return None
    score = re.fullmatch("NS (-?[0-9]{1,6})", tags.get("Score", ""))
    text = ("P" if result.tricks is None else str(result.tricks)) + (f"{int(score[1]):+d}" if score else "")
    rest = one_line(tags.get("RBN_R", ""))
    return f"{text}:{rest}" if rest else text


# The play


def write_play(record: Record, notes: Notes) -> str | None:
    """The tricks in the order of play; None if RBN cannot express them."""
    board = record.board
    start = _start(record)
    text = _tricks(record, notes) if board.play is not None else ""
    if (start is None) != (board.play is None):
        return None
    if board.play is None and not board.unread_cards:
        return "" if notes.unreferred else None
    longer = f"{text} {one_line(board.unread_cards)}".strip()
    told = read_play(longer, start, notes.by_digit())
    if board.unread_cards and told.unread == board.unread_cards and told.play == board.play:
        return longer
    return None if board.play is None else text


def _start(record: Record) -> Play | None:
    """The position from which a reader would play the cards; None if it could not."""
    board = record.board
    if board.contract is None:
        return None
    leader = record.tag("RBN_C") or ""
    if board.play is not None and board.result is not None:
        leader = str(board.play.leader)
    try:
        start = opening(board.deal, board.contract, leader)
    except OvertrickError:
        return None
    return start if board.play is None or board.play.leader is start.leader else None


def _tricks(record: Record, notes: Notes) -> str:
    play = record.board.play
    assert play is not None
    suffixes, pause = _card_suffixes(record, notes), _pause(record)
    text = ""
    for place, card in enumerate(play.cards):
        led = play.cards[place - place % 4]
        if place % 4 == 0 and place:
            text += ";" if place == pause else ":"
        text += _card(card, led) + suffixes.get(place + 1, "")
    return f"{text};" if pause == len(play.cards) else text


def _card(card: Card, led: Card) -> str:
    """A card in a trick: without its suit when it follows suit."""
    return str(card) if card is led or card.suit is not led.suit else str(card.rank)


def _pause(record: Record) -> int | None:
    """The number of cards after which the rest was claimed or called trivial; None if it was not."""
    board = record.board
    said = record.tag("RBN_P") or ""
    if re.fullmatch("[0-9]{1,2}", said):
        return int(said)
    tricks = None if board.result is None else board.result.tricks
    is_plain = board.claim is not None and board.claim.by is None and board.claim.tricks == tricks
    return len(board.play.cards) if is_plain and board.play is not None else None


def _card_suffixes(record: Record, notes: Notes) -> dict[int, str]:
    """The notes and the sign of quality on each card, by its number."""
    signs = _signs(record, "card", 7)
    suffixes = dict[int, str]()
    for mark in record.marks:
        number = re.fullmatch("card ([0-9]{1,2})", mark.place)
        if number and mark.note is not None:
            turn = int(number[1])
            suffixes[turn] = suffixes.get(turn, "") + notes.reference(mark.note)
    return {turn: suffixes.get(turn, "") + signs.get(turn, "") for turn in {*suffixes, *signs}}
