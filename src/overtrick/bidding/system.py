"""A compiled system: its entries, then those of the systems it uses, each compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias, final

from overtrick.bidding import entries
from overtrick.bidding.auction_facts import resolved
from overtrick.bidding.bounds import Bounds, bounds, unfolded
from overtrick.bidding.contexts import Matcher, matcher, with_suit
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.evaluation import Evaluator, Facts, HandValues, Names, evaluator
from overtrick.bidding.linking import link_of
from overtrick.bidding.promises import Box
from overtrick.core import Bid, Call, Strain
from overtrick.hands import terms

if TYPE_CHECKING:
    from overtrick.bidding.interpretation import Interpretation
    from overtrick.bidding.state import State

__all__ = ["Candidate", "ContextFilter", "Rule", "System"]


@final
@terms.quick_dataclass
class Rule:
    """A compiled entry: for hands, for promises and, if it has its own context, for auctions."""

    entry: entries.Entry
    points: terms.Definition
    """The system's definition of points."""
    also: Matcher | None
    layer: int
    block: entries.Block
    order: _Order

    @cached_property
    def evaluator(self) -> Evaluator:
        """The condition for one hand at a time, compiled on first use."""
        return evaluator(self.entry.shows)

    @cached_property
    def bounds(self) -> Bounds:
        """The condition for promises, compiled on first use."""
        return bounds(unfolded(self.entry.shows, self.points))

    def __str__(self) -> str:
        return str(self.entry)


@final
class Candidate:
    """A rule in one auction, with its letters bound and a legal call."""

    __slots__ = ("_term", "call", "facts", "names", "rule")

    def __init__(self, rule: Rule, names: Names, facts: Facts, call: Call) -> None:
        self.rule, self.names, self.facts, self.call = rule, names, facts, call
        self._term: terms.Term | None = None

    def fits(self, hand: HandValues) -> bool:
        """Does a hand meet the rule's condition?"""
        return bool(self.rule.evaluator(hand, self.names, self.facts))

    def is_like(self, other: Candidate) -> bool:
        """Is it the same rule with the same letters? (Cached meanings may come from another table.)"""
        return self.rule is other.rule and self.names == other.names

    def known(self, box: Box) -> bool | None:
        """Does the rule fit every hand of a box (True) or none (False)? None if that is not known."""
        return self.rule.bounds.truth(box, self.names, self.facts)

    def narrowed(self, box: Box, fits: bool = True) -> list[Box]:
        """The parts of a box where the rule may fit or, with `fits` false, may not fit."""
        return self.rule.bounds.narrowed(box, self.names, self.facts, fits)

    @property
    def term(self) -> terms.Term:
        """The condition resolved in this auction, which is about the hand alone."""
        if self._term is None:
            self._term = resolved(self.rule.entry.shows, self.names, self.facts)
        return self._term

    def __repr__(self) -> str:
        return f"<{self.call}: {self.rule.entry.name or self.rule.entry.text}>"


_Order: TypeAlias = tuple[int, int, int]
"""A sort key: by layer, then by descending priority, then by place in the files."""


@final
@terms.quick_dataclass
class _RuleBlock:
    """A compiled block; its rules are compiled when an auction first needs them."""

    block: entries.Block
    layer: int
    place: int
    needed: int
    """The bits that must be among the truths of the auction."""
    filter: ContextFilter
    make: Callable[[_RuleBlock], tuple[Rule, ...]]

    @cached_property
    def matches(self) -> Matcher:
        """The matcher for the rest of the context."""
        return self.filter.rest(self.block.when)

    @cached_property
    def every(self) -> tuple[Rule, ...]:
        """All its rules."""
        return self.make(self)

    @cached_property
    def rules(self) -> tuple[tuple[Rule, ...], ...]:
        """Its rules, first those that make calls, then the read-only ones."""
        return tuple(
            tuple(rule for rule in self.every if rule.entry.is_read_only is read_only)
            for read_only in (False, True)
        )

    def order(self, more: int = 0) -> _Order:
        """The sort key of the block, or of an entry that adds to its priority."""
        return self.layer, -(self.block.priority + more), self.place


