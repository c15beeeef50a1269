"""What the endpoints of the deal page answer."""

from __future__ import annotations

from typing import Literal, final

from overtrick.web.tools.events import Model

__all__ = [
    "BoardRead",
    "CardResult",
    "DealRead",
    "MeaningsFound",
    "ParFound",
    "PositionFound",
    "Solved",
    "SqueezeFound",
]

Grade = Literal["over", "made", "down", "plain"]
"""Overtricks, just made, down; plain where there is no contract."""


@final
class BoardRead(Model):
    """A board as it was understood."""

    place: int
    """From 1."""
    number: int | None
    dealer: str
    vul: str
    deal: str
    auction: str | None
    contract: str | None
    play: tuple[str, ...]
    names: dict[str, str]
    """Who sat where, as far as told."""
    path: str
    """The page of this board."""


@final
class DealRead(Model):
    """What was understood of a text."""

    format: str
    boards: tuple[BoardRead, ...]
    warnings: tuple[str, ...]


@final
class ParFound(Model):
    """Par."""

    score_ns: int
    contracts: tuple[str, ...]
    """None when par is to pass the board out."""
    words: str


@final
class Solved(Model):
    """Double dummy of a whole deal or an ending."""

    tricks: dict[str, dict[str, int]]
    """By declarer, then by strain."""
    par: ParFound | None
    """None for an ending."""


@final
class CardResult(Model):
    """A legal card and what comes of it."""

    card: str
    tricks: int
    """Of declarer's side in all, or of the side that led to an ending."""
    mark: str
    """`=`, `+1`, `−1` against the contract; else the tricks."""
    grade: Grade
    cost: int
    """What it gives away of its own side's tricks."""
    words: str


@final
class PositionFound(Model):
    """A position in the play, and every legal card in it."""

    step: int
    own: tuple[str, ...]
    to_play: str | None
    """None when the play is over."""
    trick: int
    """The number of the trick, from 1."""
    tricks_ns: int
    tricks_ew: int
    recorded: str | None
    """The card that the record has next."""
    cards: tuple[CardResult, ...]
    words: str


@final
class SqueezeFound(Model):
    """Does a contract need a squeeze, and which?"""

    contract: str
    """As it is printed."""
    outcome: str
    """`squeeze`, `no squeeze needed`, `out of reach`, `undecided`."""
    name: str | None = None
    """`strip squeeze`."""
    victims: tuple[str, ...] = ()
    squeeze_card: str | None = None
    squeeze_trick: int | None = None
    sentence: str
    """What is known, in words."""
    why: str = ""
    """Why the ending is a squeeze."""
    line: tuple[str, ...] = ()
    """The way there, a sentence for each trick."""
    path: str | None = None
    """The page at the moment of the squeeze."""


@final
class MeaningsFound(Model):
    """What the calls of the auction mean in a system."""

    system: str
    calls: tuple[str, ...]
    meanings: tuple[str | None, ...]
    """A sentence for each call; None for passes."""
