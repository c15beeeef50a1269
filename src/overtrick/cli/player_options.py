"""Options of the card-play commands: the sample, its seed and the scoring."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from overtrick.cli.options import Deals, Seconds, Seed, exclusive, option
from overtrick.player import Aim, PlaySettings

__all__ = ["USUAL_DEALS", "USUAL_SCORED_THINKING", "USUAL_THINKING", "ScoredThinking", "Thinking"]

USUAL_DEALS = 50


@dataclass(frozen=True)
class Thinking:
    """Options for how a card is chosen; seconds choose the number of deals."""

    deals: Deals = None
    seconds: Seconds = None
    seed: Seed = None
    scoring: Aim = field(default=Aim.IMPS, init=False)

    @property
    def settings(self) -> PlaySettings:
        """The settings of these options."""
        exclusive(deals=self.deals, seconds=self.seconds)
        usual = PlaySettings(aim=self.scoring, seed=PlaySettings().seed if self.seed is None else self.seed)
        return (
            usual.with_deals(self.deals or USUAL_DEALS)
            if self.seconds is None
            else usual.within(self.seconds)
        )


@dataclass(frozen=True)
class ScoredThinking(Thinking):
    """Options for how a card is chosen, with the scoring."""

    scoring: Annotated[
        Aim,
        option("--scoring", "NAME", "contract, imps or matchpoints (default imps).", case_sensitive=False),
    ] = Aim.IMPS


USUAL_THINKING = Thinking()
USUAL_SCORED_THINKING = ScoredThinking()
