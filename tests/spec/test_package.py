"""What holds for the package as a whole: what it loads, what it imports, what it promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import overtrick

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MAY_IMPORT_THE_COMPILED_CORE = {"hands", "deals", "dd", "suits", "squeezes", "bidding", "player"}


def loaded_by(statement: str, depth: int = 1) -> set[str]:
    """The first names of the modules in sys.modules after a statement in a fresh interpreter."""
    code = f"{statement}; import sys; print(*{{'.'.join(n.split('.')[:{depth}]) for n in sys.modules}})"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


@pytest.mark.parametrize("statement", ["import overtrick", "from overtrick import scoring, render, explain"])
def test_importing_the_package_loads_nothing_heavy(statement: str) -> None:
    loaded = loaded_by(statement)
    assert "overtrick" in loaded
    assert not loaded & {"numpy", "typer", "rich", "click", "asyncio", "hypothesis", "endplay"}


def test_the_single_suit_expert_loads_no_other_engine_and_no_words() -> None:
    loaded = {name for name in loaded_by("import overtrick.suits", depth=2) if name.startswith("overtrick.")}
    assert loaded == {f"overtrick.{name}" for name in ("_core", "core", "render", "scoring", "suits")}
    assert "overtrick.suits.words" not in loaded_by("import overtrick.suits", depth=3)


def test_the_compiled_core_is_loaded_when_dealing() -> None:
    assert "numpy" in loaded_by("import overtrick; overtrick.deals")


def test_only_the_engines_import_the_compiled_core() -> None:
    users = set()
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
    for path in (path for path, text in texts.items() if "_core" in text):
        for node in ast.walk(ast.parse(texts[path])):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if any("_core" in name.split(".") for name in names):
                users.add(path.relative_to(ROOT / "src" / "overtrick").parts[0])
    assert users
    assert users <= MAY_IMPORT_THE_COMPILED_CORE


def test_the_compiled_core_ships_its_types() -> None:
    stub = ROOT / "src" / "overtrick" / "_core.pyi"
    assert "class Dealer" in stub.read_text(encoding="utf-8")


def test_every_module_says_what_it_is_and_what_it_exports() -> None:
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), f"{path} does not say what it is"
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert "__all__" in names or path.name == "__main__.py", f"{path} does not say what it exports"
    assert len(SOURCES) > 40


def test_the_map_names_modules_and_files_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    ways, places = text.split("## Five ways")[1].split("## Partial deals")[0].split("## Where do I change")
    package = ROOT / "src" / "overtrick"
    modules = re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", ways)
    files = re.findall(r"`((?:cpp/)?[a-z_/]+(?:\.(?:py|lark)|/))`", places)
    assert [name for name in modules if not (package / f"{name.replace('.', '/')}.py").exists()] == []
    assert [name for name in files if not ((package / name).exists() or (ROOT / name).exists())] == []
    assert len(modules) >= 45
    assert len(files) >= 20


def test_one_version_is_told_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert project["version"] == overtrick.__version__
    assert f"## {overtrick.__version__}" in changelog


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = [name for group in groups for name in group]
    pinned = re.findall(r"^([\w-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    names = {name.lower().replace("_", "-") for name in pinned}
    assert {re.split(r"[><=]", name)[0].lower().replace("_", "-") for name in wanted} <= names
