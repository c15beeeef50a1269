"""The checker: samples relevant auctions, evaluates all hands in each, and reports the findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

import overtrick
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.checking.findings import (
    CatchAll,
    DeadEntry,
    EntryRef,
    Finding,
    Gift,
    HandsFinding,
    Share,
    collected,
    entry_refs,
)
from overtrick.bidding.checking.hand_classes import (
    HandTable,
    coarser,
    hand_table,
    joined,
    sampled_hands,
)
from overtrick.bidding.checking.partition import (
    Partition,
    faults_met,
    traits_of,
)
from overtrick.bidding.checking.walk import DecisionPoint, Walk, walk
from overtrick.bidding.entries import Entry
from overtrick.bidding.system import System
from overtrick.core import CardSet, Seat
from overtrick.hands.counting import Progress
from overtrick.hands.terms import Term

__all__ = ["CheckSettings", "Report", "check"]


@final
@dataclass(frozen=True)
class CheckSettings:
    """The thoroughness of a check."""

    boards: int = 3000
    seed: int = 1
    silent: tuple[frozenset[Seat], ...] = (frozenset((Seat.EAST, Seat.WEST)), frozenset())
    """The silent seats at each of the tables that share the boards."""
    questions: int = 200
    """The number of most frequent decisions that are checked over all hands …"""
    times: int = 2
    """… and the least number of boards that must have reached each of them."""
    classes: int = 12_000_000
    """Limit on the classes of hands; above it a random sample is checked instead."""
    sample: int = 1_000_000
    dead: float = 0.9
    """An entry without calls counts as dead if at least this share of its auctions was checked."""
    catch_alls: float = 0.05
    """Limit on the share of all calls made by catch-alls; more is a finding."""
    catch_all: float = 0.02
    """Limit on the share of a single catch-all."""


@final
@dataclass(frozen=True)
class Report:
    """The findings of a check, and how thorough it was."""

    system: str
    findings: tuple[Finding, ...]
    accepted: Mapping[str, str]
    """The accepted findings by key, with the reasons."""
    beneath: tuple[EntryRef, ...]
    """Entries of the systems used that make no call, since this system's entries leave them no hands."""
    undecided: tuple[EntryRef, ...]
    """Entries that made no call, but for which too few auctions were checked to decide."""
    unvisited: tuple[EntryRef, ...]
    """Entries whose blocks matched no auction of the walk, so that nothing is known about them."""
    questions: int
    """The number of different decisions on the boards."""
    visited: int
    """The number of these that were checked."""
    coverage: Share
    """The calls of the walk that belong to a checked decision."""
    exact: Share
    """The calls of the walk that belong to a decision checked over all hands."""
    settings: CheckSettings
    gift_boards: int = 0
    """The number of boards whose decisions were simulated to find gifts; 0 unless requested."""
    version: str = overtrick.__version__

    def with_gifts(self, gifts: Sequence[Gift], boards: int) -> Report:
        """The report with the results of a search for gifts added."""
        return replace(self, findings=(*self.findings, *gifts), gift_boards=boards)

    @property
    def new(self) -> tuple[Finding, ...]:
        """The findings not accepted."""
        return tuple(each for each in self.findings if each.key not in self.accepted)

    @property
    def gone(self) -> tuple[str, ...]:
        """The accepted findings that no longer occur and can be removed from the list."""
        known = {each.key for each in self.findings}.union(self.not_looked_for)
        return tuple(key for key in self.accepted if key not in known)

    @property
    def not_looked_for(self) -> tuple[str, ...]:
        """The accepted gifts, if no search for gifts was made."""
        is_gift = f"{Gift.kind}: "
        return () if self.gift_boards else tuple(key for key in self.accepted if key.startswith(is_gift))


