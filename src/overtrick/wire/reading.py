"""Lines as messages: in any case and spacing, and in every variant that is known to be sent."""

from __future__ import annotations

import re
from collections.abc import Callable

from overtrick.core import Call, Card, CardSet, Meaning, OvertrickError, Rank, Seat, Suit, Vul
from overtrick.wire.errors import WireError
from overtrick.wire.messages import (
    BoardHeader,
    Called,
    Connecting,
    DummyCards,
    EndOfSession,
    HandCards,
    IllegalBid,
    IllegalCard,
    Message,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    ReadyForDummy,
    ReadyForTeams,
    ReadyToStart,
    Refused,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)

__all__ = ["read"]

Found = re.Match[str]
_SEAT = "(NORTH|EAST|SOUTH|WEST)"
_HAND = "(NORTH|EAST|SOUTH|WEST|DUMMY)"
_TIME = r"[\[(]? ?([0-9]{1,6}(?::[0-9]{1,3}){1,2}) ?[\])]?"
_VERBS = {"PASS": Call.PASS, "DOUBLE": Call.DOUBLE, "REDOUBLE": Call.REDOUBLE}
_HOLDING = re.compile(r" ?([SHDC]) ?:? ?((?:10|[2-9TJQKA\-, ])*)[.;]?", re.IGNORECASE)
_LONGEST = 1000


def read(text: str) -> Message:
    """The message of a line; a line that is none is an error that quotes it.

    >>> read("WEST  plays d7")
    Played(seat=Seat.WEST, card=Card.parse('D7'))
    >>> read("North bids 8NT")
    Traceback (most recent call last):
    ...
    overtrick.wire.errors.WireError: '8NT' is not a call: expected ... in 'North bids 8NT'
    """
    if len(text) > _LONGEST:
        raise WireError(f"a line of more than {_LONGEST} characters", text=text)
    line = " ".join(text.split())
    for pattern, made in _FORMS:
        if found := pattern.fullmatch(line):
            try:
                return made(found)
            except OvertrickError as error:
                raise WireError(*error.faults, text=line) from None
    raise WireError("this is no message of the table-manager protocol", text=line)


# Parts


def _seat(name: str) -> Seat:
    return Seat.parse(name)


def _hand_seat(name: str) -> Seat | None:
    return None if name.upper() == "DUMMY" else Seat.parse(name)


def _card(name: str) -> Card:
    """A card with its rank first or last, like ``7D``, ``ck`` or ``10S``."""
    letters = name.upper().replace(" ", "").replace("10", "T")
    return Card.parse(letters if letters[:1] in "SHDC" else letters[::-1])


def _hand(text: str) -> CardSet:
    """Four suits with their letters; a suit that is not there is a void."""
    cards, named, place = list[Card](), list[str](), 0
    while place < len(text):
        found = _HOLDING.match(text, place)
        if found is None:
            raise WireError(f"{text[place:][:20]!r} is no suit with its cards")
        suit, place = Suit.parse(found[1]), found.end()
        named.append(found[1].upper())
        ranks = re.findall("10|[2-9TJQKA]", found[2].upper())
        cards += [Card(suit, Rank.parse(rank)) for rank in ranks]
    if len(set(named)) < len(named) or len(set(cards)) < len(cards):
        raise WireError("a suit or a card is named twice")
    return CardSet.of(cards)


def _seconds(text: str) -> int:
    seconds = 0
    for part in text.split(":"):
        seconds = 60 * seconds + int(part)
    return seconds


# Messages


def _connecting(found: Found) -> Message:
    name = found["seat"]
    seat = None if name.upper().startswith("ANY") else Seat.parse(name)
    return Connecting(found["quoted"] or found["bare"] or "", seat, int(found["version"]))


def _called(found: Found) -> Message:
    verb, tag = found["verb"], found["tag"]
    call = Call.parse(found["bid"]) if verb is None else _VERBS[verb.upper()]
    meaning = None if tag is None else Meaning(found["text"], alerted=tag.upper() == "ALERT")
    return Called(_seat(found["seat"]), call, meaning)


def _teams(found: Found) -> Message:
    ns, ew = (found[side] or found[f"{side}_bare"] or "" for side in ("ns", "ew"))
    return Teams(ns, ew, (found["playing"] or "").removesuffix("."))


def _timing(found: Found) -> Message:
    return Timing(*(_seconds(found[place]) for place in range(1, 5)))


def _cards(found: Found) -> Message:
    seat, hand = _hand_seat(found[1]), _hand(found[2])
    return DummyCards(hand) if seat is None else HandCards(seat, hand)


