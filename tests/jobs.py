"""Jobs for processes of the server, in a module that is quick to load there."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import sleep
from typing import NoReturn

__all__ = [
    "Stubborn",
    "begin_and_wait",
    "fail",
    "fail_stubbornly",
    "is_loaded",
    "number_of",
    "wait_for",
    "wait_for_file",
]


def wait_for(seconds: float) -> float:
    """A job that takes a while."""
    sleep(seconds)
    return seconds


def wait_for_file(sign: Path) -> int:
    """A job that takes as long as somebody wants; the process that does it."""
    while not sign.exists():
        sleep(0.01)
    return os.getpid()


def begin_and_wait(begun: Path, sign: Path) -> int:
    """The same job, which also says that it has begun."""
    begun.touch()
    return wait_for_file(sign)


def number_of(number: int) -> int:
    """A job that takes no time."""
    return number


def fail(error: Exception) -> NoReturn:
    """A job that fails."""
    raise error


class Stubborn(Exception):
    """An error that cannot be made again from what was written of it."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def fail_stubbornly() -> NoReturn:
    """A job that fails with such an error."""
    raise Stubborn("this", "that")


def is_loaded(*modules: str) -> list[bool]:
    """Which modules does the process have?"""
    return [each in sys.modules for each in modules]


_MEMORY = list[str]()


def remember(word: str) -> None:
    """A job that leaves something behind in its process."""
    _MEMORY.append(word)


def remembered() -> list[str]:
    """What was left behind in a process, and in those that it was forked from."""
    return list(_MEMORY)
