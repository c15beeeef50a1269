"""The documents are tests: every example in them is run and must print what they say."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import chdir
from itertools import groupby
from pathlib import Path
from shutil import copy

import pytest

from overtrick.suits.book import build
from tests.e2e.command import run

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def console_examples() -> list[tuple[str, str, str]]:
    """Each command in a console block with its output: (document, command, output)."""
    found = []
    for path in DOCUMENTS:
        for block in CONSOLE.findall(path.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                found.append((path.name, command, output))
    return found


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of suit combinations that several examples begin by building."""
    path = tmp_path_factory.mktemp("books") / "b"
    build(path, [11])
    return path


@pytest.mark.parametrize(("document", "command", "output"), console_examples(), ids=lambda part: part[:40])
def test_a_command_prints_what_the_document_says(
    document: str, command: str, output: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if re.search("--save b( |$)", command):
        copy(request.getfixturevalue("book"), tmp_path)  # a book that is there is not built again
    with chdir(tmp_path):
        code, printed, said = in_shell(command)
    remarks = "".join(line for line in said.splitlines(True) if not line.startswith("note: "))
    assert printed + remarks == output
    assert code == (1 if output.startswith("overtrick: ") else 0)


# As much of a shell as the examples ask for, so that overtrick runs in this process, which saves its start


def in_shell(command: str) -> tuple[int, str, str]:
    """The exit code of commands with semicolons between them, what they print, and what they say."""
    if command.endswith("|| true"):
        _, printed, said = in_shell(command.removesuffix("|| true"))
        return 0, printed, said
    words = shlex.shlex(command, posix=True, punctuation_chars="|;>")
    words.whitespace_split = True
    code, printed, said = 0, "", ""
    for statement in split(words, ";"):
        pipe, *into = split(statement, ">")
        code, out, err = in_pipe(pipe)
        if into:
            Path(into[0][0]).write_text(out, encoding="utf-8")
        else:
            printed += out
        said += err
    return code, printed, said


def in_pipe(words: Sequence[str]) -> tuple[int, str, str]:
    code, printed, said = 0, "", ""
    for stage in split(words, "|"):
        done = (
            run(*stage[1:], stdin=printed, NO_COLOR="1") if stage[0] == "overtrick" else tool(stage, printed)
        )
        code, printed, said = done.returncode, done.stdout, said + done.stderr
    return code, printed, said


def tool(words: Sequence[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    """One of the tools that every system has, or this python."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "NO_COLOR": "1"}
    return subprocess.run(
        words, input=stdin, capture_output=True, text=True, env=environment, encoding="utf-8", check=False
    )


def split(words: Iterable[str], mark: str) -> list[list[str]]:
    return [list(part) for is_mark, part in groupby(words, mark.__eq__) if not is_mark]


# The rest of the documents


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_a_document_answers_what_it_says(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0


UNSHOWN = {
    "serve": "answers browsers until it is stopped",
    "hands": "has sub-commands only",
    "encyclopedia": "has sub-commands only",
    "hands words": "lists words",
    "openbid census": "takes long",
    "openbid statements": "takes long",
    "openbid report": "takes long",
    "rules show": "prints a file",
    "rules tree": "prints much",
    "squeeze scan": "needs a file",
}
"""Commands without examples, and why."""


def test_every_command_has_an_example_and_one_with_json() -> None:
    from overtrick.cli.app import COMMANDS, load

    names = [entry.name for entry in COMMANDS]
    commands = {*names, *(f"{name} {each}" for name in names for each in getattr(load(name), "commands", {}))}
    shown = [example for _, example, _ in console_examples()]
    assert set(UNSHOWN) <= commands
    for command in commands - set(UNSHOWN):
        examples = [example for example in shown if f"overtrick {command}" in example]
        assert any("--json" not in example for example in examples), command
        if " " not in command or command.split()[0] in UNSHOWN:
            assert any("--json" in example for example in examples), command


def test_the_readme_fits_one_screen_and_has_working_links() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 50
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link
