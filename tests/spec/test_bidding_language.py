"""System files: every construct of the language, and every fault with its file, line and column."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bidding import load
from overtrick.bidding.entries import (
    Agreed,
    BidPattern,
    Block,
    CallPattern,
    Condition,
    Did,
    Disposition,
    Either,
    Entry,
    Every,
    Forced,
    Has,
    Is,
    Level,
    Not,
    Place,
    Position,
    Sheet,
    Showed,
    Tag,
    Using,
    Who,
)
from overtrick.bidding.errors import BiddingError, SystemFileError
from overtrick.bidding.layout import lay_out
from overtrick.bidding.reading import (
    Points,
    find_system,
    known_systems,
    read_sheet,
    read_sheets,
    read_text,
)
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands import Kind
from overtrick.hands.reading import read
from overtrick.hands.terms import All, Name
from overtrick.hands.terms import Not as NotSo

SCHENKEN = """\
system schenken "The Schenken club of OPENBID, continued to a contract"
  source: London and Wasserman 1967
words openbid
points = TOTALPTS
## Openings
> One club is strong,
> everything else is limited.
convention weak_twos "Weak two-bids in the majors" on

define good(X) = 5+ X, 2+ of AKQ in X

when opening
  1NT "strong notrump": 15-17 hcp,
      balanced                     # whatever the seat
    source: synopsis, section 7
  [8] 1C "strong club": 17+ hcp or 21+ points
    unless 22+ hcp, balanced
    forcing
    is strong_club
    alert "artificial"
  2X "weak two" for X in SH: 6-10 hcp, 6 X, good(X)
    if using weak_twos
  pass: true

when partner showed strong_club, RHO passed, priority 3, complete
  1D "negative": 8- hcp
    alert
    priority -2
  1X "positive" for X in SH: 9+ hcp, 5+ X
    forcing to game
