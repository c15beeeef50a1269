"""The terminal: progress bars and notes on standard error if it is a terminal, and lines of input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["bar", "followed", "read_line", "tracked", "waiting"]

V = TypeVar("V")


def tracked(answers: Iterator[V], source: str | BinaryIO, what: str = "solving") -> Iterator[V]:
    """Pass on answers, one for each board of a file, with a progress bar if standard error is a terminal.

    If the answers themselves go to a terminal, they show the progress.
    """
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield from answers
        return
    from rich.progress import MofNCompleteColumn  # here, because most commands do not need them

    from overtrick.cli.files import boards_in

    total = sum(1 for _ in boards_in(source)) if isinstance(source, str) else None
    with _bar(what, MofNCompleteColumn()) as shown:
        yield from shown.track(answers, total)


@contextmanager
def bar(what: str, after: float = 0.0) -> Iterator[Callable[[int, int], None] | None]:
    """A callback for the number of steps done and the total; None if nobody is watching.

    The bar is shown only after `after` seconds.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import TaskProgressColumn

    shown = _bar(what, TaskProgressColumn())
    task, begun = shown.add_task("", total=1), perf_counter()

    def tell(done: int, steps: int) -> None:
        shown.update(task, completed=done, total=steps)
        if perf_counter() - begun >= after:
            shown.start()

    if not after:
        shown.start()
    try:
        yield tell
    finally:
        if shown.live.is_started:
            shown.stop()


def followed(values: Iterable[V], number: int, what: str) -> Iterator[V]:
    """Pass on values, counting each on a progress bar when the next one is requested."""
    with bar(what) as tell:
        for done, value in enumerate(values):
            if tell is not None:
                tell(done, number)
            yield value
        if tell is not None:
            tell(number, number)


def _bar(what: str, count: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn(what),
        BarColumn(),
        count,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # or results meant for a file would land on the terminal
    )


@contextmanager
def waiting(what: str, after: float = 1.0) -> Iterator[None]:
    """Show a note on a terminal's standard error while something takes more than `after` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    shown, is_told = f"{what} ...", list[bool]()

    def tell(words: str) -> None:
        is_told.append(True)
        sys.stderr.write(f"\r{words}")
        sys.stderr.flush()

    timer = Timer(after, tell, [shown])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if is_told:
            tell(" " * len(shown) + "\r")


def read_line(prompt: str) -> str | None:
    """A line from a terminal or a pipe, stripped; None at the end."""
    if sys.stdin.isatty():
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    said = sys.stdin.buffer.readline()
    text = said.decode("utf-8", "replace").strip()
    print(text)  # echo piped input, as a terminal does
    return text if said else None
