"""Deals that fit an auction, on the command line: ``overtrick deal --auction "1NT P 2D"``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli.bidding_options import DEFAULT_SYSTEM, auction_given, table, vul_given
from overtrick.core import Auction, Board, Call, DealError, Seat, Vul

if TYPE_CHECKING:
    from overtrick.deals import Sampler, Wanted

__all__ = ["Called", "CalledDealer", "CalledText", "CalledVul", "called_given"]

CalledText = Annotated[
    str | None, typer.Option("--auction", metavar="CALLS", help="Deals that are bid like this: '1NT P 2D'.")
]


CalledDealer = Annotated[
    str | None, typer.Option("--dealer", metavar="SEAT", help="With --auction: N, E, S or W.")
]
CalledVul = Annotated[
    str | None, typer.Option("--vul", metavar="VUL", help="With --auction: None, NS, EW or Both.")
]


@final
@dataclass(frozen=True)
class Called:
    """What has been called, and what that says of the hands."""

    auction: Auction
    vul: Vul
    wanted: Mapping[Seat, Wanted]
    odd: tuple[tuple[Seat, Call], ...] = ()
    """The calls that nobody makes there."""

    @property
    def remarks(self) -> Iterator[str]:
        """What is to be said about hands that would not make their calls."""
        for seat, call in self.odd:
            what = f"nobody makes {seat.word}'s call of {call.print} there by the system"
            known = "by what it says alone" if seat in self.wanted else "as if it said nothing"
            yield f"{what}: {seat.word}'s hand is dealt {known}"

    def with_wishes(self, wishes: Mapping[Seat, Wanted]) -> dict[Seat, Wanted]:
        """What the auction says, and what is wished besides."""
        from overtrick.bidding.dealing import both

        return both(self.wanted, wishes)

    def refuse_the_impossible(self, sampler: Sampler) -> None:
        """An error where nobody can have a hand that is bid like this."""
        if sampler.impossible:
            names = " or ".join(seat.word for seat in sampler.impossible)
            raise DealError(f"no hand that {names} can have is bid like this", text=str(self.auction))

    def on(self, board: Board) -> Board:
        """A board with this auction."""
        return replace(board, dealer=self.auction.dealer, vul=self.vul, auction=self.auction)


def called_given(
    text: str | None,
    dealer: str | None,
    vul: str | None,
    system: str | None,
    theirs: str | None,
    conventions: list[str] | None,
) -> Called | None:
    """The auction that options give; the others are for it alone."""
    if text is None:
        others = {
            "dealer": dealer,
            "vul": vul,
            "system": system,
            "their-system": theirs,
            "convention": conventions,
        }
        useless = " and ".join(f"--{name}" for name, value in others.items() if value)
        if useless:
            raise typer.BadParameter(f"{useless} says something about an auction: give --auction too")
        return None
    from overtrick.bidding.dealing import wanted

    auction, vulnerable = auction_given(text, dealer), vul_given(vul)
    state = table(system or DEFAULT_SYSTEM, theirs, conventions).state(auction, vulnerable)
    odd = tuple(made for made, said in zip(auction, state.said, strict=True) if said.is_odd)
    return Called(auction, vulnerable, wanted(state, auction.dealer), odd)
