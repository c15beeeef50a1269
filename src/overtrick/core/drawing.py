"""Base classes for how values are shown: as text that can be read back, in a notebook as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Self, TypeVar

from overtrick.core.errors import NotationError

__all__ = ["Drawable", "Named", "Readable", "TextValue", "drawn_by", "named"]

N = TypeVar("N", bound="Readable")
_artists = list[Callable[[Any], str]]()


def drawn_by(artist: Callable[[Any], str]) -> None:
    """Register the function that turns values into SVG; `render` does this, so `core` need not import it."""
    _artists[:] = [artist]


class Drawable:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """This value as SVG; None while no artist is registered."""
        return _artists[0](self) if _artists else None


class TextValue(Drawable):
    """A value whose text `parse` reads back."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


class Named(Drawable, IntEnum):
    """A value of a small ordered set, shown by its name."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Readable(Named):
    """A named value that `parse` reads from any of the names registered with `named`."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a value from any of its names, in upper or lower case."""
        kind, names = _names[cls]
        value: Self | None = names.get(text.strip().upper())
        if value is None:
            raise NotationError(f"{text!r} is not {kind}")
        return value


_names: dict[type[Readable], tuple[str, Mapping[str, Any]]] = {}


def named(kind: type[N], expected: str, names: Mapping[str, N]) -> None:
    """Register the names of an enum's values, in capitals, and the words an error uses for its kind."""
    _names[kind] = (expected, names)
