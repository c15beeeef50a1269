"""``overtrick practice``, ``system leads`` and ``auction contest``, as people use them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.command import DEAL, OVERTRICK, PATIENCE, environment, run
from tests.e2e.tiny_system import TINY, folder

PROBLEMS = """\
AQ4.KT98.KJ2.K43 | N: | none | 1NT | sixteen and balanced | page 1
AQ854.KT98.KJ.43 | N: | none | 1S | five spades | page 2 | 1H, 1D: some open another suit
"""
ANSWERS = """\
KJ52.A762.32.865 | N: 1NT P | NS | 2C | both majors | page 3
"""


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny system with problems in two topics."""
    path = folder(tmp_path_factory.mktemp("systems") / "tiny", TINY)
    (path / "expectations").mkdir()
    (path / "expectations" / "openings.txt").write_text(PROBLEMS, encoding="utf-8")
    (path / "expectations" / "after_notrump.txt").write_text(ANSWERS, encoding="utf-8")
    return path


# Asking


def test_a_quiz_asks_tells_the_reason_and_counts_by_topic(quiz: Path) -> None:
    answers = {"AQ4": "1nt", "AQ854": "1♠", "KJ52": "p"}
    order = run("practice", "--system", quiz, "--seed", 1, "--json").records
    typed = "".join(answers[each["hand"].split(".")[0]] + "\n" for each in order)
    done = run("practice", "--system", quiz, "--seed", 1, stdin=typed)
    assert done.returncode == 0
    assert "Question 1 of 3: " in done.stdout
    assert "Right: 1NT.\n  why: sixteen and balanced\n  1NT means: Strong notrump:" in done.stdout
    assert "  source: page 1\n" in done.stdout
    assert "Right: 1♠.\n  why: five spades\n  disputed: 1H, 1D: some open another suit\n" in done.stdout
    assert "No: Pass is wrong. The answer is 2♣.\n  why: both majors\n" in done.stdout
    assert done.stdout.endswith("2 of 3 right\n  after notrump  0 of 1\n  openings       2 of 2\n")


def test_hand_and_auction_are_drawn(quiz: Path) -> None:
    text = run("practice", "after", "--system", quiz, "--seed", 1, "--ascii", stdin="q\n").stdout
    assert text.startswith(
        "Question 1 of 1: after notrump\n"
        "North deals, N-S vul; South to call\n"
        "\n"
        "S K J 5 2\nH A 7 6 2\nD 3 2\nC 8 6 5\n8 high-card points\n"
        "\n"
        "West    North (vul)    East    South (vul)\n"
        "        1NT            Pass    ?\n"
    )
    assert text.endswith("Your call: q\nNo question was answered.\n")


@pytest.mark.parametrize("typed", ["2c", "2C", "2♣", " 2 clubs ", "2 C"])
def test_a_call_may_be_typed_in_several_ways(quiz: Path, typed: str) -> None:
    assert "Right: 2♣." in run("practice", "after notrump", "--system", quiz, stdin=f"{typed}\n").stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1q", "'1q' is not a call"),
        ("1c", "South may not bid 1♣: it is not higher than 1NT"),
        ("xx", "South may not call Rdbl"),
        ("", "Type a call such as 1S, P, X or XX"),
        ("\x00\xff", "is not a call"),
    ],
)
def test_what_is_no_call_is_asked_again(quiz: Path, typed: str, said: str) -> None:
    done = run("practice", "after", "--system", quiz, stdin=f"{typed}\n2c\n")
    assert said in done.stdout
    assert done.stdout.endswith("1 of 1 right\n")


def test_bytes_that_are_no_text_are_asked_again(quiz: Path) -> None:
    done = run("practice", "after", "--system", quiz, stdin=b"\xff\xfe\x80\n2c\n")
    assert done.stdout.endswith("1 of 1 right\n")


def test_a_hint_tells_what_the_calls_mean_and_costs_nothing(quiz: Path) -> None:
    done = run("practice", "after", "--system", quiz, stdin="?\n2c\n")
    assert "  said: 1NT: strong notrump -- 15-17 HCP; balanced\n" in done.stdout
    assert re.search("^  Pass: .*\n  2♣: Stayman -- .*\n  3NT: to play -- ", done.stdout, re.MULTILINE)
    assert done.stdout.endswith("1 of 1 right\n")


