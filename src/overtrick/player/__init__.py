"""Card play: a player that sees one seat's view, samples what it cannot see, and knows why."""

from overtrick.player.decision import Candidate, Decision, Grounds
from overtrick.player.errors import PlayerError
from overtrick.player.player import Bidden, Player
from overtrick.player.settings import Aim, PlaySettings
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
