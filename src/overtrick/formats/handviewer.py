"""Links to BBO's handviewer: a board in a URL.

Both forms of links are read, LIN and parameters; links are written with LIN, which carries most.
Parameters that do not belong to a board are kept as tags like ``URL_k``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import BinaryIO
from urllib.parse import quote, unquote

from overtrick.core import Seat
from overtrick.core.errors import attempt
from overtrick.formats.lin import as_told
from overtrick.formats.lin.header import Head
from overtrick.formats.lin.notation import CALL, CARD, DEALER_DIGITS, SEATING, Pair, list_text
from overtrick.formats.lin.reader import record_of, records_in
from overtrick.formats.lin.writer import single_board
from overtrick.formats.record import FormatError, Record, Remark, not_carried
from overtrick.formats.source import text_lines

__all__ = ["lost", "read", "read_url", "url_of", "write"]


VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
_OTHER_PARAMETERS = ("linurl", "myhand", "tableid", "lessonid", "editor")
"""Parameters that say where to find a board, rather than describe it."""
_KEPT = re.compile("URL_([a-z0-9]{1,20})")


def read_url(url: str) -> Record:
    """Read the board a link shows.

    >>> record = read_url(VIEWER + "?n=SAKH2DC&d=w&v=e&b=8&a=1n!(15-17)ppp&nn=Nell")
    >>> record.board.auction, record.board.meanings, record.tag("North")
    (Auction.parse('W: 1NT P P P'), (Meaning(text='15-17', alerted=True),), 'Nell')
    """
    said = parameters(url)
    if "lin" in said:
        record, used = _read_lin(said["lin"]), frozenset(("lin",))
    elif said.keys() & BOARD_PARAMETERS:
        record, used = record_of(Head(), board_pairs_of(said), is_last=False), BOARD_PARAMETERS
        used -= frozenset("a" if is_position(decoded(said.get("a", ""))) else "")
    elif said.keys() & set(_OTHER_PARAMETERS):
        record, used = record_of(Head(), [], is_last=False), frozenset()
        record = _with_remark(record, "the link says where the board is, not what it is")
    else:
        raise FormatError("this is not a link to the handviewer: it has no board", text=url)
    extra = [(f"URL_{name}", decoded(value)) for name, value in said.items() if name not in used and value]
    return replace(record, tags=(*record.tags, *extra))


def url_of(record: Record) -> str:
    """The link that shows a board.

    >>> from overtrick.core import Board
    >>> url_of(Record(Board.numbered(1)))[48:]
    '?lin=pn%7C,,,%7Cst%7C%7Cmd%7C3,,,%7Csv%7Co%7Cah%7CBoard%201%7Cpg%7C%7C'
    """
    kept = [(match[1], value) for name, value in record.tags if (match := _KEPT.fullmatch(name))]
    extra = "".join(f"&{name}={quote(value, safe='', errors='replace')}" for name, value in kept)
    return f"{VIEWER}?lin={quote(single_board(record), safe=',!', errors='replace')}{extra}"


def read(file: BinaryIO) -> Iterator[Record]:
    """Read links, one per line."""
    last: Record | None = None
    remarks = list[Remark]()
    for number, line in enumerate(text_lines(file), 1):
        if not line.strip():
            continue
        try:
            record = read_url(line.strip())
        except FormatError as error:
            if last is None:
                raise
            remarks.append(Remark(str(error), number))
            continue
        if last is not None:
            yield replace(last, remarks=tuple(remarks))
        last, remarks = record, [Remark(remark.text, number) for remark in record.remarks]
    if last is not None:
        yield replace(last, remarks=tuple(remarks))


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write one link per board, one per line."""
    file.writelines(f"{url_of(record)}\n".encode("ascii") for record in records)


def lost(record: Record) -> tuple[str, ...]:
    """The parts of a record that a link cannot carry.

    >>> from overtrick.core import Board
    >>> lost(Record(Board.numbered(4), tags=(("Event", "Club night"), ("North", "Nell"))))
    ('Event',)
    """
    return not_carried(as_told(record), read_url(url_of(record)))


def _read_lin(value: str) -> Record:
    """The first board of the LIN in a link."""
    first, *others = [*islice(records_in(lin_text(value).split("\n")), 2)] or [record_of(Head(), [], False)]
    return _with_remark(first, "the link has more boards: the first is read") if others else first


def _with_remark(record: Record, text: str) -> Record:
    return replace(record, remarks=(*record.remarks, Remark(text)))


_HANDS = {seat: str(seat).lower() for seat in SEATING}
_NAMES = {seat: f"{hand}n" for seat, hand in _HANDS.items()}
BOARD_PARAMETERS = frozenset((*_HANDS.values(), *_NAMES.values(), *"dvbapci"))
_QUERY = re.compile(r"\[hv=([^\]\[]*)\]|\?(.*)", re.IGNORECASE | re.DOTALL)
_TEXT = r"\{\+?(?P<nt>[^}]*)\}?"
_CALLS = re.compile(
    rf"{_TEXT}|\((?P<an>[^)]*)\)?|(?P<mb>(?:{CALL.pattern})!*|[^({{\s]+?(?=[1-7({{\s]|$))", re.IGNORECASE
)
"""A comment, an explanation, or a call (or anything else); each group has the name of its LIN tag."""
_CARDS = re.compile(rf"{_TEXT}|(?P<pc>{CARD.pattern}|[^{{\s]+)", re.IGNORECASE)
_CONTRACT = re.compile(r"-([1-7][cdhsn][nesw])(XX?|)", re.IGNORECASE)
_MOST_WRAPPINGS = 4
"""Limit on the number of times a link may be percent-encoded."""