def test_both_answers_to_a_disputed_problem_are_right(quiz: Path) -> None:
    order = run("practice", "openings", "--system", quiz, "--seed", 2, "--json").records
    typed = "".join("1d\n" if each["dispute"] else "q\n" for each in order)
    if not order[0]["dispute"]:
        typed = "1nt\n1d\n"
    done = run("practice", "openings", "--system", quiz, "--seed", 2, stdin=typed)
    assert "1♦ is accepted; the answer is 1♠." in done.stdout


def test_the_end_of_input_ends_politely_with_the_score(quiz: Path) -> None:
    done = run("practice", "--system", quiz, "--seed", 1, stdin="")
    assert done.returncode == 0
    assert done.stdout.endswith("Your call: \nNo question was answered.\n")


def test_ctrl_c_ends_politely_with_the_score(quiz: Path) -> None:
    with subprocess.Popen(
        [*OVERTRICK, "practice", "deals", "--system", str(quiz), "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"7nt\n")
        process.stdin.flush()
        while b"Question 2" not in process.stdout.readline():
            pass
        shown = b""
        while not shown.endswith(b"Your call: "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, b"")
    assert told.endswith(b"\n0 of 1 right\n")


def test_a_seed_that_was_not_given_is_told(quiz: Path) -> None:
    assert re.search(
        "^note: asked with --seed [0-9]+$", run("practice", "--system", quiz).stderr, re.MULTILINE
    )
    assert run("practice", "--system", quiz, "--seed", 4).stderr == ""


# The log


def test_what_went_wrong_comes_back_first(quiz: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ("practice", "--system", quiz, "--log", log)
    first = run(*options, "--seed", 1, "-n", 1, "--json").records[0]
    run(*options, "--seed", 1, "-n", 1, stdin="7nt\n")
    for seed in range(2, 6):
        again = run(*options, "--seed", seed, "-n", 1, "--json").records[0]
        assert again["hand"] == first["hand"]
    run(*options, "--seed", 7, "-n", 1, stdin=f"{first['call']}\n")
    last = run(*options, "--seed", 1, "--json").records[-1]
    assert last["hand"] == first["hand"]
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [each["right"] for each in told] == [False, True]


def test_random_hands_that_went_wrong_come_back_first_too(tiny: Path, tmp_path: Path) -> None:
    options = ("practice", "deals", "--system", tiny, "--log", tmp_path / "log", "-n", 1)
    first = run(*options, "--seed", 1, "--json").records[0]
    run(*options, "--seed", 1, stdin="7nt\n")
    again = run(*options, "--seed", 2, "--json").records[0]
    assert again | {"seed": 1} == first


def test_nothing_is_remembered_without_a_log(
    quiz: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("practice", "--system", quiz, "--seed", 1, stdin="7nt\n")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written_is_told_at_once(quiz: Path, tmp_path: Path) -> None:
    done = run("practice", "--system", quiz, "--log", tmp_path / "no" / "log", stdin="1nt\n")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("overtrick: cannot write the log ")


# Topics, records, self-play


def test_topics_are_listed(quiz: Path) -> None:
    assert (
        run("practice", "list", "--system", quiz).stdout
        == "after notrump: 1 question\nopenings: 2 questions\n"
    )
    told = run("practice", "list", "--system", quiz, "--json").records
    assert told[0] == {"system": "tiny", "topic": "after notrump", "questions": 1}


def test_questions_as_json_have_their_answers(quiz: Path) -> None:
    told = run("practice", "after", "--system", quiz, "--seed", 1, "--json").records[0]
    expected: dict[str, object] = {
        "topic": "after notrump",
        "hand": "KJ52.A762.32.865",
        "auction": ["1NT", "P"],
        "dealer": "N",
    }
    expected |= {"seat": "S", "vul": "NS", "call": "2C", "accepted": ["2C"], "reason": "both majors"}
    expected |= {"source": "page 3", "dispute": None, "system": "tiny", "system_calls": "2C", "seed": 1}
    assert told | expected == told
    assert told["meaning"].startswith("Stayman: ")
    assert told["note"].startswith("Stayman -- ")


def test_random_hands_are_asked_until_the_player_has_enough(tiny: Path) -> None:
    typed = "p\n" * 12 + "q\n"
    done = run("practice", "deals", "--system", tiny, "--seed", 3, stdin=typed)
    assert done.returncode == 0
    assert "Question 12: " in done.stdout
    assert re.search(r"\n\d+ of 12 right\n", done.stdout)
    told = run("practice", "deals", "opening", "--system", tiny, "--seed", 3, "-n", 3, "--json").records
    assert [each["topic"] for each in told] == ["opening"] * 3
    assert all(each["call"] == each["system_calls"] and each["reason"] for each in told)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("opnings",), 1, "overtrick: there is no topic 'opnings': did you mean 'openings'?"),
        (("--number", "0"), 2, "'0'"),
        (("--number", "ten"), 2, "not 'ten'"),
        (("--seed", "x"), 2, "not 'x'"),
        (("deals", "slams"), 1, "there is no topic 'slams'"),
    ],
)
def test_wrong_wishes_are_told_in_a_sentence(
    quiz: Path, options: tuple[str, ...], code: int, said: str
) -> None:
    done = run("practice", *options, "--system", quiz)
    assert done.returncode == code
    assert said in done.stderr


def test_a_system_without_problems_says_what_to_do() -> None:
    done = run("practice", "--system", "natural")
    assert done.returncode == run("practice", "list", "--system", "natural").returncode == 1
    assert done.stderr == run("practice", "list", "--system", "natural").stderr
    assert (
        done.stderr
        == "overtrick: natural has no problems to practise: try practice deals, or another --system\n"
    )


# Leads


def test_a_lead_is_told_with_its_rule_and_source() -> None:
    done = run("system", "leads", "sayc", "--holding", "KQ104", "--against", "suit")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "Against a suit: the K from KQT4, top of touching honours\n  rule: top from KQ?+"
    )
    both = run("system", "leads", "sayc", "--holding", "852", "--json").records
    assert [(each["against"], each["card"]) for each in both] == [("suit", "2"), ("notrump", "8")]


