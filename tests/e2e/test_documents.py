"""The documents are tests: every example in them is run and must print what they say."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
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


@pytest.mark.parametrize(("document", "command", "output"), console_examples(), ids=lambda part: part[:40])
def test_a_command_prints_what_the_document_says(
    document: str, command: str, output: str, tmp_path: Path
) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment,
        encoding="utf-8",
        check=False,
    )
    remarks = "".join(line for line in done.stderr.splitlines(True) if not line.startswith("note: "))
    assert done.stdout + remarks == output
    assert done.returncode == (1 if output.startswith("overtrick: ") else 0)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_a_document_answers_what_it_says(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_every_command_has_an_example_and_one_with_json() -> None:
    from overtrick.cli.app import app

    commands = {
        command.callback.__name__ for command in app.registered_commands if command.callback is not None
    }
    for group in app.registered_groups:
        assert group.typer_instance is not None
        commands |= {
            f"{group.typer_instance.info.name} {command.callback.__name__}"
            for command in group.typer_instance.registered_commands
            if command.callback is not None and command.callback.__name__ != "words"
        }
    shown = [example for _, example, _ in console_examples()]
    assert {"convert", "deal", "score", "show", "rules", "openbid", "hands count", "hands prove"} <= commands
    for command in commands:
        assert any(f"overtrick {command}" in example and "--json" in example for example in shown)
        assert any(f"overtrick {command}" in example and "--json" not in example for example in shown)


def test_the_readme_fits_one_screen_and_has_working_links() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 50
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link
