"""The value of cards: each is solved double dummy in every world, and its tricks are valued by the aim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick import dd
from overtrick.core import Card, CardSet, Contract, Play, SeatView, Side, Vul
from overtrick.player.settings import Aim, PlayerError
from overtrick.player.worlds import Worlds
from overtrick.scoring import imps, score

__all__ = ["EvaluatedCards", "Payoff", "Values", "evaluate_cards", "layouts_now", "standard_error"]

Values = npt.NDArray[np.float64]
Tricks = npt.NDArray[np.int8]
_BY_TRICKS = 0.001
"""The value of a trick when the contract is the aim: it only breaks ties."""


@final
@dataclass(frozen=True)
class Payoff:
    """The value of a side's tricks on a board, for an aim.

    >>> four_spades = Payoff(Contract.parse("4S by N"), Side.NS, Vul.NONE, Aim.CONTRACT)
    >>> four_spades.needed, four_spades.is_made(np.array([9, 10], np.int8)).tolist()
    (10, [False, True])
    """

    contract: Contract
    side: Side
    """Whose tricks they are."""
    vul: Vul
    aim: Aim
    before: int = 0
    """The side's tricks before the play began, where the play is that of an ending."""

    @staticmethod
    def of(view: SeatView, aim: Aim, needed: int | None = None) -> Payoff:
        """The payoff for the seat to play; in an ending, `needed` is the number of tricks declarer needs.

        If it is not given, an ending is played for as many tricks as possible.
        """
        assert view.contract is not None
        assert view.play is not None
        side, length = view.play.to_play.side, view.play.start.cards_each
        if length == 13:
            return Payoff(view.contract, side, view.vul, aim)
        if needed is None:
            return Payoff(view.contract, side, view.vul, Aim.MATCHPOINTS)
        if not 0 < needed <= length:
            raise PlayerError(f"declarer cannot need {needed} of {length} tricks")
        declarers = view.contract.level + 6 - needed
        others = 13 - length - declarers
        if not 0 <= declarers <= 13 - length:
            raise PlayerError(f"{view.contract} cannot need {needed} of the last {length} tricks")
        is_declarers = view.contract.declarer.side is side
        return Payoff(view.contract, side, view.vul, aim, declarers if is_declarers else others)

    @property
    def is_declarers(self) -> bool:
        """Is it the side that declares?"""
        return self.contract.declarer.side is self.side

    @property
    def needed(self) -> int:
        """The tricks with which the side reaches its goal: to make the contract, or to beat it."""
        made = self.contract.level + 6
        return made if self.is_declarers else 14 - made

    def is_made(self, tricks: Tricks) -> npt.NDArray[np.bool_]:
        """Where the side has made or beaten the contract."""
        return tricks >= self.needed

    @cached_property
    def points(self) -> Values:
        """The side's score by its tricks, 0 to 13."""
        found = [float(score(self.contract, tricks, self.vul)) for tricks in range(14)]
        return np.array(found if self.is_declarers else [-each for each in reversed(found)])

    @cached_property
    def imp_table(self) -> Values:
        """IMPs by tricks here and tricks at the other table."""
        points = [int(each) for each in self.points]
        return np.array([[imps(here - there) for there in points] for here in points], np.float64)

    def stake(self, tricks: int) -> float:
        """The value of taking this many tricks rather than one fewer.

        >>> Payoff(Contract.parse("3NT by S"), Side.NS, Vul.NONE, Aim.IMPS).stake(9)
        10.0
        """
        if self.aim is Aim.IMPS:
            return float(self.imp_table[tricks, tricks - 1])
        return 1.0 if self.aim is Aim.MATCHPOINTS or tricks == self.needed else _BY_TRICKS

    def values(self, tricks: Tricks) -> Values:
        """The value of each card (row) in each world (column).

        >>> payoff = Payoff(Contract.parse("3NT by S"), Side.NS, Vul.NONE, Aim.IMPS)
        >>> payoff.values(np.array([[9, 9], [8, 10]], np.int8)).tolist()
        [[0.0, -1.0], [-10.0, 0.0]]
        """
        if self.aim is Aim.IMPS:
            return np.asarray(self.imp_table[tricks, tricks.max(axis=0)], np.float64)
        if self.aim is Aim.CONTRACT:
            return np.asarray(self.is_made(tricks) + _BY_TRICKS * tricks, np.float64)
        return _matchpoints(self.points[tricks])


def _matchpoints(points: Values) -> Values:
    """The share of the other cards that each beats, world by world; a tie is half."""
    if len(points) == 1:
        return np.full(points.shape, 0.5)
    beaten = (points[:, None] > points).sum(axis=1) + 0.5 * ((points[:, None] == points).sum(axis=1) - 1)
    return np.asarray(beaten / (len(points) - 1), np.float64)


