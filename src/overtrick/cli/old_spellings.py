"""Spellings of the previous release; this module and its one use in `app` go in the next release."""

from __future__ import annotations

import re
from collections.abc import Collection

from overtrick.cli.output import say

__all__ = ["OPTIONS", "SUBCOMMANDS", "new_spelling"]

OPTIONS = {
    ("squeeze", "--trump"): "--strain",
    ("squeeze", "--count"): "--number",
    ("card", "--aim"): "--scoring",
    ("lead", "--aim"): "--scoring",
    ("match", "--boards"): "--number",
    ("match", "--file"): "--save",
    ("table", "--boards"): "--number",
    ("check", "--boards"): "--number",
    ("encyclopedia", "--file"): "--save",
}
"""By command and old option, the new option."""

SUBCOMMANDS = {
    ("squeeze", "--deal"): ("deal", False),
    ("squeeze", "--scan"): ("scan", True),
    ("squeeze", "--make"): ("make", True),
    ("squeeze", "--audit"): ("audit", True),
    ("suit", "--audit"): ("audit", True),
    ("openbid", "--census"): ("census", False),
    ("openbid", "--claims"): ("statements", False),
    ("openbid", "--report"): ("report", True),
    ("rules", "--tree"): ("tree", False),
    ("rules", "--diff"): ("diff", False),
    ("rules", "--show"): ("show", False),
    ("rules", "--hand"): ("hand", True),
    ("auction", "--contest"): ("contest", False),
    ("practice", "--list"): ("list", False),
    ("practice", "--deals"): ("deals", False),
    ("system", "--leads"): ("leads", False),
}
"""By command and old option, the sub-command, and whether the option's value becomes its last argument."""

_OLD_WORD = re.compile(r"(?:(?<=[,=])\s*|^\s*)aim\s*=", re.IGNORECASE)
"""A word of a configuration of the player."""


def new_spelling(command: str, words: list[str], subcommands: Collection[str]) -> list[str]:
    """A command's arguments in the current spelling, with a note on standard error for each old one.

    >>> new_spelling("score", ["4S", "10"], ())
    ['4S', '10']
    """
    if command in ("match", "table") and any(_OLD_WORD.search(word) for word in words):
        words = [_OLD_WORD.sub("scoring=", word) for word in words]
        _note("aim=", "scoring=")
    end = words.index("--") if "--" in words else len(words)
    options, values = words[:end], words[end:]
    for place, word in enumerate(options):
        name, *value = word.split("=", 1)
        if (command, name) in OPTIONS:
            options[place] = "=".join((OPTIONS[command, name], *value))
            _note(name, OPTIONS[command, name])
    if words and words[0] in subcommands:
        return options + values
    names = [word.split("=", 1)[0] for word in options]
    for (other, name), (subcommand, has_value) in SUBCOMMANDS.items():
        if command == other and name in names:
            _note(f"{command} {name}", f"{command} {subcommand}")
            place = names.index(name)
            rest, joined = options[place + 1 :], options[place].split("=", 1)[1:]
            moved = joined or ([rest.pop(0)] if has_value and rest else [])
            return [subcommand, *options[:place], *rest, *moved, *values]
    return options + values


def _note(old: str, new: str) -> None:
    say(f"overtrick: {old} is now {new}; the old spelling will go in the next release")