def test_what_a_lead_shows_is_told() -> None:
    text = run("system", "leads", "sayc", "--card", "J", "--against", "suit").stdout
    assert text.startswith("Against a suit: the J shows 1 to 11 cards, ")
    assert "  never with the A Q\n" in text
    (told,) = run("system", "leads", "sayc", "--card", "J", "--against", "nt", "--json").records
    assert told["never"] == ["Q"]
    assert sum(way["percent"] for way in told["ways"]) == pytest.approx(100)
    assert "KJT" in [held for way in told["ways"] for held in way["holdings"]]


def test_the_table_of_leads_is_printed_written_and_listed(tmp_path: Path) -> None:
    text = run("system", "leads", "sayc").stdout
    assert text.startswith("Opening leads and signals\n")
    assert "fourth best" in text
    for suffix in (".html", ".md", ".txt"):
        file = tmp_path / f"leads{suffix}"
        assert run("system", "leads", "sayc", "-o", file).stdout == f"wrote {file}\n"
        assert "fourth best" in file.read_text(encoding="utf-8")
    told = run("system", "leads", "sayc", "--json").records
    assert {each["kind"] for each in told} == {"lead", "signal"}
    switched = run("system", "leads", "sayc", "--convention", "king_from_ace_king=on", "--json").records
    assert {each["name"] for each in switched} - {each["name"] for each in told} == {
        *("king from ace-king", "king from ace-king in partner's suit", "king from ace-king and one other"),
    }


def test_the_notes_of_a_system_end_with_its_leads(tmp_path: Path) -> None:
    system = folder(tmp_path / "own", TINY)
    assert "Opening leads" not in run("system", system).stdout
    (system / "leads.card").write_text('when leading\n  top "the highest" from ?+\n', encoding="utf-8")
    text = run("system", system).stdout
    assert text.index("strong notrump") < text.index("Opening leads and signals") < text.index("the highest")
    assert "the highest" not in run("system", system, "--bml").stdout


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("leads", "sayc", "--holding", "KQK"), 1, "overtrick: the K appears twice in 'KQK'"),
        (("leads", "sayc", "--holding", ""), 1, "overtrick: nothing can be led from a void"),
        (("leads", "sayc", "--card", "Z"), 1, "overtrick: 'Z' is not a card to lead"),
        (("leads", "natural"), 1, "overtrick: the system 'natural' has no table of leads"),
        (("sayc", "--holding", "K"), 2, "No such option: --holding"),
        (("leads", "sayc", "--against", "suit"), 2, "go with --holding or --card"),
        (("leads", "sayc", "--card", "K", "--against", "club"), 2, "expected suit or notrump, not 'club'"),
        (("leads", "sayc", "--holding", "K", "--card", "K"), 2, "choose one of --holding and --card"),
        (("leads", "sayc", "--bml"), 2, "No such option: --bml"),
        (("leads",), 2, "Missing argument 'NAME'"),
    ],
)  # fmt: skip
def test_wrong_questions_about_leads_are_told(options: tuple[str, ...], code: int, said: str) -> None:
    done = run("system", *options)
    assert done.returncode == code
    assert said in done.stderr


