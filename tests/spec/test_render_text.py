"""What a picture shows as text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from overtrick import Auction, Board, CardSet, Deal, Meaning, Play, Seat, Trick, Vul
from overtrick.render import text
from tests.pictures import DEAL, ENDGAME, ENDING, HOSTILE, NASTY, PLAY, STORY, SUIT_SYMBOLS, every_value

FULL_DEAL = """\
               North 14
               ♠ A Q 8 4
               ♥ Q 10 9 8
               ♦ J
               ♣ K Q 4 3
West 10                        East 11
♠ J 9 5 3 2      N             ♠ K
♥ A 7          W   E           ♥ K J 6 3 2
♦ K Q 8 4        S             ♦ A 10 9 6 2
♣ 9 6                          ♣ 7 5
               South 5
               ♠ 10 7 6
               ♥ 5 4
               ♦ 7 5 3
               ♣ A J 10 8 2"""

WHOLE_STORY = """\
Board 7        North 14
South deals    ♠ A Q 8 4
N-S vul        ♥ Q 10 9 8
               ♦ J
               ♣ K Q 4 3
West 10                        East 11
♠ J 9 5 3 2      N             ♠ K
♥ A 7          W   E           ♥ K J 6 3 2
♦ K Q 8 4        S             ♦ A 10 9 6 2
♣ 9 6                          ♣ 7 5
               South 5
               ♠ 10 7 6
               ♥ 5 4
               ♦ 7 5 3
               ♣ A J 10 8 2

2♠ by North +1
South claims: 9 tricks for declarer

West    North (vul)    East    South (vul)
                               1♣
1♥      1♠ (1)         2♥      Dbl (2)
Pass    2♠             Pass    Pass
Pass

1. four or more spades
2. Alert. three spades"""

HALF_KNOWN = """\
           North
           ♠ Q
           ♥ A J
           ♦ —
           ♣ —
West                  East
unknown      N        ♠ 10 9
           W   E      ♥ —
             S        ♦ —
                      ♣ 3
           South
           unknown"""

EMPTY_ENDING = """\
        North
        ♠ —
        ♥ —
        ♦ —
        ♣ —
West             East
♠ —       N      ♠ —
♥ —     W   E    ♥ —
♦ —       S      ♦ —
♣ —              ♣ —
        South
        ♠ —
        ♥ —
        ♦ —
        ♣ —"""

MID_TRICK = """\
Trick    West    North    East    South    Won by
1          ♠K      ♠Q       ♣3    > ♣A     South
2          ♥Q                     > ♥3

Notrump. Tricks: NS 1, EW 0.
> led to the trick"""


def test_a_deal_has_north_at_the_top_and_spades_first() -> None:
    assert text(DEAL) == FULL_DEAL


def test_a_board_tells_its_whole_story_below_the_hands() -> None:
    assert text(STORY) == WHOLE_STORY


def test_a_board_with_play_shows_the_tricks_below_the_auction() -> None:
    drawn = text(ENDGAME)
    assert drawn.endswith("\n\n" + text(PLAY))
    assert "\n\n1NT by East\n\nWest (vul)    North    East (vul)    South\n" in drawn


def test_a_void_is_a_dash_and_a_ten_is_printed_10() -> None:
    hand = CardSet.parse("AQT.K98..5432")
    assert text(hand) == "♠ A Q 10\n♥ K 9 8\n♦ —\n♣ 5 4 3 2"
    assert text(hand, symbols=False) == "S A Q 10\nH K 9 8\nD -\nC 5 4 3 2"
    assert str(hand) == "AQT.K98..5432"


def test_a_hand_that_is_not_known_says_so() -> None:
    assert text(Deal.parse("N:Q.AJ.. T9...3 - -")) == HALF_KNOWN


def test_an_ending_with_no_cards_left_shows_four_empty_hands() -> None:
    assert text(Deal.parse("N:... ... ... ...")) == EMPTY_ENDING


def test_points_are_counted_only_for_hands_of_thirteen_cards() -> None:
    short = text(Deal.parse("N:AQ84.QT98.J.KQ4 - - K.KJ632.AT962.75"))
    assert re.findall(r"(?:North|West)[ \d]*", short) == ["North", "West 11" + " " * 23]


def test_a_trick_lies_on_the_table_as_it_was_played() -> None:
    assert text(Trick.parse("W: H5 HK HT S3")) == "      ♥K\n♥5          ♥10\n      ♠3\n\nWest leads"
    assert text(Trick.parse("W: H5 HK")) == "      ♥K\n♥5\n\nWest leads"
    assert text(Trick(Seat.NORTH)) == "North leads"


def test_a_play_in_the_middle_of_a_trick_leaves_its_winner_open() -> None:
    assert text(PLAY) == MID_TRICK


def test_a_play_at_trumps_names_them() -> None:
    assert "Spades are trumps. Tricks: NS 0, EW 0." in text(Play.parse(f"{ENDING};S;W"))


@pytest.mark.parametrize(
    ("dealer", "rows"),
    [
        ("W", ["1♣      Pass     1NT     Dbl", "Rdbl    ?"]),
        ("N", ["        1♣       Pass    1NT", "Dbl     Rdbl     ?"]),
        ("E", ["                 1♣      Pass", "1NT     Dbl      Rdbl    ?"]),
        ("S", ["                         1♣", "Pass    1NT      Dbl     Rdbl", "?"]),
    ],
)
def test_an_auction_begins_in_the_column_of_its_dealer(dealer: str, rows: list[str]) -> None:
    auction = Auction.parse(f"{dealer}: 1C P 1NT X XX")
    assert text(auction).splitlines() == ["West    North    East    South", *rows]


def test_a_finished_auction_asks_nobody_to_call() -> None:
    assert text(Auction.parse("W: AP")) == "West    North    East    South\nPass    Pass     Pass    Pass"


def test_every_vulnerability_is_written_and_not_only_coloured() -> None:
    corners = [text(Board(None, Seat.EAST, vul, DEAL)).splitlines()[1][:9].strip() for vul in Vul]
    assert corners == ["None vul", "N-S vul", "E-W vul", "Both vul"]


def test_what_could_not_be_read_is_shown_as_it_was_written() -> None:
    notes = text(replace(HOSTILE, auction=None, meanings=())).splitlines()[-2:]
    assert notes == [f"Not legal, kept as written ({what}): {NASTY}" for what in ("calls", "cards")]


@every_value
def test_text_without_symbols_is_plain_letters(value: object) -> None:
    drawn = text(value, symbols=False)
    assert drawn.isascii()
    assert len(drawn) == len(text(value))
    assert not SUIT_SYMBOLS & set(drawn)


def test_outlined_symbols_in_an_explanation_become_letters_too() -> None:
    said = replace(STORY, meanings=(Meaning("5+ ♡, no ♤, ♧ or ♢"),))
    assert not SUIT_SYMBOLS & set(text(said, symbols=False))


@every_value
def test_no_line_of_text_ends_in_spaces(value: object) -> None:
    assert [shown for shown in text(value).splitlines() if shown != shown.rstrip()] == []


def test_what_is_no_value_of_the_game_is_not_drawn() -> None:
    with pytest.raises(TypeError, match="nobody knows how to draw a str"):
        text("N:A... K... Q... J...")
