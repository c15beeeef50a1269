"""The command line: thin commands over the package. It converts, calls, and prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from io import TextIOWrapper
from typing import TextIO

from typer.exceptions import TyperException
from typer.main import get_command

from overtrick.cli.app import app
from overtrick.cli.output import say
from overtrick.core import OvertrickError

__all__ = ["main"]

BAD_INPUT = 1
"""The exit code for input that cannot be, or output that cannot be written; a wrong option is 2."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def main() -> None:
    """Run a command; whatever goes wrong is one plain sentence on standard error."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly when nobody reads on, as other tools do
    sys.stdout, sys.stderr = sys.stdout or _nobody(), sys.stderr or _nobody()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = _run()
    if code == INTERRUPTED:
        os._exit(code)  # at once, though threads may still be at work
    raise SystemExit(code)


def _nobody() -> TextIO:
    """In place of a stream that was closed before we began."""
    return open(os.devnull, "w", encoding="utf-8")


@cache
def _command() -> Callable[..., int | None]:
    """Every command with its options: put together once, for that takes longer than many a command."""
    return get_command(app)


def _run() -> int:
    try:
        code = _command()(prog_name="overtrick", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except OvertrickError as error:
        say(f"overtrick: {error}")
        if pointer := getattr(error, "pointer", None):
            say("\n".join(f"  {line}" for line in pointer().splitlines()))
        return BAD_INPUT
    except TyperException as error:
        context = getattr(error, "ctx", None)
        command = "overtrick" if context is None else context.command_path
        say(f"overtrick: {error.format_message()} ({command} --help lists what there is)")
        return error.exit_code
    except OSError as error:
        say(f"overtrick: cannot write the output: {error.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or leaving would try once more
        return BAD_INPUT
