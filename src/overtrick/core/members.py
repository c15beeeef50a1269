"""Values of a closed set, such as the 52 cards: each exists once and has its number."""

from __future__ import annotations

from functools import total_ordering
from typing import NoReturn, Self, TypeVar

from overtrick.core.drawing import TextValue

__all__ = ["Member", "one_of"]


@total_ordering
class Member(TextValue):
    """A value that exists once, so that comparing values is comparing identities."""

    __slots__ = ("index",)

    index: int
    """Its number, which is also its place in the order."""

    def __lt__(self, other: Self) -> bool:
        return self.index < other.index if isinstance(other, Member) else NotImplemented

    __eq__ = object.__eq__

    def __hash__(self) -> int:
        """The number, so that sets of such values iterate alike in every run."""
        return self.index

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self} cannot change: it has no other {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self} cannot change: it keeps its {name}")


V = TypeVar("V", bound=Member)


def one_of(kind: type[V], index: int, **values: object) -> V:
    """Make the one value of a kind that has this number; only the module that lists them all does this."""
    value = object.__new__(kind)
    for name, content in (("index", index), *values.items()):
        object.__setattr__(value, name, content)
    return value
