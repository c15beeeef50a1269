"""``overtrick suit --audit``: what is right and wrong in published claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.core import Odds
from overtrick.explain.suits import average_text, cover_text, line_text
from overtrick.suits import Chances, solve
from overtrick.suits.audit import Audited, Verdict, audit, read_claims
from overtrick.suits.covers import describe
from overtrick.suits.errors import SuitError

__all__ = ["print_audit"]

_NO_CLAIM = "not a claim"


def print_audit(lines: Iterable[str], name: str, chances: Chances, as_json: bool) -> None:
    """Every claim with its verdict, and how many there are of each."""
    claims = list(read_claims(lines))
    if not claims:
        raise SuitError(f"there are no claims in {name!r}")
    found = Counter[str]()
    with bar("checking") as progress:
        for done, claim in enumerate(claims):
            if isinstance(claim, SuitError):
                found[_NO_CLAIM] += 1
                output.say(str(claim))
            else:
                audited = audit(claim, chances)
                found[audited.verdict.value] += 1
                if as_json:
                    output.print_json(_record(audited, chances))
                else:
                    _print(audited, chances)
            if progress is not None:
                progress(done + 1, len(claims))
    output.say(", ".join(f"{count} {verdict}" for verdict, count in found.most_common()))
    if found[_NO_CLAIM]:
        raise SuitError("some lines are no claims")


def _print(audited: Audited, chances: Chances) -> None:
    claim = audited.claim
    goal = "expected tricks" if not claim.goal else f"{claim.goal} tricks" if claim.goal > 1 else "1 trick"
    is_part = audited.verdict is Verdict.AGREES and audited.plan is not None and not audited.is_whole
    more = ", as far as it goes" if is_part else ""
    output.print_words(f"{claim.combination}, {goal}: {audited.verdict.value}{more}")
    output.print_words(
        f"  claimed: {claim.line} ({claim.odds})" + (f" [{claim.source}]" if claim.source else "")
    )
    if audited.fault:
        output.print_words(f"  {audited.fault}")
    if audited.verdict is Verdict.AGREES:
        return
    if audited.value is not None and not audited.is_whole:
        rest = f", with the best continuation {_value(audited, audited.at_best)}"
        output.print_words(f"  as printed: {_value(audited, audited.value)}{rest}")
    answer = solve(claim.combination, chances)
    text = line_text(answer, claim.goal) if claim.goal else average_text(answer)
    output.print_words(f"  the best: {_value(audited, audited.best)}" + (f", {text}" if text else ""))
    for said, layouts in (("it loses", audited.refuting), ("overlooked", audited.overlooked)):
        if layouts:
            cover = cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed)
            output.print_words(f"  {said}: {cover}")


def _value(audited: Audited, value: Fraction) -> str:
    if audited.claim.goal:
        return f"{Odds.of(value).percent} ({value})"
    return f"{float(value):.4f} tricks"


def _record(audited: Audited, chances: Chances) -> dict[str, object]:
    claim, answer = audited.claim, solve(audited.claim.combination, chances)
    return {
        "line": claim.number,
        "combination": str(claim.combination),
        "goal": claim.goal or "expected",
        "claimed": {"line": claim.line, "odds": claim.odds, "source": claim.source},
        "verdict": audited.verdict.value,
        "value": None if audited.value is None else round(float(audited.value), 12),
        "at_best": round(float(audited.at_best), 12),
        "whole": audited.is_whole,
        "best": round(float(audited.best), 12),
        "refuting": [str(answer.layouts[place]) for place in _places(audited.refuting)],
        "overlooked": [str(answer.layouts[place]) for place in _places(audited.overlooked)],
        "fault": audited.fault,
    }


def _places(layouts: int) -> list[int]:
    return [place for place in range(layouts.bit_length()) if layouts >> place & 1]
