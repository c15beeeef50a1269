"""Sets of layouts in words: what West and East hold when a line of play works."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import final

from overtrick.core import Odds
from overtrick.explain.registry import Unexplained
from overtrick.suits.chances import Weighed
from overtrick.suits.covers import Called, Clause, Cover, Description, Fact, Splits, WestHolds, called
from overtrick.suits.holding import cards_of, highest, letters, lowest, size

__all__ = ["cover_text"]

_ANY = 99
"""A length without a limit."""
_AWKWARD = {
    **dict.fromkeys((" but ", ", aber "), 3.0),
    **dict.fromkeys((" none ", " no ", " kein"), 1.0),
    **dict.fromkeys((" at most ", " höchstens "), 0.5),
}
"""What these phrases count for more than their words."""


def cover_text(what: Cover | Description, weighed: Weighed, language: str = "en") -> str:
    """When the missing cards lie as a cover says, each clause with the chance that it adds.

    >>> from overtrick.suits.chances import Chances
    >>> from overtrick.suits.combination import Combination
    >>> from overtrick.suits.covers import describe
    >>> from overtrick.suits.layouts import Layouts
    >>> layouts = Layouts(Combination.parse("A64 Q75"))
    >>> weighed = Chances().over(layouts)
    >>> cover_text(describe(layouts, 0xFFFF), weighed)
    'East has the king (50%), or West has the singleton king (0.5%)'
    >>> cover_text(describe(layouts, 0xFFFF), weighed, "de")
    'Ost hat den König (50 %), oder West hat den König blank (0,5 %)'
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
    def limits(self) -> tuple[int, int]:
        """The fewest and most cards, _ANY where there is no limit."""
        is_open = self.fewest < self.most == size(self.cards)
        return self.fewest, _ANY if is_open else self.most


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
        merged = _merged(clause.facts)
        facts = [fact for fact in merged if isinstance(fact, WestHolds) and not _is_divided(fact, groups)]
        others = [fact for fact in merged if fact not in facts]
        for told in product((_Who.WEST, _Who.EAST), repeat=len(facts)):
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
        self, who: _Who, views: Sequence[_Held], length: tuple[int, int] | None, is_just: bool = False
    ) -> str:
        """What one defender has; just that, if he has no other cards."""
        if length == (0, 0):
            return self.void(who)
        lacks = [view for view in views if not view.most] if length or len(views) > 1 else []
        views = [view for view in views if view not in lacks]
        said = self._holding(views, length, is_just)
        return self.subjects[who] + self.has + said + "".join(self.but(view) for view in lacks)

    def _holding(self, views: Sequence[_Held], length: tuple[int, int] | None, is_just: bool) -> str:
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

    def _listed(self, views: Sequence[_Held], is_just: bool = False) -> str:
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
    def some(self, view: _Held, is_just: bool) -> str: ...
    @abstractmethod
    def cards(self, fewest: int, most: int) -> str: ...
    @abstractmethod
    def others(self, said: str, count: int, fewest: int, most: int) -> str: ...
    @abstractmethod
    def among(self, length: str, said: str) -> str: ...
    @abstractmethod
    def but(self, view: _Held) -> str: ...
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


def _subject(seat: _Who, either: bool, hands: int) -> _Who:
    if not either:
        return seat
    return _Who.EITHER if hands == 1 else _Who(_Who.ONE + seat)


def _view(fact: WestHolds, seat: _Who, groups: tuple[int, ...]) -> _Held:
    count, kind = size(fact.cards), called(fact.cards, groups)
    if seat is _Who.WEST:
        return _Held(fact.cards, fact.fewest, fact.most, kind)
    return _Held(fact.cards, count - fact.most, count - fact.fewest, kind)


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


