"""Sets of layouts in words: what West and East hold when a line of play works."""

from __future__ import annotations

from overtrick.core import Odds
from overtrick.explain.registry import Unexplained
from overtrick.explain.suits.layout_words import LayoutWords
from overtrick.explain.suits.layouts_english import English
from overtrick.explain.suits.layouts_german import German
from overtrick.suits.chances import Weighed
from overtrick.suits.covers import Cover, Description

__all__ = ["cover_text"]

_LANGUAGES: dict[str, LayoutWords] = {"en": English(), "de": German()}


def cover_text(what: Cover | Description, weighed: Weighed, language: str = "en") -> str:
    """When the missing cards lie as a cover says, each clause with the chance that it adds.

    >>> from overtrick.suits.chances import Chances
    >>> from overtrick.suits.combination import Combination
    >>> from overtrick.suits.covers import describe
    >>> from overtrick.suits.layouts import Layouts
    >>> layouts = Layouts(Combination.parse("A64 Q75"))
    >>> weighed = Chances().over(layouts)
    >>> cover_text(describe(layouts, 0xFFFF), weighed)
    'East has the king (50%), or West has the singleton king (0.5%)'
    >>> cover_text(describe(layouts, 0xFFFF), weighed, "de")
    'Ost hat den König (50 %), oder West hat den König blank (0,5 %)'
    """
    if language not in _LANGUAGES:
        raise Unexplained(f"layouts have no sentences in {language!r}")
    words = _LANGUAGES[language]
    is_unless = isinstance(what, Description) and what.unless
    cover = what.cover if isinstance(what, Description) else what
    parts = [clause for clause in cover.clauses if weighed.chance(clause.adds)]
    if not parts or not parts[0].facts:
        return words.always if is_unless is not bool(parts) else words.never
    said, before = [], ""
    for clause in parts:
        text = words.clause(clause, cover.groups)
        start = words.start(text)
        shared = start if start and start == before else ""
        odds = Odds(*weighed.chance(clause.adds).as_integer_ratio())
        said.append(f"{text.removeprefix(shared)} ({words.percent(odds)})")
        before = start
    return (words.unless if is_unless else "") + words.alternative.join(said)
