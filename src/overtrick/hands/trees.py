"""Generated case trees: a list of rules as a decision tree of small assumptions.

The assumptions are the comparisons that the rules themselves make. Two hands that agree on all of them get
the same call, so it is enough to look at the possible patterns of answers. Each case is split by the
assumption with the most information about the call, until all its hands get the same call. The cases are
exhaustive and disjoint because each split is by an assumption and its opposite. If there are too many
patterns, random hands choose the assumptions; the hands of every case are counted exactly all the same.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from overtrick.core import CardSet
from overtrick.hands.anatomy import GAP, first_rule
from overtrick.hands.compiling import CONDITIONS, Compiler, Register
from overtrick.hands.counting import NOTHING, Known, Progress, complexity, run
from overtrick.hands.predicate import Predicate
from overtrick.hands.rules import Rules
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Between,
    Compare,
    Every,
    FunctionCall,
    Not,
    Number,
    RankCount,
    Some,
    Term,
)

__all__ = ["CaseOfRules", "case_tree"]

_MOST_PATTERNS = 200_000
_DRAWN, _DRAWN_AT_ONCE, _SEED = 150_000, 50_000, 1
_MOST_LEAVES = 10_000


@final
@dataclass(frozen=True)
class CaseOfRules:
    """A case: its assumption beyond those of the enclosing cases, and the calls of its hands."""

    assumption: Predicate | None
    """None for all hands."""
    hands: int
    calls: dict[str, int]
    """The number of hands for each call, the most frequent call first."""
    simplest: CardSet
    cases: tuple[CaseOfRules, ...] = ()

    @property
    def call(self) -> str | None:
        """The call of all its hands; None if they differ."""
        return next(iter(self.calls)) if len(self.calls) == 1 else None

    def leaves(self) -> Iterator[CaseOfRules]:
        """The cases that are not split."""
        if not self.cases:
            yield self
        for case in self.cases:
            yield from case.leaves()


def case_tree(
    rules: Rules,
    *,
    known: Known = NOTHING,
    most_leaves: int = _MOST_LEAVES,
    progress: Progress | None = None,
) -> CaseOfRules:
    """The case tree of a list of rules; the largest mixed cases are split first, up to `most_leaves`.

    >>> tree = case_tree(Rules.parse("1NT: 15-17 hcp, balanced\\npass: true"))
    >>> [(str(leaf.assumption), leaf.call) for leaf in tree.leaves()]
    [('hcp < 15', 'pass'), ('not balanced', 'pass'), ('hcp < 18', '1NT'), ('hcp >= 18', 'pass')]
    """
    cases = _Cases(rules, known, progress)
    return cases.counted(_grown(cases.patterns(), cases.assumptions, most_leaves))


# The comparisons of rules


_TAKEN_APART = (All, Any, Not, Some, Every, FunctionCall, Compare, Between)


def _assumptions(term: Term) -> Iterator[Term]:
    """The smallest conditions of a term; a range is split into its two ends."""
    match term:
        case All(conditions) | Any(conditions):
            for each in conditions:
                yield from _assumptions(each)
        case Not(condition):
            yield from _assumptions(condition)
        case Some() | Every():
            yield from _assumptions(term.meaning())
        case FunctionCall(arguments=()) if isinstance(term.body(), Compare | Between):
            yield term
        case FunctionCall() if isinstance(term.body(), _TAKEN_APART):
            yield from _assumptions(term.body())
        case Between(inner, low, high):
            if low is not None:
                yield _at_least(inner, low)
            if high is not None:
                yield _at_least(inner, high + 1)
        case Compare(sides, signs):
            for left, sign, right in zip(sides, signs, sides[1:], strict=False):
                yield from _thresholds(left, sign, right)
        case Always():
            return
        case _:
            yield term


def _thresholds(left: Term, sign: str, right: Term) -> Iterator[Term]:
    """A comparison with a number as thresholds: conditions of the form "at least this much"."""
    if isinstance(left, Number) and not isinstance(right, Number):
        left, sign, right = right, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign), left
    if not isinstance(right, Number):
        yield Compare((left, right), (sign,))
        return
    value = right.value
    if sign in (">=", "<", "=", "!="):
        yield _at_least(left, value)
    if sign in (">", "<=", "=", "!="):
        yield _at_least(left, value + 1)


def _at_least(term: Term, value: int) -> Term:
    if isinstance(term, RankCount):
        return Between(term, value, None)
    return Compare((term, Number(value)), (">=",))


def _opposite(term: Term) -> Term:
    if isinstance(term, Compare) and term.signs == (">=",):
        return replace(term, signs=("<",))
    if isinstance(term, Between) and term.low is not None and term.high is None:
        return Between(term.term, None, term.low - 1)
    return Not(term)


# Patterns of answers


@dataclass(frozen=True)
class _Patterns:
    """Patterns of answers to the assumptions, each with its call and weight."""

    answers: NDArray[np.float32]
    calls: NDArray[np.int32]
    weights: NDArray[np.float64]


class _Cases:
    """The assumptions and calls of a list of rules, compiled for all hands."""

    def __init__(self, rules: Rules, known: Known, progress: Progress | None) -> None:
        conditions = [each for rule in rules for each in (rule.condition, rule.unless) if each is not None]
        self.assumptions = list(
            dict.fromkeys(each for condition in conditions for each in _assumptions(condition.term))
        )
        self.rules, self.known, self.progress = rules, known, progress
        self.calls = [GAP, *(rule.call for rule in rules)]
        self.names = list(dict.fromkeys(self.calls))

    def patterns(self) -> _Patterns:
        """All possible patterns; if they are too many, those of many random hands."""
        compiler = Compiler()
        registers = [compiler.register(each) for each in self.assumptions]
        compiler.group(compiler.constant(1), [self._call(compiler), *compiler.packed(registers)])
        found = run(compiler, self.known, most_groups=_MOST_PATTERNS)
        if found.group_count > _MOST_PATTERNS:
            return self._drawn(compiler)
        groups = found.groups()
        keys = np.array([key for key, _, _ in groups], dtype=np.int32).reshape(len(groups), -1)
        return self._unpacked(keys, np.array([hands for _, hands, _ in groups], dtype=np.float64))

    def _drawn(self, compiler: Compiler) -> _Patterns:
        hands, program = _random_hands(self.known), compiler.program()
        keys = np.stack([program.values(each, hands) for each in compiler.key_numbers()], axis=1)
        return self._unpacked(keys, np.ones(len(hands)))

    def _unpacked(self, keys: NDArray[np.int32], weights: NDArray[np.float64]) -> _Patterns:
        """A column of answers for each assumption, from the bits of the keys after the first."""
        answers = np.zeros((len(keys), len(self.assumptions)), dtype=np.float32)
        for place in range(len(self.assumptions)):
            answers[:, place] = keys[:, 1 + place // CONDITIONS] >> place % CONDITIONS & 1
        return _Patterns(answers, keys[:, 0], weights)

    def _call(self, compiler: Compiler) -> Register:
        """The register with the number of each hand's call."""
        entries = [self.names.index(call) for call in self.calls]
        return compiler.looked_up(first_rule(compiler, self.rules), entries)

    # Counting

    def counted(self, tree: _Node) -> CaseOfRules:
        """The tree with the exact number of hands of every case and call."""
        compiler = Compiler()
        self._number = 0
        place = self._places(compiler, tree, compiler.constant(1), compiler.constant(0))
        compiler.group(compiler.constant(1), [place, self._call(compiler)])
        leaves = dict[int, list[tuple[int, int, CardSet]]]()
        for (leaf, call), hands, cards in run(compiler, self.known, self.progress).groups():
            leaves.setdefault(leaf, []).append((hands, call, CardSet(cards)))
        return self._case(tree, leaves)

    def _places(self, compiler: Compiler, case: _Node, here: Register, place: Register) -> Register:
        """The register with the number of each hand's leaf."""
        if not case.parts:
            self._number += 1
            case.number = self._number
            return compiler.scaled(here, case.number, place)
        for part in case.parts:
            assert part.assumption is not None
            met = compiler.both(here, compiler.register(part.assumption))
            place = self._places(compiler, part, met, place)
        return place

    def _case(self, case: _Node, leaves: dict[int, list[tuple[int, int, CardSet]]]) -> CaseOfRules:
        assumption = None if case.assumption is None else Predicate(case.assumption)
        if case.parts:
            parts = [self._case(part, leaves) for part in case.parts]
            parts = [part for part in parts if part.hands]
            calls = Counter[str]()
            for part in parts:
                calls.update(part.calls)
            hand = min((part.simplest for part in parts), key=complexity)
            return CaseOfRules(assumption, calls.total(), dict(calls.most_common()), hand, tuple(parts))
        found = sorted(leaves.get(case.number, []), key=lambda each: -each[0])
        hand = min((each[2] for each in found), key=complexity, default=CardSet())
        calls = Counter({self.names[call]: hands for hands, call, _ in found})
        return CaseOfRules(assumption, calls.total(), dict(calls), hand)


