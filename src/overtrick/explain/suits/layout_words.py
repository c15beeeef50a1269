"""What the languages share to put sets of layouts into words: the choice among the ways to say a clause."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product
from typing import final

from overtrick.core import Odds
from overtrick.suits.covers import Clause
from overtrick.suits.facts import Called, Fact, Splits, WestHolds, called
from overtrick.suits.holding import size

__all__ = ["ANY", "Held", "LayoutWords", "Who", "span_word"]

ANY = 99
"""A length without a limit."""
_AWKWARD = {
    **dict.fromkeys((" but ", ", aber "), 3.0),
    **dict.fromkeys((" none ", " no ", " kein"), 1.0),
    **dict.fromkeys((" at most ", " höchstens "), 0.5),
}
"""What these phrases count for more than their words."""


class Who(IntEnum):
    """The subject of a sentence; the first two change places where either defender may be meant."""

    WEST, EAST, EITHER, ONE, OTHER = range(5)


@final
@dataclass(frozen=True, slots=True)
class Held:
    """So many of some cards in one hand."""

    cards: int
    fewest: int
    most: int
    kind: Called

    @property
    def is_all(self) -> bool:
        return self.fewest == size(self.cards)

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and most cards, ANY where there is no limit."""
        is_open = self.fewest < self.most == size(self.cards)
        return self.fewest, ANY if is_open else self.most


class LayoutWords(ABC):
    """What the languages share: the choice among the ways to say a clause."""

    always: str
    never: str
    unless: str
    alternative: str
    also: str
    has: str
    subjects: tuple[str, str, str, str, str]

    # Whole clauses

    def clause(self, clause: Clause, groups: tuple[int, ...]) -> str:
        """The shortest way to say a clause: each fact may be told of West or of East."""
        return min(self._ways(clause, groups), key=_length)

    def start(self, text: str) -> str:
        """The words that need not be said again: 'West has', if that is true of all that follows."""
        subject = next((name for name in self.subjects[:3] if text.startswith(name + self.has)), "")
        return subject + self.has if subject and self.also not in text else ""

    def percent(self, odds: Odds) -> str:
        """A chance, to one place."""
        return odds.percent

    def _ways(self, clause: Clause, groups: tuple[int, ...]) -> Iterator[str]:
        exact = _exact_layout(clause, groups)
        if exact:
            for seat, views in zip((Who.WEST, Who.EAST), exact, strict=True):
                who = Who.EITHER if clause.either else seat
                yield self.hand(who, views, (0, 0) if not views else None, is_just=True)
            return
        merged = _merged(clause.facts)
        facts = [fact for fact in merged if isinstance(fact, WestHolds) and not _is_divided(fact, groups)]
        others = [fact for fact in merged if fact not in facts]
        for told in product((Who.WEST, Who.EAST), repeat=len(facts)):
            parts: list[str] = []
            for seat in sorted(set(told)):
                views = [_view(f, seat, groups) for f, who in zip(facts, told, strict=True) if who is seat]
                lengths = [view for view in views if view.cards == sum(groups) and size(view.cards) > 1]
                cards = [view for view in views if view not in lengths]
                who = _subject(seat, clause.either, len(set(told)))
                length = lengths[0].limits if lengths else None
                parts.append(self.hand(who, cards, length))
            yield self.also.join(parts + [self.neutral(fact) for fact in others])

    def neutral(self, fact: WestHolds | Splits) -> str:
        """A fact that names no defender."""
        if isinstance(fact, WestHolds):
            return self.divided(fact.cards)
        count = size(fact.cards)
        short = fact.most if fact.fewest == 0 else fact.fewest
        side = 0 if fact.fewest == fact.most else -1 if fact.fewest == 0 else 1
        return self.splits(f"{count - short}-{short}", side)

    # One hand

    def hand(
        self, who: Who, views: Sequence[Held], length: tuple[int, int] | None, is_just: bool = False
    ) -> str:
        """What one defender has; just that, if he has no other cards."""
        if length == (0, 0):
            return self.void(who)
        lacks = [view for view in views if not view.most] if length or len(views) > 1 else []
        views = [view for view in views if view not in lacks]
        said = self._holding(views, length, is_just)
        return self.subjects[who] + self.has + said + "".join(self.but(view) for view in lacks)

    def _holding(self, views: Sequence[Held], length: tuple[int, int] | None, is_just: bool) -> str:
        is_sure = all(view.is_all for view in views)
        certain = sum(view.fewest for view in views)
        if is_just or (views and length is not None and length[1] == certain):
            if is_sure and all(view.kind is Called.NAMED for view in views):
                return self.few(sum(view.cards for view in views))
            if length == (1, 1):
                return self.singleton(views[0])
            exact = [replace(view, most=view.fewest) for view in views]
            return self.just(self._listed(exact, is_just=True))
        if length is None:
            return self._listed(views)
        if not views:
            return self.cards(*length)
        if is_sure:
            return self.others(self._listed(views), certain, *length)
        return self.among(self.cards(*length), self._listed(views))

    def _listed(self, views: Sequence[Held], is_just: bool = False) -> str:
        """The cards, highest first; those that are named and all there come as one list."""
        named = sum(view.cards for view in views if view.is_all and view.kind is Called.NAMED)
        rest = sorted((view for view in views if view.cards & ~named), key=lambda view: -view.cards)
        said = [self.the(named)] if named else []
        said += [self.some(view, is_just) for view in rest]
        return self.both(said)

    # What each language says in its own way

    @abstractmethod
    def both(self, said: list[str]) -> str: ...
    @abstractmethod
    def the(self, cards: int) -> str: ...
    @abstractmethod
    def some(self, view: Held, is_just: bool) -> str: ...
    @abstractmethod
    def cards(self, fewest: int, most: int) -> str: ...
    @abstractmethod
    def others(self, said: str, count: int, fewest: int, most: int) -> str: ...
    @abstractmethod
    def among(self, length: str, said: str) -> str: ...
    @abstractmethod
    def but(self, view: Held) -> str: ...
    @abstractmethod
    def few(self, cards: int) -> str: ...
    @abstractmethod
    def just(self, said: str) -> str: ...
    @abstractmethod
    def singleton(self, view: Held) -> str: ...
    @abstractmethod
    def void(self, who: Who) -> str: ...
    @abstractmethod
    def divided(self, cards: int) -> str: ...
    @abstractmethod
    def splits(self, split: str, side: int) -> str: ...


