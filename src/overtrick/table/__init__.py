"""The table: seats for people and robots, a log of events, and for each seat what it may see."""

from overtrick.table.claims import refutation
from overtrick.table.entries import Entry
from overtrick.table.errors import LogConflict, LogError, RobotError, TableError, UnknownTable
from overtrick.table.events import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    Event,
    Note,
    TableOpened,
    Undone,
)
from overtrick.table.file_log import FileLog
from overtrick.table.log import Log, MemoryLog
from overtrick.table.player_robot import PlayerRobot
from overtrick.table.robots import PlainRobot, Plugged, Robot
from overtrick.table.scores import BoardScore, Elsewhere, Scores, board_par
from overtrick.table.seeing import Seen
from overtrick.table.settings import Occupant, Scoring, TableSettings
from overtrick.table.state import BoardInPlay, EndedBoard, Refusal, TableState, replay
from overtrick.table.table import Table

__all__ = [
    "BoardDealt",
    "BoardEnded",
    "BoardInPlay",
    "BoardScore",
    "CallExplained",
    "CallMade",
    "CardPlayed",
    "ClaimAccepted",
    "ClaimMade",
    "ClaimRefused",
    "Conceded",
    "Elsewhere",
    "EndedBoard",
    "Entry",
    "Event",
    "FileLog",
    "Log",
    "LogConflict",
    "LogError",
    "MemoryLog",
    "Note",
    "Occupant",
    "PlainRobot",
    "PlayerRobot",
    "Plugged",
    "Refusal",
    "Robot",
    "RobotError",
    "Scores",
    "Scoring",
    "Seen",
    "Table",
    "TableError",
    "TableOpened",
    "TableSettings",
    "TableState",
    "Undone",
    "UnknownTable",
    "board_par",
    "refutation",
    "replay",
]
