"""What scores are worth beside each other: IMPs, matchpoints, cross-IMPs and Butler."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from overtrick import NotationError, ScoreError
from overtrick.scoring import AdjustedScore, Matchpoints, butler, cross_imps, datum, imps, matchpoints

# Law 78B: International Matchpoints


IMP_TABLE = [
    # least difference, greatest, IMPs
    (20, 40, 1),
    (50, 80, 2),
    (90, 120, 3),
    (130, 160, 4),
    (170, 210, 5),
    (220, 260, 6),
    (270, 310, 7),
    (320, 360, 8),
    (370, 420, 9),
    (430, 490, 10),
    (500, 590, 11),
    (600, 740, 12),
    (750, 890, 13),
    (900, 1090, 14),
    (1100, 1290, 15),
    (1300, 1490, 16),
    (1500, 1740, 17),
    (1750, 1990, 18),
    (2000, 2240, 19),
    (2250, 2490, 20),
    (2500, 2990, 21),
    (3000, 3490, 22),
    (3500, 3990, 23),
    (4000, 8000, 24),
]


def test_every_difference_is_worth_the_imps_printed_in_law_78b() -> None:
    compared = 0
    for difference in range(-8000, 8001, 10):
        printed = [won for least, most, won in IMP_TABLE if least <= abs(difference) <= most]
        if abs(difference) <= 10:
            assert printed == []
            printed = [0]
        assert [imps(difference)] == ([-won for won in printed] if difference < 0 else printed)
        compared += 1
    assert compared == 1601


def test_no_difference_is_worth_more_than_24_imps() -> None:
    assert imps(3160 + 7600) == imps(10**9) == 24
    assert imps(-3160 - 7600) == -24


# Law 78A: matchpoints


def north_south(lines: tuple[Matchpoints | None, ...]) -> list[Fraction]:
    return [line.ns for line in lines if line is not None]


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ([420, 450, 420, -50], [3, 6, 3, 0]),
        ([620, 170, 140, 110, -100], [8, 6, 4, 2, 0]),
        ([-100, 110, 140, 170, 620], [0, 2, 4, 6, 8]),
        ([-50, -50, 100, -50], [2, 2, 6, 2]),
        ([420, 420, 420], [2, 2, 2]),
        ([0, 10], [0, 2]),
        ([420], [0]),
        ([], []),
    ],
)
def test_a_pair_has_two_matchpoints_for_each_score_beaten_and_one_for_each_tied(
    scores: list[int], points: list[int]
) -> None:
    lines = matchpoints(scores)
    top = 2 * max(len(scores) - 1, 0)
    assert [(line.ns, line.ew, line.top) for line in lines if line is not None] == [
        (Fraction(won), Fraction(top - won), top) for won in points
    ]


def test_matchpoints_in_per_cent_run_from_a_bottom_to_a_top() -> None:
    percent = [line.percent_ns for line in matchpoints([620, 170, 140, 110, -100]) if line is not None]
    assert percent == [100, 75, 50, 25, 0]


def test_the_only_pair_to_play_a_board_has_an_average() -> None:
    (line,) = matchpoints([420])
    assert line is not None
    assert (line.top, line.percent_ns) == (0, Fraction(50))


def test_a_table_that_did_not_play_has_no_matchpoints_and_gives_none() -> None:
    lines = matchpoints([None, 420, None, -50, 170])
    assert lines[0] is None
    assert lines[2] is None
    assert north_south(lines) == [4, 0, 2]
    assert {line.top for line in lines if line is not None} == {4}


def test_four_scores_and_an_adjusted_score_are_factored_to_five_tables() -> None:
    # By hand. Five tables, so a top is 2 * (5 - 1) = 8; four scores can be compared.
    # Among the four: 620 beats 170 and -100 and ties the other 620: 2 + 2 + 1 = 5 (twice);
    # 170 beats -100: 2; -100 beats nobody: 0.
    # Neuberg: (5 / 4) * (5 + 1) - 1 = 6.5, (5 / 4) * (2 + 1) - 1 = 2.75, (5 / 4) * (0 + 1) - 1 = 0.25;
    # together 6.5 + 6.5 + 2.75 + 0.25 = 16 = 4 averages of 4.
    # Average plus is 60% of 8 = 4.8 and average minus 40% of 8 = 3.2.
    lines = matchpoints([620, AdjustedScore.parse("A+/A-"), 620, 170, -100])
    assert north_south(lines) == [
        Fraction(13, 2),
        Fraction(24, 5),
        Fraction(13, 2),
        Fraction(11, 4),
        Fraction(1, 4),
    ]
    assert [line.ew for line in lines if line is not None] == [
        Fraction(3, 2),
        Fraction(16, 5),
        Fraction(3, 2),
        Fraction(21, 4),
        Fraction(31, 4),
    ]
    assert {line.top for line in lines if line is not None} == {8}


def test_a_board_played_three_times_is_factored_to_the_thirteen_of_the_others() -> None:
    # By hand. A top is 2 * 12 = 24. The three scores have 4, 2 and 0 among themselves.
    # Neuberg: 13 * 5 / 3 - 1 = 62/3, 13 * 3 / 3 - 1 = 12, 13 * 1 / 3 - 1 = 10/3; together 36 = 3 * 12.
    lines = matchpoints([100, 50, -50], tables=13)
    assert north_south(lines) == [Fraction(62, 3), Fraction(12), Fraction(10, 3)]
    assert {line.top for line in lines if line is not None} == {24}


def test_both_sides_may_have_average_plus() -> None:
    _, adjusted, _ = matchpoints([420, AdjustedScore(60, 60), -50])
    assert adjusted == Matchpoints(Fraction(12, 5), Fraction(12, 5), 4, Fraction(60), Fraction(60))


def test_an_adjusted_score_stands_even_where_nobody_else_played() -> None:
    (only,) = matchpoints([AdjustedScore(60, 40)])
    assert only == Matchpoints(Fraction(0), Fraction(0), 0, Fraction(60), Fraction(40))


@pytest.mark.parametrize("scores", [[420, 450, 420, -50], [100, 100, 100], [620, -100, 620, 170, 50, 50, 0]])
def test_all_the_matchpoints_of_a_board_are_an_average_for_every_table(scores: list[int]) -> None:
    lines = matchpoints(scores)
    assert sum(north_south(lines)) == len(scores) * (len(scores) - 1)


def test_more_scores_than_tables_are_refused() -> None:
    with pytest.raises(ScoreError, match="2 tables cannot have played a board 3 times"):
        matchpoints([420, 450, -50], tables=2)


def test_more_entries_than_tables_are_refused() -> None:
    with pytest.raises(ScoreError, match="tables"):
        matchpoints([420, AdjustedScore(60, 40), AdjustedScore(60, 40)], tables=1)


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("A+/A-", 60, 40),
        ("A-/A+", 40, 60),
        ("A/A", 50, 50),
        ("A=/A+", 50, 60),
        ("a+ / a-", 60, 40),
        ("60/40", 60, 40),
        ("70%/30%", 70, 30),
        ("0/100", 0, 100),
    ],
)
def test_an_adjusted_score_gives_each_side_its_percentage(text: str, ns: int, ew: int) -> None:
    adjusted = AdjustedScore.parse(text)
    assert (adjusted.ns, adjusted.ew) == (ns, ew)
    assert AdjustedScore.parse(str(adjusted)) == adjusted


@pytest.mark.parametrize(
    "text", ["", "60", "A+", "A+/A-/A", "B/A", "A++/A-", "-5/50", "60/forty", "101/0", "0/101"]
)
def test_an_adjusted_score_is_two_percentages_up_to_a_hundred(text: str) -> None:
    with pytest.raises(NotationError, match="is not an adjusted score: expected"):
        AdjustedScore.parse(text)


# Cross-IMPs and Butler


def test_cross_imps_are_the_average_over_the_other_tables() -> None:
    # By hand: 620 against 170 is 450, 10 IMPs; against -100 it is 720, 12; 170 against -100 is 270, 7.
    # So 620 has (10 + 12) / 2 = 11, 170 has (-10 + 7) / 2 = -3/2 and -100 has (-12 - 7) / 2 = -19/2.
    assert cross_imps([620, 170, -100]) == (Fraction(11), Fraction(-3, 2), Fraction(-19, 2))


@pytest.mark.parametrize(
    "scores", [[620, 620, -100], [420, -50], [0, 0, 0, 0], [1430, 680, -100, 650, 650, -200, 1460]]
)
def test_what_one_pair_wins_at_cross_imps_the_others_lose(scores: list[int]) -> None:
    won = cross_imps(scores)
    assert len(won) == len(scores)
    assert sum(won) == 0
    assert any(won) == (len(set(scores)) > 1)


def test_a_single_table_has_no_cross_imps() -> None:
    assert cross_imps([620]) == (Fraction(0),)
    assert cross_imps([]) == ()


@pytest.mark.parametrize(
    ("scores", "middle"),
    [
        ([620, 650, 170, -100], 340),  # mean 335
        ([430, 420], 430),  # mean 425
        ([-430, -420], -430),
        ([420, 400], 410),
        ([10, 0], 10),
        ([-10, 0], -10),
        ([10, 0, 0], 0),
        ([-10, 0, 0], 0),
        ([10, 10, 0], 10),
        ([-10, -10, 0], -10),
        ([50, 50, 50, -110], 10),  # mean 10
        ([620, -620], 0),
        ([140], 140),
    ],
)
def test_a_datum_is_the_mean_to_the_nearest_ten_with_half_tens_away_from_zero(
    scores: list[int], middle: int
) -> None:
    assert datum(scores) == middle


@pytest.mark.parametrize(
    ("leave_out", "middle"),
    [
        (0, 350),  # (1430 + 650 + 620 + 170 - 100 - 650) / 6 = 353.3
        (1, 340),  # (650 + 620 + 170 - 100) / 4 = 335
        (2, 400),  # (620 + 170) / 2 = 395
    ],
)
def test_a_datum_can_leave_out_as_many_of_the_highest_as_of_the_lowest(leave_out: int, middle: int) -> None:
    scores = [170, 1430, -650, 620, -100, 650]
    assert datum(scores, leave_out) == middle
    assert scores == [170, 1430, -650, 620, -100, 650]


@pytest.mark.parametrize(
    ("scores", "leave_out", "needs"), [([], 0, 0), ([420, 450], 1, 2), ([420, 450, 400], 2, 4)]
)
@pytest.mark.parametrize("method", [datum, butler])
def test_a_datum_needs_a_score_that_is_not_left_out(
    method: Callable[[list[int], int], object], scores: list[int], leave_out: int, needs: int
) -> None:
    with pytest.raises(ScoreError, match=f"a datum needs more than {needs} scores, not {len(scores)}"):
        method(scores, leave_out)


def test_fewer_than_no_scores_cannot_be_left_out() -> None:
    with pytest.raises(ScoreError, match="-1"):
        datum([620, 650, 170, -100], leave_out=-1)


def test_a_butler_score_is_the_imps_against_the_datum() -> None:
    # By hand: the datum is 340; 620 is 280 better, 650 is 310, 170 is 170 worse and -100 is 440 worse.
    assert butler([620, 650, 170, -100]) == (7, 7, -5, -10)
    # Without the 650 and the -100 it is 400: 220 better, 250, 230 worse and 500 worse.
    assert butler([620, 650, 170, -100], leave_out=1) == (6, 6, -6, -11)
