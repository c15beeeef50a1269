"""``overtrick table``: a table manager that other programs can sit down at."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

from overtrick.cli import output
from overtrick.cli.files import full_boards
from overtrick.cli.options import (
    HOST,
    BoardNumber,
    HostName,
    Seed,
    argument,
    check_host,
    exclusive,
    number,
    only_for_deals,
    port_option,
)
from overtrick.cli.table_session import NO_CHANGES, USUAL, USUAL_HOW, Changes, Options, run_table
from overtrick.core import Board, OvertrickError
from overtrick.deals import boards
from overtrick.protocol.manager import Door, Rules, SessionPlan
from overtrick.table.matches import Configuration

__all__ = ["table"]


def table(
    file: Annotated[str | None, argument("FILE", "The boards, in any format; or else dealt.")] = None,
    n: Annotated[int | None, number("How many boards (default 16 if dealt).", most=10_000)] = None,
    board: BoardNumber = None,
    seed: Seed = None,
    host: HostName = HOST,
    port: Annotated[int, port_option("The port (default 2000).")] = 2000,
    port2: Annotated[int | None, port_option("A port of its own for the second table.", "--port2")] = None,
    changes: Changes = NO_CHANGES,
    options: Options = USUAL,
    style: output.Style = output.PLAIN,
) -> None:
    """Manage a table that other programs can sit down at.

    Any program that speaks the table-manager protocol can. Every call and card is on the disk before the next
    one; a session that was stopped goes on with --resume.
    """
    goes_on, is_twice = options.resume is not None, changes.is_match or changes.is_turned
    own = {"FILE": file, "-n": n, "--board": board, "--seed": seed, "--save": options.save}
    unwanted = [name for name, value in own.items() if value is not None]
    if goes_on and unwanted:
        raise typer.BadParameter(f"a session that goes on has its own: leave out {' and '.join(unwanted)}")
    exclusive(teams=changes.is_match, turned=changes.is_turned)
    if options.par and is_twice:
        raise typer.BadParameter("boards that are played twice are not compared with par: leave out --par")
    if port2 is not None and not changes.is_match and not goes_on:
        raise typer.BadParameter("--port2 goes with --teams")
    plan = None if goes_on else _plan(file, n, board, seed, changes)
    run_table(plan, changes, _doors(check_host(host), port, port2), options, style)


def _doors(host: str, port: int, port2: int | None) -> list[Door]:
    if port2 is None:
        return [Door(host, port)]
    return [Door(host, port, "open"), Door(host, port2, "closed")]


def _plan(
    file: str | None, number: int | None, board: int | None, seed: int | None, changes: Changes
) -> SessionPlan:
    if file is not None:
        only_for_deals(seed=seed)
        found = _of_file(file, number, board)
    else:
        found = list(boards(np.random.default_rng(seed), number or 16, board or 1))
    return SessionPlan(
        boards=tuple(found),
        rules=changes.rules(Rules()),
        is_match=changes.is_match,
        is_turned=changes.is_turned,
        house=changes.house or (),
        how=changes.how or str(Configuration.parse(USUAL_HOW)),
    )


def _of_file(name: str, number: int | None, first: int | None) -> list[Board]:
    """The boards of a file without auction and play; those without a number are numbered by place."""
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