"""
M, X, Y = (Name(letter, Kind.SUIT) for letter in "MXY")


def block(text: str) -> Block:
    """The only block of a text."""
    (found,) = read_text(text).blocks
    return found


def entry(text: str, context: str = "opening") -> Entry:
    """The only entry of a block."""
    (found,) = block(f"when {context}\n  {text}\n").entries
    return found


def context(text: str, tail: str = "") -> Condition:
    """A context, in a system that has some tags and conventions to speak of."""
    rest = "convention stayman on\nwhen opening\n  1C: true\n    is strong, transfer(S), two(S, H)\n"
    return read_text(f"when {text}{tail}\n  pass: true\n{rest}").blocks[0].when


def fault(text: str, files: dict[str, str] | None = None) -> str:
    """What is wrong with a text, without the line that is quoted."""
    with pytest.raises(SystemFileError) as caught:
        read_text(text, files=files)
    return caught.value.faults[0]


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
    assert weak.convention == Using("weak_twos")
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
    assert found.when == Every((Showed(Who.PARTNER, "strong_club"), Did(Who.RHO, "passed")))
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
    assert found.when == Every((Is("opening"), Is("seat", (3, 4)), Is("vulnerable")))
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


# Files and systems beneath


def test_other_files_are_read_in_place() -> None:
    sheet = read_text(
        "include a\ninclude b\nwhen opening\n  pass: true",
        files={"a": "## A\ndefine good = 13+ hcp\nwhen seat 1\n  1C: good", "b": "when seat 2\n  1D: true"},
    )
    assert [str(each.place) for each in sheet.blocks] == [
        "a.bid, line 3",
        "b.bid, line 1",
        "system.bid, line 3",
    ]
    assert sheet.includes == ((Place("system.bid", 1, 9), "a.bid"), (Place("system.bid", 2, 9), "b.bid"))
    assert "good" in sheet.vocabulary.definitions


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.bid").write_text(text, encoding="utf-8")
    return folder


def test_a_system_beneath_counts_points_as_the_one_above(tmp_path: Path) -> None:
    write(
        tmp_path / "low", system="system low\npoints = hcp\nwhen opening\n  1C: 12+ points\n    is low_club"
    )
    top = write(
        tmp_path / "top",
        system="system top\nwords openbid\ndefine bonus = [balanced]\npoints = TOTALPTS + bonus\nuses low\n"
        "when partner showed low_club\n  pass: true",
    )
    sheets = read_sheets(top)
    assert [sheet.name for sheet in sheets] == ["top", "low"]
    assert sheets[0].below == ("low",)
    points = [sheet.vocabulary.definitions["points"] for sheet in sheets]
    assert points[0] is points[1]
    alone = read_sheet(tmp_path / "low").vocabulary.definitions["points"]
    assert alone is not points[0]
    given = read_sheet(tmp_path / "low", Points("losers")).vocabulary.definitions["points"]
    assert given.body == read("losers", sheets[0].vocabulary, Kind.NUMBER)


def test_points_may_be_defined_as_well() -> None:
    assert read_text("define points = losers").vocabulary.definitions["points"].body == read(
        "losers", read_text("").vocabulary, Kind.NUMBER
    )


def test_systems_are_found_by_name_and_by_folder(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", system="system mine")
    assert find_system(folder) == find_system(folder / "system.bid") == folder
    with pytest.raises(BiddingError, match=r"there is no system 'no such': expected a folder with a file"):
        find_system("no such")
    with pytest.raises(BiddingError, match="there is no system"):
        find_system("a\0b")


def every_shipped_sheet() -> list[Sheet]:
    return [sheet for name in known_systems() for sheet in read_sheets(name)]


def test_contexts_of_every_system_read_back_from_their_own_text() -> None:
    checked = 0
    sheets = every_shipped_sheet()
    names = {name.name for sheet in sheets for name in sheet.conventions}
    tags = {
        tag.name for sheet in sheets for each in sheet.blocks for entry in each.entries for tag in entry.tags
    }
    rest = "\n".join(
        (
            *(f"convention {name} on" for name in names),
            "when opening\n  1C: true",
            *(f"    is {tag}(S, H, D, C)" for tag in tags),
        )
    )
    for found in (each for sheet in sheets for each in sheet.blocks):
        assert read_text(f"when {found.text}\n  pass: true\n{rest}").blocks[0].when == found.when
        checked += 1
    assert checked == sum(len(sheet.blocks) for sheet in sheets)


def test_conditions_of_every_system_read_back_from_their_own_text() -> None:
    for sheet in every_shipped_sheet():
        for each in (entry for found in sheet.blocks for entry in found.entries):
            condition, *unless = each.text.split(" unless ", 1)
            letters = {*"MmXYZW", "OM", "Om"}
            term = read(condition, sheet.vocabulary, suits=letters)
            if unless:
                term = All((term, NotSo(read(unless[0], sheet.vocabulary, suits=letters))))
            assert term == each.shows


# Contexts

FACTS = (
    *("opening", "vulnerable", "they vulnerable", "undisturbed", "passed hand", "partner passed hand"),
    *("first turn", "our bid", "their bid", "doubled", "redoubled", "in game", "balancing"),
)


@pytest.mark.parametrize("word", FACTS)
def test_a_fact_of_the_auction_is_read(word: str) -> None:
    assert context(word) == context(word.upper()) == context(f"({word})") == Is(word)
    assert context(f"not {word}") == Not(Is(word))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seat 1", Is("seat", (1,))),
        ("seat 3-4", Is("seat", (3, 4))),
        ("we vulnerable", Is("vulnerable")),
        ("I passed hand", Is("passed hand")),
        ("partner opened", Did(Who.PARTNER, "opened")),
        ("partner opened 1M", Did(Who.PARTNER, "opened", BidPattern(1, 1, "M"))),
        ("I bid", Did(Who.ME, "bid")),
        ("RHO bid 2NT", Did(Who.RHO, "bid", BidPattern(2, 2, Strain.NOTRUMP))),
        ("LHO bid 1-2X", Did(Who.LHO, "bid", BidPattern(1, 2, "X"))),
        ("they bid nX", Did(Who.THEY, "bid", BidPattern(1, 7, "X", True))),
        ("we bid 2any", Did(Who.WE, "bid", BidPattern(2, 2, None))),
        ("rho BID 3♥", Did(Who.RHO, "bid", BidPattern(3, 3, Strain.HEARTS))),
        ("I began 1m", Did(Who.ME, "began", BidPattern(1, 1, "m"))),
        *((f"partner {deed}", Did(Who.PARTNER, deed)) for deed in ("passed", "doubled", "redoubled")),
        *((f"they {deed}", Did(Who.THEY, deed)) for deed in ("jumped", "raised", "silent")),
        ("partner showed strong", Showed(Who.PARTNER, "strong")),
        ("partner showed transfer(X)", Showed(Who.PARTNER, "transfer", (X,))),
        ("partner showed two(S, X)", Showed(Who.PARTNER, "two", (Suit.SPADES, X))),
        ("I ever showed strong", Showed(Who.ME, "strong", (), True)),
        ("partner has 5+ X", Has(Who.PARTNER, 5, None, X)),
        ("they have 4 hearts", Has(Who.THEY, 4, 4, Suit.HEARTS)),
        ("partner has 12+ points", Has(Who.PARTNER, 12, None, "points")),
        ("partner has 10- hcp", Has(Who.PARTNER, None, 10, "hcp")),
        ("partner has 1 ace", Has(Who.PARTNER, 1, 1, "aces")),
        ("partner may have 12-15 hcp", Has(Who.PARTNER, 12, 15, "hcp", False)),
        ("X agreed", Agreed(X)),
        ("H agreed", Agreed(Suit.HEARTS)),
        ("nothing agreed", Agreed(None)),
        ("forced", Forced()),
        ("forced to game", Forced(True)),
        ("below 3NT", Position("below", BidPattern(3, 3, Strain.NOTRUMP))),
        ("at 2X", Position("at", BidPattern(2, 2, "X"))),
        ("at or above 3C", Position("at or above", BidPattern(3, 3, Strain.CLUBS))),
        ("using stayman", Using("stayman")),
    ],
)
def test_a_condition_on_the_auction_is_read(text: str, expected: Condition) -> None:
    assert context(text) == expected
    assert context(text, ", priority 2") == expected


def test_a_comma_joins_less_closely_than_or_and_or_than_and() -> None:
    a, b, c = Is("opening"), Is("doubled"), Is("balancing")
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


# Faults

O = "when opening\n"  # noqa: E741


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (
            "whn opening",
            1,
            1,
            "expected a line that begins with system, uses, include, words, points, define, "
            "convention or when, found 'whn': did you mean 'when'?",
        ),
        (
            "# a\n\nwhen openning\n  1C: true",
            3,
            6,
            "expected a condition on the auction such as 'opening' or "
            "'partner bid 1M', found 'openning': did you mean 'opening'?",
        ),
        (
            "when partner opend 1M\n 1C: true",
            1,
            14,
            "expected what that player did, such as opened, bid, passed, "
            "showed or has, found 'opend': did you mean 'opened'?",
        ),
        ("when i passed\n 1C: true", 1, 6, "found 'i': did you mean 'I'?"),
        ("when partner bid 2s\n 1C: true", 1, 18, "found '2s': did you mean '2S'?"),
        ("when opening,, seat 3\n 1C: true", 1, 14, "found ','"),
        ("when (opening\n 1C: true", 1, 14, "expected a comma or ')', found the end of the line"),
        ("when opening,\n  seat 5\n  1C: true", 2, 8, "expected a seat from 1 to 4, found '5'"),
        ("when seat 4-3\n 1C: true", 1, 11, "no seat is 4-3: the lower number comes first"),
        ("when opening priority 3\n 1C: true", 1, 14, "expected a comma, 'and', 'or' or the end of the line"),
        ("when opening, priority x\n 1C: true", 1, 24, "expected a number, found 'x'"),
        ("when opening, complete, complete\n 1C: true", 1, 25, "complete is said twice"),
        ("when partner has 5-4 X\n 1C: true", 1, 18, "the range 5-4 is empty"),
        ("when partner bid 3-2X\n 1C: true", 1, 18, "no bid is 3-2X: the lower level comes first"),
        ("when LHO passed hand\n 1C: true", 1, 6, "expected 'I passed hand' or 'partner passed hand'"),
        ("when partner showed\n 1C: true", 1, 20, "expected a name, found the end of the line"),
        ("when not not X\n 1C: true", 1, 15, "expected 'agreed', found the end of the line"),
        (f"when {'not ' * 99} opening\n 1C: true", 1, 246, "too many conditions within conditions"),
        (O, 1, 1, "no entry stands below this line: expected one such as '1NT: 15-17 hcp, balanced'"),
        (
            O + "  1Q: true",
            2,
            3,
            "expected a call such as 1NT, 2M, nX, pass, double or cheapest X, found '1Q'",
        ),
        (O + "  0NT: true", 2, 3, "found '0NT'"),
        (O + "  [x 1C: true", 2, 3, "found '['"),
        (O + '  1C "a: true', 2, 6, "expected words in quotes, ':' and a condition on the hand or 'for'"),
        (
            O + "  1C true",
            2,
            6,
            "expected words in quotes, ':' and a condition on the hand or 'for', found 'true'",
        ),
        (O + "  1C:", 2, 6, "expected a condition on the hand, found the end of the line"),
        (O + "  1C: 12+ balancd", 2, 11, "unknown word 'balancd': did you mean 'balanced'?"),
        (O + "  1C: 12+ hcp 5+ clubs", 2, 15, "expected a comma between two conditions, found '5+'"),
        (O + "  1C: 12+ hcp,\n      # so\n      5+ spods", 4, 10, "unknown word 'spods'"),
        (
            O + "  1C: 12+ hcp\n    forcng",
            3,
            5,
            "with 'forcng' (they begin with unless, forcing, forcing to, "
            "forcing to game, invitational, sign-off, not forcing, agrees, is, alert, priority, if, "
            "catch-all, only read or source:): did you mean 'forcing'?",
        ),
        (O + "  1C: true\n    unless 5+ hearts or\n      6+ spods", 4, 10, "unknown word 'spods'"),
        (O + "  1C: hcp", 2, 7, "expected a condition, found a number"),
        (O + "  1C: true unless true\n    unless true", 3, 5, "a second exception"),
        (O + "  1C: true\n    forcing\n    alart", 4, 5, "source:): did you mean 'alert'?"),
        (
            O + "  1C: true\n    forcing\n    forcing to game",
            4,
            5,
            "a second line of this kind below one entry",
        ),
        (O + "  1C: true\n    forcing too 3NT", 3, 13, "expected the end of the line, found 'too'"),
        (
            O + "  1C: true\n    forcing to 3M",
            3,
            16,
            "expected 'game' or a bid without letters such as 3NT, found '3M'",
        ),
        (O + "  1C: true\n    forcing to gam", 3, 16, "3NT, found 'gam': did you mean 'game'?"),
        (O + "  1C: true\n    source:", 3, 12, "expected where it is from, found the end of the line"),
        (O + "  1C: true\n    balanced", 3, 5, "expected a comma between two conditions, found 'balanced'"),
        (O + "  1C: true\n    not balanced", 3, 5, "or the end, found 'not'"),
        *(
            (O + f"  1C: 12+ hcp\n    {above}{text}", 4 if above else 3, 5, f"did you mean '{meant}'?")
            for above in ("", "alert\n    ")
            for text, meant in (
                ("forces", "forcing"),
                ("invite", "invitational"),
                ("sign off", "sign-off"),
                ("until 3NT", "forcing to"),
                ("not forced", "not forcing"),
                ("non-forcing", "not forcing"),
                ("source a book", "source:"),
            )
        ),
        (O + "  1C: 12+ hcp\n    qqq", 3, 5, "no property line begins with 'qqq' (they begin with unless,"),
        (O + "  P: true", 2, 3, "found 'P': did you mean 'pass'?"),
        (O + "  [a] X: true", 2, 7, "found 'X': did you mean 'double'?"),
        (O + "  XX: true", 2, 3, "found 'XX': did you mean 'redouble'?"),
        (O + "  Dbl: true", 2, 3, "found 'Dbl': did you mean 'double'?"),
        (O + "  1C: true\n    is 5", 3, 8, "expected a name, found '5'"),
        (O + "  1C: true\n    priority", 3, 13, "expected a number, found the end of the line"),
        (O + "\t1C: true", 2, 1, "expected spaces at the beginning of the line, found a tab"),
        (O + "  1C: true\n \t1D: true", 3, 1, "expected spaces at the beginning of the line, found a tab"),
        (O + "   1C: true\n 1D: true", 3, 2, "this line stands in column 2, the first of its block in 4"),
        (O + "  1C: true\n      alert\n    forcing", 4, 5, "this line stands in column 5, those above in 7"),
        ("  1C: true", 1, 3, "an indented line stands below nothing"),
        ("uses x\n  y", 2, 3, "expected the end of the line, found 'y'"),
        # Letters
        (O + "  1C: 12+ hcp,\n    5+ M", 3, 8, "M stands for no suit here"),
        (O + "  1M: 12+ hcp, 5+ m", 2, 19, "m stands for no suit here"),
        (O + "  1C: fit in X", 2, 14, "X stands for no suit here"),
        (O + "  1C: true\n    agrees M", 3, 12, "M stands for no suit here"),
        (O + "  1C: true\n    is a(S, M)", 3, 13, "M stands for no suit here"),
        (O + "  1C: n = 2", 2, 7, "n is no level here: neither the call nor the context names one"),
        (O + "  1OM: true", 2, 3, "OM is the other of M, but nothing finds M"),
        (O + "  1M for M in DC: true", 2, 15, "M is a major: expected suits among SH"),
        (O + "  1X for X in SH, X in DC: true", 2, 19, "X is said twice"),
        (O + "  1C for OM in SH: true", 2, 10, "OM follows from M"),
        (O + "  1C for X in SHQ: true", 2, 15, "expected suits such as SH, majors or minors, found 'SHQ'"),
        (
            O + "  2X for X in SH: true\n    if not they have 3+ X",
            3,
            5,
            "X after 'not' would be every suit here",
        ),
        ("when opening or partner bid 1X\n 1C: 5+ X", 2, 9, "X stands for no suit here"),
        ("when not partner bid 1X\n 1C: 5+ X", 2, 9, "X stands for no suit here"),
        ("when partner bid 2OM\n 1C: true", 1, 18, "OM is the other of M, but nothing before it finds M"),
        ("when below 3X\n 1C: true", 1, 12, "below which bid? Nothing before it finds X"),
        ("when at or above 3any\n 1C: true", 1, 18, "at or above which bid? 3any is more than one"),
        ("when not they have 4+ X, I bid 1X\n 1C: true", 1, 32, "X is found only here, after 'not'"),
        # Names
        ("system", 1, 7, "expected a name, found the end of the line"),
        ("system a\n\nsystem b", 3, 1, "a second system: the first is in line 1"),
        ("system a\n  forcing", 2, 3, "expected one line 'source: …' below the name of the system"),
        ("uses nothing", 1, 6, "there is no system 'nothing'"),
        ("include x", 1, 9, "there is no file x.bid in the folder 'system'"),
        ("include system", 1, 9, "system.bid includes itself"),
        ("words openbd", 1, 7, "expected openbid, found 'openbd': did you mean 'openbid'?"),
        ("points = balanced", 1, 10, "expected a number, found a condition"),
        ("points = hcp +", 1, 15, "found the end"),
        ("points = 3\npoints = 4", 2, 1, "points are counted in two ways"),
        ('convention a "b"', 1, 17, "expected 'off' or 'on', found the end of the line"),
        ("convention a on\nconvention a off", 2, 12, "a is a convention already: see system.bid, line 1"),
        ("define f(X) = 5+ X,\n  5+ Y", 2, 6, "unknown word 'Y'"),
        ("define 7 = 3", 1, 8, "expected a definition such as good(X) = 5+ X"),
        ("define and = 3", 1, 8, "'and' means something already: choose another name"),
        ("define f(n) = 3", 1, 10, "'n' means something already: choose another name"),
        *(
            (f"points = hcp\ndefine {word} = 20+ hcp", 2, 8, f"'{word}' means something already")
            for word in ("hcp", "HCP", "balanced", "combined", "ace", "partner_points")
        ),
        ("define fit(X) = 7+ X", 1, 8, "'fit' means something already"),
        ("define points(X) = 7+ X", 1, 8, "'points' means something already"),
        ("define TOTALPTS = 3\nwords openbid", 1, 8, "'TOTALPTS' means something already"),
        ("define f = 3\n\ndefine F(X) = 5+ X", 3, 8, "'F' is defined already: see system.bid, line 1"),
        ("points =", 1, 9, "expected how points are counted, such as 'hcp', found the end of the line"),
        ("define", 1, 7, "expected a definition such as good(X) = 5+ X, found the end of the line"),
        ("system a\n  source:", 2, 10, "expected where it is from"),
        (
            "when partner showed foo\n  1C: true\n    is fooo",
            1,
            21,
            "no entry has the line 'is foo': did you mean 'fooo'?",
        ),
        (
            "when partner showed foo(X)\n  1C: true\n    is foo",
            1,
            21,
            "'foo' stands with a suit here, but no line 'is foo' of an entry names any: write 'foo' alone",
        ),
        (
            "when partner showed foo(X, Y)\n  1C: true\n    is foo(S)",
            1,
            21,
            "'foo' stands with 2 suits here, but no line 'is foo' of an entry names more than one",
        ),
        (O + "  1C: true\n    if using bar", 3, 14, "there is no convention 'bar'"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int, words: str) -> None:
    said = fault(text)
    assert said.startswith(f"system.bid, line {line}, column {column}: ")
    assert words in said


def test_a_fault_quotes_the_line_and_points_at_the_place() -> None:
    with pytest.raises(SystemFileError) as caught:
        read_text("when opening\n  1NT: 15-17 hcp, blanced", name="openings")
    assert str(caught.value) == (
        "openings.bid, line 2, column 19: unknown word 'blanced': did you mean 'balanced'? "
        "in '1NT: 15-17 hcp, blanced'"
    )
    assert caught.value.pointer() == "  1NT: 15-17 hcp, blanced\n" + " " * 18 + "^"


def test_a_fault_in_another_file_names_that_file() -> None:
    assert fault("include a", {"a": "when opening\n  1C: 12+ x"}).startswith("a.bid, line 2, column 11: ")
    assert fault("include a", {"a": "include a"}) == "a.bid, line 1, column 9: a.bid includes itself"
    assert fault("include a", {"a": "include b", "b": "include a"}).startswith(
        "b.bid, line 1, column 9: a.bid is included already"
    )
    for statement in ("points = hcp", "words openbid", "system a"):
        assert "line 1, column 1: this line belongs in system.bid" in fault("include a", {"a": statement})


def test_a_folder_has_to_say_what_the_system_is_called(tmp_path: Path) -> None:
    for text in ("", "when opening\n  1C: true"):
        (tmp_path / "system.bid").write_text(text)
        with pytest.raises(
            SystemFileError, match="line 1, column 1: expected a line such as 'system natural"
        ):
            read_sheet(tmp_path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemFileError, match=r"there is no file system\.bid"):
        read_sheet(tmp_path)
    (tmp_path / "system.bid").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(SystemFileError, match=r"cannot read system\.bid: it is not UTF-8 text"):
        read_sheet(tmp_path)


def test_systems_that_use_each_other_are_refused(tmp_path: Path) -> None:
    a = write(tmp_path / "a", system="system a\nuses b")
    write(tmp_path / "b", system="system b\nuses a")
    with pytest.raises(SystemFileError, match=r"^b/system\.bid, line 2, column 6: a uses itself by way of b"):
        read_sheets(a)
    c = write(tmp_path / "c", system="system c\nuses c")
    with pytest.raises(SystemFileError, match=r"^c/system\.bid, line 2, column 6: c uses itself in"):
        read_sheets(c)


def test_faults_and_places_name_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "low", system="system low\ninclude more", more="when opening\n  1Q: true")
    top = write(tmp_path / "top", system="system other\nuses low")
    with pytest.raises(SystemFileError, match=r"^low/more\.bid, line 2, column 3: expected a call") as caught:
        read_sheets(top)
    assert caught.value.place == Place("low/more.bid", 2, 3)
    monkeypatch.chdir(tmp_path / "low")
    for folder in (".", "../low", "system.bid"):
        with pytest.raises(SystemFileError, match=r"^low/more\.bid, line 2, column 3: "):
            read_sheets(folder)
    (top / "system.bid").write_text("system top\ninclude a")
    (top / "a.bid").write_text("define f = 3\nconvention c on\nconvention c on")
    with pytest.raises(SystemFileError, match=r"^top/a.*: c is a convention already: see top/a\.bid, line 2"):
        read_sheets(top)
    (top / "a.bid").write_text("define f = 3\ndefine f = 4")
    with pytest.raises(SystemFileError, match=r"^top/a.*: 'f' is defined already: see top/a\.bid, line 1"):
        read_sheets(top)
    (top / "a.bid").write_text("when partner showed foo\n  1C: true")
    with pytest.raises(SystemFileError, match=r"^top/a\.bid, line 1, column 21: no entry has the line"):
        read_sheets(top)


def test_points_too_deep_are_refused_where_they_are_counted() -> None:
    said = set[str]()
    for last in range(70, 76):
        deep = "".join(f"define d{level} = d{level - 1} + 1\n" for level in range(1, last + 1))
        try:
            read_text(f"define d0 = hcp\n{deep}points = d{last}")
        except SystemFileError as error:
            said.add(error.faults[0].removeprefix(f"system.bid, line {last + 2}, "))
    assert "column 1: too many definitions within definitions" in said


# Systems loaded


def test_a_folder_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    low = write(tmp_path / "low", system="system low\nwhen opening\n  1C: true")
    top = write(tmp_path / "top", system="system top\nuses low\ninclude a", a="when seat 1\n  1D: true")

    def calls() -> list[str]:
        return [str(rule.entry.call.call) for rule in load(top).rules]

    first = load(top)
    assert calls() == ["1D", "1C"]
    assert load(top) is first
    assert load(str(top)).name == "top"
    (top / "a.bid").write_text("when seat 1\n  1H: true")
    assert calls() == ["1H", "1C"]
    (low / "system.bid").write_text("system low\nwhen opening\n  1S: true")
    assert calls() == ["1H", "1S"]
    assert load("natural") is load("natural")


def test_a_convention_is_switched_with_true_or_false_only() -> None:
    assert load("natural", {"stayman": False}).switches["stayman"] is False
    for value in ("off", 0, None):
        with pytest.raises(BiddingError, match=f"stayman is switched with True or False, not with {value!r}"):
            load("natural", {"stayman": value})  # type: ignore[dict-item]


def test_a_system_is_named_or_a_folder() -> None:
    with pytest.raises(BiddingError, match="expected the name of a system or a folder, not a int"):
        load(5)  # type: ignore[arg-type]


def test_a_convention_may_override_one_beneath(tmp_path: Path) -> None:
    write(tmp_path / "low", system='system low\nconvention a "low" on\nwhen opening\n  1C: true')
    top = write(tmp_path / "top", system='system top\nuses low\nconvention a "top" off')
    assert load(top).switches == {"a": False}


def test_entries_may_have_the_same_label() -> None:
    found = block("when opening\n  [8] 1C: 12+ hcp\n  [8] 1D: true")
    assert [each.label for each in found.entries] == ["8", "8"]


# Whatever the text, nothing but a SystemFileError, and soon

PIECES = st.sampled_from(
    [
        *(
            "when ",
            "opening",
            "\n",
            "\n  ",
            "\n    ",
            "1NT",
            "2X",
            ": ",
            "15-17 hcp",
            ", ",
            "(",
            ")",
            " or ",
            " not ",
        ),
        *(
            "partner ",
            "bid ",
            "showed ",
            "forcing",
            "is ",
            "strong",
            "alert",
            '"',
            "#",
            "##",
            ">",
            "unless ",
            "if ",
        ),
        *(
            "define ",
            "f(X) = ",
            "5+ X",
            "using ",
            "points = ",
            "include ",
            "system",
            "[",
            "]",
            "for X in SH",
            "n",
            "M",
        ),
        *("\t", "\r", "\0", "♠", "é", "-", "9" * 30),
    ]
)


def reads_or_refuses(text: str) -> None:
    began = time.perf_counter()
    place = Place("system.bid", 1)
    try:
        read_text(text)
    except SystemFileError as error:
        place = error.place
    lines = text.replace("\r\n", "\n").split("\n")
    assert place.file == "system.bid"
    assert 1 <= place.line <= len(lines)
    assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    assert time.perf_counter() - began < 5


@given(st.lists(PIECES, max_size=40).map("".join))
def test_pieces_of_the_language_are_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)
    reads_or_refuses(f"when opening\n  1C: {text}")


@given(st.data())
@settings(max_examples=200)
def test_a_system_with_changes_is_read_or_refused(data: st.DataObject) -> None:
    text = SCHENKEN
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(PIECES | st.text(max_size=3)) + text[end:]
    reads_or_refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "when " + "(" * 20_000,
        "when " + "not " * 20_000 + "opening\n 1C: true",
        "when " + "opening, " * 20_000 + "opening\n 1C: true",
        "when " + "opening or " * 20_000 + "opening\n 1C: true",
        "when opening\n" + "  1C: 12+ hcp\n" * 5_000,
        "when opening\n  1C: " + "(" * 5_000,
        "when opening\n  1C: true\n    is " + "a, " * 20_000 + "a",
        "> a\n" * 50_000,
        "\n" * 200_000,
        '"#' * 100_000,
        "x" * 2_000_000,
    ],
    ids=lambda text: repr(text[:24]),
)
def test_large_files_take_bounded_time(text: str) -> None:
    began = time.perf_counter()
    message = ""
    try:
        read_text(text)
    except SystemFileError as error:
        message = str(error)
    assert len(message) < 1_000
    assert time.perf_counter() - began < 20
