"""The syntax of predicates: a text taken apart by the grammar, and what to say when it does not fit."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NoReturn

from overtrick.hands.errors import HandsError, PredicateError

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

__all__ = ["Node", "Word", "take_apart"]

_LONGEST_TEXT = 100_000
_DEEPEST = 100
_WORDS = {
    "RANGE": "a range such as 15-17",
    "NAME": "a feature such as hcp",
    "SUIT": "a suit",
    "SUITS": "suits such as SHD",
    "INT": "a number",
    "SHAPE": "a shape such as 5332",
    "FOUR": "a shape such as 5332",
    "RANKS": "honours such as AK",
    "QUANTIFIER": "some(X in …: …)",
    "SIGN": "a comparison such as >=",
    "PLUS": "'+'",
    "MINUS": "'-'",
    "TIMES": "'*'",
    "COMMA": "a comma",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "COLON": "':'",
    "VBAR": "'|'",
    "_AND": "'and'",
    "_OR": "'or'",
    "_NOT": "'not'",
    "_IN": "'in'",
    "_OF": "'of'",
    "$END": "the end",
}
_BEGINNINGS = ("RANGE", "NAME", "SUIT", "SHAPE", "FOUR", "INT", "RANKS", "QUANTIFIER")
"""With these a condition may begin."""
_OF_A_CONDITION = ("RANGE", "NAME", "SUIT", "SHAPE", "_NOT", "LPAR")
"""What to name where any condition may begin; the whole list would help nobody."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, and where it begins."""

    text: str
    start: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a text: the rule of the grammar it follows, and its own parts."""

    rule: str
    parts: tuple[Node | Word, ...]
    start: int

    def word(self, place: int = 0) -> Word:
        """The part at this place, which the grammar says is a word."""
        part = self.parts[place]
        assert isinstance(part, Word)
        return part

    def node(self, place: int = 0) -> Node:
        """The part at this place, which the grammar says has parts itself."""
        part = self.parts[place]
        assert isinstance(part, Node)
        return part


@cache
def _grammar() -> Lark:
    from lark import Lark  # here, because building the parser takes a moment that not everybody needs

    text = files("overtrick.hands").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def take_apart(text: str) -> Node:
    """The parts of a text; a text that does not follow the grammar is an error that says where."""
    from lark.exceptions import UnexpectedInput

    if not isinstance(text, str):
        raise HandsError(f"expected a text such as '15-17 hcp, balanced', not {reprlib.repr(text)}")
    if len(text) > _LONGEST_TEXT:
        raise PredicateError(f"a predicate of {len(text)} characters is too long", 1, text)
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        _complain(text, error)
    (whole,) = tree.find_data("start")
    return _node(text, whole, 0).node()


def _node(text: str, tree: Tree[Token], depth: int) -> Node:
    from lark import Token

    start = 0 if tree.meta.empty else tree.meta.start_pos
    if depth > _DEEPEST:
        raise PredicateError("too many parts within parts", start + 1, text)
    parts = tuple(
        Word(str(part), part.start_pos or 0) if isinstance(part, Token) else _node(text, part, depth + 1)
        for part in tree.children
    )
    return Node(str(tree.data), parts, start)


def _complain(text: str, error: UnexpectedInput) -> NoReturn:
    token = getattr(error, "token", None)
    position = error.pos_in_stream
    if position is None or not 0 <= position < len(text) or (token is not None and token.type == "$END"):
        position = len(text.rstrip()) or len(text)
    expected = (
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    )
    found = repr(text[position]) if token is None else repr(str(token)[:40])
    wanted = _in_words(expected or set())
    if token is not None and token.type == "$END":
        found = "the end"
    elif token is not None and token.type in _BEGINNINGS and "COMMA" in (expected or ()):
        wanted = "a comma between two conditions"
    raise PredicateError(f"expected {wanted}, found {found}", position + 1, text)


def _in_words(expected: set[str]) -> str:
    named = (
        _OF_A_CONDITION if {"NAME", "INT", "_NOT"} <= expected else tuple(w for w in _WORDS if w in expected)
    )
    words = list(dict.fromkeys(_WORDS[each] for each in named)) or ["something else"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
