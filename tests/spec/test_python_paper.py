"""The figures of Sterling and Nygate (1990): type, victim and value, and every printed line of play.

What could not be read in the scan is filled in as docs/squeezes.md says.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from overtrick import dd
from overtrick.core import Card, Deal, Play, Seat, Side, Strain
from overtrick.squeezes import Ending, Kind, Modifier, analyse

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
FIGURE_3_LEFT = "N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"
FIGURE_3_RIGHT = "N:AT9.3.. 543.4.. K87...A QJ.Q2..;NT;S"
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6_AS_SCANNED = "N:.AJ.J92. .KQ.QT.A A.3.K6.J ..43.T95;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"


@dataclass(frozen=True)
class Expected:
    """What the paper says, or what follows from the cards."""

    ending: str
    kind: Kind | None
    victims: str
    tops: int
    tricks: int
    first_cards: str
    """South's cards that keep the value; any of them is a right way to begin."""


FIGURES = {
    "2": Expected(FIGURE_2, Kind.SIMPLE, "W", 2, 3, "CA"),
    "3 left": Expected(FIGURE_3_LEFT, None, "", 4, 4, "S7 SK CA S9"),
    "3 right": Expected(FIGURE_3_RIGHT, None, "", 4, 4, "CA"),
    "5": Expected(FIGURE_5, Kind.DOUBLE, "EW", 2, 3, "S2"),
    "6 as scanned": Expected(FIGURE_6_AS_SCANNED, Kind.REPEATING, "E", 3, 5, "SA DK"),
    "6 repaired": Expected(FIGURE_6, Kind.TRIPLE, "E", 3, 4, "SA DK"),
    "7": Expected(FIGURE_7, Kind.REPEATING, "W", 5, 7, "SA HA D6 D8 DK"),
    "8": Expected(FIGURE_8, Kind.TRUMP, "W", 4, 5, "S3 D5 D6"),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_each_figure_has_the_type_the_victim_and_the_value_of_the_paper(figure: str) -> None:
    expected = FIGURES[figure]
    report = analyse(Ending.parse(expected.ending))
    assert (None if report.squeeze is None else report.squeeze.kind) is expected.kind
    assert "".join(map(str, report.values.victims)) == expected.victims
    assert (report.values.tops, report.values.tricks) == (expected.tops, expected.tricks)


@pytest.mark.parametrize("figure", ["2", "5", "6 repaired", "7", "8"])
def test_the_cards_that_keep_the_value_are_those_the_design_found(figure: str) -> None:
    expected = FIGURES[figure]
    found = dd.cards(Play.parse(expected.ending))
    keeping = {card for card, tricks in found.items() if tricks == expected.tricks}
    assert keeping == {Card.parse(word) for word in expected.first_cards.split()}


# Every line of play that the paper prints: cards in the order played, and the tricks declarer wins.

LINES = {
    "2, the spade king thrown": (FIGURE_2, "CA SK HJ C3 H3 HQ HA S9 SQ ST S2 HK", 3),
    "2, a heart thrown": (FIGURE_2, "CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK", 3),
    "3 left, South wins the last": (
        FIGURE_3_LEFT,
        "S7 SJ SA S3 ST S4 SK SQ S9 H2 S8 S5",
        3,
    ),
    "3 left, North wins the last": (
        FIGURE_3_LEFT,
        "SK SJ S8 S3 S9 SQ SA S4 ST S5 S7 H2",
        3,
    ),
    "3 right, the ten thrown": (FIGURE_3_RIGHT, "CA H2 ST H4 S7 SJ SA S3 S9 S4 SK SQ S8 HQ H3 S5", 4),
    "8, a heart thrown": (FIGURE_8, "D6 HQ S2 H7 H4 HK HA H8 HJ H9 H5 S5 SA S8 S3 S6 S9 SQ D5 SK", 5),
    "8, a spade thrown": (FIGURE_8, "D6 S5 HJ H7 S3 S6 SA S8 S2 SQ D5 SK H4 HQ HA H8 S9 H9 H5 HK", 5),
}


@pytest.mark.parametrize("line", LINES)
def test_every_printed_line_can_be_played_and_wins_what_it_should(line: str) -> None:
    ending, cards, tricks = LINES[line]
    play = Play.parse(f"{ending};{cards}")
    assert len(play.tricks) == len(cards.split()) // 4
    assert play.tricks_won(Side.NS) == tricks


@pytest.mark.parametrize("line", [name for name in LINES if name[0] in "28"])
def test_no_card_of_declarer_in_a_printed_squeeze_line_costs_a_trick(line: str) -> None:
    ending, cards, tricks = LINES[line]
    start, checked = Play.parse(ending), 0
    play = start
    for word in cards.split():
        value = play.tricks_won(Side.NS) + _tricks_ns(play)
        if play.to_play.side is Side.NS:
            checked += 1
            later = play.then(Card.parse(word))
            assert later.tricks_won(Side.NS) + _tricks_ns(later) == value >= tricks
        play = play.then(Card.parse(word))
    assert checked == 2 * start.start.cards_each


def _tricks_ns(play: Play) -> int:
    if play.is_over:
        return 0
    best = max(dd.cards(play).values())
    left = play.start.cards_each - len(play.cards) // 4
    return best if play.to_play.side is Side.NS else left - best


# What it says about its figures


def test_with_east_and_west_exchanged_figure_2_is_no_squeeze() -> None:
    north, east, south, west = Ending.parse(FIGURE_2).deal.hands
    exchanged = Ending(Deal((north, west, south, east)), *_strain_and_leader(FIGURE_2))
    assert analyse(exchanged).squeeze is None
    assert analyse(exchanged).values.tricks == 2


@pytest.mark.parametrize("are_exchanged", [False, True])
def test_with_the_spades_of_north_and_south_exchanged_figure_2_squeezes_either(are_exchanged: bool) -> None:
    deal = Deal.parse("N:2.AJ.. T9...3 Q.3..A K.KQ..")
    north, east, south, west = deal.hands
    hands = (north, west, south, east) if are_exchanged else deal.hands
    report = analyse(Ending(Deal(hands), *_strain_and_leader(FIGURE_2)))
    assert report.squeeze is not None
    assert Modifier.AUTOMATIC in report.squeeze.modifiers
    assert report.values.victims == (Seat.EAST if are_exchanged else Seat.WEST,)


def _strain_and_leader(text: str) -> tuple[Strain, Seat]:
    ending = Ending.parse(text)
    return ending.strain, ending.leader
