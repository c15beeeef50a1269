"""The simplest hand, proofs with their exceptions, and examples drawn fairly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from overtrick import PACK, CardSet, _core
from overtrick.hands import Known, count, examples, parse, prove, simplest
from overtrick.hands.compiling import Compiler
from overtrick.hands.counting import run

# The simplest hand


@pytest.mark.parametrize(
    ("text", "points", "honours", "lengths"),
    [
        ("true", 0, 0, [4, 3, 3, 3]),
        ("5+ spades", 0, 0, [5, 3, 3, 2]),
        ("5+ spades, 5+ hearts", 0, 0, [5, 5, 2, 1]),
        ("13 spades", 10, 5, [13, 0, 0, 0]),
        ("1 hcp", 1, 1, [4, 3, 3, 3]),
        ("1 aces, 1+ kings", 7, 2, [4, 3, 3, 3]),
        ("4 hcp", 4, 1, [4, 3, 3, 3]),
        ("voids 1", 0, 0, [5, 4, 4, 0]),
    ],
)
def test_the_simplest_hand_has_few_points_few_honours_and_is_flat(
    text: str, points: int, honours: int, lengths: list[int]
) -> None:
    hand = simplest(text)
    assert hand is not None
    assert hand in parse(text)
    held = str(hand)
    assert (hand.hcp, sum(rank in "AKQJT" for rank in held)) == (points, honours)
    assert sorted(map(len, held.split(".")), reverse=True) == lengths


@pytest.mark.parametrize(
    ("rather", "than"),
    [
        ("9=2=1=1, 4 tens, 0 hcp", "4333, 0 tens, 1 hcp"),
        ("6322, 0 honours", "4333, 1 honours, 0 hcp"),
        ("7=2=2=2, 1 hcp", "4333, 2 hcp, 1 honours"),
        ("5422, 0 honours", "4333, 1 honours, 0 hcp"),
    ],
)
def test_points_count_before_honours_and_honours_before_flatness(rather: str, than: str) -> None:
    found = simplest(f"({rather}) or ({than})")
    assert found is not None
    assert found in parse(rather)


def test_no_hand_is_simplest_where_there_is_none() -> None:
    assert simplest("38+ hcp") is None


# Proofs


def test_four_aces_are_sixteen_points() -> None:
    proof = prove("4 aces", "16+ hcp")
    assert proof
    assert (proof.hands, proof.exceptions, proof.witness) == (comb(48, 9), 0, None)


def test_a_false_claim_comes_with_its_exceptions_and_one_of_them() -> None:
    proof = prove("16+ hcp", "1+ aces")
    assert not proof
    assert proof.hands == count("16+ hcp").hands
    assert proof.exceptions == count("16+ hcp, 0 aces").hands
    assert proof.witness is not None
    assert proof.witness in parse("16+ hcp, 0 aces")
    assert proof.witness.hcp == 16


def test_a_claim_about_no_hand_at_all_holds_and_says_that_there_is_none() -> None:
    proof = prove("38+ hcp", "false")
    assert proof.holds
    assert (proof.hands, proof.exceptions, proof.witness) == (0, 0, None)


def test_a_claim_may_hold_only_for_known_cards() -> None:
    known = Known(held=CardSet.parse("AKQ..."))
    assert prove("true", "9+ hcp", known=known)
    assert not prove("true", "9+ hcp")


# Examples


@pytest.mark.parametrize(
    "text", ["true", "15-17 hcp, balanced", "5+ spades, 5+ hearts", "4 aces, longest 8+"]
)
def test_examples_meet_the_condition(text: str) -> None:
    found = list(examples(text, 40, np.random.default_rng(5)))
    assert len(found) == 40
    assert all(len(hand) == 13 and hand in parse(text) for hand in found)


def test_the_same_seed_draws_the_same_hands() -> None:
    first, again, other = (list(examples("balanced", 5, np.random.default_rng(seed))) for seed in (3, 3, 4))
    assert first == again != other


def test_the_rarest_hand_is_found_and_an_impossible_one_is_not() -> None:
    [hand] = examples("13 spades", 1, np.random.default_rng(0))
    assert str(hand) == "AKQJT98765432..."
    assert list(examples("38+ hcp", 3, np.random.default_rng(0))) == []
    assert list(examples("true", 0, np.random.default_rng(0))) == []


def test_examples_respect_known_cards() -> None:
    known = Known(held=CardSet.parse("A..."), elsewhere=CardSet.parse(".AKQ.."))
    for hand in examples("balanced", 50, np.random.default_rng(8), known=known):
        assert known.held <= hand
        assert not hand & known.elsewhere


def test_every_hand_is_drawn_equally_often() -> None:
    known = Known(held=CardSet.parse("AKQ.AKQ.AKQ.A"), elsewhere=CardSet.parse("...KQJT98765432"))
    assert known.hands == comb(30, 3)
    text = "4+ spades, 4+ hearts, 4+ diamonds"
    assert count(text, known=known).hands == 10**3
    drawn = Counter(examples(text, 3_000, np.random.default_rng(12), known=known))
    assert max(drawn.values()) < 15
    assert 900 < len(drawn) <= 1000
    for place in range(3):
        spots = Counter(str(hand).split(".")[place][3] for hand in drawn.elements())
        assert sorted(spots) == sorted("JT98765432")
        assert all(200 < number < 400 for number in spots.values())


def rest(known: Known) -> list[CardSet]:
    free = [card for card in PACK if card not in known.held and card not in known.elsewhere]
    return [known.held | CardSet.of(some) for some in combinations(free, 13 - len(known.held))]


def counting(text: str, known: Known) -> _core.HandClasses:
    compiler = Compiler()
    compiler.count(compiler.register(parse(text).term))
    return run(compiler, known)


@pytest.mark.parametrize("text", ["true", "4+ spades or 12 clubs", "hcp 25+", "losers = 3", "quality(S) > 8"])
def test_the_numbers_of_a_set_give_each_of_its_hands_once(text: str) -> None:
    free = CardSet.parse("QJT.54.A2.AKQJ")
    held = CardSet.parse("AK.K2.J.43")
    known = Known(held, CardSet.pack() - held - free)
    every = [hand for hand in rest(known) if hand in parse(text)]
    assert 0 < len(every) < 2_000
    found = counting(text, known).numbered(range(len(every)))
    assert sorted(found) == sorted(hand.bits for hand in every)


def test_numbers_mean_the_same_hands_when_they_are_asked_for_again() -> None:
    classes = counting("balanced", Known())
    assert classes.numbered([5, 10**9]) == classes.numbered([5, 10**9])
