"""What tricks and plays are."""

from __future__ import annotations

import pytest

from overtrick import (
    Card,
    Contract,
    Deal,
    DealError,
    IllegalPlay,
    NotationError,
    Play,
    Seat,
    Side,
    Strain,
    Suit,
    Trick,
)

ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"


@pytest.mark.parametrize(
    ("trick", "strain", "winner"),
    [
        ("W: H5 HK H2 H3", Strain.NOTRUMP, Seat.NORTH),
        ("W: H5 HK S2 H3", Strain.NOTRUMP, Seat.NORTH),
        ("W: H5 HK S2 H3", Strain.SPADES, Seat.EAST),
        ("W: H5 S3 S2 S4", Strain.SPADES, Seat.SOUTH),
        ("W: H5 CA DA SA", Strain.NOTRUMP, Seat.WEST),
        ("W: H5 HA", Strain.CLUBS, Seat.NORTH),
    ],
)
def test_a_trick_goes_to_the_highest_trump_or_the_highest_card_of_the_suit_led(
    trick: str, strain: Strain, winner: Seat
) -> None:
    assert Trick.parse(trick).winner(strain) is winner


def test_a_trick_knows_whose_turn_it_is() -> None:
    trick = Trick.parse("E: D2 D3")
    assert (trick.suit, trick.to_play, trick.is_complete) == (Suit.DIAMONDS, Seat.WEST, False)
    assert Trick.parse("E: D2 D3 D4 D5").to_play is None
    assert Trick(Seat.EAST).suit is None


@pytest.mark.parametrize("trick", ["N: SA SA", "N: SA SK SQ SJ ST"])
def test_an_impossible_trick_is_refused(trick: str) -> None:
    with pytest.raises(IllegalPlay):
        Trick.parse(trick)


def test_nobody_wins_an_empty_trick() -> None:
    with pytest.raises(IllegalPlay, match="nobody has played"):
        Trick(Seat.NORTH).winner(Strain.CLUBS)


def test_the_opening_lead_is_made_by_the_player_on_declarers_left() -> None:
    play = Play.of(Deal.unknown(), Contract.parse("3NT by S"))
    assert (play.to_play, play.strain) == (Seat.WEST, Strain.NOTRUMP)


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("S2 SK SQ C3", "East may not play the ♣3: spades were led and East can follow suit"),
        ("HK", "South may not play the ♥K: South does not hold it"),
        ("CA CA", "West may not play the ♣A: it was played before"),
        ("D2", "South may not play the ♦2: South does not hold it"),
        ("CA SK SQ C3 H3 HQ HA T9 S2", "'T9' is not a card"),
        ("CA SK SQ C3 H3 HQ HA ST HJ S9 S2 HK H2", "the ♥2 cannot be played: the play is over"),
    ],
)
def test_an_illegal_card_is_refused_with_the_law_behind_it(cards: str, fault: str) -> None:
    with pytest.raises((IllegalPlay, NotationError)) as caught:
        Play.parse(f"{ENDING};{cards}")
    assert fault in str(caught.value)


def test_a_revoke_is_not_a_legal_play_even_from_a_hand_nobody_has_seen() -> None:
    play = Play.parse("N:AK2... - - -;NT;N;SA H2")
    assert play.shown_out(Seat.EAST) == (Suit.SPADES,)
    later = play.then(Card.parse("S3")).then(Card.parse("S4")).then(Card.parse("SK"))
    assert not later.legal_cards.length(Suit.SPADES)
    with pytest.raises(IllegalPlay, match="East has shown out of spades"):
        later.then(Card.parse("S5"))


def test_the_only_hand_that_can_hold_the_rest_of_a_suit_must_follow() -> None:
    play = Play.parse("N:AKQJT98765.AKQ.. - - -;NT;N;SA H2 D2")
    assert str(play.legal_cards) == "432..."
    three_known = "N:AKQJT98765432... - .AKQJT98765432.. ..AKQJT98765432."
    assert str(Play.parse(f"{three_known};NT;E").legal_cards) == "...AKQJT98765432"


def test_no_more_cards_can_be_taken_back_than_were_played() -> None:
    play = Play.parse(f"{ENDING};CA SK")
    assert play.back(2) == Play.parse(ENDING)
    for cards in (-1, 3):
        with pytest.raises(IllegalPlay, match="cannot be taken back"):
            play.back(cards)


def test_every_fault_of_a_play_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        Play.parse("N:A... K... Q... J...;ZZ;Q;SA YY")
    assert [fault.split()[0] for fault in caught.value.faults] == ["'ZZ'", "'Q'", "'YY'"]


def test_a_card_in_a_known_hand_cannot_come_from_an_unknown_one() -> None:
    with pytest.raises(IllegalPlay, match="East does not hold it"):
        Play.parse("N:AK2... - - -;NT;E;SA")


def test_the_squeeze_of_a_simple_ending_plays_out() -> None:
    play = Play.parse(f"{ENDING};CA SK HJ C3 S2 HQ SQ S9 HA ST H3 HK")
    assert play.is_over
    assert (play.tricks_won(Side.NS), play.tricks_won(Side.EW)) == (3, 0)
    assert [trick.leader for trick in play.tricks] == [Seat.SOUTH, Seat.SOUTH, Seat.NORTH]


def test_hands_are_uneven_in_the_middle_of_a_trick() -> None:
    play = Play.parse(f"{ENDING};CA SK")
    assert [len(hand) for _, hand in play.remaining.items()] == [3, 3, 2, 2]
    assert play.trick == Trick.parse("S: CA SK")


def test_a_trick_begins_with_hands_of_equal_length() -> None:
    with pytest.raises(DealError, match="not North 2, East 1"):
        Play(Deal.parse("N:AK... Q... - -"), Strain.CLUBS, Seat.NORTH)


def test_a_card_cannot_be_on_the_table_and_in_the_hand() -> None:
    with pytest.raises(IllegalPlay, match="both on the table and in West's hand"):
        Play.resume(Deal.parse("N:A... K... Q... J..."), Strain.CLUBS, Trick.parse("W: SJ"))


@pytest.mark.parametrize("text", ["", "N:A... K... Q... J...", "N:A... K... Q... J...;NT", "a;b;c;d;e"])
def test_what_is_not_a_play_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a play"):
        Play.parse(text)
