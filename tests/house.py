"""Count the code's size and coupling, and fail if they have grown: `python -m tests.house`.

Four figures may fall but not rise: lines, lines of code, modules that only one other imports, imports inside
functions. The limits stand in tests/data/house.json; `--write` lowers them to what is counted now.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import defaultdict
from pathlib import Path

__all__ = ["count"]

_ROOT = Path(__file__).parents[1] / "src" / "overtrick"
_LIMITS = Path(__file__).parent / "data" / "house.json"

Function = ast.FunctionDef | ast.AsyncFunctionDef
Import = ast.Import | ast.ImportFrom


def count() -> dict[str, int]:
    """The figures of the package as it stands."""
    paths = sorted(_ROOT.rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    return {
        "files": len(paths),
        "lines": sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths),
        "code lines": sum(_code_lines(path, tree) for path, tree in trees.items()),
        "classes": sum(isinstance(node, ast.ClassDef) for tree in trees.values() for node in ast.walk(tree)),
        "single-import modules": _single_imports(trees),
        "imports inside functions": sum(_inner_imports(tree) for tree in trees.values()),
    }


def _code_lines(path: Path, tree: ast.Module) -> int:
    """Lines that are not blank, comment, docstring, import or `__all__`."""
    other = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and (_is_text(node) or _is_all(node) or isinstance(node, Import))
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    rows = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return sum(bool(row.strip()) and not row.lstrip().startswith("#") and n not in other for n, row in rows)


def _is_text(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _is_all(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"


def _single_imports(trees: dict[Path, ast.Module]) -> int:
    """Modules that exactly one other module imports."""
    names = {path: _name(path) for path in trees}
    modules, users = set(names.values()), defaultdict[str, set[str]](set)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    users[whole if whole in modules else node.module].add(names[path])
    return sum(len(users[module] - {module}) == 1 for module in modules)


def _name(path: Path) -> str:
    parts = path.relative_to(_ROOT.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _inner_imports(tree: ast.Module) -> int:
    functions = (node for node in ast.walk(tree) if isinstance(node, Function))
    return sum(isinstance(node, Import) for function in functions for node in ast.walk(function))


def main() -> None:
    """Print the figures and compare them with their limits."""
    figures = count()
    limits: dict[str, int] = json.loads(_LIMITS.read_text(encoding="utf-8"))
    print("src/overtrick:", ", ".join(f"{number:,} {name}" for name, number in figures.items()))
    if "--write" in sys.argv:
        lowered = {name: min(limit, figures[name]) for name, limit in limits.items()}
        _LIMITS.write_text(json.dumps(lowered, indent=2) + "\n", encoding="utf-8")
    grown = [
        f"{name} {figures[name]:,}, limit {limit:,}"
        for name, limit in limits.items()
        if figures[name] > limit
    ]
    if grown:
        sys.exit(f"the code has grown: {'; '.join(grown)}")


if __name__ == "__main__":
    main()
