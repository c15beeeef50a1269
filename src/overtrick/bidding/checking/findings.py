"""What can be wrong with a system, as data: each finding with its hands, a witness, and a name that stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar, TypeAlias, final

from overtrick.bidding.entries import CallPattern, Entry, Level
from overtrick.bidding.system import System
from overtrick.core import Auction, Call, CardSet, Contract, Deal

__all__ = [
    "CatchAll",
    "Dead",
    "FalseExplanation",
    "Finding",
    "Gift",
    "NoCall",
    "Odd",
    "PassedForcing",
    "Rule",
    "Seen",
    "Share",
    "Tie",
    "collected",
    "rules_of",
]

_SURE = 1.96
"""Standard deviations on either side: 95 of 100 intervals hold the truth."""


@final
@dataclass(frozen=True)
class Share:
    """So many hands of those that come so far; of all hands there are, or of a sample."""

    hands: int
    of: int
    is_sampled: bool = False

    @property
    def fraction(self) -> float:
        """The share."""
        return self.hands / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the share of all hands lies, 95 times in 100; exactly there unless it is sampled."""
        if not self.is_sampled or not self.of:
            return self.fraction, self.fraction
        square, number = _SURE**2, self.of
        middle = (self.fraction + square / (2 * number)) / (1 + square / number)
        spread = self.fraction * (1 - self.fraction) / number + square / (4 * number**2)
        reach = _SURE * sqrt(spread) / (1 + square / number)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@final
@dataclass(frozen=True)
class Rule:
    """An entry of the system: where it stands, and what it is called."""

    system: str
    file: str
    line: int
    call: str
    name: str
    number: int = 1
    """Among those of the file with the same call and name."""

    @property
    def key(self) -> str:
        """What stays the same when lines are added to the file."""
        number = f" {self.number}" if self.number > 1 else ""
        return f"{self.system}/{self.file.removesuffix('.bid')} {self.call} {self.name!r}{number}"


def rules_of(system: System) -> dict[Entry, Rule]:
    """Every entry of a system by its name."""
    found, numbers = dict[Entry, Rule](), Counter[tuple[str, str, str, str]]()
    for rule in system.rules:
        entry = rule.entry
        label = f"[{entry.label}] " if entry.label else ""
        name = (system.sheets[rule.layer].name, entry.place.file, _call(entry.call), label + entry.name)
        numbers[name] += 1
        sheet, file, call, called = name
        found[entry] = Rule(sheet, file, entry.place.line, call, called.strip(), numbers[name])
    return found


def _call(pattern: CallPattern) -> str:
    if pattern.call is not None:
        return "pass" if pattern.call is Call.PASS else str(pattern.call)
    strain = pattern.strain if isinstance(pattern.strain, str) else str(pattern.strain)
    if isinstance(pattern.level, int) or pattern.level is Level.ANY:
        return f"{pattern.level.value if isinstance(pattern.level, Level) else pattern.level}{strain}"
    return f"{pattern.level.value} {strain}"


@final
@dataclass(frozen=True)
class Seen:
    """Where it was found: an auction, what it answers, how often it came up, and in how many auctions."""

    auction: tuple[Call, ...]
    """Calls from the dealer on; the next player is the one to call."""
    after: str
    """What was last called, and by which entries: much the same on every walk."""
    times: int
    """How often boards of the walk came to such auctions."""
    auctions: int = 1


@final
@dataclass(frozen=True)
class NoCall:
    """Hands for which the system has nothing."""

    seen: Seen
    share: Share
    witness: CardSet
    is_forced: bool
    """A pass, which is what such a hand does, is out of the question."""
    kind: ClassVar[str] = "no call"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.seen.after}"


@final
@dataclass(frozen=True)
class Tie:
    """Hands that two blocks of equal priority would give different calls."""

    seen: Seen
    share: Share
    witness: CardSet
    rule: Rule
    call: Call
    other: Rule
    other_call: Call
    kind: ClassVar[str] = "tie"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.rule.key} / {self.other.key}"


@final
@dataclass(frozen=True)
class FalseExplanation:
    """Hands that make a call and are not what it is said to show."""

    seen: Seen
    share: Share
    witness: CardSet
    rule: Rule
    call: Call
    kind: ClassVar[str] = "false explanation"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.call} {self.rule.key}, {self.seen.after}"


@final
@dataclass(frozen=True)
class Odd:
    """Hands that make a call which is read as one that nobody makes."""

    seen: Seen
    share: Share
    witness: CardSet
    rule: Rule
    call: Call
    kind: ClassVar[str] = "odd call"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.call} {self.rule.key}, {self.seen.after}"


@final
@dataclass(frozen=True)
class PassedForcing:
    """Hands that pass although the auction forces them to go on."""

    seen: Seen
    share: Share
    witness: CardSet
    rule: Rule
    kind: ClassVar[str] = "forcing call passed"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.rule.key}, {self.seen.after}"


@final
@dataclass(frozen=True)
class Dead:
    """An entry that makes no call, though its block applied."""

    rule: Rule
    seen: Seen
    """The most frequent auction where it applied; `auctions` is how many were gone through."""
    kind: ClassVar[str] = "dead entry"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.rule.key}"


@final
@dataclass(frozen=True)
class CatchAll:
    """An entry for want of anything better (or all of them together) that makes too many calls."""

    rule: Rule | None
    """None for all of them together."""
    calls: Share
    """Of all calls of the walk."""
    seen: Seen
    """The auction where it makes most of them."""
    share: Share
    """Of the hands there."""
    witness: CardSet | None
    kind: ClassVar[str] = "catch-all"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.rule.key if self.rule else 'all together'}"


@final
@dataclass(frozen=True)
class Gift:
    """Hands with which a rule's call lets the other side gain by a call near to the system's own."""

    seen: Seen
    """The auction before the foolish call; how often boards came to such a decision, in how many auctions."""
    share: Share
    """Deals given away, of those the gaining calls were tried on."""
    witness: CardSet
    """A hand that makes the foolish call."""
    rule: Rule | None
    """The rule that makes it; None for a pass for want of any."""
    call: Call
    imps: float
    """What is given on each of those deals, in IMPs."""
    better: Contract
    """What they should have played in the example, or let the other side play, doubled if it says so."""
    deal: Deal
    auction: Auction
    """The whole auction of the example; the gaining call is at `place`."""
    place: int
    instead_of: Call
    """The system's own call there."""
    kind: ClassVar[str] = "gift"

    @property
    def key(self) -> str:
        """A name that stays."""
        return f"{self.kind}: {self.call} {self.rule.key if self.rule else 'no rule'}, {self.seen.after}"


Finding: TypeAlias = NoCall | Tie | FalseExplanation | Odd | PassedForcing | Dead | CatchAll | Gift
_Counted: TypeAlias = NoCall | Tie | FalseExplanation | Odd | PassedForcing


def collected(found: list[_Counted]) -> list[_Counted]:
    """One finding for each key: the one most boards would meet, and how many auctions have one like it."""
    by_key = dict[str, list[_Counted]]()
    for each in found:
        by_key.setdefault(each.key, []).append(each)
    made = [_worst(some) for some in by_key.values()]
    return sorted(made, key=_weight, reverse=True)


def _worst(some: list[_Counted]) -> _Counted:
    worst = max(some, key=_weight)
    return replace(worst, seen=replace(worst.seen, auctions=len(some)))


def _weight(finding: _Counted) -> float:
    """On how many boards of the walk about as many hands would be found."""
    return finding.seen.times * finding.share.fraction
