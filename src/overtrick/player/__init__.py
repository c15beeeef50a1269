"""Card play: a player that sees one seat's view, samples what it cannot see, and knows why.

What samples is loaded when it is first used: words about cards need none of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overtrick.player.errors import PlayerError
from overtrick.player.settings import Aim, PlaySettings

if TYPE_CHECKING:
    from overtrick.player.decision import Candidate, Decision, Grounds
    from overtrick.player.player import Bidden, Player
    from overtrick.player.worlds import Worlds

__all__ = [
    "Aim",
    "Bidden",
    "Candidate",
    "Decision",
    "Grounds",
    "PlaySettings",
    "Player",
    "PlayerError",
    "Worlds",
]

_LATER = {
    "Bidden": "player",
    "Candidate": "decision",
    "Decision": "decision",
    "Grounds": "decision",
    "Player": "player",
    "Worlds": "worlds",
}
"""Where the names are that need numpy."""


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(import_module(f"overtrick.player.{_LATER[name]}"), name)
    raise AttributeError(f"module 'overtrick.player' has no attribute {name!r}")
