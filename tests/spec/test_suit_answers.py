"""What is answered about one suit: leads, lines, what is known, scores, audits, swings, words, tactics."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from xml.etree import ElementTree

import pytest

from overtrick import _core
from overtrick.core import Contract, Seat, Vul
from overtrick.scoring import imps
from overtrick.suits import (
    Chances,
    Combination,
    Layout,
    Stake,
    SuitError,
    Tactic,
    TooManyLines,
    Way,
    applicable,
    at_imps,
    at_matchpoints,
    solve,
)
from overtrick.suits.audit import PublishedStatement, Verdict, audit, read_statements
from overtrick.suits.holding import LETTERS
from overtrick.suits.plan_parser import read_plan
from overtrick.suits.words import goal_text, line_text, similar
from tests import single_suit as oracle
from tests.endings import IS_SOAK
from tests.plain_suit import by_group, counts, groups, maximal, random_problems

MORE = 10 if IS_SOAK else 1
HALVES = pytest.mark.parametrize("half", [1, 2] if IS_SOAK else [1])
TEXTBOOK = Path(__file__).parents[1] / "data" / "textbook_suits.txt"


# First plays and lines


@HALVES
def test_the_first_plays_are_exactly_the_best_leads(half: int) -> None:
    random = Random(f"leads {half}")
    compared = 0
    for slow, combination, _ in random_problems(random, 60 * MORE, (5, 7), (3, 5)):
        answer = solve(combination)
        for goal in range(combination.length + 1):
            leads = oracle.chances_by_lead(slow, goal) if goal else oracle.expected_by_lead(slow)
            best = max(leads.values())
            mine = answer.goal(goal).first_plays if goal else answer.best_for_average
            assert {_equal(slow, play.seat is Seat.NORTH, play.rank) for play in mine} == {
                _equal(slow, hand == oracle.NORTH, rank)
                for (hand, rank), value in leads.items()
                if value == best
            }, (slow, goal)
            assert {play.value for play in mine} == {best}
            compared += 1
    assert compared > 180 * MORE


def _equal(slow: oracle.Problem, from_north: bool, rank: int) -> tuple[bool, int]:
    """A lead as good as those of the cards of its hand that it touches."""
    return from_north, sum(missing < rank for missing in slow.missing)


@HALVES
def test_the_lines_are_exactly_the_undominated_vectors(half: int) -> None:
    random = Random(f"vectors {half}")
    compared = 0
    for slow, combination, _ in random_problems(random, 120 * MORE, (6, 7), (3, 5)):
        answer = solve(combination)
        parts, deals = groups(slow), oracle.layouts(slow)
        order = [layout.counts for layout in answer.layouts]
        grouped = (by_group(vector, deals, parts) for vector in oracle.undominated(slow))
        plainly = maximal(tuple(vector[each] for each in order) for vector in grouped)
        assert {line.tricks for line in answer.lines()} == plainly, slow
        compared += len(plainly)
    assert compared > 125 * MORE


# What is known


@HALVES
def test_chances_are_those_of_the_deals_that_fit_what_is_known(half: int) -> None:
    random = Random(f"known {half}")
    compared = Counter[str]()
    for plain, combination, _ in random_problems(random, 90 * MORE, (6, 7), (2, 4)):
        known = _Known(random, plain)
        slow = oracle.Problem(plain.north, plain.south, plain.ranks, *known.vacant)
        deals = oracle.layouts(slow)
        total = sum(known.weight(slow, west) for west in deals)
        if not total:
            continue
        answer = solve(combination, known.chances())
        for place, layout in enumerate(answer.layouts):
            alike = (west for west in deals if counts(west, known.parts) == layout.counts)
            weight = Fraction(sum(known.weight(slow, west) for west in alike), total)
            assert answer.weighed.chance(1 << place) == weight, (slow, known.chances())
            compared["weights"] += 1
        for goal in range(1, combination.length + 1):
            chance = oracle.best_chance(slow, goal, known.weight)
            assert answer.goal(goal).odds.fraction == chance, (slow, known.chances(), goal)
            compared["goals"] += 1
        assert answer.expected == oracle.best_expected(slow, known.weight)
        compared["within"] += known.is_within_a_group
    assert compared["weights"] > 300 * MORE
    assert compared["goals"] > 60 * MORE
    assert compared["within"] > 1 * MORE


class _Known:
    """Something known of the defenders, for the package and for one deal."""

    def __init__(self, random: Random, problem: oracle.Problem) -> None:
        self.vacant = random.choice(((13, 13), (13, 13), (7, 5), (4, 9)))
        held = {rank: random.choice("WE----") for rank in problem.missing}
        self.west, self.east = (
            sorted((random.choice((0, 1)), random.choice((2, 3, 4, 8)))) for _ in range(2)
        )
        self.with_west, self.with_east = ([rank for rank in held if held[rank] == seat] for seat in "WE")
        self.parts = groups(problem, [*self.with_west, *self.with_east])
        self.is_weighed = random.random() < 0.5
        self.is_within_a_group = any(
            held[rank] != "-" and {held.get(rank - 1), held.get(rank + 1)} == {"-"} for rank in held
        )

    def chances(self) -> Chances:
        """As the package is told."""
        with_west, with_east = (
            sum(1 << rank for rank in cards) for cards in (self.with_west, self.with_east)
        )
        weigh = self.of_layout if self.is_weighed else None
        west, east = (self.west[0], self.west[1]), (self.east[0], self.east[1])
        return Chances(self.vacant, west, east, with_west, with_east, weigh=weigh)

    def of_layout(self, layout: Layout) -> Fraction:
        """Something else speaks for a long West without the highest cards."""
        return self.factor(layout.west_length, layout.counts[-1])

    @staticmethod
    def factor(length: int, highest: int) -> Fraction:
        """Sometimes nothing at all."""
        return Fraction((length * length + 2 * highest) % 5, 3)

    def weight(self, slow: oracle.Problem, west: frozenset[int]) -> int:
        """Three times the weight of one deal."""
        is_possible = (
            west.issuperset(self.with_west)
            and west.isdisjoint(self.with_east)
            and self.west[0] <= len(west) <= self.west[1]
            and self.east[0] <= len(slow.missing) - len(west) <= self.east[1]
        )
        factor = self.factor(len(west), counts(west, self.parts)[-1]) if self.is_weighed else Fraction(1)
        return int(3 * factor * oracle.by_vacant_places(slow, west)) if is_possible else 0


# Lines against each other


def test_a_stake_scores_the_contract_by_the_tricks_of_the_suit() -> None:
    stake = Stake(Contract.parse("3NTS"), 4)
    assert [stake.points(tricks) for tricks in (2, 3, 4, 5)] == [-100, -50, 400, 430]
    assert [Stake(Contract.parse("3NTS"), 4, Vul.BOTH).points(tricks) for tricks in (3, 4)] == [-100, 600]


@pytest.mark.parametrize("shape", ["AJ98 K32", "AQT 43", "AJ9 764", "KT7 A85", "QT9 A32"])
def test_what_one_line_gains_the_other_loses(shape: str) -> None:
    answer = solve(Combination.parse(shape))
    lines, weighed = answer.lines(), answer.weighed
    stake = Stake(Contract.parse("3NTS"), 2)
    compared = 0
    for contest, gain in (
        (at_matchpoints(lines, weighed), lambda mine, yours: (mine > yours) - (mine < yours)),
        (
            at_imps(lines, weighed, stake),
            lambda mine, yours: imps(stake.points(mine) - stake.points(yours)),
        ),
    ):
        for row, column in product(range(len(lines)), repeat=2):
            gained = (
                gain(mine, yours) * weight
                for mine, yours, weight in zip(
                    lines[row].tricks, lines[column].tricks, weighed.weights, strict=True
                )
            )
            assert contest.gains[row][column] == Fraction(sum(gained), weighed.total)
            assert contest.gains[row][column] == -contest.gains[column][row]
            compared += 1
    assert compared == 2 * len(lines) ** 2
    assert compared > 2


# Audits


@pytest.mark.parametrize(
    ("odds", "verdict"),
    [
        ("38%", Verdict.AGREES),
        ("37.7%", Verdict.AGREES),
        ("37.73", Verdict.AGREES),
        ("3037/8050", Verdict.AGREES),
        ("-", Verdict.AGREES),
        ("37.8%", Verdict.WRONG_ODDS),
        ("37.2%", Verdict.WRONG_ODDS),
        ("37%", Verdict.WRONG_ODDS),
        ("3/8", Verdict.WRONG_ODDS),
        ("3:1", Verdict.UNREADABLE),
        ("lots", Verdict.UNREADABLE),
    ],
)
def test_printed_odds_agree_to_half_a_unit_of_their_last_place(odds: str, verdict: Verdict) -> None:
    """Two tricks with AJ9 opposite 764 are 37.7267 %."""
    line = "finesse the nine and repeat if necessary"
    for said in (line, "-"):
        (statement,) = read_statements([f"AJ9 764 | 2 | {said} | {odds} | nobody"])
        assert isinstance(statement, PublishedStatement)
        assert audit(statement).verdict is verdict, said


# Swings


def test_the_layouts_that_swing_are_the_difference_of_two_first_plays() -> None:
    compared = 0
    for combination in textbook(12):
        answer = solve(combination)
        for goal in answer.goals:
            wins, best = answer.wins(goal.tricks), goal.odds.fraction
            assert answer.weighed.chance(wins) == best
            for play in answer.first_plays(goal.tricks):
                loses, gains = (
                    answer.weighed.chance(each) for each in (wins & ~play.wins, play.wins & ~wins)
                )
                assert loses - gains == best - play.value, (combination, goal.tricks, str(play))
                compared += play.value < best
    assert compared > (100 if IS_SOAK else 60)


@pytest.mark.parametrize(
    ("shape", "goal", "loses", "gains"),
    [
        (
            "AQ 2",
            2,
            "West has the king and at least one other card (50%)",
            "East has the singleton king (0.1%)",
        ),
        ("AJ9 764", 2, "East has no honour (11%)", "East has KQ doubleton (0.7%)"),
    ],
)
def test_what_the_second_best_play_loses_is_told_before_what_it_gains(
    shape: str, goal: int, loses: str, gains: str
) -> None:
    told = goal_text(solve(Combination.parse(shape)), goal).instead
    _, _, swings = told.partition(" It loses instead ")
    lost, _, gained = swings.partition(" It gains ")
    assert loses in lost
    assert gains in gained


def test_the_same_words_are_best_for_similar_combinations() -> None:
    compared = 0
    for combination in textbook(20):
        answer = solve(combination)
        for goal in answer.goals:
            text = line_text(answer, goal.tricks)
            for other in similar(answer, goal.tricks):
                assert text is not None
                found, plan = solve(other), read_plan(text, other)
                chance = found.weighed.chance(found.executor.wins(plan, goal.tricks))
                assert chance == found.goal(goal.tricks).odds.fraction, (combination, other, text)
                compared += 1
    assert compared > (5 if IS_SOAK else 3)


# Words


def textbook(step: int) -> list[Combination]:
    """Some combinations of the textbooks."""
    lines = [line for line in TEXTBOOK.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [Combination.parse(line) for line in lines[:: 1 if IS_SOAK else step]]


def test_nearly_every_goal_has_a_short_text() -> None:
    texts = [line_text(answer, goal.tricks) for answer in map(solve, textbook(12)) for goal in answer.goals]
    told = [text for text in texts if text is not None]
    assert len(texts) > (100 if IS_SOAK else 60)
    assert 100 * len(told) >= 99 * len(texts)
    assert max(text.count(".") for text in told) <= 3
    assert median(len(text.split()) for text in told) <= 25


# Tactics

APPLICABLE = [
    ("AQ 2", "cash A East, finesse_1 Q West"),
    ("A64 Q75", "duck 4 East, cash A East, finesse_3 Q East"),
    ("AQT 43", "cash A East, finesse_1 T West, finesse_1 Q West"),
    ("AJ9 764", "cash A East, finesse_1 9 West, finesse_1 J West"),
    ("KQJ 432", "sequence J East, finesse_3 J West"),
    ("QJT A32", "finesse_2 T East, cash A West, finesse_3 T West"),
    ("KJT9 432", "finesse_4 9 East, finesse_1 9 West, finesse_3 K West"),
    ("KQT9 432", "finesse_4 9 East, sequence Q East, finesse_1 9 West, finesse_3 Q West"),
    ("A QJ3", "cash A East, finesse_2 J West"),
    ("AKQ 432", "cash Q East"),
    ("AK Q2", "cash K East, cash Q West"),
    ("A32 654", "duck 2 East, cash A East"),
]
"""By the definitions of docs/suits.md; of equal cards the lowest is named, and second hand's seat."""


