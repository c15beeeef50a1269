"""What words a predicate may use: features of suits, definitions, and names that the caller binds."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import final

from overtrick.hands.errors import HandsError
from overtrick.hands.features import STANDARD_FEATURES, Feature
from overtrick.hands.terms import Definition, Kind

__all__ = ["Vocabulary"]

_SAME = {
    "ace": "aces",
    "king": "kings",
    "queen": "queens",
    "jack": "jacks",
    "ten": "tens",
    "control": "controls",
    "honour": "honours",
    "honor": "honours",
    "honors": "honours",
    "loser": "losers",
    "ltc": "losers",
    "losing_trick": "losers",
    "losing_tricks": "losers",
    "losing_trick_count": "losers",
    "losing_tricks_count": "losers",
    "high_card_points": "hcp",
    "points": "hcp",
    "hcps": "hcp",
    "playing_trick": "playing_tricks",
    "suit_quality": "quality",
    "semibalanced": "semi_balanced",
    "cards": "length",
}
"""Other ways to say a standard word."""


@final
@dataclass(frozen=True)
class Vocabulary:
    """The words a predicate may use. It never changes; each method makes a larger one.

    >>> from overtrick.hands import parse, standard
    >>> words = standard().defining("good(X) = 5+ X, 2+ of AKQ in X")
    >>> print(parse("good(hearts), 10-12 hcp", words))
    good(hearts), hcp 10-12
    """

    features: Mapping[str, Feature] = field(default_factory=dict)
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    names: Mapping[str, Kind] = field(default_factory=dict)
    """Names the caller will bind, with what they stand for."""

    def registering(self, *features: Feature) -> Vocabulary:
        """This vocabulary and more features."""
        self._check(each.name for each in features)
        return replace(self, features={**self.features, **{each.name.lower(): each for each in features}})

    def defining(self, *texts: str) -> Vocabulary:
        """This vocabulary and more definitions, as in ``good(X) = 5+ X, 2+ of AKQ in X``."""
        from overtrick.hands.reading import read_definition  # which reads with a vocabulary

        larger = self
        for text in texts:
            definition = read_definition(text, larger)
            larger = replace(larger, definitions={**larger.definitions, definition.name.lower(): definition})
        return larger

    def naming(self, **names: Kind) -> Vocabulary:
        """This vocabulary and names that the caller will bind, each with what it stands for."""
        self._check(names)
        for name, kind in names.items():
            if not isinstance(kind, Kind):
                raise HandsError(f"{name} stands for {kind!r}: expected Kind.NUMBER, Kind.TRUTH or Kind.SUIT")
        return replace(self, names={**self.names, **{name.lower(): kind for name, kind in names.items()}})

    @staticmethod
    def _check(names: Iterable[str]) -> None:
        from overtrick.hands.reading import unfit

        for name in names:
            if (fault := unfit(name, Vocabulary())) is not None:
                raise HandsError(fault)

    def find(self, word: str) -> Feature | Definition | Kind | None:
        """What a word stands for; None if nothing."""
        key = re.sub(r"[\s-]+", "_", word.lower())
        for each in (key, _SAME.get(key, "")):
            found = self.names.get(each) or self.definitions.get(each) or self.features.get(each)
            if found is not None:
                return found
        return None

    def unknown(self, word: str) -> str:
        """What to say about a word that stands for nothing."""
        if word.upper() in _LETTERS:
            return f"unknown word {word!r}: did you mean {word.upper()!r}?"
        known = {*self.features, *self.definitions, *self.names, *_SAME, *_SUIT_WORDS}
        close = difflib.get_close_matches(word.lower(), known, 1, 0.7)
        return f"unknown word {word[:40]!r}" + (f": did you mean {close[0]!r}?" if close else "")

    def words(self) -> Iterable[tuple[str, str]]:
        """Every word and what it means, for people."""
        for feature in self.features.values():
            yield feature.name, feature.words
        for definition in self.definitions.values():
            given = ", ".join(parameter.name for parameter in definition.parameters)
            yield definition.name + (f"({given})" if given else ""), _meaning(definition)


_LETTERS = frozenset("SHDC")
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


def _meaning(definition: Definition) -> str:
    from overtrick.hands.writing import written

    return written(definition.body)


def standard_features() -> Vocabulary:
    """The features every predicate may use."""
    return Vocabulary().registering(*STANDARD_FEATURES)
