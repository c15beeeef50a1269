"""Golden files: the words of an engine, kept as text beside the tests.

Statements are tested as data; how they are worded is compared with one file per engine and language.
`make words` shows what has changed and writes the files anew.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

__all__ = ["compare"]

_FOLDER = Path(__file__).parent
_IS_WRITING = os.environ.get("OVERTRICK_WORDS") == "write"


def compare(name: str, texts: Mapping[str, str]) -> None:
    """Compare titled texts with the golden file of that name, or write it if `make words` asks for it."""
    path = _FOLDER / f"{name}.txt"
    actual = "".join(f"== {title}\n{text.rstrip()}\n\n" for title, text in texts.items())
    if _IS_WRITING:
        path.write_text(actual, encoding="utf-8")
        return
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    before, now = expected.splitlines(), actual.splitlines()
    difference = "\n".join(unified_diff(before, now, path.name, "now", lineterm="", n=2))
    assert actual == expected, f"the words have changed; `make words` writes them anew:\n{difference}"
