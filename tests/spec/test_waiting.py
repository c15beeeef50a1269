"""A note on the terminal while something takes long, and none for a pipe."""

from __future__ import annotations

import io
import sys
from time import sleep

import pytest

from overtrick.cli.terminal import waiting


class Screen(io.StringIO):
    """A terminal that remembers what was written."""

    def isatty(self) -> bool:
        return True


def test_what_takes_long_is_told_and_wiped_away_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with waiting("thinking", after=0.0):
        for _ in range(1000):
            if screen.getvalue():
                break
            sleep(0.01)
        assert screen.getvalue() == "\rthinking ..."
    assert screen.getvalue() == f"\rthinking ...\r{' ' * len('thinking ...')}\r"


def test_what_is_quick_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with waiting("thinking", after=1000.0):
        pass
    assert screen.getvalue() == ""


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with waiting("thinking", after=0.0):
        sleep(0.05)
    assert pipe.getvalue() == ""
