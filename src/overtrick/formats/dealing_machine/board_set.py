"""The last ten bytes of a DUP record, which are about the set of boards it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import final

from overtrick.formats.dealing_machine.cards import readable
from overtrick.formats.record import Record

__all__ = ["RECORD_SIZE", "SetFields", "faults_of_set"]

RECORD_SIZE = 156
"""The bytes of a DUP record."""


@final
@dataclass(frozen=True, slots=True)
class SetFields:
    """What every DUP record says about the set it belongs to."""

    is_random: bool = True
    is_backwards: bool = False
    lowest: int = 1
    copies: int = 1
    highest: int = 1

    @staticmethod
    def parse(raw: bytes) -> SetFields | None:
        """Read ``YN1  1 32 ``: two answers, then three numbers padded with spaces.

        >>> SetFields.parse(b"YN1  1 32 ").highest
        32
        """
        match = re.fullmatch(
            rb"([YN])([YN])(?=[0-9])([0-9 ]{3})(?=[0-9])([0-9 ]{2})(?=[0-9])([0-9 ]{3})", raw
        )
        if match is None:
            return None
        numbers = [int(text) if text.strip().isdigit() else 0 for text in match.groups()[2:]]
        return SetFields(match[1] == b"Y", match[2] == b"Y", *numbers) if all(numbers) else None

    def __bytes__(self) -> bytes:
        answers = ("Y" if self.is_random else "N") + ("Y" if self.is_backwards else "N")
        return f"{answers}{self.lowest:<3}{self.copies:<2}{self.highest:<3}".encode()

    def tags(self) -> list[tuple[str, str]]:
        """What is out of the ordinary, as tags."""
        tags = [] if self.is_random else [("DUP-Random", "N")]
        tags += [("DUP-Backwards", "Y")] if self.is_backwards else []
        return tags + ([] if self.copies == 1 else [("DUP-Copies", str(self.copies))])

    @staticmethod
    def of(record: Record, lowest: int, highest: int) -> SetFields:
        """The fields for a set whose first board is this one."""
        copies = record.tag("DUP-Copies") or ""
        return SetFields(
            record.tag("DUP-Random") != "N",
            record.tag("DUP-Backwards") == "Y",
            lowest,
            int(copies) if re.fullmatch("[1-9][0-9]?", copies) else 1,
            highest,
        )


def faults_of_set(
    raw: bytes, fields: SetFields | None, about: SetFields | None, is_first: bool
) -> tuple[str, ...]:
    """What is wrong with the end of a record, in a set that its first record describes."""
    if len(raw) < RECORD_SIZE:
        return (f"it is cut off after {len(raw)} bytes",)
    if fields is None:
        return (f"{readable(raw[146:])!r} says nothing about the set",)
    if fields != about:
        return ("it says something else about the set than the first record",)
    if is_first and fields.is_backwards:
        return ("the set is counted backwards, but its boards are numbered upwards here",)
    return ()
