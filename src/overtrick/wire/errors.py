"""What can go wrong on the wire."""

from __future__ import annotations

from overtrick.core import OvertrickError

__all__ = ["WireError"]


class WireError(OvertrickError):
    """A line that is no message of the protocol, or one that cannot be sent."""
