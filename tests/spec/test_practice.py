"""Bidding problems to be asked: their answers, their topics, and the log of what was answered."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from overtrick.bidding import Agreements, BiddingError, load, parse
from overtrick.bidding.practice import (
    SITUATIONS,
    BiddingProblem,
    expectations,
    from_self_play,
    matching_topics,
    problem_of,
    read_expectations,
    situation,
)
from overtrick.cli import practice
from overtrick.cli.output import Style
from overtrick.cli.practice import Log, Quiz
from overtrick.core import Auction, Call, CardSet, OvertrickError, Seat, Vul

HAND = CardSet.parse("AQ854.KT98.KJ.43")


def question(auction: str = "N:", vul: Vul = Vul.NONE, call: str = "1S") -> BiddingProblem:
    return BiddingProblem("openings", HAND, Auction.parse(auction), vul, Call.parse(call))


# Disputes


def test_both_answers_to_a_disputed_problem_are_accepted() -> None:
    line = "A7.KQ9643.J8.J93 | N: | none | 1H | twenty | practice | 2H: some open at once, nobody bids 3H"
    asked = next(read_expectations(line, "openings"))
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
        each for each in expectations("sayc") if (str(each.hand), str(each.auction)) == (hand, auction)
    )
    assert [str(call) for call in asked.auction.legal_calls if asked.accepts(call)] == accepted.split()


def test_only_one_answer_to_another_problem_is_accepted() -> None:
    accepted = [str(call) for call in Auction.parse("N:").legal_calls if question().accepts(call)]
    assert accepted == ["1S"]


def test_every_problem_of_sayc_is_a_question_of_its_own() -> None:
    asked = list(expectations("sayc"))
    assert asked
    for each in asked:
        assert each.accepts(each.call)
        assert len(each.hand) == 13
        assert bool(each.dispute) == bool(each.others)


# Topics


def test_topics_are_named_whole_or_in_part() -> None:
    known = ["openings", "responses to one of a major", "responses to 1NT", "openings"]
    assert matching_topics([], known) == ["openings", "responses to one of a major", "responses to 1NT"]
    assert matching_topics(["OPENINGS"], known) == ["openings"]
    assert matching_topics(["responses"], known) == known[1:3]
    assert matching_topics(["responses_to_1nt", "open"], known) == ["responses to 1NT", "openings"]


@pytest.mark.parametrize(
    ("topic", "fault"),
    [("opnings", "did you mean 'openings'"), ("zzz", "there are openings"), ("", "there is no topic ''")],
)
def test_a_topic_that_is_not_there_is_refused(topic: str, fault: str) -> None:
    with pytest.raises(BiddingError, match=fault):
        matching_topics([topic], ["openings"])


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
        assert problem_of(each.key, table) == each


@pytest.mark.parametrize(
    "key", ["", "a | b | c", "AQ854.KT98.KJ.43 | N: | nobody", "A... | N: | None", "x | y"]
)
def test_a_key_that_nobody_wrote_is_refused(key: str) -> None:
    with pytest.raises(OvertrickError):
        problem_of(key, Agreements(load("natural")))


# The log


def answered(path: Path, *answers: tuple[BiddingProblem, str]) -> Log:
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


NOTRUMP = CardSet.parse("AQ4.KT98.KJ2.432")
COLOURS = """
when opening, vulnerable
  1NT "strong notrump": 15-17 hcp, balanced
  1C "otherwise": 12+ hcp
when opening, not vulnerable
  1NT "weak notrump": 12-14 hcp, balanced
  1D "otherwise": 12+ hcp
