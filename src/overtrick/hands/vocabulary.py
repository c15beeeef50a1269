"""The vocabulary of predicates: features of suits, definitions, and names that the caller binds."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import final

from overtrick.core import Suit
from overtrick.hands import terms
from overtrick.hands.errors import HandsError
from overtrick.hands.features import LENGTH, STANDARD_FEATURES, STOPPER, Feature
from overtrick.hands.writing import written

__all__ = ["Vocabulary", "standard", "standard_features", "unfit"]

_SAME = {
    **{word: f"{word}s" for word in ("ace", "king", "queen", "jack", "ten", "control", "honour", "loser")},
    **dict.fromkeys(("honor", "honors"), "honours"),
    **dict.fromkeys(
        ("ltc", "losing_trick", "losing_tricks", "losing_trick_count", "losing_tricks_count"), "losers"
    ),
    **dict.fromkeys(("high_card_points", "points", "hcps"), "hcp"),
    "playing_trick": "playing_tricks",
    "suit_quality": "quality",
    "semibalanced": "semi_balanced",
    "cards": "length",
}
"""Synonyms of standard words."""


@final
@dataclass(frozen=True)
class Vocabulary:
    """The words a predicate may use; immutable, each method returns a larger one.

    >>> from overtrick.hands import parse, standard
    >>> words = standard().defining("good(X) = 5+ X, 2+ of AKQ in X")
    >>> print(parse("good(hearts), 10-12 hcp", words))
    good(hearts), hcp 10-12
    """

    features: Mapping[str, Feature] = field(default_factory=dict)
    definitions: Mapping[str, terms.Definition] = field(default_factory=dict)
    names: Mapping[str, terms.Kind] = field(default_factory=dict)
    """Names the caller will bind, with their kinds."""

    def registering(self, *features: Feature) -> Vocabulary:
        """This vocabulary and more features."""
        self._check(each.name for each in features)
        return replace(self, features={**self.features, **{each.name.lower(): each for each in features}})

    def defining(self, *texts: str) -> Vocabulary:
        """This vocabulary and more definitions, as in ``good(X) = 5+ X, 2+ of AKQ in X``."""
        from overtrick.hands.reading import read_definition  # loads the parser

        larger = self
        for text in texts:
            definition = read_definition(text, larger)
            larger = replace(larger, definitions={**larger.definitions, definition.name.lower(): definition})
        return larger

    def __or__(self, other: Vocabulary) -> Vocabulary:
        return Vocabulary(
            {**self.features, **other.features},
            {**self.definitions, **other.definitions},
            {**self.names, **other.names},
        )

    def naming(self, **names: terms.Kind) -> Vocabulary:
        """This vocabulary and names that the caller will bind, each with its kind."""
        self._check(names)
        for name, kind in names.items():
            if not isinstance(kind, terms.Kind):
                raise HandsError(f"{name} stands for {kind!r}: expected Kind.NUMBER, Kind.TRUTH or Kind.SUIT")
        return replace(self, names={**self.names, **{name.lower(): kind for name, kind in names.items()}})

    @staticmethod
    def _check(names: Iterable[str]) -> None:
        for name in names:
            if (fault := unfit(name, Vocabulary())) is not None:
                raise HandsError(fault)

    def find(self, word: str) -> Feature | terms.Definition | terms.Kind | None:
        """The meaning of a word; None for an unknown word."""
        key = re.sub(r"[\s-]+", "_", word.lower())
        for each in (key, _SAME.get(key, "")):
            found = self.names.get(each) or self.definitions.get(each) or self.features.get(each)
            if found is not None:
                return found
        return None

    def unknown(self, word: str) -> str:
        """The error text for an unknown word, with a suggestion."""
        if word.upper() in _LETTERS:
            return f"unknown word {word!r}: did you mean {word.upper()!r}?"
        known = {*self.features, *self.definitions, *self.names, *_SAME, *_SUIT_WORDS}
        close = difflib.get_close_matches(word.lower(), known, 1, 0.7)
        return f"unknown word {word[:40]!r}" + (f": did you mean {close[0]!r}?" if close else "")

    def words(self) -> Iterable[tuple[str, str]]:
        """Every word with its description."""
        for feature in self.features.values():
            yield feature.name, feature.words
        for definition in self.definitions.values():
            yield definition.heading, written(definition.body)


_LETTERS = frozenset("SHDC")
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


_TAKEN = "(spade|heart|diamond|club)s?|and|or|not|in|of|no|exactly|some|every|count|sum|true|false"
_LETTERS_ONLY = "[SHDC]+|[AKQJT][AKQJT98765432]*x*"


def unfit(name: str, vocabulary: Vocabulary) -> str | None:
    """Why a new name is not allowed; None if it is. Names that the caller binds are taken."""
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        return f"{name!r} is no name: expected a letter, then letters, digits and underscores"
    is_a_word = re.fullmatch(_TAKEN, name, re.IGNORECASE) or re.fullmatch(_LETTERS_ONLY, name)
    if is_a_word or name.lower() in vocabulary.names:
        return f"{name!r} means something already: choose another name"
    return None


def standard_features() -> Vocabulary:
    """The features every predicate may use."""
    return Vocabulary().registering(*STANDARD_FEATURES)


@cache
def standard() -> Vocabulary:
    """The words every predicate may use, built from terms, so that no parser is loaded."""
    x = terms.Name("X", terms.Kind.SUIT)
    balanced = terms.defined("balanced", (), terms.Shape.of("4333", "4432", "5332"))
    definitions = (
        terms.defined("longest", (), terms.BySize(LENGTH, 0)),
        terms.defined("second_longest", (), terms.BySize(LENGTH, 1)),
        terms.defined("shortest", (), terms.BySize(LENGTH, 3)),
        terms.defined("majors", (), _cards(Suit.SPADES, Suit.HEARTS)),
        terms.defined("minors", (), _cards(Suit.DIAMONDS, Suit.CLUBS)),
        *(
            terms.defined(f"{name}s", (), _suits_with(_has_length(x, length)))
            for length, name in enumerate(_SHORT_SUITS)
        ),
        terms.defined("stoppers", (), _suits_with(terms.OfSuit(STOPPER, x))),
        *(terms.defined(name, (x,), _has_length(x, length)) for length, name in enumerate(_SHORT_SUITS)),
        balanced,
        terms.defined("unbalanced", (), terms.Not(terms.FunctionCall(balanced))),
        terms.defined("semi_balanced", (), terms.Shape.of("4333", "4432", "5332", "5422", "6322")),
    )
    return replace(standard_features(), definitions={each.name: each for each in definitions})


_SHORT_SUITS = ("void", "singleton", "doubleton")


def _has_length(suit: terms.SuitTerm, length: int) -> terms.Term:
    return terms.Compare((terms.OfSuit(LENGTH, suit), terms.Number(length)), ("=",))


def _suits_with(condition: terms.Term) -> terms.Term:
    return terms.Count("X", tuple(reversed(Suit)), condition)


def _cards(first: Suit, second: Suit) -> terms.Term:
    return terms.Arithmetic("+", terms.OfSuit(LENGTH, first), terms.OfSuit(LENGTH, second))
