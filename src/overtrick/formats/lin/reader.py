"""Reading LIN: splits pairs into boards and builds their records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from overtrick.core import (
    Auction,
    Bid,
    Board,
    Call,
    Card,
    Claim,
    Deal,
    DealError,
    IllegalCall,
    IllegalPlay,
    Meaning,
    NotationError,
    Play,
    Result,
    Seat,
    Vul,
)
from overtrick.core.errors import attempt
from overtrick.formats.lin import notation
from overtrick.formats.lin.header import FILLERS, HEAD_TAGS, Head, room_names, whole_number
from overtrick.formats.lin.notation import pairs
from overtrick.formats.record import Comment, FormatError, Mark, Record, Remark

__all__ = ["KEPT_FIRST", "count_in", "record_of", "records_in", "unread_parts"]


Story = TypeVar("Story")
LONGEST_BOARD = 1 << 20
"""Limit on the characters of a board, so that no file can exhaust memory."""
_SIGNS_OF_A_BOARD = frozenset(("qx", "md", "mb", "pc", "mc"))
_BEGINNINGS = frozenset(("qx", "vg", "md", "pn"))
"""Tags that may begin another board."""
_SMALLEST_PAIR = 16
"""The least size that a pair counts for: empty pairs take memory too."""


@dataclass(slots=True)
class _Draft:
    """The pairs of one board."""

    pairs: list[notation.Pair] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    size: int = 0
    is_full: bool = False

    @property
    def is_board(self) -> bool:
        return not self.tags.isdisjoint(_SIGNS_OF_A_BOARD)

    def add(self, pair: notation.Pair) -> None:
        """Add a pair, up to the size limit of a board."""
        self.size += len(pair.value) + len(pair.odd) + _SMALLEST_PAIR
        if self.size <= LONGEST_BOARD:
            self.pairs.append(pair)
            self.tags.add(pair.tag)
        elif not self.is_full:
            self.is_full = True
            odd = f"the board is longer than {LONGEST_BOARD} characters: the rest is left out"
            self.pairs.append(notation.Pair("", "", pair.line, odd))

    def is_ended_by(self, pair: notation.Pair) -> bool:
        """Does this pair begin another board?"""
        if not self.is_board:
            return False
        if pair.tag in ("qx", "vg"):
            return True
        if pair.tag not in ("md", "pn") or "md" not in self.tags:
            return False
        deals = (earlier.value for earlier in reversed(self.pairs) if earlier.tag == "md")
        return "qx" not in self.tags or (pair.tag == "md" and pair.value != next(deals))


def records_in(lines: Iterable[str]) -> Iterator[Record]:
    """The boards in lines of LIN.

    >>> [record.board.number for record in records_in(["qx|o1|md|3,,,|sv|o|qx|o2|md|4,,,|sv|n|"])]
    [1, 2]
    """
    head, draft, found = Head(), _Draft(), False
    for pair in pairs(lines):
        if pair.tag in _BEGINNINGS:
            if draft.is_ended_by(pair):
                found = True
                yield record_of(head, draft.pairs, is_last=pair.tag == "vg")
                head, draft = Head() if pair.tag == "vg" else head, _Draft()
            elif pair.tag in ("qx", "md") and not draft.is_board:
                head, draft = _without_head(head, draft, pair.tag)
        draft.add(pair)
    if not found and draft.pairs and draft.tags.isdisjoint(KNOWN_TAGS):
        raise FormatError("this is not LIN: there is no pair like md|…| or mb|…| in it")
    if draft.is_board or (not found and any(pair.value for pair in draft.pairs)):
        yield record_of(head, draft.pairs, is_last=True)


def _without_head(head: Head, draft: _Draft, tag: str) -> tuple[Head, _Draft]:
    """The head for all boards and the draft of the next board, split out of the pairs before it."""
    head_tags = HEAD_TAGS if tag == "qx" else tuple(name for name in HEAD_TAGS if name != "pn")
    if draft.tags.isdisjoint(head_tags):
        return head, draft
    rest = _Draft()
    for pair in draft.pairs:
        if pair.tag not in head_tags:
            rest.add(pair)
        elif pair.odd:
            rest.add(notation.Pair("", "", pair.line, pair.odd))
    return Head(draft.pairs), rest


_SAID_ONCE = frozenset(("qx", "pn", "md", "sv", "ah", "mc", "rs"))
STORY_TAGS = frozenset(("mb", "an", "pc", "nt", "at"))
KNOWN_TAGS = frozenset((*_SAID_ONCE, *STORY_TAGS, "st", "rh", "pg", "vg", "bn"))
_FIRST_TAGS = ("Event", "Board", "West", "North", "East", "South", "Scoring")
_TAG_ORDER = (*_FIRST_TAGS, "HomeTeam", "Room", "Stage", "VisitTeam")
"""The tags in the order of PBN."""
KEPT_FIRST = ("LIN_vg", "LIN_rs", "LIN_qx", "LIN_pn", "LIN_md", "LIN_sv", "LIN_ah", "LIN_mc")
"""Tags kept because of an odd value, which the writer puts back in its place."""
_KEPT_PLACES = {name: place for place, name in enumerate(KEPT_FIRST)}
_LABEL = re.compile(r"([oc])?(?:([0-9].*))?", re.IGNORECASE)
_MOST_FAULTS_TOLD = 20
_BOARD_LINE = re.compile(r"board\s+(\S.*)", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"[^0-9]*([0-9]{1,9})(?![0-9])")


class _Builder:
    """Collects the tags, comments, marks and remarks of a board's record."""

    def __init__(self) -> None:
        self.tags = dict[str, str]()
        self.kept = list[tuple[str, str]]()
        self.comments = list[Comment]()
        self.marks = list[Mark]()
        self.remarks = list[Remark]()
        self.remarks_on_story = list[Remark]()
        """Remarks about calls or cards, which come last among the remarks on a line."""

    def keep(self, pair: notation.Pair, why: str) -> None:
        """Keep a value unread as a tag, with a remark why."""
        self.kept.append((f"LIN_{pair.tag}", pair.value))
        self.remark(why, pair.line)

    def remark(self, text: str, line: int) -> None:
        self.remarks.append(Remark(text, line or None))

    def all_tags(self) -> tuple[tuple[str, str], ...]:
        """The tags in a canonical order."""
        named = [(name, self.tags[name]) for name in _TAG_ORDER if name in self.tags]
        last = len(KEPT_FIRST)
        return (*named, *sorted(self.kept, key=lambda tag: _KEPT_PLACES.get(tag[0], last)))


