"""The printed notes of a system with its leads, as a document for HTML, terminals or Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from overtrick.bidding.auction_facts import system_vocabulary
from overtrick.bidding.carding.entries import ContractKind, LeadEntry, Occasion
from overtrick.bidding.context_words import (
    asks_in_words,
    call_in_words,
    context_in_words,
    suit_in_words,
    with_symbols,
)
from overtrick.bidding.entries import Block, Convention, Entry, Place, Sheet
from overtrick.core.english import capital
from overtrick.hands import Vocabulary
from overtrick.hands.writing import written
from overtrick.render import Document, Heading, Paragraph, TextTable
from overtrick.render.document import Block as Part

if TYPE_CHECKING:
    from overtrick.bidding.carding.table import CardTable
    from overtrick.bidding.system import System

__all__ = [
    "SHOWN_WORDS",
    "in_order",
    "lead_notes",
    "lead_parts",
    "notes",
    "switch_table",
    "when_in_words",
    "with_leads",
]

_DEEPEST = 5
"""The lowest level of a heading."""

Remark: TypeAlias = tuple[Place, str]

_COLUMNS = ("call", "name", "shows", "asks", "besides", "alert", "source")
_LETTERS = (
    "M is a major, m a minor; X, Y, Z and W are any suits, different letters different suits; OM is the "
    "other major and Om the other minor. A letter found in the auction above a table is the same suit in the "
    "table. n is a level. Of the lines of a table the first that fits the hand counts."
)
SHOWN_WORDS = {
    "points": "high-card points",
    "partner_points": "the fewest points that partner can have",
    "partner_most": "the most points that partner can have",
    "partner_hcp": "the fewest high-card points that partner can have",
    "partner_most_hcp": "the most high-card points that partner can have",
    "partner_length": "the fewest cards of a suit that partner can have",
    "partner_most_length": "the most cards of a suit that partner can have",
    "partner_aces": "the fewest aces that partner can have",
    "partner_kings": "the fewest kings that partner can have",
    "my_points": "the points I have shown, at least",
    "my_length": "the cards of a suit I have shown, at least",
    "their_hcp": "the fewest high-card points that the opponents can have together",
    "their_length": "the fewest cards of a suit that the opponents can have together",
    "combined": "my points and the fewest that partner can have",
    "combined_most": "my points and the most that partner can have",
    "reach": "so many points together: surely, or on the average of a partner limited to a range of six",
    "reach_hcp": "so many high-card points together: surely, or on average in a range of five",
    "fit": "eight cards or more of a suit together",
    "support": "a fit for a suit of which partner has shown three cards",
    "agreed": "the suit is agreed as trumps",
    "theirs": "an opponent has shown four cards of the suit, or three where one of them has bid it",
    "ours": "one of us has shown four cards of the suit, or three where one of us has bid it",
    "stopped": "a stopper in every suit of theirs",
    "level": "the cheapest level at which a suit can be bid now",
}
"""Explanations of the words about the partnership, for readers of the notes."""


def notes(system: Sheet | System) -> Document:
    """The notes of a system, with those of the systems it uses; or of one sheet alone.

    >>> from overtrick.bidding.reading import read_text
    >>> from overtrick.render import text_document
    >>> print(text_document(notes(read_text('when opening\\n  1H "major": 12+ hcp, 5+ hearts'))))
    system
    ...
    Nobody has bid
    <BLANKLINE>
    call  name   shows
    1♥    major  12+ hcp, 5+ ♥
    """
    sheets = (system,) if isinstance(system, Sheet) else system.sheets
    switches = {} if isinstance(system, Sheet) else system.switches
    parts = list[Part]()
    above = Vocabulary()
    listed = set[str]()
    for place, sheet in enumerate(sheets):
        if len(sheets) > 1:
            has_title = place > 0 and sheet.title  # the title of the first is that of the document
            parts.append(Heading(f"{sheet.name}: {sheet.title}" if has_title else sheet.name))
        conventions = [each for each in sheet.conventions if each.name not in listed]
        parts += _sheet(sheet, conventions, switches, min(2, len(sheets)))
        parts += _words(sheet, above, min(2, len(sheets)))
        above = sheet.vocabulary
        listed |= {each.name for each in conventions}
    alone = sheets[0].name if len(sheets) == 1 else f"The system {sheets[0].name}"
    return Document(sheets[0].title or alone, tuple(_with_different_headings(parts)))


def in_order(sheet: Sheet) -> list[Block | Remark]:
    """The blocks and remarks in the order of the files, each file where it is included."""
    keys: dict[str, tuple[int, ...]] = {}
    for place, file in sheet.includes:
        keys[file] = (*keys.get(place.file, ()), place.line)

    def key(part: Block | Remark) -> tuple[int, ...]:
        place = part.place if isinstance(part, Block) else part[0]
        return (*keys.get(place.file, ()), place.line)

    return sorted((*sheet.blocks, *sheet.remarks), key=key)


def switch_table(conventions: Iterable[Convention], switches: Mapping[str, bool]) -> TextTable:
    """A table of conventions with their settings."""
    rows = (
        (each.name, each.words, "on" if switches.get(each.name, each.is_on) else "off")
        for each in conventions
    )
    return TextTable(("switch", "convention", "set"), tuple(rows))


# One sheet


def _sheet(
    sheet: Sheet, conventions: Sequence[Convention], switches: Mapping[str, bool], level: int
) -> Iterator[Part]:
    """The parts of a sheet, without conventions already listed; its top headings have this level."""
    if sheet.source:
        yield Paragraph(f"Source: {sheet.source}.")
    if sheet.below:
        yield Paragraph(f"What is not said here is bid as in: {', '.join(sheet.below)}.")
    yield Paragraph(_LETTERS)
    if conventions:
        yield Heading("Conventions", level)
        yield switch_table(conventions, switches)
    depth = level
    for part in in_order(sheet):
        if isinstance(part, Block):
            yield from _block(part, min(_DEEPEST, depth + 1))
            continue
        made = _remark(part[1], level)
        depth = made.level if isinstance(made, Heading) else depth
        yield made


def _remark(text: str, level: int) -> Part:
    if not text.startswith("#"):
        return Paragraph(text.lstrip(">").strip())
    words = text.lstrip("#")
    return Heading(words.strip(), min(_DEEPEST - 1, level + max(0, len(text) - len(words) - 2)))


# Words


def _words(sheet: Sheet, above: Vocabulary, level: int) -> Iterator[Part]:
    """The meanings of a sheet's words, without those already given with the sheet above it."""
    own = tuple(_own_words(sheet, above))
    texts = [entry.text for block in sheet.blocks for entry in block.entries] + [text for _, text in own]
    used = set(re.findall(r"\w+", " ".join(texts)))
    is_told = sheet.points is not system_vocabulary().definitions["points"]
    shared = (
        (word, meaning)
        for word, meaning in SHOWN_WORDS.items()
        if word in used and not (word == "points" and is_told)
    )
    rows = (*own, *shared)
    if rows:
        yield Heading("Words", level)
        yield TextTable(("word", "meaning"), rows)


