"""Bytes to lines, lines to messages in every known variant, and messages to lines in one form."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from functools import reduce
from typing import Any, final

from overtrick.core import Bid, Call, Card, CardSet, Meaning, OvertrickError, Rank, Seat, Suit, Vul
from overtrick.protocol import messages

__all__ = ["LONGEST_LINE", "MOMENT", "LineReader", "LineStream", "read", "write"]

# Bytes to lines


LONGEST_LINE = 1000
"""The longest line in bytes; the longest message has about 120, with an explanation 500."""
MOMENT = 0.2
"""Seconds without a byte after which a complete message needs no line end."""
_CHUNK = 4096
_ENDS = re.compile(rb"[\r\n\0]+")
_UNENDED = re.compile(
    rb"\s*((?:north|east|south|west|dummy)\s+to\s+lead|start\s+of\s+board|end\s+of\s+session)[.]?", re.I
)
"""Messages that some managers send without a line end, or with the next message right behind."""


@final
class LineReader:
    """Splits bytes into lines, buffering at most one line.

    >>> reader = LineReader()
    >>> reader.feed(b"West to leadStart of Board\\r\\nBoard num")
    ['West to lead', 'Start of Board']
    >>> reader.feed(b"ber 1.\\n")
    ['Board number 1.']
    """

    def __init__(self) -> None:
        self._kept = b""
        self._is_skipping = False
        """Is the rest of an overlong line being skipped?"""

    def feed(self, data: bytes) -> list[str]:
        """The lines completed by these bytes, without blank ones.

        An overlong line is skipped with an error; if lines came before it, they are returned first.
        """
        self._kept += self._skipped(data)
        lines = list[str]()
        while found := _ENDS.search(self._kept):
            if found.start() > LONGEST_LINE and lines:
                return lines
            line, self._kept = self._kept[: found.start()], self._kept[found.end() :]
            lines += _parts(line)
        while (found := _UNENDED.match(self._kept)) and self._kept[found.end() :].strip():
            lines.append(_text(found[1]))
            self._kept = self._kept[found.end() :]
        if len(self._kept) > LONGEST_LINE and not lines:
            self._kept, self._is_skipping = b"", True
            raise messages.ProtocolError(f"a line of more than {LONGEST_LINE} bytes")
        return lines

    def _skipped(self, data: bytes) -> bytes:
        """The bytes after the rest of an overlong line."""
        if not self._is_skipping:
            return data
        end = _ENDS.search(data)
        self._is_skipping = end is None
        return b"" if end is None else data[end.end() :]

    @property
    def has_more(self) -> bool:
        """Would another call return something without new bytes?"""
        return len(self._kept) > LONGEST_LINE or _ENDS.search(self._kept) is not None

    @property
    def is_whole(self) -> bool:
        """Are the bytes after the last line end a message of the kind that may have none?"""
        return _UNENDED.fullmatch(self._kept.rstrip()) is not None

    def rest(self) -> list[str]:
        """The line left when no more bytes come, or none for the moment."""
        kept, self._kept = self._kept, b""
        return _parts(kept)


def _parts(line: bytes) -> list[str]:
    """A line split into messages without line ends and the rest."""
    if len(line) > LONGEST_LINE:
        raise messages.ProtocolError(f"a line of more than {LONGEST_LINE} bytes")
    found, texts = _UNENDED.match(line), list[str]()
    while found and line[found.end() :].strip():
        texts.append(_text(found[1]))
        line = line[found.end() :]
        found = _UNENDED.match(line)
    return [*texts, *filter(None, [_text(line)])]


def _text(line: bytes) -> str:
    """The text of a line; undecodable bytes are marked, not an error."""
    return " ".join(line.decode("utf-8", "replace").split())


@final
class LineStream:
    """The lines of a connection, one at a time."""

    def __init__(self, reader: asyncio.StreamReader, moment: float = MOMENT) -> None:
        self._reader = reader
        self._moment = moment
        self._collected = LineReader()
        self._lines = deque[str]()
        self._is_over = False

    async def next(self) -> str | None:
        """The next line that is not blank, or None at the end; an overlong line is an error."""
        while not self._lines and not self._is_over:
            data = b"" if self._collected.has_more else await self._bytes()
            if data is None:
                self._lines += self._collected.rest()
            elif data or self._collected.has_more:
                self._lines += self._collected.feed(data)
            else:
                self._is_over = True
                self._lines += self._collected.rest()
        return self._lines.popleft() if self._lines else None

    async def _bytes(self) -> bytes | None:
        """The bytes received; empty at the end; None after a pause behind a complete but unended message."""
        patience = self._moment if self._collected.is_whole else None
        try:
            return await asyncio.wait_for(self._reader.read(_CHUNK), patience)
        except OSError:  # a dead connection may also report a time-out
            has_waited = patience is not None and self._reader.exception() is None
            return None if has_waited else b""


# Lines to messages

_SEATS = "NORTH|EAST|SOUTH|WEST"
_SEAT, _OF = f"(?P<seat>{_SEATS})", f"(?P<of>{_SEATS}|DUMMY)"
_HAND = f"(?P<seat>{_SEATS}|DUMMY)"
_TIME = r"[\[(]? ?(?P<{}>[0-9]{{1,6}}(?::[0-9]{{1,3}}){{1,2}}) ?[\])]?"
_TIMES = f"THIS BOARD ?:? ?{_TIME} ?,? ?TOTAL ?:? ?{_TIME}"
_NS, _EW = (_TIMES.format(f"{side}_board", f"{side}_total") for side in ("ns", "ew"))
_TEAM = r'(?:"(?P<{0}>[^"]*)"|(?P<{0}2>[^"/]{{0,60}}?)) ?[.,;]?'

_FORMS: list[tuple[Callable[..., messages.Message], re.Pattern[str]]] = [
    (kind, re.compile(pattern, re.IGNORECASE | re.ASCII))
    for kind, pattern in (
        (
            messages.Connecting,
            r'CONNECTING (?:"(?P<team>[^"]*)"|(?P<team2>.{1,200}?)) AS (?P<seat2>[A-Z]+) '
            r"USING PROTOCOL VERSION (?P<version>[0-9]{1,6})\.?",
        ),
        (
            messages.Called,
            rf"{_SEAT} (?:BIDS? (?P<call>[^ .,!]+(?: (?:NT|N|[CDHS])\b)?)|"
            r"(?P<call2>PASS(?=ES|ED|\b)|DOUBLE|REDOUBLE)(?:S|ES|ED|D)?)[.,!]?"
            r"(?: ?\b(?P<tag>ALERT|INFOS?)\b[.:]? ?(?P<text>.*))?",
        ),
        (messages.Played, rf"{_HAND} PLAYS? (?P<card>[A-Z0-9]{{1,3}} ?[A-Z0-9]?)\.?"),
        (messages.ReadyForTeams, rf"{_SEAT} READY FOR TEAMS?\.?"),
        (messages.ReadyToStart, rf"{_SEAT} READY TO START\.?"),
        (messages.ReadyForDeal, rf"{_SEAT} READY FOR DEAL\.?"),
        (messages.ReadyForCards, rf"{_SEAT} READY FOR CARDS\.?"),
        (messages.ReadyForBid, rf"{_SEAT} READY FOR (?P<of>{_SEATS}) ?'? ?S (?:BID|CALL)\.?"),
        (
            messages.ReadyForCard,
            rf"{_SEAT} READY FOR {_OF} ?'? ?S CARD(?: TO TRICK (?P<trick>[0-9]{{1,4}}))?\.?",
        ),
        (messages.ReadyForDummy, rf"{_SEAT} (?:READY FOR|RECEIVED) DUMMY(?: ?'? ?S CARDS)?\.?"),
        (
            messages.Seated,
            rf'{_SEAT}(?: ?\(? ?"(?P<team>[^"]*)" ?\)?| \((?P<team2>[^()]*)\)| (?P<team3>.*))? SEATED\.?',
        ),
        (
            messages.Teams,
            rf"TEAMS ?:? ?N[/-]?S ?:? ?{_TEAM.format('ns')} ?E[/-]?W ?:? ?{_TEAM.format('ew')}"
            r"(?: ?PLAYING (?P<playing>.*))?",
        ),
        (messages.StartOfBoard, r"START OF (?:THE )?BOARD\.?"),
        (
            messages.BoardHeader,
            rf"BOARD NUMBER ?:? ?(?P<number>[0-9]{{1,9}}) ?[.,;]? ?DEALER ?:? ?(?P<dealer>{_SEATS}) ?[.,;]? ?"
            r"(?P<vul>[A-Z/-]+) VULNERABLE\.?",
        ),
        (messages.DummyCards, r"DUMMY ?'? ?S CARDS ?:? ?(?P<hand>.+)"),
        (messages.HandCards, rf"{_SEAT} ?'? ?S CARDS ?:? ?(?P<hand>.+)"),
        (messages.ToLead, rf"{_HAND} TO LEAD\.?"),
        (messages.Timing, rf"TIMING ?-? ?N[/-]?S ?:? ?{_NS} ?[.,]? ?E[/-]?W ?:? ?{_EW} ?\.?"),
        (messages.EndOfSession, r"END OF (?:THE )?SESSION\.?"),
        (messages.IllegalBid, r"ILLEGAL (?:BID|CALL)(?:[.:]? ?(?P<why>.*))"),
        (messages.IllegalCard, r"ILLEGAL (?:CARD|PLAY)(?:[.:]? ?(?P<why>.*))"),
        (messages.Refused, r"(?:REFUSED|ERROR)(?:[.:]? ?(?P<why>.*))"),
        (messages.Refused, r"(?P<why>TEAM NAME MISMATCH.*|.*SEAT.* TAKEN.*)"),
    )
]
"""The forms of lines, of which the first match counts; each group is a field, numbered after the first."""


def read(text: str) -> messages.Message:
    """The message of a line; if it has none, an error that quotes it.

    >>> read("WEST  plays d7")
    Played(seat=Seat.WEST, card=Card.parse('D7'))
    >>> read("North bids 8NT")
    Traceback (most recent call last):
    ...
    overtrick.protocol.messages.ProtocolError: '8NT' is not a call: expected ... in 'North bids 8NT'
    """
    if len(text) > LONGEST_LINE:
        raise messages.ProtocolError(f"a line of more than {LONGEST_LINE} characters", text=text)
    line = " ".join(text.split())
    for kind, pattern in _FORMS:
        if found := pattern.fullmatch(line):
            try:
                return _message(kind, found.groupdict())
            except OvertrickError as error:
                raise messages.ProtocolError(*error.faults, text=line) from None
    raise messages.ProtocolError("this is no message of the table-manager protocol", text=line)


def _message(kind: Callable[..., messages.Message], found: dict[str, str | None]) -> messages.Message:
    fields = dict[str, Any]()
    if (tag := found.pop("tag", None)) is not None:
        fields["meaning"] = Meaning(found["text"] or "", alerted=tag.upper() == "ALERT")
    found.pop("text", None)
    for group, text in found.items():
        name = group.rstrip("23")
        if text:
            fields[name] = _FIELDS.get(group, _FIELDS.get(name, str))(text)
        elif name in _NAMES:
            fields.setdefault(name, "")
    return kind(**fields)


def _seat(name: str) -> Seat | None:
    """A seat; None for dummy's hand."""
    return None if name.upper() == "DUMMY" else Seat.parse(name)


