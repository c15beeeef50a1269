"""What can be wrong with a question to the player."""

from __future__ import annotations

from overtrick.core import OvertrickError

__all__ = ["PlayerError"]


class PlayerError(OvertrickError):
    """A question that no player can answer: not its turn, or settings that cannot be."""
