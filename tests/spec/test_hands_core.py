"""The compiled core validates every program and every hand."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick import _core

ANY: dict[str, Any] = {
    "tables": [[0] * 8192],
    "columns": [],
    "constants": [],
    "lists": [],
    "steps": [],
    "keys": [],
    "registers": 1,
    "counts": 0,
}
"""A program that does nothing, with one register."""


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": [(3, 0, 0)]},
        {"columns": [(-1, 0, 0)]},
        {"columns": [(0, 1, 0)]},
        {"columns": [(0, 0, 4)]},
        {"tables": [[0] * 8191]},
        {"registers": 0, "columns": [(0, 0, 0)]},
        {"steps": [(0, 0, 1, 0)]},
        {"steps": [(13, 0, 0, 0)]},
        {"steps": [(-1, 0, 0, 0)]},
        {"steps": [(0, 0, 0, 0)], "columns": [(0, 0, 0)]},
        {"steps": [(11, 0, 0, 0)]},
        {"steps": [(10, 0, 0, 1)]},
        {"steps": [(8, 0, 0, 0)]},
        {"steps": [(9, 0, 0, 0)]},
        {"keys": [1]},
        {"counts": -1},
    ],
    ids=str,
)
def test_the_core_refuses_a_program_that_makes_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        _core.Program(**ANY | wrong)


@pytest.mark.parametrize(
    ("held", "elsewhere", "size"), [(1, 1, 13), (1 << 52, 0, 13), (0, 1 << 63, 13), (0, 0, -1), (0, 0, 27)]
)
def test_the_core_refuses_a_hand_that_cannot_be(held: int, elsewhere: int, size: int) -> None:
    with pytest.raises(ValueError, match="no such hand"):
        _core.HandClasses(_core.Program(**ANY), held, elsewhere, size)


def test_no_register_outside_the_program_is_read() -> None:
    with pytest.raises(ValueError, match="no such register"):
        _core.Program(**ANY).holding_values(1)
