"""Carrying out a plan: its card for a position, and all of it against every defence there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, final

from overtrick.core import PACK, Card, Play
from overtrick.core.seat import SEATS
from overtrick.squeezes.plans.plan import Cash, Plan, PlanError, Plays, Step, Watch
from overtrick.squeezes.state import State, bits_of

__all__ = ["Run", "next_card", "run"]


@final
@dataclass(frozen=True, slots=True)
class Run:
    """What became of a plan against every defence."""

    lines: int
    """The different lines of play."""
    worst: int
    """The fewest tricks the attackers took in any of them."""


def next_card(plan: Plan, play: Play) -> Card:
    """The plan's card for the attacker whose turn it is.

    >>> from overtrick.squeezes.ending import Ending
    >>> from overtrick.squeezes.plans.planning import plan_for
    >>> plan = plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> next_card(plan, Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S;CA SK"))
    Card.parse('HJ')
    """
    ending = plan.ending
    if (play.start, play.strain, play.leader) != (ending.deal, ending.strain, ending.leader):
        raise PlanError("the play does not begin with the ending of the plan", text=str(play))
    if play.is_over or play.to_play.side is not ending.attackers:
        raise PlanError("the plan is for the attackers, and it is not their turn", text=str(play))
    follower = _Follower(plan)
    place = follower.start
    try:
        for card in play.cards:
            place = follower.then(place, PACK.index(card))
        return PACK[follower.card(place)]
    except PlanError as error:
        raise PlanError(*error.faults, text=str(play)) from None


def run(plan: Plan) -> Run:
    """Play a plan against every legal defence.

    >>> from overtrick.squeezes.ending import Ending
    >>> from overtrick.squeezes.plans.planning import plan_for
    >>> run(plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    Run(lines=8, worst=3)
    """
    follower = _Follower(plan)
    return follower.run(follower.start)


class _Place(NamedTuple):
    """How far a play has come: what is left of the plan, the position, and the attackers' tricks so far."""

    step: Step | None
    state: State
    won: int


@final
class _Follower:
    """Follows one plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._side = int(plan.ending.attackers)
        self._runs: dict[tuple[int, State, int], Run] = {}

    @property
    def start(self) -> _Place:
        """Before the first card."""
        return _Place(self._plan.first, self._plan.ending.state, 0)

    def run(self, place: _Place) -> Run:
        """Every line of play from here, with the tricks won from the start on."""
        step, state, won = place
        key = id(step), state, won
        if key not in self._runs:
            self._runs[key] = self._run(place) if any(state.hands) else Run(1, won)
        return self._runs[key]

    def _run(self, place: _Place) -> Run:
        is_ours = place.state.seat & 1 == self._side
        cards = (self.card(place),) if is_ours else bits_of(place.state.legal)
        runs = [self.run(self.then(place, card)) for card in cards]
        return Run(sum(run.lines for run in runs), min(run.worst for run in runs))

    def card(self, place: _Place) -> int:
        """The attackers' card."""
        legal = place.state.legal
        wanted = self._wanted(place)
        if wanted is None:
            return min(bits_of(legal), key=lambda card: (card % 13, card))
        if not legal & wanted.bit:
            raise PlanError(f"{SEATS[place.state.seat].word} cannot play the {wanted.print} of the plan")
        return PACK.index(wanted)

    def then(self, place: _Place, card: int) -> _Place:
        """One card further."""
        _, state, won = place
        after = state.then(card)
        later, by_ns = after.gathered()
        if len(after.trick) == 4:
            won += by_ns ^ self._side
        step = self._later(place, PACK[card], won)
        return _Place(step, later, won)

    def _later(self, place: _Place, card: Card, won: int) -> Step | None:
        """What is left of the plan after a card; nothing, if the attackers have won enough with it."""
        step, seat = place.step, SEATS[place.state.seat]
        if seat.side is self._plan.ending.attackers:
            wanted = self._wanted(place)
            if wanted is not None and wanted is not card:
                raise PlanError(f"the plan has {seat.word} play the {wanted.print}, not the {card.print}")
            return step.then if isinstance(step, Plays) and self._is_now(step, place) else step
        if not isinstance(step, Watch) or place.won >= self._plan.tricks or not self._is_now(step, place):
            return step
        branch = next((branch for branch in step.branches if card in branch.cards), None)
        if branch is None and won >= self._plan.tricks:
            return None
        if branch is None:
            raise PlanError(f"the plan does not expect the {card.print} from {seat.word} here")
        return branch.then

    def _wanted(self, place: _Place) -> Card | None:
        """What the plan says that an attacker plays; None if any card will do or there is only one."""
        step, state, won = place
        if step is None or won >= self._plan.tricks or state.legal.bit_count() == 1:
            return None
        trick = self._trick(state)
        if isinstance(step, Cash) and trick >= step.trick:
            return _cashed(step, trick, state)
        if isinstance(step, Plays) and self._is_now(step, place):
            return step.card
        raise PlanError(f"the plan does not expect {SEATS[state.seat].word}'s turn here")

    def _is_now(self, step: Plays | Watch, place: _Place) -> bool:
        return step.seat == place.state.seat and step.trick == self._trick(place.state)

    def _trick(self, state: State) -> int:
        return self._plan.ending.cards - state.tricks_left + 1


def _cashed(cash: Cash, trick: int, state: State) -> Card | None:
    """The card of an attacker to a trick that is cashed; None after the last."""
    if trick >= cash.trick + len(cash.winners):
        return None
    winner = cash.winners[trick - cash.trick]
    if state.leader != winner.seat:
        raise PlanError(f"the plan has {winner.seat.word} lead to trick {trick}")
    return winner.lead if state.seat == winner.seat else winner.partner
