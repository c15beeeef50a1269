"""Awards of a bidding contest: what each contract on a board is worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, final

from overtrick.core import Bid, Call, Contract, Doubled, NotationError, OvertrickError, Seat

__all__ = ["PASSED_OUT", "Awards", "contract_named"]

_AWARD = re.compile(r"(?P<contracts>.+?)\s*[\s=:]\s*(?P<points>-?[0-9]{1,4}(?:\.[0-9]{1,2})?)")
_CONTRACT = re.compile(
    r"(?P<bid>[^\sxX*]+?)\s*(?P<doubled>XX?|\*\*?|)(?:\s+by\s+(?P<declarer>\w+))?", re.IGNORECASE
)
_OTHERS = ("other", "others", "any other")
PASSED_OUT = ("pass", "passed", "passed out", "p")

Key: TypeAlias = tuple[Bid | None, Doubled, Seat | None]
"""A contract, whoever declares it if no seat is named; no bid for a board passed out."""


@final
@dataclass(frozen=True)
class Awards:
    """What each contract on a board is worth in a bidding contest.

    >>> awards = Awards.parse("4S 10; 3NT, 4H 7; 4SX by W 3; others 1")
    >>> awards.of(Contract.parse("4H by E")), awards.of(Contract.parse("2C by N")), awards.best
    (7.0, 1.0, 10.0)
    """

    points: tuple[tuple[Key, float], ...]
    others: float = 0.0
    """For every other contract."""

    @staticmethod
    def parse(text: str) -> Awards:
        """Read contracts and their points, with semicolons between them."""
        found = dict[Key, float]()
        others, faults = None, list[str]()
        for part in filter(None, (part.strip() for part in text.split(";"))):
            match = _AWARD.fullmatch(part)
            if match is None:
                faults.append(f"{part!r} is no award: expected a contract and its points, like '4S 10'")
                continue
            for name in match["contracts"].split(","):
                if name.strip().lower() in _OTHERS:
                    faults += ["the others are awarded twice"] if others is not None else []
                    others = float(match["points"])
                    continue
                try:
                    key = contract_named(name.strip())
                except OvertrickError as error:
                    faults += error.faults
                    continue
                faults += [f"{name.strip()} is awarded twice"] if key in found else []
                found[key] = float(match["points"])
        if not found and others is None and not faults:
            faults.append("no contract is awarded anything")
        if faults:
            raise NotationError(*faults, text=text)
        return Awards(tuple(found.items()), others or 0.0)

    def of(self, contract: Contract | None) -> float:
        """The points of a contract; None is a board passed out."""
        table = dict(self.points)
        if contract is None:
            return table.get((None, Doubled.NO, None), self.others)
        for declarer in (contract.declarer, None):
            if (key := (contract.bid, contract.doubled, declarer)) in table:
                return table[key]
        return self.others

    @property
    def best(self) -> float:
        """The most there is to win."""
        return max((self.others, *(points for _, points in self.points)))


def contract_named(name: str) -> Key:
    """Read a contract such as ``4S``, ``3NTX`` or ``4S by N``; a board passed out has no bid."""
    if name.lower() in PASSED_OUT:
        return None, Doubled.NO, None
    match = _CONTRACT.fullmatch(name)
    try:
        bid = Call.PASS if match is None else Call.parse(match["bid"])
    except NotationError:
        bid = Call.PASS
    if match is None or not isinstance(bid, Bid):
        raise NotationError(f"{name!r} is no contract: expected one like 4S, 3NTX, 4S by N, or pass")
    declarer = None if match["declarer"] is None else Seat.parse(match["declarer"])
    return bid, Doubled.parse(match["doubled"]), declarer
