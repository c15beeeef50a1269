"""Bidding in words: conditions, calls and choices. Simulations and the checker have their own modules."""

from overtrick.bidding.words.calls import meaning_words
from overtrick.bidding.words.conditions import condition_words

__all__ = ["condition_words", "meaning_words"]
