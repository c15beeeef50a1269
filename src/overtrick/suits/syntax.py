"""Lines of play for one suit taken apart by the grammars: clauses, and the parts they consist of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from overtrick.suits.errors import SuitError

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

__all__ = ["Clause", "cards_in", "clauses", "kinds_of", "name_of", "parts_of", "tokens_of"]

_GRAMMARS = {"en": "english", "de": "german"}
_LONGEST_TEXT = 2000
_RANKS = (
    *("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT"),
    *("NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"),
)
_EXPECTED = (
    ("LEAD", "a play such as 'cash the ace' or 'finesse the ten'"),
    ("_TO", "a play such as 'das Ass abziehen' or 'zur Zehn schneiden'"),
    ("WEST", "West, East, both or either defender"),
    ("SHOWS_OUT", "what a defender does, such as 'shows out' or 'plays the jack'"),
    ("WINS", "'wins' or 'loses'"),
    ("ACE", "a card"),
    ("_LEAD", "what to do with the card"),
    ("_PLAYS", "what a defender does with the card"),
    ("_IF", "'if', 'unless', 'otherwise', another play or the end"),
)


class Clause(NamedTuple):
    """How it hangs on what was said before, its conditions and its row of plays, still as parts."""

    link: str
    conditions: Tree[Token] | None
    row: Tree[Token]


def clauses(text: str, language: str) -> list[Clause]:
    """The clauses of a line of play, in order; the link of the first is 'first'."""
    from lark.exceptions import UnexpectedInput

    if language not in _GRAMMARS:
        raise SuitError(f"expected the language 'en' or 'de', found {language!r}")
    if len(text) > _LONGEST_TEXT:
        raise SuitError(f"a line of play of {len(text)} characters is too long", text=text)
    try:
        tree = _grammar(language).parse(text)
    except UnexpectedInput as error:
        _complain(text, error)
    row, *others = parts_of(tree)
    return [Clause("first", None, row), *(_clause(each) for each in others)]


@cache
def _grammar(language: str) -> Lark:
    from lark import Lark  # here, because building the parser takes a moment that not everybody needs

    text = files("overtrick.suits").joinpath(f"{_GRAMMARS[language]}.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=False)


def _complain(text: str, error: UnexpectedInput) -> NoReturn:
    token = getattr(error, "token", None)
    expected = (
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    )
    wanted = next((words for terminal, words in _EXPECTED if terminal in (expected or ())), "something else")
    if not text.strip() or (token is not None and token.type == "$END"):
        found = "the end"
    else:
        rest = text[error.pos_in_stream or 0 :].split()
        found = repr(" ".join(rest[:3])) if rest else "the end"
    raise SuitError(f"expected {wanted}, found {found}", text=text)


def _clause(tree: Tree[Token]) -> Clause:
    *conditions, row = parts_of(tree)
    return Clause(str(tree.data), conditions[0] if conditions else None, row)


# Parts of the parsed text


def parts_of(tree: Tree[Token]) -> list[Tree[Token]]:
    """The parts directly in a part."""
    from lark import Tree

    return [part for part in tree.children if isinstance(part, Tree)]


def tokens_of(tree: Tree[Token]) -> list[Token]:
    """The words directly in a part."""
    from lark import Token

    return [part for part in tree.children if isinstance(part, Token)]


def kinds_of(tree: Tree[Token]) -> list[str]:
    """The kinds of the words directly in a part."""
    return [token.type for token in tokens_of(tree)]


def cards_in(tree: Tree[Token]) -> Iterator[int]:
    """The cards that a part names, in order."""
    if tree.data == "card":
        yield _RANKS.index(kinds_of(tree)[0])
    for part in parts_of(tree):
        yield from cards_in(part)


def name_of(rank: int) -> str:
    """The name of a card, in English."""
    return _RANKS[rank].lower()