class System:
    """A compiled bidding system; `candidates` gives its rules in an auction.

    Conventions may be switched by name; the others keep their default settings.
    """

    def __init__(self, sheets: tuple[entries.Sheet, ...], switches: Mapping[str, bool] | None = None) -> None:
        self.sheets = sheets
        self.switches = _switched(sheets, switches or {})
        self._points = sheets[0].points
        self._filter = ContextFilter(self.switches)
        self._every = [
            _RuleBlock(block, layer, place, self._filter.needed(block.when), self._filter, self._rules)
            for layer, sheet in enumerate(sheets)
            for place, block in enumerate(sheet.blocks)
        ]
        self._blocks = tuple(self._in_order(read_only) for read_only in (False, True))
        self.read: dict[object, Interpretation] = {}
        """Cache of interpretations, by call and decision."""
        self.points = terms.FunctionCall(self._points)
        self.link = link_of(self._points)

    @property
    def name(self) -> str:
        """The name of the system."""
        return self.sheets[0].name

    def __repr__(self) -> str:
        return f"<System {self.name}, {len(self.rules)} entries>"

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All rules, including those of the systems it uses."""
        return tuple(rule for ready in self._every for rule in ready.every)

    def _rules(self, ready: _RuleBlock) -> tuple[Rule, ...]:
        return tuple(
            Rule(
                entry,
                self._points,
                None if entry.convention is None else matcher(entry.convention, self.switches),
                ready.layer,
                ready.block,
                ready.order(entry.priority),
            )
            for entry in ready.block.entries
        )

    def _in_order(self, read_only: bool) -> list[tuple[_Order, _RuleBlock]]:
        """The blocks with such rules, each with the sort key of its first rule, sorted."""
        found = ((ready.block.highest[read_only], ready) for ready in self._every)
        orders = ((ready.order(highest), ready) for highest, ready in found if highest is not None)
        return sorted(orders, key=lambda each: each[0])

    def candidates(self, state: State, read_only: bool = False) -> list[Candidate]:
        """The rules that apply in an auction; the first that fits a hand makes its call.

        Read-only rules are returned only with `read_only`, and alone.
        """
        found = list[tuple[_Order, int, Candidate]]()
        cut: _Order | None = None
        last: entries.Block | None = None
        facts, truths = state.facts, self._filter.truths(state)
        for first, ready in self._blocks[read_only]:
            if cut is not None and first > cut:
                break
            if ready.needed & truths != ready.needed:
                continue
            for names in _different(ready.matches(state, {})):
                for rule in ready.rules[read_only]:
                    for candidate in _instances(rule, names, state, facts):
                        found.append((rule.order, len(found), candidate))
                if ready.block.is_complete and (cut is None or ready.order() < cut):
                    cut, last = ready.order(), ready.block
        found.sort(key=lambda each: each[:2])
        if cut is None:
            return [candidate for _, _, candidate in found]
        return [each for order, _, each in found if order <= cut or each.rule.block is last]


def _switched(sheets: tuple[entries.Sheet, ...], switches: Mapping[str, bool]) -> dict[str, bool]:
    known = {each.name: each.is_on for sheet in reversed(sheets) for each in sheet.conventions}
    if wrong := [name for name, is_on in switches.items() if not isinstance(is_on, bool)]:
        raise BiddingError(f"{wrong[0]} is switched True or False, not {switches[wrong[0]]!r}")
    if unknown := sorted(set(switches) - set(known)):
        raise BiddingError(
            f"{sheets[0].name} has no convention {unknown[0]!r}: it has {', '.join(known) or 'none'}"
        )
    return {**known, **switches}


def _different(matches: Iterator[Names]) -> Iterator[Names]:
    """The distinct bindings."""
    seen = list[Names]()
    for names in matches:
        if names not in seen:
            seen.append(names)
            yield names


# The calls of a rule


def _instances(rule: Rule, names: Names, state: State, facts: Facts) -> Iterator[Candidate]:
    fixed = rule.entry.call.call
    if fixed is not None and not state.is_legal(fixed):
        return
    ways: Iterator[Names] = iter((names,)) if rule.also is None else _different(rule.also(state, names))
    for way in ways:
        for given in _with_suits(rule.entry.suits, way):
            for call, level in _calls(rule.entry.call, given, state):
                bound = given if level is None else {**given, "n": level}
                yield Candidate(rule, bound, facts, call)


def _with_suits(suits: tuple[tuple[str, tuple[int, ...]], ...], names: Names) -> Iterator[Names]:
    if not suits:
        yield names
        return
    (letter, each_of), rest = suits[0], suits[1:]
    for suit in each_of:
        made = with_suit(names, letter, suit)
        if made is not None and not rest:
            yield made
        elif made is not None:
            yield from _with_suits(rest, made)


def _calls(pattern: entries.CallPattern, names: Names, state: State) -> Iterator[tuple[Call, int | None]]:
    """The calls of a pattern, each with its level if the pattern names it; all of them legal."""
    if pattern.call is not None:
        yield pattern.call, None
        return
    strain = pattern.strain if isinstance(pattern.strain, Strain) else Strain(names[pattern.strain])
    lowest = state.cheapest(strain)
    if pattern.level is entries.Level.ANY:
        for level in range(lowest, 8):
            yield Bid(level, strain), level
        return
    level = _level(pattern.level, strain, lowest)
    if lowest <= level <= 7:
        yield Bid(level, strain), None


def _level(level: int | entries.Level, strain: Strain, lowest: int) -> int:
    if isinstance(level, int):
        return level
    return entries.GAMES[strain] if level is entries.Level.GAME else lowest + (level is entries.Level.JUMP)


# Matching many contexts against one auction: conditions without letters are tested once for all contexts


@final
class ContextFilter:
    """The conditions of many contexts that do not depend on letters.

    Each condition has a bit; a context can hold only if all its bits are among the `truths` of the auction.
    """

    def __init__(self, switches: Mapping[str, bool]) -> None:
        self._switches = switches
        self._bits = dict[entries.Condition, int]()
        self._matchers = list[Matcher]()

    def needed(self, context: entries.Condition) -> int:
        """The bits that a context needs."""
        return reduce(or_, map(self._bit, _parts(context)))

    def rest(self, context: entries.Condition) -> Matcher:
        """The matcher for the conditions of a context that depend on letters."""
        return matcher(
            entries.Every(tuple(each for each in _parts(context) if not self._bit(each))), self._switches
        )

    def _bit(self, condition: entries.Condition) -> int:
        """The bit of a condition; 0 if it depends on letters."""
        found = self._bits.get(condition)
        if found is None:
            found = self._bits[condition] = 1 << len(self._matchers) if _is_plain(condition) else 0
            if found:
                self._matchers.append(matcher(condition, self._switches))
        return found

    def truths(self, state: State) -> int:
        """The bits of all conditions that hold in an auction."""
        found = 0
        for place, matches in enumerate(self._matchers):
            for _ in matches(state, {}):
                found |= 1 << place
                break
        return found


def _parts(context: entries.Condition) -> tuple[entries.Condition, ...]:
    return context.conditions if isinstance(context, entries.Every) else (context,)


def _is_plain(condition: entries.Condition) -> bool:
    """Is a condition independent of letters?"""
    for part in entries.parts_within(condition):
        if isinstance(part, terms.Name) or (
            isinstance(part, entries.BidPattern) and (part.names_level or type(part.strain) is str)
        ):
            return False
    return True
