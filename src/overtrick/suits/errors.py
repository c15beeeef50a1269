"""The error of the single-suit expert."""

from overtrick.core import OvertrickError

__all__ = ["SuitError"]


class SuitError(OvertrickError):
    """A holding, a condition or a line of play that makes no sense."""
