"""The registry behind every explanation: for each kind of claim one sentence and one checker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import Any, TypeVar

from overtrick.core import Board, Claim, OvertrickError

__all__ = [
    "ClaimKind",
    "Unexplained",
    "checks",
    "claim_kinds",
    "holds",
    "missing",
    "says",
    "sentence_for",
]

C = TypeVar("C", bound=Claim)
ClaimKind = type[Claim]

_sentences: dict[tuple[ClaimKind, str], Callable[[Any], str]] = {}
_checkers: dict[ClaimKind, Callable[[Any, Board], bool]] = {}


class Unexplained(OvertrickError):
    """A claim for which nobody has written the sentence or the checker."""


def says(kind: type[C], language: str) -> Callable[[Callable[[C], str]], Callable[[C], str]]:
    """Register the sentence for a kind of claim in a language."""

    def register(sentence: Callable[[C], str]) -> Callable[[C], str]:
        if (kind, language) in _sentences:
            raise Unexplained(f"{kind.__name__} has two sentences in {language!r}")
        _sentences[kind, language] = sentence
        return sentence

    return register


def checks(kind: type[C]) -> Callable[[Callable[[C, Board], bool]], Callable[[C, Board], bool]]:
    """Register the checker for a kind of claim: is it true of this board?"""

    def register(checker: Callable[[C, Board], bool]) -> Callable[[C, Board], bool]:
        if kind in _checkers:
            raise Unexplained(f"{kind.__name__} has two checkers")
        _checkers[kind] = checker
        return checker

    return register


def sentence_for(claim: Claim, language: str) -> str:
    """The sentence of a claim."""
    sentence = _sentences.get((type(claim), language))
    if sentence is None:
        raise Unexplained(f"{type(claim).__name__} has no sentence in {language!r}")
    return sentence(claim)


def holds(claim: Claim, board: Board) -> bool:
    """Is a claim true of a board?"""
    checker = _checkers.get(type(claim))
    if checker is None:
        raise Unexplained(f"{type(claim).__name__} has no checker")
    return checker(claim, board)


def claim_kinds(root: ClaimKind = Claim) -> Iterator[ClaimKind]:
    """Every kind of claim that has been declared by the modules loaded so far."""
    for kind in root.__subclasses__():
        if is_dataclass(kind):
            yield kind
        yield from claim_kinds(kind)


def missing(language: str = "en") -> list[str]:
    """What nobody has written yet, one line for each: empty when every claim can be said and checked."""
    kinds = list(claim_kinds())
    return [
        *(
            f"{kind.__name__}: no sentence in {language!r}"
            for kind in kinds
            if (kind, language) not in _sentences
        ),
        *(f"{kind.__name__}: no checker" for kind in kinds if kind not in _checkers),
    ]
