"""A system made ready to bid: its entries compiled once, those of the systems beneath it after its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, final

from overtrick.bidding.bounding import bounds, unfolded
from overtrick.bidding.bounds import Bounds
from overtrick.bidding.contexts import Matcher, matcher, with_suit
from overtrick.bidding.entries import GAMES, Block, CallPattern, Entry, Level, Sheet
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.judging import Facts, Held13, Judge, Names, judge
from overtrick.bidding.linking import Link
from overtrick.bidding.shown import resolved
from overtrick.bidding.sieving import Sieve
from overtrick.core import Bid, Call, Strain
from overtrick.hands.terms import Call as Used
from overtrick.hands.terms import Definition, Term

if TYPE_CHECKING:
    from overtrick.bidding.said import Said
    from overtrick.bidding.state import State

__all__ = ["Candidate", "Rule", "System"]


@final
@dataclass(frozen=True, eq=False)
class Rule:
    """An entry made ready: for hands, for promises, and for auctions where it has a condition of its own."""

    entry: Entry
    points: Definition
    """How the system counts points."""
    also: Matcher | None
    layer: int
    block: Block
    order: tuple[int, int, int]
    """By layer, then the highest priority, then as written."""

    @cached_property
    def judge(self) -> Judge:
        """The condition for one hand at a time; compiled when it is first asked."""
        return judge(self.entry.shows)

    @cached_property
    def bounds(self) -> Bounds:
        """The condition for promises; compiled when it is first asked."""
        return bounds(unfolded(self.entry.shows, self.points))

    def __str__(self) -> str:
        return str(self.entry)


@final
class Candidate:
    """A rule in one auction: its letters given, its call legal."""

    __slots__ = ("_term", "call", "facts", "names", "rule")

    def __init__(self, rule: Rule, names: Names, facts: Facts, call: Call) -> None:
        self.rule, self.names, self.facts, self.call = rule, names, facts, call
        self._term: Term | None = None

    def fits(self, hand: Held13) -> bool:
        """Does a hand meet the rule's condition?"""
        return bool(self.rule.judge(hand, self.names, self.facts))

    @property
    def term(self) -> Term:
        """The condition with everything given: one on a hand alone."""
        if self._term is None:
            self._term = resolved(self.rule.entry.shows, self.names, self.facts)
        return self._term

    def __repr__(self) -> str:
        return f"<{self.call}: {self.rule.entry.name or self.rule.entry.text}>"


@final
@dataclass(frozen=True, eq=False)
class _Ready:
    """A block made ready."""

    block: Block
    needed: int
    """What has to be among the truths of the auction."""
    matches: Matcher
    """What else the block asks."""
    rules: tuple[Rule, ...]

    @cached_property
    def first(self) -> tuple[int, int, int]:
        """Where the first of its rules comes."""
        return min(rule.order for rule in self.rules)

    @cached_property
    def order(self) -> tuple[int, int, int]:
        """Where the block comes by its own priority, whatever its entries add to it."""
        layer, _, place = self.first
        return layer, -self.block.priority, place

    def only(self, read_only: bool) -> _Ready:
        """The block with those of its rules that are only read, or those that are not."""
        rules = tuple(rule for rule in self.rules if rule.entry.is_read_only is read_only)
        return replace(self, rules=rules)


class System:
    """A bidding system: what it does in an auction is `candidates`.

    Conventions may be switched by name; the others are as the system says.
    """

    def __init__(self, sheets: tuple[Sheet, ...], switches: Mapping[str, bool] | None = None) -> None:
        self.sheets = sheets
        self.switches = _switched(sheets, switches or {})
        self._points = sheets[0].vocabulary.definitions["points"]
        self._sieve = Sieve(self.switches)
        every = [
            self._ready(block, layer, place)
            for layer, sheet in enumerate(sheets)
            for place, block in enumerate(sheet.blocks)
        ]
        self._every = every
        self._blocks, self._readings = (
            sorted(
                (made for ready in every if (made := ready.only(read_only)).rules),
                key=lambda ready: ready.first,
            )
            for read_only in (False, True)
        )
        self.read: dict[object, Said] = {}
        """What calls meant, by the question they answered."""
        self.points = Used(self._points)
        self.link = Link(self._points)

    @property
    def name(self) -> str:
        """What the system is called."""
        return self.sheets[0].name

    def __repr__(self) -> str:
        return f"<System {self.name}, {len(self.rules)} entries>"

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, those of systems beneath among them."""
        return tuple(rule for ready in self._every for rule in ready.rules)

    def _ready(self, block: Block, layer: int, place: int) -> _Ready:
        rules = tuple(
            Rule(
                entry,
                self._points,
                None if entry.convention is None else matcher(entry.convention, self.switches),
                layer,
                block,
                (layer, -(block.priority + entry.priority), place),
            )
            for entry in block.entries
        )
        return _Ready(block, *self._sieve.divided(block.when), rules)

    def candidates(self, state: State, read_only: bool = False) -> list[Candidate]:
        """The rules that apply in an auction, the first that fits a hand before the next.

        Those that are only read are a list of their own.
        """
        found = list[tuple[tuple[int, int, int], int, Candidate]]()
        cut: tuple[int, int, int] | None = None
        last: Block | None = None
        facts, truths = state.facts, self._sieve.truths(state)
        for ready in self._readings if read_only else self._blocks:
            if cut is not None and ready.first > cut:
                break
            if ready.needed & truths != ready.needed:
                continue
            for names in _different(ready.matches(state, {})):
                for rule in ready.rules:
                    for candidate in _instances(rule, names, state, facts):
                        found.append((rule.order, len(found), candidate))
                if ready.block.is_complete and (cut is None or ready.order < cut):
                    cut, last = ready.order, ready.block
        found.sort(key=lambda each: each[:2])
        if cut is None:
            return [candidate for _, _, candidate in found]
        return [each for order, _, each in found if order <= cut or each.rule.block is last]


def _switched(sheets: tuple[Sheet, ...], switches: Mapping[str, bool]) -> dict[str, bool]:
    known = {each.name: each.is_on for sheet in reversed(sheets) for each in sheet.conventions}
    if wrong := [name for name, is_on in switches.items() if not isinstance(is_on, bool)]:
        raise BiddingError(f"{wrong[0]} is switched True or False, not {switches[wrong[0]]!r}")
    if unknown := sorted(set(switches) - set(known)):
        raise BiddingError(
            f"{sheets[0].name} has no convention {unknown[0]!r}: it has {', '.join(known) or 'none'}"
        )
    return {**known, **switches}


def _different(matches: Iterator[Names]) -> Iterator[Names]:
    """Each way to match once."""
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


def _calls(pattern: CallPattern, names: Names, state: State) -> Iterator[tuple[Call, int | None]]:
    """The legal calls of a pattern, each with the level it found if that has a name; a fixed one is legal."""
    if pattern.call is not None:
        yield pattern.call, None
        return
    strain = pattern.strain if isinstance(pattern.strain, Strain) else Strain(names[pattern.strain])
    lowest = state.cheapest(strain)
    if pattern.level is Level.ANY:
        for level in range(lowest, 8):
            yield Bid(level, strain), level
        return
    level = _level(pattern.level, strain, lowest)
    if lowest <= level <= 7:
        yield Bid(level, strain), None


def _level(level: int | Level, strain: Strain, lowest: int) -> int:
    match level:
        case Level.CHEAPEST:
            return lowest
        case Level.JUMP:
            return lowest + 1
        case Level.GAME:
            return GAMES[strain]
    assert isinstance(level, int)
    return level
