"""``overtrick play``: bridge with robots, in the browser or at the terminal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, final

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import BiddingOptions
from overtrick.cli.files import full_boards
from overtrick.cli.options import (
    DEFAULT_SYSTEM,
    HOST,
    Deals,
    HostName,
    PortNumber,
    SavePath,
    Seed,
    argument,
    exclusive,
    flag,
    number,
    only_for_deals,
    option,
    seat_option,
    theme_option,
    useless,
)
from overtrick.cli.play_terminal import Boards, Display, Game, ended_record
from overtrick.cli.player_options import USUAL_DEALS
from overtrick.cli.sessions import data_folder, new_log_path
from overtrick.cli.terminal import waiting
from overtrick.core import OvertrickError, Seat
from overtrick.player import Player, PlaySettings
from overtrick.render import DEFAULT_THEME, Theme
from overtrick.table import FileLog, LogError, Note, Occupant, PlayerRobot, Table, TableSettings

__all__ = ["play"]


_ROBOT = "overtrick"


def _at_terminal(option: Any) -> Any:
    """An option for play at the terminal."""
    option.rich_help_panel = "With --terminal"
    return option


def play(
    file: Annotated[str | None, argument("FILE", "Boards to play, in any format; or else dealt.")] = None,
    seat: Annotated[Seat | None, seat_option("--seat", "Where you sit (default South).")] = None,
    board: Annotated[
        int | None, number("The board to begin with, of FILE or with --terminal.", "--board", most=None)
    ] = None,
    seed: Seed = None,
    watch: Annotated[bool, flag("--watch", "Four robots play, you watch.")] = False,
    save: SavePath = None,
    deals: Deals = None,
    system: Annotated[str | None, option("--system", "NAME", "What everybody bids (default sayc).")] = None,
    host: HostName = HOST,
    port: PortNumber = None,
    no_open: Annotated[bool, flag("--no-open", "Print the address, open no browser.")] = False,
    terminal: Annotated[
        bool, _at_terminal(flag("--terminal", "Play in the terminal; help there lists what you can type."))
    ] = False,
    resume: Annotated[
        bool, _at_terminal(flag("--resume", "Go on with the last game, or the one in --save FILE."))
    ] = False,
    theme: Annotated[Theme | None, _at_terminal(theme_option())] = None,
    ascii_only: Annotated[bool, _at_terminal(flag("--ascii", "Letters instead of suit symbols."))] = False,
    as_json: Annotated[bool, _at_terminal(flag("--json", "With --watch: print the boards as JSON."))] = False,
) -> None:
    """Play bridge with robots, in the browser or at the terminal.

    Every call and card is on the disk before the next one. The browser always goes on with the tables that
    are kept; at the terminal --resume goes on at the same card, after quit, Ctrl-C or a crash. With --watch
    --json robots play one board, or those of a file, and nothing is asked.
    """
    _check(resume, as_json, watch, seat, board, seed)
    if file is not None:
        only_for_deals(seed=seed)
    person = None if watch else Seat.SOUTH if seat is None else seat
    if not terminal:
        _check_browser(resume, as_json, board, file)
        useless("without --terminal pages have a look of their own", theme=theme, ascii=ascii_only)
        from overtrick.cli.serve import new_table, run_server, web_settings  # here, because they load the web

        served = web_settings(save, host, port, system or DEFAULT_SYSTEM, deals)
        is_new = watch or any(each is not None for each in (file, seat, seed))
        path = new_table(served.log, file, board, person, seed) if is_new else ""
        run_server(served, path, opens=not no_open)
        return
    useless("with --terminal there is no page", host=host != HOST, port=port, no_open=no_open)
    look = Display(theme or DEFAULT_THEME, ascii_only)
    usual = _Robots(system or DEFAULT_SYSTEM, deals or USUAL_DEALS)
    boards = Boards(None if file is None else full_boards(file), board)
    if resume:
        with _old_log(save) as log:
            opened, agreed = _resumed(log, usual, system, deals)
            _sit(opened, agreed.player(), boards, look, log, save is not None)
        return
    player, settings = usual.player(), _settings(person, seed, file is not None)
    if as_json:
        _print_boards(settings, player, boards, only_one=file is None or board is not None)
        return
    with _new_log(save) as log:
        opened = Table.open(settings, log)
        opened.note(json.dumps({"play": asdict(usual)}))
        _sit(opened, player, boards, look, log, save is not None)


def _check(
    resume: bool, as_json: bool, watch: bool, seat: Seat | None, board: int | None, seed: int | None
) -> None:
    """Refuse options that do not go together."""
    if resume:
        useless("a game that goes on has settings of its own", seat=seat, board=board, seed=seed, watch=watch)
    exclusive(watch=watch, seat=seat)
    if as_json and not watch:
        raise typer.BadParameter("--json goes with --watch: a person needs more than records")


def _check_browser(resume: bool, as_json: bool, board: int | None, file: str | None) -> None:
    if as_json:
        raise typer.BadParameter("--json goes with --terminal and --watch")
    if resume:
        raise typer.BadParameter("--resume goes with --terminal: in the browser every table goes on")
    if board is not None and file is None:
        raise typer.BadParameter("--board goes with FILE or --terminal")


def _settings(person: Seat | None, seed: int | None, is_of_file: bool) -> TableSettings:
    robot, you = Occupant(_ROBOT, is_robot=True), Occupant("You")
    settings = TableSettings.of(*(you if seat is person else robot for seat in Seat), seed=seed)
    return replace(settings, seed=None) if is_of_file else settings


def _resumed(log: FileLog, usual: _Robots, system: str | None, deals: int | None) -> tuple[Table, _Robots]:
    """The game in a log, and the robots' settings in it unless options change them."""
    games = [Table.resume(log, each) for each in log.tables()]
    if not games:
        raise LogError(f"there is no game in {str(log.path)!r}")
    last = max(games, key=lambda game: game.entries[-1].time)
    before = _agreed_before(last, usual)
    return last, _Robots(system or before.system, deals or before.deals)


