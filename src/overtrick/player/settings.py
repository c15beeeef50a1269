"""How a player thinks: how many deals it looks at, what it takes into account, what it plays for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import final

from overtrick.core import OvertrickError

__all__ = ["Aim", "PlaySettings", "PlayerError"]


class PlayerError(OvertrickError):
    """A question that no player can answer: not its turn, or settings that cannot be."""


_SECONDS_AT_FIRST = 0.1
_SECONDS_A_DEAL = 0.02
_FEWEST, _MOST = 10, 2000
"""The sample sizes that a time limit may choose."""
_WEIGHED, _POSITIONS = 8, 40_000
"""Deals drawn, and positions of strategies searched, for each deal of the sample."""


class Aim(Enum):
    """What the event asks for."""

    CONTRACT = "contract"
    """To make the contract, or to beat it; then tricks."""
    IMPS = "imps"
    MATCHPOINTS = "matchpoints"


@final
@dataclass(frozen=True)
class PlaySettings:
    """How a card is chosen; the same settings choose the same card, on any number of threads.

    >>> PlaySettings(deals=100, aim=Aim.MATCHPOINTS).pool
    400
    """

    deals: int = 50
    """Worlds that are solved for a card."""
    pool: int = 400
    """Worlds that are drawn and weighed before so many are chosen; if there are no more, all are solved."""
    seed: int = 1
    aim: Aim = Aim.IMPS
    uses_meanings: bool = True
    """Do the calls say anything?"""
    uses_leads: bool = True
    """Do opening leads and signals say anything?"""
    is_weighted: bool = True
    """Are worlds weighed by what their players did not do?"""
    compares_strategies: bool = True
    """Does declarer compare plans where worlds that are solved one by one do not decide?"""
    recall: int = 8
    """Choices made with more cards in hand are not judged double dummy, only among equal cards."""
    mistake: float = 0.2
    """How likely a card that gives a trick away is, against one that does not."""
    strange: float = 0.1
    """How likely a lead or signal is that the table does not make."""
    worlds: int = 32
    """Worlds over which strategies are compared, at most 64; where all layouts are solved, all of them."""
    depth: int = 12
    """Cards of declarer's own that strategies look ahead."""
    foresight: int = 11
    """With more cards in hand strategies are not compared: so early they cannot look far."""
    positions: int = 2_000_000
    """Positions, those of the double-dummy solver included, after which strategies look no further."""
    threads: int | None = None
    """Solvers at work; without a number one for each core."""

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
        """The same with so many deals, enough drawn for them, and no more other work than they deserve.

        >>> PlaySettings().with_deals(10).positions
        400000
        """
        pool = max(deals, min(self.pool, _WEIGHED * deals))
        return replace(self, deals=deals, pool=pool, positions=min(self.positions, _POSITIONS * deals))

    def within(self, seconds: float) -> PlaySettings:
        """The same with as much work as should take so long; how much it is is then in the settings.

        >>> PlaySettings().within(1.1).deals
        50
        """
        if not 0 <= seconds < inf:
            raise PlayerError(f"a time to think is a number of seconds, not {seconds}")
        deals = round((seconds - _SECONDS_AT_FIRST) / _SECONDS_A_DEAL)
        return self.with_deals(min(_MOST, max(_FEWEST, deals)))
