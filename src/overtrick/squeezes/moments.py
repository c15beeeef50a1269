"""Squeeze moments, when a defender has no card to spare, and their stories: what giving up each suit costs.

Give the defender one blank card in reserve. A card is idle if throwing it costs no trick while he keeps the
blank, and busy otherwise. If all cards are busy and only the blank would save him, he is squeezed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from overtrick.core.bits import NOTHING, SUIT_BITS, holding, indices, lowest, runs
from overtrick.squeezes.ending import State
from overtrick.squeezes.kinds import CASHING, Means
from overtrick.squeezes.oracle import ALWAYS, Oracle, cash_tricks
from overtrick.squeezes.suits import layout, tops

__all__ = [
    "FREE",
    "NO_BLANKS",
    "Blanks",
    "Choice",
    "LostTrick",
    "Story",
    "blanks_for",
    "busy_and_idle",
    "is_stranded",
    "lost_trick",
    "means_after",
    "one_of_each_run",
    "reserve_for",
    "stories",
    "value_after",
]

MOST_NODES = 3000
"""Positions searched for the squeezes of one defender; an ending of five cards has dozens."""
MOST_STORIES = 24
"""The most stories for one defender; those found first are kept."""
_BY_SQUEEZING = (Means.PARTNER, Means.AGAIN, Means.BOTH)


class Blanks(NamedTuple):
    """How many blank cards each defender has in reserve."""

    east: int = 0
    west: int = 0

    def given(self, defender: int, times: int) -> Blanks:
        """The same, but with this number for one defender."""
        return Blanks(times, self.west) if defender == 1 else Blanks(self.east, times)


def blanks_for(*defenders: int) -> Blanks:
    """Unlimited blanks for these defenders, none for others."""
    return Blanks(*(ALWAYS if seat in defenders else 0 for seat in (1, 3)))


NO_BLANKS = Blanks()
"""Normal bridge: no blanks."""
FREE = blanks_for(1, 3)
"""No defender ever has to discard."""


# Positions


def value_after(oracle: Oracle, state: State, card: int, blanks: Blanks) -> int:
    """The value of a position after a card, the trick that it may complete included."""
    later, won = state.played(card)
    return won + oracle.value(later, *blanks)


def one_of_each_run(state: State) -> Iterator[int]:
    """The legal cards, of touching ones only the lowest; cards on the table count as gone."""
    others = sum(state.hands) ^ state.hands[state.seat]
    for card in state.trick:
        others |= 1 << card
    return map(lowest, runs(state.legal, others))


def busy_and_idle(oracle: Oracle, state: State) -> tuple[int, int]:
    """The busy and the idle cards, in bits, of the defender who is to discard, a blank in reserve."""
    game = NO_BLANKS.given(state.seat, 1)
    holds_his_own = oracle.value(state, *game)
    cards = (card for card in indices(state.legal) if value_after(oracle, state, card, game) == holds_his_own)
    idle = sum(1 << card for card in cards)
    return state.legal & ~idle, idle


def reserve_for(oracle: Oracle, state: State, victim: int, blanks: Blanks, need: int) -> int:
    """One blank, if it would save the victim; otherwise unlimited blanks."""
    return 1 if oracle.value(state, *blanks.given(victim, 1)) < need else ALWAYS


# Moments


class _Search:
    """A search of all play that keeps the attackers' tricks, up to the moments a given defender is squeezed.

    The attackers try each card that keeps their tricks. Both defenders play as if the victim had blanks in
    reserve, so he throws idle cards as long as he has any.
    """

    def __init__(self, oracle: Oracle, victim: int, blanks: Blanks, reserve: int) -> None:
        self._oracle = oracle
        self._victim = victim
        self._game = blanks
        self._reserve = blanks.given(victim, reserve)
        self._seen = set[State]()

    def moments(self, state: State, need: int, line: tuple[int, ...] = ()) -> Iterator[Story]:
        """The squeeze moments that the attackers can bring about, as stories without their continuations."""
        state, won = state.gathered()
        need -= won
        if need <= 0 or state in self._seen or len(self._seen) > MOST_NODES:
            return
        self._seen.add(state)
        if self._oracle.value(state, *self._reserve) >= need:
            return  # he is safe: there is nothing left that a blank would save
        replies = self._defenders_card(state) if state.seat & 1 else self._attackers_cards(state, need)
        if state.seat & 1 and not replies:
            yield Story(state, need, line)
        for card in replies:
            yield from self.moments(state.then(card), need, (*line, card))

    def _attackers_cards(self, state: State, need: int) -> list[int]:
        cards = one_of_each_run(state)
        return [card for card in cards if value_after(self._oracle, state, card, self._game) >= need]

    def _defenders_card(self, state: State) -> list[int]:
        """A best card, the victim's blank still in reserve; none when only throwing the blank is best.

        A defender with blanks of his own, who would rather throw one, plays the card that costs least.
        """
        least, after = self._oracle.value(state, *self._reserve), dict[int, int]()
        for card in one_of_each_run(state):
            after[card] = value_after(self._oracle, state, card, self._reserve)
            if after[card] <= least:
                return [card]
        is_squeezed = state.seat == self._victim and state.is_discard
        return [] if is_squeezed else [min(after, key=after.__getitem__)]


# Stories


class Choice(NamedTuple):
    """A suit that a defender may give up: the card thrown, and how the attackers continue."""

    card: int
    means: Means
    then: Story | None = None
    """The next squeeze, where one is needed."""

    @property
    def suit(self) -> int:
        """The suit given up."""
        return self.card // 13


class Story(NamedTuple):
    """A defender's turn to discard when all his cards are busy, and the result of giving up each suit."""

    state: State
    need: int
    """The tricks that the attackers take from here on, including the one in progress."""
    line: tuple[int, ...]
    """The cards from the beginning of the ending to here."""
    ways: tuple[Choice, ...] = ()
    """One choice for each of his suits."""

    @property
    def victim(self) -> int:
        """The squeezed defender, whose turn it is."""
        return self.state.seat

    @property
    def suits(self) -> frozenset[int]:
        """The suits he is squeezed in."""
        return frozenset(way.suit for way in self.ways)

    def chapters(self) -> Iterator[Story]:
        """This squeeze and all that may follow."""
        yield self
        for way in self.ways:
            if way.then is not None:
                yield from way.then.chapters()


