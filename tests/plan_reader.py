"""Reads the words of a plan as a player would, and plays them against every defence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from overtrick.core import PACK, Card, Seat, Suit
from overtrick.core.bits import indices
from overtrick.core.english import NUMBERS
from overtrick.squeezes.ending import Ending, State
from overtrick.squeezes.plans import Plays, SqueezePlan, Step, Watch

__all__ = ["Silent", "size", "steps", "worst"]

_CARD = r"[♠♥♦♣](?:10|[2-9JQKA])"
_NAMED = rf"the {_CARD} (?:from|in) \w+(?: if possible)?"
_CLAUSE = re.compile(
    rf"(?P<cross>cross) to the {_CARD}"
    rf"|(?P<cash>(?:cash|lead|ruff|and) the {_CARD}(?! from| in)(?: (?:to|with) the {_CARD})?"
    rf"(?: \((?:throwing|playing) the {_CARD}(?: under it)?\))?)"
    rf"|(?:lead|throw|play|ruff with) {_NAMED}(?: to the {_CARD})?"
    rf"(?: and (?:(?:throw|play|ruff with) )?{_NAMED})?",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\s*- If (\w+) (leads|throws|ruffs with|plays) ([^,:]*(?:, (?:[♠♥♦♣]|the |a )[^,:]*)*)[,:]"
)


class Silent(AssertionError):
    """The words do not say what to play."""


class Trick(NamedTuple):
    """The cards that the words name for a trick."""

    cards: tuple[Card, ...]
    is_cross: bool
    is_cash: bool
    unsure: frozenset[Seat] = frozenset()
    """Who is to play so only if possible."""
    number: int | None = None
    """Which trick it is, if that is said."""
    is_touched: bool = False


@dataclass(frozen=True, eq=False)
class Part:
    """Tricks in a row, and then what a defender may do."""

    tricks: tuple[Trick, ...]
    cases: tuple[Condition, ...]


@dataclass(frozen=True, eq=False)
class Condition:
    """A defender's cards, and how to go on."""

    seat: Seat
    verb: str
    cards: frozenset[Card]
    suits: frozenset[Suit]
    number: int | None
    """To which trick, if that is said."""
    then: Part

    def is_met(self, state: State, card: Card) -> bool:
        """Does he do so with this card?"""
        led = PACK[state.trick[0]].suit if state.trick else None
        does = {
            "leads": led is None,
            "throws": led is not None and card.suit is not led,
            "ruffs with": led is not None and card.suit == state.strain,
            "plays": led is not None,
        }[self.verb]
        return does and (card in self.cards or card.suit in self.suits)


# Reading


def _tricks(text: str) -> Iterator[Trick]:
    numbered = re.match(r"\s*(\d+)\. ", text)
    number = int(numbered[1]) if numbered else None
    for found in _CLAUSE.finditer(text):
        cards = tuple(Card.parse(name) for name in re.findall(_CARD, found[0]))
        unsure = frozenset(Seat.parse(name[0]) for name in re.findall(r"(\w+) if possible", found[0]))
        yield Trick(cards, bool(found["cross"]), bool(found["cash"]), unsure, number)
        number = None


def _part(lines: Sequence[str]) -> Part:
    """Lines of the same depth are tricks and branches; what is deeper belongs to the branch above it."""
    tricks, cases = list[Trick](), list[Condition]()
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        condition = _CONDITION.match(line)
        if condition is None:
            tricks += _tricks(line)
            continue
        below = []
        while place < len(lines) and _depth(lines[place]) > _depth(line):
            below.append(lines[place])
            place += 1
        rest = _part(below)
        then = Part((*_tricks(line[condition.end() :]), *rest.tricks), rest.cases)
        seat, (what, _, to_trick) = Seat.parse(condition[1][0]), condition[3].partition(" to trick ")
        number = NUMBERS.index(to_trick) if to_trick else None
        cards = frozenset(Card.parse(name) for name in re.findall(_CARD, what))
        suits = frozenset(suit for suit in Suit if f"a {suit.word[:-1]}" in what)
        cases.append(Condition(seat, condition[2], cards, suits, number, then))
    return Part(tuple(tricks), tuple(cases))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


# Playing


def worst(lines: Sequence[str], ending: Ending, tricks: int) -> int:
    """The fewest tricks that the words win against any defence; they need so many, then any card will do."""
    side, part = int(ending.attackers), _part(lines)

    @cache
    def from_here(state: State, won: int, ahead: tuple[Trick, ...], cases: tuple[Condition, ...]) -> int:
        if not any(state.hands) and not state.trick:
            return won
        is_ours = state.seat & 1 == side
        if is_ours:
            number = ending.cards - state.tricks_left + 1
            is_free = won >= tricks or not (ahead or cases)
            card, ahead = _chosen(state, number, ahead, is_free=is_free)
            return after(state, card, won, ahead, cases)
        return min(defended(state, card, won, ahead, cases) for card in indices(state.legal))

    def defended(
        state: State, card: int, won: int, ahead: tuple[Trick, ...], cases: tuple[Condition, ...]
    ) -> int:
        is_time = all(trick.is_touched for trick in ahead)
        for case in cases if is_time else ():
            is_trick = case.number in (None, ending.cards - state.tricks_left + 1)
            if is_trick and case.seat == state.seat and case.is_met(state, PACK[card]):
                return after(state, card, won, (*ahead, *case.then.tricks), case.then.cases)
        return after(state, card, won, ahead, cases)

    def after(
        state: State, card: int, won: int, ahead: tuple[Trick, ...], cases: tuple[Condition, ...]
    ) -> int:
        later = state.then(card)
        if len(later.trick) == 4:
            ahead = tuple(trick for trick in ahead if not trick.is_touched)
            later, by_ns = later.gathered()
            won += by_ns ^ side
        return from_here(later, won, ahead, cases)

    return from_here(ending.state, 0, part.tricks, part.cases)


def _chosen(
    state: State, number: int, ahead: tuple[Trick, ...], *, is_free: bool
) -> tuple[int, tuple[Trick, ...]]:
    """The card that the words give to the player whose turn it is."""
    legal = list(indices(state.legal))
    for place, trick in enumerate(ahead):
        if trick.number not in (None, number):
            break
        named = [card.index for card in trick.cards if card.index in legal]
        is_impossible = Seat(state.seat) in trick.unsure and not named
        crosses = [card for card in legal if trick.is_cross and card // 13 == trick.cards[0].suit]
        if named or is_impossible or (crosses and not state.trick):
            card = named[0] if named else min(crosses or legal)
            return card, (*ahead[:place], trick._replace(is_touched=True), *ahead[place + 1 :])
        if not trick.is_touched or trick.is_cash:
            break
    is_cashing = bool(ahead) and ahead[0].is_touched and ahead[0].is_cash
    if is_free or len(legal) == 1 or (is_cashing and not state.is_discard):
        return min(legal, key=lambda card: (card % 13, card)), ahead
    raise Silent(f"nothing is said of {Seat(state.seat).word} in {state}")


def steps(step: Step | None) -> Iterator[Step]:
    """Every step of a plan from one on, as often as it is written."""
    while step is not None:
        yield step
        if isinstance(step, Watch):
            for branch in step.branches:
                yield from steps(branch.then)
        step = step.then if isinstance(step, Plays) else None


def size(plan: SqueezePlan) -> int:
    """How many steps and branches there are to read."""
    return sum(1 + len(step.branches) if isinstance(step, Watch) else 1 for step in steps(plan.first))
