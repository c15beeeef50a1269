"""Squeezes by rule: the paper's predicates on its own figures, and the answers of defenders.

The figures are those of Sterling and Nygate, "PYTHON: an expert squeezer" (1990), with the cards that its
text does not fix filled in; figure 6 is repaired so that it is the triple squeeze the paper calls it.
"""

from __future__ import annotations

import pytest

from overtrick.core import Card, Seat, Strain, Suit
from overtrick.squeezes.ending import Ending, Hands, State
from overtrick.squeezes.rules import RuleSqueeze, blue, recognise
from overtrick.squeezes.rules.blue import (
    cashed,
    double_entry,
    has_entry,
    has_small,
    has_winner,
    losers,
    simple_entry,
    squeezed,
    threat_in,
    threats,
)
from overtrick.squeezes.rules.lines import answers, cashable, equals, has_to_spare, lines
from overtrick.squeezes.suits import is_blocked, layout, protects, threat_rank, tops, winners

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
FIGURE_2_DEFENDERS_EXCHANGED = "N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"
FIGURE_2_SPADES_EXCHANGED = "N:2.AJ.. T9...3 Q.3..A K.KQ..;NT;S"
FIGURE_2_BOTH_EXCHANGED = "N:2.AJ.. K.KQ.. Q.3..A T9...3;NT;S"
FIGURE_3_LEFT = "N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"
FIGURE_3_RIGHT = "N:AT9.3.. 543.4.. K87...A QJ.Q2..;NT;S"
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"

WEST, EAST, SOUTH, NORTH = Seat.WEST, Seat.EAST, Seat.SOUTH, Seat.NORTH


def hands(text: str) -> Hands:
    return Ending.parse(text).state.hands


def found(text: str) -> RuleSqueeze:
    squeeze = recognise(Ending.parse(text))
    assert squeeze is not None
    return squeeze


def ranks(text: str) -> int:
    return sum(1 << "23456789TJQKA".index(letter) for letter in text)


# Suits


def test_the_ace_of_hearts_is_the_only_winner_in_hearts_in_figure_2() -> None:
    hearts = layout(hands(FIGURE_2), Suit.HEARTS)
    assert tops(hearts) == ranks("A")
    assert winners(hearts) == 1
    assert threat_rank(hearts) == "23456789TJQKA".index("J")


def test_long_cards_are_winners_when_the_defenders_run_out() -> None:
    assert winners(layout(hands(FIGURE_3_LEFT), Suit.SPADES)) == 3


@pytest.mark.parametrize(
    ("guard", "threat", "tricks", "answer"),
    [("KQ", "J", 1, True), ("K", "J", 1, False), ("T9", "J", 1, False), ("K", "Q", 0, True)],
)
def test_a_guard_is_higher_than_the_threat_and_longer_than_the_winners(
    guard: str, threat: str, tricks: int, answer: bool
) -> None:
    assert protects(ranks(guard), "23456789TJQKA".index(threat), tricks) is answer


def test_figure_3_is_blocked_for_south_on_the_right_only() -> None:
    for figure, answer in ((FIGURE_3_LEFT, False), (FIGURE_3_RIGHT, True)):
        spades = layout(hands(figure), Suit.SPADES)
        assert is_blocked(spades.south, spades.north, spades.west) is answer


# Losers and threats


@pytest.mark.parametrize(
    ("figure", "number"),
    [(FIGURE_2, 1), (FIGURE_3_LEFT, 0), (FIGURE_5, 1), (FIGURE_6, 2), (FIGURE_7, 2), (FIGURE_8, 1)],
)
def test_losers(figure: str, number: int) -> None:
    assert losers(hands(figure)) == number


def test_the_threats_of_figure_2_are_the_queen_of_spades_and_the_jack_of_hearts() -> None:
    spade, heart = threats(hands(FIGURE_2))
    assert (spade.card, spade.seat, spade.winners) == (Card.parse("SQ"), NORTH, 0)
    assert (heart.card, heart.seat, heart.winners) == (Card.parse("HJ"), NORTH, 1)
    assert spade.protected_by == heart.protected_by == (WEST,)
    assert heart.guards == (Card.parse("HK"), Card.parse("HQ"))


def test_both_defenders_protect_clubs_in_figure_5() -> None:
    club = threat_in(hands(FIGURE_5), Suit.CLUBS)
    assert club is not None
    assert club.protected_by == (EAST, WEST)


