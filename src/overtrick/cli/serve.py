"""``overtrick serve``: the table and the tools for a browser."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from overtrick.bidding import BiddingError, SystemFileError, known_systems, load
from overtrick.cli import options
from overtrick.cli.options import check_host
from overtrick.cli.sessions import data_folder
from overtrick.core import OvertrickError, Seat
from overtrick.web import WebSettings
from overtrick.web.server import Server, listening
from overtrick.web.tables.host import TableRequest, open_table
from overtrick.web.tables.store import keep_private, private_log
from overtrick.web.tables.uploads import Upload, playable

__all__ = ["browser_log", "new_table", "run_server", "serve", "web_settings"]


def serve(
    host: options.HostName = options.HOST,
    port: options.PortNumber = None,
    name: Annotated[
        list[str] | None, options.option("--name", "HOST", "Another host name that browsers may use.")
    ] = None,
    save: options.SavePath = None,
    system: options.SystemName = options.DEFAULT_SYSTEM,
) -> None:
    """Serve the table and the tools to browsers, until Ctrl-C."""
    run_server(web_settings(save, host, port, system=system, names=tuple(name or ())), "", opens=False)


def web_settings(
    save: Path | None,
    host: str = options.HOST,
    port: int | None = None,
    system: str = options.DEFAULT_SYSTEM,
    deals: int | None = None,
    names: tuple[str, ...] = (),
) -> WebSettings:
    """The settings of the server."""
    _check_system(system)
    settings = WebSettings(log=save or browser_log(), host=check_host(host), names=names, system=system)
    if port is not None:
        settings = replace(settings, port=port)
    return settings if deals is None else replace(settings, play=settings.play.with_deals(deals))


def _check_system(name: str) -> None:
    """Refuse a system that cannot be loaded; the bundled ones are not checked, as loading takes a while."""
    if name.lower() in known_systems():
        return
    try:
        load(name)
    except SystemFileError:
        raise
    except BiddingError as error:
        raise options.refused("--system", str(error)) from None


def browser_log() -> Path:
    """The log file of browser tables, beside the terminal's games."""
    path = data_folder() / "browser.table"
    keep_private(path)
    return path


def run_server(settings: WebSettings, path: str, opens: bool) -> None:
    """Serve until Ctrl-C, optionally opening a browser at a path."""
    if settings.log is not None:
        private_log(settings.log).close()  # report a bad log before the server starts
    bound = listening(settings)
    found = bound.getsockname()[1]
    if settings.port not in (0, found):
        print(f"Port {settings.port} is in use: using {found}.")

    def ready(address: str) -> None:
        print(f"overtrick is at {address}{path} (Ctrl-C ends it)", flush=True)
        if opens:
            webbrowser.open(f"{address}{path}")

    Server(settings, bound, ready).run_until_ended()
    print("Nothing is lost: the table goes on where it was.")


def new_table(
    log: Path | None, file: str | None, first: int | None, person: Seat | None, seed: int | None
) -> str:
    """The path of a new table in the log of the browser's tables."""
    assert log is not None  # the browser's tables are kept
    found = Upload() if file is None else playable(file)
    boards = found.boards
    if first is not None and file is not None:
        places = [place for place, board in enumerate(boards) if board.board.number == first]
        if not places:
            raise OvertrickError(f"there is no board {first} in {file!r}")
        boards = boards[places[0] :]
    with private_log(log) as kept:
        wanted = TableRequest(person, seed=seed, boards=boards, left_out=found.left_out)
        return f"tables/{open_table(wanted, kept).id}"
