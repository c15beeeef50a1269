"""The systems that come with the package, and systems in other folders."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, final

from overtrick.bidding.entries import Place
from overtrick.bidding.errors import BiddingError, SystemFileError, suggestion
from overtrick.hands import Vocabulary, standard
from overtrick.hands.errors import unread
from overtrick.hands.terms import Definition, quick_dataclass

if TYPE_CHECKING:
    from overtrick.bidding.layout import Passage

__all__ = [
    "EXTRA_NAMES",
    "EXTRA_WORDS",
    "MAIN",
    "Folder",
    "find_system",
    "fingerprint",
    "known_definition",
    "known_systems",
]

MAIN = "system"
"""The main file of a folder, which includes the others."""
_MAIN_FILE = f"{MAIN}.bid"
_USES = re.compile(rb"^uses[ \t]+([A-Za-z_][\w-]*)", re.IGNORECASE | re.MULTILINE)


def known_systems() -> tuple[str, ...]:
    """The names of the systems that come with the package."""
    return tuple(sorted(_shipped()))


def find_system(name: str | os.PathLike[str]) -> Path:
    """The folder of a system that comes with the package, or a folder by its path.

    >>> find_system("no such system")
    Traceback (most recent call last):
    ...
    overtrick.bidding.errors.BiddingError: there is no system 'no such system': expected a folder with ...
    """
    if not isinstance(name, str | os.PathLike):
        raise BiddingError(f"expected the name of a system or a folder, not a {type(name).__name__}")
    shipped = _shipped()
    if isinstance(name, str) and name.lower() in shipped:
        return shipped[name.lower()]
    path = Path(name)
    folder = path.parent if path.name == _MAIN_FILE else path
    try:
        if (folder / _MAIN_FILE).is_file():
            return folder
    except (OSError, ValueError):  # a name no file can have
        pass
    names = f" or one of {', '.join(sorted(shipped))}" if shipped else ""
    near = suggestion(str(name), shipped).removeprefix(":")
    raise BiddingError(
        f"there is no system {str(name)[:80]!r}: expected a folder with a file {_MAIN_FILE}{names}"
        + (f";{near}" if near else "")
    )


@cache
def _shipped() -> Mapping[str, Path]:
    return {file.parent.name: file.parent for file in Path(__file__).parent.glob(f"systems/*/{_MAIN_FILE}")}


def fingerprint(system: str | os.PathLike[str]) -> str:
    """A hash of a system's files and of the systems it uses, which changes when any of them changes.

    It is empty for the systems that come with the package, which do not change.
    """
    is_shipped = isinstance(system, str) and system.lower() in _shipped()
    return "" if is_shipped else Folder.at(find_system(system)).digest()


def _openbid() -> Vocabulary:
    from overtrick.openbid import vocabulary  # imported only for systems that use these words

    return vocabulary()


EXTRA_WORDS: Mapping[str, Callable[[], Vocabulary]] = {"openbid": _openbid}
"""The extra vocabularies that a statement ``words NAME`` adds to the language of hands."""
EXTRA_NAMES = frozenset(
    (
        *("canberebid", "distp", "evendist", "four441", "honorcount", "notr", "notrumptry", "opening"),
        *("outsideace", "playtricks", "safe", "slidepoints", "solid", "sp1", "sp2", "stop", "suitlength"),
        *("suitpoints", "totalpts", "voidflag"),
    )
)
"""The names of their definitions, known without loading them."""


def known_definition(name: str) -> Definition | None:
    """The definition of a word of the language or of the extra vocabularies, if it is one."""
    words = EXTRA_WORDS["openbid"]() if name.lower() in EXTRA_NAMES else standard()
    return words.definitions.get(name.lower())


@final
@quick_dataclass
class Folder:
    """The files of a system: a function that reads one, and the path of the folder if there is one."""

    name: str
    read: Callable[[str], str | None]
    path: Path | None = None
    main: str = MAIN
    is_named: bool = True
    """Must the main file give the name of the system?"""

    @staticmethod
    def at(folder: Path) -> Folder:
        """A folder by its absolute path, so that ``.`` has a name too."""
        path = Path(os.path.abspath(folder))

        def read(stem: str) -> str | None:
            file = path.joinpath(f"{stem}.bid")
            return file.read_text(encoding="utf-8-sig") if file.is_file() else None

        return Folder(path.name, read, path)

    @property
    def location(self) -> str:
        """The path as text, different for different folders."""
        return str(self.path)

    def used(self, name: str) -> Folder:
        """The folder of a system that this one uses: one next to it, or else by `find_system`."""
        if self.path is not None and (self.path.parent / name / _MAIN_FILE).is_file():
            return Folder.at(self.path.parent / name)
        return Folder.at(find_system(name))

    def digest(self) -> str:
        """A hash of all files of the folder and of the systems it uses."""
        made, waiting, done = hashlib.sha256(), [self], set[str]()
        while waiting:
            folder = waiting.pop()
            if folder.path is None or folder.location in done:
                continue
            done.add(folder.location)
            for file in sorted(folder.path.glob("*.bid")):
                text = _bytes(file)
                made.update(repr((folder.location, file.name, len(text))).encode() + text)
                for name in _USES.findall(text):
                    with suppress(BiddingError):  # reading the system says so
                        waiting.append(folder.used(name.decode()))
        return made.hexdigest()

    @contextmanager
    def named_in_faults(self) -> Iterator[None]:
        """A context in which errors of files name the folder too."""
        try:
            yield
        except SystemFileError as error:
            if not self.is_named:
                raise
            raise error.within(self.name) from None

    def where(self, place: Place) -> str:
        """A place in words, with the folder."""
        return f"{self.name}/{place}" if self.is_named else str(place)

    def load(self, stem: str, passage: Passage, position: int | None = None) -> str:
        """The text of a file, or an error at the passage that includes it."""
        try:
            text = self.read(stem)
        except (OSError, UnicodeDecodeError) as error:
            passage.fail(f"cannot read {stem}.bid: {unread(error)}", position)
        if text is None:
            passage.fail(f"there is no file {stem}.bid in the folder {self.name!r}", position)
        return text


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # reading the system says so
        return b""