def test_the_nine_of_spades_is_a_trump_threat_in_figure_8() -> None:
    """Without trumps two spades would be enough, and East would hold them, too."""
    with_trumps = threat_in(hands(FIGURE_8), Suit.SPADES, Suit.DIAMONDS)
    without = threat_in(hands(FIGURE_8), Suit.SPADES)
    assert with_trumps is not None
    assert without is not None
    assert (with_trumps.is_trump_threat, with_trumps.protected_by) == (True, (WEST,))
    assert (without.is_trump_threat, without.protected_by) == (False, (EAST, WEST))


def test_winners_and_small_cards_make_an_entry() -> None:
    cards = hands(FIGURE_2)
    assert has_winner(cards, NORTH, Suit.HEARTS)
    assert has_small(cards, SOUTH, Suit.HEARTS)
    assert has_entry(cards, Suit.HEARTS, SOUTH)
    assert not has_entry(cards, Suit.SPADES, SOUTH)


# Entries


@pytest.mark.parametrize(
    ("text", "entry", "victims"),
    [
        (FIGURE_2, "e11", (WEST,)),
        (FIGURE_2_SPADES_EXCHANGED, "e12", (WEST, EAST)),
        ("N:9.A2.. T8...3 .J3..A K.KQ..;NT;S", "e21", (WEST,)),
        ("N:9.A2.. T8...3 .KJ..A Q.Q43..;NT;S", "e22", (WEST, EAST)),
        ("N:Q4.A.. T8...3 A.J4..A KJ.KQ..;NT;S", "e32", (WEST, EAST)),
    ],
)
def test_entry_classes(text: str, entry: str, victims: tuple[Seat, ...]) -> None:
    cards = _unequal(text)
    spade, heart = (threat_in(cards, suit) for suit in (Suit.SPADES, Suit.HEARTS))
    assert spade is not None
    assert heart is not None
    assert simple_entry(cards, (spade, heart), SOUTH) == entry
    assert squeezed(SOUTH, entry) == victims


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("N:.8..A3 ..9.T9 2..8.8 .Q..QJ;NT;S", "b1"),
        ("N:.Q.Q.K4 ..K.987 A...A53 .K..QJT;NT;S", "b2"),
        ("N:.AJ..A3 ..KQ.JT A..AJ.2 .KQ..KQ;NT;S", "b4"),
    ],
)
def test_loves_conditions_for_hearts_at_the_left_and_diamonds_at_the_right(text: str, entry: str) -> None:
    cards = hands(text)
    club, heart, diamond = (threat_in(cards, suit) for suit in (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS))
    assert club is not None
    assert heart is not None
    assert diamond is not None
    assert double_entry(cards, both=club, left=heart, right=diamond, squeezer=SOUTH) == entry


def test_winners_that_cannot_be_reached_are_not_cashed() -> None:
    cards = hands("N:AK... 32... .32.. Q.A..;NT;S")
    assert (losers(cards), cashed(cards, SOUTH), cashed(cards, NORTH)) == (0, 0, 2)


def _unequal(text: str) -> Hands:
    """Hands that need not be of one length: entries are read suit by suit."""
    north, east, south, west = (
        sum(ranks(part) << 13 * suit for suit, part in zip((3, 2, 1, 0), hand.split("."), strict=True))
        for hand in text.split(";")[0].removeprefix("N:").split()
    )
    return north, east, south, west


# Defence


def test_a_card_too_many_can_be_spared_and_a_guard_cannot() -> None:
    cards = _unequal("N:Q.AJ.. T9...3 2.3..A K.KQ2..4;NT;S")
    assert has_to_spare(cards, WEST, Suit.HEARTS)
    assert not has_to_spare(cards, WEST, Suit.SPADES)
    assert has_to_spare(cards, EAST, Suit.CLUBS)
    assert not has_to_spare(hands(FIGURE_2), WEST, Suit.HEARTS)


def test_a_defender_cashes_the_setting_tricks() -> None:
    cards = _unequal("N:K... Q.2.. .J4.. .AK3..;NT;S")
    assert cashable(cards, WEST, Suit.HEARTS) == 3
    assert [*answers(State(cards, Strain.NOTRUMP, WEST), 2, is_free=False)] == [Card.parse("HK").index]


