"""Duplicate matches between configurations: the same boards in two rooms, IMPs, tricks and time."""

from overtrick.table.matches.comparing import Comparison, play_board
from overtrick.table.matches.configurations import PRESETS, Configuration
from overtrick.table.matches.costing import Costs, costs_of
from overtrick.table.matches.errors import MatchError
from overtrick.table.matches.playing import play_match
from overtrick.table.matches.records import records
from overtrick.table.matches.results import Figures, Results
from overtrick.table.matches.rooms import Match, Played, Role, Room, Team, Turn, play_room, with_auction

__all__ = [
    "PRESETS",
    "Comparison",
    "Configuration",
    "Costs",
    "Figures",
    "Match",
    "MatchError",
    "Played",
    "Results",
    "Role",
    "Room",
    "Team",
    "Turn",
    "costs_of",
    "play_board",
    "play_match",
    "play_room",
    "records",
    "with_auction",
]