def _random_hands(known: Known) -> NDArray[np.uint64]:
    """Many random hands, each possible hand equally likely, from a fixed seed."""
    rng = np.random.default_rng(_SEED)
    free = np.array([card.index for card in CardSet.pack() - known.held - known.elsewhere], dtype=np.uint64)
    wanted = 13 - len(known.held)
    hands: list[NDArray[np.uint64]] = []
    for _ in range(_DRAWN // _DRAWN_AT_ONCE):
        order = rng.random((_DRAWN_AT_ONCE, len(free))).argpartition(wanted - 1, axis=1)[:, :wanted]
        hands.append((np.uint64(1) << free[order]).sum(axis=1, dtype=np.uint64))
    return np.concatenate(hands) | np.uint64(known.held.bits)


# Growing the tree


@dataclass(eq=False)
class _Node:
    """A case of the growing tree, with the patterns that fall into it."""

    assumption: Term | None
    rows: NDArray[np.int64]
    parts: tuple[_Node, ...] = ()
    number: int = 0


def _grown(patterns: _Patterns, assumptions: list[Term], most_leaves: int) -> _Node:
    """The tree grown by splitting the most mixed case repeatedly."""
    root = _Node(None, np.arange(len(patterns.calls)))
    queue = [(-_mixed(patterns, root.rows), 0, root)]
    leaves = number = 1
    while queue and leaves < most_leaves:
        mixed, _, case = heapq.heappop(queue)
        if mixed == 0 or not _split(patterns, assumptions, case):
            continue
        leaves += 1
        for part in case.parts:
            number += 1
            heapq.heappush(queue, (-_mixed(patterns, part.rows), number, part))
    return root


def _mixed(patterns: _Patterns, rows: NDArray[np.int64]) -> float:
    """The total weight of the calls other than the most frequent one."""
    counts = np.bincount(patterns.calls[rows], patterns.weights[rows])
    return float(counts.sum() - counts.max())


def _split(patterns: _Patterns, assumptions: list[Term], case: _Node) -> bool:
    """Split a case by the assumption that leaves the least entropy in the calls."""
    answers, rows = patterns.answers[case.rows], case.rows
    useful = np.flatnonzero(answers.any(axis=0) & ~answers.all(axis=0))
    if not len(useful):
        return False
    calls, where = np.unique(patterns.calls[rows], return_inverse=True)
    shares = np.zeros((len(rows), len(calls)))
    shares[np.arange(len(rows)), where] = patterns.weights[rows] / patterns.weights[rows].sum()
    yes = answers[:, useful].T @ shares
    doubt = _doubt(yes) + _doubt(shares.sum(axis=0) - yes)
    best = int(useful[int(np.argmin(np.round(doubt, 9)))])
    met = answers[:, best] > 0
    assumption = assumptions[best]
    case.parts = _Node(_opposite(assumption), rows[~met]), _Node(assumption, rows[met])
    return True


def _doubt(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy of calls within each part, weighted by its size."""
    whole = shares.sum(axis=1, keepdims=True)
    ratio = np.divide(shares, whole, out=np.ones_like(shares), where=shares > 1e-15)
    doubt: NDArray[np.float64] = -(np.maximum(shares, 0) * np.log2(ratio)).sum(axis=1)
    return doubt
