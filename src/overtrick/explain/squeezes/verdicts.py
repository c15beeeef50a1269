"""The verdict on a published claim, in words."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Seat
from overtrick.explain.squeezes.phrases import count, name_of, series, whom
from overtrick.explain.words_english import NUMBERS
from overtrick.squeezes.audit import Finding, PublishedClaim, Verdict
from overtrick.squeezes.reasons.around_reasons import claim_about
from overtrick.squeezes.reasons.claims import Squeezes
from overtrick.squeezes.report import Report, Squeeze

__all__ = ["verdict_text"]


def verdict_text(finding: Finding) -> str:
    """What is true of a claim, and everything that is not.

    >>> from overtrick.squeezes.audit import audit_line
    >>> print(verdict_text(audit_line("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S | double | E | 3")))
    Not so: it is a simple squeeze, not a double squeeze; the victim is West, not East.
    """
    claim, report = finding.claim, finding.report
    if claim is None or report is None:
        return f"Line {finding.number} cannot be read: {finding.reason}."
    if finding.is_true:
        return _true(finding.verdict, report)
    objections = (said for verdict in finding.verdicts for said in _objection(verdict, claim, report))
    return f"Not so: {'; '.join(objections)}."


def _true(verdict: Verdict, report: Report) -> str:
    found = claim_about(report)
    if not isinstance(found, Squeezes):
        return f"True: there is no squeeze, and declarer takes {count(found.tricks, 'trick')}."
    if verdict is Verdict.ALSO:
        return f"True, but another squeeze is named first: {whom(found)}."
    return f"True: {whom(found)}, and declarer takes {count(found.tricks, 'trick')}."


def _objection(verdict: Verdict, claim: PublishedClaim, report: Report) -> Iterator[str]:
    """What is the case instead."""
    found, tricks = claim_about(report), report.values.tricks
    if verdict is Verdict.NOT_A_SQUEEZE:
        yield "there is no squeeze"
    elif verdict is Verdict.A_SQUEEZE and isinstance(found, Squeezes):
        yield whom(found)
    elif verdict is Verdict.OTHER_TYPE and isinstance(found, Squeezes) and claim.kind is not None:
        yield f"it is {name_of(found.kind)}, not {name_of(claim.kind)}"
    elif verdict is Verdict.OTHER_VICTIM and claim.victims is not None:
        yield f"the victim is {_victims(report.values.victims)}, not {_victims(claim.victims)}"
    elif verdict is Verdict.OTHER_TRICKS and claim.tricks is not None:
        yield f"declarer takes {count(tricks, 'trick')}, not {_number(claim.tricks)}"
    elif verdict is Verdict.OTHER_MODIFIERS:
        yield from _other_modifiers(claim, report)


def _other_modifiers(claim: PublishedClaim, report: Report) -> Iterator[str]:
    """What a squeeze of the kind is said to be and is not, and what it is said not to be and is."""
    squeezes: tuple[Squeeze, ...] = () if report.squeeze is None else (report.squeeze, *report.also)
    named = next((squeeze for squeeze in squeezes if claim.kind in (None, squeeze.kind)), None)
    if named is not None:
        yield from (f"it is not {each}" for each in sorted(claim.modifiers - named.modifiers))
        yield from (f"it is {each}" for each in sorted(claim.lacks & named.modifiers))


def _number(tricks: int) -> str:
    return NUMBERS[tricks] if tricks < len(NUMBERS) else str(tricks)


def _victims(victims: tuple[Seat, ...]) -> str:
    return series([seat.word for seat in victims]) if victims else "either defender"
