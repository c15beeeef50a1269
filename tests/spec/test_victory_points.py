"""Victory points: the continuous scale of the WBF, against the published tables."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import pairwise
from math import ceil, sqrt
from pathlib import Path

import pytest

from overtrick import ScoreError
from overtrick.scoring import blitz, victory_points

BLITZ = (Decimal("20.00"), Decimal("0.00"))
VICTORY_POINTS = Path(__file__).parents[1] / "data" / "wbf_victory_points.json"


def test_every_published_victory_point_is_given() -> None:
    published = json.loads(VICTORY_POINTS.read_text())
    assert list(published) == ["4", "8", "12", "16", "24"]
    compared = 0
    for boards, table in published.items():
        for margin, vps in table["vps"].items():
            won, lost = victory_points(int(margin), int(boards))
            assert (str(won), lost) == (vps, 20 - Decimal(vps)), f"{margin} IMPs over {boards} boards"
            compared += 1
    assert compared == 205


def test_a_match_is_worth_twenty_victory_points_to_the_two_teams() -> None:
    compared = 0
    for boards in range(1, 65):
        beyond = ceil(15 * sqrt(boards)) + 2
        for margin in range(-beyond, beyond + 1):
            won, lost = victory_points(margin, boards)
            assert won + lost == 20
            assert (lost, won) == victory_points(-margin, boards)
            assert (won > 10, won == 10) == (margin > 0, margin == 0)
            compared += 1
    assert compared == sum(2 * ceil(15 * sqrt(boards)) + 5 for boards in range(1, 65))


@pytest.mark.parametrize("boards", range(1, 65))
def test_no_imp_is_worth_more_than_the_one_before_it(boards: int) -> None:
    scale = [victory_points(margin, boards)[0] for margin in range(blitz(boards) + 3)]
    steps = [after - before for before, after in pairwise(scale)]
    assert all(earlier >= later >= 0 for earlier, later in pairwise(steps))
    assert steps[0] > 0


@pytest.mark.parametrize(
    ("boards", "margin"),
    [(1, 15), (4, 30), (8, 43), (9, 45), (12, 52), (16, 60), (20, 68), (24, 74), (32, 85)],
)
def test_a_blitz_takes_fifteen_imps_times_the_root_of_the_boards(boards: int, margin: int) -> None:
    assert blitz(boards) == margin
    assert victory_points(margin, boards) == victory_points(10 * margin, boards) == BLITZ
    assert victory_points(-margin, boards) == BLITZ[::-1]
    assert victory_points(margin - 1, boards)[0] < 20


@pytest.mark.parametrize("boards", range(1, 65))
def test_a_blitz_is_the_least_margin_that_wins_twenty_to_nothing(boards: int) -> None:
    least = next(margin for margin in range(200) if victory_points(margin, boards)[0] == 20)
    assert blitz(boards) == least


@pytest.mark.parametrize("boards", [0, -8])
def test_a_match_has_at_least_one_board(boards: int) -> None:
    with pytest.raises(ScoreError, match=f"a match has at least one board, not {boards}"):
        victory_points(10, boards)
    with pytest.raises(ScoreError, match=f"a match has at least one board, not {boards}"):
        blitz(boards)
