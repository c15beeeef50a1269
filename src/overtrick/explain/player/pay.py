"""What tricks score and what a difference is worth, by the formulas that players carry in their heads."""

from __future__ import annotations

from overtrick.core import Strain, Vul
from overtrick.player.sample import Sample

__all__ = ["imps_between", "points"]

_STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000)
_STEPS_ABOVE = (2250, 2500, 3000, 3500, 4000)
"""The smallest difference for each IMP more; Law 78B."""


def imps_between(mine: int, theirs: int) -> int:
    """IMPs won or, below nought, lost."""
    won = sum(step <= abs(mine - theirs) for step in (*_STEPS, *_STEPS_ABOVE))
    return won if mine > theirs else -won


def points(sample: Sample, vul: Vul, tricks: int) -> int:
    """What the side to move scores with so many tricks; Law 77."""
    contract = sample.contract
    assert contract is not None
    is_declarers = contract.declarer.side is sample.side
    made = (tricks if is_declarers else 13 - tricks) - 6 - contract.level
    is_vul = vul.includes(contract.declarer)
    scored = _made(sample, made, is_vul) if made >= 0 else -_down(-made, int(contract.doubled), is_vul)
    return scored if is_declarers else -scored


def _made(sample: Sample, over: int, is_vul: bool) -> int:
    contract = sample.contract
    assert contract is not None
    doubled, each = int(contract.doubled), 20 if contract.strain <= Strain.DIAMONDS else 30
    bid = (each * contract.level + 10 * (contract.strain is Strain.NOTRUMP)) << doubled
    bonus = (500 if is_vul else 300) if bid >= 100 else 50
    if contract.level >= 6:
        bonus += (750 if is_vul else 500) * (contract.level - 5)
    overs = over * ((50 << doubled) * (1 + is_vul) if doubled else each)
    return bid + bonus + overs + 50 * doubled


def _down(down: int, doubled: int, is_vul: bool) -> int:
    if not doubled:
        return down * (100 if is_vul else 50)
    less = 100 if is_vul else 100 * min(down + 1, 4)
    return (300 * down - less) * doubled
