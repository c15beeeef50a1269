"""What is said of the calls of the systems that come with the package: short, exact words, and true."""

from __future__ import annotations

from functools import cache

import pytest

from overtrick import Auction, Board, bidding, explain
from overtrick.bidding.reasons import meaning_reason
from overtrick.explain.bidding import meaning_words

BOARD = Board.parse("Board 1\nDeal N:A... K... Q... J...")

# An asterisk is after a call that nobody should make
SAID = {
    ("natural", "1S"): (
        "One of a suit: five or more spades, no suit longer than spades, either at least 12 high-card points "
        "or at least 10 high-card points and 20 or more for high-card points plus cards in the longest suit "
        "plus cards in the second longest suit. By inference at most 21 high-card points."
    ),
    ("natural", "1NT"): "Notrump: 15 to 17 high-card points, balanced.",
    ("natural", "2D"): (
        "Weak two: 6 to 10 high-card points, exactly six diamonds, either at least two of the top three "
        "honours in diamonds or at least three of the top five honours in diamonds."
    ),
    ("natural", "P"): "No opening: by inference at most 21 high-card points.",
    ("natural", "1S P"): "Nothing to say: no hand for a better call.",
    ("natural", "1S P 2S"): "Single raise: 6 to 9 high-card points, three or more spades.",
    ("natural", "1S P P"): "Weak: by inference at most 4 high-card points.",
    ("natural", "1S P 2S P P"): "Enough: by inference at most 16 high-card points.",
    ("natural", "1NT P P"): "Pass: by inference at most 7 high-card points.",
    (
        "natural",
        "1NT P 2C P 2D",
    ): "No major: by inference at most three spades, at most three hearts. Alerted.",
    ("natural", "1H P 2NT"): (
        "Balanced, invitational: 11 or 12 high-card points, balanced. "
        "By inference exactly three spades, at most two hearts, exactly four diamonds."
    ),
    ("natural", "1S P 2S P 3NT* X XX* P P"): "Enough: nothing new to tell.",
    ("schenken", "P"): "Hopeless or no opening: no hand for a better call.",
    ("schenken", "1S"): (
        "Standard opening or last chance: in brief four or more spades, 10 to 16 high-card points, "
        "11 to 20 points."
    ),
    ("schenken", "1C"): (
        "Strong club: in brief either at least 17 high-card points, or at least 21 points, or at least 16 "
        "high-card points and at least 20 points. Artificial and strong; forcing for one round."
    ),
    ("schenken", "2D"): (
        "Conventional two diamonds: in brief either at least 23 high-card points, or at least 26 points, or "
        "at least 22 high-card points and at least 25 points. Artificial and strong; forcing for one round."
    ),
    ("schenken", "1C P 1D"): ("Negative: at most 8 points. Fewer than nine points; forcing for one round."),
    ("schenken", "1C P 1S"): (
        "Positive: five or more spades, no suit longer than spades. Forcing to game. "
        "By inference 9 or more points."
    ),
    ("schenken", "1C P P*"): "Nothing to say: any hand.",
    ("schenken", "1S P P"): "Weak: by inference at most 4 points.",
    ("schenken", "1D P 1H P 1NT"): "Balanced or no better bid: by inference at most five diamonds.",
    ("schenken", "1H X"): (
        "Takeout: either at least 16 high-card points and at most four hearts, or at least 12 high-card "
        "points and at most two hearts and exactly three suits of three or more cards. Forcing for one round."
    ),
}


@cache
def last_meaning(system: str, calls: str) -> bidding.Meaning:
    auction = Auction.parse(f"N:{calls.replace('*', '')}")
    return bidding.Agreements(bidding.load(system)).meanings(auction)[-1]


@pytest.mark.parametrize(("system", "calls"), SAID, ids=map(" ".join, SAID))
def test_calls_of_the_systems_are_told_shortly_and_truly(system: str, calls: str) -> None:
    meaning = last_meaning(system, calls)
    assert meaning.said.is_odd is calls.endswith("*")
    assert meaning_words(meaning) == SAID[system, calls]
    assert explain.false_claims(meaning_reason(meaning), BOARD) == []


def test_what_a_call_asks_is_left_out_where_it_is_told_beside_it() -> None:
    words = meaning_words(last_meaning("schenken", "1C P 1S"), with_asked=False)
    assert (
        words == "Positive: five or more spades, no suit longer than spades. By inference 9 or more points."
    )
    words = meaning_words(last_meaning("schenken", "1C P 1D"), with_asked=False)
    assert words == "Negative: at most 8 points. Fewer than nine points."
