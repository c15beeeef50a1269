"""Analysis of a list of rules over all hands: frequencies, gaps, overlaps, dead rules, idle conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import final

from overtrick.core import CardSet
from overtrick.hands.compiling import Compiler, Register, answers
from overtrick.hands.counting import NOTHING, HandGroup, Known, Progress, run
from overtrick.hands.predicate import Predicate
from overtrick.hands.rules import Rule, Rules
from overtrick.hands.terms import Always

__all__ = ["Anatomy", "Change", "Fate", "Idle", "Overlap", "analyse", "compare"]

GAP = "no rule"
"""The name that stands for the call of a hand that meets no rule."""


@final
@dataclass(frozen=True)
class Fate:
    """How often a rule applies and makes its call."""

    rule: Rule
    hands: int
    """The number of hands for which it makes the call."""
    alone: int
    """The number of hands that meet it, earlier rules disregarded."""
    simplest: CardSet | None
    """The simplest hand for which it makes the call."""

    @property
    def is_dead(self) -> bool:
        """Does it never make the call?"""
        return self.hands == 0


@final
@dataclass(frozen=True)
class Overlap:
    """Hands that meet two rules with different calls; the earlier rule makes the call."""

    earlier: Rule
    later: Rule
    hands: int
    simplest: CardSet


@final
@dataclass(frozen=True)
class Idle:
    """A condition without effect: if it alone is removed, its rule makes the same calls."""

    rule: Rule
    condition: Predicate


@final
@dataclass(frozen=True)
class Anatomy:
    """The results of an analysis of a list of rules over all hands."""

    rules: Rules
    of: int
    fates: tuple[Fate, ...]
    gap: HandGroup | None
    """The hands that meet no rule."""
    overlaps: tuple[Overlap, ...]
    idle: tuple[Idle, ...]

    @property
    def dead(self) -> tuple[Rule, ...]:
        """The rules that never make a call."""
        return tuple(fate.rule for fate in self.fates if fate.is_dead)

    @property
    def calls(self) -> Mapping[str, int]:
        """The number of hands for each call, in the order of the first rules for the calls."""
        sums = dict[str, int]()
        for fate in self.fates:
            sums[fate.rule.call] = sums.get(fate.rule.call, 0) + fate.hands
        return sums | ({GAP: self.gap.hands} if self.gap else {})


@final
@dataclass(frozen=True)
class Change:
    """Hands whose call differs between two lists of rules."""

    before: Rule | None
    after: Rule | None
    hands: int
    simplest: CardSet

    @property
    def calls(self) -> tuple[str, str]:
        """The call before and the call after."""
        return call_of(self.before), call_of(self.after)


def call_of(rule: Rule | None) -> str:
    """The call of a rule, or `GAP` for none."""
    return GAP if rule is None else rule.call


def analyse(rules: Rules, *, known: Known = NOTHING, progress: Progress | None = None) -> Anatomy:
    """Analyse a list of rules over all hands.

    >>> rules = "1NT: 15-17 hcp, balanced\\n1S: 12+ hcp, 5+ spades\\n2S: 16 hcp, 5332, 5 spades"
    >>> found = analyse(Rules.parse(rules))
    >>> [fate.hands for fate in found.fates], found.gap is not None
    ([30897212184, 36357738912, 0], True)
    """
    groups = _signatures(rules, known, progress)
    made: list[HandGroup | None] = [None] * len(rules)
    alone = [0] * len(rules)
    gap: HandGroup | None = None
    both = dict[tuple[int, int], HandGroup]()
    for met, found in groups:
        if not met:
            gap = found
            continue
        made[met[0]] = found.added_to(made[met[0]])
        for each in met:
            alone[each] += found.hands
        for earlier, later in combinations(met, 2):
            both[earlier, later] = found.added_to(both.get((earlier, later)))
    fates = tuple(
        Fate(rule, found.hands if found else 0, number, found.simplest if found else None)
        for rule, found, number in zip(rules, made, alone, strict=True)
    )
    overlaps = tuple(
        Overlap(rules.rules[i], rules.rules[j], found.hands, found.simplest)
        for (i, j), found in sorted(both.items())
        if rules.rules[i].call != rules.rules[j].call
    )
    return Anatomy(rules, known.hands, fates, gap, overlaps, tuple(_idle(rules, known, progress)))


def _signatures(
    rules: Rules, known: Known, progress: Progress | None
) -> Iterator[tuple[tuple[int, ...], HandGroup]]:
    """Each set of rules (by their places) that some hands meet, with the hands that meet just these."""
    compiler = Compiler()
    registers = [compiler.register(rule.applies.term) for rule in rules]
    compiler.group(compiler.constant(1), compiler.packed(registers))
    for key, hands, cards in run(compiler, known, progress).groups():
        yield tuple(answers(key, len(rules))), HandGroup(hands, CardSet(cards))


def _idle(rules: Rules, known: Known, progress: Progress | None) -> Iterator[Idle]:
    """The conditions met by every hand that reaches the rule and meets its other conditions."""
    compiler = Compiler()
    left = compiler.constant(1)
    asked = list[tuple[Idle, int, int]]()
    for rule in rules:
        met = compiler.register(rule.applies.term)
        with compiler.only_where(left):
            used = compiler.count(compiler.both(left, met))
            for condition, others in _each_with_others(rule):
                reached = reduce(compiler.both, [compiler.register(each.term) for each in others], left)
                lost = compiler.without(reached, compiler.register(condition.term))
                asked.append((Idle(rule, condition), used, compiler.count(lost)))
        left = compiler.without(left, met)
    totals = run(compiler, known, progress).totals()
    return (idle for idle, used, lost in asked if totals[used][0] and not totals[lost][0])


def _each_with_others(rule: Rule) -> Iterator[tuple[Predicate, tuple[Predicate, ...]]]:
    """Each condition of a rule with the other conditions of the rule."""
    conditions = rule.conditions
    for place, condition in enumerate(conditions):
        if not isinstance(condition.term, Always):
            yield condition, conditions[:place] + conditions[place + 1 :]


def compare(
    before: Rules, after: Rules, *, known: Known = NOTHING, progress: Progress | None = None
) -> tuple[Change, ...]:
    """The hands whose call changes when one list of rules replaces another, most hands first.

    >>> old = Rules.parse("1NT: 15-17 hcp, balanced")
    >>> [change.hands for change in compare(old, Rules.parse("1NT: 15-18 hcp, balanced"))]
    [5076423252]
    """
    compiler = Compiler()
    both = (before, after)
    keys = [first_rule(compiler, rules) for rules in both]
    calls = [_call_numbers(compiler, key, rules, both) for key, rules in zip(keys, both, strict=True)]
    differs = compiler.negated(compiler.equal(*calls))
    compiler.group(differs, keys)
    found = run(compiler, known, progress).groups()
    changes = [
        Change(_rule(before, one), _rule(after, other), hands, CardSet(cards))
        for (one, other), hands, cards in found
    ]
    return tuple(sorted(changes, key=lambda change: -change.hands))


def first_rule(compiler: Compiler, rules: Rules) -> Register:
    """The register with the place of the first rule each hand meets, from 1; 0 for none."""
    place, left = compiler.constant(0), compiler.constant(1)
    for number, rule in enumerate(rules, 1):
        met = compiler.register(rule.applies.term)
        here = compiler.both(left, met)
        place = compiler.scaled(here, number, place)
        left = compiler.without(left, met)
    return place


def _call_numbers(compiler: Compiler, place: Register, rules: Rules, both: Sequence[Rules]) -> Register:
    """The register with the number of each hand's call; equal calls of both lists have equal numbers."""
    calls = [GAP, *dict.fromkeys(rule.call for each in both for rule in each)]
    return compiler.looked_up(place, [0, *(calls.index(rule.call) for rule in rules)])


def _rule(rules: Rules, place: int) -> Rule | None:
    return rules.rules[place - 1] if place else None
