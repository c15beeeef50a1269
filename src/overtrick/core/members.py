"""Values of a closed set, such as the 52 cards: each exists only once and has a number."""

from __future__ import annotations

from functools import total_ordering
from typing import NoReturn, Self, TypeVar

from overtrick.core.drawing import TextValue

__all__ = ["Member", "one_of"]


@total_ordering
class Member(TextValue):
    """A value of which there is only one object, so that equality is identity."""

    __slots__ = ("index",)

    index: int
    """The number of the value, which is also its place in the order."""

    def __lt__(self, other: Self) -> bool:
        return self.index < other.index if isinstance(other, Member) else NotImplemented

    __eq__ = object.__eq__

    def __hash__(self) -> int:
        """The number, so that sets of these values iterate in the same order in every run."""
        return self.index

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self} cannot change: it has no other {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self} cannot change: it keeps its {name}")


V = TypeVar("V", bound=Member)


def one_of(kind: type[V], index: int, **values: object) -> V:
    """Create the value with this number; to be called once for each, by the module that lists them all."""
    value = object.__new__(kind)
    for name, content in (("index", index), *values.items()):
        object.__setattr__(value, name, content)
    return value
