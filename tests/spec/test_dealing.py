"""Dealing: whole, repeatable and fair."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import CardSet, Deal, DealError, Seat, Suit, deals
from overtrick._core import Dealer
from overtrick.deals.dealing import HANDS_IN_TURN


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def subset_number(members: list[int]) -> int:
    """The number of a set of places in the combinatorial number system, by its definition."""
    return sum(comb(member, count) for count, member in enumerate(sorted(members), 1))


def number_by_hand(deal: Deal) -> int:
    """The number of a deal, worked out card by card."""
    left, number = list(range(52)), 0
    for seat, hands in zip((Seat.NORTH, Seat.EAST, Seat.SOUTH), HANDS_IN_TURN, strict=True):
        held = {card.index for card in deal[seat]}
        number = number * hands + subset_number([place for place, card in enumerate(left) if card in held])
        left = [card for card in left if card not in held]
    return number


def test_there_are_as_many_deals_as_the_books_say() -> None:
    assert deals.DEALS == 53_644_737_765_488_792_839_237_440_000


@given(st.integers(0, deals.DEALS - 1))
def test_every_number_is_a_deal_and_every_deal_a_number(number: int) -> None:
    deal = deals.deal_numbered(number)
    assert deal.is_full
    assert deals.number_of(deal) == number_by_hand(deal) == number


@pytest.mark.parametrize("number", [-1, deals.DEALS])
def test_there_is_no_deal_outside_the_numbers(number: int) -> None:
    with pytest.raises(DealError, match="there is no deal number"):
        deals.deal_numbered(number)


def test_only_a_full_deal_has_a_number() -> None:
    with pytest.raises(DealError, match="only a full deal has a number"):
        deals.number_of(Deal.parse("N:A... K... Q... J..."))


def test_the_same_seed_deals_the_same_boards() -> None:
    first = list(deals.deals(rng(), 2000))
    assert first == list(deals.deals(rng(), 2000))
    assert first != list(deals.deals(rng(2), 2000))
    assert len(set(first)) == 2000


def test_seed_1_deals_this_board() -> None:
    expected = "N:QT8.4.KJT7542.65 AK93.K983..Q7432 42.Q6.AQ9863.JT8 J765.AJT752..AK9"
    assert str(next(deals.deals(rng(1), 1))) == expected


@given(st.integers(0, 40), st.integers(0, 40))
def test_asking_twice_deals_on_where_asking_once_left_off(first: int, second: int) -> None:
    generator = rng()
    parts = np.concatenate([deals.packed_deals(generator, first), deals.packed_deals(generator, second)])
    assert (parts == deals.packed_deals(rng(), first + second)).all()


def test_boards_carry_their_numbers() -> None:
    dealt = list(deals.boards(rng(), 3, first=12))
    assert [board.number for board in dealt] == [12, 13, 14]
    assert [board.deal for board in dealt] == list(deals.deals(rng(), 3))


def test_boards_dealt_in_pieces_are_those_dealt_at_once() -> None:
    generator = rng()
    pieces = [*deals.boards(generator, 1500), *deals.boards(generator, 700, first=1501)]
    assert pieces == list(deals.boards(rng(), 2200))


def test_both_kinds_of_processor_deal_the_same() -> None:
    numbers = rng(7).integers(0, HANDS_IN_TURN, size=(5000, 3), dtype=np.uint64)
    here, anywhere = Dealer(), Dealer(portable=True)
    assert anywhere.instructions == "portable"
    dealt = here.deal(numbers)
    assert (dealt == anywhere.deal(numbers)).all()
    assert (here.number(dealt) == numbers).all()
    assert (anywhere.number(dealt) == numbers).all()


def test_every_card_is_dealt_to_every_seat_equally_often() -> None:
    n = 40_000
    packed = deals.packed_deals(rng(11), n)
    cards = np.arange(52, dtype=np.uint64)
    counts = (packed[:, :, None] >> cards & np.uint64(1)).sum(axis=0)
    assert counts.shape == (4, 52)
    assert counts.sum() == 52 * n
    chi_square = float(((counts - n / 4) ** 2 / (n / 4)).sum())
    assert 90 < chi_square < 235  # 51 x 3 = 153 degrees of freedom, give or take 4.5 standard deviations


def test_high_card_points_and_shapes_come_as_often_as_they_should() -> None:
    n = 20_000
    hands = [CardSet(bits) for bits in deals.packed_deals(rng(5), n)[:, 0].tolist()]
    assert abs(sum(hand.hcp for hand in hands) / n - 10) < 4 * 4.13 / n**0.5
    flat = sum(sorted(hand.length(suit) for suit in Suit) == [3, 3, 3, 4] for hand in hands)
    expected = 4 * comb(13, 4) * comb(13, 3) ** 3 / comb(52, 13)
    assert abs(flat / n - expected) < 4 * (expected / n) ** 0.5
