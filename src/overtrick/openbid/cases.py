"""The case trees of Part Two as data: nested cases with their conclusions and bids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import final

from overtrick.core import CardSet
from overtrick.hands import HandsError, Predicate, Vocabulary, parse
from overtrick.hands.sketch import parse_sketch
from overtrick.hands.terms import Any, Not
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import statement_words
from overtrick.openbid.vocabulary import data, lines_of

__all__ = ["Case", "Conclusion", "propositions", "read_propositions"]


@final
@dataclass(frozen=True)
class Conclusion:
    """The conclusion of a case: bids at a section, a pass, or that there is no such hand."""

    kind: str
    """``bid``, ``pass`` or ``impossible``."""
    bids: tuple[str, ...] = ()
    section: str = ""

    def __str__(self) -> str:
        return f"{', '.join(self.bids)} at {self.section}" if self.kind == "bid" else self.kind


@final
@dataclass(frozen=True)
class Case:
    """A case: its condition, beside those of the enclosing cases, and the paper's statements on it."""

    id: str
    condition: Predicate
    """For "else", that none of the cases before it applies."""
    therefore: tuple[Predicate, ...] = ()
    implies: tuple[Predicate, ...] = ()
    conclusion: Conclusion | None = None
    examples: tuple[CardSet, ...] = ()
    cases: tuple[Case, ...] = ()
    is_repeated: bool = False
    """Is it copied from another case by an "as in"?"""

    def walk(self) -> Iterator[Case]:
        """This case and all cases nested in it."""
        yield self
        for case in self.cases:
            yield from case.walk()


@dataclass
class _Entry:
    """A line of the file and the lines nested below it."""

    number: int
    text: str
    inside: list[_Entry] = field(default_factory=list)


@cache
def propositions(switches: Switches = AS_CODED) -> tuple[Case, ...]:
    """Propositions 1 to 13, with every "as in" written out."""
    return read_propositions(data("propositions.txt"), statement_words(switches))


def read_propositions(text: str, words: Vocabulary) -> tuple[Case, ...]:
    """Read the text of a file of case trees."""
    reader, top = _CaseReader(words), list[Case]()
    for entry in _nested(text):
        if entry.text.startswith("define "):
            reader.words = reader.words.defining(entry.text.removeprefix("define"))
        elif match := re.fullmatch(r"proposition (\d+): (.*)", entry.text):
            top.append(reader.case(match[1], match[2], entry, ()))
        else:
            raise HandsError(f"line {entry.number} is neither a definition nor a proposition: {entry.text!r}")
    return tuple(map(reader.with_repeats, top))


def _nested(text: str) -> list[_Entry]:
    """The lines of a text, each with the lines indented below it."""
    top = _Entry(0, "")
    path = [(-1, top)]
    for number, line in lines_of(text):
        indent = len(line) - len(line.lstrip())
        while path[-1][0] >= indent:
            path.pop()
        entry = _Entry(number, line.strip())
        path[-1][1].inside.append(entry)
        path.append((indent, entry))
    return top.inside


class _CaseReader:
    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.cases = dict[str, Case]()
        self.repeats = dict[str, tuple[str, list[_Entry]]]()

    def case(self, name: str, condition: str, entry: _Entry, before: tuple[Case, ...]) -> Case:
        """A case with all lines nested below it."""
        text = condition.split(" -- ")[0].strip()
        rest = Not(Any(tuple(each.condition.term for each in before)))
        case = Case(name, Predicate(rest) if text == "else" else parse(text, self.words))
        for inner in entry.inside:
            case = self.with_line(case, inner)
        self.cases[name] = case
        return case

    def with_line(self, case: Case, entry: _Entry) -> Case:
        """The case with one more line added."""
        word, _, rest = entry.text.partition(" ")
        text = rest.split(" -- ")[0].strip()
        if word == "therefore":
            return replace(case, therefore=(*case.therefore, parse(text, self.words)))
        if word == "implies":
            return replace(case, implies=(*case.implies, parse(text, self.words)))
        if word == "example":
            return replace(case, examples=(*case.examples, _example(text)))
        if entry.text.startswith("as in "):
            self.repeats[case.id] = (entry.text.removeprefix("as in ").strip(), entry.inside)
            return case
        if word in ("bid", "pass", "impossible"):
            return replace(case, conclusion=_conclusion(entry.text))
        if word.endswith("."):
            inner = self.case(f"{case.id}.{word[:-1]}", rest, entry, case.cases)
            return replace(case, cases=(*case.cases, inner))
        raise HandsError(f"line {entry.number} says nothing about a case: {entry.text!r}")

    # "As in"

    def with_repeats(self, case: Case) -> Case:
        """The case with every reference "as in" replaced by copies of the cases referred to."""
        if case.id not in self.repeats:
            return replace(case, cases=tuple(map(self.with_repeats, case.cases)))
        target, exceptions = self.repeats[case.id]
        inner = map(self.with_repeats, self.cases[target].cases)
        made = replace(case, cases=tuple(_copied(each, target, case.id) for each in inner))
        for entry in exceptions:
            path, _, change = entry.text.removeprefix("except ").partition(": ")
            name = f"{case.id}.{path}"
            if all(each.id != name for each in made.walk()):
                raise HandsError(f"there is no case {name}")
            made = _with_exception(made, name, change)
        return made


def _copied(case: Case, old: str, new: str) -> Case:
    """A copy of a case under another name, without the examples."""
    cases = tuple(_copied(each, old, new) for each in case.cases)
    return replace(case, id=new + case.id.removeprefix(old), examples=(), cases=cases, is_repeated=True)


def _with_exception(case: Case, name: str, change: str) -> Case:
    if case.id != name:
        return replace(case, cases=tuple(_with_exception(each, name, change) for each in case.cases))
    if change.startswith("example "):
        return replace(case, examples=(*case.examples, _example(change.removeprefix("example "))))
    return replace(case, conclusion=_conclusion(change), cases=())


def _example(text: str) -> CardSet:
    hand = parse_sketch(text)
    if len(hand) != 13:
        raise HandsError(f"an example with {len(hand)} cards: {text!r}")
    return hand


def _conclusion(text: str) -> Conclusion:
    if match := re.fullmatch(r"bid (.+) at (\w+)", text):
        return Conclusion("bid", tuple(match[1].split()), match[2])
    return Conclusion(text)