def _card(name: str) -> Card:
    """A card with its rank first or last, like ``7D``, ``ck`` or ``10S``."""
    letters = name.upper().replace(" ", "").replace("10", "T")
    return Card.parse(letters if letters[:1] in "SHDC" else letters[::-1])


_HOLDING = re.compile(r" ?([SHDC]) ?:? ?((?:10|[2-9TJQKA\-, ])*)[.;]?", re.IGNORECASE)


def _hand(text: str) -> CardSet:
    """A hand from four suits with their letters; a missing suit is a void."""
    cards, named, place = list[Card](), list[str](), 0
    while place < len(text):
        found = _HOLDING.match(text, place)
        if found is None:
            raise messages.ProtocolError(f"{text[place:][:20]!r} is no suit with its cards")
        suit, place = Suit.parse(found[1]), found.end()
        named.append(found[1].upper())
        ranks = re.findall("10|[2-9TJQKA]", found[2].upper())
        cards += [Card(suit, Rank.parse(rank)) for rank in ranks]
    if len(set(named)) < len(named) or len(set(cards)) < len(cards):
        raise messages.ProtocolError("a suit or a card is named twice")
    return CardSet.of(cards)


def _seconds(text: str) -> int:
    return reduce(lambda seconds, part: 60 * seconds + int(part), text.split(":"), 0)


