"""Ordered lists of rules on hands: the first rule a hand meets makes its call.

A file of rules is plain text::

    # The openings of a beginner
    define good(X) = 5+ X, 2+ of AKQ in X

    [strong] 2C: 22+ hcp
    1NT: 15-17 hcp, balanced
    1X for X in SH: 12+ hcp, 5+ X
    3X for X in SHDC: 7+ X, 5-10 hcp, good(X)
        unless 4+ aces
    pass: true

A label in brackets is optional. With ``for X in …`` a line gives one rule for each suit, in that order, and
the letter is that suit in the call too. Indented lines continue a condition; ``unless`` begins its exception.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import final

from overtrick.core import Call, CardSet, NotationError
from overtrick.hands.errors import HandsError, PredicateError, unread
from overtrick.hands.predicate import Predicate
from overtrick.hands.reading import read_part
from overtrick.hands.terms import All, conditions_of, substituted, suits_named
from overtrick.hands.vocabulary import Vocabulary, standard, unfit

__all__ = ["Rule", "RuleError", "Rules"]


class RuleError(HandsError):
    """A file of rules that cannot be read; it names the line."""


@final
@dataclass(frozen=True)
class Rule:
    """A call, the condition under which it is made, and where it was written."""

    call: str
    condition: Predicate
    unless: Predicate | None = None
    label: str = ""
    line: int = 0

    @property
    def applies(self) -> Predicate:
        """The condition with its exception excluded."""
        return self.condition if self.unless is None else self.condition & ~self.unless

    @property
    def conditions(self) -> tuple[Predicate, ...]:
        """Its conditions one by one, the last being the negation of its exception, if any."""
        parts = tuple(Predicate(each) for each in conditions_of(All, self.condition.term))
        return parts if self.unless is None else (*parts, ~self.unless)

    def failing(self, hand: CardSet) -> tuple[Predicate, ...]:
        """The conditions that a hand does not meet."""
        return tuple(each for each in self.conditions if hand not in each)

    def __str__(self) -> str:
        label = f"[{self.label}] " if self.label else ""
        unless = "" if self.unless is None else f" unless {self.unless}"
        return f"{label}{self.call}: {self.condition}{unless}"


@final
@dataclass(frozen=True)
class Rules:
    """An ordered list of rules, with their vocabulary.

    >>> rules = Rules.parse("1NT: 15-17 hcp, balanced\\n1X for X in SH: 12+ hcp, 5+ X")
    >>> [rule.call for rule in rules]
    ['1NT', '1S', '1H']
    """

    rules: tuple[Rule, ...]
    vocabulary: Vocabulary
    name: str = "rules"
    source: str = ""
    """The text they were read from."""

    @staticmethod
    def parse(text: str, vocabulary: Vocabulary | None = None, name: str = "rules") -> Rules:
        """Read the text of a file of rules; ``name`` is what errors call it."""
        if not isinstance(text, str):
            raise RuleError(f"expected the text of rules, not {reprlib.repr(text)}")
        vocabulary = vocabulary or standard()
        rules = list[Rule]()
        for line, entry in _entries(text, name):
            try:
                if re.match(r"define\s", entry):
                    vocabulary = vocabulary.defining(" " * len("define") + entry.removeprefix("define"))
                else:
                    rules.extend(_read_entry(entry, line, vocabulary))
            except PredicateError as error:
                before = entry[: error.column - 1]
                place = f"line {line + before.count(chr(10))}, column {len(before) - before.rfind(chr(10))}"
                raise RuleError(f"{name}, {place}: {error.fault}") from None
            except HandsError as error:
                raise RuleError(f"{name}, line {line}: {error}") from None
        if not rules:
            raise RuleError(f"{name} has no rules: expected lines such as '1NT: 15-17 hcp, balanced'")
        return Rules(tuple(rules), vocabulary, name, text)

    @staticmethod
    def load(path: Path | str, vocabulary: Vocabulary | None = None) -> Rules:
        """Read a file of rules."""
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise RuleError(f"cannot read {str(path)!r}: {unread(error)}") from None
        return Rules.parse(text, vocabulary, Path(path).name)

    def first(self, hand: CardSet) -> Rule | None:
        """The first rule that a hand meets, which makes its call; None if it meets none.

        >>> rules = Rules.parse("1NT: 15-17 balanced\\n1S: 12+ hcp, 5+ spades")
        >>> print(rules.first(CardSet.parse("AQ854.KT98.KJ.43")))
        1S: hcp 12+, spades 5+
        """
        return next((rule for rule in self.rules if hand in rule.applies), None)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


_RULE = re.compile(
    r"(\[(?P<label>[^\]\s]+)\]\s*)?(?P<call>[^\s:]+)(\s+for\s+(?P<name>[A-Z])\s+in\s+(?P<suits>[SHDC]+|majors|minors|suits))?\s*:"
)
_UNLESS = re.compile(r"(?<!\w)unless(?!\w)")


def _entries(text: str, name: str) -> Iterator[tuple[int, str]]:
    """Each entry with its indented lines, and the number of its first line; comments become blanks."""
    entry, first = list[str](), 0
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].rstrip()
        if content and not content[0].isspace():
            if entry:
                yield first, "\n".join(entry)
            entry, first = [content], number
        elif entry:
            entry.append(content)
        elif content:
            raise RuleError(f"{name}, line {number} is indented but continues nothing: {content.strip()!r}")
    if entry:
        yield first, "\n".join(entry)


def _read_entry(entry: str, line: int, vocabulary: Vocabulary) -> Iterable[Rule]:
    match = _RULE.match(entry)
    if match is None:
        raise PredicateError("expected a rule such as '1NT: 15-17 hcp, balanced'", 1, entry)
    suits = suits_named(match["suits"] or "")
    variable = match["name"]
    names = (variable,) if variable else ()
    if variable and (fault := unfit(variable, vocabulary)) is not None:
        raise PredicateError(fault, match.start("name") + 1, entry)
    start = match.end()
    split = _UNLESS.search(entry, start)
    condition = read_part(entry, start, split.start() if split else len(entry), vocabulary, names)
    unless = read_part(entry, split.end(), len(entry), vocabulary, names) if split else None
    for suit in suits or (None,):
        call = match["call"] if suit is None else match["call"].replace(variable, str(suit))
        bound = {} if suit is None else {variable: suit}
        yield Rule(
            _call(call, entry),
            Predicate(substituted(condition, bound)),
            None if unless is None else Predicate(substituted(unless, bound)),
            match["label"] or "",
            line,
        )


def _call(text: str, entry: str) -> str:
    """A call in its standard spelling; a text that is not a call is kept as a name."""
    try:
        call = Call.parse(text)
    except NotationError:
        if re.fullmatch(r"\d+(C|D|H|S|NT?)", text, re.IGNORECASE):
            raise PredicateError(
                f"{text!r} is not a call: expected pass, X, XX or 1C to 7NT", 1, entry
            ) from None
        return text
    return "pass" if call is Call.PASS else str(call)
