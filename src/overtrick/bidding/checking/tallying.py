"""What only all questions together tell: entries that never call, and those that call too often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import final

from overtrick.bidding.checking.classes import Rows, joined
from overtrick.bidding.checking.findings import CatchAll, Dead, Rule, Share
from overtrick.bidding.checking.proving import Answer
from overtrick.bidding.checking.walking import Question, seen
from overtrick.bidding.entries import Entry
from overtrick.core import CardSet

__all__ = ["Tally"]


@final
class Tally:
    """Keeps account of the entries while questions are gone through."""

    def __init__(self, names: Mapping[Entry, Rule]) -> None:
        self._names = names
        self._applied = defaultdict[Entry, dict[Question, None]](dict)
        self._used = set[Entry]()
        self._caught = dict[tuple[Question, Entry], tuple[Share, CardSet]]()

    def add(self, answer: Answer) -> None:
        """A question gone through: which entries applied, which called, what the catch-alls took."""
        question, candidates = answer.question, answer.state.candidates
        for candidate in candidates:
            self._applied[candidate.rule.entry][question] = None
        taken = defaultdict[Entry, list[Rows]](list)
        for place, some in answer.by_place.items():
            if place >= 0:
                taken[candidates[place].rule.entry].append(some)
        self._used.update(taken)
        for entry, parts in taken.items():
            if entry.is_catch_all:
                all_parts = joined(parts)
                self._caught[question, entry] = answer.share(all_parts), all_parts.simplest

    # Entries that never call

    def dead(self, questions: Sequence[Question], least: float) -> tuple[list[Dead], list[Rule]]:
        """The entries that call in no question gone through, nor on any board; and those undecided.

        It is decided where so large a share of an entry's auctions was gone through. Those for want of
        anything better may well never call.
        """
        used = self._used | {entry for entry, _, _ in _calls(questions)}
        times = Counter[Entry]()
        for question in questions:
            for entry in {candidate.rule.entry for candidate in question.state.candidates}:
                times[entry] += question.times
        dead, undecided = list[Dead](), list[Rule]()
        for entry, rule in self._names.items():
            if entry in used or entry.is_catch_all or not times[entry]:
                continue
            applied = self._applied.get(entry, {})
            if sum(each.times for each in applied) >= least * times[entry]:
                often = max(applied, key=lambda each: each.times)
                dead.append(Dead(rule, replace(seen(often, self._names), auctions=len(applied))))
            else:
                undecided.append(rule)
        return dead, undecided

    def unvisited(self, questions: Sequence[Question]) -> tuple[Rule, ...]:
        """The entries that applied in no auction of the walk, those that are only read aside."""
        applied = {candidate.rule.entry for each in questions for candidate in each.state.candidates}
        return tuple(
            rule for entry, rule in self._names.items() if entry not in applied and not entry.is_read_only
        )

    # Entries that call too often

    def catch_alls(
        self, questions: Sequence[Question], calls: int, most: float, most_of_one: float
    ) -> Iterator[CatchAll]:
        """The entries for want of anything better that make more than a share of all calls."""
        times = defaultdict[Entry, Counter[Question]](Counter)
        for entry, question, number in _calls(questions):
            if entry.is_catch_all:
                times[entry][question] += number
        total = sum((made.total() for made in times.values()), 0)
        if times and total > most * calls:
            entry = max(times, key=lambda each: times[each].total())
            yield self._caught_too_often(None, entry, times[entry], Share(total, calls, is_sampled=True))
        for entry, made in times.items():
            if made.total() > most_of_one * calls:
                of_calls = Share(made.total(), calls, is_sampled=True)
                yield self._caught_too_often(self._names[entry], entry, made, of_calls)

    def _caught_too_often(
        self, rule: Rule | None, entry: Entry, made: Counter[Question], calls: Share
    ) -> CatchAll:
        ((most, _),) = made.most_common(1)
        taken, witness = self._caught.get((most, entry), (Share(made[most], most.times, True), None))
        where = replace(seen(most, self._names), auctions=len(made))
        return CatchAll(rule, calls, where, taken, witness)


def _calls(questions: Iterable[Question]) -> Iterator[tuple[Entry, Question, int]]:
    """The calls of the walk: by which entry, where, how often."""
    for question in questions:
        for place, number in question.used.items():
            if place >= 0:
                yield question.state.candidates[place].rule.entry, question, number