def record_of(head: Head, pairs: list[notation.Pair], is_last: bool) -> Record:
    """The record of one board from its pairs."""
    builder = _Builder()
    said = _said_once(builder, pairs)
    line = pairs[0].line if pairs else 0
    number, is_closed = _numbering(builder, said, head)
    _players(builder, said.get("pn"), head, is_closed)
    _event(builder, head)
    said = _with_other_room(builder, head, said, number)
    dealer, deal = _deal(builder, said.get("md"), number, line)
    vul = _vul(builder, said.get("sv"), number, line)
    result = said.get("rs") or notation.Pair("rs", head.result(number, is_closed), head.line_of_results)
    board = _with_story(builder, Board(number, dealer, vul, deal), pairs, result, said.get("mc"))
    if is_last and head.results_left():
        builder.remark(f"results without a board: {_told(head.results_left())}", head.line_of_results)
    remarks = sorted([*builder.remarks, *builder.remarks_on_story], key=lambda remark: remark.line or 0)
    return Record(
        board=board,
        tags=builder.all_tags(),
        comments=tuple(builder.comments),
        marks=tuple(builder.marks),
        remarks=tuple(remarks),
    )


def _said_once(builder: _Builder, pairs: list[notation.Pair]) -> dict[str, notation.Pair]:
    """The pairs that may occur only once, by tag; unknown tags are kept."""
    said, told = dict[str, notation.Pair](), set[str]()
    for pair in pairs:
        if pair.odd:
            builder.remark(pair.odd, pair.line)
        if pair.tag in STORY_TAGS:
            continue
        if pair.tag in _SAID_ONCE:
            if pair.tag in said and pair.value != said[pair.tag].value:
                builder.remark(f"a second {pair.tag}|{pair.value[:60]}| is passed over", pair.line)
            said.setdefault(pair.tag, pair)
        elif pair.tag and pair.value.strip():
            builder.kept.append((f"LIN_{pair.tag}", pair.value))
            if pair.tag not in told:
                builder.remark(f"the tag {pair.tag} is kept as it stands", pair.line)
            told.add(pair.tag)
    return said


def _numbering(builder: _Builder, said: dict[str, notation.Pair], head: Head) -> tuple[int | None, bool]:
    """The number of the board, and whether it was played in the closed room."""
    name, is_closed = "", False
    if label := said.get("qx"):
        match = _LABEL.fullmatch(label.value.partition(",")[0].strip())
        if match is None:
            builder.keep(label, f"{label.value[:60]!r} is not a label like o1")
        else:
            name, is_closed = match[2] or "", (match[1] or "").lower() == "c"
            if is_closed or (match[1] and head.has_rooms):
                builder.tags["Room"] = "Closed" if is_closed else "Open"
    if line := said.get("ah"):
        name = _heading(builder, line, name)
    number = whole_number(name)
    if name and number is None:
        builder.tags["Board"] = name
        builder.remark(f"{name[:60]!r} is not the number of a board", 0)
    return number, is_closed


