"""``overtrick system``: the notes of a bidding system, in several forms; or which systems there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import Conventions, system_given
from overtrick.cli.leads import LeadQuestion, tell_leads
from overtrick.cli.options import Ascii, Json, one_of
from overtrick.core import OvertrickError

if TYPE_CHECKING:
    from overtrick.bidding import System
    from overtrick.bidding.entries import Block, Convention, Entry, Sheet
    from overtrick.cli.records import Record

__all__ = ["system"]


def system(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A system that comes along, or a folder with one.")
    ] = None,
    convention: Conventions = None,
    as_bml: Annotated[
        bool, typer.Option("--bml", help="Bridge Bidding Markup Language, for other programs.")
    ] = False,
    to_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write them: .html, .md, .bml or .txt."),
    ] = None,
    leads: Annotated[bool, typer.Option("--leads", help="Opening leads and signals instead.")] = False,
    holding: Annotated[
        str | None, typer.Option(metavar="CARDS", help="With --leads: which card is led from KQT4, and why.")
    ] = None,
    card: Annotated[
        str | None, typer.Option(metavar="RANK", help="With --leads: what a lead of this card shows.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="suit|notrump", help="With --holding or --card; else both.")
    ] = None,
    partners_suit: Annotated[
        bool, typer.Option("--partners-suit", help="With --holding or --card: in a suit that partner bid.")
    ] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Print the notes of a bidding system; without NAME, list the systems there are and their conventions."""
    one_of(json=as_json, bml=as_bml, output=to_file is not None)
    question = LeadQuestion.given(leads, holding, card, against, partners_suit)
    if name is None:
        if as_bml or to_file is not None or convention or question is not None:
            raise typer.BadParameter("which system? Give its name")
        _list_systems(ascii_only, as_json)
        return
    if question is not None:
        one_of(leads=True, bml=as_bml)
        one_of(**{"holding or --card": question.is_asked, "output": to_file is not None})
        tell_leads(name, convention, question, to_file, ascii_only, as_json)
        return
    found = system_given(name, convention)
    if to_file is not None:
        _write(found, name, to_file)
    elif as_json:
        for sheet in found.sheets:
            for block in sheet.blocks:
                for entry in block.entries:
                    output.print_json(_entry_record(sheet, block, entry))
    else:
        output.print_words(_notes(found, name, ".bml" if as_bml else ".txt").rstrip("\n"), ascii_only)


# The systems there are


def _list_systems(ascii_only: bool, as_json: bool) -> None:
    from overtrick.bidding import known_systems
    from overtrick.bidding.reading import read_sheets

    for name in known_systems():
        sheet = read_sheets(name)[0]
        of_leads = _lead_conventions(name)
        if as_json:
            output.print_json(_sheet_record(sheet, of_leads))
            continue
        uses = f" (with {', '.join(sheet.below)} beneath it)" if sheet.below else ""
        output.print_words(f"{name}: {sheet.title}{uses}", ascii_only)
        for each in (*sheet.conventions, *of_leads):
            state, where = ("on" if each.is_on else "off"), (" (with --leads)" if each in of_leads else "")
            output.print_words(f"  {each.name}={state}  {each.words}{where}", ascii_only)


def _lead_conventions(name: str) -> tuple[Convention, ...]:
    """What can be switched in the leads and signals of a system."""
    from overtrick.bidding.carding import has_card, load_card

    return load_card(name).conventions if has_card(name) else ()


def _sheet_record(sheet: Sheet, of_leads: tuple[Convention, ...]) -> Record:
    return {
        "system": sheet.name,
        "title": sheet.title,
        "source": sheet.source,
        "uses": list(sheet.below),
        "conventions": [
            {"name": each.name, "words": each.words, "on": each.is_on, "leads": each in of_leads}
            for each in (*sheet.conventions, *of_leads)
        ],
        "entries": sum(len(block.entries) for block in sheet.blocks),
    }


# One system


def _entry_record(sheet: Sheet, block: Block, entry: Entry) -> Record:
    from overtrick.bidding.context_words import call_in_words, context_in_words

    also = None if entry.convention is None else context_in_words(entry.convention)
    return {
        "system": sheet.name,
        "call": call_in_words(entry),
        "context": block.text,
        "context_words": context_in_words(block.when),
        "if": also,
        "name": entry.name,
        "label": entry.label,
        "shows": entry.text,
        "disposition": entry.disposition.value,
        "until": None if entry.until is None else str(entry.until),
        "alert": entry.alert is not None,
        "alert_words": entry.alert,
        "priority": block.priority + entry.priority,
        "source": entry.source or sheet.source,
        "place": f"{sheet.name}/{entry.place}",
    }


def _notes(system: System, folder: str, kind: str) -> str:
    from overtrick.bidding.bml import bml
    from overtrick.bidding.carding import has_card, load_card
    from overtrick.bidding.carding.printing import with_leads
    from overtrick.bidding.printing import notes
    from overtrick.render import html_document, markdown, text_document

    if kind == ".bml":
        beneath = ", ".join(sheet.name for sheet in system.sheets[1:])
        if beneath:
            output.note(f"what {system.name} does not say is in {beneath}: print that by itself")
        return bml(system.sheets[0])
    written = {".html": html_document, ".md": markdown, ".txt": text_document}[kind]
    told = notes(system)
    return written(with_leads(told, load_card(folder)) if has_card(folder) else told).rstrip("\n") + "\n"


def _write(system: System, folder: str, path: Path) -> None:
    kind = path.suffix.lower()
    if kind not in (".html", ".md", ".bml", ".txt"):
        raise OvertrickError(
            f"cannot write notes into {str(path)!r}: expected a name ending in .html, .md, .bml or .txt"
        )
    try:
        path.write_text(_notes(system, folder, kind), encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write {str(path)!r}: {error.strerror}") from None
    print(f"wrote {path}")