def _sit(opened: Table, player: Player, boards: Boards, look: Display, log: FileLog, is_named: bool) -> None:
    people = [seat for seat in Seat if not opened.settings.occupant(seat).is_robot]
    if len(people) > 1:
        raise OvertrickError("this is a table of several people, no game against robots")
    robots = [each.name for each in opened.settings.occupants if each.is_robot]
    opened.robots = dict.fromkeys(robots, PlayerRobot(player))
    resuming = "overtrick play --terminal --resume" + (f" --save {log.path}" if is_named else "")
    Game(opened, people[0] if people else None, player, boards, look, str(log.path), resuming).run()


def _print_boards(settings: TableSettings, player: Player, boards: Boards, only_one: bool) -> None:
    """Let robots play, and print the boards as records."""
    opened = Table.open(settings, robots={_ROBOT: PlayerRobot(player)})
    while (board := boards.next_for(opened)) is not None:
        opened.deal(board)
        with waiting("playing"):
            opened.run()
        output.print_json(ended_record(opened))
        if only_one:
            return


# The log


def _new_log(save: Path | None) -> FileLog:
    """A log file for a new game; a file that holds a game is refused."""
    log = FileLog(save or new_log_path(data_folder("play")))
    if log.tables():
        log.close()
        raise LogError(f"{str(log.path)!r} holds a game already: --resume goes on with it")
    return log


def _old_log(save: Path | None) -> FileLog:
    """The log file of a game to resume: the one named, or the last one begun."""
    if save is not None:
        return FileLog(save, must_exist=True)
    folder = data_folder("play")
    begun = sorted(folder.glob("*.table"))
    if not begun:
        raise LogError(f"there is no game to go on with in {str(folder)!r}")
    return FileLog(begun[-1])


@final
@dataclass(frozen=True)
class _Robots:
    """The settings of the robots, logged with the game."""

    system: str
    deals: int

    def player(self) -> Player:
        """The player with these settings."""
        return Player(PlaySettings().with_deals(self.deals), BiddingOptions(self.system).agreements())


def _agreed_before(table: Table, usual: _Robots) -> _Robots:
    """The robots' settings when the game began."""
    for entry in table.entries:
        if isinstance(entry.event, Note):
            try:
                return _Robots(**json.loads(entry.event.text)["play"])
            except (ValueError, KeyError, TypeError):
                continue
    return usual
