"""``overtrick table``: a table manager that other programs can sit down at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from overtrick.cli import output
from overtrick.cli.files import full_boards
from overtrick.cli.options import (
    HOST,
    BoardNumber,
    HostName,
    SavePath,
    Seed,
    argument,
    check_host,
    exclusive,
    flag,
    number,
    only_for_deals,
    option,
    output_option,
    port_option,
)
from overtrick.cli.table_session import USUAL_HOW, Changes, Options, run_table
from overtrick.core import Board, OvertrickError, Seat, Side
from overtrick.deals import boards
from overtrick.protocol.manager import Door, LineEnd, OnFailure, Plan, Rules
from overtrick.table.matches import Configuration

__all__ = ["table"]


_DAY = 86_400
"""The longest time in seconds."""


def table(
    file: Annotated[str | None, argument("[FILE]", "The boards, in any format; or else dealt.")] = None,
    n: Annotated[int | None, number("How many boards; 16 if dealt.", most=10_000)] = None,
    board: BoardNumber = None,
    seed: Seed = None,
    host: HostName = HOST,
    port: Annotated[int, port_option("The port (default 2000).")] = 2000,
    port2: Annotated[int | None, port_option("A port of its own for the second table.", "--port2")] = None,
    teams: Annotated[bool, flag("--teams", "Two tables at once, eight players.")] = False,
    turned: Annotated[
        bool, flag("--turned", "All boards once more, the seats turned; four players.")
    ] = False,
    robots: Annotated[str | None, option("--robots", "SEATS", "Where our robots sit: NS, N,E, all …")] = None,
    how: Annotated[str | None, option("--how", "WORDS", "How robots play, as in match; quick.")] = None,
    limit: Annotated[
        int | None, number("Seconds for a pair and a board; 0 for none (120).", "--limit", least=0, most=_DAY)
    ] = None,
    wait: Annotated[
        int | None, number("Seconds for a player that left (30).", "--wait", least=0, most=_DAY)
    ] = None,
    on_failure: Annotated[
        OnFailure | None, option("--on-failure", "WHAT", "robot or forfeit, if a player fails; robot.")
    ] = None,
    line_end: Annotated[
        LineEnd | None, option("--line-end", "WHAT", "crlf or lf, after our lines; crlf.")
    ] = None,
    save: SavePath = None,
    resume: Annotated[Path | None, option("--resume", "FILE", "Go on with a session that stopped.")] = None,
    to_file: Annotated[Path | None, output_option("Write every board: .pbn, .lin …")] = None,
    par: Annotated[bool, flag("--par", "Compare one table's scores with double-dummy par.")] = False,
    style: output.Style = output.PLAIN,
) -> None:
    """Manage a table that other programs can sit down at.

    Any program that speaks the table-manager protocol can. Every call and card is on the disk before the next
    one; a session that was stopped goes on with --resume.
    """
    own = {"FILE": file, "-n": n, "--board": board, "--seed": seed, "--save": save}
    unwanted = [name for name, value in own.items() if value is not None]
    if resume is not None and unwanted:
        raise typer.BadParameter(f"a session that goes on has its own: leave out {' and '.join(unwanted)}")
    exclusive(teams=teams, turned=turned)
    if par and (teams or turned):
        raise typer.BadParameter("boards that are played twice are not compared with par: leave out --par")
    if port2 is not None and not teams and resume is None:
        raise typer.BadParameter("--port2 goes with --teams")
    changes = Changes(
        limit=limit,
        wait=wait,
        on_failure=on_failure,
        line_end=line_end,
        how=None if how is None else _how(how),
        house=None if robots is None else _seats(robots),
        is_match=teams,
        is_turned=turned,
    )
    run_table(
        Options(
            plan=None if resume else _plan(file, n, board, seed, changes),
            changes=changes,
            doors=_doors(check_host(host), port, port2),
            log=resume or save,
            to_file=to_file,
            against_par=par,
            style=style,
        )
    )


def _how(words: str) -> str:
    """How robots play, in the words that are kept."""
    return str(Configuration.parse(words))


def _doors(host: str, port: int, port2: int | None) -> list[Door]:
    if port2 is None:
        return [Door(host, port)]
    return [Door(host, port, "open"), Door(host, port2, "closed")]


def _plan(
    file: str | None, number: int | None, board: int | None, seed: int | None, changes: Changes
) -> Plan:
    if file is not None:
        only_for_deals(seed=seed)
        found = _of_file(file, number, board)
    else:
        found = list(boards(np.random.default_rng(seed), number or 16, board or 1))
    return Plan(
        boards=tuple(found),
        rules=changes.rules(Rules()),
        is_match=changes.is_match,
        is_turned=changes.is_turned,
        house=changes.house or (),
        how=changes.how or _how(USUAL_HOW),
    )


def _of_file(name: str, number: int | None, first: int | None) -> list[Board]:
    """The boards of a file without what happened on them; those without a number get their place."""
    there = [
        Board(board.number or place, board.dealer, board.vul, board.deal.completed())
        for place, board in enumerate(full_boards(name), 1)
    ]
    found = list(dict.fromkeys(there))
    if len(found) < len(there):
        output.note(
            f"{name!r} has boards more than once, like the results of two tables: each is played once"
        )
    if first is not None:
        found = [board for board in found if board.number == first]
        if not found:
            raise OvertrickError(f"there is no board {first} in {name!r}")
    if number is not None and number > len(found):
        output.note(f"{number} boards were asked for, {name!r} has {len(found)}")
    return found[:number]


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
