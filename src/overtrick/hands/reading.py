"""The reader of the predicate language: texts parsed by the grammar and turned into terms."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable
from typing import NoReturn

from lark import Token, Tree

from overtrick.core import NotationError, Suit
from overtrick.hands import terms
from overtrick.hands.errors import HandsError, PredicateError
from overtrick.hands.features import HCP, LENGTH, Feature
from overtrick.hands.shapes import lengths_of
from overtrick.hands.syntax import (
    Grammar,
    Node,
    Part,
    TooDeep,
    Unexpected,
    alternatives,
    node_at,
    start_of,
    word_at,
)
from overtrick.hands.vocabulary import Vocabulary, unfit

__all__ = ["read", "read_definition", "read_part"]

_LONGEST_TEXT = 100_000
_LARGEST_NUMBER = 10**6
_SIGNS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
_DEFINITION = re.compile(
    r"\s*(?P<name>[A-Za-z_]\w*)\s*(\((?P<parameters>[^()]*)\))?\s*=(?P<body>.*)", re.DOTALL
)
_GRAMMAR = Grammar("overtrick.hands", 100, "start")
_BEGINNINGS = ("RANGE", "NAME", "SUIT", "SHAPE", "FOUR", "INT", "RANKS", "QUANTIFIER")
"""Terminals with which a condition may begin."""
_OF_A_CONDITION = ("RANGE", "NAME", "SUIT", "SHAPE", "_NOT", "LPAR")
"""The terminals that an error names where any condition may begin, instead of all of them."""


def read(
    text: str, vocabulary: Vocabulary, kind: terms.Kind | None = terms.Kind.TRUTH, suits: Iterable[str] = ()
) -> terms.Term:
    """Read a condition, a number, or (if `kind` is None) either; `suits` are names that stand for suits."""
    reader = _TermReader(text, vocabulary, {name: terms.Name(name, terms.Kind.SUIT) for name in suits})
    whole = _parsed(text)
    return reader.term(whole) if kind is None else reader.of_kind(whole, kind)


def read_part(
    text: str,
    start: int,
    end: int,
    vocabulary: Vocabulary,
    suits: Iterable[str],
    kind: terms.Kind = terms.Kind.TRUTH,
) -> terms.Term:
    """Read a part of a text; errors give columns of the whole text."""
    blank = re.sub(r"[^\n]", " ", text[:start])
    return read(blank + text[start:end], vocabulary, kind, suits)


def read_definition(text: str, vocabulary: Vocabulary) -> terms.Definition:
    """Read ``name(X, n) = …``; parameters with a capital initial are suits, others numbers."""
    match = _DEFINITION.fullmatch(text)
    if match is None:
        raise PredicateError("expected a definition such as good(X) = 5+ X", 1, text)
    if (fault := unfit(match["name"], vocabulary)) is not None:
        raise PredicateError(fault, match.start("name") + 1, text)
    parameters = dict[str, terms.Name]()
    for word in (match["parameters"] or "").split(","):
        if (name := word.strip()) or match["parameters"] is not None:
            fault = unfit(name, vocabulary)
            if name in parameters:
                fault = f"{name!r} stands for two things"
            if fault is not None:
                raise PredicateError(fault, match.start("parameters") + 1, text)
            parameters[name] = terms.Name(name, terms.Kind.SUIT if name[0].isupper() else terms.Kind.NUMBER)
    blank = " " * match.start("body")  # so that columns are those of the whole text
    reader = _TermReader(text, vocabulary, parameters)
    body = reader.term(_parsed(blank + match["body"]))
    definition = terms.defined(match["name"], tuple(parameters.values()), body)
    if definition.depth > terms.DEEPEST:
        raise PredicateError("too many definitions within definitions", 1, text)
    return definition


def _parsed(text: str) -> Node:
    """The syntax tree of a text; syntax errors give the column."""
    if not isinstance(text, str):
        raise HandsError(f"expected a text such as '15-17 hcp, balanced', not {reprlib.repr(text)}")
    if len(text) > _LONGEST_TEXT:
        raise PredicateError(f"a predicate of {len(text)} characters is too long", 1, text)
    try:
        return node_at(_GRAMMAR.parse(text))
    except TooDeep as error:
        raise PredicateError("too many parts within parts", error.position + 1, text) from None
    except Unexpected as error:
        raise PredicateError(_complaint(text, error), error.position + 1, text) from None


def _complaint(text: str, error: Unexpected) -> str:
    token, expected = error.token, error.expected
    found = (
        repr(text[error.position]) if token is None else "the end" if error.is_end else repr(str(token)[:40])
    )
    if token is not None and token.type in _BEGINNINGS and "COMMA" in expected:
        return f"expected a comma between two conditions, found {found}"
    words = _GRAMMAR.words
    named = _OF_A_CONDITION if {"NAME", "INT", "_NOT"} <= expected else [w for w in words if w in expected]
    return f"expected {alternatives([words[each] for each in named] or ['something else'])}, found {found}"


class _TermReader:
    """Turns the syntax tree of one text into terms; every error gives its column.

    Each rule of the grammar has a method of its name, called with the children of the node.
    """

    def __init__(self, text: str, vocabulary: Vocabulary, bound: dict[str, terms.Name]) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.bound = bound

    def fail(self, fault: str, part: Part) -> NoReturn:
        """Raise an error at this part of the text."""
        raise PredicateError(fault, start_of(part) + 1, self.text)

    def term(self, node: Node) -> terms.Term:
        """The term of a part of the text: a number or a condition."""
        make: Callable[..., terms.Term] = getattr(self, f"_{node.data}")
        return make(*node.children)

    def of_kind(self, node: Node, kind: terms.Kind) -> terms.Term:
        """The term of a part of the text, which must be of this kind."""
        if node.data == "shape_or_number" and kind is terms.Kind.NUMBER:
            return terms.Number(int(word_at(node)))
        made = self.term(node)
        if made.kind is not kind:
            self.fail(f"expected {kind.value}, found {made.kind.value}{_hint(node, made)}", node)
        return made

    def _numbers(self, nodes: Iterable[Node]) -> list[terms.Term]:
        return [self.of_kind(each, terms.Kind.NUMBER) for each in nodes]

    def _truths(self, nodes: Iterable[Node]) -> list[terms.Term]:
        return [self.of_kind(each, terms.Kind.TRUTH) for each in nodes]

    # Conditions put together

    def _clauses(self, *conditions: Node) -> terms.Term:
        return terms.All(_flat(terms.All, self._truths(conditions)))

    _both = _clauses

    def _either(self, *conditions: Node) -> terms.Term:
        return terms.Any(_flat(terms.Any, self._truths(conditions)))

    def _negation(self, condition: Node) -> terms.Term:
        return terms.Not(self.of_kind(condition, terms.Kind.TRUTH))

    def _grouped(self, inner: Node) -> terms.Term:
        return self.term(inner)

    def _comparison(self, *parts: Part) -> terms.Term:
        signs = tuple(_SIGNS.get(sign, str(sign)) for sign in parts if isinstance(sign, Token))
        return terms.Compare(tuple(self._numbers(each for each in parts if isinstance(each, Tree))), signs)

    def _quantified(self, word: Token, variable: Token, domain: Node, body: Node) -> terms.Term:
        kind = {"some": terms.Some, "every": terms.Every, "count": terms.Count, "sum": terms.Sum}[
            word.lower()
        ]
        name, suits = str(variable), self._domain(domain)
        if (fault := unfit(name, self.vocabulary)) is not None:
            self.fail(fault, variable)
        outside = self.bound
        self.bound = {**outside, name: terms.Name(name, terms.Kind.SUIT)}
        inner = self.of_kind(body, terms.Kind.NUMBER if kind is terms.Sum else terms.Kind.TRUTH)
        self.bound = outside
        return kind(name, suits, inner)

    def _domain(self, node: Node) -> tuple[Suit, ...]:
        word = str(word_at(node))
        if word.lower() in terms.DOMAINS or re.fullmatch("[SHDC]+", word):
            return terms.suits_named(word)
        try:
            return (Suit.parse(word.lstrip("!")),)
        except NotationError:
            self.fail(f"expected suits such as SHD, found {word!r}", node)

    # Numbers

    def _arithmetic(self, left: Node, sign: Token, right: Node) -> terms.Term:
        return terms.Arithmetic({"−": "-", "×": "*"}.get(sign, str(sign)), *self._numbers((left, right)))

    def _negative(self, _: Token, inner: Node) -> terms.Term:
        number = self.of_kind(inner, terms.Kind.NUMBER)
        return terms.Number(-number.value) if isinstance(number, terms.Number) else terms.Negative(number)

    def _bracket(self, condition: Node) -> terms.Term:
        return terms.Bracket(self.of_kind(condition, terms.Kind.TRUTH))

    def _number(self, digits: Token) -> terms.Term:
        return terms.Number(self._int(digits, digits))

    def _minus_number(self, minus: Token, digits: Token) -> terms.Term:
        return terms.Number(-self._int(digits, minus))

    def _int(self, digits: str, part: Part) -> int:
        if len(digits) > 7 or int(digits) > _LARGEST_NUMBER:
            self.fail(f"{digits[:20]} is too large", part)
        return int(digits)

    # Ranges

    def _range(self, amount: Node, of: Node) -> terms.Term:
        quantity, ends = self.term(of), self._ends(amount)
        if quantity.kind is terms.Kind.TRUTH and amount.data == "none":
            return terms.Not(quantity)  # no stopper in hearts
        if _is_of_shape(quantity) and amount.data == "amount" and not word_at(amount).isdigit():
            return terms.All((terms.Between(terms.Total(HCP), *ends), quantity))  # 15-17 balanced
        return terms.Between(self.of_kind(of, terms.Kind.NUMBER), *ends)

    def _range_after(self, of: Node, amount: Node) -> terms.Term:
        return terms.Between(self.of_kind(of, terms.Kind.NUMBER), *self._ends(amount))

    def _some_of(self, amount: Node, held: Node) -> terms.Term:
        ranks = word_at(held)
        if ranks.endswith("x"):
            self.fail(f"some of which honours? {ranks} has small cards", held)
        return terms.Between(
            terms.RankCount(_in_order(ranks), self._suit_in(node_at(held, 1))), *self._ends(amount)
        )

    def _ends(self, node: Node) -> tuple[int | None, int | None]:
        if node.data == "none":
            return 0, 0
        text = str(word_at(node))
        if node.data == "at_least" or text.endswith("+"):
            return self._int(text.rstrip("+"), node), None
        if node.data == "at_most" or text.endswith("-"):
            return None, self._int(text.rstrip("-"), node)
        low, *high = (self._int(each, node) for each in re.split(r"-|–|—|−|\.\.|\s+to\s+", text))
        if high and high[0] < low:
            self.fail(f"the range {text} is empty", node)
        if high and high[0] == low:
            self.fail(
                f"{text} is one number: say {low}; or, for two suits, '{low}+ spades, {low}+ hearts'", node
            )
        return low, high[0] if high else low

    # Shapes and honours

    def _shapes(self, *words: Token) -> terms.Term:
        for word in words:
            if not lengths_of(str(word)):
                self.fail(f"no thirteen cards are divided {word}", word)
        return terms.Shape.of(*map(str, words))

    def _shape_or_number(self, digits: Token) -> terms.Term:
        return self._shapes(digits) if sum(map(int, digits)) == 13 else terms.Number(int(digits))

    def _holds(self, word: Token, of: Node) -> terms.Term:
        suit, ranks, small = self._suit_in(of), _in_order(word), word.count("x")
        if len(ranks) + small > 13:
            self.fail(f"{word} has more cards than a suit", word)
        return terms.Holding(ranks + "x" * small, suit) if small else terms.Holds(ranks, suit)

    # Features and definitions

    def _length(self, word: Token) -> terms.Term:
        return terms.OfSuit(LENGTH, _suit_of(word))

    def _plain(self, word: Token) -> terms.Term:
        found = self._meaning(word)
        if isinstance(found, terms.Name):
            return terms.OfSuit(LENGTH, found) if found.kind is terms.Kind.SUIT else found
        if isinstance(found, terms.Definition):
            several = self.vocabulary.find(f"{word}s")
            if found.parameters and isinstance(several, terms.Definition) and not several.parameters:
                found = several  # no void, 1 singleton
            return self._called(found, (), 0, word)
        if isinstance(found, bool):
            return terms.Always(found)
        if found.is_truth or not found.has_total:
            self.fail(f"{word} of which suit? Say '{word} in hearts'", word)
        return terms.Total(found)

    _argument_name = _plain

    def _meaning(self, word: Token) -> Feature | terms.Definition | terms.Name | bool:
        """The meaning of a word in this vocabulary."""
        if name := self.bound.get(word):
            return name
        if word.lower() in ("true", "false"):
            return word.lower() == "true"
        found = self.vocabulary.find(word)
        if found is None:
            self.fail(self.vocabulary.unknown(str(word)), word)
        return terms.Name(word.lower(), found) if isinstance(found, terms.Kind) else found

    def _in_suit(self, word: Token, of: Node) -> terms.Term:
        return self._about_suit(word, self._suit_in(of))

    def _about_suit(self, word: Token, suit: terms.SuitTerm) -> terms.Term:
        found = self._meaning(word)
        if isinstance(found, terms.Definition):
            kinds = [parameter.kind for parameter in found.parameters]
            return self._called(found, (suit,), 1 if kinds == [terms.Kind.SUIT] else 0, word)
        if not isinstance(found, Feature):
            self.fail(f"{str(word)!r} is nothing that a suit has", word)
        return terms.OfSuit(found, suit)

    def _call(self, word: Token, *arguments: Node) -> terms.Term:
        if word.lower() in terms.SIZES and len(arguments) == 1:
            return terms.BySize(self._feature_named(arguments[0]), terms.SIZES.index(word.lower()))
        found = self._meaning(word)
        if isinstance(found, terms.Definition):
            pairs = zip(arguments, found.parameters, strict=False)
            given = tuple(self._argument(each, parameter.kind) for each, parameter in pairs)
            return self._called(found, given, len(arguments), word)
        if len(arguments) != 1:
            self.fail(f"{word} is of one suit, not of {len(arguments)}", word)
        suit = self._argument(arguments[0], terms.Kind.SUIT)
        assert isinstance(suit, Suit | terms.Name)
        return self._about_suit(word, suit)

    def _called(
        self, found: terms.Definition, given: tuple[terms.Term | Suit, ...], number: int, word: Token
    ) -> terms.Term:
        if number != len(found.parameters) or number != len(given):
            wanted = found.heading if found.parameters else f"{found.name} alone"
            several = max(number, len(given))
            found_there = f"with {several} {'value' if several == 1 else 'values'}" if several else "alone"
            self.fail(f"expected {wanted}, found it {found_there}", word)
        return terms.FunctionCall(found, given)

    def _feature_named(self, node: Node) -> Feature:
        word = str(node.children[-1])
        found = None if node.data == "suit" else self.vocabulary.find(word)
        if not isinstance(found, Feature) or found.is_truth:
            self.fail(f"expected a feature of suits, found {word!r}", node)
        return found

    def _argument(self, node: Node, kind: terms.Kind) -> terms.Term | Suit:
        """An argument: a suit, a number, or a name for one."""
        found: terms.Term | Suit
        if node.data == "suit":
            found = _suit_of(word_at(node))
        else:
            meaning = self._meaning(word_at(node)) if node.data == "argument_name" else None
            found = meaning if isinstance(meaning, terms.Name) else self.term(node)
        actual = terms.Kind.SUIT if isinstance(found, Suit) else found.kind
        if actual is not kind:
            self.fail(f"expected {kind.value}, found {actual.value}", node)
        return found

    def _suit_in(self, node: Node) -> terms.SuitTerm:
        word = word_at(node)
        if node.data == "suit":
            return _suit_of(word)
        name = self.bound.get(word)
        if name is None and self.vocabulary.find(word) is terms.Kind.SUIT:
            name = terms.Name(word.lower(), terms.Kind.SUIT)
        if name is None or name.kind is not terms.Kind.SUIT:
            self.fail(f"expected a suit, found {str(word)!r}", word)
        return name


def _is_of_shape(term: terms.Term) -> bool:
    """Is a condition about the shape, so that a range in front of it must mean points?"""
    if isinstance(term, terms.FunctionCall):
        return not term.arguments and _is_of_shape(term.definition.body)
    return isinstance(term, terms.Shape) or (isinstance(term, terms.Not) and _is_of_shape(term.condition))


def _hint(node: Node, made: terms.Term) -> str:
    """A hint for an error about a number in the place of a condition."""
    if made.kind is not terms.Kind.NUMBER:
        return ""
    if node.data == "shape_or_number":
        return f": {word_at(node)} are {sum(map(int, word_at(node)))} cards, not thirteen"
    if isinstance(made, terms.Number):
        return ": how many of what?"
    return f": add how many, as in '12+ {word_at(node)}'" if node.data in ("plain", "length") else ""


def _suit_of(word: str) -> Suit:
    return Suit.parse(word.lstrip("!"))


def _in_order(word: str) -> str:
    """The ranks of a word, high to low, without duplicates."""
    return "".join(rank for rank in "AKQJT98765432" if rank in word)


def _flat(kind: type[terms.All] | type[terms.Any], parts: list[terms.Term]) -> tuple[terms.Term, ...]:
    """Nested conditions of the same kind, flattened."""
    return tuple(part for term in parts for part in terms.conditions_of(kind, term))
