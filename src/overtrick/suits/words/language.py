"""What English and German share: how sentences about one suit are put together.

A language fills in its words, most of them as templates in `words`, and what only it says in its own way.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import TypeVar, final

from overtrick.core import Odds, Seat
from overtrick.core.english import capital
from overtrick.suits import Chances, Combination, Solution
from overtrick.suits.covers import Called, Clause, Fact, Splits, WestHolds, called
from overtrick.suits.holding import letters, size
from overtrick.suits.plans import TrickWas
from overtrick.suits.words.outline import (
    DefenderPlays,
    Link,
    Manner,
    Move,
    Pair,
    PlanClause,
    PlayedCards,
    Sentence,
    SpokenCondition,
    Subject,
)

__all__ = ["ANY", "Held", "Holder", "Language", "WordChoice", "series", "span_word"]

T = TypeVar("T")
ANY = 99
"""A length without a limit."""
_AWKWARD = {
    **dict.fromkeys((" but ", ", aber "), 3.0),
    **dict.fromkeys((" none ", " no ", " kein"), 1.0),
    **dict.fromkeys((" at most ", " höchstens "), 0.5),
}
"""What these phrases count for more than their words."""


@final
class WordChoice:
    """Chooses between words of the same meaning: always the same for a combination, not for all of them."""

    def __init__(self, combination: Combination) -> None:
        self._name = str(combination)

    def __call__(self, *words: T) -> T:
        return words[zlib.crc32(f"{self._name} {words}".encode()) % len(words)]


def series(parts: Sequence[str], link: str) -> str:
    """Words in a row, the last two linked.

    >>> series(["ace", "king", "ten"], " and ")
    'ace, king and ten'
    """
    return link.join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)


def span_word(fewest: int, most: int, next_to: str, far: str) -> str:
    """The word between two limits: 'two or three', but 'two to four'."""
    return next_to if most == fewest + 1 else far


class Holder(IntEnum):
    """The defender who holds something; the first two change places where either defender may be meant."""

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


class Language(ABC):
    """The sentences of one language."""

    words: Mapping[str, str]
    """Templates by what they say."""
    tricks: tuple[str, str]
    """One trick, and more of them."""
    entries: tuple[str, str]
    card_names: Sequence[str]
    """The cards by rank, as objects."""
    seats: Mapping[Seat, str]
    subjects: Mapping[Subject, str]
    deeds: Mapping[tuple[bool, bool], tuple[str, str, str, str, str]]
    """By whether it is told of all tricks so far, and of both defenders: how it begins, then 'shows out',
    'follows', 'follows low' and 'plays' with the cards."""
    results: tuple[tuple[str, ...], tuple[str, ...]]
    """That the trick is lost, and that it is won: words to choose from."""
    otherwise: tuple[str, ...]
    drops: tuple[str, ...] = ("",)
    """What a defender's card does when a high card is led, to choose from."""
    holders: tuple[str, str, str, str, str]
    point = "."
    """Before the decimals."""
    percent_sign = "%"

    # Amounts

    def percent(self, odds: Odds) -> str:
        """A chance as a percentage."""
        return odds.percent.replace(".", self.point).replace("%", self.percent_sign)

    def number(self, value: Fraction) -> str:
        """A number to four places."""
        return f"{float(value):.4f}".replace(".", self.point)

    def _count(self, number: int, nouns: tuple[str, str]) -> str:
        return f"{number} {nouns[number != 1]}"

    # The sentences around a line

    def say(self, name: str, *about: Combination | str | int) -> str:
        """A sentence by its name in `words`, with what it is about."""
        told = (self._opposite(each) if isinstance(each, Combination) else each for each in about)
        return self.words[name].format(*told)

    def headline(self, combination: Combination, tricks: int, odds: Odds) -> str:
        """The holdings, the goal and its chance."""
        return f"{self._opposite(combination)}, {self.goal(tricks, odds)}"

    def goal(self, tricks: int, odds: Odds) -> str:
        """The goal and its chance."""
        return f"{self._count(tricks, self.tricks)}: {self.percent(odds)} ({odds})"

    def _opposite(self, combination: Combination) -> str:
        north, south = (letters(hand) or "—" for hand in (combination.north, combination.south))
        return f"{north} {self.words['opposite']} {south}"

    @abstractmethod
    def wins(self, cover: str) -> str:
        """When the line wins."""

    def when(self, cover: str) -> str:
        """A set of layouts as a part of a sentence."""
        return cover

    def lead(self, seat: Seat, rank: int | None) -> str:
        """A first play: the hand and the card, None for a small one."""
        card = self.words["low"] if rank is None else self.words["named"].format(self.card_names[rank])
        return self.words["lead"].format(card=card, seat=self.seats[seat])

    def instead(self, lead: str, odds: Odds, loses: str, gains: str) -> str:
        """The second-best first play, and the layouts that swing."""
        text = self.words["instead"].format(lead=lead, odds=self.percent(odds))
        swings = (("loses", loses), ("gains", gains))
        return text + "".join(self.words[name].format(self.when(cover)) for name, cover in swings if cover)

    def honest(self, line: str, odds: Odds, against_best: Odds) -> str:
        """The line against defenders who never false-card."""
        return self.words["honest"].format(line, self.percent(odds), self.percent(against_best))

    def similar(self, others: tuple[Combination, ...]) -> str:
        """Where the same line is best."""
        names = self.words["and"].join(map(self._opposite, others))
        return self.words["similar"].format(names) if others else ""

    def expected(self, tricks: Fraction, line: str | None) -> str:
        """The expected number of tricks, and the line for it."""
        text = self.words["expected"].format(self.number(tricks), tricks)
        return f"{text}\n  {line}" if line else text

    def assumptions(self, answer: Solution) -> str:
        """What the answer takes for granted."""
        counts = ((Seat.NORTH, answer.entries.north), (Seat.SOUTH, answer.entries.south))
        entries = ", ".join(
            self.words["entries"].format(self._count(count, self.entries), self.seats[seat])
            for seat, count in counts
            if count is not None
        )
        given = self.given(answer.chances)
        return self.words["assumptions"].format(entries or self.words["free"], given)

    @abstractmethod
    def given(self, chances: Chances) -> str:
        """What is known of the defenders."""

    def line(self, expected: Fraction, chances: str) -> str:
        """A line in figures."""
        return self.words["line"].format(self.number(expected), chances.replace(".", self.point))

    def hopeless(self, tricks: int) -> str:
        """So many tricks cannot be made."""
        return self.words["hopeless"].format(self._count(tricks, self.tricks))

    # Plans

    def plan(self, sentences: Sequence[Sentence], choose: WordChoice) -> str:
        """The sentences of a plan."""
        moves = [move for sentence in sentences for clause in sentence for move in clause.moves]
        has_single_finesse = [move.manner for move in moves].count(Manner.FINESSE) == 1
        texts = ("; ".join(self._clause(c, choose, has_single_finesse) for c in each) for each in sentences)
        return " ".join(f"{capital(text)}." for text in texts)

    def _clause(self, clause: PlanClause, choose: WordChoice, has_single_finesse: bool) -> str:
        *first, last = (self._move(move, choose, has_single_finesse) for move in clause.moves)
        row = self.words["then"].join((", ".join(first), last)) if first else last
        if clause.link is Link.FIRST:
            return row
        if clause.link is Link.OTHERWISE:
            return f"{choose(*self.otherwise)} {row}"
        plays = choose(*self.drops) if clause.is_after_cash else "play"
        conditions = (self._condition(each, choose, plays) for each in clause.conditions)
        return f"{self.words[clause.link.name]} {self.words['or'].join(conditions)}, {row}"

    def _move(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        play = self.play(move, choose, has_single_finesse)
        again = self.words["again"].format(play) if move.is_again else play
        return again + (self.words["repeat"] if move.is_repeated else "")

    @abstractmethod
    def play(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        """What declarer does."""

    def _condition(self, condition: SpokenCondition, choose: WordChoice, plays: str) -> str:
        """What the defenders did."""
        if isinstance(condition, TrickWas):
            return choose(*self.results[condition.is_won])
        if isinstance(condition, Pair):
            template = self.words["either of two" if condition.is_either else "both of two"]
            return template.format(*(self._defender(c, plays) for c in (condition.west, condition.east)))
        return self._defender(condition, plays)

    def _defender(self, plays: DefenderPlays, verb: str) -> str:
        cards, is_both = plays.cards, plays.who is Subject.BOTH
        start, shows_out, follows, follows_low, played = self.deeds[plays.is_so_far, is_both]
        deeds = [shows_out] if cards.shows_out else []
        if cards.follows:
            deeds.append(follows)
        elif cards.is_play:
            verb = verb if cards.named and not cards.low else "play"
            deeds.append(played.format(cards=self._played(cards), plays=verb))
        elif cards.low:
            deeds.append(follows_low)
        return f"{self.subjects[plays.who]} {start}{self.words['or'].join(deeds)}"

    def _played(self, cards: PlayedCards) -> str:
        parts = [self.words["low"]] if cards.low else []
        if cards.honour:
            parts.append(self.words["honour"])
        if cards.at_most >= 0:
            parts.append(self.words["at most"].format(self.card_names[cards.at_most]))
        if cards.at_least >= 0:
            parts.append(self.words["at least"].format(self.card_names[cards.at_least]))
        if cards.named:
            names = series([self.card_names[rank] for rank in cards.named], self.words["or"])
            parts.append(self.words["named"].format(names))
        return self.words["or"].join(parts)

    # Sets of layouts

    def layouts(self, clause: Clause, groups: tuple[int, ...]) -> str:
        """The shortest way to say a clause: each fact may be told of West or of East."""
        return min(self._ways(clause, groups), key=_length)

    def start(self, text: str) -> str:
        """The words that need not be said again: 'West has', if that is true of all that follows."""
        has, also = self.words["has"], self.words["also"]
        subject = next((name for name in self.holders[:3] if text.startswith(name + has)), "")
        return subject + has if subject and also not in text else ""

    def _ways(self, clause: Clause, groups: tuple[int, ...]) -> Iterator[str]:
        exact = _exact_layout(clause, groups)
        if exact:
            for seat, views in zip((Holder.WEST, Holder.EAST), exact, strict=True):
                who = Holder.EITHER if clause.either else seat
                yield self._hand(who, views, None if views else (0, 0), is_just=True)
            return
        merged = _merged(clause.facts)
        facts = [fact for fact in merged if isinstance(fact, WestHolds) and not _is_divided(fact, groups)]
        others = [self._neutral(fact) for fact in merged if fact not in facts]
        for holders in product((Holder.WEST, Holder.EAST), repeat=len(facts)):
            parts: list[str] = []
            for seat in sorted(set(holders)):
                views = [_view(f, seat, groups) for f, who in zip(facts, holders, strict=True) if who is seat]
                lengths = [view for view in views if view.cards == sum(groups) and size(view.cards) > 1]
                cards = [view for view in views if view not in lengths]
                either = Holder.EITHER if len(set(holders)) == 1 else Holder(Holder.ONE + seat)
                who = either if clause.either else seat
                parts.append(self._hand(who, cards, lengths[0].limits if lengths else None))
            yield self.words["also"].join(parts + others)

    def _neutral(self, fact: Fact) -> str:
        """A fact that names no defender."""
        if isinstance(fact, WestHolds):
            return self.divided(fact.cards)
        short = fact.most if fact.fewest == 0 else fact.fewest
        side = "" if fact.fewest == fact.most else " or worse" if fact.fewest == 0 else " or better"
        return self.words["splits" + side].format(f"{size(fact.cards) - short}-{short}")

    def _hand(
        self, who: Holder, views: Sequence[Held], length: tuple[int, int] | None, is_just: bool = False
    ) -> str:
        """What one defender has; just that, if he has no other cards."""
        if length == (0, 0):
            return self.words["void"].format(self.holders[who])
        lacks = [view for view in views if not view.most] if length or len(views) > 1 else []
        views = [view for view in views if view not in lacks]
        text = self.holders[who] + self.words["has"] + self._holding(views, length, is_just)
        return text + "".join(map(self._lacks, lacks))

    def _lacks(self, view: Held) -> str:
        if size(view.cards) == 1:
            return self.words["but not"].format(self.the(view.cards))
        return self.words["but"].format(self.some(view, False))

    def _holding(self, views: Sequence[Held], length: tuple[int, int] | None, is_just: bool) -> str:
        is_sure = all(view.is_all for view in views)
        certain = sum(view.fewest for view in views)
        if is_just or (views and length is not None and length[1] == certain):
            if is_sure and all(view.kind is Called.NAMED for view in views):
                return self.few(sum(view.cards for view in views))
            if length == (1, 1):
                return self.singleton(views[0])
            return self.just(self._listed([replace(view, most=view.fewest) for view in views], True))
        if length is None:
            return self._listed(views)
        if not views:
            return self.cards(*length)
        if is_sure:
            return self.others(self._listed(views), certain, *length)
        return self.words["among"].format(self.cards(*length), self._listed(views))

    def just(self, cards: str) -> str:
        """These cards and no others."""
        return self.words["all of" if self.words["all"] in cards else "just"].format(cards)

    def _listed(self, views: Sequence[Held], is_just: bool = False) -> str:
        """The cards, highest first; those that are named and all there come as one list."""
        named = sum(view.cards for view in views if view.is_all and view.kind is Called.NAMED)
        rest = sorted((view for view in views if view.cards & ~named), key=lambda view: -view.cards)
        parts = [self.the(named)] if named else []
        return self.both(parts + [self.some(view, is_just) for view in rest])

    @abstractmethod
    def both(self, parts: list[str]) -> str: ...
    @abstractmethod
    def the(self, cards: int) -> str: ...
    @abstractmethod
    def some(self, view: Held, is_just: bool) -> str: ...
    @abstractmethod
    def cards(self, fewest: int, most: int) -> str: ...
    @abstractmethod
    def others(self, text: str, count: int, fewest: int, most: int) -> str: ...
    @abstractmethod
    def few(self, cards: int) -> str: ...
    @abstractmethod
    def singleton(self, view: Held) -> str: ...
    @abstractmethod
    def divided(self, cards: int) -> str: ...


def _view(fact: WestHolds, seat: Holder, groups: tuple[int, ...]) -> Held:
    count, kind = size(fact.cards), called(fact.cards, groups)
    if seat is Holder.WEST:
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
    west, east = ([_view(fact, seat, groups) for fact in facts] for seat in (Holder.WEST, Holder.EAST))
    return [view for view in west if view.most], [view for view in east if view.most]


def _length(text: str) -> tuple[float, int]:
    """Words, more where it is said what a hand does not have; then letters."""
    awkward = sum(extra * text.count(part) for part, extra in _AWKWARD.items())
    return len(text.split()) + awkward, len(text)
