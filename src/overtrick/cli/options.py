"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Ascii",
    "BoardNumber",
    "Dealer",
    "Json",
    "Output",
    "ThemeName",
    "Vulnerable",
    "for_deals_only",
    "one_of",
    "whole_number",
]


def whole_number(text: str, option: str, least: int = 0) -> int:
    """Read a whole number that a person might mean; anything else is a wrong use of its option."""
    if not re.fullmatch("[0-9]{1,12}", text):
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number", param_hint=repr(option))
    if int(text) < least:
        raise typer.BadParameter(f"{text!r} is less than {least}", param_hint=repr(option))
    return int(text)


def for_deals_only(**given: str | None) -> None:
    """Refuse options that say something about a deal where the boards of a file say it themselves."""
    useless = " and ".join(f"--{name}" for name, value in given.items() if value is not None)
    if useless:
        raise typer.BadParameter(f"the boards of a file speak for themselves: leave out {useless}")


def one_of(**given: bool) -> None:
    """Refuse options that ask for different forms of the same output."""
    chosen = [f"--{name}" for name, wanted in given.items() if wanted]
    if len(chosen) > 1:
        raise typer.BadParameter(f"choose one of {' and '.join(chosen)}")


Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for scripts.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit symbols.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw into FILE: .svg, .html or .txt.")
]
ThemeName = Annotated[
    str, typer.Option("--theme", metavar="NAME", help="two-colour, four-colour, hollow; or each with -dark.")
]
BoardNumber = Annotated[
    str | None, typer.Option("--board", metavar="N", help="For dealer and vulnerability.")
]
Dealer = Annotated[str | None, typer.Option("--dealer", metavar="SEAT", help="N, E, S or W.")]
Vulnerable = Annotated[str | None, typer.Option("--vul", metavar="VUL", help="None, NS, EW or Both.")]
