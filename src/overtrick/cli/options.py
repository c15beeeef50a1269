"""Options that several commands share, and how their values are read; nothing here loads an engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from overtrick.core import OvertrickError, Seat, Strain, Vul
from overtrick.render import Theme

__all__ = [
    "DEFAULT_SYSTEM",
    "HOST",
    "MOST_SEED",
    "Ascii",
    "Batch",
    "BoardNumber",
    "BoardVul",
    "Colours",
    "Conventions",
    "Dealer",
    "Deals",
    "HostName",
    "Json",
    "Output",
    "PortNumber",
    "SavePath",
    "SeatOption",
    "Seconds",
    "Seed",
    "Silent",
    "StrainOption",
    "SystemName",
    "TheirSystem",
    "Vulnerable",
    "Why",
    "argument",
    "check_host",
    "exclusive",
    "flag",
    "number",
    "only_for_deals",
    "option",
    "parsed",
    "records_output",
    "useless",
]

V = TypeVar("V")

DEFAULT_SYSTEM = "sayc"
"""What is bid where nobody says what."""
HOST = "127.0.0.1"
"""This machine alone."""
MOST_SEED = 2**64 - 1
_MOST = 10**9
_MOST_SECONDS = 3600
_MOST_DEALS = 10_000
"""More would take hours, and not decide better."""


# Kinds of options


def parsed(read: Callable[[str], V], name: str, metavar: str, words: str, usage: bool = False) -> Any:
    """An option whose text `read` reads: its errors are those of bad input, or of a wrong use."""

    def value(text: Any) -> Any:
        try:
            return read(text) if isinstance(text, str) else text
        except OvertrickError as error:
            if usage:
                raise typer.BadParameter(str(error)) from None
            raise

    return typer.Option(
        name, metavar=metavar, parser=lambda text: text, callback=value, show_default=False, help=words
    )


def number(words: str, *names: str, least: int = 1, most: int | None = _MOST) -> Any:
    """An option for how many: -n, or other names."""
    names = names or ("--number", "-n")
    return typer.Option(*names, metavar="N", min=least, max=most, show_default=False, help=words)


def flag(name: str, words: str) -> Any:
    """An option that is on or off."""
    return typer.Option(name, help=words)


def option(name: str, metavar: str, words: str) -> Any:
    """An option with a text or a path."""
    return typer.Option(name, metavar=metavar, show_default=False, help=words)


def argument(metavar: str, words: str) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=words)


def records_output(words: str) -> Any:
    """An option for a file of boards."""
    return typer.Option("--output", "-o", metavar="FILE", help=words)


# Options


Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for scripts.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit symbols.")]
Why = Annotated[bool, typer.Option("--why", help="Also the reasons.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw into FILE: .svg, .html or .txt.")
]
Batch = Annotated[
    str | None, typer.Option("--batch", metavar="FILE", help="One question a line; - is standard input.")
]
SavePath = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where the session is kept.")]
Colours = Annotated[
    Theme,
    parsed(Theme.parse, "--theme", "NAME", "two-colour, four-colour, hollow; or each with -dark."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="The same seed, the same result."),
]
Deals = Annotated[int | None, number("Sample size (default 50).", "--deals", most=_MOST_DEALS)]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", min=0.001, max=_MOST_SECONDS, help="Or: time for the sample."),
]
BoardNumber = Annotated[
    int | None,
    number("The board of a file, or that a deal is.", "--board", least=0, most=None),
]
Dealer = Annotated[Seat | None, parsed(Seat.parse, "--dealer", "SEAT", "N, E, S or W.")]
_VUL = parsed(Vul.parse, "--vul", "VUL", "None, NS, EW or Both.")
Vulnerable = Annotated[Vul, _VUL]
BoardVul = Annotated[Vul | None, _VUL]
SeatOption = Annotated[
    Seat | None,
    parsed(Seat.parse, "--seat", "SEAT", "To be sure whose turn it is: N, E, S or W."),
]
StrainOption = Annotated[Strain | None, parsed(Strain.parse, "--strain", "STRAIN", "C, D, H, S or NT.")]
SystemName = Annotated[
    str,
    typer.Option(
        "--system", metavar="NAME", show_default=False, help="A system by name, or its folder (default sayc)."
    ),
]
TheirSystem = Annotated[
    str | None, typer.Option("--their-system", metavar="NAME", help="The opponents' system, if another.")
]
Conventions = Annotated[
    list[str] | None,
    typer.Option(
        "--convention", metavar="NAME=on|off", help="Switch a convention of the system; repeatable."
    ),
]
Silent = Annotated[
    list[str] | None,
    typer.Option("--silent", metavar="SEATS", help="Who passes with every hand, like EW."),
]


HostName = Annotated[
    str,
    typer.Option(
        "--host", metavar="NAME", show_default=False, help="Where to listen (default this machine alone)."
    ),
]
PortNumber = Annotated[
    int | None,
    number("The port, or the next one that is free (default 8137).", "--port", least=0, most=65535),
]


# Options that do not go together


def check_host(text: str) -> str:
    """Read the name or the address of a machine."""
    try:
        is_name = bool(text.strip() and text.encode("idna"))  # what looking it up would raise
    except UnicodeError:
        is_name = False
    if not is_name:
        raise typer.BadParameter(f"expected a name or an address, not {text[:40]!r}", param_hint="'--host'")
    return text


def useless(why: str, **options: object) -> None:
    """Refuse options that say nothing here."""
    if found := _chosen(options):
        raise typer.BadParameter(f"{why}: leave out {' and '.join(found)}")


def only_for_deals(**options: object) -> None:
    """Refuse options that say something about a deal where the boards of a file say it themselves."""
    useless("the boards of a file speak for themselves", **options)


def exclusive(**options: object) -> None:
    """Refuse options of which only one can be meant."""
    if len(found := _chosen(options)) > 1:
        raise typer.BadParameter(f"choose one of {' and '.join(found)}")


def _chosen(options: dict[str, object]) -> list[str]:
    chosen = (name for name, value in options.items() if value is not None and value is not False)
    return [f"--{name.replace('_', '-')}" for name in chosen]
