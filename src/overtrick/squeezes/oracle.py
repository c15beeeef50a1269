"""What decides: double-dummy values of an ending and of the same ending with free discards.

A defender with free discards may, whenever he cannot follow suit, throw a blank card from outside his
hand. What the attackers lose by it they had won by forcing his discards: that is a squeeze.
"""

from __future__ import annotations

from threading import local

from overtrick import _core
from overtrick._core import ALWAYS, DoubleDummy, Rules
from overtrick.squeezes.ending import State
from overtrick.squeezes.kinds import CASHING, Means

__all__ = ["ALWAYS", "Oracle", "OutOfBudget", "cash_tricks", "own_oracle"]

_BYTES = 1 << 20
"""For each kind of game; an ending needs little."""


class OutOfBudget(Exception):
    """More positions were looked at than asked for."""


class Oracle:
    """Double-dummy values, in tricks of North and South from here on, for any number of free discards."""

    def __init__(self, memory: int = _BYTES) -> None:
        self._memory = memory
        self._games: dict[tuple[int, int], DoubleDummy] = {}
        self._limit: int | None = None

    def begin(self, budget: int) -> None:
        """Answer questions from now on only until so many positions have been looked at."""
        self._limit = self._positions + max(0, budget)

    @property
    def _positions(self) -> int:
        return sum(game.positions for game in self._games.values())

    def value(self, state: State, east: int = 0, west: int = 0) -> int:
        """The tricks when East and West have so many free discards."""
        return self._game(east, west).tricks(*state) if state.tricks_left else 0

    def reaches(self, state: State, tricks: int, east: int = 0, west: int = 0) -> bool:
        """Are there at least so many tricks?"""
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
    """The oracle of this thread with so much memory."""
    oracles: dict[int, Oracle] = vars(_own).setdefault("oracles", {})
    if memory not in oracles:
        oracles[memory] = Oracle(memory)
    return oracles[memory]
