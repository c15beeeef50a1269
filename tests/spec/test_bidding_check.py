"""The checker of systems: every planted fault is found, with the exact number of hands and a witness."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from overtrick import hands
from overtrick.bidding import Agreements, BiddingError, System, parse
from overtrick.bidding.checking import (
    CatchAll,
    CheckSettings,
    DeadEntry,
    FalseExplanation,
    NoCall,
    OddCall,
    PassedForcing,
    Report,
    Tie,
    accepted_by,
    check,
    read_accepted,
    write_accepted,
)
from overtrick.bidding.checking.findings import HandsFinding
from overtrick.bidding.checking.hand_classes import hand_table, sampled_hands
from overtrick.bidding.checking.words import finding_words, report_words
from overtrick.bidding.interpretation import Interpretation, interpret
from overtrick.bidding.promises import Trait
from overtrick.bidding.reading import read_sheets
from overtrick.bidding.state import State
from overtrick.cli.app import app
from overtrick.core import Auction, Bid, Call, CardSet, Seat, Strain
from overtrick.hands.counting import complexity

FEW = CheckSettings(boards=200, questions=30, silent=(frozenset(),))

CLEAN = """
when opening
  1NT "notrump": 15-17 hcp, balanced
  pass "no opening": true

when not opening
  pass "enough": true
"""


def checked(text: str) -> Report:
    return check(parse(text), FEW)


def one(report: Report, kind: type) -> object:
    (found,) = [each for each in report.findings if isinstance(each, kind)]
    return found


def the_simplest(predicate: hands.Predicate) -> CardSet:
    found = hands.simplest(predicate)
    assert found is not None
    return found


def without_findings(report: Report) -> bool:
    return not report.findings and not report.new and not report.gone


def test_a_system_without_a_fault_is_found_without_one() -> None:
    report = checked(CLEAN)
    assert without_findings(report)
    assert report.coverage.fraction == report.exact.fraction == 1
    assert report.visited == report.questions >= 3
    assert not report.unvisited


def test_hands_with_no_call_are_counted() -> None:
    found = one(checked(CLEAN.replace('pass "no opening": true', 'pass "weak": 11- hcp')), NoCall)
    assert isinstance(found, NoCall)
    missing = hands.parse("12+ hcp and not (15-17 hcp and balanced)")
    assert found.share.hands == hands.count(missing).hands
    assert found.share.of == hands.ALL_HANDS
    assert found.witness in missing
    assert complexity(found.witness) == complexity(the_simplest(missing))
    assert found.location.auction == ()
    assert not found.is_forced


def test_a_gap_later_in_the_auction_counts_only_hands_that_come_so_far() -> None:
    text = """
when opening
  1S "spades": 5+ spades, 12+ hcp
  pass: true

when partner bid 1S
  2S "raise": 3+ spades
  pass: true

when partner bid 2S
  4S "game": 17+ hcp
  pass "enough": 12-15 hcp

when they bid
  pass: true
when partner bid 4S
  pass: true
"""
    found = one(checked(text), NoCall)
    assert isinstance(found, NoCall)
    assert found.share.of == hands.count("5+ spades, 12+ hcp").hands
    assert found.share.hands == hands.count("5+ spades, 16 hcp").hands
    assert found.location.auction[-4:] == Auction.parse("N: 1S P 2S P").calls
    assert found.witness in hands.parse("5+ spades, 16 hcp")


TIED = """
when opening
  1S "spades": 5+ spades, 12+ hcp

when opening, seat 1-4
  1H "hearts": 5+ hearts, 12+ hcp

when opening, priority -1
  pass: true

when not opening
  pass: true
"""


def test_two_blocks_of_equal_priority_are_a_tie_where_both_fit() -> None:
    found = one(checked(TIED), Tie)
    assert isinstance(found, Tie)
    both = hands.parse("5+ spades, 5+ hearts, 12+ hcp")
    assert found.share.hands == hands.count(both).hands
    assert found.witness in both
    assert (found.call, found.other_call) == (Bid(1, Strain.SPADES), Bid(1, Strain.HEARTS))
    assert (found.rule.name, found.other.name) == ("spades", "hearts")


def test_two_blocks_that_say_the_same_call_are_no_tie() -> None:
    same = TIED.replace('1H "hearts": 5+ hearts, 12+ hcp', '1S "hearts": 5+ hearts, 12+ hcp')
    assert not checked(same).findings


def test_a_priority_settles_a_tie() -> None:
    assert not checked(TIED.replace("seat 1-4", "seat 1-4, priority 1")).findings


def test_an_entry_that_others_leave_nothing_is_dead() -> None:
    text = CLEAN.replace('  pass "no opening"', '  1S "flat": 16 hcp, 5332, 5 spades\n  pass "no opening"')
    found = one(checked(text), DeadEntry)
    assert isinstance(found, DeadEntry)
    assert (found.rule.call, found.rule.name) == ("1S", "flat")


def test_an_entry_whose_block_never_applies_is_only_told_of() -> None:
    report = checked(CLEAN + '\nwhen partner bid 7NT\n  pass "never": 40+ hcp\n')
    assert without_findings(report)
    assert [rule.name for rule in report.unvisited] == ["never"]


FORCING = """
when opening
  1C "strong": 17+ hcp
    forcing
  pass: true

