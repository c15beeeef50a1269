"""``overtrick seat``: our player at anyone's table that speaks the table-manager protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.aloud import broken_pipes_ignored
from overtrick.cli.bidding_options import (
    DEFAULT_SYSTEM,
    Conventions,
    SystemName,
    TheirSystem,
    switches_given,
)
from overtrick.cli.options import Ascii, Json, host_name, seconds_number, whole_number
from overtrick.cli.player_options import CardDeals, CardSeconds, CardSeed, thought_given
from overtrick.cli.results_file import check_name
from overtrick.core import OvertrickError, Seat

if TYPE_CHECKING:
    from overtrick.cli.seat_words import Teller
    from overtrick.player import PlaySettings
    from overtrick.wire.client import Place, Setup

__all__ = ["seat"]

_PORT = 2000
"""What other managers use."""
_LOOPBACK = "127.0.0.1"
_INTERRUPTED = 130
_LIMIT = 60.0
"""Seconds for a decision: far more than it takes, unless something is wrong."""


def seat(
    place: Annotated[str, typer.Argument(metavar="SEAT", help="North, East, South, West; or any.")],
    host: Annotated[str, typer.Option("--host", metavar="NAME", help="Where the table is.")] = _LOOPBACK,
    port: Annotated[str, typer.Option("--port", metavar="N", help="Its port.")] = str(_PORT),
    name: Annotated[str, typer.Option("--name", metavar="TEAM", help="The name of the team.")] = "overtrick",
    deals: CardDeals = None,
    seconds: CardSeconds = None,
    seed: CardSeed = None,
    limit: Annotated[
        str | None,
        typer.Option("--limit", metavar="SECONDS", help="For a decision, or the plainest is taken; 60."),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Little thought, for many boards.")] = False,
    system: SystemName = DEFAULT_SYSTEM,
    their_system: TheirSystem = None,
    convention: Conventions = None,
    infos: Annotated[bool, typer.Option("--infos", help="Explain every call, not only alerts.")] = False,
    ponder: Annotated[bool, typer.Option("--ponder/--no-ponder", help="Think while others act.")] = True,
    retry: Annotated[
        str, typer.Option("--retry", metavar="S", help="How long to look for the table, at first or again.")
    ] = "10",
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Every line that was said or heard.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="The boards, as the log of a table.")
    ] = None,
    to_file: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the boards: .pbn, .lin …")
    ] = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Sit down at a table that speaks the table-manager protocol, and play until its session is over."""
    from overtrick.cli.seat_words import Teller
    from overtrick.wire.client import Place, Setup

    if fast and (deals is not None or seconds is not None):
        raise typer.BadParameter("--fast chooses the number of deals itself")
    thought = thought_given(deals, seconds, seed, None)
    where = Place(
        host=host_name(host),
        port=whole_number(port, "--port", least=1, most=65535),
        team=_team_given(name),
        seat=_seat_given(place),
        retry=0.0 if retry == "0" else seconds_number(retry, "--retry"),
        limit=_limit_given(limit, thought.seconds or 0.0),
        says_all=infos,
    )
    setup = Setup(
        _settings(thought.settings, fast), system, tuple(switches_given(convention).items()), their_system
    )
    if to_file is not None:
        check_name(to_file)
    teller = Teller(where, as_json, ascii_only, log, save, to_file)
    with broken_pipes_ignored(), teller:
        _sit(where, setup, ponder, teller)


def _seat_given(text: str) -> Seat | None:
    if text.lower() in ("any", "anypl"):
        return None
    try:
        return Seat.parse(text)
    except OvertrickError as error:
        raise OvertrickError(f"{error}, or any") from None


def _team_given(text: str) -> str:
    if not text.strip():
        raise typer.BadParameter(f"expected the name of a team, not {text[:40]!r}", param_hint="'--name'")
    return text


def _limit_given(text: str | None, thought: float) -> float:
    """The seconds for a decision: more than the thought is to take."""
    if text is None:
        return max(_LIMIT, 2 * thought)
    limit = seconds_number(text, "--limit")
    if limit <= thought:
        raise typer.BadParameter(
            f"a decision is to take {thought:g} seconds of thought: expected more, not {text[:40]!r}",
            param_hint="'--limit'",
        )
    return limit


def _settings(given: PlaySettings, is_fast: bool) -> PlaySettings:
    from overtrick.wire.client import fast

    return fast(given) if is_fast else given


def _sit(where: Place, setup: Setup, ponders: bool, teller: Teller) -> None:
    """Play until the session is over, or Ctrl-C."""
    import asyncio
    import signal

    from overtrick.wire.client import Client, Mind

    mind = Mind(setup, ponders)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # both end it in the same way
    try:
        asyncio.run(Client(where, mind, teller.tell, teller.write).run())
    except KeyboardInterrupt:
        teller.say("Left the table.")
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGTERM, before)
        teller.end(mind.gains)
