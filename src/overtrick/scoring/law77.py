"""The duplicate score of a contract: Law 77 of the Laws of Duplicate Bridge (2017)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import Contract, Doubled, Reason, Result, ScoreError, Side, Statement, Vul

__all__ = ["ScoreItem", "ScoreKind", "Scored", "score", "score_ns", "why"]

FIRST_TRICK = (20, 20, 30, 30, 40)
"""Trick points by strain for the first odd trick."""
NEXT_TRICK = (20, 20, 30, 30, 30)
"""Trick points by strain for each further odd trick."""
GAME = 100
"""Contract points that make game."""
BONUS_PARTSCORE = 50
BONUS_GAME = (300, 500)
"""Game bonus: not vulnerable, vulnerable; likewise below."""
BONUS_SMALL_SLAM = (500, 750)
BONUS_GRAND_SLAM = (1000, 1500)
BONUS_INSULT = (0, 50, 100)
"""For making a contract undoubled, doubled, redoubled."""
DOUBLED_OVERTRICK = (100, 200)
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300, 300, 300))
"""The first, second, third and each further undertrick, doubled."""


class ScoreKind(Enum):
    """The parts of a score."""

    TRICKS = "tricks bid and made"
    OVERTRICKS = "overtricks"
    INSULT = "making a doubled contract"
    PARTSCORE = "partscore"
    GAME = "game"
    SMALL_SLAM = "small slam"
    GRAND_SLAM = "grand slam"
    UNDERTRICKS = "undertricks"

    def __repr__(self) -> str:
        return f"ScoreKind.{self.name}"


@final
@dataclass(frozen=True)
class ScoreItem(Statement):
    """One line of a score: these points, to declarer's side, for this part of the result."""

    kind: ScoreKind
    points: int
    contract: Contract
    tricks: int
    is_vulnerable: bool


@final
@dataclass(frozen=True)
class Scored(Statement):
    """The whole score of a result, to declarer's side."""

    points: int
    contract: Contract
    tricks: int
    is_vulnerable: bool


def score(contract: Contract, tricks: int, vul: Vul) -> int:
    """The score of declarer's side for this many tricks.

    >>> score(Contract.parse("4SX by N"), 9, Vul.NS)
    -200
    >>> score(Contract.parse("6NT by E"), 12, Vul.NONE)
    990
    """
    return sum(points for _, points in _items(contract, tricks, vul.includes(contract.declarer)))


def score_ns(result: Result, vul: Vul) -> int:
    """The score of North and South for a result; 0 when the board was passed out.

    >>> score_ns(Result.parse("3NT by E +1"), Vul.NONE)
    -430
    """
    if result.contract is None:
        return 0
    if result.tricks is None:
        raise ScoreError(f"'{result}' has no score: how many tricks did declarer take?")
    points = score(result.contract, result.tricks, vul)
    return points if result.contract.declarer.side is Side.NS else -points


def why(contract: Contract, tricks: int, vul: Vul) -> Reason:
    """The score as a statement, with one reason for each item it is the sum of."""
    is_vulnerable = vul.includes(contract.declarer)
    lines = _items(contract, tricks, is_vulnerable)
    items = (Reason(ScoreItem(kind, points, contract, tricks, is_vulnerable)) for kind, points in lines)
    total = sum(points for _, points in lines)
    return Reason(Scored(total, contract, tricks, is_vulnerable), because=tuple(items))


def _items(contract: Contract, tricks: int, is_vulnerable: bool) -> list[tuple[ScoreKind, int]]:
    """The lines of a score, in the order of Law 77."""
    Result(contract, tricks)  # refuses a number of tricks that cannot be
    margin = tricks - contract.needs
    if margin < 0:
        return [(ScoreKind.UNDERTRICKS, -_undertricks(-margin, contract.doubled, is_vulnerable))]
    trick_points = contract_points(contract)
    overtrick = DOUBLED_OVERTRICK[is_vulnerable] * contract.doubled or NEXT_TRICK[contract.strain]
    lines = [
        (ScoreKind.TRICKS, trick_points),
        (ScoreKind.OVERTRICKS, margin * overtrick),
        (ScoreKind.INSULT, BONUS_INSULT[contract.doubled]),
        (ScoreKind.PARTSCORE, BONUS_PARTSCORE if trick_points < GAME else 0),
        (ScoreKind.GAME, BONUS_GAME[is_vulnerable] if trick_points >= GAME else 0),
        (ScoreKind.SMALL_SLAM, BONUS_SMALL_SLAM[is_vulnerable] if contract.level == 6 else 0),
        (ScoreKind.GRAND_SLAM, BONUS_GRAND_SLAM[is_vulnerable] if contract.level == 7 else 0),
    ]
    return [(kind, points) for kind, points in lines if points]


def contract_points(contract: Contract) -> int:
    """The points for the odd tricks bid, which decide between partscore and game."""
    odd_tricks = FIRST_TRICK[contract.strain] + (contract.level - 1) * NEXT_TRICK[contract.strain]
    return odd_tricks << contract.doubled


def _undertricks(count: int, doubled: Doubled, is_vulnerable: bool) -> int:
    if doubled is Doubled.NO:
        return count * UNDERTRICK[is_vulnerable]
    steps = DOUBLED_UNDERTRICKS[is_vulnerable]
    return doubled * sum(steps[min(trick, len(steps) - 1)] for trick in range(count))
