"""What the languages share: lists of words and the choice between words of the same meaning."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar, final

from overtrick.suits.combination import Combination

__all__ = ["Taste", "series"]

T = TypeVar("T")


@final
class Taste:
    """Chooses between words of the same meaning: always the same for a combination, not for all of them."""

    def __init__(self, combination: Combination) -> None:
        self._name = str(combination)

    def choose(self, *words: T) -> T:
        """One of these."""
        return words[zlib.crc32(f"{self._name} {words}".encode()) % len(words)]


def series(said: Sequence[str], link: str) -> str:
    """Words in a row, the last two linked.

    >>> series(["ace", "king", "ten"], " and ")
    'ace, king and ten'
    """
    return link.join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else said[0]
