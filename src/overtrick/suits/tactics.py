"""The seven tactics by name; their preconditions are in the core, and in words in docs/suits.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import final

from overtrick import _core
from overtrick.core import Seat
from overtrick.suits.combination import Combination
from overtrick.suits.holding import above, cards_of, highest
from overtrick.suits.meaning import Play
from overtrick.suits.plans import Way
from overtrick.suits.table import Position

__all__ = ["Tactic", "TacticalPlay", "applicable", "critical_cards", "tactic_of"]

_NINE = 7


class Tactic(IntEnum):
    """A manoeuvre that players have a word for."""

    CASH = 0
    SEQUENCE = 1
    DUCK = 2
    FINESSE_1 = 3
    """Low towards a card that a higher one in the same hand supports: AQ opposite 2."""
    FINESSE_2 = 4
    """A card is run towards a higher one: QJT opposite A32."""
    FINESSE_3 = 5
    """Low towards a card with no higher one beside it: A64 opposite Q75."""
    FINESSE_4 = 6
    """A card of a sequence is led towards nothing higher: KJT9 opposite 432."""

    @property
    def is_finesse(self) -> bool:
        """One of the four types of finesse."""
        return self >= Tactic.FINESSE_1


@final
@dataclass(frozen=True, slots=True)
class TacticalPlay:
    """A tactic, the card it is about, and the defender it is aimed at."""

    tactic: Tactic
    rank: int
    against: Seat


def critical_cards(combination: Combination) -> int:
    """The missing cards above the lowest of our high cards: those a finesse can be against.

    Cards from the nine up are high, and those in sequence with one.

    >>> from overtrick.suits.holding import letters
    >>> letters(critical_cards(Combination.parse("AJ9 764")))
    'KQT'
    """
    ours, missing = combination.north | combination.south, combination.missing
    high = 0
    for rank in cards_of(ours):
        between = above(missing, rank) & ~above(missing, highest(high) if high else -1)
        is_in_sequence = bool(high) and not above(missing, rank) & ~above(missing, _lowest(high))
        if rank >= _NINE or (is_in_sequence and not between):
            high |= 1 << rank
    return above(missing, _lowest(high)) if high else 0


def _lowest(holding: int) -> int:
    return (holding & -holding).bit_length() - 1


def applicable(combination: Combination) -> tuple[TacticalPlay, ...]:
    """Every tactic whose preconditions hold at the start.

    >>> [(play.tactic.name, play.rank) for play in applicable(Combination.parse("AQT 43"))]
    [('CASH', 12), ('FINESSE_1', 8), ('FINESSE_1', 10)]
    """
    core = _core.SingleSuit(combination.north, combination.south, combination.ranks)
    position = _core.SuitPosition(combination.north, combination.south, combination.missing)
    return tuple(
        TacticalPlay(
            Tactic(core.tactic(position, play)), play.rank, Seat.EAST if play.from_north else Seat.WEST
        )
        for play in core.plays(position)
        if core.is_worth_trying(position, play)
    )


def tactic_of(core: _core.SingleSuit, position: Position, play: Play) -> Tactic:
    """Which tactic a play is."""
    way = Way.LEAD if play.way is Way.DUCK else play.way
    return Tactic(
        core.tactic(
            _core.SuitPosition(*position), _core.SuitPlay(int(way), play.from_north, play.rank)
        )
    )
