"""``overtrick play``: bridge with robots, in the browser or at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import DEFAULT_SYSTEM, table
from overtrick.cli.options import Ascii, Json, ThemeName, for_deals_only, seed_number, whole_number
from overtrick.cli.play_place import (
    Agreed,
    Boards,
    agreed_before,
    boards_of_file,
    new_log,
    old_log,
    person_at,
    write_down,
)
from overtrick.cli.player_options import deals_given
from overtrick.cli.serve import HostName, PortNumber, run_server, web_settings
from overtrick.core import Seat
from overtrick.render import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from overtrick.player import Player
    from overtrick.table import FileLog, Table, TableSettings

__all__ = ["play"]

_ROBOT = "overtrick"


def play(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Boards to play, in any format; or else dealt.")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here, in the terminal.")] = False,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Where you sit; South if not said.")
    ] = None,
    board: Annotated[
        str | None, typer.Option("--board", metavar="N", help="The board to begin with.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same seed deals the same boards.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last game, or the one in --save FILE.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the game is kept.")
    ] = None,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="N", help="Deals that robots judge a card by; 50.")
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="NAME", help="What everybody bids; sayc if not said.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Four robots play, you watch.")] = False,
    host: HostName = "127.0.0.1",
    port: PortNumber = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address, open no browser.")] = False,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Play bridge with robots, in the browser or with --terminal here. Type help there for what you can do.

    Every call and card is on the disk before the next one: after quit, Ctrl-C or a crash, --resume goes on at
    the same card. With --watch --json robots play one board, or those of a file, and nothing is asked.
    """
    _check(resume, as_json, watch, seat=seat, board=board, seed=seed)
    if file is not None:
        for_deals_only(seed=seed)
    if not terminal:
        _check_browser(as_json, board)
        served = web_settings(save, host, port, system or DEFAULT_SYSTEM, _deals_of_browser(deals))
        is_new = any((file, seat, seed, watch))
        path = _new_table(served.log, file, _person(seat, watch), seed) if is_new else ""
        run_server(served, path, opens=not no_open)
        return
    usual = Agreed(system or DEFAULT_SYSTEM, deals_given(deals))
    first = None if board is None else whole_number(board, "--board", least=1)
    boards = Boards(None if file is None else boards_of_file(file), first)
    if resume:
        with old_log(save) as log:
            opened, agreed = _resumed(log, usual, system, deals)
            _sit(opened, _player(agreed), boards, Theme.parse(theme), ascii_only, log, save is not None)
        return
    player = _player(usual)
    settings = _settings(_person(seat, watch), None if seed is None else seed_number(seed), file is not None)
    if as_json:
        _print_boards(settings, player, boards, only_one=file is None or board is not None)
        return
    with new_log(save) as log:
        opened = _opened(settings, log, usual)
        _sit(opened, player, boards, Theme.parse(theme), ascii_only, log, save is not None)


def _check(resume: bool, as_json: bool, watch: bool, **given: str | None) -> None:
    """Refuse options that do not go together."""
    useless = [f"--{name}" for name, value in given.items() if value is not None]
    if resume and (useless or watch):
        named = " and ".join((*useless, *(["--watch"] if watch else [])))
        raise typer.BadParameter(f"a game that goes on has settings of its own: leave out {named}")
    if watch and given["seat"] is not None:
        raise typer.BadParameter("choose one of --watch and --seat")
    if as_json and not watch:
        raise typer.BadParameter("--json goes with --watch: a person needs more than records")


def _person(seat: str | None, watch: bool) -> Seat | None:
    return None if watch else Seat.SOUTH if seat is None else Seat.parse(seat)


def _check_browser(as_json: bool, board: str | None) -> None:
    if as_json:
        raise typer.BadParameter("--json goes with --terminal and --watch")
    if board is not None:
        raise typer.BadParameter("--board goes with --terminal")


def _deals_of_browser(deals: str | None) -> int | None:
    return None if deals is None else deals_given(deals)


def _new_table(log: Path | None, file: str | None, person: Seat | None, seed: str | None) -> str:
    """The path of a new table in the log of the browser's tables."""
    from overtrick.web.keeping import private_log
    from overtrick.web.tables.host import Wanted, opened
    from overtrick.web.tables.uploads import Upload, playable

    assert log is not None  # the browser's tables are kept
    found = Upload() if file is None else playable(file)
    number = None if seed is None else seed_number(seed)
    with private_log(log) as kept:
        wanted = Wanted(person, seed=number, boards=found.boards, left_out=found.left_out)
        return f"tables/{opened(wanted, kept).id}"


def _player(agreed: Agreed) -> Player:
    from overtrick.player import Player, PlaySettings

    return Player(PlaySettings().with_deals(agreed.deals), table(agreed.system))


def _settings(person: Seat | None, seed: int | None, is_of_file: bool) -> TableSettings:
    from dataclasses import replace

    from overtrick.table import Occupant, TableSettings

    robot, you = Occupant(_ROBOT, is_robot=True), Occupant("You")
    north, east, south, west = (you if seat is person else robot for seat in Seat)
    settings = TableSettings.of(north, east, south, west, seed=seed)
    return replace(settings, seed=None) if is_of_file else settings


def _opened(settings: TableSettings, log: FileLog, agreed: Agreed) -> Table:
    from overtrick.table import Table

    opened = Table.open(settings, log)
    write_down(opened, agreed)
    return opened


def _resumed(log: FileLog, usual: Agreed, system: str | None, deals: str | None) -> tuple[Table, Agreed]:
    """The game in a log as it was, and what was agreed, unless it is said anew."""
    from overtrick.table import LogError, Table

    games = [Table.resume(log, each) for each in log.tables()]
    if not games:
        raise LogError(f"there is no game in {str(log.path)!r}")
    last = max(games, key=lambda game: game.entries[-1].time)
    before = agreed_before(last, usual)
    return last, Agreed(
        before.system if system is None else usual.system, before.deals if deals is None else usual.deals
    )


def _sit(
    opened: Table,
    player: Player,
    boards: Boards,
    theme: Theme,
    ascii_only: bool,
    log: FileLog,
    is_named: bool,
) -> None:
    from overtrick.cli.play_look import Look
    from overtrick.cli.play_terminal import Sitting
    from overtrick.table import PlayerRobot

    person = person_at(opened)
    opened.robots = dict.fromkeys(_robots(opened), PlayerRobot(player))
    Sitting(opened, person, player, boards, Look(theme, ascii_only), log, is_named).run()


def _robots(opened: Table) -> list[str]:
    return [each.name for each in opened.settings.occupants if each.is_robot]


def _print_boards(settings: TableSettings, player: Player, boards: Boards, only_one: bool) -> None:
    """Let robots play, and print the boards as records."""
    from overtrick.cli.play_ended import ended_record
    from overtrick.cli.progress import waiting
    from overtrick.table import PlayerRobot, Table

    opened = Table.open(settings, robots={_ROBOT: PlayerRobot(player)})
    while (board := boards.next_for(opened)) is not None:
        opened.deal(board)
        with waiting("playing"):
            opened.run()
        output.print_json(ended_record(opened))
        if only_one:
            return
