"""Texts read as terms: the grammar finds the parts, this file finds out what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NoReturn

from overtrick.core import NotationError, Suit
from overtrick.hands.errors import PredicateError
from overtrick.hands.features import HCP, LENGTH, Feature
from overtrick.hands.shapes import Lengths, lengths_of
from overtrick.hands.syntax import Node, Word, take_apart
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Call,
    Compare,
    Count,
    Definition,
    Every,
    Held,
    Holding,
    Holds,
    Kind,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
    defined,
)
from overtrick.hands.vocabulary import Vocabulary
from overtrick.hands.writing import SIZES

__all__ = ["DEEPEST", "DOMAINS", "read", "read_definition", "unfit"]

DEEPEST = 150
"""How many terms may lie within one another."""

_LARGEST_NUMBER = 10**6
_SIGNS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
DOMAINS = {"suits": "SHDC", "majors": "SH", "minors": "DC"}
_TAKEN = "(spade|heart|diamond|club)s?|and|or|not|in|of|no|exactly|some|every|count|sum|true|false"
_RANKS = "[AKQJT][AKQJT98765432]*x*"
_DEFINITION = re.compile(
    r"\s*(?P<name>[A-Za-z_]\w*)\s*(\((?P<parameters>[^()]*)\))?\s*=(?P<body>.*)", re.DOTALL
)


def read(
    text: str, vocabulary: Vocabulary, kind: Kind | None = Kind.TRUTH, suits: Iterable[str] = ()
) -> Term:
    """Read a condition or a number, or whatever it is, in the words of a vocabulary; ``suits`` name suits."""
    reader = _Reader(text, vocabulary, {name: Name(name, Kind.SUIT) for name in suits})
    whole = take_apart(text)
    return reader.term(whole) if kind is None else reader.of_kind(whole, kind)


def read_definition(text: str, vocabulary: Vocabulary) -> Definition:
    """Read ``name(X, n) = …``; parameters that begin with a capital are suits, others numbers."""
    match = _DEFINITION.fullmatch(text)
    if match is None:
        raise PredicateError("expected a definition such as good(X) = 5+ X", 1, text)
    if (fault := unfit(match["name"], vocabulary)) is not None:
        raise PredicateError(fault, match.start("name") + 1, text)
    parameters = dict[str, Name]()
    for word in (match["parameters"] or "").split(","):
        if (name := word.strip()) or match["parameters"] is not None:
            fault = unfit(name, vocabulary)
            if name in parameters:
                fault = f"{name!r} stands for two things"
            if fault is not None:
                raise PredicateError(fault, match.start("parameters") + 1, text)
            parameters[name] = Name(name, Kind.SUIT if name[0].isupper() else Kind.NUMBER)
    blank = " " * match.start("body")  # so that columns are those of the whole text
    reader = _Reader(text, vocabulary, parameters)
    body = reader.term(take_apart(blank + match["body"]))
    definition = defined(match["name"], tuple(parameters.values()), body)
    if definition.depth > DEEPEST:
        raise PredicateError("too many definitions within definitions", 1, text)
    return definition


def unfit(name: str, vocabulary: Vocabulary) -> str | None:
    """What is wrong with a name of one's own; None if nothing is. A name the caller binds is taken."""
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        return f"{name!r} is no name: expected a letter, then letters, digits and underscores"
    is_a_word = re.fullmatch(_TAKEN, name, re.IGNORECASE) or re.fullmatch(f"[SHDC]+|{_RANKS}", name)
    if is_a_word or name.lower() in vocabulary.names:
        return f"{name!r} means something already: choose another name"
    return None


