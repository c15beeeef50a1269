"""Findings of the checker as data: each with its hands, a witness, and a stable key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from os import PathLike
from pathlib import Path
from typing import ClassVar, TypeAlias, final

from overtrick.bidding.entries import Entry
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.interpretation import Interpretation
from overtrick.bidding.library import find_system, known_systems
from overtrick.bidding.system import System
from overtrick.core import Auction, Call, CardSet, Contract, Deal
from overtrick.hands.errors import unread

__all__ = [
    "FILE",
    "CatchAll",
    "DeadEntry",
    "EntryRef",
    "EntryRefs",
    "FalseExplanation",
    "Finding",
    "Gift",
    "HandsFinding",
    "Location",
    "NoCall",
    "OddCall",
    "PassedForcing",
    "Share",
    "Tie",
    "accepted_by",
    "call_ref",
    "collected",
    "entry_refs",
    "read_accepted",
    "write_accepted",
]

_SURE = 1.96
"""Standard deviations on either side of a 95 % confidence interval."""


@final
@dataclass(frozen=True)
class Share:
    """A share of the hands that reach a decision, exact or from a sample."""

    hands: int
    of: int
    is_sampled: bool = False

    @property
    def fraction(self) -> float:
        """The share."""
        return self.hands / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson); a single point if it is exact."""
        if not self.is_sampled or not self.of:
            return self.fraction, self.fraction
        square, number = _SURE**2, self.of
        middle = (self.fraction + square / (2 * number)) / (1 + square / number)
        spread = self.fraction * (1 - self.fraction) / number + square / (4 * number**2)
        reach = _SURE * sqrt(spread) / (1 + square / number)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@final
@dataclass(frozen=True)
class EntryRef:
    """A reference to an entry of a system: its place and its names."""

    system: str
    file: str
    line: int
    call: str
    name: str
    number: int = 1
    """Its number among the entries of the file with the same call and name, from 1."""

    @property
    def key(self) -> str:
        """A stable key, which does not change when lines are added to the file."""
        number = f" {self.number}" if self.number > 1 else ""
        return f"{self.system}/{self.file.removesuffix('.bid')} {self.call} {self.name!r}{number}"


EntryRefs: TypeAlias = Mapping[Entry, EntryRef]


def entry_refs(system: System) -> EntryRefs:
    """The reference to each entry of a system."""
    found, numbers = dict[Entry, EntryRef](), Counter[tuple[str, str, str, str]]()
    for rule in system.rules:
        entry = rule.entry
        label = f"[{entry.label}] " if entry.label else ""
        sheet, place, called = system.sheets[rule.layer].name, entry.place, (label + entry.name).strip()
        name = (sheet, place.file, entry.call.text(_call, str), called)
        numbers[name] += 1
        found[entry] = EntryRef(sheet, place.file, place.line, name[2], called, numbers[name])
    return found


def _call(call: Call) -> str:
    return "pass" if call is Call.PASS else str(call)


def call_ref(interpretation: Interpretation, refs: EntryRefs) -> str:
    """A call with the entry that makes it, if only one does."""
    entries = list(dict.fromkeys(each.rule.entry for each in interpretation.rules))
    return f"{interpretation.call}" + (f" ({refs[entries[0]].key})" if len(entries) == 1 else "")


@final
@dataclass(frozen=True)
class Location:
    """The place of a finding: an auction, the calls it answers, and how often it occurred."""

    auction: tuple[Call, ...]
    """Calls from the dealer on; the next player is the one to call."""
    after: str
    """The last calls with their entries, which hardly differ from walk to walk."""
    times: int
    """The number of boards of the walk that reached such auctions."""
    auctions: int = 1


@dataclass(frozen=True)
class Finding:
    """A fault of a system, with its place."""

    location: Location
    kind: ClassVar[str]
    subject: ClassVar[str] = "{0.location.after}"
    """A format string for the part of the key that identifies a finding among those of its kind."""

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.subject.format(self)}"


@dataclass(frozen=True)
class HandsFinding(Finding):
    """A finding about hands, with one of them as a witness."""

    share: Share
    witness: CardSet


@final
@dataclass(frozen=True)
class NoCall(HandsFinding):
    """Hands for which the system has no call."""

    is_forced: bool
    """Is the auction forcing, so that such hands, which pass, must not pass?"""
    kind = "no call"


@final
@dataclass(frozen=True)
class Tie(HandsFinding):
    """Hands to which two blocks of equal priority would give different calls."""

    rule: EntryRef
    call: Call
    other: EntryRef
    other_call: Call
    kind = "tie"
    subject = "{0.rule.key} / {0.other.key}"