_VERBS = {"PASS": Call.PASS, "DOUBLE": Call.DOUBLE, "REDOUBLE": Call.REDOUBLE}
_NAMES = ("team", "ns", "ew")
"""Fields that may be empty."""
_FIELDS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("seat", "of", "dealer"), _seat),
    **dict.fromkeys(("version", "trick", "number"), int),
    **dict.fromkeys(("ns_board", "ns_total", "ew_board", "ew_total"), _seconds),
    "seat2": lambda name: None if name.upper().startswith("ANY") else Seat.parse(name),
    "call": lambda text: _VERBS.get(text.upper()) or Call.parse(text),
    "card": _card,
    "vul": Vul.parse,
    "hand": _hand,
    "playing": lambda text: text.removesuffix("."),
}


# Messages to lines


def write(message: messages.Message) -> str:
    """A message as its line, without the line end.

    >>> write(messages.Played(Seat.WEST, Card.parse("D7")))
    'West plays 7D'
    >>> write(messages.Called(Seat.NORTH, Call.parse("1NT"), Meaning("15-17", alerted=True)))
    'North bids 1NT Alert. 15-17'
    """
    seat = getattr(message, "seat", None)
    name = "Dummy" if seat is None else seat.word
    match message:
        case messages.Connecting(team, _, version):
            place = "ANYPL" if seat is None else name
            return f'Connecting "{team}" as {place} using protocol version {version}'
        case messages.ReadyForBid(_, of):
            return f"{name} ready for {of.word}'s bid"
        case messages.ReadyForCard(_, of, trick):
            number = "" if trick is None else f" to trick {trick}"
            return f"{name} ready for {'dummy' if of is None else of.word}'s card{number}"
        case messages.Called(_, call, meaning):
            verb = f"bids {call}" if isinstance(call, Bid) else _DONE[call]
            return f"{name} {verb}{_explanation(meaning)}"
        case messages.Played(_, card):
            return f"{name} plays {card.rank}{card.suit}"
        case messages.Seated(_, team):
            return f'{name} ("{team}") seated'
        case messages.Teams(ns, ew, playing):
            return f'Teams : N/S : "{ns}" E/W : "{ew}"{f" Playing {playing}" if playing else ""}'
        case messages.BoardHeader(number, dealer, vul):
            return f"Board number {number}. Dealer {dealer.word}. {_VULNERABLE[vul]} vulnerable."
        case messages.HandCards(_, hand) | messages.DummyCards(hand):
            return f"{name}'s cards : {_holdings(hand)}"
        case messages.Timing():
            return _timing(message)
        case messages.Complaint(why):
            return f"{_FIXED[type(message)]}. {why}".removesuffix(". ")
    return _FIXED[type(message)].format(name)


