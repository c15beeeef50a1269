"""Contexts read: what a line says about the auction, and which letters it finds suits for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import final

from overtrick.bidding.entries import (
    LETTERS,
    OTHERS,
    Agreed,
    BidPattern,
    Condition,
    Did,
    Either,
    Every,
    Forced,
    Has,
    Is,
    Not,
    Position,
    Showed,
    StrainTerm,
    Tag,
    Using,
    Who,
)
from overtrick.bidding.layout import Passage
from overtrick.core import Strain, Suit
from overtrick.hands import Kind
from overtrick.hands.syntax import Node, Word
from overtrick.hands.terms import Name, SuitTerm

__all__ = ["LETTERS", "Context", "Mentions", "read_context", "strain_of", "suit_of", "tag_of"]

_PATTERN = re.compile(r"(?P<low>\d|n)(-(?P<high>\d))?(?P<strain>.+)", re.IGNORECASE)
_WHO = {who.value.lower(): who for who in Who}


@final
@dataclass
class Mentions:
    """The tags and conventions that contexts speak of, to be looked up when the whole system is read."""

    tags: list[tuple[Tag, Passage, int]] = field(default_factory=list)
    conventions: list[tuple[str, Passage, int]] = field(default_factory=list)


@final
@dataclass(frozen=True)
class Context:
    """A condition on the auction with the letters known where it holds; the level ``n`` counts as one."""

    condition: Condition
    found: frozenset[str]
    denied: frozenset[str]
    """Letters known only within a denial, where they stand for every suit."""


def read_context(
    parts: Sequence[Node | Word], passage: Passage, mentions: Mentions, found: frozenset[str] = frozenset()
) -> Context:
    """The condition that some clauses make together; ``found`` are the letters known before."""
    reader = _Reader(passage, mentions, found)
    condition = reader.together(parts)
    return Context(condition, reader.found, reader.denied - reader.found)


# Suits


def suit_of(node: Node) -> SuitTerm:
    """A suit, or the letter for one."""
    word = str(node.word())
    return Name(word, Kind.SUIT) if word in LETTERS or word in OTHERS else Suit.parse(word)


def strain_of(text: str) -> StrainTerm:
    """A strain, or the letter for a suit."""
    return text if text in LETTERS or text in OTHERS else Strain.parse(text)


def tag_of(node: Node) -> Tag:
    """A tag with its suits."""
    suits = [part for part in node.parts[1:] if isinstance(part, Node)]
    return Tag(str(node.word()), tuple(suit_of(each) for each in suits))


class _Reader:
    """Reads the conditions of one context in order, since letters are found from left to right."""

    def __init__(self, passage: Passage, mentions: Mentions, found: frozenset[str]) -> None:
        self.passage = passage
        self.mentions = mentions
        self.found = found
        self.denied = frozenset[str]()
        """Letters that so far only a denial has used: there they stand for every suit."""
        self.is_denial = False

    def together(self, parts: Sequence[Node | Word]) -> Condition:
        """Conditions all of which hold."""
        conditions = tuple(self.condition(part) for part in parts)
        return conditions[0] if len(conditions) == 1 else Every(conditions)

    def condition(self, part: Node | Word) -> Condition:
        """One condition."""
        assert isinstance(part, Node)
        read: Callable[[Node], Condition] = getattr(self, f"_{part.rule}")
        return read(part)

    # Conditions put together

    def _every(self, node: Node) -> Condition:
        return self.together(node.parts)

    _both = _every

    def _either(self, node: Node) -> Condition:
        before, conditions, founds = self.found, list[Condition](), list[frozenset[str]]()
        for part in node.parts:
            self.found = before
            conditions.append(self.condition(part))
            founds.append(self.found)
        self.found = frozenset.intersection(*founds)
        return Either(tuple(conditions))

    def _negation(self, node: Node) -> Condition:
        before, outside = self.found, self.is_denial
        self.is_denial = True
        inner = self.condition(node.parts[0])
        self.denied |= self.found - before
        self.found, self.is_denial = before, outside
        return Not(inner)

    # Letters

    def _find(self, letter: str, part: Node | Word) -> None:
        """A letter stands here; from here on its suit is known."""
        if letter in OTHERS:
            of = OTHERS[letter][0]
            if of not in self.found:
                self.passage.fail(
                    f"{letter} is the other of {of}, but nothing before it finds {of}", part.start
                )
        elif letter in self.denied and letter not in self.found and not self.is_denial:
            fault = f"{letter} is found only here, after 'not': put what finds it before that"
            self.passage.fail(fault, part.start)
        self.found |= {letter}

    def _suit(self, node: Node) -> SuitTerm:
        suit = suit_of(node)
        if isinstance(suit, Name):
            self._find(suit.name, node)
        return suit

    def _tag(self, node: Node) -> Tag:
        for part in node.parts[1:]:
            assert isinstance(part, Node)
            self._suit(part)
        tag = tag_of(node)
        self.mentions.tags.append((tag, self.passage, node.start))
        return tag

    def _pattern(self, word: Word) -> BidPattern:
        match = _PATTERN.fullmatch(str(word))
        assert match is not None
        names_level = match["low"].lower() == "n"
        low, high = (1, 7) if names_level else (int(match["low"]), int(match["high"] or match["low"]))
        if low > high:
            self.passage.fail(f"no bid is {word}: the lower level comes first", word.start)
        strain = None if match["strain"].lower() == "any" else strain_of(match["strain"])
        if isinstance(strain, str):
            self._find(strain, word)
        if names_level:
            self.found |= {"n"}
        return BidPattern(low, high, strain, names_level)

    # Facts of the auction

    def _fact(self, node: Node) -> Condition:
        return Is(_spaced(node.word()))

    def _seat(self, node: Node) -> Condition:
        first, *last = (int(digit) for digit in re.findall(r"\d", str(node.word())))
        seats = tuple(range(first, (last[0] if last else first) + 1))
        if not seats:
            self.passage.fail(f"no seat is {node.word()}: the lower number comes first", node.word().start)
        return Is("seat", seats)

    def _fact_of(self, node: Node) -> Condition:
        who, word = _who(node.word(0)), _spaced(node.word(1))
        found = _FACTS_OF.get((word, who))
        if found is None:
            known = " or ".join(f"'{name} {word}'" for name in _FACT_WORDS[word])
            self.passage.fail(f"expected {known}, found '{node.word(0)} {word}'", node.word(0).start)
        return Is(found)

    # What players did and showed

    def _did(self, node: Node) -> Condition:
        pattern = self._pattern(node.word(2)) if len(node.parts) == 3 else None
        return Did(_who(node.word(0)), _spaced(node.word(1)), pattern)

    def _showed(self, node: Node, ever: bool = False) -> Condition:
        tag = self._tag(node.node(2))
        return Showed(_who(node.word(0)), tag.name, tag.suits, ever)

    def _ever_showed(self, node: Node) -> Condition:
        return self._showed(node, True)

    def _has(self, node: Node, surely: bool = True) -> Condition:
        low, high = self._range(node.word(1))
        of = node.node(2).parts[0]
        quantity: str | SuitTerm
        if isinstance(of, Node):
            quantity = self._suit(of)
        else:
            quantity = {"ace": "aces", "king": "kings"}.get(str(of).lower(), str(of).lower())
        return Has(_who(node.word(0)), low, high, quantity, surely)

    def _may_have(self, node: Node) -> Condition:
        return self._has(node, False)

    def _range(self, word: Word) -> tuple[int | None, int | None]:
        numbers = [int(digits) for digits in re.findall(r"\d+", str(word))]
        if len(numbers) == 2:
            if numbers[0] > numbers[1]:
                self.passage.fail(f"the range {word} is empty", word.start)
            return numbers[0], numbers[1]
        return (None if str(word).endswith("-") else numbers[0]), (
            None if str(word).endswith("+") else numbers[0]
        )

    def _agreed(self, node: Node) -> Condition:
        return Agreed(self._suit(node.node(0)))

    def _nothing_agreed(self, node: Node) -> Condition:
        return Agreed(None)

    def _forced(self, node: Node) -> Condition:
        return Forced()

    def _forced_to_game(self, node: Node) -> Condition:
        return Forced(to_game=True)

    def _position(self, node: Node) -> Condition:
        relation, word = _spaced(node.word(0)), node.word(1)
        before = self.found
        pattern = self._pattern(word)
        if relation != "at":
            if pattern.low != pattern.high or pattern.strain is None:
                self.passage.fail(f"{relation} which bid? {word} is more than one", word.start)
            if (
                isinstance(pattern.strain, str)
                and pattern.strain not in before
                and pattern.strain not in OTHERS
            ):
                fault = f"{relation} which bid? Nothing before it finds {pattern.strain}"
                self.passage.fail(fault, word.start)
        return Position(relation, pattern)

    def _using(self, node: Node) -> Condition:
        name = str(node.word())
        self.mentions.conventions.append((name, self.passage, node.word().start))
        return Using(name)


_FACTS_OF = {
    ("vulnerable", Who.WE): "vulnerable",
    ("vulnerable", Who.THEY): "they vulnerable",
    ("passed hand", Who.ME): "passed hand",
    ("passed hand", Who.PARTNER): "partner passed hand",
}
_FACT_WORDS = {"vulnerable": ("we", "they"), "passed hand": ("I", "partner")}


def _who(word: Word) -> Who:
    return _WHO[str(word).lower()]


def _spaced(word: Word) -> str:
    """A word or several as the entries name them."""
    return " ".join(str(word).lower().split())
