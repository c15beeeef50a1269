"""Algorithm 1: every candidate solved in every world, those without hope dropped on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import hypot
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick import dd
from overtrick.core import Card, CardSet, Play
from overtrick.player.worlds import Worlds
from overtrick.player.worth import Worth

__all__ = ["Sampled", "layouts_now", "sample_cards", "standard_error"]

BLOCK = 16
"""Worlds after which candidates without hope are dropped: the width grows from one block to the next."""
HOPELESS = 3.0
"""Standard errors below the best after which a candidate is dropped: what was never met in so many worlds is
hardly likelier than three in as many, too."""

Tricks = npt.NDArray[np.int8]
Weights = npt.NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Sampled:
    """A run of equal cards with what became of it in the worlds, as far as it was looked at."""

    cards: tuple[Card, ...]
    """From high to low."""
    tricks: Tricks
    """The tricks of the player's side in the whole play, in the first worlds."""
    value: float = 0.0
    """What the aim makes of it, over the worlds it was looked at."""
    error: float = 0.0
    """The standard error of its difference to the best."""
    values: Weights = field(default_factory=lambda: np.empty(0))
    """Its value in each of these worlds."""

    @property
    def looked_at(self) -> int:
        """In how many worlds."""
        return len(self.tricks)


def sample_cards(
    play: Play,
    runs: Iterable[tuple[Card, ...]],
    worlds: Worlds,
    worth: Worth,
    workers: int | None = None,
    keeps_all: bool = False,
) -> tuple[list[Sampled], int]:
    """The candidates, best first, and how many times one was solved in a world.

    Looking goes on block by block with those that may still be best, or with all. Candidates looked at in
    more worlds come before those that were dropped.
    """
    live = [Sampled(run, np.empty(0, np.int8)) for run in runs]
    dropped, solved = list[Sampled](), 0
    won = worth.before + play.tricks_won(play.to_play.side)
    now = layouts_now(play, worlds)
    for first in range(0, len(worlds), BLOCK):
        block = now[first : first + BLOCK]
        asked = CardSet.of(each.cards[0] for each in live)
        found = dd.samples(play, block, workers, only=asked)
        solved += len(live) * len(block)
        live = [
            replace(each, tricks=np.concatenate([each.tricks, won + found[each.cards[0]]])) for each in live
        ]
        live = _valued(live, worlds.weights, worth)
        if not keeps_all and first + BLOCK < len(worlds):
            live, gone = _hopeful(live, _chance_missed(worlds.weights[: first + BLOCK], worth))
            dropped = gone + dropped
    return live + dropped, solved


def layouts_now(play: Play, worlds: Worlds) -> npt.NDArray[np.uint64]:
    """The cards left in each world."""
    gone = np.uint64(CardSet.of(play.cards).bits)
    return np.ascontiguousarray(worlds.deals & ~gone)


def _valued(live: list[Sampled], weights: Weights, worth: Worth) -> list[Sampled]:
    """The candidates with their values over the worlds so far, best first."""
    values = worth.values(np.array([each.tricks for each in live]))
    share = _shares(weights, values.shape[1])
    means = values @ share
    best = int(np.argmax(means))
    errors = [standard_error(values[row] - values[best], weights) for row in range(len(live))]
    order = sorted(range(len(live)), key=lambda row: -means[row])
    return [
        replace(live[row], value=float(means[row]), error=errors[row], values=values[row]) for row in order
    ]


def _shares(weights: Weights, number: int) -> Weights:
    """The weights of the first worlds, adding up to one."""
    some = weights[:number]
    return some / some.sum() if some.sum() else np.full(number, 1 / number)


def standard_error(differences: Weights, weights: Weights) -> float:
    """The standard error of the mean over the first worlds, by their weights."""
    share = _shares(weights, len(differences))
    mean = differences @ share
    return float(np.sqrt(((share * (differences - mean)) ** 2).sum()))


def _chance_missed(weights: Weights, worth: Worth) -> float:
    """What a kind of world not met yet may still bring: the contract, once in as many worlds as these tell.

    Without it a card that gives up an overtrick everywhere, so far, would have no error at all.
    """
    return worth.stake(worth.needed) * float((_shares(weights, len(weights)) ** 2).sum())


def _hopeful(live: list[Sampled], missed: float) -> tuple[list[Sampled], list[Sampled]]:
    """Those that may still be best, and those that are left behind."""
    best = live[0].value
    is_hopeful = [best - each.value <= HOPELESS * hypot(each.error, missed) + 1e-12 for each in live]
    return (
        [each for each, hope in zip(live, is_hopeful, strict=True) if hope],
        [each for each, hope in zip(live, is_hopeful, strict=True) if not hope],
    )
