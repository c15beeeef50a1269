"""What the commands about card play share: how many deals a card is judged by, and what it is to bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli.options import seconds_number, seed_number, whole_number

if TYPE_CHECKING:
    from overtrick.player import PlaySettings

__all__ = [
    "AimName",
    "CardDeals",
    "CardSeconds",
    "CardSeed",
    "Thought",
    "deals_given",
    "thought_given",
]

USUAL_DEALS = 50
_MOST_DEALS = 10_000
"""More would take hours, and not decide better."""

CardDeals = Annotated[
    str | None, typer.Option("--deals", metavar="N", help="Deals that each card is judged by; 50.")
]
CardSeconds = Annotated[
    str | None, typer.Option("--seconds", metavar="S", help="Or as many deals as should take so long.")
]
CardSeed = Annotated[str | None, typer.Option("--seed", metavar="N", help="The same seed, the same deals.")]
AimName = Annotated[
    str | None, typer.Option("--aim", metavar="NAME", help="contract, imps or matchpoints; IMPs if not said.")
]


@final
@dataclass(frozen=True)
class Thought:
    """How a card is chosen, and the seconds that the number of deals was reckoned from, if any."""

    settings: PlaySettings
    seconds: float | None = None


def thought_given(deals: str | None, seconds: str | None, seed: str | None, aim: str | None) -> Thought:
    """What the options ask for."""
    from overtrick.player import Aim, PlaySettings

    if deals is not None and seconds is not None:
        raise typer.BadParameter("give --deals or --seconds: the seconds choose the number of deals")
    names = [each.value for each in Aim]
    name = Aim.IMPS.value if aim is None else aim.lower()
    if name not in names:
        raise typer.BadParameter(
            f"{name[:40]!r} is no aim: expected {', '.join(names[:-1])} or {names[-1]}", param_hint="'--aim'"
        )
    usual = PlaySettings(aim=Aim(name), seed=PlaySettings().seed if seed is None else seed_number(seed))
    if seconds is None:
        return Thought(usual.with_deals(deals_given(deals)))
    asked = seconds_number(seconds)
    return Thought(usual.within(asked), asked)


def deals_given(text: str | None) -> int:
    """The number of deals that an option says."""
    return USUAL_DEALS if text is None else whole_number(text, "--deals", least=1, most=_MOST_DEALS)
