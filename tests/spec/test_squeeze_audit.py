"""Published statements about squeezes, and what is found wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.core import Seat
from overtrick.squeezes import Kind
from overtrick.squeezes.audit import Verdict, audit, audit_line, summary

PUBLISHED = Path(__file__).parent.parent / "data" / "published_squeezes.txt"
SIMPLE = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
NONE = "N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"
DOUBLE = "N:A2.K.. K9..Q. 6..J.2 Q3.A..;NT;S"
WHOLE = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"
REPEATING = "N:.AJ.J92. .KQ.QT.A A.3.K6.J ..43.T95;NT;S"


@pytest.mark.parametrize(
    ("line", "verdicts"),
    [
        (f"{SIMPLE} | simple | W | 3 | - | a paper", [Verdict.REAL]),
        (f"{SIMPLE} | Simple squeeze", [Verdict.REAL]),
        (f"{SIMPLE} | - | W", [Verdict.REAL]),
        (f"{SIMPLE} | - | - | 3", [Verdict.REAL]),
        (f"{NONE} | none | none | 4", [Verdict.REAL]),
        (f"{DOUBLE} | double | EW | 3 | simultaneous", [Verdict.REAL]),
        (f"{SIMPLE} | none", [Verdict.A_SQUEEZE]),
        (f"{NONE} | simple | W | 4", [Verdict.NOT_A_SQUEEZE]),
        (f"{SIMPLE} | double | W | 3", [Verdict.OTHER_TYPE]),
        (f"{SIMPLE} | simple | EW | 3", [Verdict.OTHER_VICTIM]),
        (f"{SIMPLE} | simple | either | 3", [Verdict.OTHER_VICTIM]),
        (f"{SIMPLE} | simple | W | 2", [Verdict.OTHER_TRICKS]),
        (f"{SIMPLE} | - | - | 2", [Verdict.OTHER_TRICKS]),
        (f"{SIMPLE} | simple | W | 3 | criss-cross", [Verdict.OTHER_MODIFIERS]),
        (f"{DOUBLE} | double | EW | 3 | non-simultaneous", [Verdict.OTHER_MODIFIERS]),
        (f"{REPEATING} | triple | E | 4", [Verdict.OTHER_TYPE, Verdict.OTHER_TRICKS]),
    ],
)
def test_each_statement_is_judged_by_all_it_says(line: str, verdicts: list[Verdict]) -> None:
    finding = audit_line(line)
    assert list(finding.verdicts) == verdicts
    assert finding.verdict is verdicts[0]
    assert finding.is_true == (verdicts == [Verdict.REAL])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no claim at all", "expected 'DEAL;trump;leader"),
        ("N:Q.AJ.. T9...3 2.3..A;NT;S | simple", "four hands"),
        (f"{SIMPLE} | marvellous", "'marvellous' is no type"),
        (f"{SIMPLE} | simple | N", "'N' are no victims"),
        (f"{SIMPLE} | simple | WW", "'WW' are no victims"),
        (f"{SIMPLE} | simple | W | many", "'many' is no number"),
        (f"{SIMPLE} | simple | W | 3 | pretty", "'pretty'"),
        (f"{WHOLE};H;W | strip", "13 cards in each hand are too many"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, reason: str) -> None:
    finding = audit_line(line, 7)
    assert finding.verdict is Verdict.UNREADABLE
    assert reason in finding.reason
    assert (finding.number, finding.statement, finding.report) == (7, None, None)


def test_every_fault_of_a_line_is_named() -> None:
    reason = audit_line(f"{SIMPLE} | marvellous | N | many").reason
    assert all(fault in reason for fault in ("marvellous", "'N'", "many"))


def test_a_bad_line_does_not_stop_the_audit() -> None:
    lines = ["# a remark", "", "nonsense", f"{SIMPLE} | simple", f"{SIMPLE} | double"]
    findings = list(audit(lines))
    assert [finding.number for finding in findings] == [3, 4, 5]
    assert summary(findings) == {Verdict.UNREADABLE: 1, Verdict.OTHER_TYPE: 1, Verdict.REAL: 1}


def test_other_spellings_of_a_type_are_understood() -> None:
    statement = audit_line(f"{REPEATING} | progressive squeeze | e").statement
    assert statement is not None
    assert (statement.kind, statement.victims) == (Kind.REPEATING, (Seat.EAST,))


def test_a_source_may_contain_anything() -> None:
    statement = audit_line(f"{SIMPLE} | simple | W | 3 | - | page 7 | second column").statement
    assert statement is not None
    assert statement.source == "page 7 | second column"


def test_a_type_that_could_be_played_for_as_well_is_true_too() -> None:
    for finding in audit(PUBLISHED.read_text(encoding="utf-8").splitlines()):
        if finding.verdict is Verdict.ALSO:
            assert finding.statement is not None
            assert finding.report is not None
            also = [squeeze.kind for squeeze in finding.report.also]
            assert finding.is_true
            assert finding.statement.kind is None or finding.statement.kind in also


def test_every_published_statement_can_be_read_and_most_are_real() -> None:
    counts = summary(audit(PUBLISHED.read_text(encoding="utf-8").splitlines()))
    assert Verdict.UNREADABLE not in counts
    assert 2 * counts[Verdict.REAL] > sum(counts.values()) > 100
