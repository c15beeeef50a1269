"""The heading of every benchmark: the machine and the commit of its figures."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import overtrick

__all__ = ["heading"]


def heading() -> str:
    """The machine, the interpreter and the commit."""
    python = platform.python_version()
    return f"{_processor()}, Python {python}, overtrick {overtrick.__version__} at {_commit()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return f"{len(names)} x {names[0]}" if names else platform.processor() or platform.machine()


def _commit() -> str:
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False).stdout.strip()

    commit = git("rev-parse", "--short", "HEAD") or "no commit"
    return f"{commit} with changes" if git("status", "--short") else commit
