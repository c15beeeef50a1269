"""A bar on standard error that tells how far long work has come, where somebody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter
from typing import BinaryIO, TypeVar

from overtrick.cli.files import boards_in

__all__ = ["bar", "tracked", "waiting"]

V = TypeVar("V")


def tracked(answers: Iterator[V], source: str | BinaryIO, what: str = "solving") -> Iterator[V]:
    """The same answers, one for each board of a file, counted on a bar if standard error is a terminal.

    Where the answers go to a terminal themselves, they tell how far it has come.
    """
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield from answers
        return
    from rich.console import Console  # here, because most commands have no use for them
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = sum(1 for _ in boards_in(source)) if isinstance(source, str) else None
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # or results meant for a file would land on the terminal
    )
    with bar:
        task = bar.add_task("", total=total)
        for answer in answers:
            yield answer
            bar.advance(task)


@contextmanager
def bar(what: str, after: float = 0.0) -> Iterator[Callable[[int, int], None] | None]:
    """A function to tell how many steps are done and of how many; None where nobody is watching.

    The bar is not shown before so many seconds have gone by.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn(what),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
    )
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


@contextmanager
def waiting(what: str, after: float = 1.0) -> Iterator[None]:
    """A note on standard error while something takes more than so many seconds, if somebody is watching."""
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
