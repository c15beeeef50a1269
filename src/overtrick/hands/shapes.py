"""Shapes: the lengths of the four suits of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain, permutations, product
from typing import TypeAlias

__all__ = ["EVERY_SHAPE", "Lengths", "lengths_of", "pattern_of"]

Lengths: TypeAlias = tuple[int, int, int, int]
"""Spades, hearts, diamonds, clubs."""

EVERY_SHAPE: tuple[Lengths, ...] = tuple(
    (spades, hearts, diamonds, 13 - spades - hearts - diamonds)
    for spades in range(14)
    for hearts in range(14 - spades)
    for diamonds in range(14 - spades - hearts)
)
"""All 560 ways to divide thirteen cards between four suits."""


@cache
def lengths_of(pattern: str) -> frozenset[Lengths]:
    """The shapes that match a pattern: ``5=3=3=2``, ``(5332)``, ``5332``, ``5-3-3-2``, ``5=(332)``, ``54xx``.

    >>> sorted(lengths_of("5=4=(31)"))
    [(5, 4, 1, 3), (5, 4, 3, 1)]
    >>> len(lengths_of("5332"))
    12

    The result is empty when the lengths cannot add up to thirteen.
    """
    parts = pattern.split("=") if "=" in pattern else [pattern.strip("()")]  # within a part the order is free
    groups = [_cells(part) for part in parts]
    wanted = product(*(set(permutations(group)) for group in groups))
    return frozenset[Lengths]().union(*(_fitting(tuple(chain(*each))) for each in set(wanted)))


def _cells(group: str) -> list[str]:
    if "-" in group:
        return group.split("-")
    if re.fullmatch(r"\d\d", group):
        return [group]
    return list(group.strip("()"))


def _fitting(cells: tuple[str, ...]) -> Iterable[Lengths]:
    """The shapes with these lengths, suit by suit; ``x`` is any length."""
    if len(cells) != 4:
        return ()
    if "x" not in cells:
        spades, hearts, diamonds, clubs = map(int, cells)
        return ((spades, hearts, diamonds, clubs),) if spades + hearts + diamonds + clubs == 13 else ()
    known = [(place, int(cell)) for place, cell in enumerate(cells) if cell != "x"]
    return (shape for shape in EVERY_SHAPE if all(shape[place] == length for place, length in known))


def pattern_of(lengths: Lengths) -> str:
    """The pattern of a shape without regard to the suits, longest first.

    >>> pattern_of((2, 5, 3, 3)), pattern_of((10, 0, 1, 2))
    ('5332', '10-2-1-0')
    """
    ordered = sorted(lengths, reverse=True)
    return ("-" if ordered[0] > 9 else "").join(str(length) for length in ordered)
