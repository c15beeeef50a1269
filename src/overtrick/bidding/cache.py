"""Parsed systems kept from one run to the next, so that a system is parsed once.

Each system has one file in the cache folder: a line with its key and the hash of the rest, then plain JSON.
The key is a hash of all files of the system and of the program's version. A file that is broken, cut off or
made by another version is ignored and replaced; a folder that cannot be used is left alone. See
docs/bidding.md.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Any, cast

import overtrick
from overtrick.bidding import auction_facts, entries
from overtrick.bidding.entries import Sheet
from overtrick.bidding.library import EXTRA_WORDS, Folder, find_system
from overtrick.core import Call, Strain, Suit
from overtrick.hands import Feature, Vocabulary, terms
from overtrick.hands.features import STANDARD_FEATURES
from overtrick.hands.terms import Definition, Name, defined

__all__ = ["cache_folder", "load_sheets"]

_MOST_FILES = 64
"""When there are more, the oldest are removed."""


def load_sheets(system: str | os.PathLike[str]) -> tuple[Sheet, ...]:
    """The sheets of a system and of those beneath it, from the cache or else from its files."""
    path, folder = cache_folder(), Folder.at(find_system(system))
    if path is None or not _is_private(path):
        return _read(system)
    key = sha256(f"{_version()} {folder.digest()}".encode()).hexdigest()
    file = path / f"{folder.name}-{sha256(folder.location.encode()).hexdigest()[:16]}.json"
    body = _stored(file, key)
    if body is not None:
        with suppress(ValueError, LookupError, TypeError, AttributeError):  # whole, but not ours
            return _Decoder(body).sheets()
    sheets = _read(system)
    _store(file, key, _Encoder().sheets(sheets))
    return sheets


def _read(system: str | os.PathLike[str]) -> tuple[Sheet, ...]:
    from overtrick.bidding.reading import read_sheets  # loads the parser

    return read_sheets(system)


# Files


def cache_folder() -> Path | None:
    """The folder of ``OVERTRICK_CACHE``, else ``overtrick`` in the user's cache folder; None if it is off."""
    own = os.environ.get("OVERTRICK_CACHE")
    if own is not None:
        return None if own.lower() in ("", "off") else Path(own)
    users = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # nobody's home is known
        return (Path(users) if os.path.isabs(users) else Path.home() / ".cache") / "overtrick"
    return None


