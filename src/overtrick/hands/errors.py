"""Errors of questions about hands, with the place of the fault."""

from overtrick.core import OvertrickError

__all__ = ["HandsError", "PredicateError", "unread"]


class HandsError(OvertrickError):
    """A question about hands that has no answer."""


def unread(error: Exception) -> str:
    """The reason why a file cannot be read as text."""
    return getattr(error, "strerror", None) or "it is not UTF-8 text"


class PredicateError(HandsError):
    """A text that is not a predicate: at which column reading stopped, and what was expected there."""

    column: int
    """Where the fault is; the first character has column 1."""

    def __init__(self, fault: str, column: int, text: str) -> None:
        self.column = column
        super().__init__(f"column {column}: {fault}", text=text)
        self.fault = fault

    def pointer(self) -> str:
        """The faulty line with a mark under the column."""
        before = (self.text or "")[: self.column - 1]
        line = (self.text or "").split("\n")[before.count("\n")]
        return f"{line}\n{' ' * (len(before) - before.rfind(chr(10)) - 1)}^"
