"""BLUE, letter by letter: one defender Busy in two suits, one Loser, a threat in the Upper hand, an Entry.

Each letter carries the facts it was judged by, so that a near miss can say what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import final

from overtrick.core import Card, Seat
from overtrick.squeezes.rules.entries import is_upper, simple_entry, squeezed
from overtrick.squeezes.rules.suits import layout, tops
from overtrick.squeezes.rules.threats import Threat, losers, seated, threats
from overtrick.squeezes.state import NOTRUMP, Hands

__all__ = ["Blue", "Busy", "Entry", "Loser", "Upper", "letters"]


@final
@dataclass(frozen=True, slots=True)
class Busy:
    """B: the victim alone protects both suits."""

    holds: bool
    victim: Seat
    threats: tuple[Threat, ...]


@final
@dataclass(frozen=True, slots=True)
class Loser:
    """L: declarer has one loser."""

    holds: bool
    losers: int


@final
@dataclass(frozen=True, slots=True)
class Upper:
    """U: a threat lies in the upper hand, at the victim's left."""

    holds: bool
    hand: Seat
    cards: tuple[Card, ...]
    """The threats that do."""


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """E: the established threat can be reached."""

    holds: bool
    kind: str
    """e11, e12, e21, e22 or e32; empty if there is no entry at all."""
    squeezer: Seat | None
    """Who holds the squeeze card; None if there is no winner outside the threat suits."""


@final
@dataclass(frozen=True, slots=True)
class Blue:
    """Love's four conditions for the most promising pair of threats."""

    busy: Busy
    loser: Loser
    upper: Upper
    entry: Entry

    @property
    def missing(self) -> str:
        """The letters that fail."""
        judged = (self.busy.holds, self.loser.holds, self.upper.holds, self.entry.holds)
        return "".join(letter for letter, holds in zip("BLUE", judged, strict=True) if not holds)

    @property
    def holds(self) -> bool:
        """Do all four hold?"""
        return not self.missing


def letters(hands: Hands, strain: int = NOTRUMP, victims: tuple[Seat, ...] = (Seat.WEST, Seat.EAST)) -> Blue:
    """Judge the four letters for the pair, victim and squeezer that satisfy most of them."""
    lost = losers(hands)
    found = (_judged(hands, pair, victim, lost) for pair in _pairs(hands, strain) for victim in victims)
    return min(
        (blue for each in found for blue in each), key=lambda blue: (len(blue.missing), not blue.busy.holds)
    )


def _pairs(hands: Hands, strain: int) -> list[tuple[Threat, ...]]:
    """Every two threats; what there is, if there are fewer."""
    found = threats(hands, strain)
    pairs = combinations([seated(hands, threat) for threat in found], 2)
    return [pair for first, second in pairs for pair in product(first, second)] or [found]


def _judged(hands: Hands, pair: tuple[Threat, ...], victim: Seat, lost: int) -> Iterator[Blue]:
    """The letters for each hand that could hold the squeeze card, and for none if there is none."""
    is_busy = len(pair) == 2 and all(threat.protected_by == (victim,) for threat in pair)
    above = tuple(threat.card for threat in pair if threat.seat == victim.lho)
    for squeezer in _squeezers(hands, pair) or (None,):
        kind = ""
        if squeezer is not None and len(pair) == 2:
            kind = simple_entry(hands, (pair[0], pair[1]), squeezer)
        reaches = squeezer is not None and victim in squeezed(squeezer, kind)
        yield Blue(
            Busy(is_busy, victim, pair),
            Loser(lost == 1, lost),
            Upper(is_upper(pair, victim), victim.lho, above),
            Entry(reaches or (bool(kind) and not above), kind, squeezer),
        )


def _squeezers(hands: Hands, pair: tuple[Threat, ...]) -> tuple[Seat, ...]:
    """The hands with a winner outside the threat suits (the paper's `squeeze_suit`)."""
    outside = [layout(hands, suit) for suit in range(4) if all(threat.suit != suit for threat in pair)]
    return tuple(
        seat for seat in (Seat.SOUTH, Seat.NORTH) if any(suit[seat] & tops(suit) for suit in outside)
    )
