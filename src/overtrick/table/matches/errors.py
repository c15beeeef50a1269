"""What can go wrong with a match."""

from __future__ import annotations

from overtrick.table.errors import TableError

__all__ = ["MatchError"]


class MatchError(TableError):
    """A configuration that cannot be, a file of another match, or a player that failed."""