def _length(text: str) -> tuple[float, int]:
    """Words, more where it is said what a hand does not have; then letters."""
    awkward = sum(extra * text.count(part) for part, extra in _AWKWARD.items())
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
        text = self._number(*view.limits)
        if is_just:
            text = text.removeprefix("exactly ")
        if view.kind is Called.NAMED:
            return f"{text if view.most else 'none'} of {self.the(view.cards)}"
        if view.is_all:
            text = "both" if view.most == 2 else f"all {self.numbers[view.most]}"
        return f"{text} {self._noun(view, 1 if text.split()[-1] in ('one', 'no') else 2)}"

    def _number(self, fewest: int, most: int) -> str:
        if most == 0:
            return "no"
        if fewest == most:
            return f"exactly {self.numbers[most]}"
        if most == _ANY:
            return f"at least {self.numbers[fewest]}"
        if fewest <= 0:
            return f"at most {self.numbers[most]}"
        return f"{self.numbers[fewest]} {_link(fewest, most, 'or', 'to')} {self.numbers[most]}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most and most <= 2:
            return "a singleton" if most == 1 else "a doubleton"
        return self._count(fewest, most, "card")

    def _count(self, fewest: int, most: int, noun: str) -> str:
        text = self._number(fewest, most)
        return f"{text} {noun}" + ("" if text.endswith(" one") else "s")

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if (count, fewest, most) == (1, 2, 2):
            return said.replace("the ", "the doubleton ")
        limit = most if most == _ANY else most - count
        return f"{said} and {self._count(fewest - count, limit, 'other card')}"

    def among(self, length: str, said: str) -> str:
        return f"{length} including {said}"

    def but(self, view: _Held) -> str:
        is_one = size(view.cards) == 1
        return f" but not {self.the(view.cards)}" if is_one else f" but {self.some(view, False)}"

    def few(self, cards: int) -> str:
        if size(cards) == 1:
            return f"the singleton {self._names(cards, '')}"
        return f"{letters(cards)} doubleton" if size(cards) == 2 else self.just(self.the(cards))

    def just(self, said: str) -> str:
        return f"just {said}" if "all " not in said else f"{said} and no others"

    def singleton(self, view: _Held) -> str:
        if view.kind is Called.NAMED:
            return f"the singleton {self._names(view.cards, ' or ')}"
        noun = self._noun(view, 1)
        return (
            "a small singleton" if view.kind is Called.SMALL else f"a singleton {noun.removeprefix('card ')}"
        )

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
    orders = (
        *("", "blank", "zu zweit", "zu dritt", "zu viert", "zu fünft", "zu sechst", "zu siebt", "zu acht"),
        *("zu neunt", "zu zehnt", "zu elft", "zu zwölft", "zu dreizehnt"),
    )

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
        ending = "" if view.kind is Called.HONOURS else "e"
        text = self._number(*view.limits, ending)
        if is_just:
            text = text.removeprefix("genau ")
        if view.kind is Called.NAMED:
            return f"{text} der Karten {self._names(view.cards, ' und ')}"
        noun = self._noun(view, 1 if text.split()[-1] in ("ein", "eine", "kein", "keine") else 2)
        if view.is_all:
            all_of = "beide" if view.most == 2 else f"alle {self.numbers[view.most]}"
            return f"{all_of} {noun.replace('kleine ', 'kleinen ')}"
        return f"{text} {noun}"

    def _number(self, fewest: int, most: int, ending: str = "e") -> str:
        low, high = (self.numbers[min(n, 13)] + ending * (n <= 1) for n in (max(fewest, 0), most))
        if most == 0 or fewest == most:
            return f"genau {high}" if most else high
        if most == _ANY or fewest <= 0:
            return f"mindestens {low}" if most == _ANY else f"höchstens {high}"
        return f"{low} {_link(fewest, most, 'oder', 'bis')} {high}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most <= 2:
            return ("Chicane", "ein Single", "ein Double")[most]
        text = self._number(fewest, most)
        return f"{text} Karte" + ("" if text.endswith(" eine") else "n")

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if fewest == most:
            return f"{said} {self.orders[most]}"
        if most != _ANY and fewest > count:
            return f"{said} {self.orders[fewest]} {_link(fewest, most, 'oder', 'bis')} {self.orders[most]}"
        return f"{said} " + (
            f"mindestens {self.orders[fewest]}" if most == _ANY else f"höchstens {self.orders[most]}"
        )

    def among(self, length: str, said: str) -> str:
        return f"{length}, darunter {said}"

    def but(self, view: _Held) -> str:
        is_one = size(view.cards) == 1
        return f", aber nicht {self.the(view.cards)}" if is_one else f", aber {self.some(view, False)}"

    def few(self, cards: int) -> str:
        return f"{self.the(cards)} {self.orders[size(cards)]}"

    def just(self, said: str) -> str:
        return f"nur {said}" if "alle " not in said else f"{said} und sonst keine"

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
