"""The commands as a whole: the table of them, their sub-commands, and the spellings of the last release."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from typer.core import TyperGroup

from overtrick.cli.app import COMMANDS, load
from overtrick.cli.old_spellings import OPTIONS, SUBCOMMANDS, new_spelling
from tests.e2e.command import run

NAMES = [entry.name for entry in COMMANDS]
GROUPS = ("encyclopedia", "hands")
"""Commands that are nothing but sub-commands."""
FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ.."


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_the_help_line_of_a_command_is_the_first_line_of_its_docstring(entry: tuple[str, str, str]) -> None:
    name, _, words = entry
    assert (load(name).help or "").splitlines()[0] == words
    assert words.endswith(".")


def test_commands_are_grouped_in_help() -> None:
    told = run("--help").stdout
    places = [told.index(f"─ {panel} ─") for panel in ("Options", "Play", "Analyse", "Learn", "Bid", "Tools")]
    assert places == sorted(places)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_and_each_of_its_sub_commands_have_help_and_docstrings(name: str) -> None:
    command = load(name)
    assert run(name, "--help").stdout.strip().startswith(f"Usage: overtrick {name} ")
    for each in getattr(command, "commands", {}):
        assert run(name, each, "--help").stdout.strip().startswith(f"Usage: overtrick {name} {each} ")
        assert command.commands[each].help  # type: ignore[attr-defined]


def test_a_group_without_a_form_of_its_own_shows_its_help() -> None:
    for name in GROUPS:
        done = run(name)
        assert (done.returncode, "Usage: overtrick" in done.stdout) == (2, True)
        assert "No such command 'nonsense'" in run(name, "nonsense").stderr


def test_light_commands_load_no_engine() -> None:
    code = (
        "import sys; from overtrick.cli import _run; sys.argv = ['overtrick', *{words}]; _run();"
        "print([name for name in sys.modules if name.startswith(('overtrick.bidding', 'overtrick.squeezes',"
        " 'overtrick.openbid', 'overtrick.web', 'overtrick.player', 'numpy'))])"
    )
    for words in (["--help"], ["score", "4S by N", "10"]):
        done = subprocess.run(
            [sys.executable, "-c", code.format(words=words)], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


# Old spellings


@pytest.mark.parametrize(("old", "new"), OPTIONS.items(), ids=lambda each: " ".join(each))
def test_an_old_option_is_read_as_the_new_one_with_a_note(
    old: tuple[str, str], new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, option = old
    assert new_spelling(command, ["a", option, "5", "--", option], ()) == ["a", new, "5", "--", option]
    words = f"overtrick: {option} is now {new}; the old spelling will go in the next release\n"
    assert capsys.readouterr().err == words
    assert new_spelling(command, [f"{option}=5"], ()) == [f"{new}=5"]
    loaded = load(command)
    commands = [loaded, *getattr(loaded, "commands", {}).values()]
    names = [name for each in commands for param in each.params for name in param.opts]
    assert new in names
    assert option not in names


@pytest.mark.parametrize("old", SUBCOMMANDS, ids=" ".join)
def test_an_old_mode_is_read_as_a_sub_command_with_a_note(
    old: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    (command, option), (subcommand, has_value) = old, SUBCOMMANDS[old]
    value = ["v"] if has_value else []
    assert new_spelling(command, ["a", option, *value, "-o", "x"], ()) == [subcommand, "a", "-o", "x", *value]
    said = f"overtrick: {command} {option} is now {command} {subcommand}; the old"
    assert capsys.readouterr().err.startswith(said)
    loaded = load(command)
    assert isinstance(loaded, TyperGroup)
    assert subcommand in loaded.commands
    assert new_spelling(command, [subcommand, "a"], loaded.commands) == [subcommand, "a"]
    if has_value:
        assert new_spelling(command, [f"{option}=v"], ()) == [subcommand, "v"]


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("match", ["aim=contract", "deals=9, aim=imps"], ["scoring=contract", "deals=9,scoring=imps"]),
        ("table", ["--how=aim=imps", "claim=1"], ["--how=scoring=imps", "claim=1"]),
    ],
)
def test_an_old_word_of_a_configuration_is_read_with_a_note(
    command: str, old: list[str], new: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_spelling(command, old, ()) == new
    assert capsys.readouterr().err.startswith("overtrick: aim= is now scoring=; the old spelling")
    assert new_spelling(command, new, ()) == new
    assert capsys.readouterr().err == ""


def test_old_and_new_spellings_answer_alike() -> None:
    for old, new in (
        (("squeeze", FIGURE_2, "--trump", "H"), ("squeeze", FIGURE_2, "--strain", "H")),
        (("squeeze", "--make", "simple", "--seed", "1"), ("squeeze", "make", "simple", "--seed", "1")),
        (("practice", "--list", "--deals"), ("practice", "list", "--deals")),
        (("system", "sayc", "--leads", "--card", "J"), ("system", "leads", "sayc", "--card", "J")),
    ):
        before, after = run(*old), run(*new)
        assert (before.returncode, before.stdout) == (0, after.stdout)
        assert "the old spelling will go in the next release" in before.stderr
        assert "old spelling" not in after.stderr


def test_every_sub_command_says_what_it_does_in_one_line() -> None:
    for name in NAMES:
        for each, command in getattr(load(name), "commands", {}).items():
            words = inspect.cleandoc(command.help or "").splitlines()[0]
            assert words.endswith((".", "?")), f"{name} {each}"


def test_options_are_lower_case_words() -> None:
    for name in NAMES:
        loaded = load(name)
        for command in (loaded, *getattr(loaded, "commands", {}).values()):
            names = [option for param in command.params for option in param.opts if option.startswith("--")]
            assert names == [option.lower() for option in names], name
