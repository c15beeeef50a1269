"""What the others' last card says to a player at the table: a small card of a side suit, and no other."""

from __future__ import annotations

import re

import pytest

from overtrick.bidding import Agreements, load
from overtrick.core import Auction, Board, Call, Deal, Play, Seat, SeatView, Vul
from overtrick.hands.evaluation import is_true
from overtrick.player import PlaySettings
from overtrick.table.advice import Advice, fitting, last_act_lines
from overtrick.web.tables.jobs import Mind

AGREEMENTS = Agreements(load("sayc"))
SMALL, RUFF, TRUMP, HONOUR = LAST_CARDS = (
    ("1NT", "N:43.A.. 62.5.. AK.2.. 75.3..;NT;W;H3 HA H5 H2 S3 S2"),
    ("1S", "N:4.A4.. 6..5.5 A.2..6 .T73..;S;W;H3 HA S6"),
    ("1S", "N:43.A.. 62.5.. AK.2.. 75.3..;S;W;H3 HA H5 H2 S3 S2"),
    ("1NT", "N:43.A.. Q2.5.. AK.2.. 75.3..;NT;W;H3 HA H5 H2 S3 SQ"),
)


def view_of_cards(contract: str, play: str) -> SeatView:
    """What South, who declares, sees after the last card of the defenders."""
    cards, auction = Play.parse(play), Auction.parse(f"S: {contract} AP")
    board = Board(None, Seat.SOUTH, Vul.NONE, cards.start, auction, play=cards)
    return SeatView.of(board, Seat.SOUTH)


def said(contract: str, play: str) -> str:
    """What South is told of that card."""
    (line,) = last_act_lines(view_of_cards(contract, play), AGREEMENTS)
    return line


def test_a_small_card_is_read_by_the_table() -> None:
    assert re.match("East ♠2. .* the table of sayc says: ", said(*SMALL))


@pytest.mark.parametrize(
    ("contract", "play", "card"),
    [(*RUFF, "East ♠6"), (*TRUMP, "East ♠2"), (*HONOUR, "East ♠Q")],
    ids=["ruff", "trump", "honour"],
)
def test_a_ruff_a_trump_and_an_honour_are_no_signals(contract: str, play: str, card: str) -> None:
    assert re.fullmatch(f"{card}: the table of sayc says nothing .*", said(contract, play))


# Whether a hand fits a call


MIND = Mind("sayc", PlaySettings())
HANDS = ["A4.KT764.62.A752", "AKQ.KQ7.QJ76.A52", "432.432.5432.432", "KJ9876.4.A32.432", "A4.AKT76.AQJ2.52"]


def view(calls: str, hand: str) -> SeatView:
    """What South sees after some calls from North on."""
    board = Board(1, Seat.NORTH, Vul.NONE, Deal.parse(f"S:{hand} - - -"), Auction.parse(calls, Seat.NORTH))
    return SeatView.of(board, Seat.SOUTH)


def candidates(seen: SeatView) -> dict[str, str]:
    """What is told of other calls, by call."""
    told = Advice.of(seen, MIND.player()).candidates(MIND.agreements())
    return {line.split()[0]: line for line in told if not line.startswith("No rule")}


def test_a_pass_whose_rule_fits_is_not_said_to_miss_it() -> None:
    seen = view("P P", HANDS[0])
    fits, why = fitting(seen, Call.PASS, MIND.agreements())
    assert fits
    for told in (why, candidates(seen)["Pass"]):
        assert "would fit" in told
        assert "but the system calls 1♥ first" in told


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("calls", ["P P", "1H P", "1C 1S", "1NT P", "2S P"])
def test_what_fits_in_one_place_fits_in_the_other(calls: str, hand: str) -> None:
    seen, agreements = view(calls, hand), MIND.agreements()
    chosen = agreements.bid(seen.hand, seen.auction, seen.vul).call
    rules = agreements.state(seen.auction, seen.vul).candidates
    offered = candidates(seen)
    for call in seen.legal_calls:
        fits, why = fitting(seen, call, agreements)
        is_met = any(each.call is call and is_true(each.term, seen.hand) for each in rules)
        assert fits is (is_met or call is chosen)
        assert (call.print in offered) == (is_met and call is not chosen)
        assert ("would fit, but" in why) == (is_met and call is not chosen)


def test_a_pass_that_is_left_for_any_hand_is_said_to_come_last() -> None:
    told = [candidates(view(calls, hand)).get("Pass", "") for calls in ("1C 1S", "1S P") for hand in HANDS]
    assert not any("any hand" in each for each in told)
    assert any("no rule before it" in each for each in told)


def test_a_call_without_a_rule_is_said_to_be_what_the_others_take_it_for() -> None:
    fits, why = fitting(view("P P", HANDS[0]), Call.parse("7NT"), MIND.agreements())
    assert not fits
    assert "no rule" in why
