"""What a card and a set of cards are."""

from __future__ import annotations

import pytest
from hypothesis import given

from overtrick import PACK, Card, CardSet, DealError, NotationError, Rank, Seat, Side, Strain, Suit, Vul
from tests import strategies as some


def test_the_pack_has_fifty_two_different_cards() -> None:
    assert [card.index for card in PACK] == list(range(52))
    assert len(set(PACK)) == 52


def test_cards_are_numbered_from_the_club_two_to_the_spade_ace() -> None:
    assert Card.parse("C2").index == 0
    assert Card.parse("HK").index == 37
    assert Card.parse("SA").index == 51
    assert sorted(PACK, reverse=True)[0] is Card.parse("SA")


@pytest.mark.parametrize("text", ["HT", "ht", "H10", "♥10", "♡T", " ht "])
def test_a_card_is_read_however_it_is_written(text: str) -> None:
    assert Card.parse(text) is Card(Suit.HEARTS, Rank.TEN)


@pytest.mark.parametrize("text", ["", "H", "TH", "H1", "HKQ", "XK", "H11", "hearts king"])
def test_what_is_not_a_card_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)


def test_the_ten_is_10_in_print_and_T_in_data() -> None:
    ten = Card.parse("S10")
    assert (str(ten), ten.print, ten.word) == ("ST", "♠10", "spade 10")


def test_the_ranks_of_the_strains_are_those_of_the_bidding() -> None:
    assert [str(strain) for strain in sorted(Strain)] == ["C", "D", "H", "S", "NT"]
    assert [strain.suit for strain in Strain] == [*Suit, None]
    assert [suit.strain for suit in Suit] == list(Strain)[:4]


@given(some.card_sets)
def test_a_set_and_its_complement_hold_forty_points(cards: CardSet) -> None:
    assert cards.hcp + (CardSet.pack() - cards).hcp == 40


@given(some.card_sets, some.card_sets)
def test_sets_of_cards_behave_as_python_sets_do(one: CardSet, other: CardSet) -> None:
    first, second = set(one), set(other)
    assert {card for card in PACK if card in one} == first
    assert (set(one | other), set(one & other), set(one - other)) == (
        first | second,
        first & second,
        first - second,
    )
    assert (one <= other) == (first <= second)
    assert (one & other) <= one
    assert len(one) == len(first) == sum(one.length(suit) for suit in Suit)
    assert bool(one) == bool(first)


@given(some.card_sets, some.cards)
def test_a_card_is_added_and_taken_away(cards: CardSet, card: Card) -> None:
    assert set(cards.plus(card)) == {*cards, card}
    assert set(cards.minus(card)) == set(cards) - {card}


@given(some.card_sets)
def test_a_player_sorts_spades_first_and_high_to_low(cards: CardSet) -> None:
    assert list(cards) == sorted(cards, reverse=True)
    assert "".join(map(str, cards.ranks(Suit.HEARTS))) == cards.holding(Suit.HEARTS)


@pytest.mark.parametrize(
    "text",
    [
        "AQ84.QT98.J.KQ43",
        "aq84.q1098.j.kq43",
        "48QA.89TQ.J.34QK",
        "AQ84 QT98 J KQ43",
        "♠AQ84 ♥QT98 ♦J ♣KQ43",
        "S AQ84 H Q1098 D J C KQ43",
        "CKQ43DJHQT98SAQ84",
        "♣ K Q 4 3, ♦ J, ♥ Q 10 9 8, ♠ A Q 8 4",
    ],
)
def test_a_hand_is_read_however_it_is_written(text: str) -> None:
    assert str(CardSet.parse(text)) == "AQ84.QT98.J.KQ43"


@pytest.mark.parametrize("text", ["AKQ...", "AKQ.-.-.-", "AKQ - - -", "♠AKQ", "SAKQ H- D— C"])
def test_a_void_is_nothing_or_a_dash(text: str) -> None:
    assert str(CardSet.parse(text)) == "AKQ..."


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("AAK...", ["the ♠A appears twice"]),
        ("AKQ", ["expected four suits separated by dots, found 1"]),
        ("....", ["expected four suits separated by dots, found 5"]),
        ("A1K.X..22", ["'1' is not a rank", "'X' is not a rank", "the ♣2 appears twice"]),
        ("SAK SQ H2", ["spades are listed twice"]),
        ("AK ♥Q", ["'AK' stands before any suit"]),
    ],
)
def test_an_impossible_hand_says_everything_that_is_wrong(text: str, faults: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        CardSet.parse(text)
    assert list(caught.value.faults) == faults
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("bits", [-1, 1 << 52])
def test_a_set_outside_the_pack_cannot_be_built(bits: int) -> None:
    with pytest.raises(DealError, match="outside the 52 cards"):
        CardSet(bits)


def test_partners_sit_opposite_and_the_turn_passes_to_the_left() -> None:
    for seat in Seat:
        assert seat.partner.partner is seat.lho.rho is seat.next(4) is seat
        assert seat.side is seat.partner.side is not seat.lho.side
        assert seat in seat.side.seats
        assert seat.clockwise() == (seat, seat.lho, seat.partner, seat.rho)
    assert Seat.NORTH.lho is Seat.EAST
    assert Side.NS.opponents is Side.EW


VULNERABLE_ON_BOARD = [
    *("None", "NS", "EW", "Both"),
    *("NS", "EW", "Both", "None"),
    *("EW", "Both", "None", "NS"),
    *("Both", "None", "NS", "EW"),
]


@pytest.mark.parametrize(("number", "expected"), list(enumerate(VULNERABLE_ON_BOARD * 2, 1)))
def test_the_vulnerability_of_a_board_goes_by_its_number(number: int, expected: str) -> None:
    assert str(Vul.on_board(number)) == expected


@pytest.mark.parametrize(
    ("vul", "north", "east"), [("None", 0, 0), ("NS", 1, 0), ("EW", 0, 1), ("Both", 1, 1)]
)
def test_vulnerability_includes_seats_and_sides(vul: str, north: bool, east: bool) -> None:
    vulnerable = Vul.parse(vul)
    assert (
        vulnerable.includes(Seat.NORTH)
        == vulnerable.includes(Seat.SOUTH)
        == vulnerable.includes(Side.NS)
        == north
    )
    assert (
        vulnerable.includes(Seat.EAST)
        == vulnerable.includes(Seat.WEST)
        == vulnerable.includes(Side.EW)
        == east
    )


@pytest.mark.parametrize(
    ("text", "vul"),
    [
        ("All", "Both"),
        ("love", "None"),
        ("-", "None"),
        ("N-S", "NS"),
        ("e/w", "EW"),
    ],
)
def test_other_names_of_a_vulnerability_are_understood(text: str, vul: str) -> None:
    assert str(Vul.parse(text)) == vul
