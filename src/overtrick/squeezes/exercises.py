"""Exercises: squeezes of a stated kind, each with a twin one exchange away in which the squeeze is gone.

Endings of a kind are found by varying others: known ones at first (`exercise_templates.txt`), then those
just made. A variation is kept if the analysis finds that kind of squeeze in it, and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, final

from overtrick.core import CardSet, Deal, OvertrickError, Seat, Side, Strain
from overtrick.core.bits import NOTRUMP, SUIT_BITS, descending
from overtrick.core.rotation import rotated
from overtrick.squeezes.analysis import analyse, canonical
from overtrick.squeezes.ending import Ending, State
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.moments import FREE
from overtrick.squeezes.near_misses import (
    ACROSS,
    ATTACKERS,
    DEFENDERS,
    ExchangeCards,
    ExchangeDefenders,
    exchanges,
)
from overtrick.squeezes.oracle import own_oracle
from overtrick.squeezes.report import Report

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Exercise", "MakingError", "Pattern", "Progress", "make", "twins"]


Progress = Callable[[int, int], None]
"""A callback that gets the number of exercises made so far, and the total."""
MOST_TRIES = 3000
"""Variations tried before giving up; of 2,000 squeezes of four to seven cards none took over 224."""
_MEMORY = 8
"""The number of endings kept as patterns for the next one; this many are made before the first exercise."""
_TWINLESS = 10
"""Squeezes tried for each exercise until one has a twin; nearly all have one."""
_MOST_CARDS = 9
"""With more cards, naming each variation takes too long."""
_LIKELIEST_TWINS = 6
"""The twin is chosen among this many of the least striking changes."""


class MakingError(OvertrickError):
    """An exercise that cannot be made."""


@final
@dataclass(frozen=True, slots=True)
class Exercise:
    """A squeeze and its twin: which exchange of two cards, or of two hands, makes the difference?"""

    report: Report
    twin_report: Report
    repair: ExchangeCards | ExchangeDefenders
    """The exchange that turns the twin into the squeeze."""

    @property
    def ending(self) -> Ending:
        """The ending with the squeeze."""
        return self.report.ending

    @property
    def twin(self) -> Ending:
        """The ending in which it is gone: the attackers take a trick less."""
        return self.twin_report.ending

    @property
    def difficulty(self) -> int:
        """The number of tricks before the first squeeze card."""
        return 0 if self.report.squeeze is None else self.report.squeeze.first.trick - 1


def make(
    kind: Kind,
    cards: int = 5,
    *,
    seed: int | np.random.Generator,
    strain: Strain | None = None,
    count: int = 1,
    progress: Progress | None = None,
) -> list[Exercise]:
    """Make different exercises of a kind, for North and South; the same seed makes the same ones.

    >>> exercise, = make(Kind.SIMPLE, 4, seed=1)
    >>> exercise.report.squeeze.kind, exercise.report.values.tricks - exercise.twin_report.values.tricks
    (Kind.SIMPLE, 1)
    """
    if not 2 <= cards <= _MOST_CARDS:
        raise MakingError(f"exercises have 2 to {_MOST_CARDS} cards in each hand, not {cards}")
    from numpy.random import default_rng  # here, because it is heavy, and words about exercises do without

    random = Random(int(default_rng(seed).integers(1 << 62)))
    squeezes = islice(_squeezes(kind, cards, strain, random), _MEMORY, _MEMORY + _TWINLESS * count)
    found = (exercise for report in squeezes if (exercise := _exercise(report, random)))
    made = list[Exercise]()
    for exercise in islice(found, count):
        made.append(exercise)
        if progress is not None:
            progress(len(made), count)
    if len(made) < count:
        where = "" if strain is None else f" in {strain}"
        few = f"only {len(made)} of {count} different squeezes were" if made else "no squeeze was"
        raise MakingError(f"{kind}{where} with {cards} cards: {few} found in {MOST_TRIES} tries")
    return made


# Twins


def twins(report: Report) -> Iterator[ExchangeCards | ExchangeDefenders]:
    """The exchanges that cost the attackers the trick of a squeeze, the least striking first.

    They then take one trick less, but just as many as before if nobody has to discard.
    """
    if report.attackers is Side.EW:
        yield from (rotated(exchange, -1) for exchange in twins(rotated(report, 1)))
        return
    ending, values = report.ending, report.values
    of_cards = chain.from_iterable(exchanges(ending, pairs) for pairs in (ATTACKERS, DEFENDERS, ACROSS))
    found: tuple[ExchangeCards | ExchangeDefenders, ...] = (ExchangeDefenders(), *of_cards)
    oracle = own_oracle()
    for exchange in found:
        changed = exchange.state_after(ending.state)
        is_a_trick_less = oracle.value(changed) == values.tricks - 1
        if is_a_trick_less and oracle.value(changed, *FREE) == values.free_both:
            yield exchange


def _exercise(report: Report, random: Random) -> Exercise | None:
    found = list(islice(twins(report), _LIKELIEST_TWINS))
    if not found:
        return None
    exchange = random.choice(found)
    return Exercise(report, analyse(exchange.applied_to(report.ending)), exchange.undone)


# Endings of a kind


def _squeezes(kind: Kind, cards: int, strain: Strain | None, random: Random) -> Iterator[Report]:
    """Different squeezes of one kind, each made from one of the last few, while any are found."""
    pool, seen, tries, oracle = _templates()[kind], set[State](), 0, own_oracle()
    while tries < MOST_TRIES:
        tries += 1
        pattern = _changed(random.choice(pool), cards, strain, random)
        state = pattern.state
        if oracle.value(state) == oracle.value(state, *FREE) or (form := canonical(state).state) in seen:
            continue
        seen.add(form)
        report = analyse(_presented(pattern, strain, random))
        if report.squeeze is not None and report.squeeze.kind is kind and not report.also:
            pool, tries = (*pool, pattern)[-_MEMORY:], 0
            yield report


def _changed(pattern: Pattern, cards: int, strain: Strain | None, random: Random) -> Pattern:
    """A random variation of the pattern, with the given size and strain."""
    pattern = pattern.resized(cards, random)
    if strain is Strain.NOTRUMP:
        pattern = replace(pattern, strain=int(strain))
    elif strain is not None and pattern.strain == Strain.NOTRUMP:
        pattern = replace(pattern, strain=random.randrange(4))
    while random.random() < 0.6:
        pattern = pattern.changed(random)
    return pattern


def _presented(pattern: Pattern, strain: Strain | None, random: Random) -> Ending:
    """The pattern with random suits, ranks and attackers' seats."""
    order = random.sample(range(4), 4)
    if strain is not None and strain is not Strain.NOTRUMP:
        place = order.index(pattern.strain)
        order[place], order[strain] = order[strain], order[place]
    pattern = pattern.renamed(order)
    state = (pattern.turned() if random.random() < 0.5 else pattern).spotted(random)
    north, east, south, west = (CardSet(hand) for hand in state.hands)
    return Ending(Deal((north, east, south, west)), Strain(state.strain), Seat(state.leader), Side.NS)


