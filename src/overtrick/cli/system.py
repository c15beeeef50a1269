"""``overtrick system``: the notes of a bidding system, in several forms, or a list of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from overtrick.bidding import System, known_systems
from overtrick.bidding.bml import bml
from overtrick.bidding.cache import load_sheets
from overtrick.bidding.carding import (
    CardTable,
    ContractKind,
    Holding,
    Lead,
    LeadEntry,
    LeadMeaning,
    SignalEntry,
    has_card,
    load_card,
)
from overtrick.bidding.context_words import call_in_words, context_in_words
from overtrick.bidding.entries import Block, Convention, Entry, Sheet
from overtrick.bidding.printing import lead_notes, notes, when_in_words, with_leads
from overtrick.cli import output
from overtrick.cli.bidding_options import load_system, switches
from overtrick.cli.options import Conventions, argument, exclusive, flag, option, output_option, refused
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.core import NotationError, OvertrickError, Rank
from overtrick.core.english import capital, series
from overtrick.render import Document, html_document, markdown, text_document

__all__ = ["SUBCOMMANDS", "system"]


_DOCUMENTS = {".html": html_document, ".md": markdown, ".txt": text_document}
Notes = Annotated[Path | None, output_option("Write them: .html, .md, .txt, or the bidding .bml.")]


def system(
    name: Annotated[str | None, argument("NAME", "A system by name, or its folder; without, a list.")] = None,
    convention: Conventions = None,
    as_bml: Annotated[bool, flag("--bml", "Bridge Bidding Markup Language, for other programs.")] = False,
    to_file: Notes = None,
    style: Style = PLAIN,
) -> None:
    """Print the notes of a bidding system, or list the systems there are.

    Without NAME, the systems that come along and their conventions.
    """
    exclusive(json=style.as_json, bml=as_bml, output=to_file)
    if name is None:
        if as_bml or to_file is not None or convention:
            raise typer.BadParameter("which system? Give its name")
        _list_systems(style)
        return
    found = load_system(name, convention)
    if to_file is not None:
        _write(to_file, "notes", (".html", ".md", ".bml", ".txt"), lambda kind: _notes(found, name, kind))
    elif style.as_json:
        for sheet in found.sheets:
            for block in sheet.blocks:
                for entry in block.entries:
                    output.print_json(_entry_record(sheet, block, entry))
    else:
        style.print_words(_notes(found, name, ".bml" if as_bml else ".txt").rstrip("\n"))


# The list of systems


def _list_systems(style: Style) -> None:
    for name in known_systems():
        sheet = load_sheets(name)[0]
        of_leads = load_card(name).conventions if has_card(name) else ()
        if style.as_json:
            output.print_json(_sheet_record(sheet, of_leads))
            continue
        uses = f" (with {', '.join(sheet.below)} beneath it)" if sheet.below else ""
        style.print_words(f"{name}: {sheet.title}{uses}")
        for each in (*sheet.conventions, *of_leads):
            state, where = ("on" if each.is_on else "off"), (" (leads)" if each in of_leads else "")
            style.print_words(f"  {each.name}={state}  {each.words}{where}")


def _sheet_record(sheet: Sheet, of_leads: tuple[Convention, ...]) -> Record:
    return {
        "system": sheet.name,
        "title": sheet.title,
        "source": sheet.source,
        "uses": sheet.below,
        "conventions": [
            {"name": each.name, "words": each.words, "on": each.is_on, "leads": each in of_leads}
            for each in (*sheet.conventions, *of_leads)
        ],
        "entries": sum(len(block.entries) for block in sheet.blocks),
    }


# One system


def _entry_record(sheet: Sheet, block: Block, entry: Entry) -> Record:
    also = None if entry.convention is None else context_in_words(entry.convention)
    return {
        "system": sheet.name,
        "call": call_in_words(entry),
        "context": block.text,
        "context_words": context_in_words(block.when),
        "if": also,
        **output.attributes(entry, "name", "label"),
        "shows": entry.text,
        "disposition": entry.disposition.value,
        "until": entry.until,
        "alert": entry.alert is not None,
        "alert_words": entry.alert,
        "priority": block.priority + entry.priority,
        "source": entry.source or sheet.source,
        "place": f"{sheet.name}/{entry.place}",
    }


def _notes(system: System, folder: str, kind: str) -> str:
    if kind == ".bml":
        beneath = ", ".join(sheet.name for sheet in system.sheets[1:])
        if beneath:
            output.note(f"what {system.name} does not say is in {beneath}: print that by itself")
        return bml(system.sheets[0])
    told = notes(system)
    return _written(with_leads(told, load_card(folder)) if has_card(folder) else told, kind)


def _written(document: Document, kind: str) -> str:
    return _DOCUMENTS[kind](document).rstrip("\n") + "\n"


def _write(path: Path, what: str, kinds: tuple[str, ...], notes_as: Callable[[str], str]) -> None:
    kind = path.suffix.lower()
    if kind not in kinds:
        expected = f"expected a name ending in {series(kinds, 'or')}"
        raise OvertrickError(f"cannot write {what} into {str(path)!r}: {expected}")
    output.write_text(path, notes_as(kind))
    print(f"wrote {path}")


# Leads and signals


_FEW = 12
"""Up to this many holdings are listed one by one."""


def leads(
    name: Annotated[str, argument("NAME", "A system by name, or its folder.")],
    holding: Annotated[
        str | None, option("--holding", "CARDS", "Which card is led from KQT4, and why.")
    ] = None,
    card: Annotated[str | None, option("--card", "RANK", "What a lead of this card shows.")] = None,
    against: Annotated[
        str | None, option("--against", "suit|notrump", "With --holding or --card; else both.")
    ] = None,
    partners_suit: Annotated[
        bool, flag("--partners-suit", "With --holding or --card: in a suit that partner bid.")
    ] = False,
    convention: Conventions = None,
    to_file: Notes = None,
    style: Style = PLAIN,
) -> None:
    """Print the opening leads and signals of a system, or explain one lead."""
    exclusive(json=style.as_json, output=to_file)
    exclusive(holding=holding, card=card)
    is_question = holding is not None or card is not None
    exclusive(**{"holding or --card": is_question, "output": to_file})
    if not is_question and (against is not None or partners_suit):
        raise typer.BadParameter("--against and --partners-suit go with --holding or --card")
    contracts, table = _contracts(against), load_card(name, switches(convention))
    if holding is not None:
        held = Holding.parse(holding)
        for each in contracts:
            lead = table.lead_from(held, each, partners_suit)
            record = _lead_record(table, lead, each, partners_suit)
            lines = _lead_lines(table, lead, each, partners_suit)
            style.print_answer(record, lines)
    elif card is not None:
        for each in contracts:
            meaning = table.holdings_for(_rank(card), each, partners_suit)
            style.print_answer(_meaning_record(table, meaning), _meaning_lines(meaning))
    elif to_file is not None:
        _write(to_file, "leads", (".html", ".md", ".txt"), lambda kind: _written(lead_notes(table), kind))
    elif style.as_json:
        entries: list[LeadEntry | SignalEntry] = [*table.own_leads, *table.own_signals]
        for entry in entries:
            output.print_json(_lead_entry_record(table, entry))
    else:
        style.print_words(_written(lead_notes(table), ".txt").rstrip("\n"))


def _contracts(against: str | None) -> tuple[ContractKind, ...]:
    """The contracts that are led against."""
    names = {"suit": ContractKind.SUIT, "notrump": ContractKind.NOTRUMP, "nt": ContractKind.NOTRUMP}
    if against is None:
        return tuple(ContractKind)
    if against.lower() not in names:
        raise refused("--against", f"expected suit or notrump, not {against[:40]!r}")
    return (names[against.lower()],)


def _rank(text: str) -> Rank:
    try:
        return Rank.parse(text)
    except NotationError:
        raise NotationError(f"{text[:40]!r} is not a card to lead: expected A K Q J T 9 … 2") from None


# One lead


def _lead_lines(table: CardTable, lead: Lead, against: ContractKind, is_partners: bool) -> Iterator[str]:
    when = when_in_words(against, is_partners)
    yield f"{capital(when)}: the {lead.card} from {lead.holding}, {lead.entry.name}"
    patterns = ", ".join(map(str, lead.entry.patterns))
    yield f"  rule: {lead.entry.lead_word} from {patterns} ({_place(table, lead.entry)})"
    if source := lead.entry.source or table.source:
        yield f"  source: {source}"


def _lead_record(table: CardTable, lead: Lead, against: ContractKind, is_partners: bool) -> Record:
    return {
        "holding": lead.holding,
        "against": against.name.lower(),
        "partners_suit": is_partners,
        "card": lead.card,
        **_entry_keys(table, lead.entry),
    }


# What a lead shows


def _meaning_lines(shown: LeadMeaning) -> Iterator[str]:
    when = when_in_words(shown.against, shown.is_partners)
    number = len(shown.holdings)
    if not number:
        yield f"{capital(when)}: the {shown.card} is never led"
        return
    least, most = shown.length
    cards = "a singleton" if most == 1 else f"{most} cards" if least == most else f"{least} to {most} cards"
    yield f"{capital(when)}: the {shown.card} shows {cards}, {_holdings(number)}"
    for ranks, words in ((shown.sure, "always with"), (shown.never, "never with")):
        if ranks:
            yield f"  {words} the {' '.join(map(str, ranks))}"
    for way in shown.ways:
        listed = ": " + " ".join(map(str, reversed(way.holdings))) if len(way.holdings) <= _FEW else ""
        what = f"{way.entry.name} ({', '.join(map(str, way.patterns))})"
        yield f"  {100 * way.share:4.1f}%  {what}, {_holdings(len(way.holdings))}{listed}"


def _holdings(number: int) -> str:
    return f"{number:,} {'holding' if number == 1 else 'holdings'}"


def _meaning_record(table: CardTable, shown: LeadMeaning) -> Record:
    return {
        "card": shown.card,
        "against": shown.against.name.lower(),
        "partners_suit": shown.is_partners,
        "length": shown.length if shown.ways else None,
        "always": shown.sure,
        "never": shown.never,
        "ways": [
            _entry_keys(table, way.entry) | {"percent": 100 * way.share, "holdings": way.holdings}
            for way in shown.ways
        ],
    }


# The table


def _entry_keys(table: CardTable, entry: LeadEntry) -> Record:
    return {
        "lead": entry.lead_word,
        "name": entry.name,
        "from": entry.patterns,
        "priority": entry.priority,
        "source": entry.source or table.source,
        "place": _place(table, entry),
    }


def _lead_entry_record(table: CardTable, entry: LeadEntry | SignalEntry) -> Record:
    about: Record = {"system": table.name, "if": entry.condition}
    if isinstance(entry, LeadEntry):
        against = None if entry.against is None else entry.against.name.lower()
        where: Record = {"kind": "lead", "against": against, "partners_suit": entry.only_partners_suit}
        return about | where | _entry_keys(table, entry)
    return about | {
        "kind": "signal",
        "when": entry.occasion.value,
        "card": entry.signal.value,
        "name": entry.name,
        "shows": entry.shows,
        "source": entry.source or table.source,
        "place": _place(table, entry),
    }


def _place(table: CardTable, entry: LeadEntry | SignalEntry) -> str:
    return f"{table.name}/{entry.place}"


SUBCOMMANDS = {"leads": leads}
