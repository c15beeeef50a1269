"""The printed notes of a system, and the same as Bridge Bidding Markup Language."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from overtrick.bidding.auction_facts import system_vocabulary
from overtrick.bidding.bml import bml
from overtrick.bidding.context_words import call_in_words
from overtrick.bidding.entries import Sheet
from overtrick.bidding.printing import SHOWN_WORDS, in_order, notes
from overtrick.bidding.reading import known_systems, read_sheets, read_text
from overtrick.bidding.system import System
from overtrick.hands import standard
from overtrick.render import Heading, TextTable, html_document, markdown, text_document

CLUB = """\
system club "A strong club"
  source: a book
points = hcp + longest
convention weak_twos "Weak two-bids" on
convention drury "Drury: 2♣ by a passed hand" off
define good(X) = 2+ of AKQ in X
> 1C is strong.
include openings
## Answers
when partner showed strong_club, RHO passed, priority 3, complete
  1D "negative": 8- hcp
    alert
  1M "positive": 9+ hcp, 5+ M, OM <= 4
    forcing to game
    agrees M
  cheapest X "natural": level(X) = 1
    forcing to 2NT
  double: combined >= 20
when opening
  1NT: true
    catch-all
"""
OPENINGS = """\
## Openings
when opening
  1C "strong club": 17+ hcp or spades >= 6
    unless balanced
    forcing
    is strong_club
    alert "artificial"
    source: page 3
  2X "weak two" for X in SH: 6-10 hcp, 6 X, good(X)
    if using weak_twos
### Rare
when opening, seat 3-4
  pass: true
  3Y: 7+ Y
