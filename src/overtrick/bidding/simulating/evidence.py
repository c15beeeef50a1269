"""The results of a simulation as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Self, final

import numpy as np
import numpy.typing as npt

import overtrick
from overtrick.bidding.sampling import Source
from overtrick.bidding.simulating.options import Option
from overtrick.bidding.simulating.settings import Settings
from overtrick.core import Auction, Call, CardSet, Contract, Vul

__all__ = ["Estimate", "Evidence", "OptionResult", "Outcome", "Seconds", "best_other"]


@final
@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals, with its standard error."""

    mean: float
    error: float
    deals: int

    @classmethod
    def of(cls, values: npt.NDArray[np.float64]) -> Self:
        """The estimate from the value on each deal.

        >>> Estimate.of(np.array([1.0, 3.0]))
        Estimate(mean=2.0, error=1.0, deals=2)
        """
        number = len(values)
        error = float(np.std(values, ddof=1)) / sqrt(number) if number > 1 else 0.0
        return cls(float(np.mean(values)) if number else 0.0, error, number)

    def is_convincing(self, settings: Settings) -> bool:
        """Is it above the margin and statistically significant? A single deal never is."""
        is_more = self.mean > settings.least_gain and self.mean > settings.sure * self.error
        return is_more and self.deals > 1

    def is_hopeless(self, settings: Settings) -> bool:
        """Is even the upper end of its confidence interval within the margin?"""
        return self.mean + settings.hope * self.error <= settings.least_gain

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f}"


@final
@dataclass(frozen=True)
class Outcome:
    """A contract that a call leads to."""

    contract: Contract | None
    """The contract; None where all pass."""
    deals: int
    score: float | None
    """Our side's mean score over the deals where it was needed, because the calls led to different
    contracts."""


@final
@dataclass(frozen=True)
class OptionResult:
    """A candidate call with its results."""

    option: Option
    gain: Estimate
    """Against the system's own call, deal by deal."""
    discounted: Estimate | None
    """The gain against opponents who see each other's cards; not computed (None) unless the gain itself is
    convincing."""
    gifts: int
    """The number of deals where these opponents could have done better."""
    outcomes: tuple[Outcome, ...]
    """The contracts, the most frequent first."""

    @property
    def call(self) -> Call:
        """The call."""
        return self.option.call

    @property
    def value(self) -> float:
        """The mean gain, discounted if that was computed."""
        return (self.gain if self.discounted is None else self.discounted).mean

    def is_convincing(self, settings: Settings) -> bool:
        """Is the gain convincing, and the discounted gain too if it was computed?"""
        counted = [self.gain] if self.discounted is None else [self.gain, self.discounted]
        return all(each.is_convincing(settings) for each in counted)


def best_other(results: Sequence[OptionResult], settings: Settings) -> OptionResult | None:
    """The best candidate other than the system's call, which is the first; convincing ones come first."""
    return max(results[1:], key=lambda each: (each.is_convincing(settings), each.value), default=None)


@final
@dataclass(frozen=True, slots=True)
class Seconds:
    """The seconds spent on each part; the solvers run while auctions are projected."""

    finding: float = 0.0
    sampling: float = 0.0
    projecting: float = 0.0
    solving: float = 0.0


@final
@dataclass(frozen=True)
class Evidence:
    """A decision with all results that support it."""

    hand: CardSet
    auction: Auction
    vul: Vul
    settings: Settings
    chosen: Call
    results: tuple[OptionResult, ...]
    """The candidates, the system's own call first."""
    deals: int
    """The number of deals simulated: 0 for a clear decision."""
    keeps_promise: bool
    """Is the hand within the ranges that the call promises?"""
    source: Source | None = None
    """The constraints that the deals meet; None for a clear decision."""
    odd: int = 0
    """The number of calls of the auction that no hand should make by the system."""
    remarks: tuple[str, ...] = ()
    solved: int = 0
    """The number of double-dummy queries answered."""
    seconds: Seconds = field(default=Seconds(), compare=False)
    version: str = overtrick.__version__

    @property
    def is_close(self) -> bool:
        """Was there more than one candidate, and so a simulation?"""
        return len(self.results) > 1

    @property
    def system_call(self) -> Call:
        """The system's own call."""
        return self.results[0].call

    @property
    def best_other(self) -> OptionResult | None:
        """The candidate that may replace the system's call; None if the decision was clear."""
        return best_other(self.results, self.settings)

    @property
    def is_deviation(self) -> bool:
        """Does the call differ from the system's, so that the hand is outside its exact meaning?"""
        return self.chosen is not self.system_call

    def of(self, call: Call) -> OptionResult:
        """A candidate by its call."""
        return next(each for each in self.results if each.call is call)
