"""The synopsis of the paper as data: an ordered list of rules, and the conditions of each section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from overtrick.hands import HandsError, Predicate, Vocabulary
from overtrick.hands.rules import Rules
from overtrick.hands.terms import Any, Compare, Number, Term, defined
from overtrick.openbid.bids import SECTIONS, number_of
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.vocabulary import data, vocabulary

__all__ = ["bid_before", "letters_of", "meets", "statement_words", "synopsis"]


@cache
def synopsis(switches: Switches = AS_CODED) -> Rules:
    """The synopsis: for each hand the first rule it meets makes the bid."""
    return Rules.parse(data("synopsis.rules"), vocabulary(switches), "the synopsis")


def letters_of(section: str) -> tuple[str, ...]:
    """The places of a section where bids are made: ``12`` has ten of them, ``12a`` is one.

    >>> letters_of("5"), letters_of("12a")
    (('5a', '5b'), ('12a',))
    """
    if section in SECTIONS:
        return (section,)
    return tuple(each for each in SECTIONS if number_of(each) == section)


def meets(section: str, switches: Switches = AS_CODED, bids: Sequence[str] | None = None) -> Predicate:
    """The condition for a bid (or one of `bids`) at a section if control enters it."""
    letters = letters_of(section)
    conditions = [
        rule.condition.term
        for rule in synopsis(switches)
        if rule.label in letters and (bids is None or rule.call in bids)
    ]
    if not conditions:
        raise HandsError(f"no section {section!r} makes such a bid: the sections are {', '.join(SECTIONS)}")
    return Predicate(conditions[0] if len(conditions) == 1 else Any(tuple(conditions)))


def bid_before(section: str, switches: Switches = AS_CODED) -> Predicate:
    """The condition that the routine bids, or finally passes, before it reaches a section."""
    rules = list(synopsis(switches))
    first = next(place for place, rule in enumerate(rules) if rule.label in letters_of(section))
    return Predicate(Any(tuple(rule.applies.term for rule in rules[:first])))


def _bid_at(section: str, opening: Term) -> Term:
    """The condition that the compiled form bids at a section; the letters of a section are adjacent."""
    places = [SECTIONS.index(letter) for letter in letters_of(section)]
    return Compare((Number(128 * places[0]), opening, Number(128 * (places[-1] + 1))), ("<=", "<"))


@cache
def statement_words(switches: Switches = AS_CODED) -> Vocabulary:
    """The words of the paper, with ``meets_12a`` and ``bid_at_12a`` for a section's conditions and bids."""
    words = synopsis(switches).vocabulary
    sections = dict.fromkeys((*SECTIONS, *map(number_of, SECTIONS)))
    opening = words.definitions["opening"].body
    terms = {f"meets_{section}": meets(section, switches).term for section in sections}
    terms |= {f"bid_at_{section}": _bid_at(section, opening) for section in sections}
    added = {name: defined(name, (), term) for name, term in terms.items()}
    return replace(words, definitions={**words.definitions, **added})
