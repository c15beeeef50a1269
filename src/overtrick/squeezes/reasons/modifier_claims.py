"""What may be said of a squeeze beside its kind, each claim with all that is needed to check it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, Claim, Play, Seat
from overtrick.squeezes.reasons.claims import Turn

__all__ = [
    "MODIFIERS",
    "Backwash",
    "CrissCross",
    "Crossed",
    "Simultaneous",
    "Successive",
    "Transfer",
    "ViennaCoup",
]


@final
@dataclass(frozen=True)
class Crossed:
    """A threat, and the winner opposite that is the only card of its suit there."""

    threat: Card
    winner: Card


@final
@dataclass(frozen=True)
class CrissCross(Claim):
    """Two threats of different suits in different hands, each opposite a winner that is alone there."""

    turn: Turn
    one: Crossed
    other: Crossed


@final
@dataclass(frozen=True)
class ViennaCoup(Claim):
    """Before the squeeze a winner was cashed in the hand opposite a threat of its suit."""

    turn: Turn
    winner: Card
    threat: Card


@final
@dataclass(frozen=True)
class Transfer(Claim):
    """In a trick of its suit the victim's partner lost his last card above a threat.

    Now the victim guards alone.
    """

    turn: Turn
    led: Card
    threat: Card


@final
@dataclass(frozen=True)
class Backwash(Claim):
    """The victim, who has trumps, must choose a card after an attacker has ruffed."""

    turn: Turn
    ruffer: Seat


@final
@dataclass(frozen=True)
class Simultaneous(Claim):
    """Both defenders have to discard on the same trick."""

    first: Turn
    then: Play
    """Up to the other's turn."""


@final
@dataclass(frozen=True)
class Successive(Claim):
    """The defenders have to discard on different tricks."""

    first: Turn
    then: Play
    """Up to the other's turn."""


MODIFIERS = (Backwash, CrissCross, Simultaneous, Successive, Transfer, ViennaCoup)
"""All of them."""
