"""Fixtures shared by the command tests."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import run
from tests.e2e.terminal import FEW, SEED
from tests.e2e.tiny_system import TINY, folder


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tiny system."""
    return folder(tmp_path_factory.mktemp("systems") / "tiny", TINY)


@pytest.fixture(scope="session")
def robots() -> dict[str, Any]:
    """What four robots do on the board: they bid 4S by East, which takes eleven tricks double dummy."""
    (told,) = run("play", "--terminal", "--watch", "--json", *SEED, *FEW).records
    assert (told["contract"], told["tricks_dd"]) == ("4S by E", 11)
    return told
