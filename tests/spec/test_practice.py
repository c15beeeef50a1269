"""Bidding problems to be asked: their answers, their topics, and the log of what was answered."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from overtrick.bidding import Agreements, BiddingError, load
from overtrick.bidding.expectations import expectations, read_expectations
from overtrick.bidding.quizzing import (
    SITUATIONS,
    Question,
    about,
    asked_before,
    from_expectation,
    from_self_play,
    situation,
)
from overtrick.cli.practice_log import Log
from overtrick.core import Auction, Call, CardSet, OvertrickError, Seat, Vul

HAND = CardSet.parse("AQ854.KT98.KJ.43")


def question(auction: str = "N:", vul: Vul = Vul.NONE, call: str = "1S") -> Question:
    return Question("openings", HAND, Auction.parse(auction), vul, Call.parse(call))


# Disputes


def test_both_answers_to_a_disputed_problem_are_accepted() -> None:
    line = "A7.KQ9643.J8.J93 | N: | none | 1H | twenty | practice | 2H: some open at once, nobody bids 3H"
    asked = from_expectation(*read_expectations(line, "openings"))
    accepted = [str(call) for call in Auction.parse("N:").legal_calls if asked.accepts(call)]
    assert accepted == ["1H", "2H"]


@pytest.mark.parametrize(
    ("hand", "auction", "accepted"),
    [
        ("842.QJ73.A85.K64", "N: 2S X P", "3H 4H"),
        ("KJ85.Q43.QT5.K63", "N: 1NT P", "2C 3NT"),
        ("J852.T943.84.J64", "N: 1NT P", "P 2C"),
        ("KJ4.Q93.T982.Q53", "N: 1D P", "1NT 2D"),
        ("KQT4.A4.K9.QJ964", "N: 1C 1S X P", "1NT"),
    ],
)
def test_what_a_dispute_of_sayc_concedes_is_accepted_and_nothing_else(
    hand: str, auction: str, accepted: str
) -> None:
    (asked,) = (
        from_expectation(each)
        for each in expectations("sayc")
        if (str(each.hand), str(each.auction)) == (hand, auction)
    )
    assert [str(call) for call in asked.auction.legal_calls if asked.accepts(call)] == accepted.split()


def test_only_one_answer_to_another_problem_is_accepted() -> None:
    accepted = [str(call) for call in Auction.parse("N:").legal_calls if question().accepts(call)]
    assert accepted == ["1S"]


def test_every_problem_of_sayc_is_a_question_of_its_own() -> None:
    asked = [from_expectation(each) for each in expectations("sayc")]
    assert asked
    for each in asked:
        assert each.accepts(each.call)
        assert len(each.hand) == 13
        assert bool(each.dispute) == bool(each.others)


# Topics


def test_topics_are_named_whole_or_in_part() -> None:
    known = ["openings", "responses to one of a major", "responses to 1NT", "openings"]
    assert about([], known) == ["openings", "responses to one of a major", "responses to 1NT"]
    assert about(["OPENINGS"], known) == ["openings"]
    assert about(["responses"], known) == known[1:3]
    assert about(["responses_to_1nt", "open"], known) == ["responses to 1NT", "openings"]


@pytest.mark.parametrize(
    ("topic", "fault"),
    [("opnings", "did you mean 'openings'"), ("zzz", "there are openings"), ("", "there is no topic ''")],
)
def test_a_topic_that_is_not_there_is_refused(topic: str, fault: str) -> None:
    with pytest.raises(BiddingError, match=fault):
        about([topic], ["openings"])


# Self-play


def test_self_play_asks_for_the_call_that_the_system_makes() -> None:
    table = Agreements(load("natural"))
    asked = list(islice(from_self_play(table, np.random.default_rng(5)), 40))
    for each in asked:
        assert table.bid(each.hand, each.auction, each.vul).call is each.call
        assert each.topic == situation(each.auction)
    assert {each.topic for each in asked} == set(SITUATIONS)
    assert len({each.key for each in asked}) == len(asked)
    assert asked == list(islice(from_self_play(table, np.random.default_rng(5)), 40))


def test_silent_players_are_asked_nothing() -> None:
    table = Agreements(load("natural"), silent=[Seat.EAST, Seat.WEST])
    asked = islice(from_self_play(table, np.random.default_rng(5)), 20)
    assert {each.auction.to_call for each in asked} <= {Seat.NORTH, Seat.SOUTH}


def test_a_question_of_self_play_is_asked_again_from_its_key() -> None:
    table = Agreements(load("natural"))
    for each in islice(from_self_play(table, np.random.default_rng(6)), 20):
        assert asked_before(each.key, table) == each


@pytest.mark.parametrize(
    "key", ["", "a | b | c", "AQ854.KT98.KJ.43 | N: | nobody", "A... | N: | None", "x | y"]
)
def test_a_key_that_nobody_wrote_is_refused(key: str) -> None:
    with pytest.raises(OvertrickError):
        asked_before(key, Agreements(load("natural")))


# The log


def answered(path: Path, *answers: tuple[Question, str]) -> Log:
    log = Log(path, "sayc")
    for asked, answer in answers:
        log.add(asked, Call.parse(answer), asked.accepts(Call.parse(answer)))
    return Log(path, "sayc")


def test_questions_that_went_wrong_come_first_then_new_ones_then_the_others(tmp_path: Path) -> None:
    new, right, wrong, mended = question("N:"), question("N: P"), question("N: P P"), question("N: P P P")
    log = answered(
        tmp_path / "log", (mended, "1C"), (right, "1S"), (wrong, "1S"), (wrong, "P"), (mended, "1S")
    )
    assert log.first_things_first([right, new, mended, wrong]) == [wrong, new, right, mended]
    assert log.wrong(["openings"]) == [wrong.key]
    assert log.wrong(["slams"]) == []


def test_a_log_is_only_ever_added_to(tmp_path: Path) -> None:
    path = tmp_path / "log"
    answered(path, (question(), "1S"))
    before = path.read_bytes()
    answered(path, (question(), "1C"))
    assert path.read_bytes().startswith(before)
    told = [json.loads(line) for line in path.read_text().splitlines()]
    assert [each["right"] for each in told] == [True, False]
    assert told[0]["question"] == question().key
    assert {"time", "system", "version", "topic", "answer", "call"} <= set(told[0])


def test_the_answers_to_another_system_are_another_matter(tmp_path: Path) -> None:
    path = tmp_path / "log"
    answered(path, (question(), "1C"))
    assert Log(path, "schenken").wrong(["openings"]) == []


def test_a_line_cut_short_spoils_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log"
    answered(path, (question(), "1C"))
    path.write_bytes(path.read_bytes() + b'{"system": "sayc", "ques')
    log = answered(path, (question("N: P"), "1C"))
    assert log.wrong(["openings"]) == [question().key, question("N: P").key]
    assert "line 2 of" in capsys.readouterr().err
    assert b'"ques\n{' in path.read_bytes()


def test_a_log_that_cannot_be_written_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(OvertrickError, match="cannot write the log"):
        Log(tmp_path / "no" / "log", "sayc").check()
    with pytest.raises(OvertrickError, match="cannot read the log"):
        Log(tmp_path, "sayc")
