"""The errors a caller may meet: each says every fault, in bridge words, with the input quoted."""

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
    """The input at fault, when there was a text."""

    def __init__(self, *faults: str, text: str | None = None) -> None:
        self.faults = faults
        self.text = text
        message = excerpt("; ".join(faults), 600)
        super().__init__(message if text is None else f"{message} in {excerpt(text, 120)!r}")


class NotationError(OvertrickError):
    """A text that does not name what it should: a card, a seat, a call, a contract."""


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
    """Read a part of something larger; what is wrong with it joins the other faults."""
    try:
        return read(given)
    except OvertrickError as error:
        faults += error.faults
        return None


def excerpt(text: str, longest: int = 60) -> str:
    """The beginning of a text that may be long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
