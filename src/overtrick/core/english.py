"""English words that several texts need: numbers, cards and lists; and how a sentence begins."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CARDS", "NUMBERS", "capital", "counted", "number_word", "series", "spelled"]

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


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "board"), counted(20, "board")
    ('1 board', '20 boards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def spelled(number: int, noun: str) -> str:
    """The same with a word for the number, none to thirteen.

    >>> spelled(1, "trick"), spelled(0, "trick")
    ('one trick', 'no tricks')
    """
    return f"{NUMBERS[number]} {noun}{'' if number == 1 else 's'}"


def series(words: Sequence[str], link: str = "and") -> str:
    """Words in a row, the last two linked.

    >>> series(["ace", "king", "ten"])
    'ace, king and ten'
    """
    return f"{', '.join(words[:-1])} {link} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """The text with a capital at the start."""
    return text[:1].upper() + text[1:]
