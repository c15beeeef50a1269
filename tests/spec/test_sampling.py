"""Dealing to meanings: what fits, what cannot be, and what is done about it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import CardSet, DealError, Seat, deals, hands
from overtrick.deals import Constraint, Sampler, sample
from overtrick.deals.constraints import settled
from overtrick.deals.dealing import Deals
from overtrick.deals.plain import possible_shapes
from overtrick.deals.softening import steps_away, stretched

SOUTH = CardSet.parse("AQ84.QT98.J.KQ43")
PACK = np.uint64(2**52 - 1)


def meaning(text: str) -> Constraint:
    return Constraint(hands.parse(text))


def assert_legal(packed: Deals) -> None:
    assert (np.bitwise_or.reduce(packed, axis=1) == PACK).all()
    assert (np.bitwise_count(packed) == 13).all()


def assert_fits(packed: Deals, wanted: Mapping[Seat, Constraint]) -> None:
    assert_legal(packed)
    for seat, each in wanted.items():
        hand = np.ascontiguousarray(packed[:, seat])
        assert (hand & np.uint64(each.held.bits) == each.held.bits).all()
        assert (hand & np.uint64(each.lacks.bits) == 0).all()
        for condition in (each.meaning, each.within):
            assert condition is None or condition.packed(hand).all()


AUCTION = {
    Seat.NORTH: meaning("8-11 hcp, 4 spades, 2- hearts"),
    Seat.EAST: meaning("4+ diamonds, 6-10 hcp"),
    Seat.SOUTH: meaning("12-21 hcp, 5+ hearts, hearts > spades"),
    Seat.WEST: meaning("9-16 hcp, 5+ diamonds, 2+ of AKQ in diamonds"),
}
"""1♥ 2♦ X 3♦."""


# What fits


def test_every_deal_is_whole_and_fits_what_is_known() -> None:
    found = sample(AUCTION, 500, seed=1)
    assert len(found) == 500
    assert found.exact
    assert found.remarks == ()
    assert (found.weights == 1).all()
    assert_fits(found.deals, AUCTION)


CONDITIONS = ["5+ hearts", "0-11 hcp", "balanced", "longest >= 6", "3+ controls", "not 4333", "12+ hcp"]


@st.composite
def wishes(draw: st.DrawFn) -> dict[Seat, Constraint]:
    """Wishes that some deal grants as far as the cards go, and now and then conditions."""
    dealt = deals.deal_numbered(draw(st.integers(0, deals.DEALS - 1)))
    shown = CardSet(draw(st.integers(0, 2**52 - 1)))
    missed = CardSet(draw(st.integers(0, 2**52 - 1)) & draw(st.integers(0, 2**52 - 1)))
    found = dict[Seat, Constraint]()
    for seat in draw(st.sets(st.sampled_from(Seat))):
        hand = dealt[seat]
        condition = draw(st.sampled_from([None, *CONDITIONS]))
        predicate = None if condition is None else hands.parse(condition)
        found[seat] = Constraint(predicate, held=hand & shown, lacks=missed - hand)
    return found


@given(wishes(), st.integers(0, 2**64 - 1))
@settings(max_examples=60)
def test_whatever_is_known_the_deals_fit_or_the_sample_says_why_not(
    wanted: dict[Seat, Constraint], seed: int
) -> None:
    found = Sampler(wanted).draw(20, seed, most_tries=100_000)
    assert_legal(found.deals)
    assert found.exact or found.remarks
    bare = {seat: Constraint(held=each.held, lacks=each.lacks) for seat, each in wanted.items()}
    assert_fits(found.deals, wanted if found.exact else bare)


def test_the_same_seed_draws_the_same_on_any_number_of_threads() -> None:
    sampler = Sampler(AUCTION)
    one, *others = (sampler.draw(3000, seed=4, threads=threads) for threads in (1, 2, 3))
    for other in others:
        assert (other.deals == one.deals).all()
        assert (other.tried, other.found) == (one.tried, one.found)
    assert not (sampler.draw(3000, seed=5).deals == one.deals).all()


def test_fewer_deals_are_the_beginning_of_more() -> None:
    sampler = Sampler(AUCTION)
    assert (sampler.draw(700, seed=4).deals[:100] == sampler.draw(100, seed=4).deals).all()
    assert len(sampler.draw(0, seed=4)) == 0


def test_a_sample_tells_how_many_deals_were_tried() -> None:
    found = sample({Seat.NORTH: meaning("4 kings"), Seat.SOUTH: meaning("4 aces")}, 1000, seed=1)
    assert 1000 <= found.found <= found.tried
    assert 0.01 < found.acceptance < 0.03


def test_nothing_known_is_any_deal() -> None:
    assert_legal(sample({}, 100, seed=1).deals)


def test_a_suit_shown_out_of_goes_to_the_others() -> None:
    wanted = {
        Seat.SOUTH: Constraint(held=SOUTH),
        Seat.EAST: Constraint(held=CardSet.parse(".2.."), lacks=CardSet.parse(".AKJ76543..")),
    }
    assert_fits(sample(wanted, 1000, seed=1).deals, wanted)


# Cards that cannot be


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (
            {Seat.NORTH: ("A...", "..."), Seat.EAST: ("AK...", "...")},
            "North and East cannot both hold the ♠A",
        ),
        ({Seat.NORTH: ("AK...", "K...")}, "North cannot both hold and lack the ♠K"),
        ({Seat.WEST: ("AKQJT98765432.A..", "...")}, "West would hold 14 cards"),
        (
            {Seat.WEST: ("...", "AKQJT98765432.AKQJT98765432.AKQJT98765432.A")},
            "only 12 cards are left for West",
        ),
        (dict.fromkeys(Seat, ("...", "..A.")), "nobody can hold the ♦A"),
        (
            {
                Seat.EAST: ("...", "AKQJT98765432.AKQJT98765432.2."),
                Seat.WEST: ("...", "AKQJT98765432.AKQJT98765432.2."),
            },
            "North and South would have to hold 27 cards between them",
        ),
    ],
)
def test_cards_that_contradict_one_another_are_named(
    wanted: Mapping[Seat, tuple[str, str]], fault: str
) -> None:
    seats = {
        seat: Constraint(held=CardSet.parse(held), lacks=CardSet.parse(lacks))
        for seat, (held, lacks) in wanted.items()
    }
    with pytest.raises(DealError, match=fault):
        Sampler(seats)


def test_seats_and_wishes_that_are_none_are_told_of() -> None:
    with pytest.raises(DealError, match=r"Expected a seat, like Seat\.SOUTH, not 'S'"):
        Sampler({"S": meaning("5+ hearts")})  # type: ignore[dict-item]
    with pytest.raises(DealError, match="expected what is wanted of South as a Constraint, not '5"):
        Sampler({Seat.SOUTH: "5+ hearts"})  # type: ignore[dict-item]


def test_conclusions_are_drawn_from_the_cards() -> None:
    three = {seat: Constraint(lacks=CardSet.parse("A...")) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}
    assert settled(three)[Seat.WEST].held == CardSet.parse("A...")
    others = {
        Seat.SOUTH: Constraint(held=SOUTH),
        Seat.NORTH: Constraint(lacks=CardSet.pack() - SOUTH - CardSet.parse("..AKQJT98765432.")),
    }
    with pytest.raises(DealError, match="only 12 cards are left for North"):
        settled(others)


@pytest.mark.parametrize(("n", "seed"), [(-1, 1), (1, -1), (1, 2**64)])
def test_a_number_of_deals_and_a_seed_are_not_negative(n: int, seed: int) -> None:
    with pytest.raises(DealError):
        sample({}, n, seed)


# Meanings that cannot be met

SIX_HEARTS = {
    Seat.NORTH: Constraint(held=CardSet.parse("32.AKQJ987.432.3")),
    Seat.SOUTH: meaning("7+ hearts, 5-10 hcp"),
}
TOO_LONG = {Seat.NORTH: meaning("7+ spades"), Seat.SOUTH: meaning("7+ spades")}
TOO_STRONG = {Seat.NORTH: meaning("21+ hcp"), Seat.SOUTH: meaning("20+ hcp")}
TOO_RARE = {Seat.NORTH: meaning("4 kings"), Seat.SOUTH: meaning("4 aces")}
GIVEN_UP = {Seat.NORTH: meaning("30+ hcp in spades")}


def test_a_preempt_on_six_cards_is_found_where_seven_cannot_be() -> None:
    sampler = Sampler(SIX_HEARTS)
    assert sampler.impossible == (Seat.SOUTH,)
    found = sampler.draw(1000, seed=1)
    assert not found.exact
    impossible, softened = found.remarks
    assert "South can have no hand with 'hearts 7+, hcp 5-10'" in impossible
    assert "South was stretched" in softened
    hearts = np.bitwise_count(found.deals[:, Seat.SOUTH] & np.uint64(CardSet.parse(".AKQJT98765432..").bits))
    assert (hearts == 6).all()
    assert set(found.weights.tolist()) == {0.5, 0.25}
    assert not found.is_given_up


def test_two_meanings_that_exclude_each_other_are_both_stretched() -> None:
    sampler = Sampler(TOO_LONG)
    assert sampler.impossible == ()
    found = sampler.draw(100, seed=1)
    assert not found.exact
    assert "lengths" in found.remarks[0]
    assert len(found) == 100
    assert found.weights.max() == 0.5


def test_lengths_that_do_not_go_together_are_found_out_even_where_few_are_excluded() -> None:
    found = sample({Seat.SOUTH: meaning("13 hearts"), Seat.WEST: meaning("1+ hearts")}, 10, seed=1)
    assert "lengths" in found.remarks[0]
    assert len(found) == 10


def test_points_that_exclude_each_other_are_given_up_after_so_many_tries() -> None:
    found = sample(TOO_STRONG, 10, seed=1, most_tries=400_000)
    assert not found.exact
    assert "none of 400,000 deals" in found.remarks[0]
    assert "North, South was stretched" in found.remarks[1]
    assert len(found) > 0


def test_a_meaning_no_hand_has_at_all_is_given_up_in_the_end() -> None:
    found = sample(GIVEN_UP, 10, seed=1)
    assert "given up" in found.remarks[-1]
    assert found.is_given_up
    assert len(found) == 10
    assert_legal(found.deals)


def test_too_few_tries_give_fewer_deals_and_say_so() -> None:
    found = sample(TOO_RARE, 1000, seed=1, most_tries=8000)
    assert 0 < len(found) < 1000
    assert found.exact
    (remark,) = found.remarks
    assert f"only {len(found)} of 1000 deals" in remark


# Stretching


@pytest.mark.parametrize(
    ("condition", "wider"),
    [
        ("7+ hearts, 5-10 hcp", "hearts 6+, hcp 4-11"),
        ("(6 spades or 6 hearts), 2+ aces", "(spades 5-7 or hearts 5-7), aces 1+"),
        ("not 4+ spades", "spades 4-"),
        ("hearts > spades", "hearts - spades >= 0"),
        ("stopper in clubs", "true"),
    ],
)
def test_stretching_moves_each_limit_by_one(condition: str, wider: str) -> None:
    one, other = stretched(hands.parse(condition), 1), hands.parse(wider)
    assert hands.prove(one, other).holds
    assert hands.prove(other, one).holds


@pytest.mark.parametrize(
    "condition", ["15-17 balanced", "5+ hearts or 4 aces", "not (5+ spades, 12+ hcp)", "AK in clubs"]
)
def test_a_hand_is_no_step_away_exactly_if_it_fits(condition: str) -> None:
    predicate = hands.parse(condition)
    packed = deals.packed_deals(np.random.default_rng(1), 4000)[:, 0].copy()
    away = steps_away(predicate, packed)
    assert ((away == 0) == predicate.packed(packed)).all()
    assert (stretched(predicate, 13).packed(packed) >= (away <= 13)).all()


@pytest.mark.parametrize(
    "condition", [*CONDITIONS, "spades >= hearts, 4333 or 5 clubs", "majors 7+, A in hearts"]
)
def test_no_possible_shape_is_missing(condition: str) -> None:
    shapes = {tuple(shape) for shape in possible_shapes([hands.parse(condition)])}
    assert set(hands.tabulate(condition, ["spades", "hearts", "diamonds", "clubs"])) <= shapes
