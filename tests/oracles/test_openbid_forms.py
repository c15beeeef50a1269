"""Three forms of OPENBID, written apart: cards, classes, synopsis. They never differ."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.core import CardSet, Suit
from overtrick.hands import ALL_HANDS, Predicate, count, parse_quantity
from overtrick.openbid import AS_CODED, Opening, Switches, compare_forms, open_hand, take_census, vocabulary
from tests.endings import IS_SOAK

PIECES = 16 if IS_SOAK else 4
HANDS = 62_500 if IS_SOAK else 10_000
"""In each piece: a million hands when soaking, 40,000 otherwise."""
EVERY_SWITCH = Switches(kqx=True, kj=True, jack=True, solid=True)


def uniform_hands(rng: np.random.Generator, number: int) -> NDArray[np.uint64]:
    order = rng.random((number, 52)).argpartition(12, axis=1)[:, :13].astype(np.uint64)
    return packed(order)


def packed(cards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    hands: NDArray[np.uint64] = (np.uint64(1) << cards).sum(axis=1, dtype=np.uint64)
    return hands


def skewed_hands(rng: np.random.Generator, number: int) -> NDArray[np.uint64]:
    """Hands with long suits and with many or few honours: each suit and each rank has a weight of its own."""
    suits = rng.choice([0.2, 1.0, 3.0, 12.0], (number, 4))
    ranks = rng.choice([0.3, 1.0, 4.0], (number, 13))
    weights = (suits[:, :, None] * ranks[:, None, :]).reshape(number, 52)
    order = (rng.exponential(size=(number, 52)) / weights).argpartition(12, axis=1)[:, :13].astype(np.uint64)
    return packed(order)


def codes_of(hands: NDArray[np.uint64], switches: Switches) -> NDArray[np.int32]:
    return parse_quantity("OPENING", vocabulary(switches)).packed(hands)


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_code_card_by_card_does_what_its_compiled_form_does(piece: int) -> None:
    rng = np.random.default_rng(piece)
    hands = (skewed_hands if piece % 2 else uniform_hands)(rng, HANDS)
    switches = EVERY_SWITCH if piece % 4 >= 2 else AS_CODED
    openings = {code: Opening.of_code(code) for code in set(codes_of(hands, switches).tolist())}
    compared = 0
    for bits, code in zip(hands.tolist(), codes_of(hands, switches).tolist(), strict=True):
        assert open_hand(CardSet(bits), switches) == openings[code], CardSet(bits)
        compared += 1
    assert compared == HANDS


@pytest.mark.parametrize("switches", [AS_CODED, EVERY_SWITCH], ids=str)
def test_the_synopsis_does_what_the_code_does_with_every_hand(switches: Switches) -> None:
    assert compare_forms(switches) == []


def test_a_synopsis_read_otherwise_would_be_noticed() -> None:
    words = vocabulary(Switches(kj=True))
    tricks, otherwise = (parse_quantity("PLAYTRICKS", each) for each in (vocabulary(), words))
    hand = CardSet.parse("KJ.A432.A432.A32")
    assert otherwise.of([hand])[0] == tricks.of([hand])[0] + 2


@pytest.mark.parametrize("suit", list(Suit), ids=str)
def test_a_ten_in_diamonds_or_in_a_short_suit_is_never_looked_at(suit: Suit) -> None:
    """The classes leave it out; the code, card by card, agrees."""
    rng, changed = np.random.default_rng(99), 0
    ten, nine = 1 << 13 * suit + 8, 1 << 13 * suit + 7
    for bits in skewed_hands(rng, 12_000).tolist():
        if bits & ten and not bits & nine and (suit is Suit.DIAMONDS or CardSet(bits).length(suit) <= 4):
            assert open_hand(CardSet(bits)) == open_hand(CardSet(bits ^ ten ^ nine))
            changed += 1
    assert changed > 500


def test_the_census_agrees_with_hands_dealt_at_random() -> None:
    census = take_census()
    assert census.total == ALL_HANDS == sum(census.sections.values()) == sum(census.bids.values())
    number, found = 60_000 if IS_SOAK else 30_000, dict.fromkeys(census.sections, 0)
    for bits in uniform_hands(np.random.default_rng(7), number).tolist():
        found[open_hand(CardSet(bits)).section] += 1
    for section, hands in census.sections.items():
        share = hands / ALL_HANDS
        assert abs(found[section] - number * share) <= 5 * (number * share * (1 - share)) ** 0.5 + 1, section


def test_the_census_agrees_with_counting_one_bid_at_a_time() -> None:
    """1NT at section 7, counted from its own condition and those of the sections before it."""
    from overtrick.openbid import synopsis

    before = list[Predicate]()
    wanted: Predicate | None = None
    for rule in synopsis():
        if rule.label == "7":
            wanted = rule.applies
            break
        before.append(rule.applies)
    assert wanted is not None
    for each in before:
        wanted = wanted & ~each
    assert count(wanted).hands == take_census().bids["1NT"]