class _Reader:
    """Finds out what the parts of one text mean; every fault knows its column."""

    def __init__(self, text: str, vocabulary: Vocabulary, bound: dict[str, Name]) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.bound = bound

    def fail(self, fault: str, part: Node | Word) -> NoReturn:
        """Refuse the text, for what stands here."""
        raise PredicateError(fault, part.start + 1, self.text)

    def term(self, part: Node | Word) -> Term:
        """A part of the text as a number or a condition."""
        assert isinstance(part, Node)
        make: Callable[[Node], Term] = getattr(self, f"_{part.rule}")
        return make(part)

    def of_kind(self, part: Node | Word, kind: Kind) -> Term:
        """A part of the text that has to be a number, or a condition."""
        assert isinstance(part, Node)
        if part.rule == "shape_or_number" and kind is Kind.NUMBER:
            return Number(int(str(part.word())))
        made = self.term(part)
        if made.kind is not kind:
            self.fail(f"expected {kind.value}, found {made.kind.value}{_hint(part, made)}", part)
        return made

    def _numbers(self, parts: Iterable[Node | Word]) -> list[Term]:
        return [self.of_kind(each, Kind.NUMBER) for each in parts]

    def _truths(self, parts: Iterable[Node | Word]) -> list[Term]:
        return [self.of_kind(each, Kind.TRUTH) for each in parts]

    # Conditions put together

    def _clauses(self, node: Node) -> Term:
        return All(_flat(All, self._truths(node.parts)))

    _both = _clauses

    def _either(self, node: Node) -> Term:
        return Any(_flat(Any, self._truths(node.parts)))

    def _negation(self, node: Node) -> Term:
        return Not(*self._truths(node.parts))

    def _grouped(self, node: Node) -> Term:
        return self.term(node.parts[0])

    def _comparison(self, node: Node) -> Term:
        signs = tuple(_SIGNS.get(str(sign), str(sign)) for sign in node.parts[1::2])
        return Compare(tuple(self._numbers(node.parts[::2])), signs)

    def _quantified(self, node: Node) -> Term:
        kind = {"some": Some, "every": Every, "count": Count, "sum": Sum}[str(node.word(0)).lower()]
        name, suits = str(node.word(1)), self._domain(node.node(2))
        if (fault := unfit(name, self.vocabulary)) is not None:
            self.fail(fault, node.word(1))
        outside = self.bound
        self.bound = {**outside, name: Name(name, Kind.SUIT)}
        inner = self.of_kind(node.parts[3], Kind.NUMBER if kind is Sum else Kind.TRUTH)
        self.bound = outside
        return kind(name, suits, inner)

    def _domain(self, node: Node) -> tuple[Suit, ...]:
        word = str(node.word())
        letters = DOMAINS.get(word.lower(), word)
        if re.fullmatch("[SHDC]+", letters):
            return tuple(Suit.parse(letter) for letter in dict.fromkeys(letters))
        try:
            return (Suit.parse(letters.lstrip("!")),)
        except NotationError:
            self.fail(f"expected suits such as SHD, found {word!r}", node)

    # Numbers

    def _arithmetic(self, node: Node) -> Term:
        sign = {"−": "-", "×": "*"}.get(str(node.word(1)), str(node.word(1)))
        return Arithmetic(sign, *self._numbers(node.parts[::2]))

    def _negative(self, node: Node) -> Term:
        (number,) = self._numbers(node.parts[1:])
        return Number(-number.value) if isinstance(number, Number) else Negative(number)

    def _bracket(self, node: Node) -> Term:
        return Bracket(*self._truths(node.parts))

    def _number(self, node: Node) -> Term:
        return Number(self._int(str(node.word()), node))

    def _minus_number(self, node: Node) -> Term:
        return Number(-self._int(str(node.word(1)), node))

    def _int(self, digits: str, part: Node | Word) -> int:
        if len(digits) > 7 or int(digits) > _LARGEST_NUMBER:
            self.fail(f"{digits[:20]} is too large", part)
        return int(digits)

    # Ranges

    def _range(self, node: Node) -> Term:
        quantity, ends = self.term(node.parts[1]), self._ends(node.node(0))
        amount = node.node(0)
        if quantity.kind is Kind.TRUTH and amount.rule == "none":
            return Not(quantity)  # no stopper in hearts
        if _is_of_shape(quantity) and amount.rule == "amount" and not str(amount.word()).isdigit():
            return All((Between(Total(HCP), *ends), quantity))  # 15-17 balanced
        return Between(self.of_kind(node.parts[1], Kind.NUMBER), *ends)

    def _range_after(self, node: Node) -> Term:
        return Between(self.of_kind(node.parts[0], Kind.NUMBER), *self._ends(node.node(1)))

    def _some_of(self, node: Node) -> Term:
        held = node.node(1)
        if str(held.word()).endswith("x"):
            self.fail(f"some of which honours? {held.word()} has small cards", held)
        return Between(Held(_in_order(held.word()), self._suit_in(held.node(1))), *self._ends(node.node(0)))

    def _ends(self, node: Node) -> tuple[int | None, int | None]:
        if node.rule == "none":
            return 0, 0
        text = str(node.word())
        if node.rule == "at_least" or text.endswith("+"):
            return self._int(text.rstrip("+"), node), None
        if node.rule == "at_most" or text.endswith("-"):
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

    def _shapes(self, node: Node) -> Term:
        lengths = frozenset[Lengths]()
        for word in node.parts:
            found = lengths_of(str(word))
            if not found:
                self.fail(f"no thirteen cards are divided {word}", word)
            lengths |= found
        return Shape(tuple(str(word) for word in node.parts), lengths)

    def _shape_or_number(self, node: Node) -> Term:
        digits = str(node.word())
        is_shape = sum(int(digit) for digit in digits) == 13
        return self._shapes(node) if is_shape else Number(int(digits))

    def _holds(self, node: Node) -> Term:
        word, suit = node.word(), self._suit_in(node.node(1))
        ranks = _in_order(word)
        small = str(word).count("x")
        if len(ranks) + small > 13:
            self.fail(f"{word} has more cards than a suit", word)
        return Holding(ranks + "x" * small, suit) if small else Holds(ranks, suit)

    # Features and definitions

    def _length(self, node: Node) -> Term:
        return OfSuit(LENGTH, _suit_of(node.word()))

    def _plain(self, node: Node) -> Term:
        word = node.word()
        found = self._meaning(word)
        if isinstance(found, Name):
            return OfSuit(LENGTH, found) if found.kind is Kind.SUIT else found
        if isinstance(found, Definition):
            several = self.vocabulary.find(f"{word}s")
            if found.parameters and isinstance(several, Definition) and not several.parameters:
                found = several  # no void, 1 singleton
            return self._called(found, (), 0, word)
        if isinstance(found, bool):
            return Always(found)
        if found.is_truth or not found.has_total:
            self.fail(f"{word} of which suit? Say '{word} in hearts'", word)
        return Total(found)

    def _meaning(self, word: Word) -> Feature | Definition | Name | bool:
        """What a word stands for here."""
        if name := self.bound.get(str(word)):
            return name
        if str(word).lower() in ("true", "false"):
            return str(word).lower() == "true"
        found = self.vocabulary.find(str(word))
        if found is None:
            self.fail(self.vocabulary.unknown(str(word)), word)
        return Name(str(word).lower(), found) if isinstance(found, Kind) else found

    def _in_suit(self, node: Node) -> Term:
        return self._about_suit(node.word(), self._suit_in(node.node(1)))

    def _about_suit(self, word: Word, suit: SuitTerm) -> Term:
        found = self._meaning(word)
        if isinstance(found, Definition):
            kinds = [parameter.kind for parameter in found.parameters]
            return self._called(found, (suit,), 1 if kinds == [Kind.SUIT] else 0, word)
        if not isinstance(found, Feature):
            self.fail(f"{str(word)!r} is nothing that a suit has", word)
        return OfSuit(found, suit)

    def _call(self, node: Node) -> Term:
        word, arguments = node.word(), node.parts[1:]
        if str(word).lower() in SIZES and len(arguments) == 1:
            return BySize(self._feature_named(node.node(1)), SIZES.index(str(word).lower()))
        found = self._meaning(word)
        if isinstance(found, Definition):
            pairs = zip(arguments, found.parameters, strict=False)
            given = tuple(self._argument(each, parameter.kind) for each, parameter in pairs)
            return self._called(found, given, len(arguments), word)
        if len(arguments) != 1:
            self.fail(f"{word} is of one suit, not of {len(arguments)}", word)
        suit = self._argument(arguments[0], Kind.SUIT)
        assert isinstance(suit, Suit | Name)
        return self._about_suit(word, suit)

    def _called(self, found: Definition, given: tuple[Term | Suit, ...], number: int, word: Word) -> Term:
        if number != len(found.parameters) or number != len(given):
            names = ", ".join(parameter.name for parameter in found.parameters)
            wanted = f"{found.name}({names})" if names else f"{found.name} alone"
            several = max(number, len(given))
            found_there = f"with {several} {'value' if several == 1 else 'values'}" if several else "alone"
            self.fail(f"expected {wanted}, found it {found_there}", word)
        return Call(found, given)

    def _feature_named(self, node: Node) -> Feature:
        found = None if node.rule == "suit" else self.vocabulary.find(str(node.word()))
        if not isinstance(found, Feature) or found.is_truth:
            self.fail(f"expected a feature of suits, found {str(node.parts[-1])!r}", node)
        return found

    def _argument(self, part: Node | Word, kind: Kind) -> Term | Suit:
        """What is given for a parameter: a suit, a number, or a name for one."""
        assert isinstance(part, Node)
        found: Term | Suit
        if part.rule == "suit":
            found = _suit_of(part.word())
        elif part.rule == "argument_name":
            meaning = self._meaning(part.word())
            found = meaning if isinstance(meaning, Name) else self._plain(part)
        else:
            found = self.term(part)
        actual = Kind.SUIT if isinstance(found, Suit) else found.kind
        if actual is not kind:
            self.fail(f"expected {kind.value}, found {actual.value}", part)
        return found

    def _suit_in(self, node: Node) -> SuitTerm:
        word = node.word()
        if node.rule == "suit":
            return _suit_of(word)
        name = self.bound.get(str(word))
        if name is None and self.vocabulary.find(str(word)) is Kind.SUIT:
            name = Name(str(word).lower(), Kind.SUIT)
        if name is None or name.kind is not Kind.SUIT:
            self.fail(f"expected a suit, found {str(word)!r}", word)
        return name


