"""English words that several texts need: numbers and cards."""

from __future__ import annotations

__all__ = ["CARDS", "NUMBERS"]

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
"""From none to thirteen."""
CARDS = (*NUMBERS[2:11], "jack", "queen", "king", "ace")
"""By rank, lowest first."""
