"""Do counts fit what they should be? Pearson's test, with the limit worked out by Wilson and Hilferty."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

__all__ = ["chi_square_limit", "fits"]

Cell = TypeVar("Cell", bound=Hashable)

FEWEST = 5.0
"""Cells in which fewer are expected are put together."""
ONCE_IN_TEN_THOUSAND = 3.719
"""The standard normal deviate that is exceeded so often."""


def chi_square_limit(freedom: int, deviate: float = ONCE_IN_TEN_THOUSAND) -> float:
    """What chi-square exceeds once in ten thousand times (Wilson and Hilferty 1931)."""
    return freedom * (1 - 2 / (9 * freedom) + deviate * sqrt(2 / (9 * freedom))) ** 3


def fits(counted: Mapping[Cell, int], weights: Mapping[Cell, float]) -> int:
    """Check counts against exact weights; how many cells were compared."""
    total, weight = sum(counted.values()), sum(weights.values())
    assert set(counted) <= set(weights), "something came that cannot be"
    expected = {cell: total * each / weight for cell, each in weights.items()}
    large = [cell for cell, each in expected.items() if each >= FEWEST]
    rare = [cell for cell, each in expected.items() if each < FEWEST]
    chi_square = sum((counted.get(cell, 0) - expected[cell]) ** 2 / expected[cell] for cell in large)
    if (of_rare := sum(expected[cell] for cell in rare)) >= FEWEST:
        chi_square += (sum(counted.get(cell, 0) for cell in rare) - of_rare) ** 2 / of_rare
    cells = len(large) + (of_rare >= FEWEST)
    assert chi_square < chi_square_limit(cells - 1), (chi_square, cells)
    return cells
