"""Following a plan through every defence, to know what its cards do: lead, follow, throw or ruff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from overtrick.core import PACK, Card, CardSet, Seat
from overtrick.squeezes.plans.plan import Cash, Plan, Step
from overtrick.squeezes.state import State, bits_of

__all__ = ["Case", "Following", "Role"]

Case = tuple[State, int]
"""A position, and the tricks of North and South so far."""
Cases = frozenset[Case]


class Role(Enum):
    """What a card does in its trick."""

    LEAD = auto()
    FOLLOW = auto()
    THROW = auto()
    RUFF = auto()
    PLAY = auto()
    """It depends on what the defenders have done."""


class Following:
    """The positions in which a plan may be, as it goes on step by step."""

    def __init__(self, plan: Plan, cases: Cases | None = None) -> None:
        self._plan = plan
        self.cases: Cases = frozenset({(plan.ending.state, 0)}) if cases is None else cases

    def until(self, step: Step) -> Following:
        """The positions in which it is the turn of a step; before it only one card was legal, or any."""
        arrived, seen, ahead = set[Case](), set[Case](), list(self.cases)
        while ahead:
            case = ahead.pop()
            if case in seen or not self._goes_on(case):
                continue
            seen.add(case)
            if self._is_turn(step, case[0]):
                arrived.add(case)
            else:
                ahead.extend(_after(case, bits_of(case[0].legal)))
        return Following(self._plan, frozenset(arrived))

    def then(self, cards: Iterable[Card]) -> Following:
        """The positions after any of these cards, where it is legal."""
        played = [card.index for card in cards]
        later = (after for case in self.cases for after in _after(case, played))
        return Following(self._plan, frozenset(later))

    def then_if_possible(self, card: Card) -> Following:
        """The positions after a card or, where it is not legal, after the only one that is."""
        forced = frozenset(case for case in self.cases if not case[0].legal & card.bit)
        others = frozenset(after for case in forced for after in _after(case, bits_of(case[0].legal)))
        return Following(self._plan, self.then((card,)).cases | others)

    def is_always_legal(self, card: Card) -> bool:
        """Is a card legal in every position?"""
        return all(state.legal & card.bit for state, _ in self.cases)

    def role(self, cards: Iterable[Card]) -> Role:
        """What these cards do."""
        roles = {
            _role(state, card) for card in cards for state, _ in self.cases if state.legal >> card.index & 1
        }
        return roles.pop() if len(roles) == 1 else Role.PLAY

    def hand(self, seat: Seat) -> CardSet:
        """The cards that a player still may hold."""
        return CardSet().union(*(CardSet(state.hands[seat]) for state, _ in self.cases))

    def _goes_on(self, case: Case) -> bool:
        """Are cards left, and tricks still to be won?"""
        state, won = case
        played = self._plan.ending.cards - state.tricks_left
        ours = played - won if self._plan.ending.attackers else won
        return any(state.hands) and ours < self._plan.tricks

    def _is_turn(self, step: Step, state: State) -> bool:
        trick = self._plan.ending.cards - state.tricks_left + 1
        if trick != step.trick:
            return False
        return not state.trick if isinstance(step, Cash) else step.seat == state.seat


def _after(case: Case, cards: Iterable[int]) -> Iterator[Case]:
    state, won = case
    for card in cards:
        if state.legal >> card & 1:
            later, by_ns = state.then(card).gathered()
            yield later, won + by_ns


def _role(state: State, card: Card) -> Role:
    if not state.trick:
        return Role.LEAD
    if PACK[state.trick[0]].suit is card.suit:
        return Role.FOLLOW
    return Role.RUFF if card.suit == state.strain else Role.THROW
