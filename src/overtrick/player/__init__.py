"""Card play: a player that sees one seat's view, samples the hidden hands, and gives its reasons.

The sampling modules are loaded on first use: words about cards do not need them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overtrick.player.settings import Aim, PlayerError, PlaySettings

if TYPE_CHECKING:
    from overtrick.player.decision import Candidate, Decision, Grounds
    from overtrick.player.player import ChosenCall, Player
    from overtrick.player.worlds import Worlds

__all__ = [
    "Aim",
    "Candidate",
    "ChosenCall",
    "Decision",
    "Grounds",
    "PlaySettings",
    "Player",
    "PlayerError",
    "Worlds",
]

_LATER = ("decision", "player", "worlds")
"""The modules of the names that need numpy."""


def __getattr__(name: str) -> object:
    for module in _LATER if name in __all__ else ():
        found = import_module(f"overtrick.player.{module}")
        if name in found.__all__:
            return getattr(found, name)
    raise AttributeError(f"module 'overtrick.player' has no attribute {name!r}")
