"""Card play: a player that sees one seat's view, samples what it cannot see, and knows why.

What samples is loaded when it is first used: words about cards need none of it.
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
"""Where the names are that need numpy."""


def __getattr__(name: str) -> object:
    for module in _LATER if name in __all__ else ():
        found = import_module(f"overtrick.player.{module}")
        if name in found.__all__:
            return getattr(found, name)
    raise AttributeError(f"module 'overtrick.player' has no attribute {name!r}")
