"""The examples of Frank, Basin and Bundy (ECAI 1992 and AAAI 2000), and where the papers slip."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest

from overtrick.core import Seat
from overtrick.suits import (
    Chances,
    Combination,
    Layouts,
    Solution,
    Tactic,
    applicable,
    critical_cards,
    solve,
)
from overtrick.suits.holding import letters
from overtrick.suits.plan_parser import read_plan
from overtrick.suits.words import line_text

COINS = Chances(coins=True)


def answer(holdings: str, chances: Chances | None = None) -> Solution:
    return solve(Combination.parse(holdings), chances or Chances())


def worth(holdings: str, tricks: int, line: str, chances: Chances | None = None) -> Fraction:
    """The chance of a line in words, carried out as it stands."""
    found = answer(holdings, chances)
    return found.weighed.chance(found.executor.wins(read_plan(line, found.combination), tricks))


# ECAI 1992


@pytest.mark.parametrize(
    ("holdings", "critical", "tactics"),
    [
        ("A64 Q75", "K", {("CASH", "A", None), ("FINESSE_3", "Q", "East"), ("DUCK", None, None)}),
        ("AQT 43", "KJ", {("CASH", "A", None), ("FINESSE_1", "Q", "West"), ("FINESSE_1", "T", "West")}),
        ("AJ9 764", "KQT", {("CASH", "A", None), ("FINESSE_1", "J", "West"), ("FINESSE_1", "9", "West")}),
    ],
)
def test_the_tables_of_1992_have_these_critical_cards_and_tactics(
    holdings: str, critical: str, tactics: set[tuple[str, str | None, str | None]]
) -> None:
    combination = Combination.parse(holdings)
    found = {
        (
            play.tactic.name,
            None if play.tactic is Tactic.DUCK else letters(1 << play.rank),
            play.against.word if play.tactic.is_finesse else None,
        )
        for play in applicable(combination)
    }
    assert letters(critical_cards(combination)) == critical
    assert found == tactics


def test_the_ace_is_cashed_before_the_finesse_of_an_unsupported_queen() -> None:
    found = answer("A64 Q75", COINS)
    assert line_text(found, 2) == "Cash the ace, then lead towards the queen."
    king_with_east = sum(
        1 << place
        for place, layout in enumerate(found.layouts)
        if layout.east >> 11 & 1 or layout.west == 1 << 11
    )
    assert found.goal(2).wins == king_with_east
    assert found.goal(2).odds.fraction == Fraction(1, 2) + Fraction(1, 2**7)


def test_the_lower_card_is_finessed_first() -> None:
    found = answer("AQT 43")
    plan = read_plan("finesse the ten and repeat if necessary", found.combination)
    for goal in found.goals:
        assert found.weighed.chance(found.executor.wins(plan, goal.tricks)) == goal.odds.fraction
        assert all(play.seat is Seat.SOUTH for play in goal.first_plays if goal.tricks > 1)


def test_reese_overlooked_the_doubleton_king_queen() -> None:
    found = answer("AJ9 764", COINS)
    assert found.goal(2).odds.fraction - Fraction(1, 2**7) == Fraction(3, 8)
    overlooked = sum(1 << place for place, layout in enumerate(found.layouts) if letters(layout.west) == "KQ")
    without = found.weighed.chance(found.goal(2).wins & ~overlooked)
    assert found.goal(2).wins & overlooked == overlooked
    assert without == Fraction(3, 8)


def test_the_justification_of_1992_is_the_same_set_of_layouts() -> None:
    found = answer("AJ9 764")
    king, queen, ten = 1 << 11, 1 << 10, 1 << 8
    said = sum(
        1 << place
        for place, layout in enumerate(found.layouts)
        if (layout.west & (king | queen) and layout.west & ten)
        or (layout.west & king and layout.west & queen and layout.east & ten and layout.west_length == 2)
    )
    assert found.goal(2).wins == said


# AAAI 2000


def test_ace_queen_opposite_the_two_has_twenty_layouts_and_an_even_chance() -> None:
    found = answer("AQ 2")
    assert len(found.layouts) == 20
    assert found.goal(2).odds.fraction == Fraction(1, 2)
    assert worth("AQ 2", 2, "cash the ace", COINS) == Fraction(2, 2**10)


FIGURE_5 = [
    (3, "AKQJ9 xx", 5, "cash the Ace; if East shows out finesse the nine"),
    (5, "AKQJ8 xx", 5, "cash top honors"),
    (11, "AKQ10 xx", 4, "cash the Ace; if both play low or East shows out finesse the 10"),
    (12, "AKQ9 xx", 4, "finesse the nine and repeat if necessary"),
    (23, "AKxxx Q10", 5, "finesse the 10"),
    (24, "AK9xx Qx", 5, "cash top honors"),
    (25, "AKQ10 xxx", 4, "cash the Ace and King; if East shows out finesse the 10"),
    (62, "AK98x Jx", 5, "run the jack and finesse the eight"),
]


@pytest.mark.parametrize(("number", "holdings", "tricks", "line"), FIGURE_5)
def test_these_lines_of_figure_5_are_best_as_they_stand(
    number: int, holdings: str, tricks: int, line: str
) -> None:
    found = answer(holdings)
    assert found.goals[0].tricks == tricks, number
    assert worth(holdings, tricks, line) == found.goal(tricks).odds.fraction
    mine = line_text(found, tricks)
    assert mine is not None
    assert len(mine.split()) <= len(line.split()) + 6


def test_problem_26_and_28_leave_out_the_honour_that_east_plays_first() -> None:
    """The papers prune a defence that gains against the sentence that is left."""
    line = (
        "cash the {0}; if East shows out, finesse the nine and repeat if necessary. Otherwise, cash the {1};"
        " if East shows out or plays the jack or ten, finesse the nine"
    )
    for holdings, cards in (("AKQ9 xxx", ("ace", "king")), ("AK9x Qxx", ("queen", "ace"))):
        found, text = answer(holdings), line.format(*cards)
        plan = read_plan(text, found.combination)
        assert found.best_after(plan, 4) == found.goal(4).odds.fraction
        lost = found.goal(4).odds.fraction - worth(holdings, 4, text)
        assert round(float(lost), 4) == 0.1292
        assert line_text(found, 4) is not None


def test_problem_31_is_not_problem_26_and_its_own_line_finesses_into_a_break() -> None:
    found = answer("A9xx KQx")
    east_void = sum(1 << place for place, layout in enumerate(found.layouts) if not layout.east)
    assert found.goal(4).wins & east_void == 0
    assert answer("AKQ9 xxx").goal(4).wins & (1 << len(Layouts(Combination.parse("AKQ9 xxx"))) - 1)
    as_printed = "cash the king and queen; if both follow low, finesse the nine"
    assert found.best_after(read_plan(as_printed, found.combination), 4) < found.goal(4).odds.fraction
    assert line_text(found, 4) is not None


def test_the_encyclopedia_is_right_about_a_third_round_finesse_and_wrong_about_three_tops() -> None:
    """It says 2% for AKQT-xxx, which is 1.6%, and 6% for AKQ9-xxx, which is 8.2%."""
    third_round = worth("AKQ10 xxx", 4, "cash the ace and king, then finesse the ten")
    assert round(100 * float(answer("AKQ10 xxx").goal(4).odds.fraction - third_round), 1) == 1.6
    all_tops = worth("AKQ9 xxx", 4, "cash the ace and king, then cash the queen")
    printed = worth("AKQ9 xxx", 4, "cash the queen and king; if East has played an honor, finesse the nine")
    assert round(100 * float(printed - all_tops), 1) == 8.2


def test_the_search_spaces_of_1992_are_printed_in_each_others_place() -> None:
    def space(north: int, south: int) -> int:
        return factorial(north) * factorial(south) * factorial(13 - north - south + 1)

    assert round(space(3, 2) / 1e6, 1) == 4.4  # AQT-43, where the paper has 1.4
    assert int(space(3, 3) / 1e5) / 10 == 1.4  # AJ9-764, where the paper has 4.4
