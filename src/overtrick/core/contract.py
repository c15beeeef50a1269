"""Contracts and their results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from overtrick.core.call import Bid
from overtrick.core.card import STRAIN_PATTERN, Strain
from overtrick.core.drawing import Readable, TextValue, named
from overtrick.core.errors import NotationError
from overtrick.core.seat import SEAT_PATTERN, Seat

__all__ = ["Contract", "Doubled", "Result"]

_CONTRACT = re.compile(rf"([1-7]) ?({STRAIN_PATTERN}) ?(XX|X|\*\*|\*)? ?(?:BY )?({SEAT_PATTERN})")
_PASSED_OUT = "passed out"


class Doubled(Readable):
    """Whether a contract stands undoubled, doubled or redoubled; read from nothing, ``X`` or ``XX``."""

    NO, DOUBLED, REDOUBLED = range(3)

    def __str__(self) -> str:
        return "X" * self


_MARKS = {marks: Doubled(len(marks)) for marks in ("", "X", "*", "XX", "**", "X*", "*X")}
named(Doubled, "a doubling: expected nothing, X or XX", _MARKS)


@dataclass(frozen=True, slots=True, repr=False)
class Contract(TextValue):
    """A contract: level, strain, declarer, and whether it is doubled or redoubled.

    >>> contract = Contract.parse("4SX by N")
    >>> contract.needs, contract.dummy, contract.leader
    (10, Seat.SOUTH, Seat.EAST)
    """

    level: int
    strain: Strain
    declarer: Seat
    doubled: Doubled = Doubled.NO

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise NotationError(f"{self.level} is not a level: contracts go from 1 to 7")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``4SX by N``, ``3NT South`` or ``2♥E``."""
        match = _CONTRACT.fullmatch(" ".join(text.upper().split()))
        if match is None:
            raise NotationError(
                f"{text!r} is not a contract: expected level, strain and declarer, like '4SX by N'"
            )
        level, strain, doubled, declarer = match.groups("")
        return cls(int(level), Strain.parse(strain), Seat.parse(declarer), Doubled.parse(doubled))

    @property
    def bid(self) -> Bid:
        """The bid that became the contract."""
        return Bid(self.level, self.strain)

    @property
    def needs(self) -> int:
        """The number of tricks that make it."""
        return 6 + self.level

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.declarer.partner

    @property
    def leader(self) -> Seat:
        """The defender who makes the opening lead."""
        return self.declarer.lho

    @property
    def word(self) -> str:
        """The contract as it is spoken: ``4 spades doubled by North``."""
        return f"{self.bid.word}{('', ' doubled', ' redoubled')[self.doubled]} by {self.declarer.word}"

    @property
    def print(self) -> str:
        """The contract as books print it: ``4♠X by North``."""
        return f"{self.bid.print}{self.doubled} by {self.declarer.word}"

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{self.doubled} by {self.declarer}"


@dataclass(frozen=True, slots=True, repr=False)
class Result(TextValue):
    """How a board ended: passed out, or a contract and, once known, declarer's tricks.

    >>> result = Result.parse("4SX by N -1")
    >>> result.tricks, result.is_made, Result(None).is_passed_out
    (9, False, True)
    """

    contract: Contract | None
    """The contract; None when all four passed."""
    tricks: int | None = None
    """The tricks declarer took; None while that is not known."""

    def __post_init__(self) -> None:
        if self.tricks is None:
            return
        if self.contract is None:
            raise NotationError(f"a board that was passed out has no tricks, not {self.tricks}")
        if not 0 <= self.tricks <= 13:
            raise NotationError(f"{self.tricks} tricks cannot be taken: a deal has thirteen")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a contract, then ``=``, ``+1`` or ``-2`` when its tricks are known; or ``passed out``."""
        name = " ".join(text.split())
        if name.upper() in ("P", "PASS", "AP", "ALL PASS", _PASSED_OUT.upper()):
            return cls(None)
        name = name.replace("−", "-")
        match = re.search(r"(=|[+-] *[0-9]{1,2})?$", name)
        assert match is not None  # it may be empty
        contract = Contract.parse(name[: match.start()])
        if not match[0]:
            return cls(contract)
        tricks = contract.needs + (0 if match[0] == "=" else int("".join(match[0].split())))
        if not 0 <= tricks <= 13:
            raise NotationError(f"{text!r} cannot be: that would be {tricks} tricks")
        return cls(contract, tricks)

    @property
    def is_passed_out(self) -> bool:
        """Did all four players pass?"""
        return self.contract is None

    @property
    def margin(self) -> int | None:
        """Overtricks, or undertricks as a negative number; None while the tricks are not known."""
        if self.contract is None or self.tricks is None:
            return None
        return self.tricks - self.contract.needs

    @property
    def is_made(self) -> bool:
        """Did declarer take the tricks the contract needs?"""
        return self.margin is not None and self.margin >= 0

    @property
    def word(self) -> str:
        """The result as it is spoken: ``4 spades doubled by North, down 1``."""
        if self.contract is None or self.margin is None:
            return _PASSED_OUT if self.contract is None else self.contract.word
        made = f"made plus {self.margin}" if self.margin else "made"
        return f"{self.contract.word}, {made if self.margin >= 0 else f'down {-self.margin}'}"

    @property
    def print(self) -> str:
        """The result as books print it: ``4♠X by North -1``."""
        return _PASSED_OUT if self.contract is None else self.contract.print + self._signed_margin()

    def __str__(self) -> str:
        return _PASSED_OUT if self.contract is None else f"{self.contract}{self._signed_margin()}"

    def _signed_margin(self) -> str:
        if self.margin is None:
            return ""
        return " =" if self.margin == 0 else f" {self.margin:+d}"
