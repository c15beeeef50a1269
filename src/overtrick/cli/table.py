"""``overtrick table``: a table manager that other programs can sit down at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Ascii, Json, for_deals_only, host_name, seed_number, whole_number
from overtrick.cli.table_resumed import USUAL_HOW, Wishes
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
        str | None, typer.Option("--how", metavar="WORDS", help="How robots play, as in match; quick.")
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option("--limit", metavar="SECONDS", help="For a pair and a board; 0 for none; 120."),
    ] = None,
    wait: Annotated[
        str | None,
        typer.Option("--wait", metavar="SECONDS", help="For a player that left, before a board; 30."),
    ] = None,
    on_failure: Annotated[
        str | None,
        typer.Option("--on-failure", metavar="WHAT", help="robot or forfeit, if a player fails; robot."),
    ] = None,
    line_end: Annotated[
        str | None, typer.Option("--line-end", metavar="WHAT", help="crlf or lf, after our lines; crlf.")
    ] = None,
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
    given = {"FILE": file, "--boards": boards, "--seed": seed, "--save": save}
    _check(resume, teams, turned, port2, par, given)
    wishes = Wishes(
        rules=_rules(limit, wait, on_failure, line_end),
        how=None if how is None else _how(how),
        house=None if robots is None else _seats(robots),
        is_match=teams,
        is_turned=turned,
    )
    asked = Asked(
        plan=None if resume else _plan(file, boards, seed, wishes),
        wishes=wishes,
        doors=_doors(host, port, port2),
        log=resume or save,
        to_file=to_file,
        against_par=par,
        ascii_only=ascii_only,
        as_json=as_json,
    )
    run_table(asked)


def _check(
    resume: Path | None,
    teams: bool,
    turned: bool,
    port2: str | None,
    par: bool,
    given: Mapping[str, str | Path | None],
) -> None:
    """Refuse options that do not go together."""
    useless = [name for name, value in given.items() if value is not None]
    if resume is not None and useless:
        raise typer.BadParameter(f"a session that goes on has its own: leave out {' and '.join(useless)}")
    if teams and turned:
        raise typer.BadParameter("choose one of --teams and --turned")
    if par and (teams or turned):
        raise typer.BadParameter("boards that are played twice are not compared with par: leave out --par")
    if port2 is not None and not teams and resume is None:
        raise typer.BadParameter("--port2 goes with --teams")


def _rules(
    limit: str | None, wait: str | None, on_failure: str | None, line_end: str | None
) -> Callable[[Rules], Rules]:
    """Rules with what the options say in their place."""
    from overtrick.wire.manager import LineEnd, OnFailure

    seconds = None if limit is None else whole_number(limit, "--limit", 0, _MOST_SECONDS)
    waits = None if wait is None else whole_number(wait, "--wait", 0, _MOST_SECONDS)
    failure = None if on_failure is None else OnFailure(_one_of("--on-failure", on_failure, OnFailure))
    end = None if line_end is None else LineEnd(_one_of("--line-end", line_end, LineEnd))

    def wanted(rules: Rules) -> Rules:
        return replace(
            rules,
            limit=rules.limit if seconds is None else seconds or None,
            wait=rules.wait if waits is None else waits,
            on_failure=failure or rules.on_failure,
            line_end=end or rules.line_end,
        )

    return wanted


def _one_of(option: str, text: str, among: type[Enum]) -> str:
    words = [str(each.value) for each in among]
    if text not in words:
        raise typer.BadParameter(f"expected {' or '.join(words)}, not {text[:40]!r}", param_hint=repr(option))
    return text


def _how(words: str) -> str:
    """How robots play, in the words that are kept."""
    from overtrick.table.matches import Configuration

    return str(Configuration.parse(words))


def _doors(host: str, port: str, port2: str | None) -> list[Door]:
    from overtrick.wire.manager import Door

    host = host_name(host)
    first = Door(host, whole_number(port, "--port", 0, 65535))
    if port2 is None:
        return [first]
    return [replace(first, room="open"), Door(host, whole_number(port2, "--port2", 0, 65535), "closed")]


def _plan(file: str | None, boards: str | None, seed: str | None, wishes: Wishes) -> Plan:
    from overtrick.wire.manager import Plan, Rules

    number = None if boards is None else whole_number(boards, "--boards", 1, _MOST_BOARDS)
    if file is not None:
        for_deals_only(seed=seed)
        found = _of_file(file, number)
    else:
        found = _dealt(16 if number is None else number, seed)
    return Plan(
        boards=tuple(found),
        rules=wishes.rules(Rules()),
        is_match=wishes.is_match,
        is_turned=wishes.is_turned,
        house=wishes.house or (),
        how=wishes.how or _how(USUAL_HOW),
    )


def _of_file(name: str, number: int | None) -> list[Board]:
    """The first boards of a file without what happened on them; those without a number get their place."""
    from overtrick.cli.play_place import boards_of_file

    there = [
        Board(board.number or place, board.dealer, board.vul, board.deal.completed())
        for place, board in enumerate(boards_of_file(name), 1)
    ]
    found = list(dict.fromkeys(there))
    if len(found) < len(there):
        output.note(
            f"{name!r} has boards more than once, like the results of two tables: each is played once"
        )
    if number is not None and number > len(found):
        output.note(f"{number} boards were asked for, {name!r} has {len(found)}")
    return found[:number]


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
                f"expected seats like NS, E, N,E or all, not {text[:40]!r}", param_hint="'--robots'"
            ) from None
    return tuple(sorted(set(found)))
