"""Declarer's plans: what they promise, what separates them, and questions that are none."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from overtrick.core import Card, CardSet, Deal, Play, Seat
from overtrick.dd.packing import Deals, pack
from overtrick.player.settings import PlayerError
from overtrick.player.strategies import Comparison, Detail, compare

LAYOUTS = (
    (".2.JT3.K", ".A5.Q.T2"),
    (".A2.T3.K", ".5.QJ.T2"),
    (".A.3.KT2", ".52.QJT."),
    (".A5.Q.K2", ".2.JT3.T"),
    ("..QT3.KT", ".A52.J.2"),
    (".A5.J3.T", ".2.QT.K2"),
)
"""East's hand and West's."""
WORLDS = pack(Deal.parse(f"N:.T.K2.AQ {east} .KQ4.A.4 {west}") for east, west in LAYOUTS)
PLAY = Play.parse("N:.T.K2.AQ - .KQ4.A.4 -;NT;S")
EVEN = np.full(6, 1 / 6)
TARGET = 4


def found(depth: int, detail: Detail = Detail.UNBLOCKS) -> Comparison:
    return compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, depth, 10**6, detail)


def made(comparison: Comparison) -> dict[str, int]:
    return {str(plan.card): int(plan.worlds.sum()) for plan in comparison.strategies}


def test_double_dummy_cannot_tell_a_guess_put_off_from_two_chances_combined() -> None:
    assert made(found(1)) == {"DA": 6, "H4": 6, "HK": 5, "C4": 4}


@pytest.mark.parametrize("detail", Detail)
def test_strategies_tell_a_guess_put_off_from_two_chances_combined(detail: Detail) -> None:
    comparison = found(10, detail)
    assert made(comparison) == {"H4": 6, "HK": 5, "DA": 4, "C4": 4}
    assert comparison.is_alone
    assert all(plan.is_exact for plan in comparison.strategies)


def test_a_card_that_defers_the_guess_falls_behind_when_plans_look_far_enough() -> None:
    comparison = compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, 10, 10**6, only_best=True, by_steps=True)
    assert (str(comparison.best.card), comparison.is_alone) == ("H4", True)
    before = compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, 1, 10**6, only_best=True)
    assert comparison.depth == 10
    assert not before.is_alone


def test_without_a_budget_double_dummy_is_the_answer() -> None:
    comparison = compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, 10, 0, only_best=True, by_steps=True)
    assert (comparison.depth, comparison.is_complete, comparison.is_alone) == (1, True, False)


def test_a_budget_may_be_as_large_as_one_likes() -> None:
    comparison = compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, 10**30, 10**30, Detail.UNBLOCKS)
    assert made(comparison) == made(found(10))


def test_a_card_worse_than_another_has_a_bound() -> None:
    comparison = compare(PLAY, Seat.SOUTH, WORLDS, EVEN, TARGET, 10, 10**6, only_best=True)
    beaten = [plan for plan in comparison.strategies if plan.is_beaten]
    assert comparison.best.is_exact
    assert {str(plan.card) for plan in beaten} >= {"HK", "C4"}
    for plan in beaten:
        assert not plan.is_exact
        assert plan.value < comparison.best.value


def test_weights_decide_which_worlds_a_guess_is_for() -> None:
    weights = np.array([0, 0, 1, 1, 3, 3]) / 8
    comparison = compare(PLAY, Seat.SOUTH, WORLDS, weights, TARGET, 10, 10**6)
    guess = next(plan for plan in comparison.strategies if plan.card == Card.parse("DA"))
    assert guess.worlds.tolist() == [True, True, False, False, True, True]
    assert guess.value == pytest.approx(6 / 8)


@pytest.mark.parametrize(
    ("worlds", "weights", "depth", "positions", "fault"),
    [
        (WORLDS, EVEN, 0, 10, "depth must be at least 1, not 0"),
        (WORLDS, EVEN, 1, -1, "positions must be at least 0, not -1"),
        (WORLDS[:0], EVEN[:0], 1, 10, "1 to 1024 worlds, not 0"),
        (WORLDS, EVEN[:5], 1, 10, "each of 6 worlds needs a weight"),
        (WORLDS, -EVEN, 1, 10, "not below zero"),
        (WORLDS, 0 * EVEN, 1, 10, "add up to nothing"),
        (WORLDS[:, [2, 1, 0, 3]], EVEN, 1, 10, "other cards than"),
        (WORLDS[:, [0, 1, 2, 1]], EVEN, 1, 10, "strategies cannot be compared"),
    ],
)
def test_what_is_no_question_is_refused(
    worlds: Deals, weights: npt.NDArray[np.float64], depth: int, positions: int, fault: str
) -> None:
    with pytest.raises(PlayerError, match=fault):
        compare(PLAY, Seat.SOUTH, worlds, weights, TARGET, depth, positions)


def test_only_declarers_side_plans() -> None:
    with pytest.raises(PlayerError, match="East cannot plan a card: South is to play"):
        compare(PLAY, Seat.EAST, WORLDS, EVEN, TARGET, 1, 10)


def test_vectors_count_as_work() -> None:
    """Few positions, but so many plans that to multiply them all takes a minute."""
    play = Play.parse(
        "N:AT7.J965.K74.K85 954.AQ3.98632.A2 J63.8742.AJT.Q64 KQ82.KT.Q5.JT973;NT;S;"
        "H7 HT HJ HQ S5 S3 SQ SA H6 H3 H2 HK CJ C5 C2 CQ DJ DQ DK D2 C8 CA C4 C3 S9 SJ S2 S7 DA D5 D4"
    )
    north, east, south, west = play.bits
    hidden = list(CardSet(north | south))
    souths = [CardSet.of(cards).bits for cards in combinations(hidden, south.bit_count())]
    worlds = np.array([[north + south - each, east, each, west] for each in souths], np.uint64)
    comparison = compare(
        play, Seat.EAST, worlds, np.ones(252), 3, 12, 2_000_000, Detail.CARDS, only_best=True
    )
    assert len(worlds) == 252
    assert not comparison.is_complete
    assert 2_000_000 < comparison.positions < 2_500_000  # of which the solvers looked at half
