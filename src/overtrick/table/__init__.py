"""The table: seats for people and robots, a log of events, and a separate view for each seat."""

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
    Entry,
    Event,
    Note,
    TableOpened,
    Undone,
)
from overtrick.table.log import FileLog, Log, MemoryLog
from overtrick.table.robots import Act, CustomRobot, PlainRobot, PlayerRobot, Robot
from overtrick.table.scores import BoardScore, Elsewhere, Scores, board_par
from overtrick.table.settings import Occupant, Scoring, TableSettings
from overtrick.table.state import BoardInPlay, EndedBoard, Refusal, SeatEvent, TableState, replay
from overtrick.table.table import Table, refutation

__all__ = [
    "Act",
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
    "CustomRobot",
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
    "Refusal",
    "Robot",
    "RobotError",
    "Scores",
    "Scoring",
    "SeatEvent",
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
