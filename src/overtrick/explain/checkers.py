"""The checker for every kind of claim: an explanation that is false is a failing test.

A checker works the claim out again in another way than the engine that made it.
"""

from __future__ import annotations

from overtrick.core import Board, Doubled, Holds, Strain
from overtrick.explain.registry import checks
from overtrick.hands import Kind
from overtrick.hands.plain import is_true, value
from overtrick.hands.reading import read
from overtrick.openbid import Fails, Meets, Opens, open_hand, vocabulary
from overtrick.scoring import Scored, ScoreItem, ScoreKind

__all__: list[str] = []


@checks(Holds)
def _(claim: Holds, board: Board) -> bool:
    return claim.card in board.deal[claim.seat]


@checks(ScoreItem)
def _(claim: ScoreItem, board: Board) -> bool:
    """A truth about the scoring table, whatever the board."""
    return bool(claim.points) and _items(claim).get(claim.kind) == claim.points


@checks(Scored)
def _(claim: Scored, board: Board) -> bool:
    """A truth about the scoring table, whatever the board."""
    return sum(_items(claim).values()) == claim.points


def _items(claim: Scored | ScoreItem) -> dict[ScoreKind, int]:
    """The score by the closed formulas that players carry in their heads."""
    contract, vulnerable = claim.contract, claim.is_vulnerable
    doubled, margin = contract.doubled, claim.tricks - 6 - contract.level
    if margin < 0:
        return {ScoreKind.UNDERTRICKS: -_penalty(-margin, doubled, vulnerable)}
    each = 20 if contract.strain <= Strain.DIAMONDS else 30
    bid = (each * contract.level + 10 * (contract.strain is Strain.NOTRUMP)) * 2**doubled
    items = {
        ScoreKind.TRICKS: bid,
        ScoreKind.OVERTRICKS: margin * (50 * 2**doubled * (1 + vulnerable) if doubled else each),
        ScoreKind.INSULT: 50 * doubled,
    }
    items |= {ScoreKind.GAME: 500 if vulnerable else 300} if bid >= 100 else {ScoreKind.PARTSCORE: 50}
    if contract.level >= 6:
        kind = ScoreKind.SMALL_SLAM if contract.level == 6 else ScoreKind.GRAND_SLAM
        items[kind] = (750 if vulnerable else 500) * (contract.level - 5)
    return items


def _penalty(down: int, doubled: Doubled, vulnerable: bool) -> int:
    """Doubled and vulnerable 300 a trick less 100; not vulnerable the same less 100, 200, then 300."""
    if doubled is Doubled.NO:
        return down * (100 if vulnerable else 50)
    less = 100 if vulnerable else 100 * min(down + 1, 4)
    return (300 * down - less) * doubled


# OPENBID: the card-by-card form for the bid, the plain way of working out terms for its conditions.


@checks(Opens)
def _(claim: Opens, board: Board) -> bool:
    """A truth about the routine, whatever the board."""
    opening = open_hand(claim.hand, claim.switches)
    return (opening.bid, opening.section) == (claim.bid, claim.section)


@checks(Meets)
def _(claim: Meets, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    return is_true(claim.condition.term, claim.hand) and _values_are_true(claim)


@checks(Fails)
def _(claim: Fails, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    return not is_true(claim.condition.term, claim.hand) and _values_are_true(claim)


def _values_are_true(claim: Meets | Fails) -> bool:
    """The numbers told beside a condition, read as words of the paper and worked out again."""
    words = vocabulary(claim.switches)
    return all(value(read(name, words, Kind.NUMBER), claim.hand) == told for name, told in claim.values)
