"""``overtrick squeeze --audit``: what is right and wrong in published endings."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.cli.squeeze_records import short_record
from overtrick.core import OvertrickError
from overtrick.explain.squeezes.verdicts import verdict_text
from overtrick.squeezes.audit import Finding, Verdict, audit_line, claims_in, summary

__all__ = ["print_audit"]


def print_audit(lines: Iterable[str], name: str, as_json: bool) -> None:
    """Every published ending with its verdict, and how many there are of each."""
    claims = list(claims_in(lines))
    if not claims:
        raise OvertrickError(f"there are no endings in {name!r}")
    findings = list[Finding]()
    with bar("checking") as progress:
        for done, (number, text) in enumerate(claims, 1):
            finding = audit_line(text, number)
            findings.append(finding)
            if as_json:
                output.print_json(_record(finding))
            else:
                _print(finding)
            if progress is not None:
                progress(done, len(claims))
    found = summary(findings)
    output.say(", ".join(f"{number} {verdict}" for verdict, number in reversed(found.items())))
    if Verdict.UNREADABLE in found:
        raise OvertrickError("some lines could not be read")


def _print(finding: Finding) -> None:
    source = "" if finding.claim is None or not finding.claim.source else f" [{finding.claim.source}]"
    ending = finding.text.split("|")[0].strip()
    output.print_words(f"{ending}{source}")
    output.print_words(f"  {verdict_text(finding)}")


def _record(finding: Finding) -> dict[str, object]:
    claim, report = finding.claim, finding.report
    return {
        "line": finding.number,
        "claim": finding.text,
        "verdict": str(finding.verdict),
        "verdicts": [str(verdict) for verdict in finding.verdicts],
        "source": None if claim is None else claim.source,
        "text": verdict_text(finding),
        "found": None if report is None else short_record(report),
    }
