"""Parsing with lark: syntax trees with positions, and errors that say what was expected where.

Loading lark takes time: import this module and the language readers only where they are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from overtrick.core.english import series

__all__ = [
    "Grammar",
    "Node",
    "Part",
    "TooDeep",
    "Unexpected",
    "alternatives",
    "node_at",
    "start_of",
    "word_at",
]

Node: TypeAlias = Tree[Token]
Part: TypeAlias = Node | Token


class Unexpected(Exception):
    """A text that does not follow the grammar."""

    def __init__(self, text: str, error: UnexpectedInput) -> None:
        self.token: Token | None = getattr(error, "token", None)
        self.is_end = self.token is not None and self.token.type == "$END"
        found = -1 if error.pos_in_stream is None or self.is_end else error.pos_in_stream
        self.position: int = found if 0 <= found < len(text) else len(text.rstrip()) or len(text)
        names = ("accepts", "expected", "allowed")
        self.expected: set[str] = set(next(filter(None, (getattr(error, name, None) for name in names)), ()))


class TooDeep(Exception):
    """A text nested too deeply, with the position."""

    def __init__(self, position: int) -> None:
        self.position = position


class Grammar:
    """The parser for the file ``grammar.lark`` of a package, with a limit on the depth of nesting."""

    def __init__(self, package: str, deepest: int, *starts: str) -> None:
        self._package, self._deepest, self._starts = package, deepest, starts

    @cached_property
    def _text(self) -> str:
        return files(self._package).joinpath("grammar.lark").read_text(encoding="utf-8")

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The names of terminals for errors, in order, from comments such as ``// SUIT: a suit``."""
        return dict(re.findall(r"^// ([A-Z_$]+): (.+)$", self._text, re.MULTILINE))

    @cached_property
    def elsewhere(self) -> Mapping[str, list[str]]:
        """Other spellings of words, from comments such as ``// pass ← p, nb``."""
        return {
            word: others.split(", ") for word, others in re.findall(r"^// (.+) ← (.+)$", self._text, re.M)
        }

    @cached_property
    def _lark(self) -> Lark:
        return Lark(
            self._text,
            start=list(self._starts),
            parser="lalr",
            propagate_positions=True,
            maybe_placeholders=False,
        )

    def parse(self, text: str, start: str = "start") -> Node:
        """The syntax tree of a text; raises `Unexpected` or `TooDeep`."""
        try:
            tree = self._lark.parse(text, start=start)
        except UnexpectedInput as error:
            raise Unexpected(text, error) from None
        self._check_depth(tree, 0)
        return tree

    def _check_depth(self, node: Node, depth: int) -> None:
        if depth > self._deepest:
            raise TooDeep(start_of(node))
        for part in node.children:
            if isinstance(part, Tree):
                self._check_depth(part, depth + 1)


def start_of(part: Part) -> int:
    """The position in the text where a part begins."""
    if isinstance(part, Token):
        return part.start_pos or 0
    return 0 if part.meta.empty else part.meta.start_pos


def word_at(node: Node, place: int = 0) -> Token:
    """The child at this place, which by the grammar is a token."""
    part = node.children[place]
    assert isinstance(part, Token)
    return part


def node_at(node: Node, place: int = 0) -> Node:
    """The child at this place, which by the grammar is a node."""
    part = node.children[place]
    assert isinstance(part, Tree)
    return part


def alternatives(words: Iterable[str]) -> str:
    """The words, without duplicates, as a list with commas and ``or``."""
    return series(tuple(dict.fromkeys(words)), "or")
