"""English for texts in several packages: numbers, ranks, counted nouns, lists and capitals."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CARDS", "NUMBERS", "capital", "counted", "number_word", "series", "spelled"]

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
"""The words for 0 to 13; 0 is "no"."""
CARDS = (*NUMBERS[2:11], "jack", "queen", "king", "ace")
"""The words for ranks, lowest first."""


def number_word(number: int) -> str:
    """A number from 1 to 13 as a word; any other in figures."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """A number in figures with its noun, singular or plural.

    >>> counted(1, "board"), counted(20, "board")
    ('1 board', '20 boards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def spelled(number: int, noun: str) -> str:
    """A number from 0 to 13 as a word with its noun, singular or plural.

    >>> spelled(1, "trick"), spelled(0, "trick")
    ('one trick', 'no tricks')
    """
    return f"{NUMBERS[number]} {noun}{'' if number == 1 else 's'}"


def series(words: Sequence[str], link: str = "and") -> str:
    """A list of words with commas, and a link before the last one.

    >>> series(["ace", "king", "ten"])
    'ace, king and ten'
    """
    return f"{', '.join(words[:-1])} {link} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """The text with a capital at the start."""
    return text[:1].upper() + text[1:]