def _heading(builder: _Builder, heading: notation.Pair, name: str) -> str:
    """The name of the board, from its label or else its heading."""
    text = heading.value.strip()
    match = _BOARD_LINE.fullmatch(text) or _FIRST_NUMBER.match(text)
    found = "" if match is None else match[1].strip()
    if name and found and whole_number(found) != whole_number(name):
        builder.keep(heading, f"the board is labelled {name[:20]} but headed {text[:60]!r}")
    elif text and text not in (f"Board {found}", f"Board {name}"):
        builder.keep(heading, f"the heading {text[:60]!r} is kept as it stands")
    return name or found


def _players(builder: _Builder, own: notation.Pair | None, head: Head, is_closed: bool) -> None:
    """Add the players, from the board or else from the head of the file."""
    pair, names = own or head.players, head.names if own is None else notation.listed(own.value)
    if pair is None or not any(names):
        return
    extra = names[8:] if own is None and head.has_rooms else names[4:]
    if any(extra) and extra != FILLERS:
        builder.keep(pair, f"{len(names)} names are given, not four: the list is kept as it stands")
    elif len(names) < 4:
        builder.remark(f"{len(names)} names are given, not four", pair.line)
    for seat, name in room_names(names, is_closed).items():
        builder.tags[seat.word] = name


def _event(builder: _Builder, head: Head) -> None:
    builder.tags.update(head.event_tags)
    if head.event is not None and head.event_rest:
        builder.kept.append(("LIN_vg", head.event_rest))
        if head.event_rest == head.event.value and head.event_rest.count(",") != 8:
            builder.remark("vg| has not nine fields: it is kept as it stands", head.event.line)


def _with_other_room(
    builder: _Builder, head: Head, said: dict[str, notation.Pair], number: int | None
) -> dict[str, notation.Pair]:
    """The pairs, with the deal from the other room if it is missing here."""
    if number is None or "qx" not in said:
        return said
    own = {tag: pair for tag, pair in said.items() if tag in ("md", "sv") and pair.value.strip(" 01234")}
    known = head.remember(number, own)
    if "md" in known and "md" not in own:
        builder.remark("the deal is not given: it is taken from the other room", said["qx"].line)
        return said | known
    return said


def _deal(builder: _Builder, pair: notation.Pair | None, number: int | None, line: int) -> tuple[Seat, Deal]:
    """The dealer and the deal; an impossible deal is kept as a tag."""
    usual = Seat.NORTH.next((number or 1) - 1)
    if pair is None or not pair.value.strip():
        builder.remark("no deal is given", line if pair is None else pair.line)
        return usual, Deal.unknown()
    text = pair.value.strip()
    has_digit = text[0].isdigit()
    if text[0] not in notation.DEALERS:
        builder.remark(f"no dealer is given: {usual.word} is taken to deal", pair.line)
    dealer, hands = notation.DEALERS.get(text[0], usual), text[1:] if has_digit else text
    faults = list[str]()
    deal = attempt(faults, notation.read_deal, hands)
    if deal is None:
        builder.keep(pair, f"the deal cannot be: {_told(faults)}")
        return dealer, Deal.unknown()
    given = [seat for seat, hand in zip(notation.SEATING, hands.split(","), strict=False) if hand.strip()]
    for seat in notation.SEATING[:3]:
        if seat in deal.known and seat not in given:
            builder.remark(f"{seat.word}'s hand is not given and has been filled in", pair.line)
    return dealer, deal


def _vul(builder: _Builder, pair: notation.Pair | None, number: int | None, line: int) -> Vul:
    """The vulnerability; if missing, that of the board number."""
    if pair is None:
        source = "as none" if number is None else "from the number"
        builder.remark(f"the vulnerability is not given and taken {source}", line)
        return Vul.NONE if number is None else Vul.on_board(number)
    letter = pair.value.strip().lower()
    if letter in notation.VULS:
        return notation.VULS[letter]
    try:
        vul = Vul.parse(letter)
        builder.remark(f"sv|{pair.value}| is read as {vul}", pair.line)
    except NotationError:
        vul = notation.VULS.get(letter[0], Vul.NONE)
        builder.keep(pair, f"{pair.value[:60]!r} is not a vulnerability: it is read as {vul}")
    return vul


