"""Error messages of the command line, and terminals of every kind."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.e2e.command import DEAL, DRAWN, OVERTRICK, PATIENCE, environment, run, run_all

# What goes wrong


BAD_INPUT = (
    (("show", "rubbish"), "expected four hands, found 1 in 'rubbish'"),
    (("show", "N:AAK... - - -"), "North: the ♠A appears twice in 'N:AAK... - - -'"),
    (("show", "N:A... A... - -"), "the ♠A is in both North and East in 'N:A... A... - -'"),
    (("show", DEAL, "--vul", "maybe"), "'maybe' is not a vulnerability: expected None, NS, EW or Both"),
    (("show", DEAL, "--theme", "pink"), "'pink' is not a theme: expected one of two-colour, "),
    (("show", DEAL, "--auction", "1NT 1C"), "it is not higher than 1NT in '1NT 1C'"),
    (("show", DEAL, "--board", "0"), "boards are numbered from 1, not 0"),
    (("score", "8S by N", "9"), "'8S by N' is not a contract: expected level, strain and declarer"),
    (("score", "4S by N", "9", "--vul", "maybe"), "'maybe' is not a vulnerability"),
    (("score", "4S by N", "14"), "14 tricks cannot be taken: a deal has thirteen"),
    (("score", "4S by N", "lots"), "'lots' is not a number of tricks: expected something like 9, "),
    (("score", "4S by N"), "'4S by N' has no score: how many tricks did declarer take?"),
    (("score", "passed out", "7"), "a board that was passed out has no tricks, not 7"),
)


def test_bad_bridge_input_is_one_plain_sentence() -> None:
    answers = run_all(arguments for arguments, _ in BAD_INPUT)
    for done, (_, sentence) in zip(answers, BAD_INPUT, strict=True):
        assert (done.returncode, done.stdout) == (1, ""), done.args
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith("overtrick: ")
        assert sentence in done.stderr


def test_an_impossible_margin_is_quoted_as_it_was_written() -> None:
    for tricks, done in zip(
        ("+4", "-11"), run_all(("score", "4S by N", t) for t in ("+4", "-11")), strict=True
    ):
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert tricks in done.stderr


def test_a_picture_that_cannot_be_written_is_one_plain_sentence(tmp_path: Path) -> None:
    wrong, missing, crowded = tmp_path / "deal.png", tmp_path / "nowhere" / "deal.svg", tmp_path / "deals.svg"
    for path, stdin, sentence in (
        (wrong, DEAL, f"cannot draw into {str(wrong)!r}: expected a name ending in .svg, .html or .txt"),
        (missing, DEAL, f"cannot write {str(missing)!r}: No such file or directory"),
        (
            crowded,
            f"{DEAL}\n{DEAL}\n",
            "an SVG file holds one picture, not 2: write to an .html file instead",
        ),
    ):
        done = run("show", "-", "-o", str(path), stdin=stdin)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"overtrick: {sentence}\n"
        assert not path.exists()


USAGE_ERRORS = (
    (("shuffle",), "'shuffle'"),
    (("deal", "--bogus"), "--bogus"),
    (("deal", "-n", "0"), "-n"),
    (("score", "4S by N", "9", "10"), "10"),
    (("score",), "contract"),
)


def test_a_usage_error_has_its_own_exit_code_and_names_the_fault() -> None:
    answers = run_all(arguments for arguments, _ in USAGE_ERRORS)
    for done, (_, quoted) in zip(answers, USAGE_ERRORS, strict=True):
        assert (done.returncode, done.stdout) == (2, ""), done.args
        assert quoted in done.stderr


def test_a_usage_error_is_one_plain_line_as_every_other_error_is() -> None:
    assert run("shuffle", alone=True).stderr.count("\n") == 1


def test_a_number_that_is_not_one_is_quoted() -> None:
    done = run("deal", "-n", "umpteen")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'umpteen'" in done.stderr


def test_a_number_of_five_thousand_digits_is_refused_like_any_other() -> None:
    done = run("score", "4S by N", "9" * 5000)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not a number of tricks" in done.stderr
    assert len(done.stderr) < 200


def test_bytes_that_are_not_text_are_no_deal() -> None:
    done = subprocess.run(
        [*OVERTRICK, "show", "-"], input=b"\xff\xfe\n", capture_output=True, env=environment(), check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"overtrick: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_one_plain_sentence() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [*OVERTRICK, "deal", "--seed", "1", "--lines"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            check=False,
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def first_line(*arguments: str) -> tuple[str, str]:
    """The first line a command prints before the pipe is closed, and what it says on standard error."""
    with subprocess.Popen(
        [*OVERTRICK, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = running.stdout.readline().decode()
        running.stdout.close()
        return first, running.stderr.read().decode()


def test_closing_the_pipe_early_is_no_accident() -> None:
    for form, start in (("--theme=hollow", "Board 1 "), ("--json", '{"board": 1, '), ("--lines", "N:")):
        first, said = first_line("deal", "-n", "2000", "--seed", "1", form)
        assert first.startswith(start)
        assert "Traceback" not in said
        assert "Exception ignored" not in said


def test_more_boards_than_can_be_counted_are_dealt_or_refused() -> None:
    first, said = first_line("deal", "-n", str(10**20), "--seed", "1", "--lines")
    assert "Traceback" not in said
    assert first == ""
    assert str(10**20) in said


# Terminals


def on_a_terminal(*arguments: str, **settings: str) -> str:
    """What a command writes on a terminal with colours."""
    pty = pytest.importorskip("pty", reason="needs a terminal to write to")
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [*OVERTRICK, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment(TERM="xterm-256color", **settings),
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        written = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    return written.replace("\r\n", "\n")


def without_codes(written: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", written)


def test_a_terminal_gets_colours_and_no_color_turns_them_off() -> None:
    coloured = on_a_terminal("show", DEAL)
    assert "\x1b[31m♥\x1b[0m" in coloured
    assert "\x1b[32m♣" not in coloured
    assert "\x1b[32m♣\x1b[0m" in on_a_terminal("show", DEAL, "--theme", "four-colour")
    plain = on_a_terminal("show", DEAL, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])", plain)
    assert without_codes(coloured) == without_codes(plain) == DRAWN


def test_a_pipe_gets_no_escape_codes() -> None:
    commands = [
        ("show", DEAL, "--theme", "four-colour"),
        ("score", "4S by N", "9"),
        ("--help",),
        ("shuffle",),
    ]
    piped = run_all([commands[0], commands[-1]], alone=True, TERM="xterm-256color")
    for done in (*piped, *run_all(commands, TERM="xterm-256color")):
        assert done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr


IN_ASCII = (
    (("deal", "--seed", "1"), 0),
    (("show", DEAL, "--auction", "1H AP", "--theme", "hollow"), 0),
    (("show", DEAL.removesuffix("6")), 0),
    (("score", "4♥X by N", "9"), 0),
    (("--help",), 0),
    (("show", "N:AAK... - - -é"), 1),
    (("mêlée",), 2),
)


def test_a_terminal_that_knows_only_ascii_is_served_in_ascii() -> None:
    first, *others, last = (arguments for arguments, _ in IN_ASCII)
    shown, refused = run_all((first, last), alone=True, PYTHONIOENCODING="ascii")
    answers = shown, *run_all(others, PYTHONIOENCODING="ascii"), refused
    for done, (_, code) in zip(answers, IN_ASCII, strict=True):
        assert done.returncode == code, done.args
        assert (done.stdout + done.stderr).isascii()
        assert (done.stderr if code else done.stdout).strip()


def test_cards_are_named_in_letters_where_there_are_no_symbols() -> None:
    commands = [("show", DEAL.removesuffix("6")), ("show", "N:AAK... - - -")]
    for done in run_all(commands, PYTHONIOENCODING="ascii"):
        assert done.stderr
        assert "\\u26" not in done.stderr


def test_a_file_may_have_a_name_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = tmp_path / "donné.svg"
    done = run("show", DEAL, "-o", str(path), alone=True, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert path.exists()
