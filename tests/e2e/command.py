"""Running the installed command as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
HALF = "N:AQ84.QT98.J.KQ43 - - K.KJ632.AT962.75"
KEYS = ["board", "dealer", "vul", "deal", "hands", "hcp", "calls", "contract", "deal_set"]
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

Done = subprocess.CompletedProcess[str]


def environment(**settings: str) -> dict[str, str]:
    """This process's environment without anything that changes colours, widths or encodings."""
    unwanted = ("COLOR", "COLOUR", "COLUMNS", "LINES", "TERM", "PYTHONIOENCODING", "GITHUB_ACTIONS", "RICH")
    kept = {name: value for name, value in os.environ.items() if not any(word in name for word in unwanted)}
    return kept | {"PYTHONIOENCODING": "utf-8"} | settings


def run(*arguments: str, stdin: str = "", **settings: str) -> Done:
    """Run the command; whatever happens, nobody is ever shown a traceback."""
    done = subprocess.run(
        [*OVERTRICK, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**settings),
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def run_all(commands: Iterable[tuple[str, ...]], **settings: str) -> list[Done]:
    """Run several commands at the same time: starting each takes half a second."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda arguments: run(*arguments, **settings), commands))


def outputs(*commands: tuple[str, ...]) -> list[str]:
    """What several commands that work print."""
    done = run_all(commands)
    assert [each.stderr for each in done if each.returncode] == []
    return [each.stdout for each in done]


def output(*arguments: str, stdin: str = "", **settings: str) -> str:
    """What a command that works prints."""
    done = run(*arguments, stdin=stdin, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    """The JSON objects a command prints, one on each line."""
    return [json.loads(line) for line in output(*arguments, "--json", stdin=stdin).splitlines()]
