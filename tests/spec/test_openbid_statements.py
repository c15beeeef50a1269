"""Every statement of the paper of 1967: how many there are, which do not hold, and whether we are right."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from overtrick.cli import openbid
from overtrick.core import CardSet
from overtrick.hands import ALL_HANDS, HandGroup, Predicate, count, examples, parse, parse_quantity, simplest
from overtrick.hands.counting import complexity
from overtrick.hands.evaluation import is_true
from overtrick.hands.terms import All, Compare, Not, Number
from overtrick.openbid import (
    CheckedStatement,
    Difference,
    Effect,
    Opening,
    Switches,
    check_statements,
    meets,
    open_hand,
    overlaps,
    part_one,
    switch_effects,
    vocabulary,
)
from overtrick.openbid.cases import Case, propositions, read_propositions
from overtrick.openbid.census import Census, take_census
from overtrick.openbid.statements import StatementChecker
from overtrick.openbid.synopsis import statement_words
from overtrick.openbid.vocabulary import data

Statements = dict[str, CheckedStatement]

REFUTED = {
    "2.II.B.apart",
    "2.II.B.2.b.ii.beta.(II).(A)",
    "2.II.B.2.b.iii.(II).(A)",
    "4.III.B.2.b.ii.alpha",
    "6.II.B.2.a.i.alpha",
    "6.II.B.2.b.ii.beta.(II)",
    "7.II.B.1.a.i.alpha.order",
    "7.II.B.1.b.i.alpha.order",
    "7.II.B.2.b.i.beta.(II).example",
    "8.I.A.1.a.order",
    "8.I.A.1.b.therefore",
    "9.I.A.1.order",
    "10.I.A.1.order",
    "11.I.A.1.order",
    "11.II.B.1.therefore",
    "part1.12/11",
    "part1.13a/11",
    "part1.13a/12",
    "part1.13b/12",
    "part1.13c/11a",
    "part1.10.1.A.a",
    "part1.10.1.A.b",
    "part1.order.12d",
    "A2.SOLID",
    "A2.SOLID.converse",
    "A3.KJ.2",
    "A3.J.8",
    "A3.J.9",
    "A3.J.10",
    "A7.1C",
}


@pytest.fixture(scope="module")
def census() -> Census:
    return take_census(Switches())


@pytest.fixture(scope="module")
def statements(census: Census) -> Statements:
    found = check_statements(census=census)
    by_name = {each.id: each for each in found}
    assert len(by_name) == len(found)
    return by_name


@pytest.fixture(scope="module")
def pairs() -> Mapping[tuple[str, str], HandGroup]:
    return overlaps()


@pytest.fixture(scope="module")
def effects() -> list[Effect]:
    return switch_effects()


def within() -> dict[str, Predicate]:
    """Every case by its id, with all the conditions around it."""
    found = dict[str, Predicate]()

    def visit(case: Case, here: Predicate) -> None:
        found[case.id] = here
        before = list[Predicate]()
        for inner in case.cases:
            if inner.condition is None:
                visit(inner, Predicate(All((here.term, *(Not(each.term) for each in before)))))
            else:
                before.append(inner.condition)
                visit(inner, here & inner.condition)

    for case in propositions():
        assert case.condition is not None
        visit(case, case.condition)
    return found


# What is stated


def test_the_data_have_every_conclusion_of_the_paper() -> None:
    lines = [line.split(" -- ")[0].strip() for line in data("propositions.txt").splitlines()]
    kinds = Counter(line.split(" ")[0] for line in lines if line and not line.startswith("#"))
    assert kinds["proposition"] == 12
    assert (kinds["bid"], kinds["pass"], kinds["therefore"]) == (155, 96, 110)
    assert (kinds["example"], kinds["as"], kinds["except"]) == (63, 12, 15)


def test_the_cases_with_as_in_written_out() -> None:
    leaves = [case for proposition in propositions() for case in proposition.walk() if case.conclusion]
    kinds = Counter(case.conclusion.kind for case in leaves if case.conclusion)
    assert kinds == {"bid": 197, "pass": 117, "impossible": 2}
    names = [case.id for proposition in propositions() for case in proposition.walk()]
    assert len(names) == len(set(names)) == 595
    assert {"1.II.C.2", "2.II.B.1.a.ii.beta.(II).(B).(1)", "13"} <= set(names)


def test_the_statements_by_kind(statements: Statements) -> None:
    kinds = Counter(each.kind for each in statements.values())
    assert (kinds["bid"], kinds["pass"], kinds["therefore"], kinds["example"]) == (197, 117, 117, 77)
    assert (kinds["cell"], kinds["value"], kinds["lemma"]) == (160, 45, 69)
    assert (kinds["pair"], kinds["preference"], kinds["order"]) == (43, 79, 197)
    assert sum(kinds.values()) == 1_983


def test_a_statement_says_what_is_so_of_how_many_hands(statements: Statements) -> None:
    statement = statements["1.II.C.2"]
    assert (statement.text, statement.holds, statement.exceptions) == ("1NT at 7", True, 0)
    assert statement.witness is None
    assert statement.hands == count("4333, 17 hcp").hands


def test_scripts_get_a_statement_with_a_hand_where_it_does_not_hold(
    statements: Statements,
) -> None:
    assert openbid.statement_record(statements["1.II.C.2"]) == {
        "id": "1.II.C.2",
        "kind": "bid",
        "claim": "1NT at 7",
        "holds": True,
        "hands": statements["1.II.C.2"].hands,
        "exceptions": 0,
        "earlier": 0,
    }
    refuted = openbid.statement_record(statements["4.III.B.2.b.ii.alpha"])
    assert (refuted["holds"], str(refuted["witness"])) == (False, "Q432.Q2.A32.A432")
    assert refuted["actual"] == "pass at 14"


def test_the_statements_are_printed_a_line_each(
    statements: Statements, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("overtrick.cli.openbid.check_statements", lambda *_, **__: list(statements.values()))
    openbid.statements(as_json=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["id"] for line in lines} == set(statements)
    openbid.statements()
    told = capsys.readouterr().out
    assert "       bid: 193 hold, 4 do not\n" in told
    assert "4.III.B.2.b.ii.alpha: 1D at 12d\n    not so for 135,119,682 of 395,241,138;" in told


def test_the_report_is_written_as_markdown_html_and_charts(
    census: Census,
    statements: Statements,
    effects: list[Effect],
    pairs: Mapping[tuple[str, str], HandGroup],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """What takes long is known already; of the propositions read in another way two will do.

    That the forms never differ is tested beside the other forms; here they do, so that it can be read.
    """
    hand = CardSet.parse("KJ.A432.A432.A32")
    forms = [Difference("1NT at 7", "1C at 8b", 1_234_567, hand)]
    known = "overtrick.openbid.report"
    monkeypatch.setattr(f"{known}.take_census", lambda *_: census)
    monkeypatch.setattr(f"{known}._WITH_TRICKS", ("10", "11"))
    monkeypatch.setattr(f"{known}.check_statements", lambda *_, **__: list(statements.values()))
    monkeypatch.setattr(f"{known}.switch_effects", lambda *_: effects)
    monkeypatch.setattr(f"{known}.overlaps", lambda *_: pairs)
    monkeypatch.setattr(f"{known}.compare_forms", lambda *_: forms)
    folder = tmp_path / "deep" / "report"
    openbid.report(folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "anatomy.html", "anatomy.md", "bids.svg", "opened.svg", "sections.svg",
    ]  # fmt: skip
    text = (folder / "anatomy.md").read_text(encoding="utf-8")
    assert "| all | 1983 | 1953 | 30 | 13 |" in text
    assert "| 4.III.B.2.b.ii.alpha | 1D at 12d | 135,119,682 | 395,241,138 |" in text
    assert "- [Dead code](#dead-code)" in text
    assert "at the same section with all but 1,234,567 hands." in text
    assert "| 1NT at 7 | 1C at 8b | 1,234,567 |" in text
    page = (folder / "anatomy.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "<script" not in page
    assert '<a href="#dead-code">Dead code</a>' in page


# What holds


def test_which_statements_do_not_hold(statements: Statements) -> None:
    assert {name for name, each in statements.items() if not each.holds} == REFUTED


def test_the_propositions_cover_all_hands(statements: Statements) -> None:
    assert statements["propositions"].hands == ALL_HANDS
    assert statements["propositions"].holds


def test_a_hand_against_a_bid_is_in_the_case_and_does_not_meet_the_section(
    statements: Statements,
) -> None:
    cases, checked = within(), 0
    for name, each in statements.items():
        if each.kind in ("bid", "pass") and not each.holds:
            assert each.witness is not None
            assert is_true(cases[name].term, each.witness)
            opening = open_hand(each.witness)
            assert str(opening) == each.actual
            if each.kind == "pass":
                assert opening.bid != "pass"
            else:
                section = each.text.split(" at ")[1]
                assert opening.bid == "pass" or not is_true(meets(section).term, each.witness)
            checked += 1
    assert checked == 5


@pytest.mark.parametrize(
    "name", ["2.II.B.2.b.ii.beta.(II).(A)", "2.II.B.2.b.iii.(II).(A)", "4.III.B.2.b.ii.alpha"]
)
def test_the_hands_against_a_statement_counted_by_themselves(name: str, statements: Statements) -> None:
    case, each = within()[name], statements[name]
    section = each.text.split(" at ")[1]
    assert count(case).hands == each.hands
    assert count(case & ~meets(section)).hands == each.exceptions


def test_a_bid_said_to_stand_unless_an_earlier_section_bids_is_made_later(
    statements: Statements,
) -> None:
    """Note 1 of the synopsis: with ten points a preempt may still be replaced at section 13."""
    late = [each for each in statements.values() if each.kind == "order" and not each.holds]
    assert len(late) == 6
    for each in late:
        assert each.witness is not None
        assert each.witness.hcp == 10
        assert str(open_hand(each.witness)) == each.actual == "1D at 13a"
        case = statements[each.id.removesuffix(".order")]
        assert case.holds
        assert case.hands == each.hands


def test_the_hands_bid_earlier_are_those_that_are_neither_passed_nor_bid_there_or_later(
    statements: Statements,
) -> None:
    statement = statements["7.II.B.1.b.i.alpha"]
    words = statement_words()
    here = within()[statement.id]
    at = count(here & parse("bid_at_11a", words)).hands
    later = statements["7.II.B.1.b.i.alpha.order"].exceptions
    assert statement.earlier == statement.hands - at - later
    assert statements["4.III.B.2.b.ii.alpha"].earlier == 0


def test_a_conclusion_that_fails_fails_for_its_witness(statements: Statements) -> None:
    witness = statements["11.II.B.1.therefore"].witness
    assert witness == CardSet.parse("..KJ.QJT98765432")
    assert statements["11.II.B.1.therefore"].exceptions == 6


@pytest.mark.parametrize("part", range(2))
def test_hands_of_a_case_do_what_the_case_says(part: int, statements: Statements) -> None:
    """Hands drawn from the cases, bid card by card: another way to see what the statements say."""
    rng, cases, drawn = np.random.default_rng(part), within(), 0
    leaves = [
        each for each in statements.values() if each.kind in ("bid", "pass") and each.holds and each.hands
    ]
    for statement in leaves[part::12]:
        for hand in examples(cases[statement.id], 5, rng):
            assert (open_hand(hand).bid == "pass") is (statement.kind == "pass"), (statement.id, hand)
            drawn += 1
    assert drawn >= 100


# Part One


def test_no_pair_said_to_be_impossible_has_a_hand(pairs: Mapping[tuple[str, str], HandGroup]) -> None:
    said = part_one()
    assert len(said.pairs) == 59
    assert len(pairs) == 298
    for (later, earlier), found in pairs.items():
        assert said.verdict(later, earlier) != "impossible"
        assert is_true(meets(later).term, found.simplest)
        assert is_true(meets(earlier).term, found.simplest)


@pytest.mark.parametrize(("later", "earlier"), [("12a", "8b"), ("13c", "10")])
def test_a_pair_counted_by_itself(
    later: str, earlier: str, pairs: Mapping[tuple[str, str], HandGroup]
) -> None:
    found, both = pairs[later, earlier], meets(later) & meets(earlier)
    assert found.hands == count(both).hands
    best = simplest(both)
    assert best is not None
    assert found.simplest in both
    assert complexity(found.simplest) == complexity(best)


# Switches


def test_what_a_switch_changes_is_what_two_readings_do(effects: list[Effect]) -> None:
    of_kj = [each for each in effects if each.switch == "kj"]
    assert of_kj
    other = Switches(kj=True)
    for each in of_kj[:3]:
        one, two = parse_quantity("OPENING", vocabulary()), parse_quantity("OPENING", vocabulary(other))
        before, after = (
            next(c for c in range(34 * 128) if Opening.of_code(c) == o) for o in (each.before, each.after)
        )
        where = Predicate(Compare((one.term, Number(before)), ("=",))) & Predicate(
            Compare((two.term, Number(after)), ("=",))
        )
        assert count(where).hands == each.hands
        assert open_hand(each.simplest) == each.before
        assert open_hand(each.simplest, other) == each.after


# Reading cases


def test_a_wrong_case_is_noticed() -> None:
    text = "proposition 1: HCP >= 20\n  I. LONGEST >= 5\n    pass\n  II. else\n    bid 1NT at 7\n"
    checker = StatementChecker()
    checker.tree(read_propositions(text, statement_words()))
    found = {each.id: each for each in checker.check()}
    assert found["propositions"].exceptions == count("hcp 19-").hands
    assert found["1.I"].exceptions == found["1.I"].hands == count("hcp 20+, longest 5+").hands
    assert found["1.II"].exceptions == found["1.II"].hands == count("hcp 20+, longest 4").hands
    assert found["1.cases"].holds
    assert found["1.apart"].holds


def test_as_in_repeats_the_cases_but_not_their_examples() -> None:
    text = """
proposition 1: HCP >= 20
  I. LONGEST >= 5
    A. ACES >= 1
      example S:Axxxx H:AKx D:AKx C:Kx
      pass
    B. else
      pass
  II. else
    as in 1.I
      except B: impossible
"""
    (proposition,) = read_propositions(text, statement_words())
    cases = {case.id: case for case in proposition.walk()}
    assert set(cases) == {"1", "1.I", "1.I.A", "1.I.B", "1.II", "1.II.A", "1.II.B"}
    assert cases["1.I.A"].examples
    assert not cases["1.II.A"].examples
    assert str(cases["1.II.B"].conclusion) == "impossible"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nonsense", "neither a definition nor a proposition"),
        ("proposition 1: HCP >= 20\n  what is this", "says nothing about a case"),
        ("proposition 1: HCP >= 20\n  example S:AKQ H: D: C:", "3 cards"),
        ("proposition 1: HCPP >= 20", "unknown word 'HCPP'"),
    ],
)
def test_a_bad_line_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        read_propositions(text, statement_words())
