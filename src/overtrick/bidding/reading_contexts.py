"""The reader of contexts: conditions on the auction, and the letters that they bind to suits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, final

from lark import Token, Tree

from overtrick.bidding.entries import (
    LETTERS,
    OTHERS,
    BidPattern,
    Condition,
    Deed,
    Either,
    Every,
    Fit,
    Force,
    LastBid,
    Limits,
    Not,
    Role,
    ShownTag,
    StrainTerm,
    Switch,
    Tag,
    Word,
)
from overtrick.bidding.layout import Passage
from overtrick.core import Strain, Suit
from overtrick.hands import Kind
from overtrick.hands.syntax import Node, Part, start_of, word_at
from overtrick.hands.terms import Name, SuitTerm

__all__ = ["LETTERS", "Context", "Mentions", "read_context", "strain_of", "suit_of", "tag_of"]

_PATTERN = re.compile(r"(?P<low>\d|n)(-(?P<high>\d))?(?P<strain>.+)", re.IGNORECASE)
_WHO = {who.value.lower(): who for who in Role}


@final
@dataclass
class Mentions:
    """The tags and conventions that contexts mention, to be checked once the whole system has been read."""

    tags: list[tuple[Tag, Passage, int]] = field(default_factory=list)
    conventions: list[tuple[str, Passage, int]] = field(default_factory=list)


@final
@dataclass(frozen=True)
class Context:
    """A condition on the auction with the letters bound where it holds; the level ``n`` counts as one."""

    condition: Condition
    found: frozenset[str]
    denied: frozenset[str]
    """Letters bound only under a negation, where they stand for every suit."""


def read_context(
    clauses: Sequence[Node], passage: Passage, mentions: Mentions, found: frozenset[str] = frozenset()
) -> Context:
    """The conjunction of some clauses; ``found`` are the letters bound before."""
    reader = _ContextReader(passage, mentions, found)
    condition = reader.together(*clauses)
    return Context(condition, reader.found, reader.denied - reader.found)


# Suits


def suit_of(node: Node) -> SuitTerm:
    """A suit, or the letter for one."""
    word = str(word_at(node))
    return Name(word, Kind.SUIT) if word in LETTERS or word in OTHERS else Suit.parse(word)


def strain_of(text: str) -> StrainTerm:
    """A strain, or the letter for a suit."""
    return text if text in LETTERS or text in OTHERS else Strain.parse(text)


def tag_of(node: Node) -> Tag:
    """A tag with its suits."""
    suits = (suit_of(each) for each in node.children[1:] if isinstance(each, Tree))
    return Tag(str(word_at(node)), tuple(suits))


class _ContextReader:
    """Reads the conditions of one context in order, since letters are bound from left to right.

    Each rule of the grammar has a method of its name, called with the children of the node.
    """

    def __init__(self, passage: Passage, mentions: Mentions, found: frozenset[str]) -> None:
        self.passage = passage
        self.mentions = mentions
        self.found = found
        self.denied = frozenset[str]()
        """Letters so far used only under a negation, where they stand for every suit."""
        self.is_denial = False

    def fail(self, fault: str, part: Part) -> NoReturn:
        """Raise an error at this part of the file."""
        self.passage.fail(fault, start_of(part))

    def together(self, *nodes: Node) -> Condition:
        """The conjunction of conditions."""
        conditions = tuple(map(self.condition, nodes))
        return conditions[0] if len(conditions) == 1 else Every(conditions)

    def condition(self, node: Node) -> Condition:
        """One condition."""
        read: Callable[..., Condition] = getattr(self, f"_{node.data}")
        return read(*node.children)

    # Combined conditions

    _every = _both = together

    def _either(self, *nodes: Node) -> Condition:
        before, conditions, founds = self.found, list[Condition](), list[frozenset[str]]()
        for node in nodes:
            self.found = before
            conditions.append(self.condition(node))
            founds.append(self.found)
        self.found = frozenset.intersection(*founds)
        return Either(tuple(conditions))

    def _negation(self, node: Node) -> Condition:
        before, outside = self.found, self.is_denial
        self.is_denial = True
        inner = self.condition(node)
        self.denied |= self.found - before
        self.found, self.is_denial = before, outside
        return Not(inner)

    # Letters

    def _find(self, letter: str, part: Part) -> None:
        """Bind a letter that occurs here; raises if it cannot be bound here."""
        if letter in OTHERS:
            of = OTHERS[letter][0]
            if of not in self.found:
                self.fail(f"{letter} is the other of {of}, but nothing before it finds {of}", part)
        elif letter in self.denied and letter not in self.found and not self.is_denial:
            self.fail(f"{letter} is found only here, after 'not': put what finds it before that", part)
        self.found |= {letter}

    def _suit(self, node: Node) -> SuitTerm:
        suit = suit_of(node)
        if isinstance(suit, Name):
            self._find(suit.name, node)
        return suit

    def _tag(self, node: Node) -> Tag:
        for part in node.children[1:]:
            assert isinstance(part, Tree)
            self._suit(part)
        tag = tag_of(node)
        self.mentions.tags.append((tag, self.passage, start_of(node)))
        return tag

    def _pattern(self, word: Token) -> BidPattern:
        match = _PATTERN.fullmatch(word)
        assert match is not None
        names_level = match["low"].lower() == "n"
        low, high = (1, 7) if names_level else (int(match["low"]), int(match["high"] or match["low"]))
        if low > high:
            self.fail(f"no bid is {word}: the lower level comes first", word)
        strain = None if match["strain"].lower() == "any" else strain_of(match["strain"])
        if isinstance(strain, str):
            self._find(strain, word)
        if names_level:
            self.found |= {"n"}
        return BidPattern(low, high, strain, names_level)

    # Facts of the auction

    def _fact(self, word: Token) -> Condition:
        return Word(_spaced(word))

    def _seat(self, word: Token) -> Condition:
        first, *last = map(int, re.findall(r"\d", word))
        seats = tuple(range(first, (last[0] if last else first) + 1))
        if not seats:
            self.fail(f"no seat is {word}: the lower number comes first", word)
        return Word("seat", seats)

    def _fact_of(self, who: Token, word: Token) -> Condition:
        fact = _spaced(word)
        found = _FACTS_OF[fact].get(_who(who))
        if found is None:
            known = " or ".join(f"'{each.value} {fact}'" for each in _FACTS_OF[fact])
            self.fail(f"expected {known}, found '{who} {fact}'", who)
        return Word(found)

    # Actions and promises of players

    def _did(self, who: Token, deed: Token, pattern: Token | None = None) -> Condition:
        return Deed(_who(who), _spaced(deed), None if pattern is None else self._pattern(pattern))

    def _showed(self, who: Token, *parts: Part) -> Condition:
        *words, node = parts
        assert isinstance(node, Tree)
        tag = self._tag(node)
        return ShownTag(_who(who), tag.name, tag.suits, ever=len(words) > 1)

    def _has(self, who: Token, verb: Token, amount: Token, node: Node) -> Condition:
        low, high = self._range(amount)
        (of,) = node.children
        quantity: str | SuitTerm
        if isinstance(of, Tree):
            quantity = self._suit(of)
        else:
            quantity = {"ace": "aces", "king": "kings"}.get(of.lower(), of.lower())
        return Limits(_who(who), low, high, quantity, surely=verb.type == "HAS")

    def _range(self, word: Token) -> tuple[int | None, int | None]:
        low, *other = map(int, re.findall(r"\d+", word))
        if not other:
            return None if word.endswith("-") else low, None if word.endswith("+") else low
        if low > other[0]:
            self.fail(f"the range {word} is empty", word)
        return low, other[0]

    def _agreed(self, suit: Part, *_: Token) -> Condition:
        return Fit(self._suit(suit) if isinstance(suit, Tree) else None)

    def _forced(self, words: Token) -> Condition:
        return Force(to_game=words.type == "FORCED_TO_GAME")

    def _position(self, words: Token, bid: Token) -> Condition:
        relation, before = _spaced(words), self.found
        pattern = self._pattern(bid)
        if relation != "at":
            if pattern.low != pattern.high or pattern.strain is None:
                self.fail(f"{relation} which bid? {bid} is more than one", bid)
            letters = {pattern.strain} if isinstance(pattern.strain, str) else frozenset()
            if letters - before - set(OTHERS):
                self.fail(f"{relation} which bid? Nothing before it finds {pattern.strain}", bid)
        return LastBid(relation, pattern)

    def _using(self, name: Token) -> Condition:
        self.mentions.conventions.append((str(name), self.passage, start_of(name)))
        return Switch(str(name))


_FACTS_OF = {
    "vulnerable": {Role.WE: "vulnerable", Role.THEY: "they vulnerable"},
    "passed hand": {Role.ME: "passed hand", Role.PARTNER: "partner passed hand"},
}


def _who(word: str) -> Role:
    return _WHO[word.lower()]


def _spaced(word: str) -> str:
    """Words in the spelling of the entries: small letters, single spaces."""
    return " ".join(word.lower().split())
