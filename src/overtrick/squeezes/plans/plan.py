"""A plan: the attackers' play of an ending, card by card, with branches on what the defenders play.

It is data that another program can carry out. At a turn of an attacker who has a choice, if his side has the
plan's tricks already or the plan has come to its end, any card will do; otherwise the step at hand says the
card. A step for the turn of an attacker who has one legal card only is passed over. At a turn of a defender
for which there is a `Watch`, the branch with his card says how to go on; a card with which the attackers have
their tricks needs no branch. At other turns of the defenders it does not matter what they play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, NotationError, OvertrickError, Seat, Side
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.turning import turned

__all__ = [
    "Branch",
    "Cash",
    "Plan",
    "PlanError",
    "Plays",
    "Record",
    "Step",
    "Watch",
    "Winner",
]

Record = dict[str, object]
"""What JSON can hold."""


class PlanError(OvertrickError):
    """A position that a plan does not lead to, or a plan that cannot be carried out."""


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
    """How to go on if a defender plays one of these cards."""

    cards: CardSet
    then: Step | None = None


@final
@dataclass(frozen=True, slots=True)
class Watch:
    """It matters what a defender plays to a trick."""

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
    """The first of them."""
    winners: tuple[Winner, ...]


Step = Plays | Watch | Cash


@final
@dataclass(frozen=True, slots=True)
class Plan:
    """How the attackers win so many tricks of an ending against any defence.

    >>> from overtrick.squeezes.plans.planning import plan_for
    >>> plan = plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> print(*plan.lines(), sep="\\n")
    1 S CA
      W SK
    1   N HJ
    2   cash S H3 N HA, N SQ S S2
      W HK HQ
    1   N SQ
    2   cash S H3 N HA, N HJ S S2
    >>> Plan.parse(str(plan)) == plan
    True
    """

    ending: Ending
    tricks: int
    first: Step | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= self.ending.cards:
            raise PlanError(f"{self.tricks} tricks cannot be won with {self.ending.cards} cards")

    def turned(self, places: int) -> Plan:
        """The same plan with every seat moved so many places to the left."""
        return turned(self, places)

    # To read

    def steps(self) -> Iterator[Step]:
        """Every step, as often as it is written."""
        return _steps(self.first)

    @property
    def size(self) -> int:
        """How many steps and branches there are to read."""
        return sum(1 + len(step.branches) if isinstance(step, Watch) else 1 for step in self.steps())

    def lines(self) -> tuple[str, ...]:
        """The number of the trick, seat and card; what a defender plays stands above its branch."""
        return tuple(_lines(self.first, ""))

    # To keep

    def record(self) -> Record:
        """The plan for programs: plain values, ready for JSON."""
        return {
            "ending": str(self.ending),
            "attackers": str(self.ending.attackers),
            "tricks": self.tricks,
            "first": _record(self.first),
        }

    @staticmethod
    def from_record(record: Mapping[str, object]) -> Plan:
        """The plan of such a record."""
        try:
            ending = Ending.parse(_text(record["ending"]))
            attackers = Side.parse(_text(record["attackers"]))
            ending = Ending(ending.deal, ending.strain, ending.leader, attackers)
            return Plan(ending, _whole(record["tricks"]), _step(record["first"]))
        except KeyError as error:
            raise NotationError(f"the record of a plan has no {error.args[0]!r} where it needs one") from None

    @staticmethod
    def parse(text: str) -> Plan:
        """Read the JSON text of a record."""
        try:
            return Plan.from_record(_table(json.loads(text)))
        except json.JSONDecodeError as error:
            raise NotationError(f"a plan is written in JSON: {error}", text=text) from None

    def __str__(self) -> str:
        return json.dumps(self.record())


# Reading


def _steps(step: Step | None) -> Iterator[Step]:
    while step is not None:
        yield step
        if isinstance(step, Watch):
            for branch in step.branches:
                yield from _steps(branch.then)
        step = step.then if isinstance(step, Plays) else None


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
    if isinstance(step, Plays):
        said = {"trick": step.trick, "seat": str(step.seat), "card": str(step.card)}
        return {**said, "then": _record(step.then)}
    if isinstance(step, Watch):
        branches = [
            {"cards": [str(card) for card in branch.cards], "then": _record(branch.then)}
            for branch in step.branches
        ]
        return {"trick": step.trick, "watch": str(step.seat), "branches": branches}
    if isinstance(step, Cash):
        winners = [
            {"seat": str(winner.seat), "lead": str(winner.lead), "partner": str(winner.partner)}
            for winner in step.winners
        ]
        return {"trick": step.trick, "cash": winners}
    return None


def _step(record: object) -> Step | None:
    if record is None:
        return None
    told = _table(record)
    trick = _whole(told["trick"])
    if "cash" in told:
        return Cash(trick, tuple(map(_winner, _rows(told["cash"]))))
    if "watch" in told:
        branches = tuple(map(_branch, _rows(told["branches"])))
        return Watch(trick, Seat.parse(_text(told["watch"])), branches)
    return Plays(trick, Seat.parse(_text(told["seat"])), _card(told["card"]), _step(told["then"]))


def _winner(record: object) -> Winner:
    told = _table(record)
    return Winner(Seat.parse(_text(told["seat"])), _card(told["lead"]), _card(told["partner"]))


def _branch(record: object) -> Branch:
    told = _table(record)
    return Branch(CardSet.of(map(_card, _rows(told["cards"]))), _step(told["then"]))


def _card(value: object) -> Card:
    return Card.parse(_text(value))


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise NotationError(f"expected a table in the record of a plan, not {value!r}")
    return dict(value)


def _rows(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise NotationError(f"expected a list in the record of a plan, not {value!r}")
    return list(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(f"expected a text in the record of a plan, not {value!r}")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"expected a number in the record of a plan, not {value!r}")
    return value
