"""Who sits where: seats, sides and vulnerability."""

from __future__ import annotations

from typing import Self

from overtrick.core.drawing import Named, Readable, named
from overtrick.core.errors import NotationError

__all__ = ["SEATS", "SEAT_PATTERN", "Seat", "Side", "Vul"]

SEAT_PATTERN = "NORTH|EAST|SOUTH|WEST|[NESW]"
"""Every way to write a seat, in capitals, for the patterns of deals, auctions and tricks."""


class Side(Named):
    """A partnership."""

    NS, EW = range(2)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``NS`` or ``EW``, in either order and case, with or without a slash."""
        name = "".join(sorted(text.upper().replace("/", "").replace("-", "").strip()))
        if name not in ("NS", "EW"):
            raise NotationError(f"{text!r} is not a side: expected NS or EW")
        return cls[name]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two partners."""
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)

    @property
    def opponents(self) -> Side:
        """The other side."""
        return Side.EW if self is Side.NS else Side.NS

    def __str__(self) -> str:
        return self.name


class Seat(Readable):
    """A seat at the table, in the order of play; read from its letter or its word.

    >>> Seat.parse("w").partner
    Seat.EAST
    """

    NORTH, EAST, SOUTH, WEST = range(4)

    @property
    def lho(self) -> Seat:
        """The left-hand opponent: the next to act."""
        return SEATS[self + 1 & 3]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[self + 2 & 3]

    @property
    def rho(self) -> Seat:
        """The right-hand opponent: the one who acted before."""
        return SEATS[self + 3 & 3]

    @property
    def side(self) -> Side:
        """The partnership this seat belongs to."""
        return _SIDES[self & 1]

    def next(self, steps: int = 1) -> Seat:
        """The seat this many places to the left.

        >>> Seat.NORTH.next(3)
        Seat.WEST
        """
        return SEATS[self + steps & 3]

    def clockwise(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The four seats in the order of play, this one first."""
        return (self, self.lho, self.partner, self.rho)

    @property
    def word(self) -> str:
        """The seat as a word: ``North``."""
        return self.name.capitalize()

    def __str__(self) -> str:
        return self.name[0]


class Vul(Readable):
    """Which sides are vulnerable, one bit for each side; read from any program's name for it.

    >>> Vul.on_board(13), Vul.NS.includes(Seat.SOUTH), Vul.NS.includes(Side.EW)
    (Vul.BOTH, True, False)
    """

    NONE, NS, EW, BOTH = range(4)

    @classmethod
    def on_board(cls, number: int) -> Self:
        """The vulnerability printed on a duplicate board, repeating every sixteen (Law 2)."""
        if number < 1:
            raise NotationError(f"boards are numbered from 1, not {number}")
        place = number - 1
        return cls((place + place // 4) % 4)

    def includes(self, who: Seat | Side) -> bool:
        """Is this seat, or side, vulnerable?"""
        return bool(self >> (who & 1) & 1)

    def __str__(self) -> str:
        return self.name if self in (Vul.NS, Vul.EW) else self.name.capitalize()


SEATS = tuple(Seat)
"""The seats by number: faster than calling ``Seat``."""
_SIDES = tuple(Side)
named(
    Seat,
    "a seat: expected N, E, S or W",
    {name: seat for seat in Seat for name in (seat.name, seat.name[0])},
)
_VUL_NAMES = {
    Vul.NONE: ("NONE", "LOVE", "NEITHER", "NIL", "-"),
    Vul.NS: ("NS", "N-S", "N/S"),
    Vul.EW: ("EW", "E-W", "E/W"),
    Vul.BOTH: ("BOTH", "ALL"),
}
named(
    Vul,
    "a vulnerability: expected None, NS, EW or Both",
    {name: vul for vul, names in _VUL_NAMES.items() for name in names},
)
