"""What decides: the simplest condition on the hidden hands that tells success from failure.

Every condition of a fixed family, and every two of them together, is tried. One is named only if it agrees
with the outcome in nearly all layouts, explains much of what guessing the commoner outcome leaves open, and,
where the layouts are a sample, is better evidence than the best of so many tried would be by luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.core import Odds, Suit
from overtrick.player.conditions import Both, Condition, Guarded, Length, Lies, Simple, conditions
from overtrick.player.sample import Sample

__all__ = ["AGREEMENT", "Deciding", "deciding"]

AGREEMENT = 0.85
"""The weight of the layouts in which a condition that is named must agree with the outcome."""
_EXPLAINED = 1 / 3
"""The part it must explain of what guessing the commoner outcome gets wrong."""
_LUCK = 3.0
"""Evidence, in nats, beyond the logarithm of the conditions tried: one in twenty is luck."""
_FOR_LENGTHS, _FOR_TWO, _FOR_ANOTHER_SUIT, _FOR_FAILURE = 0.01, 0.1, 0.015, 0.001
"""Agreement that a condition must add that is less simple, or elsewhere, or tells where a card fails."""

Floats = npt.NDArray[np.float64]


@final
@dataclass(frozen=True)
class Deciding:
    """A condition, and how likely success is where it holds and where not."""

    condition: Condition
    inside: Odds
    outside: Odds

    @property
    def helps(self) -> bool:
        """Is success likelier where it holds?"""
        return self.inside > self.outside


def deciding(sample: Sample, wins: Sequence[bool], suit: Suit) -> Deciding | None:
    """The simplest condition that tells the layouts won from the others; None if none does.

    Ties go to honours before lengths and to the suit in question.
    """
    if len(set(wins)) < 2:
        return None
    tried, met = _different(sample, conditions(sample, suit))
    if not tried:
        return None
    found = _best(tried, met.astype(float), np.array(wins, dtype=float), sample, suit)
    if found is None:
        return None
    inside = [found.is_met(hands) for hands in sample.left]
    outside = [not each for each in inside]
    return Deciding(found, sample.share(wins, inside), sample.share(wins, outside))


def _different(sample: Sample, family: Sequence[Simple]) -> tuple[list[Simple], npt.NDArray[np.bool_]]:
    """The conditions that hold in some layouts but not all, the first of those that hold in the same ones."""
    rows = dict[bytes, Simple]()
    hands = sample.left
    for condition in family:
        met = bytes(condition.is_met(each) for each in hands)
        if 0 in met and 1 in met:
            rows.setdefault(met, condition)
    table = np.frombuffer(b"".join(rows), dtype=np.bool_).reshape(len(rows), len(hands))
    return list(rows.values()), table


def _best(tried: list[Simple], met: Floats, wins: Floats, sample: Sample, suit: Suit) -> Condition | None:
    """The condition with the greatest agreement less its price, among those that may be named."""
    weights = np.array(sample.weights) / sum(sample.weights)
    inside, won = (met * weights) @ met.T, (met * weights * wins) @ met.T
    chance = float(weights @ wins)
    succeeding = won + (1 - chance) - (inside - won)
    agreement = np.maximum(succeeding, 1 - succeeding)
    elsewhere = np.array([0.0 if _suit(each) is suit else _FOR_ANOTHER_SUIT for each in tried])
    price = _FOR_TWO + elsewhere[:, None] + elsewhere
    np.fill_diagonal(price, elsewhere + [_FOR_LENGTHS * isinstance(each, Length | Guarded) for each in tried])
    price += np.where(succeeding < agreement, _FOR_FAILURE, 0.0)
    usual = max(chance, 1 - chance)
    may = (agreement >= AGREEMENT) & (agreement - usual >= _EXPLAINED * (1 - usual))
    if not sample.is_all:
        pairs = len(tried) * (len(tried) + 1) / 2
        luck = np.full_like(agreement, _LUCK + log(pairs))
        np.fill_diagonal(luck, _LUCK + log(len(tried)))
        may &= _evidence(inside, won, chance) * sample.effective >= luck
    if not may.any():
        return None
    score = np.where(may, np.round(agreement - price, 9), -1.0)
    first, second = sorted(divmod(int(np.argmax(score)), len(tried)))
    return tried[first] if first == second else Both(tried[first], tried[second])


def _suit(condition: Simple) -> Suit:
    """The suit a condition is about."""
    return condition.card.suit if isinstance(condition, Lies | Guarded) else condition.suit


def _evidence(inside: Floats, won: Floats, chance: float) -> Floats:
    """How much each condition tells of the outcome, in nats for each layout (mutual information)."""
    total = np.zeros_like(inside)
    for joint, by_condition, by_outcome in (
        (won, inside, chance),
        (inside - won, inside, 1 - chance),
        (chance - won, 1 - inside, chance),
        (1 - inside - chance + won, 1 - inside, 1 - chance),
    ):
        expected = np.maximum(by_condition * by_outcome, 1e-12)
        ratio = np.maximum(joint, 1e-12) / expected
        total += np.where(joint > 1e-9, joint * np.log(ratio), 0.0)
    return total