def _subject(seat: Who, either: bool, hands: int) -> Who:
    if not either:
        return seat
    return Who.EITHER if hands == 1 else Who(Who.ONE + seat)


def _view(fact: WestHolds, seat: Who, groups: tuple[int, ...]) -> Held:
    count, kind = size(fact.cards), called(fact.cards, groups)
    if seat is Who.WEST:
        return Held(fact.cards, fact.fewest, fact.most, kind)
    return Held(fact.cards, count - fact.most, count - fact.fewest, kind)


def _merged(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, two limits for the same cards in a hand made one."""
    held: dict[int, Fact] = {}
    for fact in facts:
        if isinstance(fact, WestHolds):
            other = held.get(fact.cards, fact)
            fewest, most = max(fact.fewest, other.fewest), min(fact.most, other.most)
            held[fact.cards] = WestHolds(fact.cards, fewest, most)
    return [*held.values(), *(fact for fact in facts if isinstance(fact, Splits))]


def _is_divided(fact: WestHolds, groups: tuple[int, ...]) -> bool:
    is_one_each = size(fact.cards) == 2 and fact.fewest == fact.most == 1
    return is_one_each and called(fact.cards, groups) is Called.NAMED


def _exact_layout(clause: Clause, groups: tuple[int, ...]) -> tuple[list[Held], list[Held]] | None:
    """What West and East have, if the facts tell of each group how many cards West has of it."""
    facts = [f for f in clause.facts if isinstance(f, WestHolds) and f.fewest == f.most and f.cards in groups]
    if sum(fact.cards for fact in facts) != sum(groups) or len(groups) == 1:
        return None
    west, east = ([_view(fact, seat, groups) for fact in facts] for seat in (Who.WEST, Who.EAST))
    return [view for view in west if view.most], [view for view in east if view.most]


def span_word(fewest: int, most: int, next_to: str, far: str) -> str:
    """The word between two limits: 'two or three', but 'two to four'."""
    return next_to if most == fewest + 1 else far


def _length(text: str) -> tuple[float, int]:
    """Words, more where it is said what a hand does not have; then letters."""
    awkward = sum(extra * text.count(part) for part, extra in _AWKWARD.items())
    return len(text.split()) + awkward, len(text)
