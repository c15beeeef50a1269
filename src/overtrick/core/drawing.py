"""How values draw themselves in a notebook: `core` asks, `render` answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["Drawn", "drawn_by"]

V = TypeVar("V")

_artists: dict[type, Callable[[Any], str]] = {}


def drawn_by(kind: type[V], artist: Callable[[V], str]) -> None:
    """Let `artist` turn every value of `kind` into an SVG picture."""
    _artists[kind] = artist


class Drawn:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture of this value, or nothing when no artist knows its kind."""
        for kind in type(self).__mro__:
            if kind in _artists:
                return _artists[kind](self)
        return None
