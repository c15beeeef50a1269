"""The checker: walks the auctions that matter, goes through each with all hands, tells what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

import overtrick
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.checking.classes import Rows, coarser, dealt, table_of
from overtrick.bidding.checking.findings import Finding, Gift, Rule, Share, collected, rules_of
from overtrick.bidding.checking.judging import Fault, faults, met
from overtrick.bidding.checking.proving import Answer, answered, traits_of
from overtrick.bidding.checking.tallying import Tally
from overtrick.bidding.checking.walking import Question, seen, walk
from overtrick.bidding.system import System
from overtrick.core import Seat
from overtrick.hands.questions import Progress
from overtrick.hands.terms import Term

__all__ = ["Report", "Settings", "check"]


@final
@dataclass(frozen=True)
class Settings:
    """How thoroughly a system is checked."""

    boards: int = 3000
    seed: int = 1
    silent: tuple[frozenset[Seat], ...] = (frozenset((Seat.EAST, Seat.WEST)), frozenset())
    """Who never bids, at each of the tables that share the boards."""
    questions: int = 200
    """So many of the most frequent questions are gone through with all hands."""
    times: int = 2
    """But none that fewer boards asked."""
    classes: int = 12_000_000
    """Where hands have to be told apart into more classes, a sample is gone through instead."""
    sample: int = 1_000_000
    dead: float = 0.9
    """An entry is dead if it makes no call where so much of its auctions was gone through."""
    catch_alls: float = 0.05
    """A larger share of all calls for want of anything better is a finding."""
    catch_all: float = 0.02
    """So is a larger share of one such entry."""


@final
@dataclass(frozen=True)
class Report:
    """What was found, and how thoroughly it was looked for."""

    system: str
    findings: tuple[Finding, ...]
    accepted: Mapping[str, str]
    """Findings somebody has accepted, by key, with the reason."""
    beneath: tuple[Rule, ...]
    """Entries of the systems beneath that make no call: what this system does leaves them nothing."""
    undecided: tuple[Rule, ...]
    """Entries that made no call either, but too few of the auctions where they apply were gone through."""
    unvisited: tuple[Rule, ...]
    """Entries whose blocks no auction of the walk matched: nothing is said about them."""
    questions: int
    """How many different questions the boards asked."""
    visited: int
    """How many of them were gone through."""
    coverage: Share
    """Calls of the walk that answer a question gone through."""
    exact: Share
    """The same, with every hand there is."""
    settings: Settings
    gift_boards: int = 0
    """Boards whose decisions were simulated to find gifts; none unless somebody asked for it."""
    version: str = overtrick.__version__

    def with_gifts(self, gifts: Sequence[Gift], boards: int) -> Report:
        """The same with what a search for gifts over so many boards found."""
        return replace(self, findings=(*self.findings, *gifts), gift_boards=boards)

    @property
    def new(self) -> tuple[Finding, ...]:
        """Findings nobody has accepted."""
        return tuple(each for each in self.findings if each.key not in self.accepted)

    @property
    def gone(self) -> tuple[str, ...]:
        """Accepted findings that no longer occur: they can be struck out."""
        known = {each.key for each in self.findings}.union(self.not_looked_for)
        return tuple(key for key in self.accepted if key not in known)

    @property
    def not_looked_for(self) -> tuple[str, ...]:
        """Accepted gifts where nobody asked for gifts: nothing is said about them."""
        is_gift = f"{Gift.kind}: "
        return () if self.gift_boards else tuple(key for key in self.accepted if key.startswith(is_gift))


def check(
    system: System,
    settings: Settings | None = None,
    accepted: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Walk the auctions that matter and go through each with all hands.

    >>> from overtrick.bidding import parse
    >>> report = check(parse("when opening\\n  1NT: 15+ hcp\\n  pass: 14- hcp"), Settings(boards=100))
    >>> [finding.key for finding in report.findings][:1]
    ["no call: partner 1NT (system/system 1NT '')"]
    """
    return _Check(system, settings or Settings(), progress).report(accepted or {})