"""
"""What 1NT is goes by the vulnerability."""


def asked(vul: Vul) -> BiddingProblem:
    call = "1C" if vul in (Vul.NS, Vul.BOTH) else "1NT"
    others = (Call.parse("1H"),)
    return BiddingProblem(
        "openings", NOTRUMP, Auction.parse("N:"), vul, Call.parse(call), "so", "", "1H: some", others
    )


def test_an_accepted_answer_counts_as_right_in_the_score_and_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quiz = Quiz(seed=1, log=tmp_path / "log")
    quiz.agreements = Agreements(parse(COLOURS))
    quiz.judge(asked(Vul.NONE), Call.parse("1H"), Style(ascii_only=True))
    assert (quiz.right, quiz.asked) == (Counter(openings=1), Counter(openings=1))
    assert "1H is accepted" in capsys.readouterr().out
    assert Log(tmp_path / "log", quiz.name).wrong(["openings"]) == []


def test_a_verdict_goes_by_the_vulnerability_and_says_where_the_system_differs() -> None:
    table = Agreements(parse(COLOURS))
    told = {vul: "\n".join(practice._verdict(asked(vul), Call.parse("1NT"), table)) for vul in Vul}
    assert "1NT means: Weak notrump" in told[Vul.NONE]
    assert "1NT means: Strong notrump" in told[Vul.BOTH]
    assert not any("as it is written here" in each for each in told.values())
    wrong = BiddingProblem("openings", NOTRUMP, Auction.parse("N:"), Vul.NONE, Call.parse("1S"), "so")
    assert "as it is written here calls 1NT" in "\n".join(practice._verdict(wrong, Call.parse("1S"), table))


def test_self_play_is_bid_and_asked_again_at_its_vulnerability() -> None:
    table = Agreements(parse(COLOURS))
    for each in islice(from_self_play(table, np.random.default_rng(1)), 24):
        assert table.bid(each.hand, each.auction, each.vul).call is each.call
        assert problem_of(each.key, table) == each


def test_most_questions_of_self_play_are_about_bids() -> None:
    found = list(islice(from_self_play(Agreements(parse(COLOURS)), np.random.default_rng(2)), 60))
    passes = sum(each.call is Call.PASS for each in found)
    assert 3 <= passes <= 24


def test_a_question_of_the_log_that_cannot_be_read_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    table = Agreements(parse(COLOURS))
    good = f"{NOTRUMP} | N: | None"
    assert [each.key for each in practice._once_more(["rubbish", good], table)] == [
        problem_of(good, table).key
    ]
    assert "left out" in capsys.readouterr().err


def test_topics_that_never_come_up_are_given_up_with_a_sentence() -> None:
    table = Agreements(parse('when opening\n  pass "never": true\nwhen not opening\n  pass "never": true\n'))
    with pytest.raises(BiddingError, match="in 2,000 boards nobody had a question of responding"):
        next(from_self_play(table, np.random.default_rng(1), ["responding"]))


PROBLEM_HAND = "AQ854.KT98.KJ.43"
LINE = f"{PROBLEM_HAND} | N: 1H P | NS | 1S | a new suit first | booklet, responses"
PARTS = "expected a hand, an auction, a vulnerability, a call, a reason, a source with bars between them"


def read(text: str) -> list[BiddingProblem]:
    return list(read_expectations(text, "responses"))


def test_a_line_is_a_problem_with_its_answer() -> None:
    assert read(LINE) == [
        BiddingProblem(
            "responses",
            CardSet.parse(PROBLEM_HAND),
            Auction.parse("N: 1H P"),
            Vul.NS,
            Call.parse("1S"),
            "a new suit first",
            "booklet, responses",
        )
    ]


def test_problems_come_in_the_order_of_the_lines() -> None:
    calls = ["1S", "2H", "3H"]
    text = "\n".join(LINE.replace("1S", call) for call in calls)
    assert [str(each.call) for each in read(text)] == calls


@pytest.mark.parametrize("text", ["", "\n \n", "# a heading", "   # indented", f"# {LINE}"])
def test_comments_and_empty_lines_are_no_problems(text: str) -> None:
    assert read(text) == []


def test_a_comment_may_follow_a_problem() -> None:
    assert read(f"{LINE}  # from a lesson | and more") == read(LINE)


def test_spaces_round_the_bars_do_not_matter() -> None:
    assert read(f"   {LINE.replace(' | ', '|')}  ") == read(LINE) == read(LINE.replace(" | ", "  |\t"))


def test_a_seventh_part_says_why_the_answer_is_disputed() -> None:
    (plain,), (disputed,) = read(LINE), read(f"{LINE} | 2S: some raise first")
    assert (plain.dispute, disputed.dispute) == ("", "2S: some raise first")


def test_a_dispute_names_the_calls_that_others_would_make() -> None:
    (plain,), (disputed,) = read(LINE), read(f"{LINE} | 2H, pass: nobody bids 3H: too high")
    assert (plain.others, disputed.others) == ((), (Call.parse("2H"), Call.PASS))


@pytest.mark.parametrize(
    ("word", "vul"), [("none", Vul.NONE), ("NS", Vul.NS), ("ew", Vul.EW), ("both", Vul.BOTH)]
)
def test_the_vulnerability_is_one_of_four_words(word: str, vul: Vul) -> None:
    assert read(LINE.replace("| NS |", f"| {word} |"))[0].vul is vul


@pytest.mark.parametrize(
    ("auction", "is_contested"),
    [
        ("N:", False),
        ("N: P P", False),
        ("N: 1H P", False),
        ("N: P 1H P 1S P", False),
        ("N: 1H P 2H P P", False),  # the call to come does not count
        ("N: 1H X", True),
        ("N: 1H 1S P P", True),
        ("N: P 1H X", True),
        ("N: 1H X XX", True),
    ],
)
def test_an_auction_is_contested_once_both_sides_have_done_more_than_pass(
    auction: str, is_contested: bool
) -> None:
    (problem,) = read(f"{PROBLEM_HAND} | {auction} | none | P | nothing to add | practice")
    assert problem.is_contested is is_contested


FAULTS = {
    "twelve cards": (LINE.replace(".43", ".4"), "a hand has thirteen cards, not 12 in 'AQ854.KT98.KJ.4'"),
    "three suits": (
        LINE.replace(".KJ.43", ".KJ43"),
        "expected four suits separated by dots, found 3 in 'AQ854.KT98.KJ43'",
    ),
    "a card twice": (LINE.replace("AQ854", "AAQ85"), "the ♠A appears twice in 'AAQ85.KT98.KJ.43'"),
    "no auction": (
        LINE.replace("1H P", "1H 1D"),
        "East may not bid 1♦: it is not higher than 1♥ in 'N: 1H 1D'",
    ),
    "no vulnerability": (
        LINE.replace("| NS |", "| some |"),
        "'some' is not a vulnerability: expected None, NS, EW or Both",
    ),
    "no call": (LINE.replace("1S", "9S"), "'9S' is not a call: expected P, X, XX or a bid like 1NT"),
    "too low": (LINE.replace("1S", "1D"), "South may not bid 1♦: it is not higher than 1♥"),
    "nothing to double": (LINE.replace("1S", "X"), "South may not call Dbl"),
    "over": (LINE.replace("1H P", "1H P P P"), "North may not bid 1♠: the auction is over"),
    "no source": (LINE.rpartition(" | ")[0], PARTS),
    "an empty reason": (LINE.replace("a new suit first", ""), PARTS),
    "an empty dispute": (f"{LINE} |", PARTS),
    "a dispute about no call": (
        f"{LINE} | some bid 2H",
        "expected calls, a colon and why, like '2H: some open at once' in 'some bid 2H'",
    ),
    "a dispute without words": (f"{LINE} | 2H:", "expected calls, a colon and why"),
    "a dispute about something else": (f"{LINE} | 2H next: some do", "'2H next' is not a call"),
    "a dispute about an illegal call": (f"{LINE} | 1D: some do", "South may not bid 1♦"),
    "a dispute about the answer": (f"{LINE} | 2H, 1S: some do", "1S is the answer itself"),
    "eight parts": (f"{LINE} | some raise | others do not", PARTS),
    "no bars": ("nonsense", PARTS),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_told_with_its_topic_its_number_and_its_line(kind: str) -> None:
    line, fault = FAULTS[kind]
    with pytest.raises(BiddingError) as caught:
        read(f"# problems\n{LINE}\n\n  {line}  # wrong\n{LINE}")
    assert caught.value.faults[0].startswith(f"responses, line 4: {fault}")
    assert str(caught.value).endswith(f" in {line!r}")


def test_the_problems_before_a_fault_can_be_read() -> None:
    problems = read_expectations(f"{LINE}\nnonsense", "responses")
    assert next(problems) == read(LINE)[0]
    with pytest.raises(BiddingError):
        next(problems)


# Folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A system with two topics."""
    (tmp_path / "system.bid").write_text('system tiny "tiny"\nwhen opening\n  pass: true\n', encoding="utf-8")
    (tmp_path / "expectations").mkdir()
    for name in ("weak_twos.txt", "answers.txt", "notes.md"):
        (tmp_path / "expectations" / name).write_text(f"{LINE}\n", encoding="utf-8")
    return tmp_path


def test_the_files_of_a_system_are_its_topics_in_alphabetical_order(folder: Path) -> None:
    assert [each.topic for each in expectations(str(folder))] == ["answers", "weak twos"]


def test_a_fault_in_a_file_names_the_topic(folder: Path) -> None:
    (folder / "expectations" / "weak_twos.txt").write_text("nonsense", encoding="utf-8")
    with pytest.raises(BiddingError, match="weak twos, line 1: expected a hand"):
        expectations(str(folder))


def test_a_system_of_which_nothing_is_expected_has_no_problems() -> None:
    assert expectations("natural") == expectations("schenken") == ()


def test_an_unknown_system_is_refused() -> None:
    with pytest.raises(BiddingError, match="there is no system 'saic'"):
        expectations("saic")