def _told(faults: Sequence[str]) -> str:
    """All faults on one line; if there are very many, only the first."""
    more = len(faults) - _MOST_FAULTS_TOLD
    return "; ".join(faults[:_MOST_FAULTS_TOLD]) + (f"; and {more} more" if more > 0 else "")


_Aside = tuple[notation.Pair, int, int]
"""A comment on a board, with the number of calls and cards before it."""
_BETWEEN = r"[\s-]*"
_CALL = re.compile(rf"{_BETWEEN}(?P<word>{notation.CALL.pattern})\s*(?P<alert>!*){_BETWEEN}", re.IGNORECASE)
_CARD = re.compile(rf"{_BETWEEN}(?P<word>{notation.CARD.pattern}){_BETWEEN}", re.IGNORECASE)
_BLANK = re.compile(_BETWEEN)


def _with_story(
    builder: _Builder,
    board: Board,
    pairs: list[notation.Pair],
    result: notation.Pair,
    claim: notation.Pair | None,
) -> Board:
    """A board with the auction, play, claim and result from its pairs."""
    call_pairs, card_pairs, asides = list[notation.Pair](), list[notation.Pair](), list[_Aside]()
    for pair in pairs:
        if pair.tag == "mb":
            call_pairs.append(pair)
        elif pair.tag == "pc":
            card_pairs.append(pair)
        elif pair.tag in STORY_TAGS:
            asides.append((pair, len(call_pairs), len(card_pairs)))
    calls = _Sheet(
        Auction(board.dealer), _CALL, notation.CALL, lambda auction, word: auction.then(Call.parse(word))
    )
    calls.read(builder, call_pairs, "calls")
    board = replace(
        board,
        auction=calls.story if len(calls.story) else None,
        meanings=_meanings(builder, asides, calls),
        result=_read_result(builder, result, calls.story, claim is not None or bool(card_pairs)),
        unread_calls=calls.unread,
    )
    cards = _read_cards(builder, board, card_pairs)
    if card_pairs:
        played = cards.story if cards.story is not None and cards.story.cards else None
        board = replace(board, play=played, unread_cards=cards.unread)
    for pair, call_values, card_values in asides:
        if pair.tag != "an" and pair.value:
            call, card = calls.counts[call_values], cards.counts[card_values]
            place = f"card {card}" if card else f"call {call}" if call else ""
            builder.comments.append(Comment(pair.value, place))
    return _with_claim(builder, board, claim) if claim is not None and claim.value.strip() else board


def _meanings(builder: _Builder, asides: list[_Aside], sheet: _Sheet[Auction]) -> tuple[Meaning | None, ...]:
    """The explanations of the legal calls; those of other calls become marks."""
    said = dict[int, list[str]]()
    for pair, values, _ in asides:
        if pair.tag != "an":
            continue
        count = sheet.counts[values]
        if not count:
            builder.keep(pair, "an explanation stands before any call")
        elif values > sheet.values_read:
            builder.marks.append(Mark(f"call {count}", note=pair.value))
        else:
            said.setdefault(count - 1, []).append(pair.value)
    return tuple(
        Meaning("; ".join(said.get(turn, ())), alerted) if alerted or turn in said else None
        for turn, alerted in enumerate(bool(match["alert"]) for match in sheet.taken)
    )


def _read_result(builder: _Builder, pair: notation.Pair, auction: Auction, has_cards: bool) -> Result | None:
    """The result; None if it cannot be read or contradicts the record."""
    items = [item.strip() for item in pair.value.split(",") if item.strip()]
    if not items:
        return None
    faults = list[str]()
    result = attempt(faults, notation.read_result, pair.value if len(items) > 1 else items[0])
    if result is None:
        builder.keep(pair, "; ".join(faults))
    elif auction.is_over and auction.contract != result.contract:
        ended = auction.contract or "four passes"
        builder.keep(pair, f"the auction ends in {ended}, but the result is {result}")
    elif result.is_passed_out and has_cards and not auction.is_over:
        builder.keep(pair, "the result is passed out, but cards were played or claimed")
    else:
        return result
    return None


def _with_claim(builder: _Builder, board: Board, pair: notation.Pair) -> Board:
    text = pair.value.strip()
    tricks = int(text) if text.isdecimal() and len(text) <= 2 else None
    if board.is_passed_out:
        builder.keep(pair, "tricks are claimed, but the board was passed out")
    elif tricks is None or tricks > 13:
        builder.keep(pair, f"{text[:60]!r} tricks cannot be claimed")
    else:
        return replace(board, claim=Claim(tricks))
    return board


