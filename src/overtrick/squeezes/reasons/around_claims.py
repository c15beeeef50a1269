"""What can be said around a squeeze: what would mend or break it, and whether a contract needs one.

As in `claims`, each claim carries all that is needed to check it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import CardSet, Claim, Play, Seat
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.exchanges import ExchangeCards, Repair
from overtrick.squeezes.nearby.near_misses import Letter

__all__ = ["BeyondReach", "Breaks", "OnlyBySqueeze", "Repairs", "Saves", "WithoutSqueeze"]


@final
@dataclass(frozen=True)
class Repairs(Claim):
    """A change gives the attackers one trick more than so many, and only by forcing discards."""

    ending: Ending
    repair: Repair
    letter: Letter
    """The condition that had failed."""
    tricks: int
    """Without the change."""


@final
@dataclass(frozen=True)
class Breaks(Claim):
    """If a defender could lead any of these cards now, the attackers would take so many tricks, and fewer.

    Forced discards would then gain them nothing.
    """

    ending: Ending
    defender: Seat
    cards: CardSet
    tricks: int


@final
@dataclass(frozen=True)
class Saves(Claim):
    """Had the defenders held two cards the other way round, there would be so many tricks, and fewer."""

    ending: Ending
    exchange: ExchangeCards
    tricks: int


@final
@dataclass(frozen=True)
class OnlyBySqueeze(Claim):
    """Declarer takes so many tricks of a deal, those won before among them, and only by forcing discards."""

    play: Play
    declarer: Seat
    target: int
    victims: tuple[Seat, ...] | None
    """Those whose discards must be forced; nobody: those of either are enough; None: it is not known."""


@final
@dataclass(frozen=True)
class WithoutSqueeze(Claim):
    """Declarer takes so many tricks of a deal, even if no defender ever has to discard."""

    play: Play
    declarer: Seat
    target: int


@final
@dataclass(frozen=True)
class BeyondReach(Claim):
    """Declarer takes so many tricks of a deal, and that is fewer than the target."""

    play: Play
    declarer: Seat
    target: int
    tricks: int