_MANY = 100_000
"""So many rows are made fewer where that can be: it takes less time than going through them."""
_WALKING = 0.4
"""The walk takes about so much of the time."""


@final
class _Check:
    """One check as it goes on."""

    def __init__(self, system: System, settings: Settings, progress: Progress | None) -> None:
        self._system, self._settings, self._progress = system, settings, progress
        self._rng = np.random.default_rng(settings.seed)
        tables = [Agreements(system, silent=silent) for silent in settings.silent]
        self._walk = walk(tables, settings.boards, self._rng, self._part(0, _WALKING))
        self._visited = self._most_frequent()
        self._names = rules_of(system)
        self._tally = Tally(self._names)
        self._found = list[Fault]()
        self._done = self._exact = 0

    def _part(self, begin: float, end: float) -> Progress:
        def tell(done: int, of: int) -> None:
            if self._progress is not None:
                self._progress(int(1000 * (begin + (end - begin) * done / of)), 1000)

        return tell

    def _most_frequent(self) -> dict[Question, None]:
        """The questions to go through; each with all those before it, which are asked as often at least."""
        often = [each for each in self._walk.questions if each.times >= self._settings.times]
        often.sort(key=lambda each: -each.times)
        return dict.fromkeys(often[: self._settings.questions])

    # Going through

    def _run(self) -> None:
        for root in self._visited:
            if root.earlier is None:
                self._go(root, self._all_hands(root))
        for each in self._walk.questions:
            if each not in self._visited:
                self._found += met(each, seen(each, self._names), self._names)

    def _all_hands(self, root: Question) -> Rows:
        """Every hand, as far as a question and those after it tell them apart; or a sample."""
        terms, traits = self._told_apart_by([root])
        rows = table_of(terms, self._settings.classes, traits)
        return dealt(self._settings.sample, self._rng, traits) if rows is None else rows

    def _told_apart_by(self, questions: list[Question]) -> tuple[list[Term], list[Term | None]]:
        every = [each for one in questions for each in one.all_later() if each in self._visited]
        terms = dict.fromkeys(term for each in every for term in each.terms)
        return list(terms), traits_of(self._system, every)

    def _go(self, question: Question, rows: Rows) -> None:
        if len(rows):
            self._exact += 0 if rows.is_sampled else question.times
            answer = answered(question, rows)
            del rows  # the answer has a copy, and the first table is large
            self._found += faults(answer, seen(question, self._names), self._names)
            self._tally.add(answer)
            self._go_on(answer)
        self._done += 1
        self._part(_WALKING, 1)(self._done, len(self._visited))

    def _go_on(self, answer: Answer) -> None:
        later = [each for each in answer.question.later if each in self._visited]
        for call in dict.fromkeys(each.call for each in later):
            assert call is not None
            rows, after = answer.of_call(call), [each for each in later if each.call is call]
            if len(rows) > _MANY and not rows.is_sampled:
                rows = coarser(rows, *self._told_apart_by(after))
            for each in after:
                self._go(each, rows)

    # Reporting

    def report(self, accepted: Mapping[str, str]) -> Report:
        """Go through everything and tell."""
        self._run()
        questions, calls = self._walk.questions, self._walk.calls
        findings: list[Finding] = [*collected(self._found)]
        dead, undecided = self._tally.dead(questions, self._settings.dead)
        findings += [each for each in dead if each.rule.system == self._system.name]
        findings += self._tally.catch_alls(
            questions, calls, self._settings.catch_alls, self._settings.catch_all
        )
        covered = sum(each.times for each in self._visited)
        return Report(
            self._system.name,
            tuple(findings),
            accepted,
            tuple(each.rule for each in dead if each.rule.system != self._system.name),
            tuple(undecided),
            self._tally.unvisited(questions),
            len(questions),
            len(self._visited),
            Share(covered, calls),
            Share(self._exact, calls),
            self._settings,
        )
