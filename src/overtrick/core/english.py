"""English words that several texts need: numbers, cards and lists; and how a sentence begins."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CARDS", "NUMBERS", "capital", "number_word", "series"]

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
"""From none to thirteen."""
CARDS = (*NUMBERS[2:11], "jack", "queen", "king", "ace")
"""By rank, lowest first."""


def number_word(number: int) -> str:
    """A number as a word, up to thirteen; none in figures, as a quantity."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def series(words: Sequence[str], link: str = "and") -> str:
    """Words in a row, the last two linked.

    >>> series(["ace", "king", "ten"])
    'ace, king and ten'
    """
    return f"{', '.join(words[:-1])} {link} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """The text with a capital at the start."""
    return text[:1].upper() + text[1:]
