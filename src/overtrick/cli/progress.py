"""A bar on standard error that tells how far long work has come, where somebody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeVar

from overtrick.formats import read

__all__ = ["bar", "tracked"]

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

    total = sum(1 for _ in read(source)) if isinstance(source, str) else None
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
def bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function to tell how many steps are done and of how many; None where nobody is watching."""
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
    with shown:
        task = shown.add_task("", total=1)
        yield lambda done, steps: shown.update(task, completed=done, total=steps)
