"""The enumerations: kinds of squeezes, their modifiers, and how the loss of a suit is exploited."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CASHING", "Kind", "Means", "Modifier", "WordEnum"]


class WordEnum(StrEnum):
    """An enumeration of words, with a `repr` that is code."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Kind(WordEnum):
    """The name of a squeeze, the simplest first; between lines that all win, the simplest kind is chosen."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"
    REPEATING = "repeating"
    EXTENDED = "extended-threat repeating"
    TRUMP = "trump"
    COMPOUND = "compound"
    SATURATED = "saturated"
    CLASH = "clash"
    GUARD = "guard"
    DOUBLE_GUARD = "double guard"
    ENTRY_SHIFTING = "entry-shifting"
    STRIP = "strip"
    STEPPING_STONE = "stepping-stone"
    VICE = "vice"
    WINKLE = "winkle"
    KNOCKOUT = "knockout"
    TRUMP_ENDPLAY = "trump endplay"
    SINGLE_SUIT = "single-suit"

    @property
    def place(self) -> int:
        """Its place in the list."""
        return list(Kind).index(self)


class Modifier(WordEnum):
    """A feature of a squeeze beside its kind."""

    AUTOMATIC = "automatic"
    POSITIONAL = "positional"
    SPLIT = "split"
    CRISS_CROSS = "criss-cross"
    VIENNA_COUP = "vienna coup"
    TRANSFER = "transfer"
    SIMULTANEOUS = "simultaneous"
    INVERTED = "inverted"
    BACKWASH = "backwash"


class Means(WordEnum):
    """How the attackers take their tricks once a suit has been given up, the plainest first."""

    WINNERS = "winners"
    """By cashing winners."""
    RUFF = "ruff"
    """By cashing winners and ruffing."""
    FINESSE = "finesse"
    """By cashing, ruffing and finessing, without losing a trick they lead to."""
    LOSER = "loser"
    """By losing a trick at the right time: a duck, or a throw-in."""
    PARTNER = "partner"
    """By squeezing the other defender."""
    AGAIN = "again"
    """By squeezing the same defender again."""
    BOTH = "both"
    """By squeezing both of them."""


CASHING = {Means.WINNERS: (False, False), Means.RUFF: (True, False), Means.FINESSE: (True, True)}
"""The means without losers and more squeezes, the plainest first: with ruffs, with finesses?"""
