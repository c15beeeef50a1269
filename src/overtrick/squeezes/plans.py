"""Squeeze plans: the attackers' play of an ending, card by card, with branches on what the defenders play.

A plan is data that another program can carry out. When an attacker has a choice, the current step names his
card; once his side has the plan's tricks or the plan has ended, any card will do. A step for an attacker who
has only one legal card is skipped. At a turn of a
defender for which there is a `Watch`, the branch with his card says how to continue; a card with which the
attackers have their tricks needs no branch. At other turns of the defenders the plan ignores the card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import starmap
from typing import NamedTuple, TypeVar, final

from overtrick.core import PACK, Card, CardSet, NotationError, OvertrickError, Play, Seat, Side
from overtrick.core.bits import indices
from overtrick.core.seat import SEATS
from overtrick.squeezes.ending import Ending, State

__all__ = [
    "Branch",
    "Cash",
    "PlanError",
    "Plays",
    "Record",
    "Run",
    "SqueezePlan",
    "Step",
    "Watch",
    "Winner",
    "next_card",
    "run",
]


Record = dict[str, object]
"""A JSON object."""
T = TypeVar("T")
_JSON: dict[type, str] = {dict: "table", list: "list", str: "text", int: "number"}


class PlanError(OvertrickError):
    """A position that a plan does not reach, or a plan that cannot be carried out."""


@final
@dataclass(frozen=True, slots=True)
class Plays:
    """An attacker plays a card to a trick; tricks are numbered from 1."""

    trick: int
    seat: Seat
    card: Card
    then: Step | None = None


@final
@dataclass(frozen=True, slots=True)
class Branch:
    """The continuation after one of these cards of a defender."""

    cards: CardSet
    then: Step | None = None


@final
@dataclass(frozen=True, slots=True)
class Watch:
    """A defender's turn at which the plan branches on his card."""

    trick: int
    seat: Seat
    branches: tuple[Branch, ...]


@final
@dataclass(frozen=True, slots=True)
class Winner:
    """An attacker's lead and his partner's card to it."""

    seat: Seat
    lead: Card
    partner: Card


@final
@dataclass(frozen=True, slots=True)
class Cash:
    """The attackers win all the tricks they still need in a row, whatever the defenders play."""

    trick: int
    """The number of the first trick cashed."""
    winners: tuple[Winner, ...]


Step = Plays | Watch | Cash


@final
@dataclass(frozen=True, slots=True)
class SqueezePlan:
    """The attackers' play that wins a number of tricks of an ending against any defence.

    >>> from overtrick.squeezes.planning import plan_for
    >>> plan = plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> print(*plan.lines(), sep="\\n")
    1 S CA
      W SK
    1   N HJ
    2   cash S H3 N HA, N SQ S S2
      W HK HQ
    1   N SQ
    2   cash S H3 N HA, N HJ S S2
    >>> SqueezePlan.parse(str(plan)) == plan
    True
    """

    ending: Ending
    tricks: int
    first: Step | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= self.ending.cards:
            raise PlanError(f"{self.tricks} tricks cannot be won with {self.ending.cards} cards")

    # Text

    def lines(self) -> tuple[str, ...]:
        """The plan as lines of trick number, seat and card; a defender's cards head their branch."""
        return tuple(_lines(self.first, ""))

    # Serialisation

    def record(self) -> Record:
        """The plan as plain values, ready for JSON."""
        return {
            "ending": str(self.ending),
            "attackers": str(self.ending.attackers),
            "tricks": self.tricks,
            "first": _record(self.first),
        }

    @staticmethod
    def from_record(record: Mapping[str, object]) -> SqueezePlan:
        """The plan from its record."""
        try:
            ending = Ending.parse(_of(str, record["ending"]))
            ending = replace(ending, attackers=Side.parse(_of(str, record["attackers"])))
            return SqueezePlan(ending, _of(int, record["tricks"]), _step(record["first"]))
        except KeyError as error:
            raise NotationError(f"the record of a plan has no {error.args[0]!r} where it needs one") from None

    @staticmethod
    def parse(text: str) -> SqueezePlan:
        """Read the JSON text of a record."""
        try:
            return SqueezePlan.from_record(_of(dict, json.loads(text)))
        except json.JSONDecodeError as error:
            raise NotationError(f"a plan is written in JSON: {error}", text=text) from None

    def __str__(self) -> str:
        return json.dumps(self.record())


# Reading


def _lines(step: Step | None, indent: str) -> Iterator[str]:
    while isinstance(step, Plays):
        yield f"{step.trick} {indent}{step.seat} {step.card}"
        step = step.then
    if isinstance(step, Cash):
        winners = (f"{won.seat} {won.lead} {won.seat.partner} {won.partner}" for won in step.winners)
        yield f"{step.trick} {indent}cash {', '.join(winners)}"
    if isinstance(step, Watch):
        for branch in step.branches:
            yield f"  {indent}{step.seat} {' '.join(map(str, branch.cards))}"
            yield from _lines(branch.then, indent + "  ")


# Records