def _is_private(folder: Path) -> bool:
    """Is it a folder of this user that nobody else may enter? It is made if it is not there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) & 0o077 == 0


@cache
def _version() -> str:
    """The version of the program, and the state of the modules that read systems."""
    here = Path(__file__).parent
    folders = (here, here.parent / "hands", here.parent / "openbid")
    with suppress(OSError):  # the package is no folder
        sources = (each for folder in folders for each in os.scandir(folder))
        files = sorted((each.name, each.stat()) for each in sources if each.name.endswith((".py", ".lark")))
        return f"{overtrick.__version__} {[(name, of.st_size, of.st_mtime_ns) for name, of in files]}"
    return overtrick.__version__


def _stored(file: Path, key: str) -> str | None:
    """What a file holds, if it is whole and has this key."""
    try:
        head, _, body = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return body if head == _head(key, body) else None


def _head(key: str, body: str) -> str:
    return f"{key} {sha256(body.encode()).hexdigest()}"


def _store(file: Path, key: str, body: str) -> None:
    """Write a file at once or not at all, whoever else writes it."""
    with suppress(OSError):
        temporary = file.with_name(f"{file.stem}.{os.getpid()}-{get_ident()}.tmp")
        try:
            temporary.write_text(f"{_head(key, body)}\n{body}", encoding="utf-8")
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
        for old in sorted(file.parent.iterdir(), key=lambda each: each.stat().st_mtime)[:-_MOST_FILES]:
            old.unlink(missing_ok=True)


# Sheets as plain data: a list begins with the number of its kind, everything else is itself.


def _kinds() -> Iterator[Callable[..., object]]:
    """The types of terms, conditions and entries; their order is part of what `_version` is about."""
    for module in (terms, auction_facts, entries):
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == module.__name__ and found is not Definition:
                yield found
    yield from (Suit, Strain)


_KINDS: dict[int | str, Callable[..., object]] = dict(enumerate(_kinds()))
_NUMBERS = {kind: number for number, kind in _KINDS.items()}
_STANDARD = {each.name: each for each in STANDARD_FEATURES}


class _Encoder:
    """Turns sheets into plain data; each definition is written once, since many terms share it."""

    def __init__(self) -> None:
        self._definitions = list[object]()
        self._numbers = dict[Definition, int]()

    def sheets(self, sheets: tuple[Sheet, ...]) -> str:
        """The sheets as JSON."""
        data = self(sheets)
        return _json([self._definitions, data])

    def __call__(self, value: object) -> object:
        """A value as plain data."""
        match value:
            case Enum():
                return [_NUMBERS[type(value)], value.value]
            case None | bool() | int() | str():
                return value
            case tuple() if type(value) is tuple:
                return ["tuple", *map(self, value)]
            case frozenset():
                return ["set", *map(self, sorted(value))]
            case Call():
                return ["call", str(value)]
            case Feature():
                return ["feature", value.name, *_source_of(value)]
            case Definition():
                return ["definition", self._number(value)]
            case Vocabulary():
                names = tuple(Name(name, kind) for name, kind in value.names.items())
                features, definitions = (*value.features.values(),), (*value.definitions.values(),)
                return ["words", self(features), self(definitions), self(names)]
            case _ if callable(value):
                return ["later", _json(self(value()))]
        parts = (getattr(value, name) for name in cast(Any, value).__match_args__)
        return [_NUMBERS[type(value)], *map(self, parts)]

    def _number(self, definition: Definition) -> int:
        if definition not in self._numbers:
            data = [self(each) for each in (definition.name, definition.parameters, definition.body)]
            self._numbers[definition] = len(self._definitions)
            self._definitions.append(data)
        return self._numbers[definition]


class _Decoder:
    """Turns plain data into sheets; conditions on hands when they are first used."""

    def __init__(self, body: str) -> None:
        self._rows, self._sheets = json.loads(body)
        self._definitions = dict[int, Definition]()
        self._makers: dict[int | str, Callable[..., object]] = {
            **_KINDS,
            "tuple": lambda *parts: parts,
            "set": lambda *parts: frozenset(parts),
            "call": Call.parse,
            "feature": _feature,
            "definition": self._definition,
            "words": _vocabulary,
        }

    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets."""
        found = self(self._sheets)
        if not (isinstance(found, tuple) and all(isinstance(each, Sheet) for each in found)):
            raise TypeError("these are no sheets")
        return found

    def __call__(self, data: object) -> object:
        """The value of plain data."""
        if type(data) is not list:
            return data
        kind, *parts = data
        if kind == "later":
            return partial(self._later, *parts)
        return self._makers[kind](*[self(part) if type(part) is list else part for part in parts])

    def _later(self, text: str) -> object:
        return self(json.loads(text))

    def _definition(self, number: int) -> Definition:
        found = self._definitions.get(number)
        if found is None:
            found = self._definitions[number] = defined(*map(self, self._rows[number]))  # type: ignore[arg-type]
        return found


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _source_of(feature: Feature) -> Iterator[str]:
    """The name of the extra words that have a feature; none if it is a standard one."""
    if _STANDARD.get(feature.name) != feature:
        yield next(name for name, words in EXTRA_WORDS.items() if feature in words().features.values())


def _feature(name: str, source: str = "") -> Feature:
    return EXTRA_WORDS[source]().features[name.lower()] if source else _STANDARD[name]


def _vocabulary(
    features: tuple[Feature, ...], definitions: tuple[Definition, ...], names: tuple[Name, ...]
) -> Vocabulary:
    return Vocabulary(
        {each.name.lower(): each for each in features},
        {each.name.lower(): each for each in definitions},
        {each.name: each.kind for each in names},
    )
