"""``overtrick table``: a table manager that other programs can sit down at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.options import Ascii, Json, for_deals_only, seed_number, whole_number
from overtrick.cli.table_running import Asked, run_table
from overtrick.core import Board, OvertrickError, Seat, Side

if TYPE_CHECKING:
    from overtrick.wire.manager import Door, Plan, Rules

__all__ = ["table"]

_LOOPBACK, _PORT = "127.0.0.1", "2000"
_MOST_BOARDS, _MOST_SECONDS = 10_000, 86_400


def table(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The boards, in any format; or else dealt.")
    ] = None,
    boards: Annotated[
        str | None, typer.Option("--boards", "-n", metavar="N", help="How many boards; 16 if dealt.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same seed deals the same boards.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="NAME", help="Where to listen; this machine alone if not said.")
    ] = _LOOPBACK,
    port: Annotated[str, typer.Option("--port", metavar="N", help="The port; 2000 if not said.")] = _PORT,
    port2: Annotated[
        str | None, typer.Option("--port2", metavar="N", help="A port of its own for the second table.")
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help="Two tables at once, eight players.")] = False,
    turned: Annotated[
        bool, typer.Option("--turned", help="All boards once more, the seats turned; four players.")
    ] = False,
    robots: Annotated[
        str | None, typer.Option("--robots", metavar="SEATS", help="Where our robots sit: NS, EW, N,E …")
    ] = None,
    how: Annotated[
        str, typer.Option("--how", metavar="WORDS", help="How robots play, as in match; quick.")
    ] = "quick",
    limit: Annotated[
        str, typer.Option("--limit", metavar="SECONDS", help="For a pair and a board; 0 for none; 120.")
    ] = "120",
    wait: Annotated[
        str, typer.Option("--wait", metavar="SECONDS", help="For a player that left, before a board; 30.")
    ] = "30",
    on_failure: Annotated[
        str, typer.Option("--on-failure", metavar="WHAT", help="robot or forfeit, if a player fails.")
    ] = "robot",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the session is kept.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a session that stopped.")
    ] = None,
    to_file: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write every board: .pbn, .lin …")
    ] = None,
    par: Annotated[
        bool, typer.Option("--par", help="Compare one table's scores with double-dummy par.")
    ] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Manage a table, or two: any program that speaks the table-manager protocol can sit down.

    Every call and card is on the disk before the next one; a session that was stopped goes on with --resume.
    """
    _check(resume, teams, turned, port2, file=file, boards=boards, seed=seed, robots=robots)
    rules = _rules(limit, wait, on_failure)
    asked = Asked(
        plan=None if resume else _plan(file, boards, seed, teams, turned, robots, rules),
        rules=rules,
        doors=_doors(host, port, port2),
        how=how,
        log=resume or save,
        to_file=to_file,
        against_par=par,
        ascii_only=ascii_only,
        as_json=as_json,
    )
    run_table(asked)


def _check(resume: Path | None, teams: bool, turned: bool, port2: str | None, **given: str | None) -> None:
    """Refuse options that do not go together."""
    useless = [f"--{name}" for name, value in given.items() if value is not None]
    useless += [name for name, is_given in (("--teams", teams), ("--turned", turned)) if is_given]
    if resume is not None and useless:
        raise typer.BadParameter(f"a session that goes on has its own: leave out {' and '.join(useless)}")
    if teams and turned:
        raise typer.BadParameter("choose one of --teams and --turned")
    if port2 is not None and not teams and resume is None:
        raise typer.BadParameter("--port2 goes with --teams")


def _rules(limit: str, wait: str, on_failure: str) -> Rules:
    from overtrick.wire.manager import OnFailure, Rules

    if on_failure not in [each.value for each in OnFailure]:
        raise typer.BadParameter(
            f"expected robot or forfeit, not {on_failure[:40]!r}", param_hint="'--on-failure'"
        )
    seconds = whole_number(limit, "--limit", 0, _MOST_SECONDS)
    return Rules(
        limit=seconds or None,
        wait=whole_number(wait, "--wait", 0, _MOST_SECONDS),
        on_failure=OnFailure(on_failure),
    )


def _doors(host: str, port: str, port2: str | None) -> list[Door]:
    from overtrick.wire.manager import Door

    if not host.strip():
        raise typer.BadParameter("expected a name or an address", param_hint="'--host'")
    first = Door(host, whole_number(port, "--port", 0, 65535))
    if port2 is None:
        return [first]
    return [replace(first, room="open"), Door(host, whole_number(port2, "--port2", 0, 65535), "closed")]


def _plan(
    file: str | None,
    boards: str | None,
    seed: str | None,
    teams: bool,
    turned: bool,
    robots: str | None,
    rules: Rules,
) -> Plan:
    from overtrick.wire.manager import Plan

    number = None if boards is None else whole_number(boards, "--boards", 1, _MOST_BOARDS)
    if file is not None:
        for_deals_only(seed=seed)
        found = _of_file(file)[:number]
    else:
        found = _dealt(16 if number is None else number, seed)
    return Plan(tuple(found), rules, teams, turned, () if robots is None else _seats(robots))


def _of_file(name: str) -> list[Board]:
    """The boards of a file without what happened on them; those without a number get their place."""
    from overtrick.cli.play_place import boards_of_file

    return [
        Board(board.number or place, board.dealer, board.vul, board.deal.completed())
        for place, board in enumerate(boards_of_file(name), 1)
    ]


def _dealt(number: int, seed: str | None) -> list[Board]:
    import numpy as np

    from overtrick.deals import boards

    rng = np.random.default_rng(None if seed is None else seed_number(seed))
    return list(boards(rng, number))


def _seats(text: str) -> tuple[Seat, ...]:
    """The seats of ``NS``, ``E``, ``N,E,S`` or ``all``."""
    if text.lower() == "all":
        return tuple(Seat)
    found = list[Seat]()
    for word in text.replace(" ", ",").split(","):
        try:
            found += Side.parse(word).seats if len(word.replace("-", "")) == 2 else (Seat.parse(word),)
        except OvertrickError:
            raise typer.BadParameter(
                f"expected seats like NS, EW or N,E, not {text[:40]!r}", param_hint="'--robots'"
            ) from None
    return tuple(sorted(set(found)))