def _is_of_shape(term: Term) -> bool:
    """Is a condition about lengths as a whole, so that a range before it can only be points?"""
    if isinstance(term, Call):
        return not term.arguments and _is_of_shape(term.definition.body)
    return isinstance(term, Shape) or (isinstance(term, Not) and _is_of_shape(term.condition))


def _hint(part: Node, made: Term) -> str:
    """What may have been meant by a number that stands where a condition should."""
    if made.kind is not Kind.NUMBER:
        return ""
    if part.rule == "shape_or_number":
        return f": {part.word()} are {sum(int(digit) for digit in str(part.word()))} cards, not thirteen"
    if isinstance(made, Number):
        return ": how many of what?"
    return f": add how many, as in '12+ {part.word()}'" if part.rule in ("plain", "length") else ""


def _suit_of(word: Word) -> Suit:
    return Suit.parse(str(word).lstrip("!"))


def _in_order(word: Word) -> str:
    """Ranks high to low, each once."""
    return "".join(rank for rank in "AKQJT98765432" if rank in str(word))


def _flat(kind: type[All] | type[Any], terms: list[Term]) -> tuple[Term, ...]:
    """Conditions within conditions of the same kind as one list."""
    flat = list[Term]()
    for term in terms:
        flat.extend(term.conditions if isinstance(term, All | Any) and type(term) is kind else (term,))
    return tuple(flat)
