"""A card with the tricks it took in each layout: what reasons compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import final

from overtrick.core import Card
from overtrick.player.sample import Sample

__all__ = ["Judged", "Tricks"]

Tricks = tuple[int, ...]
"""The tricks of the player's side in each layout."""


@final
@dataclass(frozen=True)
class Judged:
    """A card, the layouts it was judged by, and the tricks it took in each."""

    card: Card
    sample: Sample
    tricks: Tricks

    @property
    def wins(self) -> list[bool]:
        return [tricks >= self.sample.needed for tricks in self.tricks]

    @property
    def chance(self) -> float:
        """The weight of the layouts won, not rounded."""
        return self.mean([float(win) for win in self.wins])

    @property
    def average(self) -> float:
        """Tricks on average."""
        return self.mean(self.tricks)

    def mean(self, numbers: Sequence[float]) -> float:
        """The weighted mean of a number for each layout."""
        weights = self.sample.weights
        return fsum(weight * each for weight, each in zip(weights, numbers, strict=True)) / fsum(weights)

    def first(self, number: int) -> Judged:
        """The same over the first so many layouts."""
        return Judged(self.card, self.sample.first(number), self.tricks[:number])

    def at(self, needed: int) -> float:
        """The weight of the layouts in which it takes so many tricks."""
        return self.mean([float(tricks >= needed) for tricks in self.tricks])