@pytest.mark.parametrize(("shape", "tactics"), APPLICABLE, ids=[shape for shape, _ in APPLICABLE])
def test_the_tactics_that_apply_are_those_of_the_definitions(shape: str, tactics: str) -> None:
    found = applicable(Combination.parse(shape))
    told = sorted(f"{play.tactic.name.lower()} {LETTERS[play.rank]} {play.against.word}" for play in found)
    assert told == sorted(tactics.split(", "))


def test_a_top_card_is_no_finesse_and_one_duck_is_enough() -> None:
    compared = 0
    for combination in textbook(2):
        plays = applicable(combination)
        assert sum(play.tactic is Tactic.DUCK for play in plays) <= 1, combination
        position = _core.SuitPosition(combination.north, combination.south, combination.missing)
        core = _core.SingleSuit(combination.north, combination.south)
        top = combination.missing.bit_length()
        for from_north, hand in ((False, combination.north), (True, combination.south)):
            if hand >> top and combination.south and combination.north:
                towards = _core.SuitPlay(Way.TOWARDS, from_north, hand.bit_length() - 1)
                assert not core.is_worth_trying(position, towards), combination
                compared += 1
    assert compared > 50


@pytest.mark.parametrize(("shape", "leaves"), [("Axx Qxx", 341), ("AQT xx", 659), ("AJ9 xxx", 1081)])
def test_tactics_alone_have_the_small_trees_of_the_documents(shape: str, leaves: int) -> None:
    hands = Combination.parse(shape)
    tactics = _core.SingleSuit(hands.north, hands.south, tactics_only=True).leaves()
    assert tactics < _core.SingleSuit(hands.north, hands.south).leaves()
    assert tactics == leaves


