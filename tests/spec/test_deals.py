"""What a deal is: whole, partial, or impossible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Card, CardSet, Deal, DealError, Seat
from tests import strategies as some

FULL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"


def test_a_full_deal_gives_thirteen_cards_to_each() -> None:
    deal = Deal.parse(FULL)
    assert deal.is_full
    assert [deal[seat].hcp for seat in Seat] == [14, 11, 5, 10]
    assert deal.dealt == CardSet.pack()
    assert not deal.missing
    assert deal.holder(Card.parse("DA")) is Seat.EAST


@pytest.mark.parametrize("first", "NESW")
def test_the_hands_go_clockwise_from_the_seat_that_is_named(first: str) -> None:
    hands = FULL[2:].split()
    place = "NESW".index(first)
    turned = " ".join(hands[place:] + hands[:place])
    assert Deal.parse(f"{first}:{turned}") == Deal.parse(FULL)


@pytest.mark.parametrize(
    "text",
    [
        FULL.lower(),
        FULL.replace("T", "10"),
        FULL[2:],
        FULL.replace(" ", "\n"),
        "N " + FULL[1:],
        "W: ♠J9532 ♥A7 ♦KQ84 ♣96 South: ♠T76 ♥54 ♦753 ♣AJT82 East: K.KJ632.AT962.75 N: AQ84.QT98.J.KQ43",
    ],
)
def test_a_deal_is_read_however_it_is_written(text: str) -> None:
    assert str(Deal.parse(text)) == FULL


def test_an_ending_and_unknown_hands_are_deals_like_any_other() -> None:
    ending = Deal.parse("N:Q.AJ.. - 2.3..A K.KQ..")
    assert ending.known == (Seat.NORTH, Seat.SOUTH, Seat.WEST)
    assert ending.cards_each == 3
    assert not ending.is_full
    assert ending.get(Seat.EAST) is None
    assert ending.holder(Card.parse("SA")) is None
    with pytest.raises(DealError, match="East's hand is unknown"):
        ending[Seat.EAST]


@pytest.mark.parametrize("text", ["N: ♠AK ♥2 ♦3 ♣4", "N:AK.2.3.4", "north: SAK H2 D3 C4", "N:AK.2.3.4 - - -"])
def test_one_hand_with_its_seat_is_a_deal(text: str) -> None:
    assert str(Deal.parse(text)) == "N:AK.2.3.4 - - -"


def test_suit_letters_may_stand_inside_the_hands_of_a_deal() -> None:
    assert str(Deal.parse("E:SAH2 S3.H4 - SKHQ")) == "N:K.Q.. A.2.. 3.4.. -"


def test_a_deal_has_four_hands() -> None:
    with pytest.raises(DealError, match="a deal has four hands, not 2"):
        Deal((None, None))


def test_an_empty_hand_is_not_an_unknown_hand() -> None:
    deal = Deal.parse("N:... - ... ...")
    assert deal[Seat.NORTH] == CardSet()
    assert deal.known == (Seat.NORTH, Seat.SOUTH, Seat.WEST)


def test_three_hands_of_thirteen_complete_the_fourth_and_two_do_not() -> None:
    deal = Deal.parse(FULL)
    assert deal.with_hand(Seat.SOUTH, None).completed() == deal
    two = deal.with_hand(Seat.SOUTH, None).with_hand(Seat.EAST, None)
    assert two.completed() == two


@given(some.deals(), st.integers(-4, 8))
def test_turning_the_table_turns_every_hand(deal: Deal, steps: int) -> None:
    turned = deal.rotated(steps)
    assert all(turned.get(seat.next(steps)) == deal.get(seat) for seat in Seat)
    assert turned.rotated(-steps) == deal


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "N:AQ84.QT98.J7.KQ4 K.KJ632.AT9627.75 T76.54.53.AJT82 J9532.A7.KQ84.96",
            ["East has 14 cards: the ♦7 is also in North"],
        ),
        ("N:A... A... - -", ["the ♠A is in both North and East"]),
        (
            "N:AK... AK... A... -",
            ["the ♠A is in North and East and South", "the ♠K is in both North and East"],
        ),
        ("N:AKQJT98765432.A.. - - -", ["North has 14 cards"]),
        ("N:AA... 1... - -", ["North: the ♠A appears twice", "East: '1' is not a rank"]),
        ("N:AA... A... - -", ["North: the ♠A appears twice", "the ♠A is in both North and East"]),
        ("N:A... K...", ["expected four hands, found 2"]),
        ("", ["expected four hands, found 0"]),
        ("N: A... N: K...", ["North is listed twice"]),
        ("AK N: A... S: K...", ["'AK' stands before any seat"]),
    ],
)
def test_an_impossible_deal_says_everything_that_is_wrong(text: str, faults: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse(text)
    assert list(caught.value.faults) == faults
    assert repr(text) in str(caught.value)


def test_an_impossible_deal_cannot_be_built_from_hands_either() -> None:
    with pytest.raises(DealError, match="the ♥A is in both South and West"):
        Deal.of({Seat.SOUTH: CardSet.parse(".A.."), Seat.WEST: CardSet.parse(".A..")})
