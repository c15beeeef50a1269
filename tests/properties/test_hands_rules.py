"""Random lists of rules: their anatomy and their case trees say what counting each question says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import and_

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.hands import Known, Predicate, count, parse
from overtrick.hands.anatomy import GAP, analyse, compare
from overtrick.hands.rules import Rule, Rules
from overtrick.hands.terms import All, Always
from overtrick.hands.trees import CaseOfRules, case_tree
from tests import hands_terms as some
from tests.endings import IS_SOAK

EVERY = parse("true")
fewer = settings(max_examples=1_000 if IS_SOAK else 40)

single_rules = st.builds(
    Rule, st.sampled_from(["1C", "1H", "1NT"]), some.predicates(2), st.none() | some.predicates(1)
)
lists_of_rules = st.lists(single_rules, min_size=1, max_size=4).map(
    lambda found: Rules(tuple(found), some.WORDS)
)


def made(rules: Rules) -> Iterator[Predicate]:
    """For each rule, the hands for which it makes the call."""
    left = EVERY
    for rule in rules:
        yield left & rule.applies
        left = left & ~rule.applies


def left_by(rules: Rules, until: Rule) -> Predicate:
    """The hands that come as far as a rule."""
    left = EVERY
    for rule in rules:
        if rule is until:
            break
        left = left & ~rule.applies
    return left


def calls(rules: Rules, known: Known) -> dict[str, int]:
    """The hands by the call, without calls that are never made."""
    hands = Counter[str]()
    for rule, here in zip(rules, made(rules), strict=True):
        hands[rule.call] += count(here, known=known).hands
    hands[GAP] = known.hands - hands.total()
    return {call: number for call, number in hands.items() if number}


def paths(case: CaseOfRules, assumed: Predicate) -> Iterator[tuple[Predicate, CaseOfRules]]:
    """Each leaf with everything that is assumed on the way to it."""
    here = assumed if case.assumption is None else assumed & case.assumption
    if not case.cases:
        yield here, case
    for part in case.cases:
        yield from paths(part, here)


@fewer
@given(lists_of_rules, some.small_packs())
def test_the_anatomy_says_what_counting_says(rules: Rules, known: Known) -> None:
    found = analyse(rules, known=known)
    assert [fate.hands for fate in found.fates] == [count(each, known=known).hands for each in made(rules)]
    assert [fate.alone for fate in found.fates] == [count(each.applies, known=known).hands for each in rules]
    assert {call: hands for call, hands in found.calls.items() if hands} == calls(rules, known)
    for overlap in found.overlaps:
        both = overlap.earlier.applies & overlap.later.applies
        assert overlap.hands == count(both, known=known).hands > 0
        assert overlap.simplest in both


@fewer
@given(lists_of_rules, some.small_packs())
def test_a_rule_without_an_idle_condition_makes_the_same_calls(rules: Rules, known: Known) -> None:
    for idle in analyse(rules, known=known).idle:
        conditions = every_condition(idle.rule)
        conditions.remove(idle.condition)
        without = reduce(and_, [left_by(rules, idle.rule), *conditions])
        assert count(without & ~idle.condition, known=known).hands == 0


@fewer
@given(lists_of_rules, some.small_packs())
def test_every_idle_condition_of_a_rule_that_is_used_is_found(rules: Rules, known: Known) -> None:
    found = [(idle.rule, idle.condition) for idle in analyse(rules, known=known).idle]
    for rule, fate in zip(rules, analyse(rules, known=known).fates, strict=True):
        for place, condition in enumerate(every_condition(rule) if fate.hands else []):
            others = [each for at, each in enumerate(every_condition(rule)) if at != place]
            lost = reduce(and_, [left_by(rules, rule), *others]) & ~condition
            is_idle = count(lost, known=known).hands == 0 and not isinstance(condition.term, Always)
            assert is_idle == ((rule, condition) in found)


def every_condition(rule: Rule) -> list[Predicate]:
    term = rule.condition.term
    conditions = [Predicate(each) for each in (term.conditions if isinstance(term, All) else (term,))]
    return conditions if rule.unless is None else [*conditions, ~rule.unless]


@fewer
@given(lists_of_rules, lists_of_rules, some.small_packs())
def test_changes_lead_from_the_calls_before_to_the_calls_after(
    before: Rules, after: Rules, known: Known
) -> None:
    moved = Counter(calls(before, known))
    for change in compare(before, after, known=known):
        left, reached = change.calls
        assert left != reached
        moved[left] -= change.hands
        moved[reached] += change.hands
    assert {call: hands for call, hands in moved.items() if hands} == calls(after, known)


@fewer
@given(lists_of_rules, some.small_packs())
def test_a_case_tree_is_exhaustive_and_disjoint_and_right(rules: Rules, known: Known) -> None:
    tree = case_tree(rules, known=known)
    assert tree.hands == known.hands
    assert tree.calls == calls(rules, known)
    total = Counter[str]()
    for path, leaf in paths(tree, EVERY):
        assert leaf.call is not None
        assert count(path, known=known).hands == leaf.hands > 0
        assert leaf.simplest in path
        total[leaf.call] += leaf.hands
        wrong = [path & here for rule, here in zip(rules, made(rules), strict=True) if rule.call != leaf.call]
        assert all(count(each, known=known).hands == 0 for each in wrong)
    assert total == tree.calls
