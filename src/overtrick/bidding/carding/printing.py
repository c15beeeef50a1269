"""The leads and signals of a system as a document, to be printed alone or at the end of its notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from overtrick.bidding.carding.entries import Against, LeadEntry, Occasion
from overtrick.bidding.carding.table import CardTable
from overtrick.bidding.printing import switch_table
from overtrick.core.english import capital
from overtrick.render import Document, Heading, Paragraph, Table
from overtrick.render.document import Block as Part

__all__ = ["lead_notes", "lead_parts", "when_in_words", "with_leads"]

_HOW_TO_READ = (
    "Holdings go from high cards to low ones: H is an honour, ten or higher, x a card below the ten, ? any "
    "card, and + means that there may be more. Of the lines that speak of a lead the first that fits the "
    "holding counts, from the top of the page. Of several suits, where nothing else speaks for one, that of "
    "the higher priority is led first."
)


def lead_notes(table: CardTable) -> Document:
    """The table as a document of its own."""
    return Document(table.title or f"The leads of {table.name}", tuple(lead_parts(table)))


def with_leads(notes: Document, table: CardTable) -> Document:
    """The notes of a system with its leads and signals at the end."""
    title = Heading(table.title or "Opening leads and signals")
    return Document(notes.title, (*notes.blocks, title, *lead_parts(table, level=2)))


def lead_parts(table: CardTable, level: int = 1) -> Iterator[Part]:
    """The parts of a document, headings from this level on: leads, then signals, as conventions are set."""
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
            yield Table(("card", "name", "shows", "source"), tuple(signal_rows))


def _leads(entries: Iterable[LeadEntry]) -> Table:
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
    return Table(("lead", "name", "from", "priority", "source"), tuple(rows))


def when_in_words(against: Against | None, is_partners: bool) -> str:
    """The situation of a lead: ``against a suit``, ``in partner's suit, against notrump``."""
    contract = "against any contract" if against is None else f"against {against.value}"
    return f"in partner's suit, {contract}" if is_partners else contract
