"""The errors of the package: each names every fault, in bridge words, and quotes the input."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = [
    "BoardError",
    "DealError",
    "IllegalCall",
    "IllegalPlay",
    "NotationError",
    "OvertrickError",
    "ScoreError",
    "attempt",
    "excerpt",
]

G = TypeVar("G")
V = TypeVar("V")


class OvertrickError(ValueError):
    """The base of every error this package raises on purpose.

    >>> str(OvertrickError("South has 14 cards", "the ♦7 appears twice", text="N:..."))
    "South has 14 cards; the ♦7 appears twice in 'N:...'"
    """

    faults: tuple[str, ...]
    """What is wrong, one sentence for each fault."""
    text: str | None
    """The text at fault; None when the input was not text."""

    def __init__(self, *faults: str, text: str | None = None) -> None:
        self.faults = faults
        self.text = text
        message = excerpt("; ".join(faults), 600)
        super().__init__(message if text is None else f"{message} in {excerpt(text, 120)!r}")


class NotationError(OvertrickError):
    """A text that is not a valid card, seat, call, contract or other value."""


class DealError(OvertrickError):
    """A hand or deal that cannot exist."""


class IllegalCall(OvertrickError):
    """A call the laws do not allow at this point of the auction."""


class IllegalPlay(OvertrickError):
    """A card the laws do not allow at this point of the play."""


class ScoreError(OvertrickError):
    """Scores that cannot be compared."""


class BoardError(OvertrickError):
    """A board whose parts contradict one another."""


def attempt(faults: list[str], read: Callable[[G], V], given: G) -> V | None:
    """The value that `read` returns; on an error None, and its faults are added to the list."""
    try:
        return read(given)
    except OvertrickError as error:
        faults += error.faults
        return None


def excerpt(text: str, longest: int = 60) -> str:
    """A text, cut after `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