def test_a_fault_in_a_table_of_leads_is_pointed_at(tmp_path: Path) -> None:
    system = folder(tmp_path / "own", TINY)
    (system / "leads.card").write_text('when leading\n  top "x" from JQ\n', encoding="utf-8")
    done = run("system", "leads", system)
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: own/leads.card, line 2, column 16: no holding is like 'JQ'")
    assert done.stderr.endswith('    top "x" from JQ\n                 ^\n')


# Contests

HEAD = f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'


def boards(*told: str) -> str:
    return "\n".join(f'[Board "{number}"]\n{HEAD}{each}\n' for number, each in enumerate(told, 1))


def test_a_contest_is_scored_board_by_board_and_in_total(tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "contest.pbn"
    file.write_text('[Board "1"]\n' + HEAD + '[Score "EW 50"]\n[Awards "1S 10; pass 2"]\n')
    done = run("auction", "contest", file, "--system", tiny)
    assert done.returncode == 0
    assert done.stdout.startswith("Board    Contract")
    assert "1 board against the results of the file: " in done.stdout
    assert "1 board with awards: " in done.stdout
    assert "double dummy" in done.stdout
    told, total = run("auction", "contest", file, "--system", tiny, "--json").records
    assert told["against"] == "recorded"
    assert told["recorded_ns"] == [-50]
    assert total["total"]["recorded"]["total"] == told["imps_ns"]
    assert total["total"]["awards"]["total"] == told["award"]
    assert total["total"]["par"] is None


def test_deals_without_results_are_held_against_par(tiny: Path) -> None:
    done = run("auction", "contest", DEAL, "--system", tiny, "--json")
    told, total = done.records
    assert told["against"] == "par"
    assert total["boards"] == 1


def test_a_board_that_cannot_be_scored_is_told(tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.pbn"
    deal = "N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -"
    file.write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n')
    done = run("auction", "contest", file, "--system", tiny, "--silent", "EW")
    assert done.returncode == 1
    assert "overtrick: board 1: without all four hands " in done.stderr


HALF = "N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -"
IMPOSSIBLE = "N:AAQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -"


def test_a_contest_without_a_board_that_can_be_bid_says_why(tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "half.pbn"
    file.write_text(f'[Board "1"]\n[Deal "{HALF}"]\n\n[Board "2"]\n[Deal "{HALF}"]\n')
    for given, boards_told in ((HALF, 1), (file, 2)):
        done = run("auction", "contest", given, "--system", tiny)
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == boards_told
        assert done.stderr.startswith("overtrick: board 1: what East and West held is not known in ")


def test_a_pass_out_scores_nothing_whatever_the_hands(tiny: Path, tmp_path: Path) -> None:
    done = run("auction", "contest", HALF, "--system", tiny, "--silent", "NESW")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^1 +Passed out +0$", done.stdout, re.MULTILINE)
    file = tmp_path / "impossible.pbn"
    file.write_text(f'[Board "5"]\n[Deal "{IMPOSSIBLE}"]\n\n[Board "6"]\n[Deal "{HALF}"]\n')
    done = run("auction", "contest", file, "--system", tiny, "--silent", "NESW", "--json")
    assert done.returncode == 1
    assert [each["board"] for each in done.records[:-1]] == [6]
    assert "overtrick: board 5: what North, East, South and West held is not known" in done.stderr


def test_a_contest_is_not_written_into_a_file(tiny: Path, tmp_path: Path) -> None:
    done = run("auction", "contest", DEAL, "--system", tiny, "-o", tmp_path / "x.pbn")
    assert done.returncode == 2
    assert "No such option: -o" in done.stderr