def test_too_many_lines_leave_the_other_answers_as_they_were() -> None:
    hands = Combination.parse("K864 T3")
    tried, fresh = (_core.SingleSuit(hands.north, hands.south) for _ in range(2))
    assert tried.lines(0, 2000) == []
    without_a_card = _core.SuitPosition(hands.north, hands.south & ~2, hands.missing)
    assert tried.sets(without_a_card, 0) == fresh.sets(without_a_card, 0) != []
    with pytest.raises(TooManyLines, match="K864 T3 has too many undominated lines to list"):
        solve(hands).lines()


# Pictures and text forms

TITLE = "{http://www.w3.org/2000/svg}title"


def test_a_combination_is_drawn_with_both_hands() -> None:
    drawn = ElementTree.fromstring(Combination.parse("AQT -")._repr_svg_() or "")
    title = drawn.find(TITLE)
    assert title is not None
    assert title.text == "North AQT, South —."


def test_a_solution_is_drawn_with_every_goal() -> None:
    drawn = ElementTree.fromstring(solve("AQT 43")._repr_svg_() or "")
    title = drawn.find(TITLE)
    assert title is not None
    assert re.findall(r"(\d) tricks? ([0-9]+%)", title.text or "") == [
        ("3", "24%"),
        ("2", "76%"),
        ("1", "100%"),
    ]
    shown = "".join(drawn.itertext())
    assert "6/25" in shown
    assert "South 3" in shown


@pytest.mark.parametrize("text", ["AQT 43", "AQT-43", "aq10 43", "AQT opposite 43", "♠AQT ♠43", " AQT  43 "])
def test_people_write_combinations_in_many_ways(text: str) -> None:
    assert str(Combination.parse(text)) == "AQT 43"


@pytest.mark.parametrize("text", ["", "-", "AQT", "AQT 43 2", "AQT A", "1 2"])
def test_what_is_no_combination_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(SuitError, match=" in '"):
        Combination.parse(text)