def check(
    system: System,
    settings: CheckSettings | None = None,
    accepted: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check a system: walk through auctions of random boards, and evaluate all hands in the frequent ones.

    >>> from overtrick.bidding import parse
    >>> report = check(parse("when opening\\n  1NT: 15+ hcp\\n  pass: 14- hcp"), CheckSettings(boards=100))
    >>> [finding.key for finding in report.findings][:1]
    ["no call: partner 1NT (system/system 1NT '')"]
    """
    return _Check(system, settings or CheckSettings(), progress).report(accepted or {})


_MANY = 100_000
"""From this many rows on, merging rows first is faster than evaluating all of them."""
_WALKING = 0.4
"""The approximate share of the walk in the time of a check, for progress reports."""


@final
class _Check:
    """The state of a running check."""

    def __init__(self, system: System, settings: CheckSettings, progress: Progress | None) -> None:
        self._system, self._settings, self._progress = system, settings, progress
        self._rng = np.random.default_rng(settings.seed)
        tables = [Agreements(system, silent=silent) for silent in settings.silent]
        refs = entry_refs(system)
        self._walk = walk(tables, settings.boards, self._rng, refs, self._part(0, _WALKING))
        self._visited = self._most_frequent()
        self._tally = _Tally(self._walk)
        self._found = list[HandsFinding]()
        self._done = self._exact = 0

    def _part(self, begin: float, end: float) -> Progress:
        def tell(done: int, of: int) -> None:
            if self._progress is not None:
                self._progress(int(1000 * (begin + (end - begin) * done / of)), 1000)

        return tell

    def _most_frequent(self) -> dict[DecisionPoint, None]:
        """The decisions to check; earlier decisions are at least as frequent and so included."""
        often = [each for each in self._walk.decisions if each.times >= self._settings.times]
        often.sort(key=lambda each: -each.times)
        return dict.fromkeys(often[: self._settings.questions])

    # Checking

    def _run(self) -> None:
        for root in self._visited:
            if root.earlier is None:
                self._go(root, self._all_hands(root))
        for each in self._walk.decisions:
            if each not in self._visited:
                self._found += faults_met(each)

    def _all_hands(self, root: DecisionPoint) -> HandTable:
        """All hands, as classes for a decision and those after it; or a random sample."""
        terms, traits = self._told_apart_by([root])
        rows = hand_table(terms, self._settings.classes, traits)
        return sampled_hands(self._settings.sample, self._rng, traits) if rows is None else rows

    def _told_apart_by(self, decisions: list[DecisionPoint]) -> tuple[list[Term], list[Term | None]]:
        every = [each for one in decisions for each in one.all_later() if each in self._visited]
        terms = dict.fromkeys(term for each in every for term in each.terms)
        return list(terms), traits_of(self._system, every)

    def _go(self, decision: DecisionPoint, rows: HandTable) -> None:
        if len(rows):
            self._exact += 0 if rows.is_sampled else decision.times
            partition = Partition(decision, rows)
            del rows  # the partition has a copy, and the first table is large
            self._found += partition.faults()
            self._tally.add(partition)
            self._go_on(partition)
        self._done += 1
        self._part(_WALKING, 1)(self._done, len(self._visited))

    def _go_on(self, partition: Partition) -> None:
        later = [each for each in partition.decision.later if each in self._visited]
        for call in dict.fromkeys(each.call for each in later):
            assert call is not None
            rows, after = partition.of_call(call), [each for each in later if each.call is call]
            if len(rows) > _MANY and not rows.is_sampled:
                rows = coarser(rows, *self._told_apart_by(after))
            for each in after:
                self._go(each, rows)

    # Reporting

    def report(self, accepted: Mapping[str, str]) -> Report:
        """Run the check and return the report."""
        self._run()
        settings, calls = self._settings, self._walk.calls
        dead, undecided = self._tally.dead(settings.dead)
        own = [each for each in dead if each.rule.system == self._system.name]
        caught = self._tally.catch_alls(settings.catch_alls, settings.catch_all)
        return Report(
            self._system.name,
            (*collected(self._found), *own, *caught),
            accepted,
            tuple(each.rule for each in dead if each not in own),
            tuple(undecided),
            self._tally.unvisited(),
            len(self._walk.decisions),
            len(self._visited),
            Share(sum(each.times for each in self._visited), calls),
            Share(self._exact, calls),
            settings,
        )


@final
class _Tally:
    """Counts the calls of entries while decisions are checked."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._applied = defaultdict[Entry, dict[DecisionPoint, None]](dict)
        self._used = set[Entry]()
        self._caught = dict[tuple[DecisionPoint, Entry], tuple[Share, CardSet]]()

    def add(self, partition: Partition) -> None:
        """Add a checked decision: the entries that applied, those that called, the hands of catch-alls."""
        decision, candidates = partition.decision, partition.state.candidates
        for candidate in candidates:
            self._applied[candidate.rule.entry][decision] = None
        taken = defaultdict[Entry, list[HandTable]](list)
        for place, some in partition.by_place.items():
            if place >= 0:
                taken[candidates[place].rule.entry].append(some)
        self._used.update(taken)
        for entry, parts in taken.items():
            if entry.is_catch_all:
                all_parts = joined(parts)
                self._caught[decision, entry] = partition.share(all_parts), all_parts.simplest

    # Entries that never call

    def dead(self, least: float) -> tuple[list[DeadEntry], list[EntryRef]]:
        """The entries that never call, in the checked decisions or on any board; and the undecided ones.

        An entry is decided if at least this share of its auctions was checked. Catch-alls are left out,
        since they need not call.
        """
        used = self._used | {entry for entry, _, _ in self._calls()}
        times = Counter[Entry]()
        for decision in self._walk.decisions:
            for entry in {candidate.rule.entry for candidate in decision.state.candidates}:
                times[entry] += decision.times
        dead, undecided = list[DeadEntry](), list[EntryRef]()
        for entry, rule in self._walk.refs.items():
            if entry in used or entry.is_catch_all or not times[entry]:
                continue
            applied = self._applied.get(entry, {})
            if sum(each.times for each in applied) >= least * times[entry]:
                often = max(applied, key=lambda each: each.times)
                dead.append(DeadEntry(replace(often.location, auctions=len(applied)), rule))
            else:
                undecided.append(rule)
        return dead, undecided

    def unvisited(self) -> tuple[EntryRef, ...]:
        """The entries that applied in no auction of the walk, without the read-only ones."""
        applied = {
            candidate.rule.entry for each in self._walk.decisions for candidate in each.state.candidates
        }
        return tuple(
            rule for entry, rule in self._walk.refs.items() if entry not in applied and not entry.is_read_only
        )

    # Entries that call too often

    def catch_alls(self, most: float, most_of_one: float) -> Iterator[CatchAll]:
        """The catch-alls that make more than a share of all calls, together or one alone."""
        times = defaultdict[Entry, Counter[DecisionPoint]](Counter)
        for entry, decision, number in self._calls():
            if entry.is_catch_all:
                times[entry][decision] += number
        total = sum((made.total() for made in times.values()), 0)
        if times and total > most * self._walk.calls:
            entry = max(times, key=lambda each: times[each].total())
            yield self._catch_all(None, entry, times[entry], total)
        for entry, made in times.items():
            if made.total() > most_of_one * self._walk.calls:
                yield self._catch_all(self._walk.refs[entry], entry, made, made.total())

    def _catch_all(
        self, rule: EntryRef | None, entry: Entry, made: Counter[DecisionPoint], calls: int
    ) -> CatchAll:
        ((most, _),) = made.most_common(1)
        taken, witness = self._caught.get((most, entry), (Share(made[most], most.times, True), None))
        where = replace(most.location, auctions=len(made))
        return CatchAll(where, taken, witness, rule, Share(calls, self._walk.calls, is_sampled=True))

    def _calls(self) -> Iterator[tuple[Entry, DecisionPoint, int]]:
        """The calls of the walk: entry, decision and number."""
        for decision in self._walk.decisions:
            for place, number in decision.used.items():
                if place >= 0:
                    yield decision.state.candidates[place].rule.entry, decision, number
