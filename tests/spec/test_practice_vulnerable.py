"""Practice where the vulnerability matters, and what counts as right in the score and in the log."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from overtrick.bidding import Agreements, BiddingError, parse
from overtrick.bidding.quizzing import Question, asked_before, from_self_play
from overtrick.cli import practice
from overtrick.cli.practice_log import Log
from overtrick.core import Auction, Call, CardSet, Vul
from overtrick.render import DEFAULT_THEME

HAND = CardSet.parse("AQ4.KT98.KJ2.432")
COLOURS = """
when opening, vulnerable
  1NT "strong notrump": 15-17 hcp, balanced
  1C "otherwise": 12+ hcp
when opening, not vulnerable
  1NT "weak notrump": 12-14 hcp, balanced
  1D "otherwise": 12+ hcp
"""
"""What 1NT is goes by the vulnerability."""


def asked(vul: Vul) -> Question:
    call = "1C" if vul in (Vul.NS, Vul.BOTH) else "1NT"
    others = (Call.parse("1H"),)
    return Question(
        "openings", HAND, Auction.parse("N:"), vul, Call.parse(call), "so", "", "1H: some", others
    )


def test_an_accepted_answer_counts_as_right_in_the_score_and_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = Log(tmp_path / "log", "system")
    quiz = practice._Quiz(Agreements(parse(COLOURS)), log, DEFAULT_THEME, True)
    quiz._judge(asked(Vul.NONE), Call.parse("1H"))
    assert (quiz.right, quiz.asked) == (Counter(openings=1), Counter(openings=1))
    assert "1H is accepted" in capsys.readouterr().out
    assert Log(tmp_path / "log", "system").wrong(["openings"]) == []


def test_a_verdict_goes_by_the_vulnerability_and_says_where_the_system_differs() -> None:
    table = Agreements(parse(COLOURS))
    told = {vul: "\n".join(practice._verdict(asked(vul), Call.parse("1NT"), table)) for vul in Vul}
    assert "1NT means: Weak notrump" in told[Vul.NONE]
    assert "1NT means: Strong notrump" in told[Vul.BOTH]
    assert not any("as it is written here" in each for each in told.values())
    wrong = Question("openings", HAND, Auction.parse("N:"), Vul.NONE, Call.parse("1S"), "so")
    assert "as it is written here calls 1NT" in "\n".join(practice._verdict(wrong, Call.parse("1S"), table))


def test_self_play_is_bid_and_asked_again_at_its_vulnerability() -> None:
    table = Agreements(parse(COLOURS))
    for each in islice(from_self_play(table, np.random.default_rng(1)), 24):
        assert table.bid(each.hand, each.auction, each.vul).call is each.call
        assert asked_before(each.key, table) == each


def test_most_questions_of_self_play_are_about_bids() -> None:
    found = list(islice(from_self_play(Agreements(parse(COLOURS)), np.random.default_rng(2)), 60))
    passes = sum(each.call is Call.PASS for each in found)
    assert 3 <= passes <= 24


def test_a_question_of_the_log_that_cannot_be_read_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    table = Agreements(parse(COLOURS))
    good = f"{HAND} | N: | None"
    assert [each.key for each in practice._once_more(["rubbish", good], table)] == [
        asked_before(good, table).key
    ]
    assert "left out" in capsys.readouterr().err


def test_topics_that_never_come_up_are_given_up_with_a_sentence() -> None:
    table = Agreements(parse('when opening\n  pass "never": true\nwhen not opening\n  pass "never": true\n'))
    with pytest.raises(BiddingError, match="in 2,000 boards nobody had a question of responding"):
        next(from_self_play(table, np.random.default_rng(1), ["responding"]))
