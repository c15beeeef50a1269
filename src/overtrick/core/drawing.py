"""How values show themselves: as text that can be read back, and in a notebook as a picture."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

__all__ = ["Drawn", "Named", "Spelled", "drawn_by"]

_artists = list[Callable[[Any], str]]()


def drawn_by(artist: Callable[[Any], str]) -> None:
    """Let `artist` turn values into SVG pictures: `core` asks, `render` answers."""
    _artists[:] = [artist]


class Drawn:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture of this value, or nothing while there is no artist."""
        return _artists[0](self) if _artists else None


class Spelled(Drawn):
    """A value that `parse` reads back from its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


class Named(Drawn, IntEnum):
    """A value of a small ordered set, shown by its name."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
