"""Files of rules: how they are read, what going through all hands tells about them, and their case trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
from pathlib import Path

import pytest

from overtrick import CardSet, DealError
from overtrick.hands import ALL_HANDS, Known, Predicate, count, parse, simplest
from overtrick.hands.anatomy import GAP, analyse, compare
from overtrick.hands.counting import complexity
from overtrick.hands.rules import Rule, RuleError, Rules
from overtrick.hands.sketch import parse_sketch, sketch
from overtrick.hands.trees import CaseOfRules, case_tree

BEGINNER = """\
# The openings of a beginner
define good(X) = 6+ X, 2+ of AKQ in X

[strong] 2C: 22+ hcp    # whatever the shape
1NT: 15-17 hcp,
  balanced

[major] 1X for X in SH: 12+ hcp, 5+ X
2X for X in SHD: good(X), 5-11 hcp
    unless 4+ spades, 4+ hearts
3NT: 25+ hcp, balanced
"""


def rules(text: str = BEGINNER) -> Rules:
    return Rules.parse(text)


def first(found: Rules) -> list[Predicate]:
    """For each rule, the hands for which it makes the call."""
    left, made = parse("true"), list[Predicate]()
    for rule in found:
        made.append(left & rule.applies)
        left = left & ~rule.applies
    return made


# Reading


def test_a_file_of_rules_is_read() -> None:
    found = list(rules())
    assert [rule.call for rule in found] == ["2C", "1NT", "1S", "1H", "2S", "2H", "2D", "3NT"]
    assert [rule.label for rule in found] == ["strong", "", "major", "major", "", "", "", ""]
    assert [rule.line for rule in found] == [4, 5, 8, 8, 9, 9, 9, 11]
    assert len(rules()) == 8
    assert str(found[3]) == "[major] 1H: hcp 12+, hearts 5+"
    assert str(found[4]) == "2S: good(spades), hcp 5-11 unless spades 4+, hearts 4+"


def test_a_rule_applies_where_its_exception_does_not() -> None:
    weak = rules().rules[4]
    assert count(weak.applies) == count("6+ spades, 2+ of AKQ in spades, 5-11 hcp, 3- hearts")
    plain = Rule("1S", parse("5+ spades"))
    assert plain.applies == plain.condition


def test_a_definition_holds_from_where_it_stands() -> None:
    text = "define strong = 16+ hcp\n1C: strong\ndefine strong = 20+ hcp\n2C: strong"
    assert [count(rule.applies) for rule in rules(text)] == [count("16+ hcp"), count("20+ hcp")]


def test_rules_are_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "beginner.rules"
    file.write_text("\ufeff" + BEGINNER, encoding="utf-8")
    assert Rules.load(file).rules == rules().rules
    assert Rules.load(str(file)).name == "beginner.rules"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "openings has no rules: expected lines such as"),
        ("# nothing\n\n", "openings has no rules"),
        ("1NT 15-17 hcp", "openings, line 1, column 1: expected a rule such as"),
        ("[two words] 1NT: true", "openings, line 1, column 1: expected a rule"),
        ("1X for X in SHX: 5+ X", "openings, line 1, column 1: expected a rule"),
        ("1NT: 15-17 hcp, ballanced", "openings, line 1, column 17: unknown word 'ballanced'"),
        ("pass: true\n1S: hcp", "openings, line 2, column 5: expected a condition, found a number"),
        ("\n# x\n1S: balanced\n   and\n\n   hcpp 5+  # c", "openings, line 6, column 4: unknown word 'hcpp'"),
        ("1S: 5+ spades unless ballanced", "openings, line 1, column 22: unknown word 'ballanced'"),
        ("1X for X in SH: 5+ X\n  unless Y 5+", "openings, line 2, column 10: unknown word 'Y'"),
        ("1X: 5+ X", "openings, line 1, column 8: unknown word 'X'"),
        ("define good(X) = 5+ Y\n1S: true", "openings, line 1, column 21: unknown word 'Y'"),
        ("define a(X) = 5+ X\n  , foo\n1S: true", "openings, line 2, column 5: unknown word 'foo'"),
        ("define good\n1S: true", "expected a definition such as"),
        ("define b = b\n1S: true", "openings, line 1, column 12: unknown word 'b'"),
        ("pass: pass", "openings, line 1, column 7: unknown word 'pass'"),
        ("1S: true unless true unless true", "openings, line 1, column 22: "),
        ("1NT:", "openings, line 1, column 5: "),
        ("1NT: true unless", "openings, line 1, column 17: "),
        ("  1NT: true", "openings, line 1"),
        ("1S for S in SH: 5+ S", "openings, line 1"),
    ],
)
def test_a_mistake_is_said_with_file_line_and_column(text: str, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        Rules.parse(text, name="openings")
    assert said in str(refused.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"cannot read '.*nowhere': No such file"):
        Rules.load(tmp_path / "nowhere")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match=r"cannot read '.*binary': it is not UTF-8 text"):
        Rules.load(binary)


# Anatomy


def test_the_first_rule_a_hand_meets_makes_its_call() -> None:
    found = analyse(rules())
    assert [fate.hands for fate in found.fates] == [count(each).hands for each in first(rules())]
    assert [fate.alone for fate in found.fates] == [count(rule.applies).hands for rule in rules()]
    for fate, made in zip(found.fates, first(rules()), strict=True):
        assert (fate.simplest is None) == fate.is_dead
        assert fate.simplest is None or fate.simplest in made


def test_frequencies_and_the_gap_add_up_to_all_hands() -> None:
    found = analyse(rules())
    assert found.gap is not None
    assert found.of == ALL_HANDS == sum(found.calls.values())
    assert list(found.calls) == ["2C", "1NT", "1S", "1H", "2S", "2H", "2D", "3NT", GAP]
    outside = reduce(and_, (~rule.applies for rule in rules()))
    assert found.gap.hands == found.calls[GAP] == count(outside).hands
    assert found.gap.simplest in outside


def test_rules_that_cover_all_hands_leave_no_gap() -> None:
    found = analyse(rules("1C: 12+ hcp\npass: true"))
    assert found.gap is None
    assert list(found.calls) == ["1C", "pass"]


def test_a_rule_behind_a_wider_one_is_dead() -> None:
    found = analyse(rules())
    assert [rule.call for rule in found.dead] == ["3NT"]


def test_rules_with_the_same_call_share_its_hands() -> None:
    found = analyse(rules("1M: 5+ spades\n1C: 16+ hcp\n1M: 5+ hearts"))
    assert list(found.calls) == ["1M", "1C", GAP]
    assert found.calls["1M"] == count("5+ spades or (5+ hearts, 15- hcp)").hands


def test_overlaps_are_between_rules_with_different_calls() -> None:
    found = analyse(rules("1S: 5+ spades\n1H: 5+ hearts\n1S: 4 spades, 5 hearts\n1C: 16+ hcp, 4 spades"))
    pairs = {(overlap.earlier.line, overlap.later.line): overlap for overlap in found.overlaps}
    expected = {
        (1, 2): "5+ spades, 5+ hearts",
        (2, 3): "4 spades, 5 hearts",
        (2, 4): "5+ hearts, 16+ hcp, 4 spades",
        (3, 4): "4 spades, 5 hearts, 16+ hcp",
    }
    assert list(pairs) == list(expected)
    for place, both in expected.items():
        assert pairs[place].hands == count(both).hands
        assert pairs[place].simplest in parse(both)


def test_a_condition_that_decides_nothing_is_idle() -> None:
    found = analyse(
        rules("2C: 22+ hcp\n1NT: 15-17 hcp, balanced, 21- hcp, longest 6-\n1S: 12-21 hcp, 5+ spades")
    )
    assert [(idle.rule.call, str(idle.condition)) for idle in found.idle] == [
        ("1NT", "hcp 21-"),
        ("1NT", "longest 6-"),
    ]


def test_a_range_may_be_idle_because_of_an_earlier_rule() -> None:
    found = analyse(rules("2C: 22+ hcp\n1C: 16+ hcp, 21- hcp, 5+ clubs"))
    assert [str(idle.condition) for idle in found.idle] == ["hcp 21-"]


def test_an_exception_can_make_a_condition_idle() -> None:
    found = analyse(rules("1C: 3- spades, 4+ clubs\n  unless 4+ spades"))
    assert [str(idle.condition) for idle in found.idle] == ["spades 3-", "not spades 4+"]


def test_a_condition_alone_may_be_idle_but_not_in_a_rule_that_nothing_reaches() -> None:
    found = analyse(rules("1C: 40- hcp\npass: 12+ hcp, 5+ spades"))
    assert [(idle.rule.call, str(idle.condition)) for idle in found.idle] == [("1C", "hcp 40-")]


def test_the_hands_of_a_rule_and_of_an_overlap_are_shown_by_the_simplest() -> None:
    given = rules("1NT: 15-17 hcp, balanced\n1D: 4 diamonds, 4 clubs\n1S: 5+ spades\n1H: 5+ hearts")
    found = analyse(given)
    left = parse("true")
    for fate in found.fates:
        assert fate.simplest == simplest(left & fate.rule.applies)
        left = left & ~fate.rule.applies
    for overlap in found.overlaps:
        best = simplest(overlap.earlier.applies & overlap.later.applies)
        assert best is not None
        assert complexity(overlap.simplest) == complexity(best)
    assert found.overlaps


def test_calls_are_written_alike() -> None:
    found = rules("1nt: 15-17 balanced\n1♠: 5+ spades\nP: 5- hcp\nother: true")
    assert [rule.call for rule in found] == ["1NT", "1S", "pass", "other"]
    with pytest.raises(RuleError, match="'8NT' is not a call"):
        rules("8NT: true")


def test_the_rule_of_one_hand() -> None:
    found = rules("1NT: 15-17 balanced\n1M for M in majors: 12+ hcp, 5+ M\n")
    hand = CardSet.parse("AQ854.KT98.KJ.43")
    made = found.first(hand)
    assert made is not None
    assert made.call == "1S"
    assert [str(each) for each in found.rules[0].failing(hand)] == ["hcp 15-17", "balanced"]
    assert found.first(CardSet.parse("432.432.432.5432")) is None


def test_the_anatomy_may_be_of_hands_with_known_cards() -> None:
    known = Known(held=CardSet.parse("AKQ..."))
    found = analyse(rules("1C: 12+ hcp\n2C: 8- hcp"), known=known)
    assert found.of == known.hands == sum(found.calls.values())
    assert [rule.call for rule in found.dead] == ["2C"]


def test_more_rules_than_bits_in_a_word_are_told_apart() -> None:
    text = "\n".join(f"c{points}: {points} hcp" for points in range(38))
    found = analyse(rules(text))
    assert [fate.hands for fate in found.fates] == [count(f"{points} hcp").hands for points in range(38)]
    assert found.gap is None
    assert found.overlaps == ()


# Comparing


def test_rules_compared_with_themselves_change_nothing() -> None:
    assert compare(rules(), rules()) == ()


def test_changes_are_listed_by_how_many_hands_they_change() -> None:
    before = rules("1NT: 15-17 hcp, balanced\n1S: 12+ hcp, 5+ spades")
    after = rules("1NT: 15-18 hcp, balanced\n1S: 11+ hcp, 5+ spades")
    changes = compare(before, after)
    expected = {
        (GAP, "1NT"): "18 hcp, balanced, 4- spades",
        ("1S", "1NT"): "18 hcp, balanced, 5+ spades",
        (GAP, "1S"): "11 hcp, 5+ spades",
    }
    assert {change.calls: change.hands for change in changes} == {
        calls: count(text).hands for calls, text in expected.items()
    }
    assert [change.hands for change in changes] == sorted((c.hands for c in changes), reverse=True)
    assert all(change.simplest in parse(expected[change.calls]) for change in changes)


def test_another_rule_with_the_same_call_is_no_change() -> None:
    assert compare(rules("1S: 5+ spades"), rules("1S: 6+ spades\n1S: 5 spades")) == ()


def test_a_rule_that_is_gone_leaves_a_gap() -> None:
    [change] = compare(rules("1S: 5+ spades\n1C: 12+ hcp"), rules("1S: 5+ spades"))
    assert (change.calls, change.after) == (("1C", GAP), None)
    assert change.hands == count("12+ hcp, 4- spades").hands


# Case trees


def paths(case: CaseOfRules, assumed: Predicate) -> Iterator[tuple[Predicate, CaseOfRules]]:
    """Each leaf with everything that is assumed on the way to it."""
    here = assumed if case.assumption is None else assumed & case.assumption
    if not case.cases:
        yield here, case
    for part in case.cases:
        yield from paths(part, here)


@pytest.mark.parametrize(
    "text",
    [
        BEGINNER,
        "pass: true",
        "1S: spades >= hearts > 3\n1H: 4 <= hearts, some(X in DC: stopper(X), X 3+)\n1C: 2+ of AKQ in clubs",
        "1C: count(X in SHDC: X 4+) != 1, hcp + longest > 17\npass: not (balanced or 4=4=4=1), losers = 7",
    ],
    ids=["beginner", "pass", "suits", "counts"],
)
def test_the_leaves_of_a_case_tree_are_exhaustive_and_disjoint_and_right(text: str) -> None:
    found = rules(text)
    calls = {rule.call: parse("false") for rule in found}
    for rule, made in zip(found, first(found), strict=True):
        calls[rule.call] = calls[rule.call] | made
    calls[GAP] = ~reduce(or_, calls.values())
    tree = case_tree(found)
    leaves = list(paths(tree, parse("true")))
    assert [leaf for _, leaf in leaves] == list(tree.leaves())
    assert tree.hands == ALL_HANDS == sum(count(path).hands for path, _ in leaves)
    for path, leaf in leaves:
        assert leaf.call is not None
        assert count(path).hands == count(path & calls[leaf.call]).hands == leaf.hands > 0
        assert leaf.simplest in path
    assert tree.calls == {call: hands for call in calls if (hands := count(calls[call]).hands)}
    assert list(tree.calls.values()) == sorted(tree.calls.values(), reverse=True)


def test_a_case_and_its_opposite_make_up_the_case_around_them() -> None:
    def check(case: CaseOfRules) -> int:
        if case.cases:
            assert len(case.cases) == 2
            assert sum(part.hands for part in case.cases) == case.hands
            one, other = (part.assumption for part in case.cases)
            assert one is not None
            assert other is not None
            assert count(one & other).hands == 0
            assert count(one | other).hands == ALL_HANDS
        return 1 + sum(map(check, case.cases))

    assert check(case_tree(rules())) > 20


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_case_tree_has_no_more_leaves_than_allowed(most: int) -> None:
    tree = case_tree(rules(), most_leaves=most)
    assert len(list(tree.leaves())) == most
    assert sum(leaf.hands for leaf in tree.leaves()) == ALL_HANDS
    assert any(leaf.call is None for leaf in tree.leaves())


def test_a_tree_grown_from_hands_drawn_at_random_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.hands.trees._MOST_PATTERNS", 3)
    tree = case_tree(rules())
    leaves = list(paths(tree, parse("true")))
    assert tree.hands == ALL_HANDS == sum(leaf.hands for _, leaf in leaves)
    assert all(count(path).hands == leaf.hands == sum(leaf.calls.values()) for path, leaf in leaves)
    assert dict(tree.calls) == {call: hands for call, hands in analyse(rules()).calls.items() if hands}


# Hands as books print them


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("KJxxx QJ QJ Kxxx", "KJ432.QJ.QJ.K432"),
        ("KJxxx.QJ.QJ.Kxxx", "KJ432.QJ.QJ.K432"),
        ("♠KJxxx ♥QJ ♦— ♣Kxxxxx", "KJ432.QJ..K65432"),
        ("SKJxxx HQJ D- CKXXXXX", "KJ432.QJ..K65432"),
        ("A10xx.x.x.xxxxxxx", "AT32.2.2.8765432"),
        ("akx.k2x.93x.xxxx", "AK2.K32.932.5432"),
        ("AKQ.T98.7654.32", "AKQ.T98.7654.32"),
    ],
)
def test_an_x_is_the_lowest_card_left(text: str, hand: str) -> None:
    assert parse_sketch(text) == CardSet.parse(hand)


@pytest.mark.parametrize("text", ["xxxxxxxxx...", "98765432x...", "xx.xx.xx", "yx..."])
def test_a_sketch_of_no_hand_is_refused(text: str) -> None:
    with pytest.raises(DealError):
        parse_sketch(text)


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("KJ765.QJ.QJ.K982", "♠KJxxx ♥QJ ♦QJ ♣Kxxx"),
        ("AKQ7654.JT98..32", "♠AKQxxxx ♥JTxx ♦— ♣xx"),
    ],
)
def test_a_sketch_hides_the_small_cards_and_nothing_else(hand: str, text: str) -> None:
    cards = CardSet.parse(hand)
    assert sketch(cards) == text
    assert sketch(parse_sketch(text)) == text
    assert parse_sketch(text).hcp == cards.hcp
