"""The book of suit combinations: the best chances and first plays of all combinations, in one file.

The file is a magic line, a line of JSON (format, version, numbers of cards, a checksum of these and of the
content), and the content, compressed with lzma. The content has a chapter for each set of
cards that the two hands may hold together, in the order of `canonical`: first the lengths of all chapters in
bytes, then the chapters. A chapter is a sequence of numbers, one record per combination (see `Record`).
All numbers are variable-length: seven bits to a byte, lowest first, with the eighth bit set but on the last.

The book is made in chunks of chapters, so that work can be resumed. Finished chunks are kept in a working
file beside the book until it is complete: a magic line, then the chunks, each with its name, its
length and a checksum.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import struct
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from math import comb
from pathlib import Path
from typing import NamedTuple, cast, final

from overtrick import __version__
from overtrick.core import Odds, Seat
from overtrick.processes import Interrupted, in_parallel
from overtrick.suits.canonical import (
    FEWEST,
    MOST,
    Lead,
    canonical,
    chapter,
    chapter_size,
    chapters,
    is_mirrored,
    leads,
    number_of_combinations,
)
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import size
from overtrick.suits.solution import Solution, solve

__all__ = [
    "ALL_CARDS",
    "CASES",
    "Book",
    "BookGoal",
    "Chunk",
    "Entry",
    "Record",
    "build",
    "chunks",
    "default_place",
    "is_book",
    "pack",
    "record_of",
    "unpack",
    "working_file",
    "write_book",
]

CASES = comb(26, 13)
"""The number of ways to deal the defenders' cards: every chance is a whole number of these cases."""
ALL_CARDS = range(FEWEST, MOST + 1)
_MAGIC = b"overtrick encyclopedia of suit combinations\n"
_FORMAT = 1
_LONGEST_HEADER = 4096
_LARGEST = 1 << 27
"""An upper limit on the bytes of content, so that a foreign file cannot fill the memory."""
_ANEW = "make it anew with 'overtrick encyclopedia build'"


# Entries


class Record(NamedTuple):
    """The numbers of one combination; first plays are bits, bit *i* for lead *i* of `leads`."""

    chances: tuple[int, ...]
    """The cases for at least one trick, two tricks, and so on, while there is a chance."""
    plays: tuple[int, ...]
    expected: int
    """Expected tricks times the cases."""
    average_plays: int

    def numbers(self) -> Iterator[int]:
        """The record as a sequence of numbers; the number of certain goals stands for their chances."""
        sure = self.chances.count(CASES)
        yield from (sure, len(self.chances) - sure, *self.chances[sure:], *self.plays)
        yield from (self.expected, self.average_plays)

    @staticmethod
    def read(numbers: Iterator[int]) -> Record:
        """The next record of a sequence of numbers."""
        sure, others = next(numbers), next(numbers)
        chances = (CASES,) * sure + tuple(islice(numbers, others))
        return Record(chances, tuple(islice(numbers, len(chances))), next(numbers), next(numbers))


