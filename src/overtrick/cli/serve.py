"""``overtrick serve``: the table and the tools for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.bidding_options import DEFAULT_SYSTEM
from overtrick.cli.options import whole_number
from overtrick.core import OvertrickError

if TYPE_CHECKING:
    from overtrick.web import WebSettings

__all__ = ["HostName", "PortNumber", "browser_log", "run_server", "serve", "web_settings"]

HostName = Annotated[
    str, typer.Option("--host", metavar="NAME", help="Where to listen; this machine alone if not said.")
]
PortNumber = Annotated[
    str | None, typer.Option("--port", metavar="N", help="The port, or the next one that is free; 8137.")
]
_LOOPBACK = "127.0.0.1"


def serve(
    host: HostName = _LOOPBACK,
    port: PortNumber = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="A name by which browsers may ask.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the tables are kept.")
    ] = None,
    system: Annotated[
        str, typer.Option("--system", metavar="NAME", help="What everybody bids; sayc if not said.")
    ] = DEFAULT_SYSTEM,
) -> None:
    """Serve the table and the tools to browsers, until Ctrl-C."""
    run_server(web_settings(save, host, port, system=system, names=tuple(name or ())), "", opens=False)


def web_settings(
    save: Path | None,
    host: str = _LOOPBACK,
    port: str | None = None,
    system: str = DEFAULT_SYSTEM,
    deals: int | None = None,
    names: tuple[str, ...] = (),
) -> WebSettings:
    """How the server is set up."""
    from dataclasses import replace

    from overtrick.web import WebSettings

    _check_system(system)
    settings = WebSettings(log=save or browser_log(), host=host, names=names, system=system)
    if port is not None:
        settings = replace(settings, port=whole_number(port, "--port", least=0, most=65535))
    return settings if deals is None else replace(settings, play=settings.play.with_deals(deals))


def _check_system(name: str) -> None:
    """Refuse a system that robots cannot bid; those that come along can be, and take a while to load."""
    from overtrick.bidding import BiddingError, SystemFileError, known_systems, load

    if name.lower() in known_systems():
        return
    try:
        load(name)
    except SystemFileError:
        raise
    except BiddingError as error:
        raise typer.BadParameter(str(error), param_hint="'--system'") from None


def browser_log() -> Path:
    """The file that keeps the tables of browsers, beside the games of the terminal."""
    from overtrick.cli.play_place import games
    from overtrick.web.keeping import keep_private

    folder = games().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OvertrickError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    keep_private(folder / "browser.table")
    return folder / "browser.table"


def run_server(settings: WebSettings, path: str, opens: bool) -> None:
    """Serve until Ctrl-C, with a browser opened at a path if that is wanted."""
    import webbrowser

    from overtrick.web.keeping import private_log
    from overtrick.web.serving import Server, listening

    if settings.log is not None:
        private_log(settings.log).close()  # what is wrong with it is said before there is a server
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