_DONE = {Call.PASS: "passes", Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}
_VULNERABLE = {Vul.NONE: "Neither", Vul.NS: "N/S", Vul.EW: "E/W", Vul.BOTH: "Both"}
_FIXED: dict[type[messages.Message], str] = {
    messages.ReadyForTeams: "{} ready for teams",
    messages.ReadyToStart: "{} ready to start",
    messages.ReadyForDeal: "{} ready for deal",
    messages.ReadyForCards: "{} ready for cards",
    messages.ReadyForDummy: "{} ready for dummy",
    messages.ToLead: "{} to lead",
    messages.StartOfBoard: "Start of board",
    messages.EndOfSession: "End of session",
    messages.IllegalBid: "Illegal bid",
    messages.IllegalCard: "Illegal card",
    messages.Refused: "Refused",
}


def _explanation(meaning: Meaning | None) -> str:
    if meaning is None:
        return ""
    return f" {'Alert' if meaning.alerted else 'Infos'}. {meaning.text}".rstrip(" ")


def _holdings(hand: CardSet) -> str:
    """All four suits, spades first, a dash for a void: ``S A 6 4 3. H K J T 8. D 9 2. C -.``"""
    return " ".join(f"{suit} {' '.join(hand.holding(suit)) or '-'}." for suit in reversed(Suit))


def _timing(timing: messages.Timing) -> str:
    """A timing line, with the doubled spaces of the first managers."""
    ns = f"this board  {_short(timing.ns_board)},  total  {_long(timing.ns_total)}."
    ew = f"this board  {_short(timing.ew_board)},  total  {_long(timing.ew_total)}."
    return f"Timing - N/S : {ns}  E/W : {ew}"


def _short(seconds: int) -> str:
    return f"{seconds // 60:02}:{seconds % 60:02}"


def _long(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
