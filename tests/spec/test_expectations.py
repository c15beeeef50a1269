"""What a system is expected to call: problems read from text, and every fault with its topic and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.bidding import BiddingError
from overtrick.bidding.expectations import Expectation, expectations, read_expectations
from overtrick.core import Auction, Call, CardSet, Vul

HAND = "AQ854.KT98.KJ.43"
LINE = f"{HAND} | N: 1H P | NS | 1S | a new suit first | booklet, responses"
PARTS = "expected a hand, an auction, a vulnerability, a call, a reason, a source with bars between them"


def read(text: str) -> list[Expectation]:
    return list(read_expectations(text, "responses"))


def test_a_line_is_a_problem_with_its_answer() -> None:
    assert read(LINE) == [
        Expectation(
            "responses",
            CardSet.parse(HAND),
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
    (problem,) = read(f"{HAND} | {auction} | none | P | nothing to add | practice")
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
