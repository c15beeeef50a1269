"""System files: every construct of the language, read."""

from __future__ import annotations

import pytest

from overtrick.bidding.entries import (
    BidPattern,
    CallPattern,
    Condition,
    Deed,
    Disposition,
    Either,
    Every,
    Fit,
    Force,
    LastBid,
    Level,
    Limits,
    Not,
    Place,
    Role,
    ShownTag,
    Switch,
    Tag,
    Word,
)
from overtrick.bidding.layout import lay_out
from overtrick.bidding.reading import read_text
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands import Kind
from overtrick.hands.reading import read
from overtrick.hands.terms import All, Name
from overtrick.hands.terms import Not as NotSo
from tests.system_texts import SCHENKEN, block, context, entry

M, X, Y = (Name(letter, Kind.SUIT) for letter in "MXY")

# Whole systems


def test_a_system_is_read_with_all_its_statements() -> None:
    sheet = read_text(SCHENKEN)
    assert (sheet.name, sheet.title) == (
        "schenken",
        "The Schenken club of OPENBID, continued to a contract",
    )
    assert sheet.source == "London and Wasserman 1967"
    assert sheet.remarks == (
        (Place("system.bid", 5), "## Openings"),
        (Place("system.bid", 6), "> One club is strong, everything else is limited."),
    )
    (convention,) = sheet.conventions
    assert (convention.name, convention.words, convention.is_on, convention.place.line) == (
        "weak_twos",
        "Weak two-bids in the majors",
        True,
        8,
    )
    assert [len(each.entries) for each in sheet.blocks] == [4, 2]
    assert {"good", "totalpts", "combined", "points"} <= set(sheet.vocabulary.definitions)


def test_an_entry_holds_all_that_its_lines_say() -> None:
    notrump, club, weak, passing = read_text(SCHENKEN).blocks[0].entries
    assert (notrump.call.call, notrump.name, notrump.text) == (
        Bid(1, Strain.NOTRUMP),
        "strong notrump",
        "15-17 hcp, balanced",
    )
    assert (notrump.source, notrump.place) == ("synopsis, section 7", Place("system.bid", 13, 3))
    assert (club.label, club.disposition, club.tags, club.alert) == (
        "8",
        Disposition.FORCING,
        (Tag("strong_club"),),
        "artificial",
    )
    assert club.text == "17+ hcp or 21+ points unless 22+ hcp, balanced"
    assert weak.call == CallPattern(None, 2, "X")
    assert weak.suits == (("X", (Suit.SPADES, Suit.HEARTS)),)
    assert weak.convention == Switch("weak_twos")
    assert (passing.call.call, passing.alert, passing.disposition) == (
        Call.PASS,
        None,
        Disposition.NOT_FORCING,
    )


def test_an_exception_is_worked_into_the_condition() -> None:
    sheet = read_text(SCHENKEN)
    words = sheet.vocabulary
    club = sheet.blocks[0].entries[1]
    assert club.shows == All((read("17+ hcp or 21+ points", words), NotSo(read("22+ hcp, balanced", words))))
    in_line, below = entry("1C: 17+ hcp unless balanced"), entry("1C: 17+ hcp\n    unless balanced")
    assert (in_line.shows, in_line.text) == (below.shows, below.text)


def test_a_block_has_its_context_priority_and_place() -> None:
    found = read_text(SCHENKEN).blocks[1]
    assert found.when == Every((ShownTag(Role.PARTNER, "strong_club"), Deed(Role.RHO, "passed")))
    assert (found.text, found.priority, found.is_complete) == (
        "partner showed strong_club, RHO passed",
        3,
        True,
    )
    assert found.place == Place("system.bid", 25)
    assert [each.priority for each in found.entries] == [-2, 0]
    assert found.entries[0].alert == ""


def test_a_context_goes_on_after_a_comma() -> None:
    found = block("when opening,\n    seat 3-4,   # light\n    vulnerable\n  1C: true")
    assert found.when == Every((Word("opening"), Word("seat", (3, 4)), Word("vulnerable")))
    assert found.text == "opening, seat 3-4, vulnerable"


def test_remarks_stand_where_they_are_written() -> None:
    laid = lay_out("## One\n> a\n> b\n>\n> c\nwhen opening\n  > inside\n  1C: hcp\n    > 3\n### Two", "a.bid")
    assert [(place.line, text) for place, text in laid.remarks] == [
        (1, "## One"),
        (2, "> a b"),
        (5, "> c"),
        (7, "> inside"),
        (10, "### Two"),
    ]
    assert laid.statements[0].items[0].head.words == "1C: hcp > 3"


def test_a_mark_in_quotes_begins_no_comment() -> None:
    assert entry('1C "the #1 club": true  # really').name == "the #1 club"


