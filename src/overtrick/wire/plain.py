"""Text as the wire can carry it: one line of printable ASCII."""

from __future__ import annotations

import unicodedata

__all__ = ["LONGEST_NAME", "LONGEST_TEXT", "plain_name", "plain_text"]

LONGEST_NAME = 60
"""Characters of the name of a team."""
LONGEST_TEXT = 400
"""Characters of an explanation; more is cut off."""
_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤—–…≤≥×", "CDHSCDHS--.<>x")


def plain_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """A text in one line of ASCII: suits as letters, single spaces, what has no letter as a question mark.

    >>> plain_text("5+♥,  forcing")
    '5+H, forcing'
    """
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    ascii_only = kept.encode("ascii", "replace").decode("ascii")
    spaced = "".join(letter if letter.isprintable() else " " for letter in ascii_only)
    return " ".join(" ".join(spaced.split())[:longest].split())


def plain_name(name: str) -> str:
    """The name of a team, which is sent in quotes and so has none.

    >>> plain_name('The "A" team')
    "The 'A' team"
    """
    return plain_text(name.replace('"', "'"), LONGEST_NAME)
