"""Settings of a player: the sample size, the evidence it uses, its aim and its budget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import final

from overtrick.core import OvertrickError

__all__ = ["Aim", "PlaySettings", "PlayerError"]


class PlayerError(OvertrickError):
    """A request that no player can meet: not its turn, or impossible settings."""


_SECONDS_AT_FIRST = 0.1
_SECONDS_A_DEAL = 0.02
_FEWEST, _MOST = 10, 2000
"""The smallest and largest sample that a time limit may choose."""
_WEIGHED, _POSITIONS = 8, 40_000
"""The most deals drawn, and strategy positions searched, per deal of the sample."""


class Aim(Enum):
    """The aim of play, by the scoring of the event."""

    CONTRACT = "contract"
    """To make the contract, or to beat it; then tricks."""
    IMPS = "imps"
    MATCHPOINTS = "matchpoints"


@final
@dataclass(frozen=True)
class PlaySettings:
    """Settings for choosing a card; the same settings choose the same card, on any number of threads.

    >>> PlaySettings(deals=100, aim=Aim.MATCHPOINTS).pool
    400
    """

    deals: int = 50
    """Sample size: the worlds solved for a card."""
    pool: int = 400
    """Worlds drawn and weighted, from which the sample is chosen; if no more exist, all are solved."""
    seed: int = 1
    aim: Aim = Aim.IMPS
    uses_meanings: bool = True
    """Are the meanings of the calls used?"""
    uses_leads: bool = True
    """Are opening leads and signals used as evidence?"""
    is_weighted: bool = True
    """Are worlds weighted by the likelihood of the cards played?"""
    compares_strategies: bool = True
    """Does declarer compare plans over worlds that he cannot tell apart?"""
    recall: int = 8
    """With more cards in hand, a choice is not judged double dummy, but only among equal cards."""
    mistake: float = 0.2
    """The likelihood of a card that gives a trick away, relative to one that does not."""
    strange: float = 0.1
    """The relative likelihood of a lead or signal against the table."""
    worlds: int = 32
    """Worlds over which strategies are compared, at most 64; all of them when all layouts are solved."""
    depth: int = 12
    """Cards of declarer's own that strategies look ahead."""
    foresight: int = 11
    """With more cards in hand, strategies are not compared: so early the lookahead is too short."""
    positions: int = 2_000_000
    """The budget of strategies in positions, those of the double-dummy solver included."""
    threads: int | None = None
    """The number of solver threads; None for one per core."""

    def __post_init__(self) -> None:
        least = dict.fromkeys(("deals", "pool", "worlds", "depth"), 1)
        least |= dict.fromkeys(("seed", "recall", "positions", "foresight"), 0)
        for name, number in least.items():
            if getattr(self, name) < number:
                raise PlayerError(f"{name} must be at least {number}, not {getattr(self, name)}")
        if self.worlds > 64:
            raise PlayerError(f"strategies are compared over at most 64 worlds, not {self.worlds}")
        for name in ("mistake", "strange"):
            if not 0 < getattr(self, name) <= 1:
                raise PlayerError(f"{name} is a probability above 0 and at most 1, not {getattr(self, name)}")

    def with_deals(self, deals: int) -> PlaySettings:
        """The same with this many deals, a pool at least as large, and other work limited in proportion.

        >>> PlaySettings().with_deals(10).positions
        400000
        """
        pool = max(deals, min(self.pool, _WEIGHED * deals))
        return replace(self, deals=deals, pool=pool, positions=min(self.positions, _POSITIONS * deals))

    def within(self, seconds: float) -> PlaySettings:
        """The same with the sample size that should take about this time; the result records it.

        >>> PlaySettings().within(1.1).deals
        50
        """
        if not 0 <= seconds < inf:
            raise PlayerError(f"a time to think is a number of seconds, not {seconds}")
        deals = round((seconds - _SECONDS_AT_FIRST) / _SECONDS_A_DEAL)
        return self.with_deals(min(_MOST, max(_FEWEST, deals)))
