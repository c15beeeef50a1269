"""Deals packed into arrays: a row of four hands each, North first, one bit for each card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.core import CardSet, Deal, DealError, Seat

__all__ = ["Deals", "check_packed", "pack", "unpack_row"]

Deals = npt.NDArray[np.uint64]
"""Deals as rows of four hands, North first, one bit for each card."""


def check_packed(deals: npt.NDArray[Any]) -> None:
    """Raise if an array does not hold packed deals."""
    if deals.ndim != 2 or deals.shape[1] != 4 or not np.issubdtype(deals.dtype, np.integer):
        raise DealError(
            f"packed deals are rows of four whole numbers, not {deals.dtype} of shape {deals.shape}"
        )


def pack(deals: Iterable[Deal]) -> Deals:
    """Deals as a packed array; all four hands must be known."""
    rows = [[deal[seat].bits for seat in Seat] for deal in deals]
    return np.array(rows, dtype=np.uint64).reshape(-1, len(Seat))


def unpack_row(row: npt.NDArray[Any]) -> Deal:
    """The deal in a row."""
    return Deal(tuple(map(CardSet, row.tolist())))