def test_a_squeezed_defender_has_one_answer_for_each_suit() -> None:
    cards = _unequal("N:Q.AJ.. T9...3 2.3.. K.KQ..;NT;S")
    led = State(cards, Strain.NOTRUMP, SOUTH, (Card.parse("CA").index,))
    thrown = answers(led, 0, is_free=False)
    assert thrown == [Card.parse("HQ").index, Card.parse("SK").index]


def test_touching_cards_are_one_choice() -> None:
    assert equals(ranks("KQ9"), ranks("AKQJ9"), Suit.CLUBS) == (7, 10)
    assert equals(ranks("KQ9"), ranks("AKQ9"), Suit.CLUBS) == (7,)


def test_figure_2_wins_all_tricks_only_if_west_must_discard() -> None:
    state = Ending.parse(FIGURE_2).state
    assert lines().reaches(state, 0)
    assert lines(EAST).reaches(state, 0)
    assert not lines(WEST).reaches(state, 0)


# The paper's figures


@pytest.mark.parametrize(
    ("figure", "kind", "victims", "gain", "tricks", "entry"),
    [
        (FIGURE_2, "simple", (WEST,), 1, 3, "e11"),
        (FIGURE_2_SPADES_EXCHANGED, "simple", (WEST,), 1, 3, "e12"),
        (FIGURE_2_BOTH_EXCHANGED, "simple", (EAST,), 1, 3, "e12"),
        (FIGURE_5, "double", (EAST, WEST), 1, 3, "b1"),
        (FIGURE_6, "triple", (EAST,), 1, 4, "e12"),
        (FIGURE_7, "repeating", (WEST,), 2, 7, "e12"),
        (FIGURE_8, "trump", (WEST,), 1, 5, "e11"),
    ],
)
def test_figures(
    figure: str, kind: str, victims: tuple[Seat, ...], gain: int, tricks: int, entry: str
) -> None:
    squeeze = found(figure)
    assert (squeeze.kind, squeeze.victims, squeeze.gain) == (kind, victims, gain)
    assert (squeeze.tricks, squeeze.entry) == (tricks, entry)


@pytest.mark.parametrize(
    ("text", "entry"),
    [("N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S", "b1"), ("N:.7.QJ.K7 .T3.3.Q6 T.J4.9.5 J..64.83;NT;S", "b3")],
)
def test_a_double_squeeze_has_one_of_loves_conditions(text: str, entry: str) -> None:
    squeeze = found(text)
    assert (squeeze.kind, squeeze.victims, squeeze.entry) == ("double", (EAST, WEST), entry)


@pytest.mark.parametrize("figure", [FIGURE_2_DEFENDERS_EXCHANGED, FIGURE_3_LEFT, FIGURE_3_RIGHT])
def test_no_squeeze(figure: str) -> None:
    assert recognise(Ending.parse(figure)) is None


def test_the_squeeze_card_of_figure_2_is_the_ace_of_clubs() -> None:
    squeeze = found(FIGURE_2)
    assert (squeeze.squeeze_card, squeeze.line) == (Card.parse("CA"), ())
    assert {threat.card for threat in squeeze.threats} == {Card.parse("SQ"), Card.parse("HJ")}


def test_three_suits_are_busy_in_figures_6_and_7() -> None:
    for figure in (FIGURE_6, FIGURE_7):
        squeeze = found(figure)
        assert len(squeeze.threats) == 3
        assert all(threat.protected_by == squeeze.victims for threat in squeeze.threats)


# BLUE


def test_all_letters_hold_in_figure_2() -> None:
    judged = blue(Ending.parse(FIGURE_2))
    assert judged.holds
    assert (judged.busy.victim, judged.loser.losers, judged.entry.kind) == (WEST, 1, "e11")
    assert judged.upper.hand == NORTH
    assert set(judged.upper.cards) == {Card.parse("SQ"), Card.parse("HJ")}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (FIGURE_2_DEFENDERS_EXCHANGED, "U"),
        ("N:Q.AJ.. T9...3 2.3..2 K.KQ..;NT;S", "L"),
        ("N:Q.AJ.. T9...3 2..5.A K.KQ..;NT;S", "E"),
        ("N:Q.AJ.. K...43 2.3..A T.KQ..;NT;S", "B"),
    ],
)
def test_a_near_miss_names_the_letter_that_fails(text: str, missing: str) -> None:
    ending = Ending.parse(text)
    assert missing in blue(ending).missing
    assert recognise(ending) is None