"""


def club() -> Sheet:
    return read_text(CLUB, files={"openings": OPENINGS})


def shipped() -> list[Sheet]:
    return [sheet for name in known_systems() for sheet in read_sheets(name)]


# Documents


def test_the_notes_follow_the_files_with_each_where_it_is_included() -> None:
    parts = [part if isinstance(part, tuple) else part.text for part in in_order(club())]
    words = [part if isinstance(part, str) else part[1] for part in parts]
    assert words == [
        "> 1C is strong.",
        "## Openings",
        "opening",
        "### Rare",
        "opening, seat 3-4",
        "## Answers",
        "partner showed strong_club, RHO passed",
        "opening",
    ]


def test_headings_are_the_remarks_and_the_contexts_in_words() -> None:
    headings = [(part.level, part.text) for part in notes(club()).blocks if isinstance(part, Heading)]
    assert headings == [
        (1, "Conventions"),
        (1, "Openings"),
        (2, "Nobody has bid"),
        (2, "Rare"),
        (3, "Nobody has bid, I am in third or fourth seat"),
        (1, "Answers"),
        (2, "Partner showed strong club, RHO passed"),
        (2, "Nobody has bid (2)"),
        (1, "Words"),
    ]


def test_a_table_has_the_columns_that_say_something() -> None:
    tables = [part for part in notes(club()).blocks if isinstance(part, TextTable)]
    switches, openings, rare, answers, last, words = tables
    assert switches.rows == (
        ("weak_twos", "Weak two-bids", "on"),
        ("drury", "Drury: 2♣ by a passed hand", "off"),
    )
    assert openings.heads == ("call", "name", "shows", "asks", "besides", "alert", "source")
    assert openings.rows == (
        (
            *("1♣", "strong club", "17+ hcp or ♠ ≥ 6 unless balanced", "forcing"),
            *("shows strong club", "artificial", "page 3"),
        ),
        ("2X (X: ♠♥)", "weak two", "6-10 hcp, 6 X, good(X)", "", "if we play weak twos", "", ""),
    )
    assert rare.rows == (("Pass", "anything"), ("3Y", "7+ Y"))
    assert answers.heads == ("call", "name", "shows", "asks", "besides", "alert")
    assert answers.rows == (
        ("1♦", "negative", "8- hcp", "", "", "yes"),
        ("1M", "positive", "9+ hcp, 5+ M, OM ≤ 4", "forcing to game", "agrees M", ""),
        ("cheapest X", "natural", "level(X) = 1", "forcing to 2NT", "", ""),
        ("Dbl", "", "combined ≥ 20", "", "", ""),
    )
    assert last.rows == (("1NT", "anything", "for want of anything better"),)
    assert ("points", "hcp + longest") in words.rows
    assert ("good(X)", "2+ of AKQ in X") in words.rows
    assert {"level", "combined"} <= {row[0] for row in words.rows}


def test_a_system_prints_every_sheet_and_how_it_is_switched() -> None:
    document = notes(System((club(), read_text("when opening\n  pass: true", name="low")), {"drury": True}))
    assert [part.text for part in document.parts] == ["club", "low"]
    assert text_document(document).count("A strong club") == 1
    assert "drury      Drury: 2♣ by a passed hand  on" in text_document(document)


def test_systems_beneath_have_their_titles_and_a_system_without_one_is_named() -> None:
    low = read_text('system low "Low"\nwhen opening\n  pass: true', name="low")
    top = read_text("system top\nwhen opening\n  1C: true", name="top")
    document = notes(System((top, low)))
    assert document.title == "The system top"
    assert [part.text for part in document.parts] == ["top", "low: Low"]


def test_a_convention_that_overrides_one_beneath_is_listed_once() -> None:
    low = read_text("system low\nconvention a on\nconvention b on\nwhen opening\n  pass: true", name="low")
    top = read_text("system top\nconvention a off\nwhen opening\n  1C: true", name="top")
    tables = [part for part in notes(System((top, low))).blocks if isinstance(part, TextTable)]
    assert [part.rows for part in tables if part.heads[0] == "switch"] == [
        (("a", "", "off"),),
        (("b", "", "on"),),
    ]


def test_labels_stand_before_the_names() -> None:
    text = 'when opening\n  [8] 1C "strong club": 17+ hcp\n  [9a] 1D: 12+ hcp\n  pass: true'
    (table,) = (part for part in notes(read_text(text)).blocks if isinstance(part, TextTable))
    assert [row[1] for row in table.rows] == ["[8] strong club", "[9a]", ""]


def test_every_word_about_the_partnership_is_explained() -> None:
    assert set(SHOWN_WORDS) == set(system_vocabulary().definitions) - set(standard().definitions)


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids, self.links, self.cells = list[str](), list[str](), 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        self.cells += tag == "td"


def test_every_system_prints_with_different_anchors_and_every_entry() -> None:
    for sheet in (*shipped(), club()):
        document = notes(sheet)
        page = _Ids()
        page.feed(html_document(document))
        assert len(set(page.ids)) == len(page.ids)
        assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
        tables = [part for part in document.blocks if isinstance(part, TextTable) and part.heads[0] == "call"]
        entries = [entry for block in sheet.blocks for entry in block.entries]
        assert sum(len(table.rows) for table in tables) == len(entries)
        assert page.cells == sum(
            len(row) for part in document.blocks if isinstance(part, TextTable) for row in part.rows
        )
        assert markdown(document).startswith("# ")
        written = text_document(document)
        assert all(entry.name in written for entry in entries)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("1NT", "1NT"),
        ("2H", "2♥"),
        ("pass", "Pass"),
        ("1M", "1M"),
        ("nX", "nX"),
        ("game NT", "game NT"),
        ("3X for X in DC", "3X (X: ♦♣)"),
        ("jump X", "jump X"),
        ("redouble", "Rdbl"),
    ],
)
def test_a_call_is_told_as_notes_print_it(call: str, words: str) -> None:
    assert call_in_words(read_text(f"when opening\n  {call}: true").blocks[0].entries[0]) == words


# Bridge Bidding Markup Language, by the rules of https://github.com/gpaulissen/bml

BID = re.compile(r"P|D|R|[1-7][CDHSN]|[1-7](M|m|oM|om|X|[CDHS]{2,4})")


def paragraphs(text: str) -> list[str]:
    assert text.endswith("\n")
    return text.rstrip("\n").split("\n\n")


def rows(text: str) -> list[tuple[str, str]]:
    """The rows of the bidding tables; every other part has to be a heading, a list, metadata or prose."""
    found = list[tuple[str, str]]()
    for part in paragraphs(text):
        assert part.strip()
        assert not part.startswith("\n")
        lines = part.split("\n")
        is_table = re.match(r"\s*\(?\d[A-Za-z]+", part) or lines[0] == "#BIDTABLE"
        if is_table:
            for line in lines[lines[0] == "#BIDTABLE" :]:
                bid, description = re.split(r"\s+", line, maxsplit=1)
                assert BID.fullmatch(bid), (
                    line
                )  # in particular no indentation: every row is of the same auction
                assert description.strip()
                assert not description.startswith("=")
                found.append((bid, description))
        elif part.startswith("- "):
            assert all(line.startswith("- ") and " :: " not in line for line in lines)
        elif part.startswith("*"):
            assert re.match(r"\*{1,4} \S", part)
            assert len(lines) == 1
        elif part.startswith("#"):
            assert re.match(r"#\+(TITLE|DESCRIPTION): \S", part)
        else:
            assert not re.match(r"\s*([-|#*]|\d)", part)
    return found


def test_a_system_is_written_as_markup() -> None:
    assert (
        bml(club())
        == """\
