"""A slow, plain oracle: one suit, declarer's pure strategies against defenders who see everything.

North and South are seen by all; every other rank is with West or East, and a *layout* is the set of
ranks West holds. Before each trick declarer leads any card of either hand, or stops; play goes clockwise,
everybody follows suit if he can, and the highest card wins. The defenders never lead. They know all four
hands and declarer's strategy, so a strategy takes, in each layout, the fewest tricks that any defence
leaves it: its worth is a vector with one number for each layout.

Every legal card of every player is tried, touching cards are different cards, and nothing is cut off; only
the order of past tricks is forgotten. It shares no code with ``overtrick``. With three to six cards in
North and South, 8 ranks take at most 0.3 s, 9 ranks 0.7 s and 10 ranks 3 s; many problems of the full deck
take 1-10 s, but not those with spots spread over both sides (K864 opposite T3: not finished in 100 s).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from operator import mul
from typing import NamedTuple

__all__ = [
    "NORTH",
    "SOUTH",
    "Layout",
    "Lead",
    "Problem",
    "Weigh",
    "best_chance",
    "best_expected",
    "by_coin",
    "by_vacant_places",
    "chances_by_lead",
    "expected_by_lead",
    "layouts",
    "undominated",
]

NORTH, EAST, SOUTH, WEST = range(4)

Layout = frozenset[int]  # the ranks West holds
Lead = tuple[int, int]  # NORTH or SOUTH, and the rank led
Trick = tuple[int | None, ...]  # the leader's card first, then clockwise; None is a discard


@dataclass(frozen=True)
class Problem:
    """One suit to play; rank 0 is the lowest, and entries of None never run out.

    A hand spends one of its outside entries to lead to any trick, unless it won the trick before.
    """

    north: frozenset[int]
    south: frozenset[int]
    ranks: int = 13
    vacant_west: int = 13
    vacant_east: int = 13
    entries_north: int | None = None
    entries_south: int | None = None

    def __post_init__(self) -> None:
        if self.north & self.south or not (self.north | self.south) <= set(range(self.ranks)):
            raise ValueError(f"North and South need different ranks below {self.ranks}: {self}")
        if not layouts(self):
            raise ValueError(f"West and East have no room for the missing cards: {self}")

    @property
    def missing(self) -> list[int]:
        """The defenders' ranks, lowest first."""
        return [rank for rank in range(self.ranks) if rank not in self.north | self.south]


def layouts(problem: Problem) -> list[Layout]:
    """Every layout that fits the vacant places, in the order of all vectors.

    They count up in binary, and the lowest digit tells whether West has the lowest missing rank.

    >>> [sorted(west) for west in layouts(Problem(frozenset({4, 2}), frozenset({0}), ranks=5))]
    [[], [1], [3], [1, 3]]
    """
    missing = problem.missing
    every = (frozenset(c for i, c in enumerate(missing) if n >> i & 1) for n in range(1 << len(missing)))
    shortest = len(missing) - problem.vacant_east
    return [west for west in every if shortest <= len(west) <= problem.vacant_west]


Weigh = Callable[[Problem, Layout], int]


def by_vacant_places(problem: Problem, west: Layout) -> int:
    """The number of ways to fill the defenders' other vacant places."""
    others = problem.vacant_west + problem.vacant_east - len(problem.missing)
    return comb(others, problem.vacant_west - len(west))


def by_coin(problem: Problem, west: Layout) -> int:
    """The same weight for every layout."""
    return 1


class _Seen(NamedTuple):
    """What declarer knows; before a lead it is all that matters."""

    hands: tuple[frozenset[int], frozenset[int]]  # the cards that North and South have left
    unplayed: frozenset[int]  # the cards that West and East have left
    possible: int  # a bit for each layout in which the defenders could have played as they did
    entries: tuple[int | None, int | None]  # North's and South's
    last_winner: int | None = None
    tricks: int = 0


