"""Reasons for a bid of the routine: the section that made it, and why the earlier sections did not bid."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import final

from overtrick.core import CardSet, Reason, Statement
from overtrick.hands import HandsError, Predicate
from overtrick.hands.evaluation import failing_part, is_true, numbers_in, value
from overtrick.hands.rules import Rule
from overtrick.hands.writing import written
from overtrick.openbid.statements import opening_of
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import synopsis

__all__ = ["Fails", "Meets", "Opens", "why"]


@final
@dataclass(frozen=True)
class Opens(Statement):
    """The routine makes a bid with a hand, at a section."""

    hand: CardSet
    bid: str
    section: str
    switches: Switches


@final
@dataclass(frozen=True)
class Meets(Statement):
    """A hand meets a condition of a section."""

    hand: CardSet
    section: str
    condition: Predicate
    values: tuple[tuple[str, int], ...]
    """The quantities that the condition is about, with their values for the hand."""
    switches: Switches = AS_CODED


@final
@dataclass(frozen=True)
class Fails(Statement):
    """A hand fails a condition that some sections require."""

    hand: CardSet
    sections: tuple[str, ...]
    condition: Predicate
    values: tuple[tuple[str, int], ...]
    switches: Switches = AS_CODED


def why(hand: CardSet, switches: Switches = AS_CODED) -> Reason:
    """The reason for a bid: the conditions met and, section by section, the conditions that failed before."""
    if not isinstance(hand, CardSet):
        raise HandsError(f"expected a hand as a CardSet, not {reprlib.repr(hand)}")
    if len(hand) != 13:
        raise HandsError(f"a hand to open has thirteen cards, not {len(hand)}", text=str(hand))
    opening = opening_of(hand, switches)
    rules = list(synopsis(switches))
    made = next(place for place, rule in enumerate(rules) if is_true(rule.applies.term, hand))
    told: list[Statement] = [
        Meets(hand, rules[made].label, condition, _values(condition, hand), switches)
        for condition in rules[made].conditions
    ]
    for sections, condition in _failures(rules[:made], hand):
        told.append(Fails(hand, sections, condition, _values(condition, hand), switches))
    return Reason(Opens(hand, opening.bid, opening.section, switches), because=tuple(map(Reason, told)))


def _failures(rules: list[Rule], hand: CardSet) -> Iterator[tuple[tuple[str, ...], Predicate]]:
    """Each failed condition, with the sections that it kept from bidding, in their order."""
    found = list[tuple[str, Predicate]]()
    for label, group in groupby(rules, key=lambda rule: rule.label):
        found += [(label, condition) for condition in _failing(list(group), hand)]
    reported = set[tuple[str, Predicate]]()
    for condition, several in groupby(found, key=lambda each: each[1]):
        labels = [label for label, _ in several if (label, condition) not in reported]
        reported |= {(label, condition) for label in labels}
        if labels:
            yield tuple(dict.fromkeys(labels)), condition


def _failing(rules: list[Rule], hand: CardSet) -> Iterator[Predicate]:
    """The failed conditions of a section's rules: one that all rules share, or else one from each."""
    failing = [
        [Predicate(failing_part(each.term, hand)) for each in rule.conditions if not is_true(each.term, hand)]
        for rule in rules
    ]
    shared = [each for each in failing[0] if all(each in others for others in failing)]
    yield from shared[:1] or dict.fromkeys(each[0] for each in failing)


def _values(condition: Predicate, hand: CardSet) -> tuple[tuple[str, int], ...]:
    """The quantities a condition is about, by name, with their values; see `numbers_in`."""
    return tuple({written(each): value(each, hand) for each in numbers_in(condition.term)}.items())