def _own_words(sheet: Sheet, above: Vocabulary) -> Iterator[tuple[str, str]]:
    known = system_vocabulary().definitions
    for name, each in sheet.vocabulary.definitions.items():
        is_own = name not in known or (name == "points" and each is not known["points"])
        if is_own and above.definitions.get(name) is not each:
            given = ", ".join(parameter.name for parameter in each.parameters)
            yield each.name + (f"({given})" if given else ""), with_symbols(written(each.body))


def _block(block: Block, level: int) -> Iterator[Part]:
    words = context_in_words(block.when)
    yield Heading(words[0].upper() + words[1:], level)
    if block.priority or block.is_complete:
        said = [f"Priority {block.priority}."] if block.priority else []
        said += ["Where this holds, nothing of lower priority counts."] if block.is_complete else []
        yield Paragraph(" ".join(said))
    rows = [_row(entry) for entry in block.entries]
    filled = [place for place in range(len(_COLUMNS)) if any(row[place] for row in rows)]
    heads = tuple(_COLUMNS[place] for place in filled)
    yield TextTable(heads, tuple(tuple(row[place] for place in filled) for row in rows))


def _row(entry: Entry) -> tuple[str, ...]:
    alert = "" if entry.alert is None else entry.alert or "yes"
    return (
        call_in_words(entry),
        f"[{entry.label}] {entry.name}".rstrip() if entry.label else entry.name,
        "anything" if entry.text == "true" else with_symbols(entry.text),
        asks_in_words(entry),
        "; ".join(_besides(entry)),
        alert,
        entry.source,
    )