class _Game:
    """The undominated vectors, as numbers whose bits tell for each goal in which layouts it is reached.

    The bits of impossible layouts are set, so that bitwise "and" is the defenders' choice of a card.
    """

    def __init__(self, problem: Problem, goals: Iterable[int]) -> None:
        self.problem, self.goals, self.layouts = problem, list(goals), layouts(problem)
        self.everywhere = (1 << len(self.layouts)) - 1
        self.with_west = {
            card: sum(1 << i for i, west in enumerate(self.layouts) if card in west)
            for card in problem.missing
        }
        self.start = _Seen(
            hands=(problem.north, problem.south),
            unplayed=frozenset(problem.missing),
            possible=self.everywhere,
            entries=(problem.entries_north, problem.entries_south),
        )
        self.memo: dict[_Seen, set[int]] = {}

    def lines(self, seen: _Seen) -> set[int]:
        """The best vectors from here: declarer stops, or leads any card he can."""
        if seen not in self.memo:
            led = self.by_lead(seen).values()
            self.memo[seen] = _best({self.stop(seen)}.union(*led))
        return self.memo[seen]

    def stop(self, seen: _Seen) -> int:
        """The vector of the tricks already won."""
        impossible = self.everywhere & ~seen.possible
        reached = [self.everywhere if seen.tricks >= goal else impossible for goal in self.goals]
        return sum(where << i * len(self.layouts) for i, where in enumerate(reached))

    def by_lead(self, seen: _Seen) -> dict[Lead, set[int]]:
        """The best vectors after each lead that declarer can make."""
        found: dict[Lead, set[int]] = {}
        for hand, cards, left in zip((NORTH, SOUTH), seen.hands, seen.entries, strict=True):
            entries = seen.entries
            if left is not None and seen.last_winner != hand:
                if left < 1:
                    continue
                entries = (left - 1, entries[1]) if hand == NORTH else (entries[0], left - 1)
            if cards:
                for card, after in self.plays(hand, seen._replace(entries=entries)):
                    assert card is not None
                    found[hand, card] = self.play_on(after, hand, (card,))
        return found

    def play_on(self, seen: _Seen, leader: int, trick: Trick) -> set[int]:
        """The best vectors when these cards of a trick lie on the table."""
        if len(trick) == 4:
            return self.lines(_award(seen, leader, trick))
        seat = (leader + len(trick)) % 4
        branches = [self.play_on(after, leader, (*trick, card)) for card, after in self.plays(seat, seen)]
        if seat in (NORTH, SOUTH):
            return _best(set().union(*branches))
        # Declarer may answer each card as he likes; in each layout the defender plays his best card.
        found, *others = branches
        for branch in others:
            found = _best({one & other for one in found for other in branch})
        return found

    def plays(self, seat: int, seen: _Seen) -> Iterator[tuple[int | None, _Seen]]:
        """Every card the seat may play, or None if it is out of the suit, and what is known then."""
        if seat in (NORTH, SOUTH):
            north, south = seen.hands
            for card in north if seat == NORTH else south:
                yield card, seen._replace(hands=(north - {card}, south - {card}))
            if not (north if seat == NORTH else south):
                yield None, seen
            return
        void = seen.possible
        for card in seen.unplayed:
            holding = seen.possible & (self.with_west[card] if seat == WEST else ~self.with_west[card])
            void &= ~holding
            if holding:
                yield card, seen._replace(unplayed=seen.unplayed - {card}, possible=holding)
        if void:
            yield None, seen._replace(possible=void)

    def reached(self, vector: int) -> tuple[int, ...]:
        """The number of goals reached in each layout."""
        width = len(self.layouts)
        return tuple(
            sum(vector >> i + width * goal & 1 for goal in range(len(self.goals))) for i in range(width)
        )

    def mean(self, vectors: set[int], weigh: Weigh) -> Fraction:
        """The highest mean number of goals reached."""
        weights = [weigh(self.problem, west) for west in self.layouts]
        return max(Fraction(sum(map(mul, weights, self.reached(v))), sum(weights)) for v in vectors)


def _award(seen: _Seen, leader: int, trick: Trick) -> _Seen:
    """Give the trick to its highest card."""
    _, place = max((card, place) for place, card in enumerate(trick) if card is not None)
    winner = (leader + place) % 4
    return seen._replace(last_winner=winner, tricks=seen.tricks + (winner in (NORTH, SOUTH)))


def _best(vectors: set[int]) -> set[int]:
    """The vectors that no other vector equals or beats in every layout."""
    kept: list[int] = []
    for vector in sorted(vectors, key=int.bit_count, reverse=True):
        if not any(vector & better == vector for better in kept):
            kept.append(vector)
    return set(kept)


def _every_goal(problem: Problem) -> range:
    """Goals of which a strategy reaches as many as it takes tricks."""
    return range(1, max(len(problem.north), len(problem.south)) + 1)


def best_chance(problem: Problem, goal: int, weigh: Weigh = by_vacant_places) -> Fraction:
    """The chance that the best strategy takes at least `goal` tricks.

    Ace and queen opposite a small card, king and one more missing: the 1-1 break is 52 %.

    >>> best_chance(Problem(frozenset({4, 2}), frozenset({0}), ranks=5), 2)
    Fraction(13, 25)
    """
    game = _Game(problem, [goal])
    return game.mean(game.lines(game.start), weigh)


def chances_by_lead(problem: Problem, goal: int, weigh: Weigh = by_vacant_places) -> dict[Lead, Fraction]:
    """The best chance of at least `goal` tricks after each first lead.

    >>> chances_by_lead(Problem(frozenset({4, 2}), frozenset({0}), ranks=5), 2)[NORTH, 2]
    Fraction(0, 1)
    """
    game = _Game(problem, [goal])
    return {lead: game.mean(vectors, weigh) for lead, vectors in game.by_lead(game.start).items()}


def best_expected(problem: Problem, weigh: Weigh = by_vacant_places) -> Fraction:
    """The highest mean number of tricks.

    >>> best_expected(Problem(frozenset({4, 2}), frozenset({0}), ranks=5))
    Fraction(38, 25)
    """
    game = _Game(problem, _every_goal(problem))
    return game.mean(game.lines(game.start), weigh)


def expected_by_lead(problem: Problem, weigh: Weigh = by_vacant_places) -> dict[Lead, Fraction]:
    """The highest mean number of tricks after each first lead."""
    game = _Game(problem, _every_goal(problem))
    return {lead: game.mean(vectors, weigh) for lead, vectors in game.by_lead(game.start).items()}


def undominated(problem: Problem) -> frozenset[tuple[int, ...]]:
    """The trick vectors, ordered as `layouts`, that no other strategy's equals or beats throughout.

    Finesse or drop, when West holds nothing, the small card, the king, or both:

    >>> sorted(undominated(Problem(frozenset({4, 2}), frozenset({0}), ranks=5)))
    [(1, 1, 2, 2), (1, 2, 2, 1)]

    If South cannot be reached, there is only the drop:

    >>> sorted(undominated(Problem(frozenset({4, 2}), frozenset({0}), ranks=5, entries_south=0)))
    [(1, 2, 2, 1)]
    """
    game = _Game(problem, _every_goal(problem))
    return frozenset(map(game.reached, game.lines(game.start)))
