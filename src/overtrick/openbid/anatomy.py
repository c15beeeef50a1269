"""The complete analysis: every statement of the paper, checked over all hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from typing import final

from overtrick.core import CardSet
from overtrick.hands import HandGroup, Predicate, parse_quantity
from overtrick.hands.anatomy import first_rule
from overtrick.hands.compiling import Compiler, Register
from overtrick.hands.counting import Progress, complexity, run, shares
from overtrick.openbid.appendices import check_appendices
from overtrick.openbid.bids import Opening
from overtrick.openbid.cases import Case, propositions
from overtrick.openbid.census import Census, take_census
from overtrick.openbid.part_one import check_part_one, part_one
from overtrick.openbid.statements import CheckedStatement, StatementChecker, opening_of
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import letters_of, synopsis
from overtrick.openbid.vocabulary import vocabulary

__all__ = ["Difference", "Effect", "check_part_two", "check_statements", "compare_forms", "switch_effects"]


@final
@dataclass(frozen=True)
class Difference:
    """Hands on which the synopsis and the code differ."""

    by_synopsis: str
    by_code: str
    hands: int
    simplest: CardSet


@final
@dataclass(frozen=True)
class Effect:
    """Hands on which a switch changes the bid or section of the routine."""

    switch: str
    before: Opening
    after: Opening
    hands: int
    simplest: CardSet


def check_statements(
    switches: Switches = AS_CODED, census: Census | None = None, progress: Progress | None = None
) -> list[CheckedStatement]:
    """Every statement of the paper: Part Two, Part One, the appendices, and the examples."""
    share = shares(progress, 3)
    taken = take_census(switches, share(0)) if census is None else census
    return [
        *check_part_two(switches, progress=share(1)),
        *_examples(switches),
        *check_part_one(switches, share(2)),
        *_stated_bids(taken),
        *check_appendices(taken),
    ]


def check_part_two(
    switches: Switches = AS_CODED, numbers: Sequence[str] | None = None, progress: Progress | None = None
) -> list[CheckedStatement]:
    """The checked statements of the propositions with these numbers, by default of all."""
    checker = StatementChecker(switches)
    checker.tree([case for case in propositions(switches) if numbers is None or case.id in numbers])
    return checker.check(progress)


# Examples


def _examples(switches: Switches) -> Iterator[CheckedStatement]:
    """Checks that every example hand of the paper belongs to its case and is bid as the case says."""
    for proposition in propositions(switches):
        yield from _examples_of(proposition, proposition.condition, switches)
    for name, hand, condition in part_one(switches).examples:
        opening = opening_of(hand, switches)
        good = hand in condition and opening.value == 0
        text = f"{condition}, and it passes"
        yield CheckedStatement.of(f"part1.{name}.example", "example", text, good, 1, hand, str(opening))


def _examples_of(case: Case, within: Predicate, switches: Switches) -> Iterator[CheckedStatement]:
    for number, hand in enumerate(case.examples, 1):
        opening = opening_of(hand, switches)
        name = f"{case.id}.example" + (f".{number}" if len(case.examples) > 1 else "")
        belongs = hand in within
        passes = case.conclusion is None or case.conclusion.kind != "pass" or opening.value == 0
        actual = f"{opening}" + ("" if belongs else ", and the hand is not in the case")
        text = f"a hand of {case.id}: {case.conclusion}"
        yield CheckedStatement.of(name, "example", text, belongs and passes, 1, hand, actual)
    for inner in case.cases:
        yield from _examples_of(inner, within & inner.condition, switches)


# Bids of sections


def _stated_bids(census: Census) -> Iterator[CheckedStatement]:
    """Checks that each section makes exactly the bids that the synopsis lists for it."""
    for section, bids in part_one(census.switches).bids.items():
        rows = {o: found for o, found in census.openings.items() if o.section in letters_of(section)}
        others = {o: found for o, found in rows.items() if o.bid not in bids}
        never = [bid for bid in bids if bid not in {opening.bid for opening in rows}]
        witness = min((found.simplest for found in others.values()), key=complexity, default=None)
        hands, exceptions = (sum(found.hands for found in some.values()) for some in (rows, others))
        actual = f"it never bids {', '.join(never)}" if never else "it bids otherwise" if others else ""
        text, against = f"section {section} bids {', '.join(bids)}", exceptions or int(bool(never))
        yield CheckedStatement(f"bids.{section}", "bids", text, hands, against, witness, actual)


# Three forms


def compare_forms(switches: Switches = AS_CODED, progress: Progress | None = None) -> list[Difference]:
    """The differences between the synopsis and the compiled code over all hands; the result is empty."""
    rules = synopsis(switches)
    compiler = Compiler()
    compiler.group(compiler.constant(1), [first_rule(compiler, rules), _code(compiler, switches)])
    differences = list[Difference]()
    for (place, number), hands, cards in run(compiler, progress=progress).groups():
        opening, rule = Opening.of_code(number), rules.rules[place - 1]
        if (rule.call, rule.label) != (opening.bid, opening.section):
            differences.append(
                Difference(f"{rule.call} at {rule.label}", str(opening), hands, CardSet(cards))
            )
    return differences


def switch_effects(progress: Progress | None = None) -> list[Effect]:
    """The changes that each switch makes to the results of the code, over all hands."""
    compiler = Compiler()
    names = [each.name for each in fields(Switches)]
    codes = [_code(compiler, AS_CODED), *(_code(compiler, Switches.parse(name)) for name in names)]
    changed = reduce(
        compiler.either, [compiler.negated(compiler.equal(codes[0], each)) for each in codes[1:]]
    )
    compiler.group(changed, codes)
    found = dict[tuple[str, int, int], HandGroup]()
    for (before, *after), hands, cards in run(compiler, progress=progress).groups():
        for name, code in zip(names, after, strict=True):
            if code != before:
                key = (name, before, code)
                found[key] = HandGroup(hands, CardSet(cards)).added_to(found.get(key))
    effects = [
        Effect(name, Opening.of_code(before), Opening.of_code(after), each.hands, each.simplest)
        for (name, before, after), each in found.items()
    ]
    return sorted(effects, key=lambda each: (names.index(each.switch), -each.hands))


def _code(compiler: Compiler, switches: Switches) -> Register:
    return compiler.register(parse_quantity("OPENING", vocabulary(switches)).term)
