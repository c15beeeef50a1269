"""What the commands about bidding share: the systems at the table, and auctions given as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.core import Auction, NotationError, Seat, Side, Vul

if TYPE_CHECKING:
    from overtrick.bidding import Agreements, System

__all__ = [
    "DEFAULT_SYSTEM",
    "Conventions",
    "SystemName",
    "TheirSystem",
    "auction_given",
    "seats_given",
    "switches_given",
    "system_given",
    "table",
    "vul_given",
]

DEFAULT_SYSTEM = "sayc"
"""What is bid where nobody says what."""

SystemName = Annotated[
    str, typer.Option("--system", metavar="NAME", help="A system that comes along, or a folder with one.")
]
TheirSystem = Annotated[
    str | None,
    typer.Option("--their-system", metavar="NAME", help="What the opponents play, if not the same."),
]
Conventions = Annotated[
    list[str] | None,
    typer.Option(
        "--convention", metavar="NAME=on|off", help="Switch a convention of the system; repeatable."
    ),
]
_SWITCHES = {"on": True, "off": False, "yes": True, "no": False}


def table(
    system: str,
    theirs: str | None = None,
    conventions: list[str] | None = None,
    ours: Side = Side.NS,
    silent: Iterable[Seat] = (),
) -> Agreements:
    """What each side plays: the system is our side's, and theirs too if nothing else is said."""
    from overtrick.bidding import Agreements, load

    own = system_given(system, conventions)
    other = own if theirs is None else load(theirs)
    return Agreements(*((own, other) if ours is Side.NS else (other, own)), silent=silent)


def system_given(name: str, conventions: list[str] | None = None) -> System:
    """A system with some conventions switched."""
    from overtrick.bidding import load

    return load(name, switches_given(conventions))


def switches_given(conventions: list[str] | None) -> dict[str, bool]:
    """The conventions that options switch."""
    return dict(_switch(each) for each in conventions or [])


def _switch(text: str) -> tuple[str, bool]:
    name, _, setting = text.partition("=")
    if not name.strip() or setting.strip().lower() not in _SWITCHES:
        raise typer.BadParameter(f"{text[:60]!r} is no switch: expected NAME=on or NAME=off")
    return name.strip(), _SWITCHES[setting.strip().lower()]


def auction_given(text: str, dealer: str | None) -> Auction:
    """An auction as text; the dealer stands before it, or is said beside it, or is North."""
    seat = None if dealer is None else Seat.parse(dealer)
    auction = Auction.parse(text, seat or Seat.NORTH)
    if seat is not None and auction.dealer is not seat:
        raise NotationError(f"{auction.dealer.word} deals in {text!r}, but --dealer says {seat.word}")
    return auction


def vul_given(text: str | None) -> Vul:
    """The vulnerability that an option says; nobody is vulnerable if it says nothing."""
    return Vul.NONE if text is None else Vul.parse(text)


def seats_given(texts: Iterable[str]) -> frozenset[Seat]:
    """Several seats: ``EW``, ``N,S``, ``east west``."""
    found = set[Seat]()
    for text in texts:
        for word in text.replace(",", " ").split():
            letters = list(word) if set(word.upper()) <= set("NESW-") else [word]
            found |= {Seat.parse(letter) for letter in letters if letter != "-"}
    return frozenset(found)
