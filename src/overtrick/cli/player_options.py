"""How the commands about card play choose cards: the sample, its seed and the scoring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, final

import typer

from overtrick.cli.options import exclusive
from overtrick.player import Aim, PlaySettings

__all__ = ["USUAL_DEALS", "ScoringName", "Thinking"]

USUAL_DEALS = 50

ScoringName = Annotated[
    Aim,
    typer.Option(
        "--scoring",
        metavar="NAME",
        case_sensitive=False,
        show_default=False,
        help="contract, imps or matchpoints (default imps).",
    ),
]


@final
@dataclass(frozen=True)
class Thinking:
    """How a card is chosen, and the seconds that the number of deals was reckoned from, if any."""

    settings: PlaySettings
    seconds: float | None = None

    @staticmethod
    def of(deals: int | None, seconds: float | None, seed: int | None, scoring: Aim = Aim.IMPS) -> Thinking:
        """What the options ask for; seconds choose the number of deals."""
        exclusive(deals=deals, seconds=seconds)
        usual = PlaySettings(aim=scoring, seed=PlaySettings().seed if seed is None else seed)
        if seconds is None:
            return Thinking(usual.with_deals(deals or USUAL_DEALS))
        return Thinking(usual.within(seconds), seconds)
