"""Plan making: a card that keeps the tricks for each turn of the attackers, with as few branches as possible.

One step is made for many positions, the cases, at once. They differ in the defenders' plays; North and South
have played the same cards in all of them. As long as one card keeps the tricks in every case, the defenders'
plays do not matter; where there is no such card, the plan has to watch them. Winners are cashed as soon as
they are enough: the leads then come in an order in which every trick is won, whatever the
defenders play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from overtrick.core import PACK, Card, CardSet
from overtrick.core.bits import NOTHING, NOTRUMP, SUIT_BITS, highest, holding, indices, lowest, runs
from overtrick.core.seat import SEATS
from overtrick.squeezes.ending import Ending, State, for_either_side
from overtrick.squeezes.oracle import Oracle, own_oracle
from overtrick.squeezes.plans import Branch, Cash, Plays, SqueezePlan, Step, Watch, Winner

__all__ = ["plan_for"]


Case = tuple[State, int]
"""A position, and the tricks that North and South still need."""
Cases = frozenset[Case]


class _Draft(NamedTuple):
    """A step and its size: the steps and branches to read."""

    step: Step | None
    size: int


class _Clash(NamedTuple):
    """Cases for which there is no common step; nor is there one for any superset of them."""

    cases: Cases


class _Group(NamedTuple):
    """Cards of a defender, the cases after them, and the draft of the next step."""

    cards: int
    cases: Cases
    made: _Draft


_NOTHING = _Draft(None, 0)
_LEADS = 3
"""How many leads that keep the tricks are compared while there is only one case: with one lead
the plans for 100 random squeezes of five cards had 25.4 steps and branches on average, with three 24.0."""


@for_either_side
def plan_for(ending: Ending, *, line: Sequence[Card] = ()) -> SqueezePlan:
    """The attackers' best play of an ending, whether they squeeze anybody or not.

    Where they can, they play as in `line`, the cards of all four hands from the beginning: so that the plan
    follows the story that is told.

    >>> plan_for(Ending.parse("N:AK... 32... 54... QJ...;NT;S")).lines()
    ('1 cash S S5 N SK, N SA S S4',)
    """
    oracle, state = own_oracle(), ending.state
    tricks = oracle.value(state)
    made = _Planner(ending, oracle, line).made(frozenset({(state, tricks)} if tricks else ()))
    if isinstance(made, _Clash):
        raise AssertionError(f"no plan for {tricks} tricks was found in {ending}")
    return SqueezePlan(ending, tricks, made.step)


class _Planner:
    """Makes the steps for one ending."""

    def __init__(self, ending: Ending, oracle: Oracle, line: Sequence[Card]) -> None:
        self._cards = ending.cards
        self._oracle = oracle
        self._told = _told(ending, line)
        self._equals = _equals(ending.state)
        self._known = dict[Cases, _Draft | _Clash]()
        self._clashes = defaultdict[Case, set[_Clash]](set)
        self._steps = dict[tuple[object, ...], Step]()

    def made(self, cases: Cases) -> _Draft | _Clash:
        """The step for these cases, which can all win the tricks needed, or a clash between some of them."""
        if not cases:
            return _NOTHING
        known = self._known.get(cases)
        if known is None:
            known = self._known[cases] = self._clash_in(cases) or self._make(cases)
            if isinstance(known, _Clash):
                self._clashes[next(iter(known.cases))].add(known)
        return known

    def _clash_in(self, cases: Cases) -> _Clash | None:
        """A known clash among these cases."""
        met = (clash for case in cases if len(cases) > 1 for clash in self._clashes.get(case, ()))
        return next((clash for clash in met if clash.cases <= cases), None)

    def _make(self, cases: Cases) -> _Draft | _Clash:
        """Compute the step for these cases; winners are cashed as soon as they are enough."""
        first, *others = cases
        state = first[0]
        if state.tricks_left == 1:
            return _NOTHING
        for other in others:
            if other[0].leader != state.leader:
                return _Clash(frozenset((first, other)))
        if state.seat & 1:
            return self._watched(cases, state)
        if not state.trick and len({other.hands[::2] for other, _ in cases}) == 1:
            need = max(need for _, need in cases)
            winners = _cashed([state for state, _ in cases], need)
            if winners is not None:
                return _Draft(self._kept(Cash(self._trick(state), winners), winners), 1)
        return self._chosen(cases, state)

    def _trick(self, state: State) -> int:
        """The number of the trick."""
        return self._cards - state.tricks_left + 1

    # The attackers

    def _chosen(self, cases: Cases, state: State) -> _Draft | _Clash:
        """The step with the first card that keeps the tricks in every case, or the best of a few leads."""
        free = frozenset(case for case in cases if case[0].legal.bit_count() > 1)
        if not free:
            return self._after(cases, None)
        plans = list[_Draft]()
        clash = set[Case]()
        for card in self._candidates(free, state):
            made = self._after(cases, card)
            if isinstance(made, _Clash):
                clash |= made.cases
                continue
            step = Plays(self._trick(state), SEATS[state.seat], PACK[card], made.step)
            plans.append(_Draft(self._kept(step, card, id(made.step)), made.size + 1))
            if state.trick or len(cases) > 1 or len(plans) == _LEADS or self._is_told(state, card):
                break
        if not plans:
            return _Clash(frozenset(clash) | _different(free))
        return min(plans, key=lambda made: made.size)

    def _kept(self, step: Step, *key: object) -> Step:
        """The same step for the same trick and key, so that equal steps are one."""
        return self._steps.setdefault((step.trick, *key), step)

    def _after(self, cases: Cases, card: int | None) -> _Draft | _Clash:
        """The step after an attacker's card, or his only card; cases in which it costs a trick clash."""
        came = dict[Case, Case]()
        for case in cases:
            state, need = case
            legal = state.legal
            after, won = state.played(card if card is not None and legal & legal - 1 else highest(legal))
            if need > won:
                if not self._oracle.reaches(after, need - won):
                    return _Clash(frozenset({case}))
                came[after, need - won] = case
        return _came(self.made(frozenset(came)), came)

    def _candidates(self, cases: Cases, state: State) -> list[int]:
        """The cards legal in every case, of equal cards one, in order of preference."""
        legal, theirs = -1, 0
        for other, _ in cases:
            legal &= other.legal
            theirs |= other.hands[1] | other.hands[3]
        groups = {self._equals[card] & legal for card in indices(legal)}
        cards = {lowest(group) if state.trick else highest(group) for group in groups}
        told = self._told.get((self._trick(state), state.seat), -1)
        if told >= 0 and legal >> told & 1:
            cards = {card for card in cards if not self._equals[told] >> card & 1} | {told}
        order = _price if state.trick else _promise
        return sorted(cards, key=lambda card: (card != told, *order(card, theirs)))

    def _is_told(self, state: State, card: int) -> bool:
        """Is it the card played here in the line that the plan should follow?"""
        return self._told.get((self._trick(state), state.seat)) == card

    # The defenders

    def _watched(self, cases: Cases, state: State) -> _Draft | _Clash:
        """Go on without looking at the defender's card if that will do; otherwise look, and branch."""
        replies = self._replies(cases)
        whole = self.made(frozenset().union(*replies.values()))
        if isinstance(whole, _Draft):
            return whole
        groups = list[_Group]()
        for cards, came in replies.items():
            made = self.made(frozenset(came))
            if isinstance(made, _Clash):
                return _came(made, came)
            if came:
                self._join(groups, _Group(cards, frozenset(came), made))
        if len(groups) == 1:
            return groups[0].made
        size = 1 + sum(1 + group.made.size for group in groups)
        branches = tuple(Branch(CardSet(group.cards), group.made.step) for group in groups)
        return _Draft(Watch(self._trick(state), SEATS[state.seat], branches), size)

    def _replies(self, cases: Cases) -> dict[int, dict[Case, Case]]:
        """For each group of equal cards of the defender, the cases after it and the cases they came from."""
        replies = dict[int, dict[Case, Case]]()
        for case in cases:
            state, need = case
            left = state.legal
            while left:
                card = highest(left)
                equals = self._equals[card]
                left &= ~equals
                after, won = state.played(card)
                came = replies.setdefault(equals, {})
                if need > won:
                    came[after, need - won] = case
        return dict(sorted(replies.items(), reverse=True))

    def _join(self, groups: list[_Group], new: _Group) -> None:
        """Put a reply in a branch with others if that makes the plan smaller, or else in its own."""
        for place, (cards, cases, made) in enumerate(groups):
            both = made if made.step is new.made.step else self.made(cases | new.cases)
            if isinstance(both, _Draft) and both.size <= made.size + new.made.size + 1:
                groups[place] = _Group(cards | new.cards, cases | new.cases, both)
                return
        groups.append(new)


