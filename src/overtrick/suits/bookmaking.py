"""Making the book of suit combinations: every one of them solved, in chunks, so that work can be resumed.

Finished chunks are kept in a working file beside the book until it is whole: a line that says what it is,
then the chunks, each with its name, its length and a checksum.
"""

from __future__ import annotations

import hashlib
import os
import signal
import struct
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import active_children, get_context
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, final

from overtrick.suits.book import ALL_CARDS, Book, is_book, pack, record_of, unpack, write_book
from overtrick.suits.canonical import chapter, chapter_size, chapters
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import size
from overtrick.suits.solution import solve

__all__ = ["Chunk", "build", "chunks", "working_file"]

Progress = Callable[[int, int], None]
"""Told how many combinations are done, and of how many."""

_ENOUGH = 120
"""Combinations in a chunk, about: at 4 ms each an interruption loses half a second of work."""
_FRAME = struct.Struct(">HHI32s")
"""A chunk in the working file: its first chapter, how many it has, its length in bytes, their checksum."""


class Chunk(NamedTuple):
    """Some chapters that follow one another, with the number of combinations in them."""

    chapters: tuple[int, ...]
    combinations: int

    @property
    def name(self) -> tuple[int, int]:
        """Its first chapter, and how many it has."""
        return self.chapters[0], len(self.chapters)


def chunks(cards: int) -> Iterator[Chunk]:
    """All combinations of so many cards, in chunks that are always the same."""
    gathered: list[int] = []
    combinations = 0
    for ours in chapters(cards):
        gathered.append(ours)
        combinations += chapter_size(ours)
        if combinations >= _ENOUGH:
            yield Chunk(tuple(gathered), combinations)
            gathered, combinations = [], 0
    if gathered:
        yield Chunk(tuple(gathered), combinations)


def solved(ours: Sequence[int]) -> bytes:
    """Chapters worked out: their lengths in bytes, then the chapters."""
    texts = [
        pack(number for each in chapter(cards) for number in record_of(solve(each)).numbers())
        for cards in ours
    ]
    return pack(map(len, texts)) + b"".join(texts)


def _apart(chunk: Chunk, text: bytes) -> Iterator[tuple[int, bytes]]:
    """The chapters of a chunk."""
    numbers = unpack(text)
    lengths = [next(numbers) for _ in chunk.chapters]
    start = len(text) - sum(lengths)
    for ours, length in zip(chunk.chapters, lengths, strict=True):
        yield ours, text[start : start + length]
        start += length


# The working file


def working_file(path: Path) -> Path:
    """Where the unfinished parts of a book are kept."""
    return path.with_name(f"{path.name}.part")


@final
class _Workshop:
    """The working file, open: what was done before, and a place for more."""

    def __init__(self, path: Path) -> None:
        from overtrick import __version__

        self._path = path
        self._title = f"overtrick {__version__} encyclopedia, unfinished, format 1\n".encode()
        found = path.read_bytes() if path.exists() else b""
        if not found.startswith(self._title) and not self._title.startswith(found):
            raise SuitError(
                f"{str(path)!r} was not begun by this version of overtrick: remove it to begin anew"
            )
        self.done = dict[tuple[int, int], bytes]()
        whole = self._read(found)
        self._file = path.open("r+b" if found else "w+b")
        self._file.truncate(whole)  # a chunk that was cut short is done again
        self._file.seek(whole)
        if not whole:
            self._write(self._title)

    def _read(self, found: bytes) -> int:
        """Take up every whole chunk; how many bytes they fill."""
        if len(found) < len(self._title):
            return 0
        whole = len(self._title)
        while whole + _FRAME.size <= len(found):
            first, number, length, checksum = _FRAME.unpack_from(found, whole)
            end = whole + _FRAME.size + length
            text = found[whole + _FRAME.size : end]
            if len(text) < length or _checksum((first, number), text) != checksum:
                break
            self.done[first, number] = text
            whole = end
        return whole

    def add(self, chunk: Chunk, text: bytes) -> None:
        """Keep a finished chunk."""
        frame = _FRAME.pack(*chunk.name, len(text), _checksum(chunk.name, text))
        self._write(frame + text)
        self.done[chunk.name] = text

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def clear(self, used: Iterable[Chunk]) -> None:
        """Remove the file, unless it has chunks for a larger book."""
        if self.done.keys() <= {chunk.name for chunk in used}:
            self._path.unlink(missing_ok=True)