@dataclass(frozen=True)
class CallFinding(HandsFinding):
    """Hands for which a rule's call is wrong."""

    rule: EntryRef | None
    """The rule; None for a pass because no rule fits."""
    call: Call
    subject = "{0.call} {0.rule_key}, {0.location.after}"

    @property
    def rule_key(self) -> str:
        """The key of the rule, if there is one."""
        return self.rule.key if self.rule else "no rule"


@final
@dataclass(frozen=True)
class FalseExplanation(CallFinding):
    """Hands that make a call but do not match its stated meaning."""

    kind = "false explanation"


@final
@dataclass(frozen=True)
class OddCall(CallFinding):
    """Hands that make a call that partner reads as impossible."""

    kind = "odd call"


@final
@dataclass(frozen=True)
class PassedForcing(HandsFinding):
    """Hands that pass in a forcing auction."""

    rule: EntryRef
    kind = "forcing call passed"
    subject = "{0.rule.key}, {0.location.after}"


@final
@dataclass(frozen=True)
class DeadEntry(Finding):
    """An entry that makes no call, though its block applied.

    The location is the most frequent auction where it applied; `auctions` is the number of those checked.
    """

    rule: EntryRef
    kind = "dead entry"
    subject = "{0.rule.key}"


@final
@dataclass(frozen=True)
class CatchAll(Finding):
    """A catch-all (or all catch-alls together) that makes too many calls.

    The location is the auction where it makes most of them.
    """

    share: Share
    """The share of the hands in this auction."""
    witness: CardSet | None
    rule: EntryRef | None
    """The entry; None for all catch-alls together."""
    calls: Share
    """The share of all calls of the walk."""
    kind = "catch-all"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.rule.key if self.rule else 'all together'}"


@final
@dataclass(frozen=True)
class Gift(CallFinding):
    """Hands for which a rule's call lets the other side gain by a call close to the system's own.

    The location is the auction before the losing call, with the number of boards and auctions in which such a
    decision occurred; the share is of the deals on which the gaining calls were tried.
    """

    imps: float
    """The mean loss on each of those deals, in IMPs."""
    better: Contract
    """The contract they should have played in the example, or left to the other side, perhaps doubled."""
    deal: Deal
    auction: Auction
    """The whole auction of the example; the gaining call is at `place`."""
    place: int
    instead_of: Call
    """The system's own call there."""
    kind = "gift"


def collected(found: Iterable[HandsFinding]) -> list[HandsFinding]:
    """One finding for each key: the most frequent one, with the number of auctions that have one like it."""
    by_key = dict[str, list[HandsFinding]]()
    for each in found:
        by_key.setdefault(each.key, []).append(each)
    worst = [(max(some, key=_weight), len(some)) for some in by_key.values()]
    made = [replace(each, location=replace(each.location, auctions=number)) for each, number in worst]
    return sorted(made, key=_weight, reverse=True)


def _weight(finding: HandsFinding) -> float:
    """The expected number of boards of the walk with such a hand."""
    return finding.location.times * finding.share.fraction


# Accepted findings: a file in the system's folder, with one line for each key and its reason

FILE = "accepted.txt"
"""The name of the file."""

_HEAD = "# What `overtrick check` finds in this system and why it may stay. The list may only become shorter."
_NO_REASON = "not yet looked at"


def read_accepted(text: str) -> dict[str, str]:
    """The reasons of accepted findings, by key.

    >>> read_accepted("# why not\\ntie: a / b  # either will do\\n")
    {'tie: a / b': 'either will do'}
    """
    found = dict[str, str]()
    for line in text.splitlines():
        key, _, reason = line.partition("  # ")
        if key.strip() and not key.startswith("#"):
            found[key.strip()] = reason.strip()
    return found


def accepted_by(system: str | PathLike[str]) -> dict[str, str]:
    """The accepted findings of a system's folder; empty if it has no list."""
    file = find_system(system) / FILE
    if not file.is_file():
        return {}
    try:
        return read_accepted(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BiddingError(f"cannot read {FILE}: {unread(error)}") from None


def write_accepted(
    system: str | PathLike[str],
    findings: Iterable[Finding],
    reasons: Mapping[str, str],
    kept: Iterable[str] = (),
) -> Path:
    """Write the list of accepted findings, with the reasons known for them; returns its file.

    The keys in `kept` stay in the list even if they were not checked.
    """
    folder = find_system(system)
    if str(system).lower() in known_systems():
        raise BiddingError(f"{system} comes with the package: accept findings in a folder of your own")
    keys = sorted({*kept, *(each.key for each in findings)})
    lines = [_HEAD, *(f"{key}  # {reasons.get(key) or _NO_REASON}" for key in keys)]
    file = folder / FILE
    try:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise BiddingError(f"cannot write {str(file)!r}: {error.strerror}") from None
    return file
