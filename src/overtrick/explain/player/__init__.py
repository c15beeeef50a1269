"""Card play explained: every claim about a card in a sentence, checked, and the whole as a paragraph."""

from __future__ import annotations

from overtrick.explain.player import expert_checkers as _expert_checkers  # noqa: F401
from overtrick.explain.player import manner_checkers as _manner_checkers  # noqa: F401
from overtrick.explain.player import tie_english as _ties_in_english  # noqa: F401
from overtrick.explain.player.paragraphs import card_words

__all__ = ["card_words"]
