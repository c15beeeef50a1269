"""Errors of double-dummy queries."""

import reprlib
from types import UnionType

from overtrick.core import OvertrickError

__all__ = ["DoubleDummyError", "expect"]


class DoubleDummyError(OvertrickError):
    """A query that double dummy cannot answer."""


def expect(kind: type | UnionType, what: str, given: object) -> None:
    """Raise if an argument is not of this type; the error names what was expected."""
    if not isinstance(given, kind):
        raise DoubleDummyError(f"expected {what}, not {reprlib.repr(given)}")
