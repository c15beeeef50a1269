"""Bidding in words: conditions, calls and choices; a simulation and the checker have words of their own."""

from overtrick.bidding.words.calls import meaning_words
from overtrick.bidding.words.conditions import condition_words

__all__ = ["condition_words", "meaning_words"]