def _checksum(name: tuple[int, int], text: bytes) -> bytes:
    return hashlib.sha256(struct.pack(">HH", *name) + text).digest()


# The work


def build(
    path: Path, cards: Sequence[int] = ALL_CARDS, workers: int | None = None, progress: Progress | None = None
) -> Book:
    """The book of these numbers of cards; what an earlier, interrupted call has done is not done again.

    A book that is there already and was made by this version is kept as it is.
    """
    finished = _book_there(path, cards)
    if finished is not None:
        return finished
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plan = [chunk for number in cards for chunk in chunks(number)]
        with _Workshop(working_file(path)) as workshop:
            contents = _work(workshop, plan, workers or os.cpu_count() or 1, progress or _quietly)
            write_book(path, cards, contents)
        workshop.clear(plan)
    except OSError as error:
        raise SuitError(f"cannot write {str(path)!r}: {error.strerror}") from None
    except BrokenProcessPool:
        raise SuitError("a process that solved combinations was ended; build again to go on") from None
    return Book.open(path)


def _book_there(path: Path, cards: Sequence[int]) -> Book | None:
    """The book, if it is there and has all that is wanted; None if it is to be made."""
    from overtrick import __version__

    if not cards or not set(cards) <= set(ALL_CARDS):
        raise SuitError(f"a book has combinations of {ALL_CARDS[0]} to {ALL_CARDS[-1]} cards")
    if not path.exists():
        return None
    try:
        found = Book.open(path)
    except SuitError:
        if is_book(path):
            return None  # damaged, or of another format: no loss
        raise
    if found.version != __version__ or set(found.cards) < set(cards):
        return None
    if set(cards) <= set(found.cards):
        return found
    had, wanted = (", ".join(map(str, each)) for each in (found.cards, cards))
    raise SuitError(f"{str(path)!r} has combinations of {had} cards, not of {wanted}: name another file")


def _quietly(done: int, total: int) -> None:
    """Nobody is watching."""


def _work(workshop: _Workshop, plan: Sequence[Chunk], workers: int, progress: Progress) -> dict[int, bytes]:
    """Every chapter of a plan, those of the working file and the rest."""
    total = sum(chunk.combinations for chunk in plan)
    todo = [chunk for chunk in plan if chunk.name not in workshop.done]
    done = total - sum(chunk.combinations for chunk in todo)
    # The hardest, those of six and seven cards, are spread out best if they do not come last.
    todo.sort(key=lambda chunk: abs(2 * size(chunk.chapters[0]) - 11))
    progress(done, total)
    with closing(_at_work(todo, workers)) as finished:
        for chunk, text in finished:
            workshop.add(chunk, text)
            done += chunk.combinations
            progress(done, total)
    return {ours: text for chunk in plan for ours, text in _apart(chunk, workshop.done[chunk.name])}


def _at_work(todo: Sequence[Chunk], workers: int) -> Generator[tuple[Chunk, bytes], None, None]:
    """The chunks as they are finished, in any order."""
    if min(workers, len(todo)) <= 1:
        for chunk in todo:
            yield chunk, solved(chunk.chapters)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts_to_the_first)
    try:
        begun: dict[Future[bytes], Chunk] = {pool.submit(solved, chunk.chapters): chunk for chunk in todo}
        for future in as_completed(begun):
            yield begun.pop(future), future.result()
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
