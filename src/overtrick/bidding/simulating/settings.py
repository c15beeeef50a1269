"""How a simulation is made: how many deals, from which seed, how they are scored, what convinces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import isfinite, isnan
from typing import final

from overtrick.bidding.errors import BiddingError

__all__ = ["Scoring", "Settings"]

_SECONDS_AT_FIRST = 0.35
"""What a decision takes before its first deal: neighbours, meanings, the tables of the sampler."""
_SECONDS_A_DEAL = 0.03
"""What a deal takes, all candidates together: see docs/borel.md, measured on two shared cores."""
_FEWEST, _MOST = 8, 1000
"""The sample sizes that a time limit may choose."""


class Scoring(Enum):
    """What a difference of two scores is worth."""

    IMPS = "imps"
    MATCHPOINTS = "matchpoints"
    """One for beating the other call on a deal, minus one for losing to it; halves of a top."""


@final
@dataclass(frozen=True)
class Settings:
    """How a decision is simulated; the same settings make the same decision, on any number of threads.

    >>> Settings(deals=20, scoring=Scoring.MATCHPOINTS).least_gain
    0.1
    """

    deals: int = 50
    seed: int = 1
    scoring: Scoring = Scoring.IMPS
    most_candidates: int = 4
    """The system's call and the nearest others."""
    sure: float = 1.5
    """A gain is convincing if it is more standard errors than this above nothing …"""
    margin: float | None = None
    """… and larger than this; without it, half an IMP or a tenth of a comparison won."""
    first_look: int = 10
    """After so many deals, and after as many more each time, calls that have no hope are dropped: …"""
    hope: float = 1.0
    """… those whose gain, with so many standard errors added to it, is still within the margin."""
    is_discounted: bool = True
    """Are gains cut down to what opponents who see each other's cards would leave of them?"""
    threads: int | None = None
    """Solvers at work; without a number one for each core."""

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
        """A gain of no more is not worth leaving the system for."""
        if self.margin is not None:
            return self.margin
        return 0.5 if self.scoring is Scoring.IMPS else 0.1

    def within(self, seconds: float) -> Settings:
        """The same with as many deals as should take so long; which they are is then in the settings.

        >>> Settings().within(1.85).deals
        50
        """
        if not isfinite(seconds):
            raise BiddingError(f"expected a number of seconds, not {seconds}")
        deals = round((seconds - _SECONDS_AT_FIRST) / _SECONDS_A_DEAL)
        return replace(self, deals=min(_MOST, max(_FEWEST, deals)))