def stories(
    oracle: Oracle, state: State, need: int, victim: int, blanks: Blanks = NO_BLANKS, depth: int = 3
) -> Iterator[Story]:
    """The ways to squeeze a defender that keep the tricks needed, with these blanks for the other one."""
    reserve = reserve_for(oracle, state, victim, blanks, need)
    moments = _Search(oracle, victim, blanks, reserve).moments(state, need)
    for moment in islice(moments, MOST_STORIES):
        yield moment._replace(ways=tuple(_ways(oracle, moment, blanks, depth)))


def _ways(oracle: Oracle, moment: Story, blanks: Blanks, depth: int) -> Iterator[Choice]:
    """For each suit the victim holds, the choice to throw the card that costs least."""
    state, free = moment.state, blanks.given(moment.victim, ALWAYS)
    for held in filter(None, (state.legal & suit for suit in SUIT_BITS)):
        card = min(indices(held), key=lambda card: value_after(oracle, state, card, free))
        yield _way(oracle, moment, card, blanks, depth)


def _way(oracle: Oracle, moment: Story, card: int, blanks: Blanks, depth: int) -> Choice:
    state, won = moment.state.played(card)
    need, victim = moment.need - won, moment.victim
    means = means_after(oracle, state, need, victim, blanks)
    if means not in _BY_SQUEEZING or not depth:
        return Choice(card, means)
    next_victim = victim ^ 2 if means is Means.PARTNER else victim
    left = blanks if means is Means.BOTH else blanks.given(next_victim ^ 2, ALWAYS)
    return Choice(card, means, next(stories(oracle, state, need, next_victim, left, depth - 1), None))


def means_after(oracle: Oracle, state: State, need: int, victim: int, blanks: Blanks) -> Means:
    """The plainest means that is enough to take the tricks needed once a suit has been given up."""
    if oracle.value(state, *FREE) >= need:
        enough = (means for means in CASHING if need <= 0 or cash_tricks(state, means) >= need)
        return next(enough, Means.LOSER)
    if oracle.value(state, *blanks.given(victim, ALWAYS)) >= need:
        return Means.PARTNER
    if oracle.value(state, *blanks.given(victim ^ 2, ALWAYS)) >= need:
        return Means.AGAIN
    return Means.BOTH


# Tricks that the attackers lose on purpose


class LostTrick(NamedTuple):
    """The first trick that the attackers lose when all play their best."""

    suit: int
    winner: int
    is_open_to_both: bool
    """Could either defender have won it?"""
    is_paid: bool
    """Have the attackers enough winners, reachable or not, once it is lost?"""


def lost_trick(oracle: Oracle, state: State, need: int) -> LostTrick | None:
    """The trick the attackers give up to take the others; None if they give up none."""
    before = state
    while state.tricks_left or state.trick:
        if len(state.trick) < 4:
            sign = 1 if state.seat & 1 else -1
            values = {card: sign * value_after(oracle, state, card, FREE) for card in one_of_each_run(state)}
            state = state.then(min(values, key=values.__getitem__))
            continue
        later, won = state.gathered()
        if not won:
            is_paid = is_stranded(later, need)
            return LostTrick(state.trick[0] // 13, state.winner, _is_open_to_both(before, state), is_paid)
        state = before = later
        need -= won
    return None


def _is_open_to_both(before: State, after: State) -> bool:
    """Had both defenders a card of the suit led that beats what the attackers played?"""
    suit = after.trick[0] // 13
    played = {after.leader + turn & 3: card for turn, card in enumerate(after.trick)}
    best = max((played[seat] % 13 for seat in (0, 2) if played[seat] // 13 == suit), default=NOTHING)
    return all(holding(before.hands[seat] | 1 << played[seat], suit) >> best + 1 for seat in (1, 3))


def is_stranded(state: State, need: int) -> bool:
    """Would the attackers have their tricks by winners alone if they could always reach either hand?"""
    won = 1 if state.trick and not state.winner & 1 else 0
    others = set(range(4)) - {card // 13 for card in state.trick}
    return won + sum(_tricks_in(state, suit) for suit in others) >= need


def _tricks_in(state: State, suit: int) -> int:
    """The tricks in a suit by top cards and length, with entries at will."""
    cards = layout(state.hands, suit)
    high = tops(cards).bit_count()
    is_cleared = high >= max(cards.east.bit_count(), cards.west.bit_count())
    return cards.longest if is_cleared else min(high, cards.longest)
