"""A sample of relevant auctions: random boards bid by the system itself, and the decisions in them.

A decision consists of the entries that apply, the facts they depend on, and the hands that the player's own
earlier calls have left. Auctions that agree in all of these are one decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

import numpy as np

from overtrick.bidding.auction_facts import facts_in
from overtrick.bidding.batch import Deals, Hands, Places, visits
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.checking.findings import EntryRefs, Location, call_ref
from overtrick.bidding.entries import Word, parts_within
from overtrick.bidding.folding import folded
from overtrick.bidding.state import State
from overtrick.bidding.system import System
from overtrick.core import Call, CardSet, Seat, Vul
from overtrick.deals import packed_deals
from overtrick.hands.counting import Progress
from overtrick.hands.terms import Term

__all__ = ["DecisionPoint", "Walk", "walk"]


@final
@dataclass(eq=False)
class DecisionPoint:
    """A decision in one auction, or in several that are equivalent."""

    state: State
    """The state of its first auction."""
    earlier: DecisionPoint | None
    """The same player's decision before; None at the first turn."""
    call: Call | None
    """The call made at the decision before."""
    refs: EntryRefs
    times: int = 0
    """The number of boards on which it occurred."""
    later: list[DecisionPoint] = field(default_factory=list)
    used: Counter[int] = field(default_factory=Counter)
    """The number of calls of each candidate, by its index; -1 for none."""
    example: dict[int, CardSet] = field(default_factory=dict)
    """An example hand for each of these."""

    @cached_property
    def terms(self) -> list[Term]:
        """The conditions of the candidates."""
        return [folded(candidate.term) for candidate in self.state.candidates]

    def add(self, places: Places, hands: Hands) -> None:
        """Add hands of more boards, with the candidates that made their calls."""
        for place, first, number in zip(
            *np.unique(places, return_index=True, return_counts=True), strict=True
        ):
            self.used[int(place)] += int(number)
            self.example.setdefault(int(place), CardSet(int(hands[first])))

    @property
    def location(self) -> Location:
        """The location for findings."""
        words = [
            f"{who} {call_ref(last, self.refs)}"
            for who, player in (("I", 0), ("partner", 2), ("RHO", 3))
            for last in self.state.last_calls_of(player)
            if who == "partner" or last.call is not Call.PASS
        ]
        return Location(self.state.calls, ", ".join(words) or "at the start", self.times)

    def all_later(self) -> Iterable[DecisionPoint]:
        """This decision and all later ones that follow from it."""
        yield self
        for each in self.later:
            yield from each.all_later()


@final
class Walk:
    """Random boards bid by the system, and the decisions of their players."""

    def __init__(self, refs: EntryRefs) -> None:
        self.refs = refs
        self.decisions = list[DecisionPoint]()
        """The decisions, each after its predecessor."""
        self.boards = 0
        self.calls = 0
        self._by_key = dict[tuple[object, ...], DecisionPoint]()
        self._by_state = dict[State, DecisionPoint]()

    def add(self, agreements: Agreements, deals: Deals, dealer: Seat, vul: Vul) -> None:
        """Bid more boards."""
        self.boards += len(deals)
        for visit in visits(agreements.start(dealer, vul), deals, dealer):
            state, times = visit.state, len(visit.boards)
            if not state.is_over and not state.is_silenced:
                self.calls += times
                decision = self._by_state[state] = self._decision(state)
                decision.times += times
                decision.add(visit.places, deals[visit.boards, (dealer + len(state.history)) % 4])

    def _decision(self, state: State) -> DecisionPoint:
        own = state.calls_of(0)
        call = own[-1].call if own else None
        earlier = self._by_state[state.at(len(state.history) - 4)] if own else None
        key = (id(earlier), call, _asked_in(state), state.is_forced)
        decision = self._by_key.get(key)
        if decision is None:
            decision = self._by_key[key] = DecisionPoint(state, earlier, call, self.refs)
            self.decisions.append(decision)
            if earlier is not None:
                earlier.later.append(decision)
        return decision


def _asked_in(state: State) -> tuple[object, ...]:
    """All that a call depends on: the rules that apply, the facts they use, and the player's own promise."""
    facts = {fact for candidate in state.candidates for fact in facts_in(candidate.rule.entry.shows)}
    rules = tuple((id(each.rule), *each.names.items(), each.call) for each in state.candidates)
    return rules, tuple((fact, tuple(state.facts[fact])) for fact in sorted(facts)), state.promise_of(0)


def walk(
    tables: Sequence[Agreements],
    boards: int,
    rng: np.random.Generator,
    refs: EntryRefs,
    progress: Progress | None = None,
) -> Walk:
    """Deal and bid boards, shared evenly among the tables and their relevant dealers and vulnerabilities."""
    made = Walk(refs)
    starts = [(table, dealer, vul) for table in tables for dealer, vul in _starts(table)]
    shares = [
        boards * (place + 1) // len(starts) - boards * place // len(starts) for place in range(len(starts))
    ]
    for (table, dealer, vul), number in zip(starts, shares, strict=True):
        for some in range(0, number, _AT_ONCE):
            made.add(table, packed_deals(rng, min(_AT_ONCE, number - some)), dealer, vul)
            if progress is not None:
                progress(made.boards, boards)
    return made


_AT_ONCE = 1000
"""Boards per batch; progress is reported after each."""


def _starts(table: Agreements) -> list[tuple[Seat, Vul]]:
    """The combinations of dealer and vulnerability that make a difference to the system."""
    dealers = [Seat.NORTH, Seat.EAST] if table.silent else [Seat.NORTH]
    vuls = list(Vul) if any(_looks_at_vulnerability(system) for system in table.systems) else [Vul.NONE]
    return [(dealer, vul) for dealer in dealers for vul in vuls]


def _looks_at_vulnerability(system: System) -> bool:
    conditions = [rule.block.when for rule in system.rules]
    conditions += [rule.entry.convention for rule in system.rules if rule.entry.convention is not None]
    parts = (part for each in conditions for part in parts_within(each))
    return any(isinstance(part, Word) and "vulnerable" in part.word for part in parts)
