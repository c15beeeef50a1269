"""The evaluation of candidates: which are evaluated further, and which are dropped."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from overtrick import dd
from overtrick.core import Card, CardSet, Contract, Deal, Play, Side, Vul
from overtrick.player.evaluation import BLOCK, EvaluatedCards, Payoff, evaluate_cards
from overtrick.player.settings import Aim
from overtrick.player.worlds import Worlds

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765 432.432.5432.432")
CONTRACT = Contract.parse("3NT by S")
PLAY = Play.of(DEAL, CONTRACT)
"""West leads; what his cards bring is made up for each test."""
FOUR, THREE, TWO = (Card.parse(name) for name in ("S4", "S3", "S2"))
WORLDS = 3 * BLOCK
Tricks = dict[Card, npt.NDArray[np.int8]]


def looked_at(
    tricks: Tricks,
    monkeypatch: pytest.MonkeyPatch,
    weights: npt.NDArray[np.float64] | None = None,
    keeps_all: bool = False,
) -> tuple[list[EvaluatedCards], int]:
    """The cards as Algorithm 1 orders them when they bring so many tricks, world by world."""
    begun = 0

    def samples(play: Play, block: object, workers: object, only: CardSet) -> Tricks:
        nonlocal begun
        first, begun = begun, begun + BLOCK
        return {card: tricks[card][first : first + BLOCK] for card in only}

    monkeypatch.setattr(dd, "samples", samples)
    hands = np.array([[DEAL[seat].bits for seat in DEAL.known]] * WORLDS, np.uint64)
    even = np.full(WORLDS, 1 / WORLDS) if weights is None else weights / weights.sum()
    worth = Payoff(CONTRACT, Side.EW, Vul.NONE, Aim.IMPS)
    return evaluate_cards(PLAY, [(card,) for card in tricks], Worlds(hands, even), worth, keeps_all=keeps_all)


def always(tricks: int) -> npt.NDArray[np.int8]:
    return np.full(WORLDS, tricks, np.int8)


def test_a_card_that_is_far_behind_is_left_and_the_others_looked_at_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, solved = looked_at({FOUR: always(4), THREE: always(5), TWO: always(5)}, monkeypatch)
    assert [each.cards[0] for each in found] == [THREE, TWO, FOUR]
    assert [each.looked_at for each in found] == [WORLDS, WORLDS, BLOCK]
    assert solved == 2 * WORLDS + BLOCK


def test_nothing_is_left_where_all_are_to_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found, solved = looked_at({FOUR: always(4), THREE: always(5)}, monkeypatch, keeps_all=True)
    assert [each.looked_at for each in found] == [WORLDS, WORLDS]
    assert solved == 2 * WORLDS


def test_a_card_that_gives_up_a_trick_is_kept_while_it_may_still_beat_the_contract(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It costs an overtrick in every world of the first block, and beats 3NT in some of those that follow."""
    saves, gambles = always(4), always(3)
    gambles[BLOCK::4] = 5
    found, _ = looked_at({FOUR: saves, THREE: gambles}, monkeypatch)
    assert [each.cards[0] for each in found] == [THREE, FOUR]
    assert found[0].looked_at == WORLDS
    # eight worlds of 48 at ten IMPs (-400 or -430 against 50), the others at one
    assert found[0].value == pytest.approx(-40 / 48)
    assert found[1].value == pytest.approx(-80 / 48)


def test_a_card_that_never_gained_is_left_once_the_worlds_are_many_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One IMP behind in every world: ten IMPs three times in 16 worlds would make up for it, in 32 not."""
    found, _ = looked_at({FOUR: always(4), THREE: always(3)}, monkeypatch)
    assert [each.looked_at for each in found] == [WORLDS, 2 * BLOCK]


def test_worlds_count_by_their_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all the weight is on one world: sixteen tell no more than one."""
    weights = np.full(WORLDS, 1e-6)
    weights[0] = 1
    found, _ = looked_at({FOUR: always(5), THREE: always(4)}, monkeypatch, weights)
    assert [each.looked_at for each in found] == [WORLDS, WORLDS]


def test_the_error_is_that_of_the_weighted_difference_to_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.arange(1.0, WORLDS + 1)
    one, other = always(5), always(5)
    other[::3] = 4
    found, _ = looked_at({FOUR: one, THREE: other}, monkeypatch, weights, keeps_all=True)
    share = weights / weights.sum()
    lost = np.where(np.arange(WORLDS) % 3 == 0, -10.0, 0.0)
    mean = sum(share * lost)
    assert [each.cards[0] for each in found] == [FOUR, THREE]
    assert found[0].error == 0
    assert found[1].value == pytest.approx(mean)
    assert found[1].error ** 2 == pytest.approx(
        sum(s**2 * (x - mean) ** 2 for s, x in zip(share, lost, strict=True))
    )