_FORMS: list[tuple[re.Pattern[str], Callable[[Found], Message]]] = [
    (re.compile(pattern, re.IGNORECASE | re.ASCII), made)
    for pattern, made in (
        (
            r'CONNECTING (?:"(?P<quoted>[^"]*)"|(?P<bare>.{1,200}?)) AS (?P<seat>[A-Z]+) '
            r"USING PROTOCOL VERSION (?P<version>[0-9]{1,6})\.?",
            _connecting,
        ),
        (
            rf"(?P<seat>{_SEAT[1:-1]}) (?:BIDS? (?P<bid>[^ .,!]+(?: (?:NT|N|[CDHS])\b)?)|"
            r"(?P<verb>PASS(?=ES|ED|\b)|DOUBLE|REDOUBLE)(?:S|ES|ED|D)?)[.,!]?"
            r"(?: ?\b(?P<tag>ALERT|INFOS?)\b[.:]? ?(?P<text>.*))?",
            _called,
        ),
        (rf"{_HAND} PLAYS? ([A-Z0-9]{{1,3}} ?[A-Z0-9]?)\.?", lambda m: Played(_hand_seat(m[1]), _card(m[2]))),
        (rf"{_SEAT} READY FOR TEAMS?\.?", lambda m: ReadyForTeams(_seat(m[1]))),
        (rf"{_SEAT} READY TO START\.?", lambda m: ReadyToStart(_seat(m[1]))),
        (rf"{_SEAT} READY FOR DEAL\.?", lambda m: ReadyForDeal(_seat(m[1]))),
        (rf"{_SEAT} READY FOR CARDS\.?", lambda m: ReadyForCards(_seat(m[1]))),
        (
            rf"{_SEAT} READY FOR {_SEAT} ?'? ?S (?:BID|CALL)\.?",
            lambda m: ReadyForBid(_seat(m[1]), _seat(m[2])),
        ),
        (
            rf"{_SEAT} READY FOR {_HAND} ?'? ?S CARD(?: TO TRICK ([0-9]{{1,4}}))?\.?",
            lambda m: ReadyForCard(_seat(m[1]), _hand_seat(m[2]), int(m[3]) if m[3] else None),
        ),
        (
            rf"{_SEAT} (?:READY FOR|RECEIVED) DUMMY(?: ?'? ?S CARDS)?\.?",
            lambda m: ReadyForDummy(_seat(m[1])),
        ),
        (
            rf'{_SEAT}(?: ?\(? ?"([^"]*)" ?\)?| \(([^()]*)\)| (.*))? SEATED\.?',
            lambda m: Seated(_seat(m[1]), m[2] or m[3] or m[4] or ""),
        ),
        (
            r'TEAMS ?:? ?N[/-]?S ?:? ?(?:"(?P<ns>[^"]*)"|(?P<ns_bare>[^"/]{0,60}?)) ?[.,;]? ?'
            r'E[/-]?W ?:? ?(?:"(?P<ew>[^"]*)"|(?P<ew_bare>[^"/]{0,60}?)) ?[.,;]?'
            r"(?: ?PLAYING (?P<playing>.*))?",
            _teams,
        ),
        (r"START OF (?:THE )?BOARD\.?", lambda m: StartOfBoard()),
        (
            rf"BOARD NUMBER ?:? ?([0-9]{{1,9}}) ?[.,;]? ?DEALER ?:? ?{_SEAT} ?[.,;]? ?"
            r"([A-Z/-]+) VULNERABLE\.?",
            lambda m: BoardHeader(int(m[1]), _seat(m[2]), Vul.parse(m[3])),
        ),
        (rf"{_HAND} ?'? ?S CARDS ?:? ?(.+)", _cards),
        (rf"{_HAND} TO LEAD\.?", lambda m: ToLead(_hand_seat(m[1]))),
        (
            rf"TIMING ?-? ?N[/-]?S ?:? ?THIS BOARD ?:? ?{_TIME} ?,? ?TOTAL ?:? ?{_TIME} ?[.,]? ?"
            rf"E[/-]?W ?:? ?THIS BOARD ?:? ?{_TIME} ?,? ?TOTAL ?:? ?{_TIME} ?\.?",
            _timing,
        ),
        (r"END OF (?:THE )?SESSION\.?", lambda m: EndOfSession()),
        (r"ILLEGAL (?:BID|CALL)(?:[.:]? ?(.*))", lambda m: IllegalBid(m[1])),
        (r"ILLEGAL (?:CARD|PLAY)(?:[.:]? ?(.*))", lambda m: IllegalCard(m[1])),
        (r"(?:REFUSED|ERROR)(?:[.:]? ?(.*))", lambda m: Refused(m[1])),
        (r"(TEAM NAME MISMATCH.*|.*SEAT.* TAKEN.*)", lambda m: Refused(m[1])),
    )
]
"""The first form that a line has is what it says."""
