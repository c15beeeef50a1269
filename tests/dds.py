"""The answers of DDS, through endplay, in this project's numbers.

DDS counts the tricks of declarer in tables, and of the side to play in positions; here all are North and
South's. Its suits run from spades down, and its tables are indexed by declarer, not by leader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import endplay._dds as _dds
import endplay.types as ep
from endplay.dds import calc_all_tables, solve_board
from endplay.dds.ddtable import DDTable
from endplay.dds.solve import SolveMode

from overtrick import CardSet
from tests.endings import Ending, Hands
from tests.endplay_names import DENOMS, PLAYERS

__all__ = ["card_values", "tables", "tricks"]

RANKS = tuple(ep.Rank)
"""From the two to the ace."""
AT_ONCE = 32
"""How many tables DDS makes in one call."""

_dds.SetMaxThreads(1)


def tables(deals: Sequence[Hands]) -> Iterator[list[list[int]]]:
    """North and South's tricks by strain and leader, for each deal."""
    for first in range(0, len(deals), AT_ONCE):
        some = deals[first : first + AT_ONCE]
        for table in calc_all_tables(_deal(Ending(hands, 4, 0)) for hands in some):
            yield [[_tricks(table, strain, leader) for leader in range(4)] for strain in range(5)]


def card_values(ending: Ending) -> dict[int, int]:
    """North and South's tricks after each card that may be played."""
    solved = solve_board(_deal(ending))
    return {_index(card): _of_ns(tricks, ending) for card, tricks in solved}


def tricks(ending: Ending) -> int:
    """North and South's tricks."""
    [best] = {score for _, score in solve_board(_deal(ending), SolveMode.OptimalOne)}
    return _of_ns(best, ending)


def _of_ns(tricks: int, ending: Ending) -> int:
    """What DDS gives to the side to play."""
    return tricks if ending.to_play % 2 == 0 else ending.tricks_left - tricks


def _tricks(table: DDTable, strain: int, leader: int) -> int:
    declarer = (leader - 1) % 4
    tricks: int = table[DENOMS[strain], PLAYERS[declarer]]
    return tricks if declarer % 2 == 0 else 13 - tricks


def _deal(ending: Ending) -> ep.Deal:
    deal = ep.Deal(first=PLAYERS[ending.leader], trump=DENOMS[ending.strain])
    for player, hand in zip(PLAYERS, ending.hands, strict=True):
        deal[player] = str(CardSet(hand))
    for card in ending.trick:
        deal.play(ep.Card(suit=DENOMS[card // 13], rank=RANKS[card % 13]), from_hand=False)
    return deal


def _index(card: ep.Card) -> int:
    return 13 * DENOMS.index(card.suit) + RANKS.index(card.rank)
