"""Bidding explained: conditions and calls in words, and the sentences and checkers of bidding's reasons."""

from __future__ import annotations

from overtrick.explain.bidding.english import meaning_words
from overtrick.explain.bidding.words import condition_words

__all__ = ["condition_words", "meaning_words"]