when partner bid 1C, RHO passed
  pass "weak": 3- hcp
  1D "negative": true

when they bid
  pass: true
when partner bid 1D
  pass: true
"""


def test_a_forcing_call_that_is_passed_is_found() -> None:
    found = one(checked(FORCING), PassedForcing)
    assert isinstance(found, PassedForcing)
    assert found.share.hands == hands.count("3- hcp").hands
    assert found.witness in hands.parse("3- hcp")
    assert found.rule.name == "weak"
    assert not checked(FORCING.replace("    forcing\n", "")).findings


def test_a_catch_all_used_too_often_is_found() -> None:
    text = FORCING.replace('  pass "weak": 3- hcp\n', "").replace(
        '  1D "negative": true', '  1D "negative": 5- hcp\n  1D "no idea": true\n    catch-all'
    )
    generous = replace(FEW, catch_all=0.5, catch_alls=0.5)
    assert not check(parse(text), generous).findings
    report = check(parse(text), replace(FEW, catch_all=0.01, catch_alls=0.01))
    together, alone = [each for each in report.findings if isinstance(each, CatchAll)]
    assert together.rule is None
    assert alone.rule is not None
    assert alone.rule.name == "no idea"
    has_passed = alone.share.of < hands.ALL_HANDS
    assert alone.share.hands == hands.count("6-16 hcp" if has_passed else "6+ hcp").hands
    assert alone.calls.is_sampled


def lying(change: Callable[[Interpretation], Interpretation]) -> Callable[[State, Call], Interpretation]:
    def told(state: State, call: Call) -> Interpretation:
        said = interpret(state, call)
        return change(said) if call is Bid(1, Strain.NOTRUMP) else said

    return told


def test_an_explanation_the_hand_does_not_satisfy_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def narrower(said: Interpretation) -> Interpretation:
        return replace(said, promise=said.promise.within(Trait.HCP, 16, 17))

    monkeypatch.setattr("overtrick.bidding.state.interpret", lying(narrower))
    found = one(checked(CLEAN), FalseExplanation)
    assert isinstance(found, FalseExplanation)
    assert found.share.hands == hands.count("15 hcp, balanced").hands
    assert found.witness in hands.parse("15 hcp, balanced")
    assert found.call is Bid(1, Strain.NOTRUMP)


def test_a_call_said_to_be_made_by_other_entries_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.bidding.state.interpret", lying(lambda said: replace(said, rules=())))
    found = one(checked(CLEAN), FalseExplanation)
    assert isinstance(found, FalseExplanation)
    assert found.share.hands == hands.count("15-17 hcp, balanced").hands


def test_a_call_read_as_one_that_nobody_makes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.bidding.state.interpret", lying(lambda said: replace(said, is_odd=True)))
    found = one(checked(CLEAN), OddCall)
    assert isinstance(found, OddCall)
    assert found.share.hands == hands.count("15-17 hcp, balanced").hands


# Witnesses


@pytest.mark.parametrize("text", [TIED, FORCING, CLEAN.replace(": true", ": 13- hcp")])
def test_a_witness_shows_what_it_is_a_witness_of(text: str) -> None:
    system, shown = parse(text), 0
    table = Agreements(system)
    for finding in check(system, FEW).findings:
        assert isinstance(finding, NoCall | Tie | PassedForcing)
        auction = Auction(Seat.NORTH, finding.location.auction)
        made, state = table.bid(finding.witness, auction), table.state(auction)
        match finding:
            case NoCall():
                assert made.candidate is None
            case Tie():
                fit = {
                    each.call for each in state.candidates if finding.witness in hands.Predicate(each.term)
                }
                assert {made.call, finding.call, finding.other_call} <= fit
            case PassedForcing():
                assert state.is_forced
                assert made.call is Call.PASS
        shown += 1
    assert shown


# The list of accepted findings


def written(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "system.bid").write_text(f'system {folder.name} "a test"\n{text}')
    return folder


def again(folder: Path) -> Report:
    return check(System(read_sheets(folder)), FEW, accepted_by(folder))


def test_the_list_of_accepted_findings_may_only_shrink(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", TIED)
    report = again(folder)
    assert len(report.new) == 1
    assert write_accepted(folder, report.findings, {}) == folder / "accepted.txt"
    assert not again(folder).new
    other = written(tmp_path / "other", CLEAN)
    (other / "accepted.txt").write_text((folder / "accepted.txt").read_text())
    cleaned = again(other)
    assert not cleaned.new
    assert cleaned.gone == tuple(each.key for each in report.new)


def test_reasons_are_kept_and_lines_may_be_added_to_a_system(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", TIED)
    (key,) = (each.key for each in again(folder).new)
    write_accepted(folder, again(folder).findings, {key: "either will do"})
    moved = written(tmp_path / "mine", "\n# a remark\n\n" + TIED)
    assert read_accepted((moved / "accepted.txt").read_text()) == {key: "either will do"}
    assert not again(moved).new


def test_nobody_accepts_findings_of_a_system_of_the_package() -> None:
    with pytest.raises(BiddingError, match="folder of your own"):
        write_accepted("natural", [], {})


# Samples


def test_where_hands_are_too_many_a_sample_is_gone_through_and_says_so() -> None:
    text = CLEAN.replace('pass "no opening": true', 'pass "weak": 11- hcp')
    report = check(parse(text), replace(FEW, classes=10, sample=40_000))
    found = one(report, NoCall)
    assert isinstance(found, NoCall)
    assert found.share.is_sampled
    assert found.share.of == 40_000
    assert report.exact.hands == 0 < report.coverage.hands
    low, high = found.share.interval
    truth = float(hands.count("12+ hcp and not (15-17 hcp and balanced)").fraction)
    assert low - 0.01 < truth < high + 0.01
    assert "sample" in finding_words(found) + report_words(report)


def test_the_same_seed_gives_the_same_report() -> None:
    one_report, other = checked(TIED), checked(TIED)
    assert one_report.findings == other.findings
    assert (one_report.questions, one_report.coverage) == (other.questions, other.coverage)


def test_progress_rises_to_the_end() -> None:
    told = list[tuple[int, int]]()
    check(parse(CLEAN), FEW, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)


# Words and tables


@pytest.mark.parametrize("text", [TIED, FORCING, CLEAN.replace(": true", ": 13- hcp")])
def test_every_finding_has_a_sentence(text: str) -> None:
    report = checked(text)
    assert report.findings
    for finding in report.findings:
        words = finding_words(finding)
        assert words.endswith(".")
        if isinstance(finding, DeadEntry):
            assert finding.rule.name in words
        else:
            assert isinstance(finding, HandsFinding | CatchAll)
            assert f"{finding.share.hands:,}" in words


@pytest.mark.parametrize(
    "condition",
    ["15-17 hcp, balanced", "5+ spades, 2+ of AKQ in S", "longest = second_longest", "stopper(H), aces = 2"],
)
def test_a_table_has_every_hand_once(condition: str) -> None:
    asked = hands.parse(condition)
    rows = hand_table([asked.term], 10**7)
    assert rows is not None
    chosen = rows.where(asked.packed(rows.hands))
    assert (chosen.total, rows.total) == (hands.count(asked).hands, hands.ALL_HANDS)
    assert complexity(chosen.simplest) == complexity(the_simplest(asked))


def test_a_table_of_too_many_classes_is_not_made() -> None:
    assert hand_table([hands.parse("15-17 hcp, balanced").term], 5) is None


def test_dealt_hands_have_thirteen_cards() -> None:
    rows = sampled_hands(1001, np.random.default_rng(1))
    assert len(rows) == rows.total == 1001
    assert all(int(hand).bit_count() == 13 for hand in rows.hands)
    assert complexity(rows.simplest) == min(complexity(CardSet(int(hand))) for hand in rows.hands)


def test_what_goes_wrong_on_the_boards_is_found_where_no_question_is_gone_through() -> None:
    text = CLEAN.replace('pass "no opening": true', 'pass "weak": 11- hcp')
    report = check(parse(text), replace(FEW, times=1000))
    found = one(report, NoCall)
    assert isinstance(found, NoCall)
    assert report.visited == 0
    assert found.share.is_sampled
    assert found.witness in hands.parse("12+ hcp and not (15-17 hcp and balanced)")


# The command


def test_the_command_fails_when_there_is_something_new(tmp_path: Path) -> None:
    folder = str(written(tmp_path / "mine", TIED))
    few = ["check", folder, "-n", "100", "--silent", "none"]
    found = CliRunner().invoke(app, few)
    assert (found.exit_code, "tie [new]" in found.output) == (1, True)
    assert CliRunner().invoke(app, [*few, "--accept"]).exit_code == 0
    accepted = CliRunner().invoke(app, few)
    assert (accepted.exit_code, "tie [accepted: not yet looked at]" in accepted.output) == (0, True)
    clean = written(tmp_path / "clean", CLEAN)
    (clean / "accepted.txt").write_text((tmp_path / "mine" / "accepted.txt").read_text())
    struck_out = CliRunner().invoke(app, ["check", str(clean), *few[2:], "--json"])
    assert struck_out.exit_code == 0
    assert json.loads(struck_out.stdout.splitlines()[-1])["gone"]