def parameters(url: str) -> dict[str, str]:
    """The parameters of a link, not decoded; a text that begins with ``[hv=`` is a link too.

    >>> parameters("https://www.bridgebase.com/tools/handviewer.html?n=sak&D=n#top")
    {'n': 'sak', 'd': 'n'}
    """
    match = _QUERY.search(url)
    if match is None:
        raise FormatError("this is not a link to the handviewer: it has no parameters", text=url)
    query = (match[1] or match[2] or "").partition("#")[0].replace("&amp;", "&")
    found = dict[str, str]()
    for part in query.split("&"):
        name, sign, value = part.partition("=")
        if sign and re.fullmatch("[a-z0-9]{1,20}", name.strip().lower()):
            found.setdefault(name.strip().lower(), value.strip())
    return found


def decoded(value: str) -> str:
    """A value with its percent encoding decoded.

    >>> decoded("Jos%C3%A9%20M."), decoded("Jos%E9")
    ('José M.', 'José')
    """
    try:
        return unquote(value, errors="strict")
    except UnicodeDecodeError:
        return unquote(value, encoding="latin-1")


def lin_text(value: str) -> str:
    """The LIN in a link, decoded as many times as it was encoded.

    >>> lin_text("st%257C%257Cah%257CBoard%25207%257C")
    'st||ah|Board 7|'
    """
    is_form = "+" in value and not any(sign in value for sign in ("|", "%20", " "))
    text = decoded(value.replace("+", " ") if is_form else value)
    for _ in range(_MOST_WRAPPINGS):
        text = text if "|" in text else decoded(text)
    return text


def is_position(auction: str) -> bool:
    """Does the auction parameter say who is on lead instead of giving calls?"""
    return auction.startswith("-") and not _CONTRACT.fullmatch(auction)


def board_pairs_of(said: dict[str, str]) -> list[Pair]:
    """The LIN pairs that correspond to the parameters of a board.

    >>> pairs = board_pairs_of({"s": "sak", "d": "e", "v": "b", "a": "1c!(any)p"})
    >>> [(pair.tag, pair.value) for pair in pairs]
    [('md', '4sak,,,'), ('sv', 'b'), ('mb', '1c!'), ('an', 'any'), ('mb', 'p')]
    """
    pairs = list(_players(said))
    hands = ",".join(decoded(said.get(name, "")).replace(",", ".") for name in _HANDS.values())
    pairs.append(_dealer(said, hands))
    odd = "" if "v" in said else "the vulnerability is not given and taken as none"
    pairs.append(Pair("sv", decoded(said.get("v", "o")), odd=odd))
    if said.get("b"):
        pairs.append(Pair("ah", f"Board {decoded(said['b'])}"))
    if said.get("i"):
        pairs.append(Pair("nt", decoded(said["i"])))
    pairs += _calls(decoded(said.get("a", "")))
    pairs += _cut(_CARDS, decoded(said.get("p", "")))
    return [*pairs, Pair("mc", decoded(said["c"]))] if said.get("c") else pairs


def _players(said: dict[str, str]) -> Iterator[Pair]:
    names = [said.get(name, "") for name in _NAMES.values()]
    if any(names):
        spaced = [name if "%20" in name else name.replace("+", " ") for name in names]
        yield Pair("pn", list_text([decoded(name) for name in spaced]))


def _dealer(said: dict[str, str], hands: str) -> Pair:
    """The pair with dealer and hands; like in the viewer, North deals if the link names no dealer."""
    faults = list[str]()
    dealer = attempt(faults, Seat.parse, said["d"]) if "d" in said else None
    if dealer is not None:
        return Pair("md", f"{DEALER_DIGITS[dealer]}{hands}")
    odd = f"{'; '.join(faults) or 'no dealer is given'}: North is taken to deal"
    return Pair("md", f"{DEALER_DIGITS[Seat.NORTH]}{hands}", odd=odd)


def _calls(text: str) -> Iterator[Pair]:
    """The pairs of the auction; one that begins with a dash gives the contract or who is on lead."""
    if contract := _CONTRACT.fullmatch(text):
        yield Pair("rs", "".join(contract.groups()))
    elif is_position(text):
        yield Pair("", "", odd=f"{text[:20]!r} is a position, not an auction")
    else:
        yield from _cut(_CALLS, text)


def _cut(pattern: re.Pattern[str], text: str) -> Iterator[Pair]:
    return (Pair(tag, match[tag]) for match in pattern.finditer(text) if (tag := match.lastgroup))
