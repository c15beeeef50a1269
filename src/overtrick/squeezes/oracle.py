"""The oracle: double-dummy values of an ending, and of the same ending with free discards.

A defender with free discards may, whenever he cannot follow suit, throw a blank card from outside his
hand. If that costs the attackers tricks, they had won them by forcing his discards: that is a squeeze.
"""

from __future__ import annotations

from threading import local

from overtrick import _core
from overtrick._core import ALWAYS, DoubleDummy, Rules
from overtrick.squeezes.ending import State
from overtrick.squeezes.kinds import CASHING, Means

__all__ = ["ALWAYS", "Oracle", "OutOfBudget", "cash_tricks", "own_oracle"]

_BYTES = 1 << 20
"""Memory for each kind of game; an ending needs little."""


class OutOfBudget(Exception):
    """The search has exceeded its budget of positions."""


class Oracle:
    """Double-dummy solver: the tricks of North and South from here on, with any number of free discards."""

    def __init__(self, memory: int = _BYTES) -> None:
        self._memory = memory
        self._games: dict[tuple[int, int], DoubleDummy] = {}
        self._limit: int | None = None

    def begin(self, budget: int) -> None:
        """Start a new budget: later calls fail once this many positions have been searched."""
        self._limit = self._positions + max(0, budget)

    @property
    def _positions(self) -> int:
        return sum(game.positions for game in self._games.values())

    def value(self, state: State, east: int = 0, west: int = 0) -> int:
        """The tricks of North and South when East and West have this many free discards."""
        return self._game(east, west).tricks(*state) if state.tricks_left else 0

    def reaches(self, state: State, tricks: int, east: int = 0, west: int = 0) -> bool:
        """Do North and South take at least this many tricks?"""
        if tricks <= 0 or tricks > state.tricks_left:
            return tricks <= 0
        return self._game(east, west).at_least(*state, tricks)[0]

    def tops(self, state: State) -> int:
        """The tricks from leading only current winners, entries respected, when nobody has to discard."""
        return cash_tricks(state, Means.WINNERS)

    def _game(self, east: int, west: int) -> DoubleDummy:
        if self._limit is not None and self._positions > self._limit:
            raise OutOfBudget
        game = self._games.get((east, west))
        if game is None:
            game = self._games[east, west] = DoubleDummy(self._memory)
            game.set(Rules(), east, west)
        return game


def cash_tricks(state: State, means: Means) -> int:
    """The tricks by winners, ruffs or finesses, entries respected, when nobody has to discard."""
    return _core.cash_tricks(*state, *CASHING[means])


_own = local()


def own_oracle(memory: int = _BYTES) -> Oracle:
    """This thread's oracle with the given memory, in bytes."""
    oracles: dict[int, Oracle] = vars(_own).setdefault("oracles", {})
    if memory not in oracles:
        oracles[memory] = Oracle(memory)
    return oracles[memory]
