"""Export of systems to Bridge Bidding Markup Language, which other programs turn into web pages and PDF.

The language is described at https://github.com/gpaulissen/bml: blank lines separate parts, headings begin
with asterisks, the rows of a bidding table are a bid and a description, ``!c !d !h !s`` are suits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from overtrick.bidding.context_words import asks_in_words, call_in_words, context_in_words, with_symbols
from overtrick.bidding.entries import Block, Entry, Level, Sheet
from overtrick.bidding.printing import in_order
from overtrick.core import Bid, Call, Strain

__all__ = ["bml"]

_SUITS = str.maketrans({"♠": "!s", "♥": "!h", "♦": "!d", "♣": "!c", "–": "--"})
_GAMES = {"M": 4, "m": 5, "OM": 4, "Om": 5, Strain.NOTRUMP: 3, Strain.HEARTS: 4, Strain.SPADES: 4}
_OTHERS = {"M": "M", "m": "m", "OM": "oM", "Om": "om"}


def bml(sheet: Sheet) -> str:
    """A sheet as a file of Bridge Bidding Markup Language.

    >>> from overtrick.bidding.reading import read_text
    >>> print(bml(read_text('when opening\\n  1NT: 15-17 hcp\\n  2X "weak" for X in SH: 6 X')))
    #+TITLE: system
    <BLANKLINE>
    * Nobody has bid
    <BLANKLINE>
    1N   15--17 hcp
    2HS  weak: 6 X
    <BLANKLINE>
    """
    parts = [f"#+TITLE: {_text(sheet.title or sheet.name)}"]
    if sheet.source:
        parts.append(f"#+DESCRIPTION: {_text(sheet.source)}")
    if sheet.conventions:
        parts.append("* Conventions")
        switches = (
            f"{each.name} ({'on' if each.is_on else 'off'}): {each.words}" for each in sheet.conventions
        )
        parts.append("\n".join(f"- {_text(each)}" for each in switches))
    depth = 1
    for part in in_order(sheet):
        if isinstance(part, Block):
            words = context_in_words(part.when)
            parts.append(f"{'*' * depth} {_text(words[0].upper() + words[1:])}")
            parts += _tables(part.entries)
        elif part[1].startswith("#"):
            heading = part[1].lstrip("#")
            level = min(3, len(part[1]) - len(heading) - 1)
            depth = level + 1
            parts.append(f"{'*' * level} {_text(heading.strip())}")
        else:
            parts.append(_paragraph(part[1].lstrip(">").strip()))
    return "\n\n".join(parts) + "\n"


def _tables(entries: Sequence[Entry]) -> Iterator[str]:
    """Bids as tables; calls that depend on the auction, for which there is no notation, as lists between."""
    for is_list, group in groupby(entries, lambda entry: _bid(entry) is None):
        if is_list:
            yield "\n".join(f"- {_text(call_in_words(entry))}: {_description(entry)}" for entry in group)
            continue
        rows = [(str(_bid(entry)), _description(entry)) for entry in group]
        width = max(len(bid) for bid, _ in rows)
        table = "\n".join(f"{bid:{width}}  {description}" for bid, description in rows)
        yield table if rows[0][0][0].isdigit() else f"#BIDTABLE\n{table}"


def _bid(entry: Entry) -> str | None:
    """A call in the notation of the language; None for one that depends on the auction."""
    call, level, strain = entry.call.call, entry.call.level, entry.call.strain
    if isinstance(call, Bid):
        level, strain = call.level, call.strain
    elif call is not None:
        return {Call.PASS: "P", Call.DOUBLE: "D", Call.REDOUBLE: "R"}[call]
    if level is Level.GAME:
        level = _GAMES.get(strain, level)
    if isinstance(level, Level):
        return None
    if isinstance(strain, Strain):
        return f"{level}{'N' if strain is Strain.NOTRUMP else strain}"
    suits = dict(entry.suits).get(strain)
    if suits is not None and len(suits) < 4:
        return f"{level}{''.join(str(suit) for suit in sorted(suits))}"
    return f"{level}{_OTHERS.get(strain, 'X')}"


def _description(entry: Entry) -> str:
    shows = "anything" if entry.text == "true" else with_symbols(entry.text)
    named = f"{entry.name}: {shows}" if entry.name else shows
    alert = "" if entry.alert is None else f"alert: {entry.alert}" if entry.alert else "alert"
    condition = "" if entry.convention is None else f"if {context_in_words(entry.convention)}"
    has_letter = _bid(entry) is None or entry.call.strain not in ("Y", "Z", "W")
    suit = "" if has_letter else f"{entry.call.strain} is the suit bid"
    return _text("; ".join(each for each in (named, asks_in_words(entry), condition, suit, alert) if each))


def _paragraph(text: str) -> str:
    """A paragraph that cannot be read as a table, a list or a heading."""
    written = _text(text)
    return f"Note: {written}" if re.match(r"[-*#|(/]|\d", written) else written


def _text(text: str) -> str:
    """A text on one line, with suits and ranges in the notation of the language."""
    plain = " ".join(text.split()).translate(_SUITS)
    return re.sub(r"(?<=\d)-(?=\d)", "--", plain)