def _record(step: Step | None) -> Record | None:
    match step:
        case Plays(trick, seat, card, then):
            return {"trick": trick, "seat": str(seat), "card": str(card), "then": _record(then)}
        case Watch(trick, seat, branches):
            replies = [{"cards": [*map(str, each.cards)], "then": _record(each.then)} for each in branches]
            return {"trick": trick, "watch": str(seat), "branches": replies}
        case Cash(trick, winners):
            names = ("seat", "lead", "partner")
            cashed = [{name: str(getattr(winner, name)) for name in names} for winner in winners]
            return {"trick": trick, "cash": cashed}
    return None


def _step(record: object) -> Step | None:
    if record is None:
        return None
    table = _of(dict, record)
    trick = _of(int, table["trick"])
    if "cash" in table:
        won = (_of(dict, each) for each in _of(list, table["cash"]))
        cards = ((_seat(each["seat"]), _card(each["lead"]), _card(each["partner"])) for each in won)
        return Cash(trick, tuple(starmap(Winner, cards)))
    if "watch" in table:
        replies = (_of(dict, each) for each in _of(list, table["branches"]))
        ways = ((CardSet.of(map(_card, _of(list, each["cards"]))), _step(each["then"])) for each in replies)
        return Watch(trick, _seat(table["watch"]), tuple(starmap(Branch, ways)))
    return Plays(trick, _seat(table["seat"]), _card(table["card"]), _step(table["then"]))


def _card(value: object) -> Card:
    return Card.parse(_of(str, value))


def _seat(value: object) -> Seat:
    return Seat.parse(_of(str, value))


def _of(kind: type[T], value: object) -> T:
    """A value of a record, if it is of the kind expected there."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"expected a {_JSON[kind]} in the record of a plan, not {value!r}")
    return value


# Carrying plans out


class Run(NamedTuple):
    """The result of playing a plan against every defence."""

    lines: int
    """The number of different lines of play."""
    worst: int
    """The fewest tricks the attackers took in any of them."""


def next_card(plan: SqueezePlan, play: Play) -> Card:
    """The plan's card for the attacker whose turn it is.

    >>> from overtrick.squeezes.planning import plan_for
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
            place = follower.then(place, card.index)
        return PACK[follower.card(place)]
    except PlanError as error:
        raise PlanError(*error.faults, text=str(play)) from None


def run(plan: SqueezePlan) -> Run:
    """Play a plan against every legal defence.

    >>> from overtrick.squeezes.planning import plan_for
    >>> run(plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    Run(lines=8, worst=3)
    """
    follower = _Follower(plan)
    return follower.run(follower.start)


class _Place(NamedTuple):
    """A point in the play: the rest of the plan, the position, and the attackers' tricks so far."""

    step: Step | None
    state: State
    won: int


class _Follower:
    """Follows one plan."""

    def __init__(self, plan: SqueezePlan) -> None:
        self._plan = plan
        self._side = int(plan.ending.attackers)
        self._runs: dict[tuple[int, State, int], Run] = {}

    @property
    def start(self) -> _Place:
        """Before the first card."""
        return _Place(self._plan.first, self._plan.ending.state, 0)

    def run(self, place: _Place) -> Run:
        """Play every line from here; tricks count from the start."""
        step, state, won = place
        key = id(step), state, won
        if key not in self._runs:
            self._runs[key] = self._run(place) if any(state.hands) else Run(1, won)
        return self._runs[key]

    def _run(self, place: _Place) -> Run:
        is_ours = place.state.seat & 1 == self._side
        cards = (self.card(place),) if is_ours else indices(place.state.legal)
        lines, worst = zip(*(self.run(self.then(place, card)) for card in cards), strict=True)
        return Run(sum(lines), min(worst))

    def card(self, place: _Place) -> int:
        """The attackers' card."""
        legal = place.state.legal
        wanted = self._wanted(place)
        if wanted is None:
            return min(indices(legal), key=lambda card: (card % 13, card))
        if not legal & wanted.bit:
            raise PlanError(f"{SEATS[place.state.seat].word} cannot play the {wanted.print} of the plan")
        return wanted.index

    def then(self, place: _Place, card: int) -> _Place:
        """The place after a card."""
        later, won = place.state.played(card, self._side)
        won += place.won
        return _Place(self._later(place, PACK[card], won), later, won)

    def _later(self, place: _Place, card: Card, won: int) -> Step | None:
        """The rest of the plan after a card; None if it ends there or the attackers have won enough."""
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
        """The card that the plan names for an attacker; None if any card will do or only one is legal."""
        step, state, won = place
        if step is None or won >= self._plan.tricks or state.legal.bit_count() == 1:
            return None
        trick = self._plan.ending.trick(state)
        if isinstance(step, Cash) and trick >= step.trick:
            return _cashed(step, trick, state)
        if isinstance(step, Plays) and self._is_now(step, place):
            return step.card
        raise PlanError(f"the plan does not expect {SEATS[state.seat].word}'s turn here")

    def _is_now(self, step: Plays | Watch, place: _Place) -> bool:
        return step.seat == place.state.seat and step.trick == self._plan.ending.trick(place.state)


def _cashed(cash: Cash, trick: int, state: State) -> Card | None:
    """An attacker's card to a trick that is cashed; None after the last such trick."""
    if trick >= cash.trick + len(cash.winners):
        return None
    winner = cash.winners[trick - cash.trick]
    if state.leader != winner.seat:
        raise PlanError(f"the plan has {winner.seat.word} lead to trick {trick}")
    return winner.lead if state.seat == winner.seat else winner.partner
