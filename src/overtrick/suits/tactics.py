"""The seven tactics by name; their preconditions are in the core, and in words in docs/suits.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import final

from overtrick import _core
from overtrick.core import Seat
from overtrick.suits.combination import Combination
from overtrick.suits.holding import NINE, above, cards_of
from overtrick.suits.meaning import Play
from overtrick.suits.plans import Way
from overtrick.suits.table import Position

__all__ = ["Tactic", "TacticalPlay", "applicable", "critical_cards", "tactic_of"]


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
    missing, lowest_high = combination.missing, -1
    for rank in cards_of(combination.north | combination.south):
        is_in_sequence = lowest_high >= 0 and above(missing, rank) == above(missing, lowest_high)
        if rank >= NINE or is_in_sequence:
            lowest_high = rank
    return above(missing, lowest_high) if lowest_high >= 0 else 0


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
        core.tactic(_core.SuitPosition(*position), _core.SuitPlay(int(way), play.from_north, play.rank))
    )
