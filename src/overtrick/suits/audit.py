"""Checks of published statements about suit combinations: lines by playing them out, odds by counting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import final

from overtrick.core.bits import indices
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.layouts import Chances
from overtrick.suits.plan_parser import read_plan
from overtrick.suits.plans import SuitPlan
from overtrick.suits.solution import Solution, solve

__all__ = ["AuditResult", "PublishedStatement", "Verdict", "audit", "read_statements"]


class Verdict(Enum):
    """The result of checking a statement."""

    AGREES = "agrees"
    WRONG_ODDS = "wrong odds"
    WRONG_LINE = "wrong line"
    UNREADABLE = "not understood"


@final
@dataclass(frozen=True, slots=True)
class PublishedStatement:
    """A combination, a goal (0: expected tricks), a line in words, odds as printed, a source."""

    combination: Combination
    goal: int
    line: str
    odds: str
    source: str
    number: int
    """Its line number in the file."""


@final
@dataclass(frozen=True, slots=True)
class AuditResult:
    """The result of checking a published statement."""

    statement: PublishedStatement
    verdict: Verdict
    best: Fraction
    """The best chance of the goal, or the largest expected number of tricks."""
    value: Fraction | None
    """The value of the published line, played from the top where it says nothing."""
    at_best: Fraction
    """Its value with the best continuation where it says nothing."""
    is_whole: bool
    """Is the line as printed a best line?  If not, but it agrees, it is an incomplete best line."""
    plan: SuitPlan | None
    refuting: int
    """Layouts that a best line wins and the published one loses, as bits."""
    overlooked: int
    """A layout that a best line wins and whose chance is just what the published odds lack, as a bit."""
    fault: str
    """The part of the statement that was not understood."""


def read_statements(lines: Iterable[str]) -> Iterator[PublishedStatement | SuitError]:
    """Statements from a file: ``AJ9 764 | 2 | finesse the nine | 37.5% | source``, or a line's error."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield _statement(text, number)
        except SuitError as error:
            yield SuitError(f"line {number}: {error}")


def _statement(text: str, number: int) -> PublishedStatement:
    fields = [field.strip() for field in text.split("|")]
    if len(fields) < 3:
        raise SuitError("expected 'holdings | goal | line | odds | source'", text=text)
    holdings, goal, line, odds, source = (*fields, "-", "")[:5] if len(fields) < 5 else fields[:5]
    combination = Combination.parse(holdings)
    return PublishedStatement(combination, _goal(goal, combination), line, odds, source, number)


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


def audit(statement: PublishedStatement, chances: Chances = _NOTHING_KNOWN) -> AuditResult:
    """Check one statement.

    >>> statement = next(read_statements(["AJ9 764 | 2 | finesse the nine and repeat if necessary | 37.5%"]))
    >>> audit(statement, Chances(coins=True)).verdict
    <Verdict.WRONG_ODDS: 'wrong odds'>
    """
    answer = solve(statement.combination, chances)
    goal, best = statement.goal, answer.best(statement.goal)
    plan, fault = _plan_of(statement, chances.known)
    value = None if plan is None else answer.worth(plan, goal)
    at_best = best if plan is None or value == best else answer.best_after(plan, goal)
    is_right = at_best == best
    if not is_right:
        verdict = Verdict.WRONG_LINE
    elif fault:
        verdict = Verdict.UNREADABLE
    elif statement.odds in _NO_ODDS or _agrees(statement.odds, best, bool(goal)):
        verdict = Verdict.AGREES
    else:
        verdict = Verdict.WRONG_ODDS
    wins = 0 if plan is None or not goal else answer.executor.wins(plan, goal)
    return AuditResult(
        statement=statement,
        verdict=verdict,
        best=best,
        value=value,
        at_best=at_best,
        is_whole=value == best,
        plan=plan,
        refuting=answer.wins(goal) & ~wins if goal and not is_right else 0,
        overlooked=_overlooked(answer, statement, best) if is_right else 0,
        fault=fault,
    )


def _plan_of(statement: PublishedStatement, known: int) -> tuple[SuitPlan | None, str]:
    """The line as a plan, if there is one, and the fault if it was not understood."""
    if statement.odds not in _NO_ODDS and _printed(statement.odds, bool(statement.goal)) is None:
        return None, f"{statement.odds!r} are no odds: expected '37.5%' or '3/8'"
    if statement.line in ("", "-"):
        return None, ""
    try:
        return read_plan(statement.line, statement.combination, apart=known), ""
    except SuitError as error:
        return None, str(error)


def _overlooked(answer: Solution, statement: PublishedStatement, best: Fraction) -> int:
    """A single layout that accounts for the whole difference, as a bit; 0 if there is none."""
    printed = None if statement.odds in _NO_ODDS else _printed(statement.odds)
    if printed is None or not statement.goal:
        return 0
    single = (1 << place for place in indices(answer.goal(statement.goal).wins))
    return next((each for each in single if answer.weighed.chance(each) == best - printed[0]), 0)


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
    printed = _printed(odds, is_chance)
    return printed is not None and abs(printed[0] - truth) <= printed[1]
