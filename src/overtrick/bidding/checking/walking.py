"""Which auctions matter: boards bid out by the system itself, and the questions their players had to answer.

A question is what a player has to decide: the entries that apply, what they depend on, and which hands the
player's own earlier calls have left. Auctions that ask the same are one question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import final

import numpy as np

from overtrick.bidding.batch import Deals, Hands, Places, Visit, calls_of
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.checking.findings import Rule, Seen
from overtrick.bidding.entries import Condition, Either, Entry, Every, Is, Not
from overtrick.bidding.folding import folded
from overtrick.bidding.said import Said
from overtrick.bidding.shown import Shown, ShownTruth
from overtrick.bidding.state import State
from overtrick.bidding.system import System
from overtrick.core import Call, CardSet, Seat, Vul
from overtrick.deals import packed_deals
from overtrick.hands.questions import Progress
from overtrick.hands.terms import Call as Used
from overtrick.hands.terms import Term, parts_of

__all__ = ["Question", "Walk", "seen", "walk"]


@final
@dataclass(eq=False)
class Question:
    """What a player has to decide, in one auction or in several that ask the same."""

    state: State
    """The first auction that asked it."""
    earlier: Question | None
    """What the same player decided before; None at the first turn."""
    call: Call | None
    """How."""
    times: int = 0
    """On how many boards it was asked."""
    later: list[Question] = field(default_factory=list)
    used: Counter[int] = field(default_factory=Counter)
    """How often each candidate made the call, by its place; -1 for none."""
    example: dict[int, CardSet] = field(default_factory=dict)
    """A hand for each of them."""

    @cached_property
    def terms(self) -> list[Term]:
        """The conditions of the candidates."""
        return [folded(candidate.term) for candidate in self.state.candidates]

    def add(self, places: Places, hands: Hands) -> None:
        """Hands that were asked it on more boards, and which candidates made their calls."""
        for place, first, number in zip(
            *np.unique(places, return_index=True, return_counts=True), strict=True
        ):
            self.used[int(place)] += int(number)
            self.example.setdefault(int(place), CardSet(int(hands[first])))

    def all_later(self) -> Iterable[Question]:
        """This and all that come after it."""
        yield self
        for each in self.later:
            yield from each.all_later()


@final
class Walk:
    """Boards bid out, and the questions they asked."""

    def __init__(self) -> None:
        self.questions = list[Question]()
        """Each after the one before it."""
        self.boards = 0
        self.calls = 0
        self._known = dict[tuple[object, ...], Question]()

    def add(self, agreements: Agreements, deals: Deals, dealer: Seat, vul: Vul) -> None:
        """Bid out more boards."""
        self.boards += len(deals)
        nobody: tuple[tuple[Question, Call] | None, ...] = (None,) * 4
        waiting = [(agreements.start(dealer, vul), np.arange(len(deals)), nobody)]
        while waiting:
            state, boards, before = waiting.pop()
            if state.is_over:
                continue
            turn = len(state.said) % 4
            if state.is_silenced:
                waiting.append((state.after(Call.PASS), boards, before))
                continue
            question = self._asked(state, before[turn], len(boards))
            hands = deals[boards, (dealer + turn) % 4]
            places = calls_of(state, hands)
            question.add(places, hands)
            for call, some in Visit(state, boards, places).by_call():
                then = (*before[:turn], (question, call), *before[turn + 1 :])
                waiting.append((state.after(call), some, then))

    def _asked(self, state: State, before: tuple[Question, Call] | None, times: int) -> Question:
        earlier, call = before or (None, None)
        key = (id(earlier), call, _asked_in(state), state.is_forced)
        question = self._known.get(key)
        if question is None:
            question = self._known[key] = Question(state, earlier, call)
            self.questions.append(question)
            if earlier is not None:
                earlier.later.append(question)
        question.times += times
        self.calls += times
        return question


def _asked_in(state: State) -> tuple[object, ...]:
    """What the answer depends on: the rules that apply, and of the auction's facts those they look at."""
    words = set[str]()
    for candidate in state.candidates:
        words |= _words_of(candidate.rule.entry)
    rules = tuple((id(each.rule), *each.names.items(), each.call) for each in state.candidates)
    return rules, tuple((word, tuple(state.facts[word])) for word in sorted(words)), state.promise_of(0)


@cache
def _words_of(entry: Entry) -> frozenset[str]:
    """The words about the auction that a condition uses."""
    return frozenset(_shown_in(entry.shows))


def _shown_in(term: Term) -> Iterator[str]:
    if isinstance(term, Shown | ShownTruth):
        yield term.what
    if isinstance(term, Used):
        yield from _shown_in(term.definition.body)
    for part in parts_of(term):
        yield from _shown_in(part)


def walk(
    tables: Sequence[Agreements], boards: int, rng: np.random.Generator, progress: Progress | None = None
) -> Walk:
    """Deal and bid boards, some at each table, dealt in turn and at every vulnerability that matters."""
    made = Walk()
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
"""Boards bid out together; so that progress is told."""


def _starts(table: Agreements) -> list[tuple[Seat, Vul]]:
    """Dealers and vulnerabilities that are different for the system."""
    dealers = [Seat.NORTH, Seat.EAST] if table.silent else [Seat.NORTH]
    vuls = list(Vul) if any(_looks_at_vulnerability(system) for system in table.systems) else [Vul.NONE]
    return [(dealer, vul) for dealer in dealers for vul in vuls]


def _looks_at_vulnerability(system: System) -> bool:
    conditions = [rule.block.when for rule in system.rules]
    conditions += [rule.entry.convention for rule in system.rules if rule.entry.convention is not None]
    return any(_mentions_vulnerability(each) for each in conditions)


def _mentions_vulnerability(condition: Condition) -> bool:
    match condition:
        case Every(conditions) | Either(conditions):
            return any(map(_mentions_vulnerability, conditions))
        case Not(inner):
            return _mentions_vulnerability(inner)
        case Is(word):
            return "vulnerable" in word
    return False


# What a question answers


def seen(question: Question, names: Mapping[Entry, Rule]) -> Seen:
    """Where a question came up."""
    state = question.state
    words = [
        f"{who} {_said(said, names)}"
        for who, player in (("I", 0), ("partner", 2), ("RHO", 3))
        for said in state.last_calls_of(player)
        if who == "partner" or said.call is not Call.PASS
    ]
    return Seen(state.calls, ", ".join(words) or "at the start", question.times)


def _said(said: Said, names: Mapping[Entry, Rule]) -> str:
    entries = list(dict.fromkeys(each.rule.entry for each in said.rules))
    return f"{said.call} ({names[entries[0]].key})" if len(entries) == 1 else str(said.call)
