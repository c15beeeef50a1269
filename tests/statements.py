"""Every kind of statement, and those for which words or a checker are missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from overtrick.core import Statement, explaining

__all__ = ["missing", "statement_kinds"]


def statement_kinds(root: type[Statement] = Statement) -> Iterator[type[Statement]]:
    """Every kind of statement declared by the modules loaded so far."""
    for kind in root.__subclasses__():
        if is_dataclass(kind):
            yield kind
        yield from statement_kinds(kind)


def missing(language: str = "en") -> list[str]:
    """Statements without a sentence or a checker, one line each; empty when all is well."""
    kinds = list(statement_kinds())
    for kind in kinds:
        explaining._load(kind, "words")
        explaining._load(kind, "checkers")
    unsaid = [kind for kind in kinds if (kind, language) not in explaining._sentences]
    unchecked = [kind for kind in kinds if kind not in explaining._checkers]
    return [
        *(f"{kind.__name__}: no sentence in {language!r}" for kind in unsaid),
        *(f"{kind.__name__}: no checker" for kind in unchecked),
    ]