@cache
def _templates() -> dict[Kind, tuple[Pattern, ...]]:
    """The known endings of each kind."""
    found: dict[Kind, tuple[Pattern, ...]] = dict.fromkeys(Kind, ())
    text = files("overtrick.squeezes").joinpath("exercise_templates.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, ending = (part.strip() for part in line.split("|"))
            found[Kind(kind)] += (Pattern.of(Ending.parse(ending).state),)
    return found


_ACE = 12
_RANKS = 13
_SEATS = range(4)

Owners = tuple[int, ...]
"""The holders of the cards of a suit, from the top."""


@final
@dataclass(frozen=True, slots=True)
class Pattern:
    """An ending in which only the order of the cards counts: four suits of owners, trumps and leader.

    >>> Pattern.of(State((0b1000, 0b0100, 0b0010, 0b0001), 4, 2)).suits[0]
    (0, 1, 2, 3)
    """

    suits: tuple[Owners, ...]
    strain: int
    leader: int

    @staticmethod
    def of(state: State) -> Pattern:
        """The pattern of a position before a lead."""
        deck = sum(state.hands)
        suits = tuple(tuple(map(state.holder, descending(deck & bits))) for bits in SUIT_BITS)
        return Pattern(suits, state.strain, state.leader)

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return sum(map(len, self.suits)) // 4

    @property
    def state(self) -> State:
        """A position of this pattern, with the highest cards of each suit."""
        return self._with_ranks(lambda length: range(_ACE, _ACE - length, -1))

    def spotted(self, random: Random) -> State:
        """A position of this pattern with any ranks."""
        return self._with_ranks(lambda length: sorted(random.sample(range(_RANKS), length), reverse=True))

    def _with_ranks(self, ranks: Callable[[int], range | list[int]]) -> State:
        hands = [0, 0, 0, 0]
        for suit, owners in enumerate(self.suits):
            for owner, rank in zip(owners, ranks(len(owners)), strict=True):
                hands[owner] |= 1 << 13 * suit + rank
        return State(tuple(hands), self.strain, self.leader)

    # Other patterns

    def renamed(self, order: list[int]) -> Pattern:
        """The suits, trumps included, in another order; `order` lists their old numbers."""
        strain = self.strain if self.strain == NOTRUMP else order.index(self.strain)
        return Pattern(tuple(self.suits[suit] for suit in order), strain, self.leader)

    def turned(self) -> Pattern:
        """The table turned half round."""
        suits = tuple(tuple(seat ^ 2 for seat in owners) for owners in self.suits)
        return Pattern(suits, self.strain, self.leader ^ 2)

    def resized(self, cards: int, random: Random) -> Pattern:
        """The pattern with cards taken from each hand, or added, until it has this many."""
        pattern = self
        while pattern.cards > cards:
            for seat in _SEATS:
                suit, place = random.choice(pattern._places(seat))
                pattern = pattern._with_owners(suit, place, place + 1)
        while pattern.cards < cards:
            for seat in _SEATS:
                pattern = pattern._with_card(seat, random)
        return pattern

    def changed(self, random: Random) -> Pattern:
        """The pattern with two cards exchanged between two hands, or with one card replaced by another."""
        suit, place = random.choice(self._places(*_SEATS))
        owner = self.suits[suit][place]
        if random.random() < 0.5:
            return self._with_owners(suit, place, place + 1)._with_card(owner, random)
        to, there = random.choice(self._places(*(seat for seat in _SEATS if seat != owner)))
        changed = self._with_owners(suit, place, place + 1, self.suits[to][there])
        return changed._with_owners(to, there, there + 1, owner)

    def _places(self, *seats: int) -> list[tuple[int, int]]:
        """Suit and place of each card of these players, player by player."""
        owned = [
            (owner, suit, place)
            for suit, owners in enumerate(self.suits)
            for place, owner in enumerate(owners)
            if owner in seats
        ]
        return [(suit, place) for _, suit, place in sorted(owned)]

    def _with_card(self, seat: int, random: Random) -> Pattern:
        """The pattern with one more card for a player: at the top, at the bottom or anywhere in a suit."""
        suit = random.choice([suit for suit in range(4) if len(self.suits[suit]) < _RANKS])
        length = len(self.suits[suit])
        place = random.choice((0, length, random.randint(0, length)))
        return self._with_owners(suit, place, place, seat)

    def _with_owners(self, suit: int, start: int, stop: int, *owners: int) -> Pattern:
        """The pattern with the cards `start` to `stop` of a suit replaced by cards of these owners."""
        old = self.suits[suit]
        new = (*old[:start], *owners, *old[stop:])
        return replace(self, suits=(*self.suits[:suit], new, *self.suits[suit + 1 :]))
