"""The systems that come with the package, and folders of one's own."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import final

from overtrick.bidding.entries import Place
from overtrick.bidding.errors import BiddingError, SystemFileError, suggestion
from overtrick.bidding.layout import Passage

__all__ = ["MAIN", "Folder", "find_system", "fingerprint", "known_systems"]

MAIN = "system"
"""The file of a folder that names the others."""
_MAIN_FILE = f"{MAIN}.bid"
_USES = re.compile(rb"^uses[ \t]+([A-Za-z_][\w-]*)", re.IGNORECASE | re.MULTILINE)


def known_systems() -> tuple[str, ...]:
    """The names of the systems that come with the package."""
    return tuple(sorted(_shipped()))


def find_system(name: str | os.PathLike[str]) -> Traversable:
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


def _shipped() -> dict[str, Traversable]:
    folder = files("overtrick.bidding").joinpath("systems")
    return {
        each.name: each for each in folder.iterdir() if each.is_dir() and each.joinpath(_MAIN_FILE).is_file()
    }


def fingerprint(name: str | os.PathLike[str]) -> str:
    """What changes when a file of a folder given by its path changes, or one of the systems it uses.

    It is empty for the systems that come with the package, which stay as they are.
    """
    if isinstance(name, str) and name.lower() in _shipped():
        return ""
    made, open_folders, seen = hashlib.sha256(), [_placed(find_system(name))], set[Traversable]()
    while open_folders:
        folder = open_folders.pop()
        if not isinstance(folder, Path) or folder in seen:
            continue
        seen.add(folder)
        for file in sorted(folder.glob("*.bid")):
            try:
                text = file.read_bytes()
            except OSError:  # reading the system says so
                text = b""
            made.update(repr((str(file), text)).encode())
            open_folders += [folder.parent / each.decode() for each in _USES.findall(text)]
    return made.hexdigest()


def _placed(folder: Path | Traversable) -> Path | Traversable:
    """A folder of the disk with its whole path, so that ``.`` has a name too."""
    return Path(os.path.abspath(folder)) if isinstance(folder, Path) else folder


@final
@dataclass(frozen=True)
class Folder:
    """Where the files of a system are: how to read one, and how to find a folder beside it."""

    name: str
    read: Callable[[str], str | None]
    beside: Callable[[str], Traversable | None]
    main: str = MAIN
    is_named: bool = True
    """Does it have to say what the system is called?"""
    location: str = ""
    """Different for different folders."""

    @staticmethod
    def at(folder: Path | Traversable) -> Folder:
        """A folder of the package or of the disk."""
        folder = _placed(folder)

        def read(stem: str) -> str | None:
            file = folder.joinpath(f"{stem}.bid")
            return file.read_text(encoding="utf-8-sig") if file.is_file() else None

        def beside(name: str) -> Traversable | None:
            if not isinstance(folder, Path):
                return None
            found = folder.parent / name
            return found if (found / _MAIN_FILE).is_file() else None

        return Folder(folder.name, read, beside, location=str(folder))

    @contextmanager
    def named_in_faults(self) -> Iterator[None]:
        """Within it, the faults of files name the folder as well."""
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
        """The text of a file; ``passage`` is what asks for it."""
        try:
            text = self.read(stem)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
            passage.fail(f"cannot read {stem}.bid: {reason}", position)
        if text is None:
            passage.fail(f"there is no file {stem}.bid in the folder {self.name!r}", position)
        return text
