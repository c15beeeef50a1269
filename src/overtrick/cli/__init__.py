"""The command line: thin commands over the package. It converts, calls, and prints."""

from __future__ import annotations

import gc
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
from overtrick.cli.output import BAD_INPUT, INTERRUPTED, say
from overtrick.core import OvertrickError

__all__ = ["main"]


def main() -> None:
    """Run a command; whatever goes wrong is one plain sentence on standard error."""
    gc.set_threshold(100_000, 20, 20)  # most commands end before there is garbage to collect
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly on a broken pipe, as other tools do
    sys.stdout, sys.stderr = sys.stdout or _null_stream(), sys.stderr or _null_stream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = _run()
    if code == INTERRUPTED:
        os._exit(code)  # at once, though threads may still be at work
    gc.freeze()  # nor is a collection needed at the end
    raise SystemExit(code)


def _null_stream() -> TextIO:
    """A replacement for a stream that was closed before the start."""
    return open(os.devnull, "w", encoding="utf-8")


@cache
def _command() -> Callable[..., int | None]:
    """The command line's parser."""
    return get_command(app)


def _usage_words(error: TyperException) -> str:
    """The message of a usage error; for a value it says what was expected."""
    faults: list[dict[str, object]] = getattr(error.__cause__, "errors", list)()
    param = getattr(error, "param", None)
    if faults and param is not None:
        is_number = param.min is not None or param.max is not None
        most = "" if param.max is None else f" to {param.max}"
        expected = f"expected a number from {param.min}{most}, not {str(faults[0]['input'])[:40]!r}"
        error.message = expected if is_number else str(faults[0]["msg"]).removeprefix("Value error, ")
    return error.format_message()


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
        say(f"overtrick: {_usage_words(error)} ({command} --help lists what there is)")
        return error.exit_code
    except OSError as error:
        say(f"overtrick: cannot write the output: {error.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit would fail
        return BAD_INPUT
