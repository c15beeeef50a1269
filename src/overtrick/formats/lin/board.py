"""One board of a LIN file, out of its pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from overtrick.core import Board, Deal, DealError, NotationError, Seat, Vul
from overtrick.formats.lin.header import FILLERS, Head, room_names, whole_number
from overtrick.formats.lin.notation import DEALERS, SEATING, VULS, listed, read_deal
from overtrick.formats.lin.pairs import Pair
from overtrick.formats.lin.story import STORY_TAGS, Story, read_story
from overtrick.formats.record import Record, Remark

__all__ = ["KEPT_FIRST", "KNOWN_TAGS", "record_of"]

_SAID_ONCE = frozenset(("qx", "pn", "md", "sv", "ah", "mc", "rs"))
_CONDITIONS = ("md", "sv")
_WITHOUT_VALUE = ("st", "rh", "pg")
KNOWN_TAGS = frozenset((*_SAID_ONCE, *STORY_TAGS, *_WITHOUT_VALUE, "vg", "bn"))
_FIRST_TAGS = ("Event", "Board", "West", "North", "East", "South", "Scoring")
_TAG_ORDER = (*_FIRST_TAGS, "HomeTeam", "Room", "Stage", "VisitTeam")
"""As PBN orders them."""
KEPT_FIRST = ("LIN_vg", "LIN_rs", "LIN_qx", "LIN_pn", "LIN_md", "LIN_sv", "LIN_ah", "LIN_mc")
"""Tags kept because their value is odd: a writer puts the value back in its own place."""
_KEPT_PLACES = {name: place for place, name in enumerate(KEPT_FIRST)}
_LABEL = re.compile(r"([oc])?(?:([0-9].*))?", re.IGNORECASE)
_MOST_FAULTS_TOLD = 20
_BOARD_LINE = re.compile(r"board\s+(\S.*)", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"[^0-9]*([0-9]{1,9})(?![0-9])")


class _Telling:
    """What is told of a board besides the board."""

    def __init__(self) -> None:
        self.tags = dict[str, str]()
        self.kept = list[tuple[str, str]]()
        self.remarks = list[Remark]()

    def keep(self, pair: Pair, why: str) -> None:
        """Keep a value as it stands."""
        self.kept.append((f"LIN_{pair.tag}", pair.value))
        self.remark(why, pair.line)

    def remark(self, text: str, line: int) -> None:
        self.remarks.append(Remark(text, line or None))

    def all_tags(self) -> tuple[tuple[str, str], ...]:
        """The tags in the order in which every reading of the same board gives them."""
        named = [(name, self.tags[name]) for name in _TAG_ORDER if name in self.tags]
        last = len(KEPT_FIRST)
        return (*named, *sorted(self.kept, key=lambda tag: _KEPT_PLACES.get(tag[0], last)))


def record_of(head: Head, pairs: list[Pair], is_last: bool) -> Record:
    """Make a record of the pairs of one board."""
    telling = _Telling()
    said = _said_once(telling, pairs)
    line = next((pair.line for pair in pairs), 0)
    number, is_closed = _numbering(telling, said, head)
    _players(telling, said.get("pn"), head, is_closed)
    _event(telling, head)
    said = _with_other_room(telling, head, said, number)
    dealer, deal = _deal(telling, said.get("md"), number, line)
    vul = _vul(telling, said.get("sv"), number, line)
    board = Board(number, dealer, vul, deal)
    result = said.get("rs") or Pair("rs", head.result(number, is_closed), head.line_of_results)
    story = read_story(board, pairs, result, said.get("mc"))
    for pair, why in story.kept:
        telling.keep(pair, why)
    if is_last and head.results_left():
        telling.remark(f"results without a board: {_told(head.results_left())}", head.line_of_results)
    return _record(telling, story)


def _record(telling: _Telling, story: Story) -> Record:
    remarks = [*telling.remarks, *story.remarks]
    return Record(
        board=story.board,
        tags=telling.all_tags(),
        comments=tuple(story.comments),
        marks=tuple(story.marks),
        remarks=tuple(sorted(remarks, key=lambda remark: remark.line or 0)),
    )


def _said_once(telling: _Telling, pairs: list[Pair]) -> dict[str, Pair]:
    """The pairs that should stand but once; the tags nobody knows are kept."""
    said, told = dict[str, Pair](), set[str]()
    for pair in pairs:
        if pair.odd:
            telling.remark(pair.odd, pair.line)
        if pair.tag in STORY_TAGS:
            continue
        if pair.tag in _SAID_ONCE:
            if pair.tag in said and pair.value != said[pair.tag].value:
                telling.remark(f"a second {pair.tag}|{pair.value[:60]}| is passed over", pair.line)
            said.setdefault(pair.tag, pair)
        elif pair.tag and pair.value.strip():
            telling.kept.append((f"LIN_{pair.tag}", pair.value))
            if pair.tag not in told:
                telling.remark(f"the tag {pair.tag} is kept as it stands", pair.line)
            told.add(pair.tag)
    return said


def _numbering(telling: _Telling, said: dict[str, Pair], head: Head) -> tuple[int | None, bool]:
    """The number of the board, and whether it was played in the closed room."""
    name, is_closed = "", False
    if label := said.get("qx"):
        match = _LABEL.fullmatch(label.value.partition(",")[0].strip())
        if match is None:
            telling.keep(label, f"{label.value[:60]!r} is not a label like o1")
        else:
            name, is_closed = match[2] or "", (match[1] or "").lower() == "c"
            if is_closed or (match[1] and head.has_rooms):
                telling.tags["Room"] = "Closed" if is_closed else "Open"
    if line := said.get("ah"):
        name = _heading(telling, line, name)
    number = whole_number(name)
    if name and number is None:
        telling.tags["Board"] = name
        telling.remark(f"{name[:60]!r} is not the number of a board", 0)
    return number, is_closed


def _heading(telling: _Telling, heading: Pair, name: str) -> str:
    """The name of the board, with what its heading adds to it."""
    text = heading.value.strip()
    match = _BOARD_LINE.fullmatch(text) or _FIRST_NUMBER.match(text)
    found = "" if match is None else match[1].strip()
    if name and found and whole_number(found) != whole_number(name):
        telling.keep(heading, f"the board is labelled {name[:20]} but headed {text[:60]!r}")
    elif text and text not in (f"Board {found}", f"Board {name}"):
        telling.keep(heading, f"the heading {text[:60]!r} is kept as it stands")
    return name or found


def _players(telling: _Telling, own: Pair | None, head: Head, is_closed: bool) -> None:
    """Who plays: as the board says or, if it does not, as the head of the file does."""
    pair, names = own or head.players, head.names if own is None else listed(own.value)
    if pair is None or not any(names):
        return
    extra = names[8:] if own is None and head.has_rooms else names[4:]
    if any(extra) and extra != FILLERS:
        telling.keep(pair, f"{len(names)} names are given, not four: the list is kept as it stands")
    elif len(names) < 4:
        telling.remark(f"{len(names)} names are given, not four", pair.line)
    for seat, name in room_names(names, is_closed).items():
        telling.tags[seat.word] = name


def _event(telling: _Telling, head: Head) -> None:
    telling.tags.update(head.event_tags)
    if head.event is not None and head.event_rest:
        telling.kept.append(("LIN_vg", head.event_rest))
        if head.event_rest == head.event.value and head.event_rest.count(",") != 8:
            telling.remark("vg| has not nine fields: it is kept as it stands", head.event.line)


def _with_other_room(
    telling: _Telling, head: Head, said: dict[str, Pair], number: int | None
) -> dict[str, Pair]:
    """What is said, with the deal from the other room if it is left out here."""
    if number is None or "qx" not in said:
        return said
    own = {tag: pair for tag, pair in said.items() if tag in _CONDITIONS and pair.value.strip(" 01234")}
    known = head.remember(number, own)
    if "md" in known and "md" not in own:
        telling.remark("the deal is not given: it is taken from the other room", said["qx"].line)
        return said | known
    return said


def _deal(telling: _Telling, pair: Pair | None, number: int | None, line: int) -> tuple[Seat, Deal]:
    """The dealer, and the deal if it can be one."""
    usual = Seat.NORTH.next((number or 1) - 1)
    if pair is None or not pair.value.strip():
        telling.remark("no deal is given", line if pair is None else pair.line)
        return usual, Deal.unknown()
    text = pair.value.strip()
    has_digit = text[0].isdigit()
    if text[0] not in DEALERS:
        telling.remark(f"no dealer is given: {usual.word} is taken to deal", pair.line)
    dealer, hands = DEALERS.get(text[0], usual), text[1:] if has_digit else text
    try:
        deal = read_deal(hands)
    except DealError as error:
        telling.keep(pair, f"the deal cannot be: {_told(error.faults)}")
        return dealer, Deal.unknown()
    given = [seat for seat, hand in zip(SEATING, hands.split(","), strict=False) if hand.strip()]
    for seat in SEATING[:3]:
        if seat in deal.known and seat not in given:
            telling.remark(f"{seat.word}'s hand is not given and has been filled in", pair.line)
    return dealer, deal


def _vul(telling: _Telling, pair: Pair | None, number: int | None, line: int) -> Vul:
    """The vulnerability; where none is given, that of the number."""
    if pair is None:
        source = "as none" if number is None else "from the number"
        telling.remark(f"the vulnerability is not given and taken {source}", line)
        return Vul.NONE if number is None else Vul.on_board(number)
    letter = pair.value.strip().lower()
    if letter in VULS:
        return VULS[letter]
    try:
        vul = Vul.parse(letter)
        telling.remark(f"sv|{pair.value}| is read as {vul}", pair.line)
    except NotationError:
        vul = VULS.get(letter[0], Vul.NONE)
        telling.keep(pair, f"{pair.value[:60]!r} is not a vulnerability: it is read as {vul}")
    return vul


def _told(faults: Sequence[str]) -> str:
    """All faults in one line; of very many, the first."""
    more = len(faults) - _MOST_FAULTS_TOLD
    return "; ".join(faults[:_MOST_FAULTS_TOLD]) + (f"; and {more} more" if more > 0 else "")
