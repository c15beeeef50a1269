"""Sentences and checkers for the statements of all engines: `explain` and `false_statements`.

Each engine registers its sentences in its module `words` and its checkers in its module `checkers`. Both are
imported on first use, so that loading an engine does not load them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from overtrick.core.board import Board
from overtrick.core.errors import OvertrickError
from overtrick.core.reasons import Holds, Reason, Statement

__all__ = [
    "Unexplained",
    "checks",
    "explain",
    "false_statements",
    "holds",
    "says",
]

S = TypeVar("S", bound=Statement)
F = TypeVar("F")

_sentences: dict[tuple[type[Statement], str], Callable[[Any], str]] = {}
_checkers: dict[type[Statement], Callable[[Any, Board], bool]] = {}


class Unexplained(OvertrickError):
    """A type for which no words or no checker are registered."""


@singledispatch
def explain(thing: Any, language: str = "en") -> str:
    """A reason, a statement or another result of an engine, in words.

    A reason is its statement with the reasons behind it indented below.

    >>> from overtrick.core import Contract, Vul
    >>> from overtrick.scoring import why
    >>> print(explain(why(Contract.parse("2HX by N"), 9, Vul.NONE)))
    2♥X by North, not vulnerable, made with one overtrick: +570
      +120 two doubled odd tricks at hearts
      +100 one doubled overtrick
      +50 for making a doubled contract
      +300 for game
    """
    _load(type(thing), "words")
    words = explain.dispatch(type(thing))
    if words is explain.dispatch(object):
        raise Unexplained(f"there are no words for a {type(thing).__name__}")
    return str(words(thing, language))


@explain.register
def _(reason: Reason, language: str = "en") -> str:
    said = explain(reason.statement, language)
    if reason.odds is not None:
        said += f" ({reason.odds.percent})"
    below = (explain(part, language) for part in reason.because)
    return "\n".join((said, *("  " + line for part in below for line in part.splitlines())))


@explain.register
def _(statement: Statement, language: str = "en") -> str:
    kind = type(statement)
    if (kind, language) not in _sentences:
        _load(kind, "words")
    sentence = _sentences.get((kind, language))
    if sentence is None:
        raise Unexplained(f"{kind.__name__} has no sentence in {language!r}")
    return sentence(statement)


def false_statements(reason: Reason, board: Board) -> list[Statement]:
    """The statements of a reason that are not true of a board.

    Statements without odds or with odds of 1 must hold, with odds of 0 must not; other odds are not checked.
    """
    below = [statement for part in reason.because for statement in false_statements(part, board)]
    certain = 1 if reason.odds is None else reason.odds.fraction
    is_wrong = certain in (0, 1) and holds(reason.statement, board) is not (certain == 1)
    return [reason.statement, *below] if is_wrong else below


def holds(statement: Statement, board: Board) -> bool:
    """Is a statement true of a board?"""
    kind = type(statement)
    if kind not in _checkers:
        _load(kind, "checkers")
    checker = _checkers.get(kind)
    if checker is None:
        raise Unexplained(f"{kind.__name__} has no checker")
    return checker(statement, board)


# Registration


def says(kind: type[S], language: str) -> Callable[[Callable[[S], str]], Callable[[S], str]]:
    """Register the sentence for a kind of statement in a language."""

    fault = f"{kind.__name__} has two sentences in {language!r}"
    return _registering(_sentences, (kind, language), fault)


def checks(kind: type[S]) -> Callable[[Callable[[S, Board], bool]], Callable[[S, Board], bool]]:
    """Register the checker for a kind of statement: is it true of this board?"""

    return _registering(_checkers, kind, f"{kind.__name__} has two checkers")


def _registering(table: dict[Any, Any], key: object, fault: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        if key in table:
            raise Unexplained(fault)
        table[key] = function
        return function

    return register


def _load(kind: type, part: str) -> None:
    """Import the module `words` or `checkers` of the engine that a type belongs to, if there is one."""
    package, _, rest = kind.__module__.partition(".")
    name = f"{package}.{rest.split('.')[0]}.{part}"
    if package == "overtrick" and not rest.startswith("core.") and find_spec(name) is not None:
        import_module(name)


@says(Holds, "en")
def _(statement: Holds) -> str:
    return f"{statement.seat.word} has the {statement.card.print}"


@checks(Holds)
def _(statement: Holds, board: Board) -> bool:
    return statement.card in board.deal[statement.seat]
