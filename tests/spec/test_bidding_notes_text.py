"""Notes in the manner of GIB: written from promises, read into meanings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Auction, Bid, CardSet, Rank, Suit, bidding
from overtrick.bidding.entries import Disposition
from overtrick.bidding.notes import Note, clause_condition, read_note, total_points, write_note
from overtrick.bidding.promises import ANYTHING, Promise, Trait, everything, shrunk
from overtrick.hands import count, parse, prove, standard
from overtrick.hands.terms import FunctionCall
from tests import hands_terms as some
from tests.endings import IS_SOAK

HCP_POINTS = FunctionCall(standard().defining("points = hcp").definitions["points"])

# What notes of GIB say, in the language of hands
READ = {
    "Major suit opening -- 5+ !S; 11-21 HCP": "5+ spades, 11-21 hcp",
    "2+ !C; 2+ !D; 5- !H; 5- !S; 15-17 HCP": "2+ clubs, 2+ diamonds, 5- hearts, 5- spades, 15-17 hcp",
    "4-5 !H": "4-5 hearts",
    "4 !S": "4 spades",
    "3-card !D": "3 diamonds",
    "at most 3 !H": "3- hearts",
    "at least 5 ♠": "5+ spades",
    "5+ spades, 11-21 hcp": "5+ spades, 11-21 hcp",
    "no aces": "no aces",
    "1 ace; 2+ kings": "1 ace, 2+ kings",
    "0 or 3 aces": "0 aces or 3 aces",
    "no 4-card major": "3- spades, 3- hearts",
    "balanced; 12-14 HCP": "balanced, 12-14 hcp",
    "void in !C; singleton !D": "0 clubs, 1 diamond",
    "biddable !C": "5+ clubs or (4 clubs, (3+ of AKQJT in C or 1+ of AK in C))",
    "rebiddable !S": "6+ spades or (5 spades, (3+ of AKQJT in S or 1+ of AK in S))",
    "twice rebiddable !H": "7+ hearts or (6 hearts, (3+ of AKQJT in H or 1+ of AK in H))",
    "partial stop in !C": "clubs + hcp(C) >= 4",
    "likely stop in !D": "diamonds + hcp(D) >= 5",
    "stop in !H": "A in H or (QJ in H, 3+ hearts) or hcp(H) >= 5 or hearts + hcp(H) >= 7",
    "two stops in !S": "spades + hcp(S) >= 8",
    "at best partial stop in !S": "spades + hcp(S) <= 4",
    "no stop in !H": "not (A in H or (QJ in H, 3+ hearts) or hcp(H) >= 5 or hearts + hcp(H) >= 7)",
    "!SA; no !CA": "A in S, not A in C",
    "!DKQ": "A in D or KQ in D",
    "Q+ in !D": "1+ of AKQ in D",
    "5+ !H or 5+ !S; 10+ HCP": "5+ hearts or 5+ spades, 10+ hcp",
    "6+ !H; 5-10 HCP; or 6+ !S; 11-12 HCP": "(6+ hearts, 5-10 hcp) or (6+ spades, 11-12 hcp)",
    "5+ !S; 17+ HCP, or 5+ !H and 16+ HCP": "5+ spades, (17+ hcp or (5+ hearts, 16+ hcp))",
    "5+ !S; or 5+ !H, or 6+ !D": "5+ spades or 5+ hearts or 6+ diamonds",
    "solid 7-card !C": "7+ clubs, (AKQ in C or (8+ clubs, AKJ in C) or (9+ clubs, AK in C))",
    "": "true",
}


@pytest.mark.parametrize(("text", "meant"), READ.items(), ids=READ)
def test_a_note_means_what_gibs_words_say(text: str, meant: str) -> None:
    note = read_note(text)
    assert note.unread == ()
    assert prove(note.predicate, parse(meant))
    assert prove(parse(meant), note.predicate)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AQ84.QT98.J42.KQ", 14 + 1 - 1),
        ("AQ84.QT98.KQJ32.", 14 + 3),
        ("K.KJ632.AT962.75", 11 + 2 - 1 + 1),
        ("9.KJ632.AT962.75", 8 + 2 + 1),
        ("432.5432.432.432", 0),
    ],
)
def test_total_points_count_short_suits_and_less_where_they_hold_an_honour(hand: str, points: int) -> None:
    note = read_note(f"{points} total points")
    assert CardSet.parse(hand) in note.predicate


def test_total_points_may_be_a_systems_own() -> None:
    note = read_note("12-14 total points", HCP_POINTS)
    assert note.promise.range(Trait.HCP) == (12, 14)


@pytest.mark.parametrize(
    ("text", "disposition", "until"),
    [
        ("5+ !S; forcing", Disposition.FORCING, None),
        ("forcing to 3N", Disposition.FORCING_TO, Bid.parse("3NT")),
        ("forcing to 5C", Disposition.FORCING_TO, Bid.parse("5C")),
        ("game force", Disposition.FORCING_TO_GAME, None),
        ("invitational; 11-12 HCP", Disposition.INVITATIONAL, None),
        ("sign-off", Disposition.SIGN_OFF, None),
        ("12+ HCP", Disposition.NOT_FORCING, None),
    ],
)
def test_a_note_says_what_is_asked_of_partner(text: str, disposition: Disposition, until: Bid | None) -> None:
    note = read_note(text)
    assert (note.disposition, note.until, note.unread) == (disposition, until, ())


@pytest.mark.parametrize(
    "clause",
    [
        "good suit",
        "opponents cannot play undoubled below 2N",
        "5- losers",
        "no !DAK",
        "!SAKQ,no !S",
        "12-14 points",
        "7-5 !S",
        "at least 5+ !S",
        "stop",
        "solid",
        "5+ !H or a good hand",
        "5+ !H, or a good hand",
        "5+ !H and a good hand",
        "♠♠♠ ",
    ],
)
def test_what_is_not_understood_is_left_unread(clause: str) -> None:
    note = read_note(f"Some name -- 5+ !S; {clause}; 10+ HCP")
    assert note.name == "Some name"
    assert note.unread == (clause.strip(),)
    assert str(note.predicate) == "spades 5+, hcp 10+"


@given(st.text(st.sampled_from("!SHDC 5432+-;,aorkn♠HCPtls"), max_size=40))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert isinstance(read_note(text), Note)


def test_a_clause_has_one_meaning_in_any_suit() -> None:
    for suit in Suit:
        term = clause_condition(f"stop in !{suit}", total_points())
        assert term is not None
        assert f"stop({suit.word})" in str(read_note(f"stop in !{suit}").predicate)


# Writing


@st.composite
def promises(draw: st.DrawFn, most: int = 3) -> Promise:
    """Promises of some boxes."""
    boxes = []
    for _ in range(draw(st.integers(1, most))):
        box = everything
        for trait in draw(st.lists(st.sampled_from(Trait), max_size=4)):
            low, high = sorted((draw(st.integers(0, 20)), draw(st.integers(0, 20))))
            box = shrunk(box, trait, low, draw(st.sampled_from([high, 80]))) or box
        boxes.append(box)
    return Promise.of(boxes)


SOME_POINTS = [HCP_POINTS, total_points(), bidding.load("schenken").points]


@settings(max_examples=1_000 if IS_SOAK else 60, deadline=None)
@given(promises(8), st.sampled_from(SOME_POINTS))
def test_a_note_reads_back_with_the_same_ranges(promise: Promise, points: FunctionCall) -> None:
    text = write_note(promise, points)
    note = read_note(text, points)
    assert note.unread == ()
    assert write_note(note.promise, points) == text
    for trait in Trait:
        (low, high), (least, most) = note.promise.range(trait), promise.range(trait)
        assert not note.promise or (low >= least and high <= most)
    assert read_note(write_note(note.promise, points), points).promise == note.promise


@settings(max_examples=1_000 if IS_SOAK else 60, deadline=None)
@given(promises(8), st.sampled_from(SOME_POINTS))
def test_a_note_has_the_ranges_of_its_promise_and_holds_it(promise: Promise, points: FunctionCall) -> None:
    alone = [read_note(write_note(Promise((box,)), points), points).promise for box in promise]
    settled = Promise.of(box for each in alone for box in each)
    read = read_note(write_note(promise, points), points).promise
    assert len(read.boxes) <= 3
    assert set(read | settled) == set(read)
    for trait in Trait:
        assert read.range(trait) == settled.range(trait)


@settings(max_examples=40, deadline=None)
@given(promises(), some.hands)
def test_a_note_means_exactly_the_hands_of_a_promise(promise: Promise, hand: CardSet) -> None:
    note = read_note(write_note(promise, HCP_POINTS), HCP_POINTS)
    lengths = [hand.length(suit) for suit in Suit]
    aces, kings = (sum(card.rank is rank for card in hand) for rank in (Rank.ACE, Rank.KING))
    values = [*lengths, max(lengths), hand.hcp, hand.hcp, aces, kings]
    fits = any(
        all(low <= value <= high for value, (low, high) in zip(values, box, strict=True)) for box in promise
    )
    assert fits is (hand in note.predicate)


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        (ANYTHING, ""),
        (ANYTHING.within(Trait.SPADES, 5, 13).within(Trait.HCP, 11, 21), "5+ !S; 11-21 HCP"),
        (ANYTHING.within(Trait.HEARTS, 0, 3), "3- !H"),
        (ANYTHING.within(Trait.HEARTS, 4, 4).within(Trait.ACES, 0, 0), "4 !H; 0 aces"),
        (ANYTHING.within(Trait.ACES, 1, 1).within(Trait.KINGS, 1, 2), "1 ace; 1-2 kings"),
        (ANYTHING.within(Trait.LONGEST, 4, 5), "5- !C; 5- !D; 5- !H; 5- !S"),
        (ANYTHING.within(Trait.LONGEST, 6, 13), "6+ in the longest suit"),
        (
            ANYTHING.within(Trait.SPADES, 6, 13) | ANYTHING.within(Trait.HEARTS, 6, 13),
            "6+ !S; or 6+ !H",
        ),
        (
            ANYTHING.within(Trait.HCP, 17, 37) | ANYTHING.within(Trait.HCP, 12, 14),
            "17+ HCP, or 12-14 HCP",
        ),
        (
            Promise(tuple(box for suit in Suit for box in ANYTHING.within(Trait(suit), 6, 13))),
            "6+ in the longest suit",
        ),
        (ANYTHING.within(Trait.POINTS, 7, 80) | ANYTHING.within(Trait.POINTS, -80, 6), ""),
        (
            ANYTHING.within(Trait.SPADES, 5, 5).within(Trait.HCP, 8, 10)
            | ANYTHING.within(Trait.SPADES, 6, 13).within(Trait.HCP, 8, 10),
            "5+ !S; 8-10 HCP",
        ),
        (Promise(()), "impossible"),
    ],
)
def test_a_promise_is_written_as_a_note(promise: Promise, text: str) -> None:
    assert write_note(promise) == text


SYSTEM = bidding.parse(
    """
