"""What can still be won by a line that follows a plan for a while and is free after that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from overtrick import _core
from overtrick.suits.combination import Combination
from overtrick.suits.meaning import after, next_play
from overtrick.suits.plans import Memory, Plan
from overtrick.suits.table import Position, Table, Trick

__all__ = ["Followed"]


@final
class Followed:
    """The undominated sets of layouts of such lines; with goal 0 of trick vectors."""

    def __init__(self, core: _core.SingleSuit, table: Table, combination: Combination, goal: int) -> None:
        self._core = core
        self._table = table
        self._combination = combination
        self._counts_tricks = goal == 0
        self._width = core.level_bits
        self._levels = core.length if goal == 0 else 1
        self._every_level = sum(1 << level * self._width for level in range(self._levels))
        self._everything = (1 << self._levels * self._width) - 1

    def sets(self, position: Position, need: int, plan: Plan, memory: Memory) -> list[int]:
        """What can be won from here, layouts numbered by what West has left."""
        play, plan = next_play(plan, self._combination, *position[:3], position.reach)
        if not plan or play is None:
            found = self._core.sets(_core.SuitPosition(*position), need)
            return [int.from_bytes(each, "little") & self._everything for each in found]
        result = [self._table.domain(position.out) * self._every_level]
        for trick in self._table.tricks(position, play):
            seen = memory.then(trick.event)
            mine = self._after(trick, need, after(plan, trick.event, seen), seen)
            result = _maximal(one & other for one in result for other in mine)
        return result

    def _after(self, trick: Trick, need: int, plan: Plan, memory: Memory) -> list[int]:
        others = self._everything & ~(trick.layouts * self._every_level)
        is_won = trick.event.is_won
        if not self._counts_tricks and need - is_won <= 0:
            return [self._everything]
        moved = []
        for won in self.sets(trick.position, 0 if self._counts_tricks else need - is_won, plan, memory):
            mine = won << trick.shift
            if self._counts_tricks and is_won:
                mine = mine << self._width | (1 << self._width) - 1
            moved.append(mine & self._everything | others)
        return moved


def _maximal(sets: Iterable[int]) -> list[int]:
    """Without the sets that lie within another one."""
    kept: list[int] = []
    for one in sorted(set(sets), key=lambda each: -each.bit_count()):
        if not any(one & ~other == 0 for other in kept):
            kept.append(one)
    return kept
