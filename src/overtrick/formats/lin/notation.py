"""The notation of LIN for dealers, vulnerability, hands, calls, cards, results and texts."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from itertools import repeat
from typing import NamedTuple

from overtrick.core import (
    CALLS,
    Call,
    CardSet,
    Contract,
    Deal,
    DealError,
    NotationError,
    Result,
    Seat,
    Suit,
    Vul,
)
from overtrick.core.deal import deal_of_written
from overtrick.core.errors import excerpt
from overtrick.formats.source import LONGEST_LINE

__all__ = [
    "CALL",
    "CARD",
    "DEALERS",
    "DEALER_DIGITS",
    "SEATING",
    "VULS",
    "VUL_LETTERS",
    "Pair",
    "call_text",
    "deal_text",
    "hand_text",
    "list_text",
    "listed",
    "pairs",
    "read_deal",
    "read_result",
    "result_text",
    "value_text",
]


_SPADES_FIRST = tuple(reversed(Suit))
SEATING = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names in LIN."""
DEALERS = dict(zip("1234", SEATING, strict=True))
DEALER_DIGITS = {seat: digit for digit, seat in DEALERS.items()}
VUL_LETTERS = {Vul.NONE: "o", Vul.NS: "n", Vul.EW: "e", Vul.BOTH: "b"}
VULS = {letter: vul for vul, letter in VUL_LETTERS.items()} | {"0": Vul.NONE, "-": Vul.NONE, "": Vul.NONE}

CALL = re.compile(r"[1-7](?:nt|[cdhsn])|p(?:ass)?|xx(?!x)|r(?:dbl)?|x|d(?:bl)?", re.IGNORECASE)
"""A call; ``xxx`` is a double and a redouble, since nobody may double twice."""
CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
_CALL_TEXTS = ("p", "d", "r", *(str(bid)[:2] for bid in CALLS[3:]))
_HAND = re.compile("S([2-9TJQKA]*)H([2-9TJQKA]*)D([2-9TJQKA]*)C([2-9TJQKA]*)")
"""A hand as BBO writes it."""
_LONGEST_DEAL = 4096
"""Limit on the length of a deal: a longer text could have a fault for each letter."""
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(XX?|)(=|[+-][0-9]{1,2}|)")
RECOVERY_TAGS = ("qx", "vg", "pn", "md", "st", "mb", "pc", "pg")
"""Tags that begin a pair at the beginning of a line even if the value before was not closed."""
_LIKE_A_TAG = re.compile(rf"\n(?=(?:{'|'.join(RECOVERY_TAGS)})\Z)", re.IGNORECASE)
"""A line break before a last line that would look like the beginning of a pair once a bar follows."""
_PIPE, _COMMA, _BREAK = "%PIPE%", "%COMMA%", "%BREAK%"


def call_text(call: Call) -> str:
    """A call as BBO writes it: ``p``, ``d``, ``r``, ``1N``.

    >>> call_text(Call.parse("3NT")), call_text(Call.REDOUBLE)
    ('3N', 'r')
    """
    return _CALL_TEXTS[call.index]


# Hands


def hand_text(hand: CardSet) -> str:
    """A hand with the letter of each suit before its cards.

    >>> hand_text(CardSet.parse("AK.T98..2"))
    'SAKHT98DC2'
    """
    return "".join(f"{suit}{hand.holding(suit)}" for suit in _SPADES_FIRST)


def deal_text(deal: Deal) -> str:
    """The four hands, starting with South; an unknown hand is empty."""
    hands = (deal.get(seat) for seat in SEATING)
    return ",".join("" if hand is None else hand_text(hand) for hand in hands)


def read_deal(text: str) -> Deal:
    """Read hands, starting with South; the fourth is filled in when the other three are full.

    >>> read_deal("SAKQJT98765432,HAKQJT98765432,DAKQJT98765432")[Seat.EAST]
    CardSet.parse('...AKQJT98765432')
    >>> read_deal("SAA,S2K")
    Traceback (most recent call last):
    ...
    overtrick.core.errors.DealError: South: the ♠A appears twice in 'SAA,S2K'
    """
    if len(text) > _LONGEST_DEAL:
        raise DealError(f"a deal has no {len(text)} characters")
    written = [hand.strip() for hand in text.split(",")]
    faults = [f"a deal has four hands, not {len(written)}"] if any(written[4:]) else []
    hands = [(seat, _usual(hand)) for seat, hand in zip(SEATING, written, strict=False) if hand]
    return deal_of_written(hands, text, faults).completed()


def _usual(hand: str) -> str:
    """A hand of BBO's spelling in the standard spelling; any other text unchanged."""
    match = _HAND.fullmatch(hand)
    return hand if match is None else ".".join(match.groups())


# Results


def read_result(text: str) -> Result:
    """Read a result of an ``rs`` list, in which declarer comes before the double.

    >>> read_result("4SEx-2"), read_result("PASS")
    (Result.parse('4SX by E -2'), Result.parse('passed out'))
    """
    name = "".join(text.upper().split())
    if name in ("P", "PASS"):
        return Result(None)
    match = _RESULT.fullmatch(name)
    if match is None:
        raise NotationError(f"{text!r} is not a result: expected one like 4SEx-2")
    level, strain, declarer, doubled, margin = match.groups()
    contract = Contract.parse(f"{level}{strain}{doubled} by {declarer}")
    if not margin:
        return Result(contract)
    return Result(contract, contract.needs + (0 if margin == "=" else int(margin)))


