"""Duplicate matches between configurations: the same boards in two rooms, IMPs, tricks and time."""

from overtrick.table.errors import MatchError
from overtrick.table.matches.configurations import PRESETS, Configuration
from overtrick.table.matches.playing import play_match
from overtrick.table.matches.results import Comparison, Figures, Results, play_board, records, room_tags
from overtrick.table.matches.rooms import Match, Role, Room, Sitting, Team, Timing, play_room, with_auction
from overtrick.table.scores import Costs, costs_of

__all__ = [
    "PRESETS",
    "Comparison",
    "Configuration",
    "Costs",
    "Figures",
    "Match",
    "MatchError",
    "Results",
    "Role",
    "Room",
    "Sitting",
    "Team",
    "Timing",
    "costs_of",
    "play_board",
    "play_match",
    "play_room",
    "records",
    "room_tags",
    "with_auction",
]
