"""What the page of a deal says of cards, of a claim, of hands that are short, and of a squeeze's tricks."""

from __future__ import annotations

import re

import pytest

from overtrick.core import Auction, Meaning, Seat
from overtrick.web.pages import Pages
from overtrick.web.tables.spoken import symbols
from overtrick.web.tools import deal_squeezes
from overtrick.web.tools.deal_asked import Asked
from overtrick.web.tools.deal_drawing import auction_shown
from overtrick.web.tools.deal_page import Page
from tests.spec.test_web_deal_endings import SQUEEZE, page

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
STRIP = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"
SOLID = (
    "md|3SAKQHAKQDAKQCAKQJ,SJT9HJT9DJT9CT987,S876H876D876C6543,S5432H5432D5432C2|sv|o|"
    "mb|7N|mb|p|mb|p|mb|p|pc|S5|pc|SA|pc|S9|pc|S6|mc|{}|"
)


def grades(shown: Page) -> set[tuple[str, str]]:
    """The signs on the cards that can be played, each with its colour."""
    cards = [card for hand in shown.board.hands for suit in hand.suits for card in suit.cards]
    return {(card.mark[0], card.grade) for card in cards if card.path}


def test_colours_are_those_of_the_side_to_play() -> None:
    lead = page(Asked(deal=STRIP, contract="6H by S"))
    assert lead.board.hands[Seat.WEST].is_turn
    assert grades(lead) == {("=", "down")}
    six = page(Asked(deal=STRIP, contract="7H by S"))
    assert grades(six) == {("−", "over")}
    dummy = page(Asked(deal=STRIP, contract="6H by S", play="CK", step=1))
    assert grades(dummy) == {("=", "made")}


@pytest.mark.parametrize(
    ("asked", "legend"),
    [
        (Asked(deal=STRIP, contract="6H by S"), "declarer’s tricks over or under the contract"),
        (Asked(text=SQUEEZE), "the tricks that North–South take if it is played"),
    ],
)
def test_the_numbers_on_the_cards_are_explained(asked: Asked, legend: str) -> None:
    shown = page(asked)
    assert legend in shown.board.legend
    assert legend in Pages().drawn("deal.html", page=shown, boards=None, wrong="", text="")


def test_two_hyphens_in_a_note_are_a_dash() -> None:
    auction = Auction.parse("1C P P P", Seat.NORTH)
    shown = auction_shown(Seat.NORTH, auction, [Meaning("opening -- 3+ !c")])
    assert shown.notes == ((1, "opening – 3+ ♣"),)
    assert symbols("opening -- 3+ !C") == "opening – 3+ ♣"


def test_a_claim_ends_the_record_that_is_shown() -> None:
    shown = page(Asked(lin=SOLID.format(5)))
    assert shown.board.claim == "A claim ended the play: 5 tricks for declarer in all."
    assert shown.board.claim in Pages().drawn("deal/record.html", page=shown)
    assert page(Asked(lin=SOLID.format(5), strain="S", declarer="S", level="4")).board.claim == ""


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        (HANDS.replace("KQ43", "KQ4"), "North has only 12."),
        (HANDS.replace("KQ43", "KQ4").replace("J9532", "J953"), "North has only 12, West has only 12."),
        ("N:AQ84.QT98.J.KQ43 - - J9532.A7.KQ84.96", "East is not known, South is not known."),
    ],
)
def test_the_hand_that_is_short_is_named(deal: str, fault: str) -> None:
    told = page(Asked(deal=deal)).board.remark
    assert told == f"Double dummy needs four hands of equal length: {fault}"


def test_the_tricks_of_a_squeeze_are_counted_from_the_lead_everywhere() -> None:
    found, _ = deal_squeezes.look((STRIP, "6H by S", "CK"))
    assert found.why.startswith("In the last six tricks declarer has four top tricks and takes five:")
    assert re.findall("[Aa]t trick ([a-z0-9]+), on the ♥8", found.why) == [str(found.squeeze_trick)]
    assert not re.search("[Aa]t trick [a-z]", found.why)