def _besides(entry: Entry) -> Iterator[str]:
    if entry.convention is not None:
        yield f"if {context_in_words(entry.convention)}"
    if entry.agrees is not None:
        yield f"agrees {suit_in_words(entry.agrees)}"
    for tag in entry.tags:
        suits = ", ".join(suit_in_words(each) for each in tag.suits)
        yield f"shows {tag.name.replace('_', ' ')}" + (f" ({suits})" if suits else "")
    if entry.priority:
        yield f"priority {entry.priority}"
    if entry.is_catch_all:
        yield "for want of anything better"
    if entry.is_read_only:
        yield "understood, but never made"


def _with_different_headings(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts with numbers added to repeated headings, so that all anchors differ."""
    seen = Counter[str]()
    for part in parts:
        if isinstance(part, Heading):
            seen[part.anchor] += 1
            if seen[part.anchor] > 1:
                yield Heading(f"{part.text} ({seen[part.anchor]})", part.level)
                continue
        yield part


# Leads and signals

_HOW_TO_READ = (
    "Holdings go from high cards to low ones: H is an honour, ten or higher, x a card below the ten, ? any "
    "card, and + means that there may be more. Of the lines that speak of a lead the first that fits the "
    "holding counts, from the top of the page. Of several suits, where nothing else speaks for one, that of "
    "the higher priority is led first."
)


def lead_notes(table: CardTable) -> Document:
    """The table of leads as a separate document."""
    return Document(table.title or f"The leads of {table.name}", tuple(lead_parts(table)))


def with_leads(notes: Document, table: CardTable) -> Document:
    """The notes of a system with its leads and signals at the end."""
    title = Heading(table.title or "Opening leads and signals")
    return Document(notes.title, (*notes.blocks, title, *lead_parts(table, level=2)))


def lead_parts(table: CardTable, level: int = 1) -> Iterator[Part]:
    """The parts for leads and signals with the present settings; the top headings have this level."""
    if table.source:
        yield Paragraph(f"Source: {table.source}.")
    yield from (Paragraph(text.lstrip("> ")) for _, text in table.remarks if text.startswith(">"))
    if table.conventions:
        yield Heading("Conventions of leads", level)
        yield switch_table(table.conventions, table.switches)
    if table.own_leads:
        yield Heading("Opening leads", level)
        yield Paragraph(_HOW_TO_READ)
    for (against, only_partners), entries in groupby(
        table.own_leads, key=lambda each: (each.against, each.only_partners_suit)
    ):
        yield Heading(capital(when_in_words(against, only_partners)), level + 1)
        yield _leads(entries)
    if table.own_signals:
        yield Heading("Signals", level)
    for occasion in Occasion:
        if signals := table.signals_when(occasion):
            yield Heading(capital(f"when {occasion.value}"), level + 1)
            signal_rows = ((each.signal.value, each.name, each.shows, each.source) for each in signals)
            yield TextTable(("card", "name", "shows", "source"), tuple(signal_rows))


def _leads(entries: Iterable[LeadEntry]) -> TextTable:
    rows = (
        (
            each.lead_word,
            each.name,
            ", ".join(map(str, each.patterns)),
            str(each.priority) if each.priority else "",
            each.source,
        )
        for each in entries
    )
    return TextTable(("lead", "name", "from", "priority", "source"), tuple(rows))


def when_in_words(against: ContractKind | None, is_partners: bool) -> str:
    """The situation of a lead: ``against a suit``, ``in partner's suit, against notrump``."""
    contract = "against any contract" if against is None else f"against {against.value}"
    return f"in partner's suit, {contract}" if is_partners else contract
