"""Options that several commands share, and how their values are read; nothing here loads an engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from overtrick.core import CardSet, OvertrickError, Seat, Strain, Vul
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
    "cards_option",
    "check_host",
    "exclusive",
    "flag",
    "number",
    "only_for_deals",
    "option",
    "output_option",
    "parsed",
    "port_option",
    "refused",
    "seat_option",
    "seconds_option",
    "theme_option",
    "useless",
    "with_groups",
]

V = TypeVar("V")

DEFAULT_SYSTEM = "sayc"
"""The default system."""
HOST = "127.0.0.1"
"""This machine alone."""
MOST_SEED = 2**64 - 1
_MOST = 10**12 - 1
_MOST_DEALS = 10_000
"""More deals would take hours without a better decision."""


# Groups of options


def with_groups(function: Callable[..., None]) -> Callable[..., None]:
    """A command with option groups: parameters whose dataclass fields become options."""
    parameters = signature(function, eval_str=True).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in parameters if is_dataclass(each.annotation)
    }
    options = {name: _options_of(group) for name, group in groups.items()}

    @wraps(function)
    def command(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{each.name: given.pop(each.name) for each in options[name]})
        function(**given)

    in_place = chain.from_iterable(options.get(each.name, [each]) for each in parameters)
    command.__signature__ = Signature(list(in_place))  # type: ignore[attr-defined]
    return command


def _options_of(group: type[Any]) -> list[Parameter]:
    kinds = get_type_hints(group, include_extras=True)
    return [each.replace(annotation=kinds[each.name]) for each in signature(group).parameters.values()]


# Kinds of options


def parsed(read: Callable[[str], V], name: str, metavar: str, words: str, usage: bool = False) -> Any:
    """An option parsed by `read`, whose errors count as bad input or as wrong usage."""

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
    """An option for a number: -n, or other names."""
    names = names or ("--number", "-n")
    return typer.Option(*names, metavar="N", min=least, max=most, show_default=False, help=words)


def port_option(words: str, name: str = "--port", least: int = 0) -> Any:
    """An option for a port; 0 is any free one."""
    return number(words, name, least=least, most=65535)


def flag(name: str, words: str) -> Any:
    """An option that is on or off."""
    return typer.Option(name, help=words)


def seat_option(name: str, words: str) -> Any:
    """An option with a seat."""
    return parsed(Seat.parse, name, "SEAT", words)


def theme_option() -> Any:
    """The option for colours."""
    return parsed(Theme.parse, "--theme", "NAME", "two-colour, four-colour, hollow; or each with -dark.")


def cards_option(name: str, words: str) -> Any:
    """An option with cards."""
    return parsed(CardSet.parse, name, "CARDS", words)


def seconds_option(name: str, words: str, least: float = 0.001) -> Any:
    """An option for a time in seconds, an hour at most."""
    return typer.Option(name, metavar="S", min=least, max=3600, help=words)


def option(name: str, metavar: str, words: str, case_sensitive: bool = True) -> Any:
    """An option with a text or a path."""
    return typer.Option(name, metavar=metavar, case_sensitive=case_sensitive, show_default=False, help=words)


def argument(metavar: str, words: str) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=words)


def output_option(words: str) -> Any:
    """An option for a file that is written."""
    return typer.Option("--output", "-o", metavar="FILE", help=words)


# Options


Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for scripts.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit symbols.")]
Why = Annotated[bool, typer.Option("--why", help="Also the reasons.")]
Output = Annotated[Path | None, output_option("Draw into FILE: .svg, .html or .txt.")]
Batch = Annotated[str | None, option("--batch", "FILE", "One question a line; - is standard input.")]
SavePath = Annotated[Path | None, option("--save", "FILE", "Where the session is kept.")]
Colours = Annotated[Theme, theme_option()]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="Seed of the random numbers."),
]
Deals = Annotated[int | None, number("Sample size (default 50).", "--deals", most=_MOST_DEALS)]
Seconds = Annotated[float | None, seconds_option("--seconds", "Sampling time, instead of a sample size.")]
BoardNumber = Annotated[
    int | None, number("The number of the board in a file, or of a deal.", "--board", least=0, most=None)
]
Dealer = Annotated[Seat | None, seat_option("--dealer", "N, E, S or W.")]
_VUL = parsed(Vul.parse, "--vul", "VUL", "None, NS, EW or Both.")
Vulnerable = Annotated[Vul, _VUL]
BoardVul = Annotated[Vul | None, _VUL]
SeatOption = Annotated[Seat | None, seat_option("--seat", "Check whose turn it is: N, E, S or W.")]
StrainOption = Annotated[Strain | None, parsed(Strain.parse, "--strain", "STRAIN", "C, D, H, S or NT.")]
SystemName = Annotated[str, option("--system", "NAME", "A system by name, or its folder (default sayc).")]
TheirSystem = Annotated[str | None, option("--their-system", "NAME", "The opponents' system, if another.")]
Conventions = Annotated[
    list[str] | None,
    option("--convention", "NAME=on|off", "Switch a convention of the system; repeatable."),
]
Silent = Annotated[list[str] | None, option("--silent", "SEATS", "Who passes with every hand, like EW.")]
HostName = Annotated[str, option("--host", "NAME", "Where to listen (default this machine alone).")]
PortNumber = Annotated[int | None, port_option("The port, or the next one that is free (default 8137).")]


# Invalid and conflicting options


def check_host(text: str) -> str:
    """Read the name or the address of a machine."""
    try:
        is_name = bool(text.strip() and text.encode("idna"))  # as the look-up would raise it
    except UnicodeError:
        is_name = False
    if not is_name:
        raise refused("--host", f"expected a name or an address, not {text[:40]!r}")
    return text


def refused(option: str, words: str) -> typer.BadParameter:
    """The error for an option with an invalid value."""
    return typer.BadParameter(words, param_hint=repr(option))


def useless(why: str, **options: object) -> None:
    """Refuse options that have no effect here."""
    if found := _chosen(options):
        raise typer.BadParameter(f"{why}: leave out {' and '.join(found)}")


def only_for_deals(**options: object) -> None:
    """Refuse options about a deal when a file's boards have this information themselves."""
    useless("the boards of a file speak for themselves", **options)


def exclusive(**options: object) -> None:
    """Refuse options that exclude each other."""
    if len(found := _chosen(options)) > 1:
        raise typer.BadParameter(f"choose one of {' and '.join(found)}")


def _chosen(options: dict[str, object]) -> list[str]:
    chosen = (name for name, value in options.items() if value is not None and value is not False)
    return [f"--{name.replace('_', '-')}" for name in chosen]
