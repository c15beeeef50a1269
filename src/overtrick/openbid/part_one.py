"""Part One of the paper: can a hand that meets one section be bid at an earlier one?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import final

from overtrick.core import CardSet
from overtrick.hands import HandGroup, HandsError, Predicate, Vocabulary, parse
from overtrick.hands.compiling import Compiler, answers
from overtrick.hands.counting import Progress, run
from overtrick.hands.sketch import parse_sketch
from overtrick.hands.terms import All, Any, Not
from overtrick.openbid.bids import SECTIONS
from overtrick.openbid.statements import CheckedStatement, StatementChecker
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import bid_before, letters_of, meets, statement_words, synopsis
from overtrick.openbid.vocabulary import data, lines_of

__all__ = ["Pair", "PartOne", "check_part_one", "overlaps", "part_one"]


@final
@dataclass(frozen=True)
class Pair:
    """The paper's verdict on hands that meet a section and might be bid at an earlier one."""

    section: str
    earlier: tuple[str, ...]
    verdicts: tuple[str, ...]
    """Some of impossible, preferable, satisfactory, acceptable and same."""
    because: tuple[Predicate, ...] = ()


@final
@dataclass(frozen=True)
class PartOne:
    """The statements of Part One."""

    pairs: tuple[Pair, ...]
    lemmas: tuple[tuple[str, Predicate, Predicate], ...]
    bids: Mapping[str, tuple[str, ...]]
    examples: tuple[tuple[str, CardSet, Predicate], ...]

    def verdict(self, section: str, earlier: str) -> str:
        """The verdict on two places where bids are made; empty if there is none."""
        for pair in self.pairs:
            named = [letter for each in pair.earlier for letter in letters_of(each)]
            if section in letters_of(pair.section) and earlier in named:
                return " or ".join(pair.verdicts)
        return ""


@cache
def part_one(switches: Switches = AS_CODED) -> PartOne:
    """Part One as data."""
    return _read(data("part-one.txt"), statement_words(switches))


def _read(text: str, words: Vocabulary) -> PartOne:
    pairs, lemmas, bids, examples = list[Pair](), list[tuple[str, Predicate, Predicate]](), {}, []
    for number, line in lines_of(text):
        kind, _, rest = line.strip().partition(" ")
        if kind == "define":
            words = words.defining(rest)
        elif kind == "pair" and (
            match := re.fullmatch(r"(\w+) / ([\w ]+): ([a-z ]+?)( because (.*))?", rest)
        ):
            because = tuple(parse(each, words) for each in (match[5] or "").split(";") if each.strip())
            pairs.append(Pair(match[1], tuple(match[2].split()), tuple(match[3].split(" or ")), because))
        elif kind == "lemma" and (match := re.fullmatch(r"([\w.]+): (.*) implies (.*)", rest)):
            lemmas.append((match[1], parse(match[2], words), parse(match[3], words)))
        elif kind == "bids" and (match := re.fullmatch(r"(\w+): (.*)", rest)):
            bids[match[1]] = tuple(match[2].split())
        elif kind == "example" and (match := re.fullmatch(r"([\w.]+) (.*): (.*)", rest)):
            examples.append((match[1], parse_sketch(match[2]), parse(match[3], words)))
        else:
            raise HandsError(f"line {number} of Part One cannot be read: {line!r}")
    return PartOne(tuple(pairs), tuple(lemmas), bids, tuple(examples))


def check_part_one(switches: Switches = AS_CODED, progress: Progress | None = None) -> list[CheckedStatement]:
    """The checked statements of Part One: pairs first, which need fewer classes of hands than the lemmas."""
    paper = part_one(switches)
    pairs, lemmas = StatementChecker(switches), StatementChecker(switches)
    for pair in paper.pairs:
        here = meets(pair.section, switches)
        for earlier in pair.earlier:
            _add_pair(pairs, pair, earlier, switches)
        for number, reason in enumerate(pair.because, 1):
            name = f"part1.{pair.section}/{','.join(pair.earlier)}.because.{number}"
            pairs.implication(name, "because", here, reason)
    for name, condition, conclusion in paper.lemmas:
        lemmas.implication(f"part1.{name}", "lemma", condition, conclusion)
    return [*pairs.check(), *lemmas.check(progress)]


def _add_pair(checker: StatementChecker, pair: Pair, earlier: str, switches: Switches) -> None:
    name, verdict = f"part1.{pair.section}/{earlier}", " or ".join(pair.verdicts)
    here, there = meets(pair.section, switches), meets(earlier, switches)
    text = f"a bid at {earlier} by a hand that meets {pair.section}: {verdict}"
    if pair.verdicts == ("impossible",):
        checker.implication(name, "pair", here, ~there, text)
    elif pair.verdicts == ("same",):
        checker.implication(name, "pair", here & there, _same_bid(pair.section, earlier, switches), text)
    else:
        checker.implication(name, "preference", here & there, bid_before(pair.section, switches), text)


def _same_bid(section: str, earlier: str, switches: Switches) -> Predicate:
    """The condition that both sections, each entered directly, make the same bid."""
    one, other = _first_calls(section, switches), _first_calls(earlier, switches)
    same = [All((one[call].term, other[call].term)) for call in one if call in other]
    return Predicate(Any(tuple(same)))


def _first_calls(section: str, switches: Switches) -> dict[str, Predicate]:
    """For each bid of a section the condition under which it is made if control enters the section."""
    calls, before = dict[str, list[All]](), list[Predicate]()
    for rule in synopsis(switches):
        if rule.label in letters_of(section):
            earlier = tuple(Not(each.term) for each in before)
            calls.setdefault(rule.call, []).append(All((rule.condition.term, *earlier)))
            before.append(rule.condition)
    return {call: Predicate(Any(tuple(conditions))) for call, conditions in calls.items()}


def overlaps(
    switches: Switches = AS_CODED, progress: Progress | None = None
) -> Mapping[tuple[str, str], HandGroup]:
    """For each section and each earlier one the hands that meet both, if any."""
    compiler = Compiler()
    sections = SECTIONS[:-1]
    registers = [compiler.register(meets(section, switches).term) for section in sections]
    compiler.group(compiler.constant(1), compiler.packed(registers))
    found = dict[tuple[str, str], HandGroup]()
    for key, hands, cards in run(compiler, progress=progress).groups():
        met = [sections[place] for place in answers(key, len(sections))]
        for earlier, later in combinations(met, 2):
            found[later, earlier] = HandGroup(hands, CardSet(cards)).added_to(found.get((later, earlier)))
    return found
