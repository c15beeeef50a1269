"""Card play explained: every claim about a card in a sentence, checked, and the whole as a paragraph."""

from __future__ import annotations

from overtrick.explain.player.paragraphs import card_words

__all__ = ["card_words"]
