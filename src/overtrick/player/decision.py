"""What a player decided, and by what: the answer, the other candidates, the worlds they were judged by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.core import Card, CardSet, Reason, SeatView
from overtrick.player.settings import PlaySettings
from overtrick.player.worlds import Worlds

__all__ = ["Candidate", "Decision", "Grounds"]

Tricks = npt.NDArray[np.int8]


@final
@dataclass(frozen=True, eq=False)
class Candidate:
    """A card that may be played, with what became of it; cards equal to it are not told apart."""

    card: Card
    """The one of its equals that manners ask for."""
    equals: tuple[Card, ...]
    """All of them, this one included, from high to low."""
    tricks: Tricks
    """In each world looked at, the tricks that the player's side takes in the whole play, double dummy."""
    chance: float
    """How likely it is that the contract is made, or for a defender beaten, double dummy."""
    mean_tricks: float
    value: float
    """What the aim makes of it: a probability, IMPs below the best card of each world, or matchpoints."""
    error: float
    """The standard error of the difference in value to the candidate chosen; 0 for that one itself."""
    looked_at: int
    """Worlds after which it was dropped, or all of them."""
    plan: float | None = None
    """The weight of the worlds in which its best plan reaches the target, where plans were compared."""


@final
@dataclass(frozen=True)
class Grounds:
    """What decided: the chance alone, strategies, an expert, the table of leads, or manners."""

    name: str
    """`only card`, `chance`, `strategy`, `suit`, `squeeze`, `table` or `manners`."""
    target: int | None = None
    """The tricks of the whole play that the strategies were to reach."""
    depth: int = 0
    """How many cards of declarer's own they looked ahead; 0 if none were compared."""
    is_whole: bool = False
    """Did they look to the end, over all layouts, every card told apart?"""
    tied: CardSet = field(default_factory=CardSet)
    """The cards that were as good, among which experts, the table of leads or manners chose."""


@final
@dataclass(frozen=True, eq=False)
class Decision:
    """A card and why; `reason` is data, `overtrick.explain` puts it into words."""

    view: SeatView
    card: Card
    candidates: tuple[Candidate, ...]
    """Best first; the first is the one chosen."""
    worlds: Worlds
    settings: PlaySettings
    """With the budget that was used, the one chosen by a clock included."""
    grounds: Grounds
    reason: Reason | None = None
    solved: int = 0
    """Worlds solved, by blocks of candidates: the work done."""
