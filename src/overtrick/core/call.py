"""The 38 calls of an auction: pass, double, redouble and 35 bids."""

from __future__ import annotations

import re
from typing import ClassVar

from overtrick.core.card import STRAIN_PATTERN, Strain
from overtrick.core.errors import NotationError
from overtrick.core.members import Member, one_of

__all__ = ["CALLS", "Bid", "Call"]

_BID = re.compile(rf"([1-7]) ?({STRAIN_PATTERN})")


class Call(Member):
    """A call, numbered: pass 0, double 1, redouble 2, then the bids from 1♣ 3 to 7NT 37.

    >>> Call.parse("dbl") is Call.DOUBLE, Call.parse("3nt"), Call.parse("1C") < Call.parse("1D")
    (True, Call.parse('3NT'), True)
    """

    __slots__ = ()

    PASS: ClassVar[Call]
    DOUBLE: ClassVar[Call]
    REDOUBLE: ClassVar[Call]

    def __new__(cls, index: int) -> Call:
        if not 0 <= index < len(CALLS):
            raise NotationError(f"{index} is not the number of a call: they go from 0 to {len(CALLS) - 1}")
        return CALLS[index]

    @staticmethod
    def parse(text: str) -> Call:
        """Read ``P``, ``X``, ``XX`` or ``1C`` to ``7NT``, or the words for them."""
        name = text.strip().upper()
        if (call := _NAMES.get(name)) is not None:
            return call
        if match := _BID.fullmatch(name):
            return Bid(int(match[1]), Strain.parse(match[2]))
        raise NotationError(f"{text!r} is not a call: expected P, X, XX or a bid like 1NT")

    @property
    def print(self) -> str:
        """The call as books print it: ``Pass``, ``Dbl``, ``1♥``."""
        return ("Pass", "Dbl", "Rdbl")[self.index]

    @property
    def word(self) -> str:
        """The call as it is spoken: ``pass``, ``1 heart``, ``3 notrump``."""
        return ("pass", "double", "redouble")[self.index]

    def __str__(self) -> str:
        return ("P", "X", "XX")[self.index]

    def __repr__(self) -> str:
        return f"Call.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Call], tuple[int]]:
        return Call, (self.index,)


class Bid(Call):
    """A call that names a level and a strain.

    >>> Bid(1, Strain.NOTRUMP).level
    1
    """

    __slots__ = ("level", "strain")

    level: int
    strain: Strain

    def __new__(cls, level: int, strain: Strain) -> Bid:
        if not 1 <= level <= 7:
            raise NotationError(f"{level} is not a level: bids go from 1 to 7")
        bid = CALLS[5 * level + strain - 2]
        assert isinstance(bid, Bid)
        return bid

    @property
    def print(self) -> str:
        return f"{self.level}{self.strain.symbol}"

    @property
    def word(self) -> str:
        singular = self.level == 1 and self.strain is not Strain.NOTRUMP
        return f"{self.level} {self.strain.word[:-1] if singular else self.strain.word}"

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"


CALLS = (
    *(one_of(Call, index) for index in range(3)),
    *(
        one_of(Bid, 5 * level + strain - 2, level=level, strain=strain)
        for level in range(1, 8)
        for strain in Strain
    ),
)
"""The 38 calls by index."""
Call.PASS, Call.DOUBLE, Call.REDOUBLE = CALLS[:3]
_NAMES = {
    name: call
    for call, names in {
        Call.PASS: ("P", "PASS"),
        Call.DOUBLE: ("X", "D", "DBL", "DOUBLE", "*"),
        Call.REDOUBLE: ("XX", "R", "RDBL", "REDOUBLE", "**"),
    }.items()
    for name in names
} | {str(bid): bid for bid in CALLS[3:]}
