"""What can go wrong at a table, none of it telling a card."""

from overtrick.core import OvertrickError

__all__ = ["LogConflict", "LogError", "MatchError", "RobotError", "TableError", "UnknownTable"]


class TableError(OvertrickError):
    """Something that cannot be done at the table now."""


class LogError(TableError):
    """A log that cannot be read or written."""


class UnknownTable(LogError):
    """An id that no table of a log has."""


class LogConflict(LogError):
    """Another writer has added to the log in the meantime."""


class RobotError(TableError):
    """A robot that failed, or did what the laws do not allow; `__cause__` is for the host alone."""


class MatchError(TableError):
    """A configuration that cannot be, a file of another match, or a player that failed."""