@dataclass(slots=True)
class _Sheet(Generic[Story]):
    """Reads a sequence of values as calls or cards, up to the first illegal one."""

    story: Story
    """The auction or the play, as far as it is legal."""
    pattern: re.Pattern[str]
    """A call or card with its separators."""
    bare: re.Pattern[str]
    """A call or card alone, for counting them in unread text."""
    then: Callable[[Story, str], Story]
    """The story after one more call or card; raises if it is illegal."""
    taken: list[re.Match[str]] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    """The unread text, value by value."""
    warning: str = ""
    counts: list[int] = field(default_factory=lambda: [0])
    """The number of calls or cards in the first n values, for each n, the unread ones included."""
    values_read: int = 0
    """The number of values before the first one that was not read completely."""

    @property
    def unread(self) -> str:
        """Everything from the first illegal call or card on."""
        return " ".join(self.parts)

    def read(self, builder: _Builder, pairs: list[notation.Pair], what: str) -> None:
        """Read all values; most hold one call or card, some hold several."""
        unread = 0
        for pair in pairs:
            unread += self._read_one(pair.value)
            self.counts.append(len(self.taken) + unread)
            self.values_read += not self.parts
        if self.parts:
            why = f"{self.warning}: the {what} from there on are kept as they are written"
            builder.remarks_on_story.append(Remark(why, pairs[self.values_read].line or None))

    def _read_one(self, value: str) -> int:
        """Read a value; return the number of unread calls or cards in it."""
        place = 0
        while not self.warning and not _BLANK.fullmatch(value, place):
            match = self.pattern.match(value, place)
            try:
                if match is None:
                    raise NotationError(f"{value[place : place + 20]!r} cannot be read")
                self.story = self.then(self.story, match["word"])
            except (NotationError, IllegalCall, IllegalPlay) as error:
                self.warning = str(error)
            else:
                self.taken.append(match)
                place = match.end()
        if not self.warning:
            return 0
        self.parts.append(value[place:])
        return count_in(value[place:], self.bare)


def _read_cards(builder: _Builder, board: Board, pairs: list[notation.Pair]) -> _Sheet[Play | None]:
    """Read the play; if its starting position is unknown, all cards stay unread."""
    start = _start(builder, board, pairs[0]) if pairs else None
    sheet = _Sheet[Play | None](start, _CARD, notation.CARD, _played)
    whole = None if start is None else _played_at_once(start, pairs)
    if whole is not None:
        sheet.story, sheet.counts = whole, list(range(len(pairs) + 1))
    else:
        sheet.read(builder, pairs, "cards")
    return sheet


def _played(play: Play | None, card: str) -> Play:
    if play is None:
        raise IllegalPlay("the trump suit and the leader are not known")
    return play.then(Card.parse(card))


def _played_at_once(play: Play, pairs: list[notation.Pair]) -> Play | None:
    """The play after all cards, if each value is one legal card: the fast path. None otherwise."""
    cards = tuple(Card.parse(pair.value) for pair in pairs if notation.CARD.fullmatch(pair.value))
    try:
        return play.then_all(cards) if len(cards) == len(pairs) else None
    except IllegalPlay:
        return None


def _start(builder: _Builder, board: Board, first: notation.Pair) -> Play | None:
    """The play before its first card, if the strain and the leader are known.

    They come from the contract or, if there is none, from the last bid and the first card.
    """
    if board.is_passed_out:
        return None
    match = _CARD.match(first.value)
    leader = None if match is None else board.deal.holder(Card.parse(match["word"]))
    if (contract := board.contract) is not None:
        strain = contract.strain
        leader = contract.leader if leader is None or board.deal.cards_each == 13 else leader
    else:
        calls = map(Call.parse, notation.CALL.findall(board.unread_calls))
        bids = [call for call in calls if isinstance(call, Bid)]
        last = bids[-1] if bids else None if board.auction is None else board.auction.last_bid
        if last is None or leader is None:
            return None
        strain = last.strain
    try:
        return Play(board.deal, strain, leader)
    except DealError as error:
        builder.remarks_on_story.append(Remark("; ".join(error.faults), first.line or None))
        return None


def count_in(part: str, bare: re.Pattern[str]) -> int:
    """The number of calls or cards in an unread text, at least one."""
    return sum(1 for _ in bare.finditer(part)) or 1


def unread_parts(unread: str) -> list[str]:
    """An unread text split into values, if reading these would give the same text; else as one value."""
    words = unread.split(" ") if unread else []
    return words if all(not _BLANK.fullmatch(word) for word in words) else [unread]
