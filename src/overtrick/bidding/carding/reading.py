"""The reader of tables of leads and signals, ``leads.card``; errors give line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from os import PathLike, fspath
from typing import TypeVar, final

import numpy as np

from overtrick.bidding.carding.entries import (
    PLACES,
    Condition,
    ContractKind,
    LeadEntry,
    Occasion,
    Signal,
    SignalEntry,
)
from overtrick.bidding.carding.holdings import Holding, Pattern
from overtrick.bidding.carding.table import CardTable
from overtrick.bidding.entries import Convention, Place
from overtrick.bidding.errors import BiddingError, SystemFileError, suggestion
from overtrick.bidding.layout import Item, Passage, Statement, lay_out
from overtrick.bidding.library import find_system
from overtrick.core import NotationError, Rank
from overtrick.hands.errors import unread

__all__ = ["FILE", "has_card", "load_card", "parse_card"]

FILE = "leads.card"
_MOST_CONVENTIONS = 6
"""Limit on the conventions: every combination of settings is checked, and each convention doubles them."""
_SYSTEM = re.compile(r'system\s+(?P<name>[A-Za-z_][\w-]*)(?:\s+"(?P<title>[^"]*)")?\s*')
_CONVENTION = re.compile(r'convention\s+(?P<name>[A-Za-z_]\w*)\s+"(?P<words>[^"]*)"\s+(?P<set>on|off)\s*')
_WHEN = re.compile(r"when\s+(?P<what>.*\S)\s*", re.DOTALL)
_LEADING: dict[str, tuple[ContractKind | None, bool]] = {
    f"leading{suit}{'' if against is None else f' against {against.value}'}": (against, bool(suit))
    for suit in ("", " partner's suit")
    for against in (None, *ContractKind)
}
_OCCASIONS = {each.value: each for each in Occasion}
_WORD = re.compile(r"\s*(?P<word>[^\s\"]+)")
_NAME = re.compile(r'\s*"\s*(?P<name>[^"\s][^"]*)"')
_FROM = re.compile(r"\s*from\b")
_PATTERN = re.compile(r"\s*(?P<pattern>[^\s,]+)\s*(?P<comma>,?)")
_SHOWS = re.compile(r"\s*:\s*(?P<shows>.*\S)\s*", re.DOTALL)
_END = re.compile(r"\s*\Z")
_SOURCE = re.compile(r"\s*source\s*:\s*(?P<source>.*\S)\s*", re.DOTALL)
_IF = re.compile(r"\s*if\s+(?P<not>not\s+)?using\s+(?P<name>\w+)\s*")
_PRIORITY = re.compile(r"\s*priority\s+(?P<number>-?[0-9]{1,3})\s*")


def has_card(system: str | PathLike[str]) -> bool:
    """Does a system have a table of leads and signals?

    >>> has_card("sayc"), has_card("natural")
    (True, False)
    """
    return find_system(system).joinpath(FILE).is_file()


def load_card(system: str | PathLike[str], switches: Mapping[str, bool] | None = None) -> CardTable:
    """The leads and signals of a system, from the file ``leads.card`` of its folder.

    >>> load_card("natural")
    Traceback (most recent call last):
    ...
    overtrick.bidding.errors.BiddingError: the system 'natural' has no table of leads: there is no file ...
    """
    folder = find_system(system)
    file = folder.joinpath(FILE)
    if not has_card(system):
        named = fspath(system) if not isinstance(system, str) else system
        raise BiddingError(
            f"the system {named!r} has no table of leads: there is no file {FILE} in its folder"
        )
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BiddingError(f"cannot read {FILE} of the system {folder.name!r}: {unread(error)}") from None
    try:
        return parse_card(text).switched(switches or {})
    except SystemFileError as error:
        raise error.within(folder.name) from None


@lru_cache(8)
def parse_card(text: str) -> CardTable:
    """A table from its text; raises if a holding has no lead or an entry applies to no holding.

    >>> table = parse_card('when leading\\n  top "high" from ?+')
    >>> table.lead_from(Holding.parse("J5"), ContractKind.SUIT).card
    Rank.JACK
    """
    reader = _CardTableReader()
    laid = lay_out(text, FILE)
    for statement in laid.statements:
        reader.read(statement)
    reader.check_conditions()
    told = (reader.name, reader.title, reader.source, tuple(reader.leads), tuple(reader.signals))
    table = CardTable(*told, tuple(reader.conventions.values()), laid.remarks)
    _prove(table, reader)
    return table


_Entry = TypeVar("_Entry", LeadEntry, SignalEntry)


@final
class _CardTableReader:
    """Reads the lines of one card table."""

    def __init__(self) -> None:
        self.name, self.title, self.source = "table", "", ""
        self.leads = list[LeadEntry]()
        self.signals = list[SignalEntry]()
        self.conventions = dict[str, Convention]()
        self.heads = dict[Place, Passage]()
        """The place of each entry in the file."""
        self.mentioned = list[tuple[str, Passage, int]]()
        """The conventions that entries mention."""

    def read(self, statement: Statement) -> None:
        """Read a statement and the lines below it."""
        head, text = statement.head, statement.head.text
        if match := _SYSTEM.fullmatch(text):
            self.name, self.title = match["name"], match["title"] or ""
            self.source = self._only_source(statement)
        elif match := _CONVENTION.fullmatch(text):
            self._convention(match, head)
        elif match := _WHEN.fullmatch(text):
            self._block(statement, " ".join(match["what"].split()), match.start("what"))
        else:
            word = text.split()[0]
            near = suggestion(word, ("system", "convention", "when"))
            expected = "expected 'when leading …', 'when partner leads', 'convention …' or 'system …'"
            head.fail(f"{word!r} begins nothing{near}" if near else expected)

    def _only_source(self, statement: Statement) -> str:
        found = ""
        for item in statement.items:
            source = _source(item.head)
            if source is None or item.lines:
                item.head.fail("expected 'source: …', the only line that can stand below 'system'")
            found = source
        return found

    def _convention(self, match: re.Match[str], head: Passage) -> None:
        name, start = match["name"], match.start("name")
        if name in self.conventions:
            head.fail(f"the convention {name!r} is there already", start)
        if len(self.conventions) == _MOST_CONVENTIONS:
            head.fail(f"more than {_MOST_CONVENTIONS} conventions are too many to prove", start)
        words, is_on = " ".join(match["words"].split()), match["set"] == "on"
        self.conventions[name] = Convention(name, words, is_on, head.place(start))

    # Blocks

    def _block(self, statement: Statement, what: str, position: int) -> None:
        if not statement.items:
            statement.head.fail("there is no entry below this line")
        source = ""
        if what not in _LEADING and what not in _OCCASIONS:
            known = [*list(_LEADING)[:3], *_OCCASIONS]
            near = suggestion(what, known) or f": expected {', '.join(known)} or leading partner's suit …"
            statement.head.fail(f"nobody knows when {what!r} is{near}", position)
        for place, item in enumerate(statement.items):
            if place == 0 and (said := _source(item.head)) is not None:
                source = said
            elif what in _OCCASIONS:
                self._signal(item, _OCCASIONS[what], source)
            else:
                self._lead(item, *_LEADING[what], source)

    def _lead(self, item: Item, against: ContractKind | None, only_partners_suit: bool, source: str) -> None:
        head = item.head
        lead, position = self._led(head)
        name, position = _name(head, position)
        came_from = _taken(head, _FROM, position, "expected 'from' and the holdings it is led from")
        patterns = tuple(self._patterns(head, came_from.end(), lead))
        place = head.place(head.start)
        entry = LeadEntry(lead, name, patterns, against, only_partners_suit, place, source=source)
        self.heads[place] = head
        self.leads.append(self._with_lines(entry, item))

    def _led(self, head: Passage) -> tuple[int | Rank, int]:
        word, position = _first_word(head)
        if word in PLACES:
            return PLACES[word], position
        try:
            return Rank.parse(word), position
        except NotationError:
            head.fail(f"{word!r} is no card to lead: expected A K Q J T 9 … 2 or {', '.join(PLACES)}")

    def _patterns(self, head: Passage, position: int, lead: int | Rank) -> Iterator[Pattern]:
        while True:
            match = _taken(head, _PATTERN, position, "expected a holding such as KQ?+")
            start = match.start("pattern")
            try:
                pattern = Pattern.parse(match["pattern"])
            except NotationError as error:
                head.fail(error.faults[0], start)
            if not _has(pattern, lead):
                head.fail(f"from {str(pattern)!r} this card is not always there to lead", start)
            yield pattern
            position = match.end()
            if not match["comma"]:
                break
        _taken(head, _END, position, "expected a comma before another holding")

    def _signal(self, item: Item, occasion: Occasion, source: str) -> None:
        head = item.head
        word, position = _first_word(head)
        signal = next((each for each in Signal if each.value == word), None)
        if signal is None:
            known = ", ".join(each.value for each in Signal)
            head.fail(f"{word!r} is no signal: expected {known}")
        name, position = _name(head, position)
        shows = _taken(head, _SHOWS, position, "expected a colon and what it shows")
        words = " ".join(shows["shows"].split())
        entry = SignalEntry(signal, name, words, occasion, head.place(head.start), source=source)
        self.signals.append(self._with_lines(entry, item))

    def _with_lines(self, entry: _Entry, item: Item) -> _Entry:
        """An entry with the properties below it: a source, a condition or, for a lead, a priority."""
        for line in item.lines:
            if (source := _source(line)) is not None:
                entry = replace(entry, source=source)
            elif match := _IF.fullmatch(line.text):
                self.mentioned.append((match["name"], line, match.start("name")))
                entry = replace(entry, condition=Condition(match["name"], match["not"] is None))
            elif isinstance(entry, LeadEntry) and (match := _PRIORITY.fullmatch(line.text)):
                entry = replace(entry, priority=int(match["number"]))
            else:
                line.fail(
                    "expected 'source: …', 'if using NAME', 'if not using NAME' or, below a lead, "
                    "'priority N'"
                )
        return entry

    def check_conditions(self) -> None:
        """Raise if an entry mentions an unknown convention."""
        for name, passage, position in self.mentioned:
            if name not in self.conventions:
                near = suggestion(name, self.conventions)
                passage.fail(f"there is no convention {name!r}{near}", position)


def _name(head: Passage, position: int) -> tuple[str, int]:
    match = _taken(head, _NAME, position, "expected a name in quotes")
    return " ".join(match["name"].split()), match.end()


def _first_word(head: Passage) -> tuple[str, int]:
    """The first word and its end; empty if the line begins with a name in quotes."""
    match = _WORD.match(head.text)
    return (match["word"], match.end()) if match else ("", 0)


def _source(line: Passage) -> str | None:
    """The text of a line ``source: …``; None for any other line."""
    match = _SOURCE.fullmatch(line.text)
    return " ".join(match["source"].split()) if match else None


def _taken(head: Passage, pattern: re.Pattern[str], position: int, expected: str) -> re.Match[str]:
    """The match of a pattern at a position; if there is none, an error that says what was expected."""
    match = pattern.match(head.text, position)
    if match is None:
        rest = head.text[position:]
        head.fail(expected, position + len(rest) - len(rest.lstrip()))
    return match


def _has(pattern: Pattern, lead: int | Rank) -> bool:
    """Does every holding that matches the pattern have the card?"""
    if isinstance(lead, Rank):
        return str(lead) in pattern.letters
    return lead < len(pattern.letters)


# Checks of the whole table


def _prove(table: CardTable, reader: _CardTableReader) -> None:
    """Raise if the table has no lead from some holding, or an entry that never applies."""
    if not table.leads:
        return
    used = set[int]()
    names = [each.name for each in table.conventions]
    for settings in product((False, True), repeat=len(names)):
        switched = table.switched(dict(zip(names, settings, strict=True)))
        for against, is_partners in product(ContractKind, (False, True)):
            chosen = switched.chosen(against, is_partners).entry
            used |= set(chosen[1:].tolist())
            if (left := np.flatnonzero(chosen[1:] < 0) + 1).size:
                where = ", in partner's suit" if is_partners else ""
                _refuse_gap(switched, [Holding(int(bits)) for bits in left], f"{against.value}{where}")
    for place, entry in enumerate(table.leads):
        if place not in used:
            reader.heads[entry.place].fail("no holding is left for this entry: those above take them all")


def _refuse_gap(table: CardTable, left: list[Holding], situation: str) -> None:
    example = min(left, key=lambda each: (len(each), -each.bits))
    odd = [
        f"{each.name} {'off' if each.is_on else 'on'}"
        for each in table.conventions
        if table.switches[each.name] is not each.is_on
    ]
    setting = f", with {' and '.join(odd)}" if odd else ""
    also = f" and from {len(left) - 1:,} other holdings" if len(left) > 1 else ""
    what = f"from {str(example)!r} nothing is led against {situation}{setting}{also}"
    last = max(entry.place for entry in table.leads)
    raise SystemFileError(f"{what}: every holding needs an entry", last)