def test_entries_may_have_the_same_label() -> None:
    found = block("when opening\n  [8] 1C: 12+ hcp\n  [8] 1D: true")
    assert [each.label for each in found.entries] == ["8", "8"]


# Contexts


FACTS = (
    *("opening", "vulnerable", "they vulnerable", "undisturbed", "passed hand", "partner passed hand"),
    *("first turn", "our bid", "their bid", "doubled", "redoubled", "in game", "balancing"),
)


@pytest.mark.parametrize("word", FACTS)
def test_a_fact_of_the_auction_is_read(word: str) -> None:
    assert context(word) == context(word.upper()) == context(f"({word})") == Word(word)
    assert context(f"not {word}") == Not(Word(word))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seat 1", Word("seat", (1,))),
        ("seat 3-4", Word("seat", (3, 4))),
        ("we vulnerable", Word("vulnerable")),
        ("I passed hand", Word("passed hand")),
        ("partner opened", Deed(Role.PARTNER, "opened")),
        ("partner opened 1M", Deed(Role.PARTNER, "opened", BidPattern(1, 1, "M"))),
        ("I bid", Deed(Role.ME, "bid")),
        ("RHO bid 2NT", Deed(Role.RHO, "bid", BidPattern(2, 2, Strain.NOTRUMP))),
        ("LHO bid 1-2X", Deed(Role.LHO, "bid", BidPattern(1, 2, "X"))),
        ("they bid nX", Deed(Role.THEY, "bid", BidPattern(1, 7, "X", True))),
        ("we bid 2any", Deed(Role.WE, "bid", BidPattern(2, 2, None))),
        ("rho BID 3♥", Deed(Role.RHO, "bid", BidPattern(3, 3, Strain.HEARTS))),
        ("I began 1m", Deed(Role.ME, "began", BidPattern(1, 1, "m"))),
        *((f"partner {deed}", Deed(Role.PARTNER, deed)) for deed in ("passed", "doubled", "redoubled")),
        *((f"they {deed}", Deed(Role.THEY, deed)) for deed in ("jumped", "raised", "silent")),
        ("partner showed strong", ShownTag(Role.PARTNER, "strong")),
        ("partner showed transfer(X)", ShownTag(Role.PARTNER, "transfer", (X,))),
        ("partner showed two(S, X)", ShownTag(Role.PARTNER, "two", (Suit.SPADES, X))),
        ("I ever showed strong", ShownTag(Role.ME, "strong", (), True)),
        ("partner has 5+ X", Limits(Role.PARTNER, 5, None, X)),
        ("they have 4 hearts", Limits(Role.THEY, 4, 4, Suit.HEARTS)),
        ("partner has 12+ points", Limits(Role.PARTNER, 12, None, "points")),
        ("partner has 10- hcp", Limits(Role.PARTNER, None, 10, "hcp")),
        ("partner has 1 ace", Limits(Role.PARTNER, 1, 1, "aces")),
        ("partner may have 12-15 hcp", Limits(Role.PARTNER, 12, 15, "hcp", False)),
        ("X agreed", Fit(X)),
        ("H agreed", Fit(Suit.HEARTS)),
        ("nothing agreed", Fit(None)),
        ("forced", Force()),
        ("forced to game", Force(True)),
        ("below 3NT", LastBid("below", BidPattern(3, 3, Strain.NOTRUMP))),
        ("at 2X", LastBid("at", BidPattern(2, 2, "X"))),
        ("at or above 3C", LastBid("at or above", BidPattern(3, 3, Strain.CLUBS))),
        ("using stayman", Switch("stayman")),
    ],
)
def test_a_condition_on_the_auction_is_read(text: str, expected: Condition) -> None:
    assert context(text) == expected
    assert context(text, ", priority 2") == expected


def test_a_comma_joins_less_closely_than_or_and_or_than_and() -> None:
    a, b, c = Word("opening"), Word("doubled"), Word("balancing")
    assert context("opening, doubled or balancing") == Every((a, Either((b, c))))
    assert context("opening or doubled and balancing") == Either((a, Every((b, c))))
    assert context("(opening, doubled) or balancing") == Either((Every((a, b)), c))
    assert context("not opening or doubled") == Either((Not(a), b))
    assert context("not (opening or doubled)") == Not(Either((a, b)))


@pytest.mark.parametrize(
    "tail", ["", ", priority 4", ", complete", ", priority 4, complete", ", complete, priority 4"]
)
def test_a_block_adds_its_priority_and_whether_it_is_complete(tail: str) -> None:
    found = block(f"when opening, seat 2{tail}\n  pass: true")
    assert (found.text, found.priority, found.is_complete) == (
        "opening, seat 2",
        4 if "4" in tail else 0,
        "complete" in tail,
    )


