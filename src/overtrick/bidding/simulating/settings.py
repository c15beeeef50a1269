"""Settings of a simulation: number of deals, seed, scoring, and what makes a gain convincing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import isfinite, isnan
from typing import final

from overtrick.bidding.errors import BiddingError

__all__ = ["Scoring", "Settings"]

_SECONDS_AT_FIRST = 0.35
"""The time of a decision before its first deal: neighbours, meanings, tables of the sampler."""
_SECONDS_A_DEAL = 0.03
"""The time of a deal for all candidates, measured on two shared cores; see docs/borel.md."""
_FEWEST, _MOST = 8, 1000
"""The range of sample sizes that a time limit may choose."""


class Scoring(Enum):
    """The value of a difference between two scores."""

    IMPS = "imps"
    MATCHPOINTS = "matchpoints"
    """One for beating the other call on a deal, minus one for losing to it, in units of half a top."""


@final
@dataclass(frozen=True)
class Settings:
    """The settings of a simulation, which determine the decision, whatever the number of threads.

    >>> Settings(deals=20, scoring=Scoring.MATCHPOINTS).least_gain
    0.1
    """

    deals: int = 50
    seed: int = 1
    scoring: Scoring = Scoring.IMPS
    most_candidates: int = 4
    """Limit on the candidates: the system's call and the nearest others."""
    sure: float = 1.5
    """A gain is convincing if it is more than this many standard errors above zero …"""
    margin: float | None = None
    """… and larger than this; by default, half an IMP or a tenth of a comparison."""
    first_look: int = 10
    """After every batch of this many deals, hopeless calls are dropped: …"""
    hope: float = 1.0
    """… those whose gain plus this many standard errors is still within the margin."""
    is_discounted: bool = True
    """Are gains discounted to what opponents who see each other's cards would leave of them?"""
    threads: int | None = None
    """The number of solver threads; by default one per core."""

    def __post_init__(self) -> None:
        counted = (("deals", 2), ("most_candidates", 1), ("first_look", 2), ("seed", 0), ("threads", 1))
        for name, least in counted:
            number = getattr(self, name)
            if number is not None and number < least:
                raise BiddingError(f"{name} must be at least {least}, not {number}")
        for name in ("sure", "margin", "hope"):
            if (value := getattr(self, name)) is not None and isnan(value):
                raise BiddingError(f"{name} must be a number, not {value}")

    @property
    def least_gain(self) -> float:
        """The margin: a gain must be larger than this to justify leaving the system."""
        if self.margin is not None:
            return self.margin
        return 0.5 if self.scoring is Scoring.IMPS else 0.1

    def within(self, seconds: float) -> Settings:
        """The same settings with the number of deals that should take this many seconds.

        >>> Settings().within(1.85).deals
        50
        """
        if not isfinite(seconds):
            raise BiddingError(f"expected a number of seconds, not {seconds}")
        deals = round((seconds - _SECONDS_AT_FIRST) / _SECONDS_A_DEAL)
        return replace(self, deals=min(_MOST, max(_FEWEST, deals)))
