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
    "host_name",
    "one_of",
    "seconds_number",
    "seed_number",
    "whole_number",
]


MOST = 10**12 - 1
"""Larger numbers nobody means."""
MOST_SEED = 2**64 - 1
_MOST_SECONDS = 3600


def whole_number(text: str, option: str, least: int = 0, most: int = MOST) -> int:
    """Read a whole number that a person might mean; anything else is a wrong use of its option."""
    if not re.fullmatch("[-+]?[0-9]+", text, re.ASCII):
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number", param_hint=repr(option))
    digits = text.lstrip("+-").lstrip("0") or "0"
    number = int(digits[:40]) * (-1 if text.startswith("-") else 1)
    if not least <= number <= most:
        raise typer.BadParameter(
            f"expected a number from {least} to {most}, not {text[:40]!r}", param_hint=repr(option)
        )
    return number


def seconds_number(text: str, option: str = "--seconds") -> float:
    """Read a time to think, or to wait."""
    number = float(text) if re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", text, re.ASCII) else 0.0
    if not 0 < number <= _MOST_SECONDS:
        raise typer.BadParameter(
            f"expected a time of more than 0 and at most {_MOST_SECONDS} seconds, not {text[:40]!r}",
            param_hint=repr(option),
        )
    return number


def host_name(text: str) -> str:
    """Read the name or the address of a machine."""
    try:
        is_name = bool(text.strip() and text.encode("idna"))  # what looking it up would raise
    except UnicodeError:
        is_name = False
    if not is_name:
        raise typer.BadParameter(f"expected a name or an address, not {text[:40]!r}", param_hint="'--host'")
    return text


def seed_number(text: str) -> int:
    """Read a seed."""
    return whole_number(text, "--seed", most=MOST_SEED)


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
