"""Errors at a table; none of them reveals a card."""

from overtrick.core import OvertrickError

__all__ = ["LogConflict", "LogError", "MatchError", "RobotError", "TableError", "UnknownTable"]


class TableError(OvertrickError):
    """An action that is not possible at the table now."""


class LogError(TableError):
    """A log that cannot be read or written."""


class UnknownTable(LogError):
    """An id that no table of a log has."""


class LogConflict(LogError):
    """Another writer has added entries to the log in the meantime."""


class RobotError(TableError):
    """A robot failed or acted illegally; `__cause__` is for the host alone."""


class MatchError(TableError):
    """An invalid configuration, a file of another match, or a player that failed."""
