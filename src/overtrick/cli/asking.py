"""A line that somebody types, at a terminal or from a pipe."""

from __future__ import annotations

import sys

__all__ = ["read_line"]


def read_line(prompt: str) -> str | None:
    """A line that the player types, without blanks around it; None at the end."""
    if sys.stdin.isatty():
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    said = sys.stdin.buffer.readline()
    text = said.decode("utf-8", "replace").strip()
    print(text)  # what is typed into a terminal is seen there
    return text if said else None
