"""Sets of layouts in words: what West and East hold when a line of play works."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import final

from overtrick.core import Odds
from overtrick.explain.registry import Unexplained
from overtrick.suits.chances import Weighed
from overtrick.suits.covers import Called, Clause, Cover, Description, Splits, WestHolds, called
from overtrick.suits.holding import cards_of, highest, letters, lowest, size

__all__ = ["cover_text"]

_ANY = 99
"""A length without a limit."""


def cover_text(what: Cover | Description, weighed: Weighed, language: str = "en") -> str:
    """When the missing cards lie as a cover says, each clause with the chance that it adds.

    >>> from overtrick.suits.chances import Chances
    >>> from overtrick.suits.combination import Combination
    >>> from overtrick.suits.covers import describe
    >>> from overtrick.suits.layouts import Layouts
    >>> layouts = Layouts(Combination.parse("A64 Q75"))
    >>> weighed = Chances().over(layouts)
    >>> cover_text(describe(layouts, 0xFFFF), weighed)
    'East has the king (50%), or West has the singleton king (0.7%)'
    >>> cover_text(describe(layouts, 0xFFFF), weighed, "de")
    'Ost hat den König (50 %), oder West hat den König blank (0,7 %)'
    """
    if language not in _LANGUAGES:
        raise Unexplained(f"layouts have no sentences in {language!r}")
    words = _LANGUAGES[language]
    is_unless = isinstance(what, Description) and what.unless
    cover = what.cover if isinstance(what, Description) else what
    parts = [clause for clause in cover.clauses if weighed.chance(clause.adds)]
    if not parts or not parts[0].facts:
        return words.always if is_unless is not bool(parts) else words.never
    said, before = [], ""
    for clause in parts:
        text = words.clause(clause, cover.groups)
        start = words.start(text)
        shared = start if start and start == before else ""
        said.append(f"{text.removeprefix(shared)} ({words.percent(weighed.chance(clause.adds))})")
        before = start
    return (words.unless if is_unless else "") + words.alternative.join(said)


class _Who(IntEnum):
    """The subject of a sentence; the first two change places where either defender may be meant."""

    WEST, EAST, EITHER, ONE, OTHER = range(5)


@final
@dataclass(frozen=True, slots=True)
class _Held:
    """So many of some cards in one hand."""

    cards: int
    fewest: int
    most: int
    kind: Called

    @property
    def is_all(self) -> bool:
        return self.fewest == size(self.cards)

    @property
    def how_many(self) -> tuple[int, int]:
        """A number, and whether it is the least (1), the most (-1) or exact (0)."""
        if self.fewest == self.most:
            return self.most, 0
        return (self.fewest, 1) if self.most == size(self.cards) else (self.most, -1)


class _Words(ABC):
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

    def percent(self, chance: Fraction) -> str:
        """A chance, to one place."""
        return Odds(chance.numerator, chance.denominator).percent

    def _ways(self, clause: Clause, groups: tuple[int, ...]) -> Iterator[str]:
        exact = _exact_layout(clause, groups)
        if exact:
            for seat, views in zip((_Who.WEST, _Who.EAST), exact, strict=True):
                who = _Who.EITHER if clause.either else seat
                yield self.hand(who, views, (0, 0) if not views else None, is_just=True)
            return
        facts = [fact for fact in clause.facts if isinstance(fact, WestHolds) and not _is_divided(fact, groups)]
        others = [fact for fact in clause.facts if fact not in facts]
        for told in product((_Who.WEST, _Who.EAST), repeat=len(facts)):
            parts = []
            for seat in sorted(set(told)):
                views = [_view(f, seat, groups) for f, who in zip(facts, told, strict=True) if who is seat]
                lengths = [view for view in views if view.cards == sum(groups) and size(view.cards) > 1]
                cards = [view for view in views if view not in lengths]
                who = seat if not clause.either else _Who.EITHER if len(set(told)) == 1 else _Who.ONE + len(parts)
                length = _limits(lengths[0]) if lengths else None
                parts.append(self.hand(_Who(who), cards, length))
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
        self, who: _Who, views: Sequence[_Held], length: tuple[int, int] | None, is_just: bool = False
    ) -> str:
        """What one defender has; just that, if he has no other cards."""
        definite = sum(view.cards for view in views if view.is_all)
        count, is_sure = size(definite), all(view.is_all for view in views)
        if length == (0, 0):
            return self.void(who)
        is_named = all(view.kind is Called.NAMED for view in views)
        if is_just or length is not None and views and is_sure and length[1] == count:
            said = self.few(definite) if is_sure and is_named else self.just(self._listed(views, is_just=True))
        elif length is None:
            said = self._listed(views)
        elif not views:
            said = self.cards(*length)
        elif is_sure:
            said = self.others(self._listed(views), count, *length)
        elif length == (1, 1) and len(views) == 1:
            said = self.singleton(views[0])
        else:
            said = self.among(self.cards(*length), self._listed(views))
        return self.subjects[who] + self.has + said

    def _listed(self, views: Sequence[_Held], is_just: bool = False) -> str:
        """The cards, highest first; those that are named and all there come as one list."""
        named = sum(view.cards for view in views if view.is_all and view.kind is Called.NAMED)
        rest = [view for view in views if not view.cards & named]
        rest.sort(key=lambda view: -view.cards)
        said = [self.the(named)] if named else []
        said += [self.some(view, is_just) for view in rest]
        return self.both(said)

    # What each language says in its own way

    @abstractmethod
    def both(self, said: list[str]) -> str: ...
    @abstractmethod
    def the(self, cards: int) -> str: ...
    @abstractmethod
    def some(self, view: _Held, is_just: bool) -> str: ...
    @abstractmethod
    def cards(self, fewest: int, most: int) -> str: ...
    @abstractmethod
    def others(self, said: str, count: int, fewest: int, most: int) -> str: ...
    @abstractmethod
    def among(self, length: str, said: str) -> str: ...
    @abstractmethod
    def few(self, cards: int) -> str: ...
    @abstractmethod
    def just(self, said: str) -> str: ...
    @abstractmethod
    def singleton(self, view: _Held) -> str: ...
    @abstractmethod
    def void(self, who: _Who) -> str: ...
    @abstractmethod
    def divided(self, cards: int) -> str: ...
    @abstractmethod
    def splits(self, split: str, side: int) -> str: ...


def _view(fact: WestHolds, seat: _Who, groups: tuple[int, ...]) -> _Held:
    count, kind = size(fact.cards), called(fact.cards, groups)
    if seat is _Who.WEST:
        return _Held(fact.cards, fact.fewest, fact.most, kind)
    return _Held(fact.cards, count - fact.most, count - fact.fewest, kind)


def _limits(length: _Held) -> tuple[int, int]:
    """The fewest and most cards, _ANY where there is no limit."""
    is_open = length.fewest < length.most == size(length.cards)
    return length.fewest, _ANY if is_open else length.most


def _is_divided(fact: WestHolds, groups: tuple[int, ...]) -> bool:
    is_one_each = size(fact.cards) == 2 and fact.fewest == fact.most == 1
    return is_one_each and called(fact.cards, groups) is Called.NAMED


def _exact_layout(clause: Clause, groups: tuple[int, ...]) -> tuple[list[_Held], list[_Held]] | None:
    """What West and East have, if the facts tell of each group how many cards West has of it."""
    facts = [f for f in clause.facts if isinstance(f, WestHolds) and f.fewest == f.most and f.cards in groups]
    if sum(fact.cards for fact in facts) != sum(groups) or len(groups) == 1:
        return None
    west, east = ([_view(fact, seat, groups) for fact in facts] for seat in (_Who.WEST, _Who.EAST))
    return [view for view in west if view.most], [view for view in east if view.most]


def _series(said: list[str], link: str) -> str:
    return link.join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else said[0]


def _link(fewest: int, most: int, next_to: str, far: str) -> str:
    return next_to if most == fewest + 1 else far


def _length(text: str) -> tuple[int, int]:
    """Words, where what a hand does not have counts one more; then letters."""
    awkward = sum(text.count(word) for word in (" at most", " none", " no ", " höchstens", " kein"))
    return len(text.split()) + awkward, len(text)


class _English(_Words):
    always, never, unless, alternative, also = "always", "never", "unless ", ", or ", ", and "
    has = " has "
    subjects = ("West", "East", "a defender", "one defender", "the other")
    ranks = (
        *("two", "three", "four", "five", "six", "seven", "eight"),
        *("nine", "ten", "jack", "queen", "king", "ace"),
    )
    numbers = ("no", "one", *ranks[:9], "eleven", "twelve", "thirteen")
    about = ("exactly ", "at least ", "at most ")

    def both(self, said: list[str]) -> str:
        return " and ".join(said)

    def _names(self, cards: int, link: str) -> str:
        return _series([self.ranks[rank] for rank in cards_of(cards)], link)

    def _noun(self, view: _Held, number: int) -> str:
        cards = "card" if number == 1 else "cards"
        below, above = lowest(view.cards) - 1, highest(view.cards) + 1
        return {
            Called.SMALL: f"small {cards}",
            Called.HONOURS: "honour" if number == 1 else "honours",
            Called.TOP: f"{cards} above the {self.ranks[below]}",
            Called.BOTTOM: f"{cards} below the {self.ranks[above % 13]}",
        }.get(view.kind, f"{cards} from the {self.ranks[above - 1]} down to the {self.ranks[below + 1]}")

    def the(self, cards: int) -> str:
        return f"the {self._names(cards, ' and ')}"

    def some(self, view: _Held, is_just: bool) -> str:
        number, side = view.how_many
        about = "" if number == 0 or is_just else self.about[side]
        if view.kind is Called.NAMED:
            return f"{about}{self.numbers[number] if number else 'none'} of {self.the(view.cards)}"
        if view.is_all:
            return f"{'both' if number == 2 else 'all ' + self.numbers[number]} {self._noun(view, number)}"
        return f"{about}{self.numbers[number]} {self._noun(view, number or 1)}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most and most <= 2:
            return "a singleton" if most == 1 else "a doubleton"
        return self._count(fewest, most, "card")

    def _count(self, fewest: int, most: int, noun: str) -> str:
        if fewest == most:
            text = f"exactly {self.numbers[most]}"
        elif most == _ANY:
            text = f"at least {self.numbers[fewest]}"
        elif fewest <= 0:
            text = f"at most {self.numbers[most]}"
        else:
            text = f"{self.numbers[fewest]} {_link(fewest, most, 'or', 'to')} {self.numbers[most]}"
        return f"{text} {noun}" + ("s" if not text.endswith(" one") else "")

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if (count, fewest, most) == (1, 2, 2):
            return said.replace("the ", "the doubleton ")
        limit = most if most == _ANY else most - count
        return f"{said} and {self._count(fewest - count, limit, 'other card')}"

    def among(self, length: str, said: str) -> str:
        return f"{length} including {said}"

    def few(self, cards: int) -> str:
        if size(cards) == 1:
            return f"the singleton {self._names(cards, '')}"
        return f"{letters(cards)} doubleton" if size(cards) == 2 else self.just(self.the(cards))

    def just(self, said: str) -> str:
        return f"just {said}"

    def singleton(self, view: _Held) -> str:
        if view.kind is Called.NAMED:
            return f"the singleton {self._names(view.cards, ' or ')}"
        noun = self._noun(view, 1)
        return "a small singleton" if view.kind is Called.SMALL else f"a singleton {noun.removeprefix('card ')}"

    def void(self, who: _Who) -> str:
        return f"{self.subjects[who]} is void"

    def divided(self, cards: int) -> str:
        return f"{self.the(cards)} are divided"

    def splits(self, split: str, side: int) -> str:
        return f"the suit splits {split}" + ("", " or better", " or worse")[side]


class _German(_Words):
    always, never, unless, alternative, also = "immer", "nie", "es sei denn, ", ", oder ", ", und "
    has = " hat "
    subjects = ("West", "Ost", "ein Gegner", "ein Gegner", "der andere")
    ranks = (
        *("Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht"),
        *("Neun", "Zehn", "Buben", "Dame", "König", "Ass"),
    )
    articles = (*("die der zur",) * 9, "den dem zum", "die der zur", "den dem zum", "das dem zum")
    numbers = (
        *("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs"),
        *("sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn"),
    )
    orders = ("", "blank", "zu zweit", "zu dritt", "zu viert", "zu fünft", "zu sechst", "zu siebt", "zu acht")
    about = ("genau ", "mindestens ", "höchstens ")

    def percent(self, chance: Fraction) -> str:
        return super().percent(chance).replace(".", ",").replace("%", " %")

    def both(self, said: list[str]) -> str:
        return " und ".join(said) if len(said) < 3 else _series(said, " sowie ")

    def _article(self, rank: int, case: int) -> str:
        return f"{self.articles[rank].split()[case]} {self.ranks[rank]}"

    def _names(self, cards: int, link: str) -> str:
        return _series([self.ranks[rank] for rank in cards_of(cards)], link)

    def the(self, cards: int) -> str:
        return self._article(highest(cards), 0) if size(cards) == 1 else self._names(cards, " und ")

    def _noun(self, view: _Held, number: int) -> str:
        cards = "Karte" if number == 1 else "Karten"
        low, high = lowest(view.cards), highest(view.cards)
        return {
            Called.SMALL: f"kleine {cards}",
            Called.HONOURS: "Honneur" if number == 1 else "Honneurs",
            Called.TOP: f"{cards} über {self._article(low - 1, 1)}",
            Called.BOTTOM: f"{cards} unter {self._article((high + 1) % 13, 1)}",
        }.get(view.kind, f"{cards} von {self._article(high, 1)} bis {self._article(low, 2)}")

    def some(self, view: _Held, is_just: bool) -> str:
        number, side = view.how_many
        about = "" if number == 0 or is_just else self.about[side]
        ending = "e" if number <= 1 and view.kind is not Called.HONOURS else ""
        if view.kind is Called.NAMED:
            return f"{about}{self.numbers[number]}{ending} der Karten {self._names(view.cards, ' und ')}"
        noun = self._noun(view, number or 1)
        if view.is_all:
            all_of = "beide" if number == 2 else f"alle {self.numbers[number]}"
            return f"{all_of} {noun.replace('kleine ', 'kleinen ')}"
        return f"{about}{self.numbers[number]}{ending} {noun}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most:
            return {1: "ein Single", 2: "ein Double"}.get(most, f"genau {self.numbers[most]} Karten")
        if most != _ANY and fewest > 0:
            return f"{self.numbers[fewest]} {_link(fewest, most, 'oder', 'bis')} {self.numbers[most]} Karten"
        about, number = (self.about[1], fewest) if most == _ANY else (self.about[-1], most)
        return f"{about}{'eine Karte' if number == 1 else f'{self.numbers[number]} Karten'}"

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if fewest == most:
            return f"{said} {self.orders[most]}"
        if most != _ANY and fewest > count:
            return f"{said} {self.orders[fewest]} {_link(fewest, most, 'oder', 'bis')} {self.orders[most]}"
        return f"{said} " + (f"mindestens {self.orders[fewest]}" if most == _ANY else f"höchstens {self.orders[most]}")

    def among(self, length: str, said: str) -> str:
        return f"{length}, darunter {said}"

    def few(self, cards: int) -> str:
        return f"{self.the(cards)} {self.orders[size(cards)]}"

    def just(self, said: str) -> str:
        return f"nur {said}"

    def singleton(self, view: _Held) -> str:
        if view.kind is Called.NAMED:
            return f"{self._names(view.cards, ' oder ')} blank"
        return "ein Honneur blank" if view.kind is Called.HONOURS else f"eine {self._noun(view, 1)} blank"

    def void(self, who: _Who) -> str:
        return f"{self.subjects[who]} hat Chicane"

    def divided(self, cards: int) -> str:
        return f"{self._names(cards, ' und ').replace('Buben', 'Bube')} sitzen getrennt"

    def splits(self, split: str, side: int) -> str:
        return f"die Farbe steht {split}" + ("", " oder besser", " oder schlechter")[side]


_LANGUAGES: dict[str, _Words] = {"en": _English(), "de": _German()}
