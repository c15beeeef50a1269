"""Explanations in the protocol: ours say no more than the system does; others' are read where possible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import PACK, Board, Card, CardSet, Meaning, Seat, SeatView, Suit
from overtrick.bidding import Agreements, load, read_note, write_note
from overtrick.bidding.promises import ANYTHING, Promise, Trait
from overtrick.hands.evaluation import is_true
from overtrick.player import PlaySettings
from overtrick.player.worlds import draw
from overtrick.protocol.client.explanations import (
    LONGEST,
    as_note,
    explanation_sent,
    says_something,
    shortened,
)


@st.composite
def promises(draw: st.DrawFn) -> Promise:
    """Points and one or two suits within ranges."""
    promise = ANYTHING
    low = draw(st.integers(0, 30))
    promise = promise.within(Trait.HCP, low, draw(st.integers(low, 37)))
    for suit in draw(st.sets(st.sampled_from(Suit), max_size=2)):
        least = draw(st.integers(0, 6))
        promise = promise.within(Trait(suit), least, draw(st.integers(least, 13)))
    return promise


@given(promises())
def test_what_we_write_reads_back_with_the_same_ranges(promise: Promise) -> None:
    note = write_note(promise)
    read = read_note(note).promise
    found = read_note(as_note(note))
    assert found.promise.range(Trait.HCP) == read.range(Trait.HCP)
    assert [found.promise.length(suit) for suit in Suit] == [read.length(suit) for suit in Suit]
    assert found.unread == ()


@given(st.permutations(PACK), st.lists(promises(), min_size=1, max_size=3), st.integers(10, 80))
def test_a_shortened_note_allows_every_hand_that_the_whole_allows(
    pack: list[Card], others: list[Promise], longest: int
) -> None:
    hand = CardSet.of(pack[:13])
    fitting = [f"{hand.length(suit)} !{suit}" for suit in Suit] + [f"{hand.hcp}-{hand.hcp + 3} HCP"]
    for whole in ("; ".join(fitting), "; or ".join(["; ".join(fitting), *map(write_note, others)])):
        assert is_true(read_note(f"A name -- {whole}").predicate.term, hand)
        short = shortened(f"A name -- {whole}", longest)
        assert len(short) <= longest
        assert "--" not in short or is_true(read_note(short).predicate.term, hand)


@given(st.text(max_size=300))
def test_no_text_is_too_strange_to_be_read_or_sent(text: str) -> None:
    says_something(as_note(text))
    told = explanation_sent(Meaning(text, alerted=True), says_all=False)
    assert told is not None
    assert len(told.text) <= LONGEST
    assert told.text.isascii()


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("15-17", "15-17 HCP"),
        ("15-17 bal", "15-17 HCP; balanced"),
        ("12-14 balanced", "12-14 HCP; balanced"),
        ("5+S", "5+ !S"),
        ("5+S 11-21p", "5+ !S; 11-21 HCP"),
        ("5 card hearts, 12+ pts", "5 !H; 12+ HCP"),
        ("6+ !D; 5-10 HCP", "6+ !D; 5-10 HCP"),
        ("Stayman", "Stayman"),
        ("5-5 minors", "5-5 minors"),
        ("4-6", "4-6"),
        ("Weak two -- 6 !H; 5-10 HCP", "Weak two -- 6 !H; 5-10 HCP"),
    ],
)
def test_what_other_programs_write_becomes_a_note_where_it_can(text: str, note: str) -> None:
    assert as_note(text) == note


def test_alternatives_are_never_cut_in_two() -> None:
    assert shortened("Multi -- 6+ !S; 5-10 HCP; or 6+ !H; 5-10 HCP", 40) == "Multi"


def test_what_is_sent_is_never_too_long() -> None:
    told = explanation_sent(Meaning("transfer -- " + "; ".join(["5+ !H"] * 60), alerted=True), says_all=False)
    assert told is not None
    assert len(told.text) <= LONGEST


def test_a_bare_range_is_strength_from_nine_on() -> None:
    assert as_note("6-9") == "6-9 HCP"
    assert as_note("5-8") == "5-8"
    assert as_note("9+") == "9+ HCP"


def test_only_alerted_calls_are_explained_unless_all_are_to_be() -> None:
    natural = Meaning("5+ !S; 11-21 HCP")
    assert explanation_sent(natural, says_all=False) is None
    assert explanation_sent(natural, says_all=True) == natural
    assert explanation_sent(Meaning("", alerted=True), says_all=False) == Meaning("", alerted=True)


def test_an_explanation_from_the_wire_decides_which_hands_are_sampled() -> None:
    text = """Board 1
Deal N:- - K5.T83.KQ9.A7652 -
Auction N: 1NT P 3NT AP
Play NT;E;S3"""
    board = Board.parse(text)
    agreements, settings = Agreements(load("natural")), PlaySettings(deals=20, pool=40)
    told = (Meaning(as_note("10-12 bal"), alerted=True),)
    weak = Board(1, board.dealer, board.vul, board.deal, board.auction, told, board.play)
    view = SeatView.of(weak, Seat.SOUTH)
    deals = draw(view, agreements, settings).deals
    assert len(deals) == 20
    assert {10 <= CardSet(int(row[Seat.NORTH])).hcp <= 12 for row in deals} == {True}