#+TITLE: A strong club

#+DESCRIPTION: a book

* Conventions

- weak_twos (on): Weak two-bids
- drury (off): Drury: 2!c by a passed hand

Note: 1C is strong.

* Openings

** Nobody has bid

1C   strong club: 17+ hcp or !s ≥ 6 unless balanced; forcing; alert: artificial
2HS  weak two: 6--10 hcp, 6 X, good(X); if we play weak twos

** Rare

*** Nobody has bid, I am in third or fourth seat

#BIDTABLE
P   anything
3X  7+ Y; Y is the suit bid

* Answers

** Partner showed strong club, RHO passed

1D   negative: 8- hcp; alert
1HS  positive: 9+ hcp, 5+ M, OM ≤ 4; forcing to game

- cheapest X: natural: level(X) = 1; forcing to 2NT

#BIDTABLE
D  combined ≥ 20

** Nobody has bid

1N  anything
"""
    )


def test_every_system_is_good_markup() -> None:
    for sheet in (*shipped(), club()):
        text = bml(sheet)
        lists = sum(line.startswith("- ") for line in text.split("\n")) - len(sheet.conventions)
        assert len(rows(text)) + lists == sum(len(block.entries) for block in sheet.blocks)
        assert not re.search("[♠♥♦♣–]", text)


@pytest.mark.parametrize(
    ("call", "bid"),
    [
        ("pass", "P"),
        ("double", "D"),
        ("redouble", "R"),
        ("3NT", "3N"),
        ("2♥", "2H"),
        ("2M", "2HS"),
        ("2m", "2CD"),
        ("2X", "2X"),
        ("2X for X in SHD", "2DHS"),
        ("game NT", "3N"),
        ("game H", "4H"),
        ("game M", "4HS"),
    ],
)
def test_a_call_is_written_as_the_markup_has_it(call: str, bid: str) -> None:
    assert rows(bml(read_text(f"when opening\n  {call}: true"))) == [(bid, "anything")]


@pytest.mark.parametrize(("call", "bid"), [("2M", "2M"), ("2OM", "2oM"), ("game OM", "4oM")])
def test_a_letter_of_the_context_is_written_as_it_is(call: str, bid: str) -> None:
    text = bml(read_text(f"when partner opened 1M\n  {call}: true"))
    assert rows(text) == [(bid, "anything")]


@pytest.mark.parametrize("prose", ["1NT is strong.", "- a dash", "* a star", "(1D) is theirs", "| a | b"])
def test_prose_is_not_taken_for_a_table(prose: str) -> None:
    assert rows(bml(read_text(f"> {prose}"))) == []
