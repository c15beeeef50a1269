"""The sections of OPENBID, and its numbering of bids (Appendix 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

__all__ = ["IMPOSSIBLE", "SECTIONS", "SECTION_NAMES", "Opening", "bid_name", "number_of"]

SECTIONS: tuple[str, ...] = (
    *("1", "2a", "2b", "3", "4", "5a", "5b", "6a", "6b", "7"),
    *("8a", "8b", "8c", "8d", "8e", "9", "10", "11a", "11b"),
    *("12a", "12b", "12c", "12d", "12e", "12f", "12g", "12h", "12i", "12j"),
    *("13a", "13b", "13c", "13d", "14"),
)
"""Every place where a bid is made, in the order of the routine; 14 is the end, where no section bids."""

SECTION_NAMES = {
    "1": "hopeless pass",
    "2": "slam in own hand",
    "3": "strong notrump, by way of 2D",
    "4": "2NT",
    "5": "strong suit, by way of 2D",
    "6": "strong preempt",
    "7": "1NT",
    "8": "1C, conventional",
    "9": "3C, a special bid",
    "10": "weak two",
    "11": "weak preempt",
    "12": "standard opening",
    "13": "last chances",
    "14": "pass, by falling through",
}
"""The subject of each section (Appendix 4)."""


def number_of(section: str) -> str:
    """The number of a section without its letter."""
    return section.rstrip("abcdefghij")


IMPOSSIBLE = (11, 22, 35, 42, 45, 53, 54, 55)
"""The numbers that Appendix 5 says no opening bid can have."""


def bid_name(value: int) -> str:
    """The bid with this number in the routine: 0 is pass, 1 to 5 are 1C, 6 to 10 are 2D.

    >>> [bid_name(value) for value in (0, 3, 10, 15, 44)]
    ['pass', '1C', '2D', '1NT', '4S']
    """
    if value == 0:
        return "pass"
    if value <= 10:
        return "1C" if value <= 5 else "2D"
    return f"{value // 10}{('', 'C', 'D', 'H', 'S', 'NT')[value % 10]}"


@final
@dataclass(frozen=True)
class Opening:
    """The result of the routine for a hand: the number of the bid, and the section that made it."""

    value: int
    section: str

    @staticmethod
    def of_code(code: int) -> Opening:
        """The opening for a code of the compiled form."""
        return Opening(code % 128, SECTIONS[code // 128])

    @property
    def bid(self) -> str:
        """The bid as it is made at the table."""
        return bid_name(self.value)

    def __str__(self) -> str:
        return f"{self.bid} at {self.section}"