# Every candidate in every world


BLOCK = 16
"""Worlds per block: after each block, hopeless candidates are dropped."""
HOPELESS = 3.0
"""Standard errors below the best at which a candidate is dropped; by the same measure, an event never met in
so many worlds is hardly likelier than three in that many."""


@final
@dataclass(frozen=True, eq=False)
class EvaluatedCards:
    """A run of equal cards with its results in the worlds in which it was evaluated."""

    cards: tuple[Card, ...]
    """From high to low."""
    tricks: Tricks
    """The tricks of the player's side in the whole play, in the first worlds."""
    value: float = 0.0
    """Its value for the aim, over the worlds evaluated."""
    error: float = 0.0
    """The standard error of its difference to the best."""
    values: Values = field(default_factory=lambda: np.empty(0))
    """Its value in each of these worlds."""
    plan: float | None = None
    """The weight of the worlds in which its best plan reaches the target, where plans were compared."""
    planned: float = 0.0
    """Its value less the cost of the guesses that it defers, once strategies are known."""
    is_beaten: bool = False
    """Is its plan known to be worse than another's?"""

    @property
    def looked_at(self) -> int:
        """The number of worlds evaluated."""
        return len(self.tricks)


def evaluate_cards(
    play: Play,
    runs: Iterable[tuple[Card, ...]],
    worlds: Worlds,
    payoff: Payoff,
    workers: int | None = None,
    keeps_all: bool = False,
) -> tuple[list[EvaluatedCards], int]:
    """The candidates, best first, and the number of solved pairs of a candidate and a world.

    Evaluation goes on block by block with those that may still be best, or with all. Candidates evaluated in
    more worlds come before those that were dropped.
    """
    live = [EvaluatedCards(run, np.empty(0, np.int8)) for run in runs]
    dropped, solved = list[EvaluatedCards](), 0
    won = payoff.before + play.tricks_won(play.to_play.side)
    now = layouts_now(play, worlds)
    for first in range(0, len(worlds), BLOCK):
        block = now[first : first + BLOCK]
        found = dd.samples(play, block, workers, only=CardSet.of(each.cards[0] for each in live))
        solved += len(live) * len(block)
        live = [
            replace(each, tricks=np.concatenate([each.tricks, won + found[each.cards[0]]])) for each in live
        ]
        live = _valued(live, worlds.weights, payoff)
        if not keeps_all and first + BLOCK < len(worlds):
            live, gone = _hopeful(live, _chance_missed(worlds.weights[: first + BLOCK], payoff))
            dropped = gone + dropped
    return live + dropped, solved


def layouts_now(play: Play, worlds: Worlds) -> npt.NDArray[np.uint64]:
    """The cards left in each world."""
    gone = np.uint64(CardSet.of(play.cards).bits)
    return np.ascontiguousarray(worlds.deals & ~gone)


def _valued(live: list[EvaluatedCards], weights: Values, payoff: Payoff) -> list[EvaluatedCards]:
    """The candidates with their values over the worlds so far, best first."""
    values = payoff.values(np.array([each.tricks for each in live]))
    share = _shares(weights, values.shape[1])
    means = values @ share
    best = int(np.argmax(means))
    errors = [standard_error(row - values[best], weights) for row in values]
    rows = zip(live, means.tolist(), errors, values, strict=True)
    valued = (replace(each, value=mean, error=error, values=row) for each, mean, error, row in rows)
    return sorted(valued, key=lambda each: -each.value)


def _shares(weights: Values, number: int) -> Values:
    """The weights of the first worlds, adding up to one."""
    some = weights[:number]
    return some / some.sum() if some.sum() else np.full(number, 1 / number)


def standard_error(differences: Values, weights: Values) -> float:
    """The standard error of the mean over the first worlds, by their weights."""
    share = _shares(weights, len(differences))
    mean = differences @ share
    return float(np.sqrt(((share * (differences - mean)) ** 2).sum()))


def _chance_missed(weights: Values, payoff: Payoff) -> float:
    """The allowance for worlds not met yet: the stake of the contract over the effective number of worlds.

    Without it a card that gives up an overtrick everywhere, so far, would have no error at all.
    """
    return payoff.stake(payoff.needed) * float((_shares(weights, len(weights)) ** 2).sum())


def _hopeful(live: list[EvaluatedCards], missed: float) -> tuple[list[EvaluatedCards], list[EvaluatedCards]]:
    """The candidates that may still be best, and those to drop."""
    best = live[0].value
    gone = [each for each in live if best - each.value > HOPELESS * hypot(each.error, missed) + 1e-12]
    return [each for each in live if each not in gone], gone
