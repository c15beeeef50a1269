"""Bidding contests: awards, recorded results, datum and par, and the totals."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from overtrick import dd
from overtrick.bidding.contest import (
    Awards,
    Basis,
    ContestBoard,
    gather,
    judge,
    recorded_scores,
    summary,
)
from overtrick.core import Board, Contract, Deal, NotationError, Result, Seat, Side, Strain, Vul
from overtrick.formats import Record, read
from overtrick.formats.record import PbnTable
from overtrick.scoring import imps, score_ns

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
HEAD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'


def entry(*rooms: str) -> ContestBoard:
    (found,) = gather(read("\n".join(HEAD + each + "\n" for each in rooms)))
    return found


def contract(text: str) -> Contract | None:
    return None if text == "pass" else Contract.parse(text)


# Awards


@pytest.mark.parametrize(
    ("reached", "points"),
    [
        ("4S by N", 10.0),
        ("4S by E", 10.0),
        ("3NT by N", 7.0),
        ("3NT by S", 5.5),
        ("4H by W", 3.0),
        ("5H by W", 3.0),
        ("4SX by N", 0.5),
        ("4SXX by N", 0.0),
        ("2C by N", 0.0),
        ("pass", -2.0),
    ],
)
def test_a_contract_has_its_award(reached: str, points: float) -> None:
    awards = Awards.parse("4S 10; 3NT 7; 3NT by S 5.5; 4H, 5H = 3; 4SX: 0.5; pass -2")
    assert awards.of(contract(reached)) == points
    assert awards.best == 10


def test_other_contracts_may_be_awarded_too() -> None:
    awards = Awards.parse("4♠ 10; others 1;")
    assert (awards.of(contract("4S by N")), awards.of(contract("2C by N")), awards.of(None)) == (10, 1, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("4Q 10", "'4Q' is no contract: expected one like 4S.* in '4Q 10'"),
        ("4S", "'4S' is no award: expected a contract and its points"),
        ("", "no contract is awarded anything"),
        ("4S 10; 4s 9", "4s is awarded twice"),
        ("others 1; others 2", "the others are awarded twice"),
        ("8S 10; 4S", "'8S' is no contract.*; '4S' is no award"),
        ("4S by X 10", "'X' is not a seat"),
    ],
)
def test_awards_that_cannot_be_say_everything_that_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        Awards.parse(text)


def test_awards_stand_in_a_tag_or_in_a_comment() -> None:
    for told in ('[Awards "4S 10; 3NT 7"]', "{Awards: 4S 10; 3NT 7}"):
        assert entry(told).awards == Awards.parse("4S 10; 3NT 7")
    assert entry("{Awarded for patience: 3}").awards is None


def test_awards_that_cannot_be_read_are_told_and_the_results_still_count() -> None:
    found = entry('[Awards "4Q 10"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]')
    assert found.awards is None
    assert found.scores_ns == (90,)
    assert "the awards cannot be read: '4Q' is no contract" in found.remarks[0]


# Recorded results


@pytest.mark.parametrize(
    ("told", "scores"),
    [
        ('[Declarer "E"]\n[Contract "4H"]\n[Result "9"]', [100]),
        ('[Declarer "N"]\n[Contract "2CX"]\n[Result "9"]', [280]),
        ('[Contract "Pass"]', [0]),
        ('[Score "NS 110"]', [110]),
        ('[Score "EW 620"]', [-620]),
        ('[Declarer "W"]\n[Contract "2S"]\n[Score "110"]', [-110]),
        ('[Declarer "W"]\n[Contract "2S"]\n[Score "EW -100"]', [100]),
        ('[Declarer "?"]\n[Contract "?"]\n[Result "?"]', []),
        (
            '[ScoreTable "Contract\\4L;Declarer;Result\\2R;Score_NS\\5R"]\n3H E 9 -140\n2S N 8 110',
            [-140, 110],
        ),
        ('[ScoreTable "Contract;Declarer;Result"]\n3H E 9\nPass - -\n2SX N 7\n- - -', [-140, 0, -100]),
        ('[ScoreTable "Score_NS;Score_EW"]\n- 140\n110 -', [-140, 110]),
        ('[ScoreTable "Score_NS;Multiplicity"]\n-140 3\n110 1', [-140, -140, -140, 110]),
        (
            '[Declarer "E"]\n[Contract "3H"]\n[Result "9"]\n[ScoreTable "Score_NS"]\n-140\n110',
            [-140, 110],
        ),
    ],
)
def test_recorded_scores_are_north_souths(told: str, scores: list[int]) -> None:
    (record,) = read(HEAD + told + "\n")
    assert recorded_scores(record) == (scores, [])


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ('[Score "many"]', 'Score "many"'),
        ('[Score "110"]', "declarer is not known"),
        ('[ScoreTable "Contract;Declarer;Result"]\n9H E 9', "row 1 of the ScoreTable: '9H' is no contract"),
    ],
)
def test_what_cannot_be_understood_is_told(told: str, fault: str) -> None:
    (record,) = read(HEAD + told + "\n")
    scores, odd = recorded_scores(record)
    assert scores == []
    assert fault in odd[0]


def test_the_rooms_of_a_board_are_one_board_wherever_they_stand() -> None:
    rooms = [f'[Room "{room}"]\n[Declarer "E"]\n[Contract "{what}"]\n[Result "9"]' for room, what in
             (("Open", "4H"), ("Closed", "3H"))]  # fmt: skip
    other = '[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Deal "N:AKQJT98765432... - - -"]\n'
    found = gather(read("\n\n".join((HEAD + rooms[0], other, HEAD + rooms[1], ""))))
    assert [each.board.number for each in found] == [1, 2]
    assert found[0].scores_ns == (100, -140)


def test_lin_results_of_two_rooms_are_recorded_results() -> None:
    text = (
        "vg|T,1,I,1,1,A,0,B,0|\nrs|4HE-1,3HE=|\npn|a,b,c,d,e,f,g,h|\npg||\n"
        "qx|o1|st||md|3ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,|sv|e|pg||\n"
        "qx|c1|st||md|3ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,|sv|e|pg||\n"
    )
    (found,) = gather(read(text))
    assert found.scores_ns == (100, -140)


# Verdicts


@pytest.mark.parametrize("reached", ["4H by E", "3C by N", "2S by W", "7NTX by S", "pass"])
def test_a_contract_is_scored_with_double_dummy_tricks(reached: str) -> None:
    found = entry('[Score "NS 100"]')
    verdict = judge(found, contract(reached))
    table = dd.table(Deal.parse(DEAL))
    made = contract(reached)
    expected = 0 if made is None else score_ns(Result(made, table[made.strain, made.declarer]), Vul.EW)
    assert verdict.score_ns == expected
    assert verdict.basis is Basis.RECORDED
    assert verdict.imps == imps(expected - 100)


def test_several_results_are_compared_with_by_their_mean() -> None:
    found = entry('[Score "NS 110"]', '[Score "EW 620"]', '[Score "EW 620"]')
    verdict = judge(found, None)
    assert verdict.against_ns == -380
    assert abs(fmean(found.scores_ns) - -380) < 5
    assert verdict.imps == imps(380)


def test_a_datum_of_the_file_counts_before_its_results() -> None:
    verdict = judge(entry('[Score "NS 110"]\n[Datum "EW 140"]'), None)
    assert (verdict.basis, verdict.against_ns, verdict.imps) == (Basis.DATUM, -140, 4)
    assert judge(entry('[Datum "90"]'), None).against_ns == 90


def test_without_results_and_awards_par_is_the_measure() -> None:
    board = Board(1, Seat.NORTH, Vul.EW, Deal.parse(DEAL))
    verdict = judge(ContestBoard(Record(board)), contract("3H by E"))
    assert verdict.basis is Basis.PAR
    assert verdict.against_ns == dd.par(dd.table(board.deal), Seat.NORTH, Vul.EW).score_ns
    assert judge(entry('[Awards "3H 10"]'), contract("3H by E")).basis is None


def test_two_hands_are_enough_for_awards_but_not_for_a_score() -> None:
    text = (
        HEAD.replace(DEAL, "N:AQ84.QT98.J.KQ43 - T76.54.753.AJT82 -") + '[Awards "3C 10"]\n[Score "NS 110"]\n'
    )
    (found,) = gather(read(text))
    verdict = judge(found, contract("3C by N"))
    assert (verdict.award, verdict.score_ns, verdict.tricks, verdict.imps) == (10, None, None, None)
    assert judge(found, None).imps == -3


def test_the_tricks_of_a_contract_are_declarers() -> None:
    verdict = judge(entry(""), contract("3C by N"))
    assert verdict.tricks == dd.table(Deal.parse(DEAL))[Strain.CLUBS, Seat.NORTH]
    assert verdict.contract is not None
    assert verdict.contract.declarer.side is Side.NS


# Totals


def test_the_interval_of_a_mean_is_students() -> None:
    published = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 11: 2.228, 31: 2.042, 101: 1.984}
    for boards, factor in published.items():
        values = [float(place % 3) for place in range(boards)]
        found = summary(values)
        assert found is not None
        assert found.interval is not None
        spread = (sum((value - found.mean) ** 2 for value in values) / (boards - 1) / boards) ** 0.5
        assert (found.interval[1] - found.mean) / spread == pytest.approx(factor, abs=0.004)
        assert found.mean - found.interval[0] == pytest.approx(found.interval[1] - found.mean)


def test_one_board_has_no_interval_and_none_no_total() -> None:
    assert summary([]) is None
    only = summary([3])
    assert only is not None
    assert (only.total, only.mean, only.interval) == (3, 3, None)


def test_boards_that_differ_in_vulnerability_are_two() -> None:
    other = HEAD.replace('"EW"', '"None"')
    assert len(gather(read(f'{HEAD}[Score "NS 1"]\n\n{other}[Score "NS 1"]\n'))) == 2


def test_awards_that_cannot_be_read_do_not_hide_the_datum() -> None:
    assert entry('[Awards "4Q 10"]\n[Datum "NS 420"]').datum_ns == 420


def test_the_first_datum_counts() -> None:
    assert entry('[Datum "NS 90"]', '[Datum "NS 140"]').datum_ns == 90


def test_the_award_of_a_doubled_contract_by_one_declarer() -> None:
    awards = Awards.parse("4SX by N 3; 4S by N 5; 4SX 1")
    told = [awards.of(Contract.parse(each)) for each in ("4SX by N", "4S by N", "4SX by S", "4S by S")]
    assert told == [3, 5, 1, 0]


def test_others_may_be_the_best() -> None:
    assert Awards.parse("7NT -5; others 2").best == 2


def test_a_table_may_name_the_declarer_with_the_contract() -> None:
    (record,) = read(HEAD)
    rows = (("3H by E", "-", "9"),)
    told = replace(record, tables=(PbnTable("ScoreTable", "Contract;Declarer;Result", rows),))
    assert recorded_scores(told) == ([-140], [])


def test_others_alone_may_be_awarded() -> None:
    assert Awards.parse("others 2").of(None) == 2


def test_cells_of_a_table_may_stand_in_quotes() -> None:
    (record,) = read(HEAD)
    rows = (('"3H"', '"E"', '"9"'),)
    told = replace(record, tables=(PbnTable("ScoreTable", "Contract;Declarer;Result", rows),))
    assert recorded_scores(told) == ([-140], [])


def test_a_score_may_tell_both_sides() -> None:
    assert entry('[Score "EW -420 NS 420"]').scores_ns == (420,)
