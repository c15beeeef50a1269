"""A slow, plain judge of lines of play: plans, trees and single tricks, carried out card by card.

It plays the game of `tests.single_suit`, whose every card is a card of its own. From ``overtrick`` it takes
only the form in which lines are written down; what they mean is written here once more, in the words of
docs/suits.md. Defenders may be honest: then each plays his lowest card or the lowest that beats all cards of
the trick so far, where missing cards that touched at the start are as good as each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from overtrick.suits import (
    VOID,
    Combination,
    Condition,
    Entries,
    Event,
    Phrase,
    Replies,
    SuitPlan,
    Tree,
    TrickEnd,
    Way,
)
from tests import single_suit as oracle
from tests.single_suit import EAST, NORTH, SOUTH, WEST, Layout, Problem

__all__ = [
    "Climbing",
    "Following",
    "Game",
    "by_group",
    "combination_of",
    "counts",
    "every_goal",
    "groups",
    "maximal",
    "random_problems",
]

Cards = frozenset[int]
Hands = tuple[Cards, Cards]
Counts = tuple[int, ...]
CanLead = tuple[bool, bool]  # North, South


def groups(problem: Problem, apart: Iterable[int] = ()) -> list[list[int]]:
    """The missing cards that touch, lowest first; cards to be told apart touch nothing.

    >>> groups(Problem(frozenset({3}), frozenset(), ranks=7), apart=[5])
    [[0, 1, 2], [4], [5], [6]]
    """
    found: list[list[int]] = []
    alone = set(apart)
    for rank in problem.missing:
        if found and found[-1][-1] == rank - 1 and not {rank, rank - 1} & alone:
            found[-1].append(rank)
        else:
            found.append([rank])
    return found


def counts(west: Layout, parts: list[list[int]]) -> Counts:
    """How many cards of each group West has."""
    return tuple(len(west.intersection(part)) for part in parts)


def combination_of(problem: Problem) -> Combination:
    """The same cards as the package writes them."""
    north, south = (sum(1 << rank for rank in hand) for hand in (problem.north, problem.south))
    return Combination(north, south, problem.ranks)


def random_problems(
    random: Random,
    number: int,
    ranks: tuple[int, int] = (5, 8),
    cards: tuple[int, int] = (3, 6),
    is_free: bool = True,
) -> Iterator[tuple[Problem, Combination, Entries]]:
    """Problems of reduced decks: so many ranks, of which North and South have so many cards."""
    for _ in range(number):
        deck = random.randint(*ranks)
        held = random.sample(range(deck), min(random.randint(*cards), deck - 1))
        cut = random.choice((0, *range(1, len(held)), *range(1, len(held))))
        limits = [None if is_free else random.choice((None, 0, 1, 1, 2)) for _ in range(2)]
        slow = Problem(frozenset(held[:cut]), frozenset(held[cut:]), deck, 13, 13, *limits)
        yield slow, combination_of(slow), Entries(*limits)


def every_goal(problem: Problem) -> range:
    """Goals of which a line reaches as many as it takes tricks."""
    return range(1, max(len(problem.north), len(problem.south)) + 1)


class Led(NamedTuple):
    """A trick as declarer plays it: who leads what, and third hand's card after second hand's."""

    leader: int
    card: int
    third: Callable[[int | None], int | None]


# What words mean


def _played(way: Way, rank: int, from_north: bool, hands: Hands, out: Cards) -> Led:
    """A card led or run, or a low lead towards a card of the other hand."""
    hand, other = hands if from_north else hands[::-1]

    def third(second: int | None) -> int | None:
        if way is Way.LEAD or not other:
            return min(other, default=None)
        if second is None:
            sure = [card for card in other if card > max(out, default=-1)]
            if sure:
                return min(sure)
        elif second > rank:
            return min((card for card in other if card > second), default=min(other))
        return rank if way is Way.TOWARDS else min(other)

    return Led(NORTH if from_north else SOUTH, min(hand) if way is Way.TOWARDS else rank, third)


def _from_the_top(hands: Hands, out: Cards, can_lead: CanLead) -> Led | None:
    """The highest card; of equal ones that of the shorter hand, else that of the hand with the highest."""
    north, south = (hand if can else frozenset() for hand, can in zip(hands, can_lead, strict=True))
    if not north | south:
        return None
    top = max(north | south)
    equal = {card for card in north | south if not any(card < missing < top for missing in out)}
    from_north = top in north
    if equal & north and equal & south and len(hands[0]) != len(hands[1]):
        from_north = len(hands[0]) < len(hands[1])
    return _played(Way.LEAD, max(equal & (north if from_north else south)), from_north, hands, out)


def _done(phrase: Phrase, problem: Problem, hands: Hands, out: Cards, can_lead: CanLead) -> Led | None:
    """A phrase carried out; None if it cannot be done or need not be."""
    if phrase.way is Way.DUCK:
        for from_north, hand in ((True, hands[0]), (False, hands[1])):
            if hand and out and can_lead[not from_north]:
                return _played(Way.LEAD, min(hand), from_north, hands, out)
        return None
    in_north = phrase.rank in problem.north
    hand, other = hands if in_north else hands[::-1]
    rank: int | None = phrase.rank
    if rank not in hand:
        rank = _next_card(phrase.rank, hand, out) if phrase.is_repeated else None
    if rank is None or (phrase.way is not Way.LEAD and rank > max(out, default=-1)):
        return None
    from_north = in_north if phrase.way is not Way.TOWARDS else not in_north
    if not can_lead[not from_north] or (phrase.way is Way.TOWARDS and not other):
        return None
    return _played(phrase.way, rank, from_north, hands, out)


def _next_card(rank: int, hand: Cards, out: Cards) -> int | None:
    """To repeat a play: the next higher card that is not high yet, or else the touching one below."""
    higher = [card for card in hand if rank < card < max(out, default=-1)]
    if higher:
        return min(higher)
    below = max((card for card in hand if card < rank), default=None)
    is_touching = below is not None and not any(below < card < rank for card in out)
    return below if is_touching else None


def _is_met(condition: Condition, event: Event, seen: tuple[Cards, Cards]) -> bool:
    if isinstance(condition, TrickEnd):
        return condition.is_won == event.is_won
    west, east = seen if condition.is_so_far else (frozenset({event.west}), frozenset({event.east}))
    asked = [
        not wanted.isdisjoint(plays)
        for wanted, plays in ((condition.west, west), (condition.east, east))
        if wanted is not None
    ]
    return any(asked) if condition.is_either else all(asked)


@dataclass(frozen=True)
class Following:
    """A plan; where it ends declarer plays from the top, or as he likes."""

    problem: Problem
    plan: SuitPlan
    is_free: bool = False
    seen: tuple[Cards, Cards] = (frozenset(), frozenset())

    def led(self, hands: Hands, out: Cards, can_lead: CanLead) -> tuple[Led | None, Following]:
        """The next trick, None if there is none, and the plan without steps that cannot be done."""
        plan = self.plan
        while plan and (led := _done(plan[0].phrase, self.problem, hands, out, can_lead)) is None:
            plan = plan[1:]
        return led if plan else _from_the_top(hands, out, can_lead), replace(self, plan=plan)

    def then(self, event: Event) -> Following:
        """The plan after a trick."""
        seen = (self.seen[0] | {event.west}, self.seen[1] | {event.east})
        rest = self.plan
        if rest:
            met = [branch.plan for branch in rest[0].branches if _is_met(branch.condition, event, seen)]
            rest = met[0] if met else rest if rest[0].phrase.is_repeated else rest[1:]
        return replace(self, plan=rest, seen=seen)


@dataclass(frozen=True)
class Climbing:
    """A tree; where it says "from the top" so be it, and where it says nothing declarer stops."""

    parts: tuple[Cards, ...]
    tree: Tree | None
    is_lost: bool = False

    def led(self, hands: Hands, out: Cards, can_lead: CanLead) -> tuple[Led | None, Climbing]:
        """The next trick, None if there is none."""
        if self.tree is None or self.is_lost:
            return None if self.is_lost else _from_the_top(hands, out, can_lead), self
        play = self.tree.play
        if not isinstance(play, Replies):
            return _played(play.way, play.rank, play.from_north, hands, out), self
        other = hands[1] if play.from_north else hands[0]
        thirds = {second: None if third == VOID else third for second, third in play.thirds}

        def third(second: int | None) -> int | None:
            return thirds.get(_place(second, self.parts), min(other, default=None))

        return Led(NORTH if play.from_north else SOUTH, play.lead, third), self

    def then(self, event: Event) -> Climbing:
        """The tree after a trick."""
        if self.tree is None:
            return self
        for outcome in self.tree.outcomes:
            if event in outcome.events:
                return replace(self, tree=outcome.then)
        return replace(self, is_lost=True)


def _place(card: int | None, parts: Iterable[Iterable[int]]) -> int:
    return VOID if card is None else next(place for place, part in enumerate(parts) if card in part)


# The game


class Game(oracle._Game):
    """The oracle's game in which declarer may be bound to a line, and the defenders to be honest."""

    def __init__(
        self, problem: Problem, goals: Iterable[int], *, apart: Iterable[int] = (), is_honest: bool = False
    ) -> None:
        super().__init__(problem, goals)
        self.parts = groups(problem, apart)
        self._is_honest = is_honest
        self._highest = -1

    def play_on(self, seen: oracle._Seen, leader: int, trick: oracle.Trick) -> set[int]:
        """As the oracle, looking at the highest card of the trick."""
        self._highest = max(card for card in trick if card is not None)
        return super().play_on(seen, leader, trick)

    def plays(self, seat: int, seen: oracle._Seen) -> Iterator[tuple[int | None, oracle._Seen]]:
        """As the oracle, but honest defenders play a card only in the layouts in which they may."""
        found = list(super().plays(seat, seen))
        if self._is_honest and seat in (EAST, WEST):
            found = [
                (card, after._replace(possible=after.possible & self._honest(seat, seen, card)))
                for card, after in found
            ]
        return iter([(card, after) for card, after in found if after.possible])

    def _honest(self, seat: int, seen: oracle._Seen, card: int | None) -> int:
        """The layouts in which an honest defender may play this card."""
        may = 0
        for place, west in enumerate(self.layouts):
            own = seen.unplayed & west if seat == WEST else seen.unplayed - west
            beating = [each for each in own if each > self._highest]
            mine = {_place(min(each), self.parts) for each in (own, beating) if each}
            may |= (card is None or _place(card, self.parts) in mine) << place
        return may

    def follow(self, seen: oracle._Seen, line: Following | Climbing) -> set[int]:
        """The best vectors of a line, which are more than one only where it leaves declarer free."""
        can_lead = tuple(
            left is None or left > 0 or seen.last_winner == hand
            for hand, left in zip((NORTH, SOUTH), seen.entries, strict=True)
        )
        led, here = line.led(seen.hands, seen.unplayed, (can_lead[0], can_lead[1]))
        if isinstance(here, Following) and here.is_free and not here.plan:
            return self.lines(seen)
        if led is None:
            return {self.stop(seen)}
        assert can_lead[0 if led.leader == NORTH else 1], "no entry to this hand"
        found = {(1 << len(self.layouts) * len(self.goals)) - 1}
        for event, after in self.courses(seen, led):
            branch = self.follow(after, here.then(event))
            found = oracle._best({one & other for one in found for other in branch})
        return found

    def courses(self, seen: oracle._Seen, led: Led) -> Iterator[tuple[Event, oracle._Seen]]:
        """Everything that can happen in a trick."""
        second, fourth = (EAST, WEST) if led.leader == NORTH else (WEST, EAST)
        before = self._without(self._paid(seen, led.leader), led.card)
        self._highest = led.card
        for card, then in self.plays(second, before):
            third = led.third(card)
            lying = (led.card, card, third)
            self._highest = max(each for each in lying if each is not None)
            for last, after in self.plays(fourth, self._without(then, third)):
                done = oracle._award(after, led.leader, (*lying, last))
                west, east = (last, card) if second == EAST else (card, last)
                is_won = done.tricks > seen.tricks
                yield Event(_place(west, self.parts), _place(east, self.parts), is_won), done

    @staticmethod
    def _without(seen: oracle._Seen, card: int | None) -> oracle._Seen:
        north, south = seen.hands
        return seen if card is None else seen._replace(hands=(north - {card}, south - {card}))

    @staticmethod
    def _paid(seen: oracle._Seen, leader: int) -> oracle._Seen:
        """With the entry that it costs to lead from this hand."""
        place = 0 if leader == NORTH else 1
        left = list(seen.entries)
        if left[place] is not None and seen.last_winner != leader:
            left[place] = (left[place] or 0) - 1
        return seen._replace(entries=(left[0], left[1]))


def maximal(vectors: Iterable[Counts]) -> set[Counts]:
    """Without the vectors that another one equals or beats everywhere."""
    kept: list[Counts] = []
    for mine in sorted(set(vectors), key=sum, reverse=True):
        if not any(all(a <= b for a, b in zip(mine, other, strict=True)) for other in kept):
            kept.append(mine)
    return set(kept)


def by_group(vector: Counts, layouts: list[Layout], parts: list[list[int]]) -> dict[Counts, int]:
    """The fewest tricks of the layouts that differ only in equal cards."""
    found: dict[Counts, int] = {}
    for west, tricks in zip(layouts, vector, strict=True):
        key = counts(west, parts)
        found[key] = min(tricks, found.get(key, tricks))
    return found
