"""What is wrong with a double-dummy question, in words."""

import reprlib
from types import UnionType

from overtrick.core import OvertrickError

__all__ = ["DoubleDummyError", "expect"]


class DoubleDummyError(OvertrickError):
    """A question that double dummy has no answer to."""


def expect(kind: type | UnionType, what: str, given: object) -> None:
    """Refuse what is of another kind than a question needs."""
    if not isinstance(given, kind):
        raise DoubleDummyError(f"expected {what}, not {reprlib.repr(given)}")