# Calls and the lines below them


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pass", CallPattern(Call.PASS)),
        ("Double", CallPattern(Call.DOUBLE)),
        ("redouble", CallPattern(Call.REDOUBLE)),
        ("1NT", CallPattern(Bid(1, Strain.NOTRUMP))),
        ("1nt", CallPattern(Bid(1, Strain.NOTRUMP))),
        ("2H", CallPattern(Bid(2, Strain.HEARTS))),
        ("3♦", CallPattern(Bid(3, Strain.DIAMONDS))),
        ("1M", CallPattern(None, 1, "M")),
        ("2m", CallPattern(None, 2, "m")),
        ("nX", CallPattern(None, Level.ANY, "X")),
        ("nNT", CallPattern(None, Level.ANY, Strain.NOTRUMP)),
        ("cheapest X", CallPattern(None, Level.CHEAPEST, "X")),
        ("jump Y", CallPattern(None, Level.JUMP, "Y")),
        ("game NT", CallPattern(None, Level.GAME, Strain.NOTRUMP)),
        ("game hearts", CallPattern(None, Level.GAME, Strain.HEARTS)),
    ],
)
def test_a_call_is_read(text: str, expected: CallPattern) -> None:
    assert entry(f"{text}: true").call == expected
    assert entry(f'[a1] {text} "name" : true').call == expected


@pytest.mark.parametrize(
    ("text", "disposition", "until"),
    [
        ("forcing", Disposition.FORCING, None),
        ("forcing to game", Disposition.FORCING_TO_GAME, None),
        ("Forcing  to 3NT", Disposition.FORCING_TO, Bid(3, Strain.NOTRUMP)),
        ("invitational", Disposition.INVITATIONAL, None),
        ("sign-off", Disposition.SIGN_OFF, None),
        ("not forcing", Disposition.NOT_FORCING, None),
    ],
)
def test_a_call_asks_something_of_partner(text: str, disposition: Disposition, until: Bid | None) -> None:
    found = entry(f"1C: true\n    {text}")
    assert (found.disposition, found.until) == (disposition, until)


def test_the_other_lines_below_an_entry_are_read() -> None:
    found = entry(
        "2X for X in SH, Y in DC: true\n    agrees X\n    is raise(X), splinter(Y)\n    is good\n"
        "    catch-all\n    only read\n    priority 7\n    source: a book,\n      page 3"
    )
    assert found.agrees == X
    assert found.tags == (Tag("raise", (X,)), Tag("splinter", (Y,)), Tag("good"))
    assert (found.is_catch_all, found.is_read_only, found.priority) == (True, True, 7)
    assert found.source == "a book, page 3"
    assert found.suits == (
        ("X", (Suit.SPADES, Suit.HEARTS)),
        ("Y", (Suit.DIAMONDS, Suit.CLUBS)),
    )


def test_a_source_at_the_head_of_a_block_is_that_of_every_entry_without_one() -> None:
    found = block(
        "when opening\n  source: a book,\n    page  3\n  1C: true\n"
        "  1D: true\n    source: another\n  pass: true\n"
    )
    assert [each.source for each in found.entries] == ["a book, page 3", "another", "a book, page 3"]


def test_a_source_at_the_head_of_a_block_goes_no_further_than_the_block() -> None:
    first, second = read_text(
        "when opening\n  Source : a book\n  1C: true\nwhen not opening\n  pass: true\n"
    ).blocks
    assert [each.entries[0].source for each in (first, second)] == ["a book", ""]


# Letters


@pytest.mark.parametrize(("letter", "suits"), [("M", "SH"), ("m", "DC"), ("X", "SHDC"), ("W", "SHDC")])
def test_a_letter_that_only_the_call_has_is_each_of_its_suits(letter: str, suits: str) -> None:
    found = entry(f"2{letter}: 5+ {letter}")
    assert found.suits == ((letter, tuple(Suit.parse(each) for each in suits)),)


def test_a_letter_of_the_context_is_known_in_the_entries() -> None:
    found = entry("2M: 3+ M, OM <= 3\n    agrees M\n    is raise(OM)", "partner opened 1M")
    assert found.suits == ()
    assert found.tags == (Tag("raise", (Name("OM", Kind.SUIT),)),)


def test_for_restricts_a_letter_of_the_context() -> None:
    assert entry("2X for X in majors: 3+ X", "partner opened 1X").suits == (
        ("X", (Suit.SPADES, Suit.HEARTS)),
    )


def test_a_letter_found_after_if_is_known_too() -> None:
    assert entry("2Y: 5+ Y, 2- X\n    if partner opened 1X").suits[0][0] == "Y"


def test_n_is_the_level_of_the_call_or_of_the_context() -> None:
    assert entry("nX: n = level(X)").call.level is Level.ANY
    assert entry("pass: n >= 4", "RHO bid nX").call.call is Call.PASS
