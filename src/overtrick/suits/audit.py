"""Published claims about suit combinations, checked: the line by carrying it out, the odds by counting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import final

from overtrick.suits.chances import Chances
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.plans import Plan
from overtrick.suits.reading import read_plan
from overtrick.suits.solution import Solution, solve

__all__ = ["Audited", "Claimed", "Verdict", "audit", "read_claims"]


class Verdict(Enum):
    """What became of a claim."""

    AGREES = "agrees"
    WRONG_ODDS = "wrong odds"
    WRONG_LINE = "wrong line"
    UNREADABLE = "not understood"


@final
@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim: a combination, a goal (0: expected tricks), a line in words, odds as printed, a source."""

    combination: Combination
    goal: int
    line: str
    odds: str
    source: str
    number: int
    """Its line in the file."""


@final
@dataclass(frozen=True, slots=True)
class Audited:
    """A claim and the truth about it."""

    claim: Claimed
    verdict: Verdict
    best: Fraction
    """The best chance there is, or the largest expected number of tricks."""
    value: Fraction | None
    """What the claimed line is worth, played as it is printed and from the top where it says nothing."""
    at_best: Fraction
    """What it is worth if it goes on as well as possible where it says nothing."""
    is_whole: bool
    """The line as printed is a best line; if not, but it agrees, it belongs to one and leaves things out."""
    plan: Plan | None
    refuting: int
    """Layouts that a best line wins and the claimed one loses, as bits."""
    overlooked: int
    """A layout that a best line wins and that is just what the claimed odds are short of."""
    fault: str
    """What is not understood of the line."""


def read_claims(lines: Iterable[str]) -> Iterator[Claimed | SuitError]:
    """Claims from a file: ``AJ9 764 | 2 | finesse the nine | 37.5% | source``; what is wrong with a line."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield _claim(text, number)
        except SuitError as error:
            yield SuitError(f"line {number}: {error}")


def _claim(text: str, number: int) -> Claimed:
    fields = [field.strip() for field in text.split("|")]
    if len(fields) < 3:
        raise SuitError("expected 'holdings | goal | line | odds | source'", text=text)
    holdings, goal, line, odds, source = (*fields, "-", "")[:5] if len(fields) < 5 else fields[:5]
    combination = Combination.parse(holdings)
    return Claimed(combination, _goal(goal, combination), line, odds, source, number)


def _goal(text: str, combination: Combination) -> int:
    if text in ("max", "-"):
        goals = solve(combination).goals
        return goals[0].tricks if goals else 1
    if text == "expected":
        return 0
    if not re.fullmatch("[0-9]{1,2}", text) or not 1 <= int(text) <= combination.length:
        raise SuitError(f"{text!r} is no goal for {combination}: expected 1 to {combination.length}")
    return int(text)


_NOTHING_KNOWN = Chances()
_NO_ODDS = ("", "-")


def audit(claim: Claimed, chances: Chances = _NOTHING_KNOWN) -> Audited:
    """Check one claim.

    >>> claim = next(read_claims(["AJ9 764 | 2 | finesse the nine and repeat if necessary | 37.5%"]))
    >>> audit(claim, Chances(coins=True)).verdict
    <Verdict.WRONG_ODDS: 'wrong odds'>
    """
    answer = solve(claim.combination, chances)
    best = answer.goal(claim.goal).odds.fraction if claim.goal else answer.expected
    if claim.odds not in _NO_ODDS and _printed(claim.odds, bool(claim.goal)) is None:
        return _judged(answer, claim, best, None, f"{claim.odds!r} are no odds: expected '37.5%' or '3/8'")
    if claim.line in ("", "-"):
        return _judged(answer, claim, best, None, "")
    try:
        plan = read_plan(claim.line, claim.combination, apart=chances.known)
    except SuitError as error:
        return _judged(answer, claim, best, None, str(error))
    return _judged(answer, claim, best, plan, "")


def _judged(answer: Solution, claim: Claimed, best: Fraction, plan: Plan | None, fault: str) -> Audited:
    value, wins = (None, 0) if plan is None else _worth(answer, claim.goal, plan)
    is_whole = value == best
    at_best = best if plan is None or is_whole else answer.best_after(plan, claim.goal)
    is_right = at_best == best
    if not is_right:
        verdict = Verdict.WRONG_LINE
    elif fault:
        verdict = Verdict.UNREADABLE
    elif claim.odds in _NO_ODDS or _agrees(claim.odds, best, bool(claim.goal)):
        verdict = Verdict.AGREES
    else:
        verdict = Verdict.WRONG_ODDS
    return Audited(
        claim=claim,
        verdict=verdict,
        best=best,
        value=value,
        at_best=at_best,
        is_whole=is_whole,
        plan=plan,
        refuting=answer.wins(claim.goal) & ~wins if claim.goal and not is_right else 0,
        overlooked=_overlooked(answer, claim, best) if is_right else 0,
        fault=fault,
    )


def _worth(answer: Solution, goal: int, plan: Plan) -> tuple[Fraction, int]:
    tricks = answer.executor.tricks(plan)
    weights, total = answer.weighed.weights, answer.weighed.total
    if not goal:
        return Fraction(sum(w * made for w, made in zip(weights, tricks, strict=True)), total), 0
    wins = sum(1 << place for place, made in enumerate(tricks) if made >= goal)
    return answer.weighed.chance(wins), wins


def _overlooked(answer: Solution, claim: Claimed, best: Fraction) -> int:
    """A single layout that makes the whole difference, if there is one."""
    claimed = None if claim.odds in _NO_ODDS else _printed(claim.odds)
    if claimed is None or not claim.goal:
        return 0
    wins = answer.goal(claim.goal).wins
    for place in range(len(answer.layouts)):
        if wins >> place & 1 and answer.weighed.chance(1 << place) == best - claimed[0]:
            return 1 << place
    return 0


def _printed(odds: str, is_chance: bool = True) -> tuple[Fraction, Fraction] | None:
    """The odds as printed, and half a unit of their last place; a bare number above one is a percentage."""
    text = odds.strip().lower().replace(",", ".")
    number = re.sub(r"\s*(%|per ?cent|prozent)$", "", text)
    if found := re.fullmatch(r"([0-9]+)/(?:([0-9]+)\^)?([0-9]+)", number):
        above, below = int(found[1]), int(found[3])
        if found[2]:
            below = int(found[2]) ** below
        elif above == below == 50:
            below = 100  # fifty-fifty
        return (Fraction(above, below), Fraction(0)) if below else None
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", number):
        return None
    value, half = Fraction(number), Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    if number != text or (is_chance and value > 1):
        value, half = value / 100, half / 100
    return (value, half) if value <= 1 or not is_chance else None


def _agrees(odds: str, truth: Fraction, is_chance: bool) -> bool:
    """Whether printed odds are the truth, rounded as they are printed."""
    claimed = _printed(odds, is_chance)
    return claimed is not None and abs(claimed[0] - truth) <= claimed[1]
