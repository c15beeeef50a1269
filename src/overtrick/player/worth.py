"""What tricks are worth: from the tricks of each card in each world to what the event pays for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.core import Contract, SeatView, Side, Vul
from overtrick.player.errors import PlayerError
from overtrick.player.settings import Aim
from overtrick.scoring import imps, score

__all__ = ["Values", "Worth"]

Values = npt.NDArray[np.float64]
Tricks = npt.NDArray[np.int8]
_BY_TRICKS = 0.001
"""What a trick counts beside the contract: it only breaks ties."""


@final
@dataclass(frozen=True)
class Worth:
    """What a side's tricks are worth on a board, at an aim.

    >>> four_spades = Worth(Contract.parse("4S by N"), Side.NS, Vul.NONE, Aim.CONTRACT)
    >>> four_spades.needed, four_spades.is_made(np.array([9, 10], np.int8)).tolist()
    (10, [False, True])
    """

    contract: Contract
    side: Side
    """Whose tricks they are."""
    vul: Vul
    aim: Aim
    before: int = 0
    """The side's tricks before the play began, where the play is that of an ending."""

    @staticmethod
    def of(view: SeatView, aim: Aim, needed: int | None = None) -> Worth:
        """What a seat plays for; of an ending it must be said how many tricks declarer needs.

        If it is not said, an ending is played for as many tricks as possible.
        """
        assert view.contract is not None
        assert view.play is not None
        side, length = view.play.to_play.side, view.play.start.cards_each
        if length == 13:
            return Worth(view.contract, side, view.vul, aim)
        if needed is None:
            return Worth(view.contract, side, view.vul, Aim.MATCHPOINTS)
        if not 0 < needed <= length:
            raise PlayerError(f"declarer cannot need {needed} of {length} tricks")
        declarers = view.contract.level + 6 - needed
        others = 13 - length - declarers
        if not 0 <= declarers <= 13 - length:
            raise PlayerError(f"{view.contract} cannot need {needed} of the last {length} tricks")
        is_declarers = view.contract.declarer.side is side
        return Worth(view.contract, side, view.vul, aim, declarers if is_declarers else others)

    @property
    def is_declarers(self) -> bool:
        """Is it the side that declares?"""
        return self.contract.declarer.side is self.side

    @property
    def needed(self) -> int:
        """The tricks with which the side has done what it is there for: made the contract, or beaten it."""
        made = self.contract.level + 6
        return made if self.is_declarers else 14 - made

    def is_made(self, tricks: Tricks) -> npt.NDArray[np.bool_]:
        """Where the side has done so."""
        return tricks >= self.needed

    @cached_property
    def points(self) -> Values:
        """The side's score by its tricks, 0 to 13."""
        found = [float(score(self.contract, tricks, self.vul)) for tricks in range(14)]
        return np.array(found if self.is_declarers else [-each for each in reversed(found)])

    @cached_property
    def _imps(self) -> Values:
        """IMPs by tricks here and tricks at the other table."""
        points = [int(each) for each in self.points]
        return np.array([[imps(here - there) for there in points] for here in points], np.float64)

    def stake(self, tricks: int) -> float:
        """What it is worth to take so many tricks rather than one fewer.

        >>> Worth(Contract.parse("3NT by S"), Side.NS, Vul.NONE, Aim.IMPS).stake(9)
        10.0
        """
        if self.aim is Aim.IMPS:
            return float(self._imps[tricks, tricks - 1])
        return 1.0 if self.aim is Aim.MATCHPOINTS or tricks == self.needed else _BY_TRICKS

    def values(self, tricks: Tricks) -> Values:
        """What each card, a row, is worth in each world, a column.

        >>> worth = Worth(Contract.parse("3NT by S"), Side.NS, Vul.NONE, Aim.IMPS)
        >>> worth.values(np.array([[9, 9], [8, 10]], np.int8)).tolist()
        [[0.0, -1.0], [-10.0, 0.0]]
        """
        if self.aim is Aim.IMPS:
            return np.asarray(self._imps[tricks, tricks.max(axis=0)], np.float64)
        if self.aim is Aim.CONTRACT:
            return np.asarray(self.is_made(tricks) + _BY_TRICKS * tricks, np.float64)
        return _matchpoints(self.points[tricks])


def _matchpoints(points: Values) -> Values:
    """The share of the other cards that each beats, world by world; a tie is half."""
    if len(points) == 1:
        return np.full(points.shape, 0.5)
    beaten = (points[:, None] > points).sum(axis=1) + 0.5 * ((points[:, None] == points).sum(axis=1) - 1)
    return np.asarray(beaten / (len(points) - 1), np.float64)