when opening
  1NT "strong notrump": 15-17 hcp, balanced
  1C "strong; club -- artificial": 17+ hcp
    forcing
  2D "two-way": 5-10 hcp, 6+ spades or 6+ hearts
  2NT "minors": 5+ diamonds, 5+ clubs
    forcing to 3D
  pass "anything else": true
"""
)


@pytest.mark.parametrize(
    ("auction", "text"),
    [
        ("N:1NT", "strong notrump -- 15-17 HCP; balanced"),
        ("N:1C", "strong, club - artificial -- 17+ HCP; forcing"),
        ("N:2D", "two-way -- 6+ !S; 5-10 HCP; or 6+ !H; 5-10 HCP"),
    ],
)
def test_a_call_is_written_as_a_note(auction: str, text: str) -> None:
    (meaning,) = bidding.Agreements(SYSTEM).meanings(Auction.parse(auction))
    assert write_note(meaning) == text
    note = read_note(text, SYSTEM.points)
    assert note.promise == meaning.promise
    assert note.disposition is meaning.disposition
    assert count(note.predicate).hands > 0


WRITTEN = {
    ("natural", "1S"): "one of a suit -- 5+ !S; 10-21 HCP",
    ("natural", "1NT"): "notrump -- 15-17 HCP; balanced",
    ("natural", "1D"): "one of a suit -- 4+ !D; 10-21 HCP; or 2- !C; 3+ !D; 10-21 HCP",
    ("natural", "1S P P"): "weak -- 4- HCP",
    ("natural", "1NT P 2C"): "Stayman -- 4- !H; 4 !S; 8-17 HCP; or 4 !H; 4- !S; 8-17 HCP; forcing",
    ("natural", "1S P 2S P 3NT"): "natural -- 5+ !S; 10-21 HCP; balanced",
    ("schenken", "1S"): "standard opening or last chance -- 4+ !S; 10-16 HCP; 11-20 total points",
    ("schenken", "1D"): "standard opening or last chance -- 3+ !D; 10-16 HCP; 11-20 total points",
    (
        "schenken",
        "1C",
    ): "strong club -- 17+ HCP, or 21+ total points, or 16+ HCP and 20+ total points; forcing",
    ("schenken", "2D"): (
        "conventional two diamonds -- 23+ HCP, or 26+ total points, or 22+ HCP and 25+ total points; forcing"
    ),
    ("schenken", "1C P 1D"): "negative -- 8- total points; forcing",
    ("schenken", "1C P 1D P 1H"): (
        "natural -- 4+ !H; 8- !S; 17+ HCP, or 21+ total points, or 16+ HCP and 20+ total points"
    ),
    ("schenken", "1S P P"): "weak -- 4- total points",
    ("schenken", "1S P 2S P 3NT"): "natural -- 4+ !S; 10-16 HCP; 11-20 total points; balanced",
}


@pytest.mark.parametrize(("system", "calls"), WRITTEN, ids=map(" ".join, WRITTEN))
def test_notes_of_the_systems_are_short_and_keep_the_ranges(system: str, calls: str) -> None:
    meaning = bidding.Agreements(bidding.load(system)).meanings(Auction.parse(f"N:{calls}"))[-1]
    text, points = write_note(meaning), meaning.before.system.points
    note = read_note(text, points)
    assert text == WRITTEN[system, calls]
    assert note.unread == ()
    for trait in Trait:
        assert note.promise.range(trait) == meaning.promise.range(trait)


def test_a_call_that_promises_nothing_is_written_by_its_name_alone() -> None:
    system = bidding.parse('when opening\n  1C "whatever": 13+ hcp or 12- hcp\n')
    (meaning,) = bidding.Agreements(system).meanings(Auction.parse("N:1C"))
    assert write_note(meaning) == "whatever"
    assert all(read_note("whatever").promise.length(suit) == (0, 13) for suit in Suit)


def test_a_bid_to_force_to_is_written_and_read() -> None:
    (meaning,) = bidding.Agreements(SYSTEM).meanings(Auction.parse("N:2NT"))
    assert write_note(meaning).endswith("forcing to 3D")
    assert read_note(write_note(meaning)).until == Bid.parse("3D")