def result_text(result: Result) -> str:
    """A result in the form of an ``rs`` list.

    >>> result_text(Result.parse("3NTXX by W +1"))
    '3NWxx+1'
    """
    contract = result.contract
    if contract is None:
        return "PASS"
    margin = "" if result.margin is None else "=" if result.margin == 0 else f"{result.margin:+d}"
    return f"{call_text(contract.bid)}{contract.declarer}{str(contract.doubled).lower()}{margin}"


# Texts


def value_text(text: str) -> str:
    """A text escaped for use between bars.

    >>> value_text("what to lead|bid?\\nmb")
    'what to lead%PIPE%bid?%BREAK%mb'
    """
    if text.isalnum():
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("|", _PIPE)
    return _LIKE_A_TAG.sub(_BREAK, lines) if "\n" in lines else lines


def plain(text: str) -> str:
    """A text unescaped: the inverse of `value_text`."""
    return text.replace(_PIPE, "|").replace(_BREAK, "\n")


def list_text(texts: list[str]) -> str:
    """Texts as a list separated by commas.

    >>> list_text(["Herman, I", "Bo"]), listed("Herman%COMMA% I, Bo")
    ('Herman%COMMA% I,Bo', ['Herman, I', 'Bo'])
    """
    return ",".join(" ".join(text.split()).replace(",", _COMMA) for text in texts)


def listed(text: str) -> list[str]:
    """The texts of a list: the inverse of `list_text`."""
    return [" ".join(part.replace(_COMMA, ",").split()) for part in text.split(",")]


_NEW_PAIR = re.compile(rf"(?:{'|'.join(RECOVERY_TAGS)})\|", re.IGNORECASE)
"""The beginning of a line that begins a pair even if the value before was not closed."""
_TAG = re.compile("[a-z0-9]{2}")
_ON_ONE_LINE = ("vg", "rs", "pn", "bn", "qx", "md", "sv", "ah", "mb", "pc", "mc")
"""Tags in whose values line breaks have no meaning."""


class Pair(NamedTuple):
    """A tag and its value."""

    tag: str
    """Two small letters; empty for text that is not a pair."""
    value: str
    line: int = 0
    odd: str = ""
    """The fault in the pair; empty if there is none."""


def pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """Cut lines into pairs. A tag is the two letters before the bar.

    >>> [(pair.tag, pair.value) for pair in pairs(["pn|A,B,", "C,D|ST||mb|1C"])]
    [('pn', 'A,B,C,D'), ('st', ''), ('mb', '1C')]
    """
    begun, number = _OpenPair(), 0
    for number, line in enumerate(lines, 1):
        whole = _whole_pairs(line, number) if begun.is_empty else None
        if whole is not None:
            yield from whole
        else:
            begun = yield from _cut(begun, line, number)
    if begun.tag is not None:
        yield begun.pair("is not closed: the file ends here")
    elif begun.text.strip():
        yield Pair("", "", number, f"{excerpt(begun.text.strip())!r} at the end is no pair")


def _whole_pairs(line: str, number: int) -> Iterator[Pair] | None:
    """The pairs of a line that consists of complete pairs: the fast path. None for any other line."""
    *fields, rest = line.split("|")
    tags, values = fields[::2], fields[1::2]
    if rest.strip() or len(tags) != len(values) or len(line) >= LONGEST_LINE:
        return None
    if not all(map(_TAG.fullmatch, set(tags))):
        return None
    return map(Pair, tags, map(plain, values) if "%" in line else values, repeat(number))


def _cut(begun: _OpenPair, line: str, number: int) -> Generator[Pair, None, _OpenPair]:
    """Yield the pairs that a line completes; return the pair that it leaves open."""
    if begun.tag is not None and _NEW_PAIR.match(line):
        yield begun.pair("is not closed")
        begun = _OpenPair()
    begun.add("\n")
    for place, field in enumerate(line.split("|")):
        if place and begun.tag is None:
            begun = _OpenPair(begun.text.strip(), number)
            if begun.tag == "":
                yield Pair("", "", number, "a bar stands alone")
                begun = _OpenPair()
        elif place:
            yield begun.pair()
            begun = _OpenPair()
        begun.add(field)
    return begun


class _OpenPair:
    """The part of a pair read so far."""

    def __init__(self, tag: str | None = None, line: int = 0) -> None:
        self.tag = tag
        self.line = line
        self.parts = list[str]()
        self.room = LONGEST_LINE

    @property
    def is_empty(self) -> bool:
        return self.tag is None and not self.parts

    def add(self, text: str) -> None:
        """Add text to the tag or the value, up to a limit; blanks before a tag are skipped."""
        if self.is_empty:
            text = text.lstrip()
            if not text:
                return
        if self.tag is None and len(text) > self.room:
            self.parts, self.room = ["…"], LONGEST_LINE
        self.parts.append(text[: self.room])
        self.room -= len(self.parts[-1])

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def pair(self, odd: str = "") -> Pair:
        """The pair, complete."""
        written = self.tag or ""
        tag, before = written[-2:].lower(), written[:-2].strip()
        value = plain(self.text.replace("\n", "") if tag in _ON_ONE_LINE else self.text)
        if not _TAG.fullmatch(tag):
            return Pair("", "", self.line, f"{excerpt(f'{written}|{value}|')!r} is not a tag and its value")
        if not self.room:
            odd = f"is longer than {LONGEST_LINE} characters: the rest is left out"
        said = [f"{tag}|{excerpt(value)!r} {odd}"] if odd else []
        said += [f"{excerpt(before)!r} stands before {tag}| and is passed over"] if before else []
        return Pair(tag, value, self.line, "; ".join(said))
