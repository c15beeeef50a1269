"""Running the command: in this process, which is quick, or in one of its own, as a user runs it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, final
from unittest.mock import patch

from overtrick.cli import _run as run_app

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
HALF = "N:AQ84.QT98.J.KQ43 - - K.KJ632.AT962.75"
KEYS = ["board", "dealer", "vul", "deal", "hands", "hcp", "calls", "contract", "deal_set"]
PATIENCE = 180
"""Seconds after which a command must have ended, on any machine."""
OVERTRICK = (sys.executable, "-m", "overtrick")
DRAWN = """\
               North 14
               ♠ A Q 8 4
               ♥ Q 10 9 8
               ♦ J
               ♣ K Q 4 3
West 10                        East 11
♠ J 9 5 3 2      N             ♠ K
♥ A 7          W   E           ♥ K J 6 3 2
♦ K Q 8 4        S             ♦ A 10 9 6 2
♣ 9 6                          ♣ 7 5
               South 5
               ♠ 10 7 6
               ♥ 5 4
               ♦ 7 5 3
               ♣ A J 10 8 2
"""


@final
@dataclass(frozen=True)
class Done:
    """What came of a command."""

    args: tuple[str, ...]
    returncode: int
    stdout: str
    stderr: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """The JSON objects it printed, one on each line."""
        return [json.loads(line) for line in self.stdout.splitlines()]


def environment(**settings: str) -> dict[str, str]:
    """This process's environment without anything that changes colours, widths or encodings."""
    unwanted = ("COLOR", "COLOUR", "COLUMNS", "LINES", "TERM", "PYTHONIOENCODING", "GITHUB_ACTIONS", "RICH")
    kept = {name: value for name, value in os.environ.items() if not any(word in name for word in unwanted)}
    return kept | {"PYTHONIOENCODING": "utf-8"} | settings


def run(*arguments: object, stdin: str | bytes = "", alone: bool = False, **settings: str) -> Done:
    """Run the command, here or in a process of its own; whatever happens, nobody is shown a traceback.

    Here it finds the streams and the environment that it would have there, and gives them back afterwards.
    """
    given = stdin.encode() if isinstance(stdin, str) else stdin
    words = tuple(map(str, arguments))
    done = (_run_alone if alone else _run_here)(words, given, environment(**settings))
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _run_here(words: tuple[str, ...], stdin: bytes, settings: dict[str, str]) -> Done:
    encoding = settings["PYTHONIOENCODING"]
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace", newline="") for _ in range(2))
    typed = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), encoding)
    with (
        patch.dict(os.environ, {"COLUMNS": "80"} | settings, clear=True),
        patch.multiple(sys, argv=["overtrick", *words], stdin=typed, stdout=out, stderr=err),
    ):
        code = run_app()
    return Done(words, code, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _run_alone(words: tuple[str, ...], stdin: bytes, settings: dict[str, str]) -> Done:
    done = subprocess.run(
        [*OVERTRICK, *words], input=stdin, capture_output=True, env=settings, timeout=PATIENCE, check=False
    )
    return Done(words, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_all(commands: Iterable[tuple[str, ...]], alone: bool = False, **settings: str) -> list[Done]:
    """Run several commands: here one after the other, else at the same time, for starting takes a while."""

    def run_one(arguments: tuple[str, ...]) -> Done:
        return run(*arguments, alone=alone, **settings)

    if not alone:
        return list(map(run_one, commands))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(run_one, commands))


def outputs(*commands: tuple[str, ...]) -> list[str]:
    """What several commands that work print."""
    done = run_all(commands)
    assert [each.stderr for each in done if each.returncode] == []
    return [each.stdout for each in done]


def output(*arguments: str, stdin: str = "", alone: bool = False, **settings: str) -> str:
    """What a command that works prints."""
    done = run(*arguments, stdin=stdin, alone=alone, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    """The JSON objects a command prints, one on each line."""
    return [json.loads(line) for line in output(*arguments, "--json", stdin=stdin).splitlines()]
