"""Meanings of calls against the hands that make them: chosen singly, counted by class, bounded by range."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from overtrick.bidding import Agreements, Meaning, State, load
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.meanings import call_term
from overtrick.core import Call, CardSet, Seat, Vul
from overtrick.deals import boards
from overtrick.hands import Predicate
from overtrick.hands.evaluation import is_true
from tests.endings import IS_SOAK
from tests.promised import is_promised

BOARDS = 10_000 if IS_SOAK else 60
STATES = 400 if IS_SOAK else 8
HANDS = 200 if IS_SOAK else 40


SILENT = {"silent": [Seat.EAST, Seat.WEST], "contested": []}


@pytest.mark.parametrize("kind", SILENT)
@pytest.mark.parametrize("system", ["schenken", "natural"])
def test_every_auction_ends_and_every_hand_is_as_its_own_calls_say(system: str, kind: str) -> None:
    agreements = Agreements(load(system), silent=SILENT[kind])
    number = BOARDS if (system, kind) == ("schenken", "silent") else BOARDS // 2
    compared = 0
    for board in boards(np.random.default_rng(8), number):
        auction, state = agreements.bid_out(board.deal, board.dealer, board.vul)
        assert auction.is_over  # and legal, or it could not have been built
        for place, (seat, call) in enumerate(auction):
            hand = board.deal[seat]
            assert is_promised(hand, state, place), (board, auction, place)
            assert not state.history[place].is_odd
            is_passed = call is Call.PASS and state.at(place).is_forced and seat not in SILENT[kind]
            assert not is_passed, (board, auction, place)
            compared += 1
    assert compared >= 4 * number


def reached(agreements: Agreements, number: int) -> Iterator[State]:
    """Different states of self-play in which somebody is to call."""
    seen = set[object]()
    for board in boards(np.random.default_rng(11), 20 * number):
        _, state = agreements.bid_out(board.deal, board.dealer, Vul.NONE)
        for place in range(len(state.history)):
            each = state.at(place)
            if not each.is_silenced and each.decision_key not in seen:
                seen.add(each.decision_key)
                yield each
                if len(seen) == number:
                    return


@pytest.mark.parametrize("kind", SILENT)
@pytest.mark.parametrize("system", ["schenken", "natural"])
def test_the_exact_meaning_of_a_call_holds_for_the_hands_that_make_it_and_no_others(
    system: str, kind: str
) -> None:
    agreements = Agreements(load(system), silent=SILENT[kind])
    rng = np.random.default_rng(12)
    compared = within = 0
    for state in reached(agreements, STATES):
        hands = [CardSet(bits) for bits in random_hands(rng, HANDS)]
        chosen = [choice(state, HandValues(hand)).call for hand in hands]
        for call in dict.fromkeys(chosen):
            meaning = Meaning(state.after(call), len(state.history))
            makes = Predicate(call_term(state, call)).of(hands)
            assert makes == [each is call for each in chosen]
            compared += len(hands)
            for hand, made in zip(hands, chosen, strict=True):
                if made is call and hand in meaning:
                    assert is_promised(hand, state.after(call), len(state.history))
                    within += 1
    assert compared >= 2 * STATES * HANDS
    assert within >= STATES // 2


def random_hands(rng: np.random.Generator, number: int) -> list[int]:
    """Half of them any hands, half of them long in some suits and strong."""
    weights = rng.choice([0.3, 1.0, 3.0], (number, 4))[:, :, None] * rng.choice(
        [0.5, 1.0, 2.0], (number, 1, 13)
    )
    weights[: number // 2] = 1.0
    order = (rng.exponential(size=(number, 52)) / weights.reshape(number, 52)).argsort(axis=1)[:, :13]
    return [sum(1 << int(card) for card in hand) for hand in order]


def test_conditions_judged_hand_by_hand_are_those_walked_over_the_plain_way() -> None:
    agreements = Agreements(load("schenken"), silent=SILENT["silent"])
    rng = np.random.default_rng(13)
    compared = 0
    for state in reached(agreements, STATES // 3):
        hands = [CardSet(bits) for bits in random_hands(rng, 6)]
        for candidate in state.candidates:
            for hand in hands:
                assert candidate.fits(HandValues(hand)) is is_true(candidate.term, hand), (candidate, hand)
                compared += 1
    assert compared >= 6 * 17 * (STATES // 3)  # states have 17.6 candidates on average
