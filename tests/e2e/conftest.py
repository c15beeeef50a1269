"""What several files of command tests share."""

from pathlib import Path

import pytest

from tests.e2e.tiny_system import TINY, folder


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tiny system."""
    return folder(tmp_path_factory.mktemp("systems") / "tiny", TINY)
