"""``overtrick system NAME --leads``: the table of leads and signals, or one lead and what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import switches_given
from overtrick.core import NotationError, OvertrickError, Rank

if TYPE_CHECKING:
    from overtrick.bidding.carding import Against, CardTable, Lead, LeadEntry, Shown, SignalEntry
    from overtrick.cli.records import Record

__all__ = ["LeadQuestion", "tell_leads"]

_WRITTEN = (".html", ".md", ".txt")
_FEW = 12
"""So many holdings are listed one by one."""


@final
@dataclass(frozen=True)
class LeadQuestion:
    """What somebody wants to know about leads."""

    holding: str | None = None
    card: str | None = None
    against: str | None = None
    is_partners: bool = False

    @staticmethod
    def given(
        leads: bool, holding: str | None, card: str | None, against: str | None, is_partners: bool
    ) -> LeadQuestion | None:
        """The question that the options ask; None for none about leads."""
        question = LeadQuestion(holding, card, against, is_partners)
        if not leads:
            if question != LeadQuestion():
                raise typer.BadParameter("--holding, --card, --against and --partners-suit go with --leads")
            return None
        if holding is not None and card is not None:
            raise typer.BadParameter("choose one of --holding and --card")
        if not question.is_asked and (against is not None or is_partners):
            raise typer.BadParameter("--against and --partners-suit go with --holding or --card")
        return question

    @property
    def is_asked(self) -> bool:
        """Is it about one lead, and not the whole table?"""
        return self.holding is not None or self.card is not None

    @property
    def contracts(self) -> tuple[Against, ...]:
        """The contracts it is about."""
        from overtrick.bidding.carding import Against

        names = {"suit": Against.SUIT, "notrump": Against.NOTRUMP, "nt": Against.NOTRUMP}
        if self.against is None:
            return tuple(Against)
        if self.against.lower() not in names:
            raise typer.BadParameter(
                f"expected suit or notrump, not {self.against[:40]!r}", param_hint="'--against'"
            )
        return (names[self.against.lower()],)


def tell_leads(
    system: str,
    conventions: list[str] | None,
    question: LeadQuestion,
    to_file: Path | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Answer a question about leads, or print the table."""
    from overtrick.bidding.carding import Holding, load_card

    contracts = question.contracts
    table = load_card(system, switches_given(conventions))
    if question.holding is not None:
        held = Holding.parse(question.holding)
        for against in contracts:
            lead = table.lead_from(held, against, question.is_partners)
            _tell(
                _lead_record(table, lead, against, question),
                _lead_lines(table, lead, against, question),
                ascii_only,
                as_json,
            )
    elif question.card is not None:
        rank = _rank(question.card)
        for against in contracts:
            shown = table.holdings_for(rank, against, question.is_partners)
            _tell(_shown_record(table, shown), _shown_lines(table, shown), ascii_only, as_json)
    elif to_file is not None:
        _write(table, to_file)
    elif as_json:
        entries: list[LeadEntry | SignalEntry] = [*table.own_leads, *table.own_signals]
        for each in entries:
            output.print_json(_entry_record(table, each))
    else:
        output.print_words(_notes(table, ".txt").rstrip("\n"), ascii_only)


def _tell(record: Record, lines: Iterator[str], ascii_only: bool, as_json: bool) -> None:
    if as_json:
        output.print_json(record)
    else:
        output.print_words("\n".join(lines), ascii_only)


def _rank(text: str) -> Rank:
    try:
        return Rank.parse(text)
    except NotationError:
        raise NotationError(f"{text[:40]!r} is not a card to lead: expected A K Q J T 9 … 2") from None


# One lead


def _lead_lines(table: CardTable, lead: Lead, against: Against, question: LeadQuestion) -> Iterator[str]:
    from overtrick.bidding.carding.printing import when_in_words
    from overtrick.explain.words_english import capital

    when = when_in_words(against, question.is_partners)
    yield f"{capital(when)}: the {lead.card} from {lead.holding}, {lead.entry.name}"
    patterns = ", ".join(map(str, lead.entry.patterns))
    yield f"  rule: {lead.entry.lead_word} from {patterns} ({_place(table, lead.entry)})"
    if source := lead.entry.source or table.source:
        yield f"  source: {source}"


def _lead_record(table: CardTable, lead: Lead, against: Against, question: LeadQuestion) -> Record:
    return {
        "holding": str(lead.holding),
        "against": against.name.lower(),
        "partners_suit": question.is_partners,
        "card": str(lead.card),
        **_entry_keys(table, lead.entry),
    }


# What a lead shows


def _shown_lines(table: CardTable, shown: Shown) -> Iterator[str]:
    from overtrick.bidding.carding.printing import when_in_words
    from overtrick.explain.words_english import capital

    when = when_in_words(shown.against, shown.is_partners)
    number = len(shown.holdings)
    if not number:
        yield f"{capital(when)}: the {shown.card} is never led"
        return
    cards = (
        f"{shown.length[0]} to {shown.length[1]} cards"
        if shown.length[0] < shown.length[1]
        else ("a singleton" if shown.length[0] == 1 else f"{shown.length[0]} cards")
    )
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


def _shown_record(table: CardTable, shown: Shown) -> Record:
    return {
        "card": str(shown.card),
        "against": shown.against.name.lower(),
        "partners_suit": shown.is_partners,
        "length": list(shown.length) if shown.ways else None,
        "always": [str(rank) for rank in shown.sure],
        "never": [str(rank) for rank in shown.never],
        "ways": [
            {
                **_entry_keys(table, way.entry),
                "percent": 100 * way.share,
                "holdings": [str(each) for each in way.holdings],
            }
            for way in shown.ways
        ],
    }


# The table


def _entry_keys(table: CardTable, entry: LeadEntry) -> Record:
    return {
        "lead": entry.lead_word,
        "name": entry.name,
        "from": [str(each) for each in entry.patterns],
        "priority": entry.priority,
        "source": entry.source or table.source,
        "place": _place(table, entry),
    }


def _entry_record(table: CardTable, entry: LeadEntry | SignalEntry) -> Record:
    from overtrick.bidding.carding import LeadEntry

    about: Record = {
        "system": table.name,
        "if": None if entry.condition is None else str(entry.condition),
    }
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


def _notes(table: CardTable, kind: str) -> str:
    from overtrick.bidding.carding.printing import lead_notes
    from overtrick.render import html_document, markdown, text_document

    written = {".html": html_document, ".md": markdown, ".txt": text_document}[kind]
    return written(lead_notes(table)).rstrip("\n") + "\n"


def _write(table: CardTable, path: Path) -> None:
    kind = path.suffix.lower()
    if kind not in _WRITTEN:
        expected = f"expected a name ending in {', '.join(_WRITTEN[:-1])} or {_WRITTEN[-1]}"
        raise OvertrickError(f"cannot write leads into {str(path)!r}: {expected}")
    try:
        path.write_text(_notes(table, kind), encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write {str(path)!r}: {error.strerror}") from None
    print(f"wrote {path}")
