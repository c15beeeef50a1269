"""The error of the single-suit expert."""

from overtrick.core import OvertrickError

__all__ = ["SuitError"]


class SuitError(OvertrickError):
    """An invalid holding, condition or line of play."""
