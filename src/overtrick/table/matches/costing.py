"""What the cards of a board gave away double dummy, by who played them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Board
from overtrick.dd.analysis import analyse

__all__ = ["Costs", "costs_of"]


@final
@dataclass(frozen=True, slots=True)
class Costs:
    """Tricks given away double dummy."""

    lead: int
    """By the opening lead."""
    declarer: int
    """By declarer, from both hands."""
    defence: int
    """By the defenders after the lead."""


def costs_of(board: Board) -> Costs | None:
    """The costs of a board that was played; None if it was passed out."""
    contract = board.contract
    if contract is None or board.play is None:
        return None
    side, found = contract.declarer.side, analyse(board)
    by_declarer = sum(each.cost for each in found if each.seat.side is side)
    by_defence = sum(each.cost for each in found[1:] if each.seat.side is not side)
    return Costs(found[0].cost if found else 0, by_declarer, by_defence)