def record_of(solution: Solution) -> Record:
    """The record of a solution that assumes nothing about the defenders' hands."""
    bits = {lead: 1 << place for place, lead in enumerate(leads(solution.combination))}
    goals = solution.goals[::-1]
    return Record(
        tuple(goal.odds.wins * (CASES // goal.odds.cases) for goal in goals),
        tuple(sum(bits[Lead(play.seat, play.rank)] for play in goal.first_plays) for goal in goals),
        int(solution.expected * CASES),
        sum(bits[Lead(play.seat, play.rank)] for play in solution.best_for_average),
    )


@final
@dataclass(frozen=True, slots=True)
class BookGoal:
    """The best chance of at least a number of tricks, and every lead that begins a best line."""

    tricks: int
    odds: Odds
    first_plays: tuple[Lead, ...]


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """The book's entry for a combination; the values are those of `solve`."""

    combination: Combination
    goals: tuple[BookGoal, ...]
    """Every number of tricks with a chance, the largest first."""
    expected: Fraction
    best_for_average: tuple[Lead, ...]
    """Every lead that begins a line with the largest expected number of tricks."""

    @staticmethod
    def of(combination: Combination, record: Record) -> Entry:
        """The entry for a combination from the record of its canonical form."""
        places = _places(combination)
        goals = tuple(
            BookGoal(tricks, Odds(cases, CASES), _chosen(places, plays))
            for tricks, (cases, plays) in enumerate(zip(record.chances, record.plays, strict=True), 1)
        )
        average = _chosen(places, record.average_plays)
        return Entry(combination, goals[::-1], Fraction(record.expected, CASES), average)

    def goal(self, tricks: int) -> BookGoal:
        """The best chance of at least this many tricks; if there is none, all leads are best."""
        most = self.combination.length
        if not 1 <= tricks <= most:
            raise SuitError(f"{tricks} tricks cannot be asked of {self.combination}: expected 1 to {most}")
        hopeless = BookGoal(tricks, Odds(0, 1), leads(self.combination))
        return next((goal for goal in self.goals if goal.tricks == tricks), hopeless)


def _places(combination: Combination) -> Sequence[Lead]:
    """The leads of a combination in the order of the canonical one's."""
    first = Seat.SOUTH if is_mirrored(combination) else Seat.NORTH
    return sorted(leads(combination), key=lambda lead: lead.seat is not first)


def _chosen(places: Sequence[Lead], bits: int) -> tuple[Lead, ...]:
    found = (lead for place, lead in enumerate(places) if bits >> place & 1)
    return tuple(sorted(found, key=lambda lead: (lead.seat, -lead.rank)))


# Numbers as bytes


def pack(numbers: Iterable[int]) -> bytes:
    """Whole numbers as bytes.

    >>> pack([5, 300]).hex(), list(unpack(pack([5, 300])))
    ('05ac02', [5, 300])
    """
    packed = bytearray()
    for number in numbers:
        while number >= 128:
            packed.append(number & 127 | 128)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def unpack(packed: bytes) -> Iterator[int]:
    """The numbers from their bytes; an incomplete last number is ignored."""
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def _joined(texts: Sequence[bytes]) -> bytes:
    """The texts concatenated, with their lengths in front."""
    return pack(map(len, texts)) + b"".join(texts)


def _divided(joined: bytes, number: int) -> Iterator[slice]:
    """The slices of the concatenated texts."""
    lengths = list(islice(unpack(joined), number))
    end = len(joined) - sum(lengths)
    for length in lengths:
        yield slice(end, end := end + length)


# The file


def default_place() -> Path:
    """The default path of the book: $OVERTRICK_ENCYCLOPEDIA, or a file in the user's data folder."""
    if named := os.environ.get("OVERTRICK_ENCYCLOPEDIA"):
        return Path(named)
    data = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    return data / "overtrick" / "encyclopedia.suits"


def write_book(path: Path, cards: Sequence[int], contents: Mapping[int, bytes]) -> None:
    """Write the chapters for these numbers of cards into a file, atomically."""
    content = _joined([contents[ours] for number in cards for ours in chapters(number)])
    header: dict[str, object] = {
        "format": _FORMAT,
        "overtrick": __version__,
        "cards": list(cards),
        "combinations": sum(map(number_of_combinations, cards)),
        "bytes": len(content),
    }
    line = json.dumps(header | {"sha256": _checksum(header, content)}).encode() + b"\n"
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(_MAGIC + line + lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def is_book(path: Path) -> bool:
    """Does the file begin like a book, damaged or not?"""
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
    return False


def _checksum(header: Mapping[str, object], content: bytes) -> str:
    return hashlib.sha256(json.dumps(header).encode() + b"\n" + content).hexdigest()


def _read_header(path: Path, line: bytes) -> dict[str, object]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or "format" not in header:
        raise SuitError(f"{str(path)!r} is damaged: its header cannot be read; {_ANEW}")
    if header["format"] != _FORMAT:
        raise SuitError(
            f"{str(path)!r} has format {header['format']}, and this version reads format {_FORMAT}: {_ANEW}"
        )
    return header


def _decompressed(packed: bytes, expected: object) -> bytes | None:
    """The content, or None if it is damaged or not as long as expected."""
    if not isinstance(expected, int) or not 0 <= expected <= _LARGEST:
        return None
    reader = lzma.LZMADecompressor()
    with suppress(lzma.LZMAError):
        content = reader.decompress(packed, max_length=expected + 1)
        if reader.eof and not reader.unused_data and len(content) == expected:
            return content
    return None


@final
class Book:
    """An open book: ``book[combination]`` is the entry of any combination that it covers."""

    def __init__(self, path: Path, version: str, cards: Sequence[int], content: bytes) -> None:
        self.path = path
        self.version = version
        """The version of overtrick that made it."""
        self.cards = tuple(cards)
        """The numbers of cards in the two hands together that it covers."""
        every = [ours for number in self.cards for ours in chapters(number)]
        self._content = content
        self._places = dict(zip(every, _divided(content, len(every)), strict=True))

    # Opening

    @staticmethod
    def open(path: Path | str) -> Book:
        """Read a file made by ``overtrick encyclopedia build``; a damaged one is an error."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                if file.read(len(_MAGIC)) != _MAGIC:
                    raise SuitError(f"{str(path)!r} is not an encyclopedia of suit combinations")
                line, packed = file.readline(_LONGEST_HEADER), file.read(_LARGEST)
        except OSError as error:
            raise SuitError(f"cannot read {str(path)!r}: {error.strerror}") from None
        header = _read_header(path, line)
        content = _decompressed(packed, header.get("bytes"))
        if content is None:
            raise SuitError(f"{str(path)!r} is damaged or cut short: {_ANEW}")
        if header.pop("sha256", None) != _checksum(header, content):
            raise SuitError(f"{str(path)!r} is damaged: its content does not match its checksum; {_ANEW}")
        cards = header.get("cards")
        if not isinstance(cards, list) or not set(cards) <= set(ALL_CARDS):
            raise SuitError(f"{str(path)!r} has combinations of {cards} cards, which no book has")
        return Book(path, str(header.get("overtrick")), cards, content)

    @staticmethod
    def find(place: Path | None = None) -> Book | None:
        """The book at its place, or None if there is no file."""
        path = default_place() if place is None else place
        return Book.open(path) if path.exists() else None

    # Looking up

    def __len__(self) -> int:
        return sum(map(number_of_combinations, self.cards))

    def __contains__(self, combination: object) -> bool:
        return (
            isinstance(combination, Combination)
            and combination.ranks == 13
            and combination.north | combination.south in self._places
        )

    def __getitem__(self, combination: Combination) -> Entry:
        if combination not in self:
            held = size(combination.north | combination.south)
            raise SuitError(f"{combination} is not in the book: it has {held} cards of {combination.ranks}")
        wanted, ours = canonical(combination), combination.north | combination.south
        return Entry.of(combination, self._records(ours)[chapter(ours).index(wanted)])

    @property
    def chapters(self) -> tuple[int, ...]:
        """Every set of cards that it covers, North's and South's together."""
        return tuple(self._places)

    def entries(self, wanted: Iterable[int] | None = None) -> Iterator[Entry]:
        """Every canonical combination of some chapters, or of all."""
        for ours in self._places if wanted is None else wanted:
            yield from map(Entry.of, chapter(ours), self._records(ours))

    def _records(self, ours: int) -> list[Record]:
        numbers = unpack(self._content[self._places[ours]])
        return [Record.read(numbers) for _ in chapter(ours)]


Progress = Callable[[int, int], None]
"""A callback that gets the number of combinations done, and the total."""

_ENOUGH = 120
"""Combinations in a chunk, roughly: at 4 ms each, an interruption loses half a second of work."""
_FRAME = struct.Struct(">HHI32s")
"""A chunk's header in the working file: first chapter, number of chapters, length in bytes, checksum."""


Chunk = tuple[int, ...]
"""Consecutive chapters."""


def chunks(cards: int) -> Iterator[Chunk]:
    """All combinations of this many cards, in chunks that are always the same."""
    gathered = Chunk()
    for ours in chapters(cards):
        gathered = (*gathered, ours)
        if _combinations(gathered) >= _ENOUGH:
            yield gathered
            gathered = ()
    if gathered:
        yield gathered


def _combinations(chunk: Chunk) -> int:
    return sum(map(chapter_size, chunk))


def _name(chunk: Chunk) -> tuple[int, int]:
    """A chunk's first chapter and its number of chapters."""
    return chunk[0], len(chunk)


def solved(ours: Sequence[int]) -> bytes:
    """Solved chapters as bytes: their lengths, then the chapters."""
    records = ((record_of(solve(each)).numbers() for each in chapter(cards)) for cards in ours)
    return _joined([pack(chain.from_iterable(each)) for each in records])


# The working file


def working_file(path: Path) -> Path:
    """The path of the file with the finished parts of an incomplete book."""
    return path.with_name(f"{path.name}.part")


@final
class _WorkingFile:
    """The open working file: the chunks done so far, and room for more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._title = f"overtrick {__version__} encyclopedia, unfinished, format 1\n".encode()
        found = path.read_bytes() if path.exists() else b""
        if not found.startswith(self._title) and not self._title.startswith(found):
            raise SuitError(
                f"{str(path)!r} was not begun by this version of overtrick: remove it to begin anew"
            )
        self.done = dict[tuple[int, int], bytes]()
        whole = self._read(found)
        self._file = path.open("ab")
        self._file.truncate(whole)  # an incomplete chunk is done again
        self._write(self._title[whole:])

    def _read(self, found: bytes) -> int:
        """Take up every complete chunk; return the number of bytes they fill."""
        whole = min(len(self._title), len(found))
        while whole + _FRAME.size <= len(found):
            first, number, length, checksum = _FRAME.unpack_from(found, whole)
            end = whole + _FRAME.size + length
            text = found[whole + _FRAME.size : end]
            if len(text) < length or _chunk_checksum((first, number), text) != checksum:
                break
            self.done[first, number] = text
            whole = end
        return whole

    def add(self, chunk: Chunk, text: bytes) -> None:
        """Save a finished chunk."""
        name = _name(chunk)
        self._write(_FRAME.pack(*name, len(text), _chunk_checksum(name, text)) + text)
        self.done[name] = text

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._file.flush()

    def close(self) -> None:
        """Close the file, which a later call can resume."""
        self._file.close()

    def clear(self, used: Iterable[Chunk]) -> None:
        """Remove the file, unless it has chunks for a larger book."""
        if self.done.keys() <= set(map(_name, used)):
            self._path.unlink(missing_ok=True)


def _chunk_checksum(name: tuple[int, int], text: bytes) -> bytes:
    return hashlib.sha256(struct.pack(">HH", *name) + text).digest()


# Building


def build(
    path: Path, cards: Sequence[int] = ALL_CARDS, workers: int | None = None, progress: Progress | None = None
) -> Book:
    """Build the book for these numbers of cards, resuming the work of an interrupted call.

    An existing book made by this version is kept as it is.
    """
    finished = _book_there(path, cards)
    if finished is not None:
        return finished
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plan = [chunk for number in cards for chunk in chunks(number)]
        with closing(_WorkingFile(working_file(path))) as working:
            contents = _work(working, plan, workers or os.cpu_count() or 1, progress or _quietly)
            write_book(path, cards, contents)
        working.clear(plan)
    except OSError as error:
        raise SuitError(f"cannot write {str(path)!r}: {error.strerror}") from None
    except Interrupted:
        raise SuitError("a process that solved combinations was ended; build again to go on") from None
    return Book.open(path)


def _book_there(path: Path, cards: Sequence[int]) -> Book | None:
    """The existing book if it covers these numbers of cards; None if it has to be made."""
    if not cards or not set(cards) <= set(ALL_CARDS):
        raise SuitError(f"a book has combinations of {ALL_CARDS[0]} to {ALL_CARDS[-1]} cards")
    if not path.exists():
        return None
    try:
        found = Book.open(path)
    except SuitError:
        if is_book(path):
            return None  # damaged, or of another format: make it again
        raise
    if found.version != __version__ or set(found.cards) < set(cards):
        return None
    if set(cards) <= set(found.cards):
        return found
    had, wanted = (", ".join(map(str, each)) for each in (found.cards, cards))
    raise SuitError(f"{str(path)!r} has combinations of {had} cards, not of {wanted}: name another file")


def _quietly(done: int, total: int) -> None:
    """Report no progress."""


def _work(working: _WorkingFile, plan: Sequence[Chunk], workers: int, progress: Progress) -> dict[int, bytes]:
    """All chapters of a plan, from the working file or solved now."""
    total = sum(map(_combinations, plan))
    todo = [chunk for chunk in plan if _name(chunk) not in working.done]
    done = total - sum(map(_combinations, todo))
    # The hardest chunks, those of six and seven cards, are best balanced if they do not come last.
    todo.sort(key=lambda chunk: abs(2 * size(chunk[0]) - 11))
    progress(done, total)
    with closing(_solved_chunks(todo, workers)) as finished:
        for chunk, text in finished:
            working.add(chunk, text)
            done += _combinations(chunk)
            progress(done, total)
    contents = dict[int, bytes]()
    for chunk in plan:
        text = working.done[_name(chunk)]
        contents |= {ours: text[place] for ours, place in zip(chunk, _divided(text, len(chunk)), strict=True)}
    return contents


def _solved_chunks(todo: Sequence[Chunk], workers: int) -> Generator[tuple[Chunk, bytes], None, None]:
    """The chunks as they are finished, in any order."""
    if min(workers, len(todo)) <= 1:
        for chunk in todo:
            yield chunk, solved(chunk)
        return
    jobs = [partial(solved, chunk) for chunk in todo]
    with closing(in_parallel(jobs, min(workers, len(todo)))) as replies:
        for place, reply in replies:
            yield todo[place], cast(bytes, reply.result())
