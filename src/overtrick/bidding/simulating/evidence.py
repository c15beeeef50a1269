"""What a simulation found, as data."""

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
        """From the value on each deal.

        >>> Estimate.of(np.array([1.0, 3.0]))
        Estimate(mean=2.0, error=1.0, deals=2)
        """
        number = len(values)
        error = float(np.std(values, ddof=1)) / sqrt(number) if number > 1 else 0.0
        return cls(float(np.mean(values)) if number else 0.0, error, number)

    def is_convincing(self, settings: Settings) -> bool:
        """Is it more than the margin, and more than chance would explain? One deal says nothing of chance."""
        is_more = self.mean > settings.least_gain and self.mean > settings.sure * self.error
        return is_more and self.deals > 1

    def is_hopeless(self, settings: Settings) -> bool:
        """Is even the upper end of what it may be within the margin?"""
        return self.mean + settings.hope * self.error <= settings.least_gain

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f}"


@final
@dataclass(frozen=True)
class Outcome:
    """A contract that a call leads to."""

    contract: Contract | None
    """None where all pass."""
    deals: int
    score: float | None
    """Our side's mean score, over those deals where it had to be known: where the calls led to different
    contracts."""


@final
@dataclass(frozen=True)
class OptionResult:
    """A candidate with what became of it."""

    option: Option
    gain: Estimate
    """Against the system's own call, deal by deal."""
    discounted: Estimate | None
    """The same against opponents who see each other's cards; None where the gain is not convincing even
    without them, so that it was not worked out."""
    gifts: int
    """Deals where they could have done better."""
    outcomes: tuple[Outcome, ...]
    """The contracts, the most frequent first."""

    @property
    def call(self) -> Call:
        """The call."""
        return self.option.call

    @property
    def value(self) -> float:
        """The mean gain that counts: discounted, where that was worked out."""
        return (self.gain if self.discounted is None else self.discounted).mean

    def is_convincing(self, settings: Settings) -> bool:
        """Is the gain convincing, both as it is and discounted?"""
        counted = [self.gain] if self.discounted is None else [self.gain, self.discounted]
        return all(each.is_convincing(settings) for each in counted)


def best_other(results: Sequence[OptionResult], settings: Settings) -> OptionResult | None:
    """The best candidate beside the system's own call, the first: those that convince come before."""
    return max(results[1:], key=lambda each: (each.is_convincing(settings), each.value), default=None)


@final
@dataclass(frozen=True, slots=True)
class Seconds:
    """Where the time went; the solvers work while auctions are projected."""

    finding: float = 0.0
    sampling: float = 0.0
    projecting: float = 0.0
    solving: float = 0.0


@final
@dataclass(frozen=True)
class Evidence:
    """A decision, and all that it rests on."""

    hand: CardSet
    auction: Auction
    vul: Vul
    settings: Settings
    chosen: Call
    results: tuple[OptionResult, ...]
    """The candidates, the system's own call first."""
    deals: int
    """How many were looked at: none for a clear decision."""
    keeps_promise: bool
    """Is the hand within the ranges that the call is said to promise?"""
    source: Source | None = None
    """What the deals agree with; None for a clear decision."""
    odd: int = 0
    """Calls of the auction that no rule makes."""
    remarks: tuple[str, ...] = ()
    solved: int = 0
    """Double-dummy questions answered."""
    seconds: Seconds = field(default=Seconds(), compare=False)
    version: str = overtrick.__version__

    @property
    def is_close(self) -> bool:
        """Was there more than one candidate, and so a simulation?"""
        return len(self.results) > 1

    @property
    def system_call(self) -> Call:
        """What the system calls."""
        return self.results[0].call

    @property
    def best_other(self) -> OptionResult | None:
        """The one that may take the place of the system's call; None if the decision was clear."""
        return best_other(self.results, self.settings)

    @property
    def is_deviation(self) -> bool:
        """Is the call another than the system's? Then the hand is not what the call exactly means."""
        return self.chosen is not self.system_call

    def of(self, call: Call) -> OptionResult:
        """A candidate by its call."""
        return next(each for each in self.results if each.call is call)
