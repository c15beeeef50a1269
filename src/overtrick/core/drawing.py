"""How values show themselves: as text that can be read back, and in a notebook as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Self, TypeVar

from overtrick.core.errors import NotationError

__all__ = ["Drawable", "Named", "Readable", "TextValue", "drawn_by", "named"]

N = TypeVar("N", bound="Readable")
_artists = list[Callable[[Any], str]]()


def drawn_by(artist: Callable[[Any], str]) -> None:
    """Let `artist` turn values into SVG pictures: `core` asks, `render` answers."""
    _artists[:] = [artist]


class Drawable:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture of this value, or nothing while there is no artist."""
        return _artists[0](self) if _artists else None


class TextValue(Drawable):
    """A value that `parse` reads back from its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


class Named(Drawable, IntEnum):
    """A value of a small ordered set, shown by its name."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Readable(Named):
    """A named value that `parse` reads from any of the names that `named` gives it."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read any of the names that people write for a value, in capitals or not."""
        kind, names = _names[cls]
        value: Self | None = names.get(text.strip().upper())
        if value is None:
            raise NotationError(f"{text!r} is not {kind}")
        return value


_names: dict[type[Readable], tuple[str, Mapping[str, Any]]] = {}


def named(kind: type[N], expected: str, names: Mapping[str, N]) -> None:
    """Say what values of a kind are called, all in capitals, and what else a text should have been."""
    _names[kind] = (expected, names)