def _told(ending: Ending, line: Sequence[Card]) -> dict[tuple[int, int], int]:
    """For each trick and seat the card of a line."""
    play = ending.play.then_all(tuple(line))
    tricks = enumerate((*play.tricks, play.trick), 1)
    return {(number, seat): card.index for number, trick in tricks for seat, card in trick}


def _came(made: _Draft | _Clash, came: dict[Case, Case]) -> _Draft | _Clash:
    """A clash translated back to the cases it came from; a draft is unchanged."""
    return _Clash(frozenset(came[case] for case in made.cases)) if isinstance(made, _Clash) else made


def _different(cases: Cases) -> Cases:
    """A selection of the cases that has the same common legal cards as all of them."""
    legal, chosen = -1, list[Case]()
    for case in cases:
        if legal & ~case[0].legal:
            legal &= case[0].legal
            chosen.append(case)
    return frozenset(chosen)


def _equals(start: State) -> list[int]:
    """For each card, the cards of the same hand that are equal to it from the start."""
    equals = [0] * 52
    for hand in start.hands:
        for run in runs(hand, sum(start.hands) ^ hand):
            for card in indices(run):
                equals[card] = run
    return equals


def _promise(card: int, theirs: int) -> tuple[int, ...]:
    """Sort key for leads: winners first, then suits where the defenders have few cards, then high cards."""
    out = holding(theirs, card // 13)
    return out >> card % 13 != 0, out.bit_count(), -(card % 13), card


def _price(card: int, theirs: int) -> tuple[int, ...]:
    """Sort key for following suit and discarding: losers first, then low cards."""
    out = holding(theirs, card // 13)
    return out >> card % 13 == 0, card % 13, card


# Sure tricks

Floors = tuple[list[int], ...]
"""For each suit and number of rounds led of it, the highest card that a defender can have left."""
Rounds = tuple[int, ...]
"""How often each suit was led."""
CashedTrick = tuple[int, int, bool]
"""The lead, the partner's card, and whether the partner wins."""


def _cashed(states: Sequence[State], need: int) -> tuple[Winner, ...] | None:
    """An order of cashing `need` tricks, North or South on lead; None if none was found.

    The states differ in the defenders' cards only. A card is a winner when no defender can have a trump or a
    higher card of its suit left, however they followed suit and discarded before.
    """
    (north, _, south, _), strain, leader, _ = states[0]
    if need > north.bit_count():
        return None
    floors = _floors(states, need)

    @cache
    def order(north: int, south: int, leader: int, rounds: Rounds, need: int) -> tuple[Winner, ...] | None:
        """The winners that take `need` tricks from here; None if there are none."""
        hand, partner = (south, north) if leader else (north, south)
        for lead, follow, is_partners in _tricks(hand, partner, rounds, floors, strain) if need else ():
            gone = ~(1 << lead | 1 << follow)
            led = tuple(times + (suit == lead // 13) for suit, times in enumerate(rounds))
            rest = order(north & gone, south & gone, leader ^ 2 * is_partners, led, need - 1)
            if rest is not None:
                return Winner(SEATS[leader], PACK[lead], PACK[follow]), *rest
        return None if need else ()

    return order(north, south, leader, (0, 0, 0, 0), need)


def _floors(states: Sequence[State], need: int) -> Floors:
    """The floors: a defender keeps his highest cards of a suit, but plays one on each lead of it."""
    floors = tuple([NOTHING] * need for _ in range(4))
    for hand in {hand for state in states for hand in state.hands[1::2]}:
        for suit, floor in zip(SUIT_BITS, floors, strict=True):
            top = highest(hand & suit)
            for rounds in range(min((hand & suit).bit_count(), need)):
                floor[rounds] = max(floor[rounds], top)
    return floors


def _tricks(hand: int, partner: int, rounds: Rounds, floors: Floors, trumps: int) -> Iterator[CashedTrick]:
    """The sure tricks from here: in suits that both follow, by winners, by ruffs."""
    trumps_out = NOTHING if trumps == NOTRUMP else floors[trumps][rounds[trumps]]
    for suit, bits in enumerate(SUIT_BITS):
        own, others, floor = hand & bits, partner & bits, floors[suit][rounds[suit]]
        is_safe = suit == trumps or trumps_out == NOTHING
        if own and others and is_safe:
            yield from _followed(own, others, floor)
        elif own and not others:
            if is_safe and highest(own) > floor:
                yield from ((highest(own), card, False) for card in _discards(partner, suit, trumps))
            if suit != trumps != NOTRUMP:
                ruffs = (card for card in indices(partner & SUIT_BITS[trumps]) if card > trumps_out)
                yield from ((lowest(own), card, True) for card in islice(ruffs, 1))


def _discards(partner: int, led: int, trumps: int) -> list[int]:
    """The partner's lowest card of each suit but trumps, unless they were led, lowest rank first."""
    suits = (partner & bits for suit, bits in enumerate(SUIT_BITS) if suit != trumps or suit == led)
    return sorted(map(lowest, filter(None, suits)), key=lambda card: card % 13)


def _followed(own: int, others: int, floor: int) -> Iterator[CashedTrick]:
    """Both hands follow suit: one high and one low, or both low, or both high."""
    high, low, top, small = highest(own), lowest(own), highest(others), lowest(others)
    for lead, card in dict.fromkeys(((high, small), (low, top), (low, small), (high, top))):
        if max(lead, card) > floor:
            yield lead, card, card > lead
