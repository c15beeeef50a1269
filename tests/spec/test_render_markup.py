"""What a picture shows as SVG and HTML, and that all three forms say the same."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import pytest

from overtrick import Board, Meaning, Result, Seat, Suit
from overtrick.render import THEMES, Ink, Theme, describe, html, page, stylesheet, svg, text
from tests.pictures import (
    AUCTION,
    DEAL,
    ENDGAME,
    HOSTILE,
    NASTY,
    PLAY,
    STORY,
    SVG,
    VALUES,
    Reader,
    every_theme,
    every_value,
    lines_of_svg,
    parsed,
)

# SVG


@every_theme
@every_value
def test_an_svg_has_no_style_no_script_and_nothing_from_outside(value: object, theme: Theme) -> None:
    root = parsed(value, theme)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "rect", "text", "tspan", "line"}
    for element in root.iter():
        for name, said in element.attrib.items():
            assert name not in ("style", "class", "href", "{http://www.w3.org/1999/xlink}href", "src")
            assert not name.lower().startswith("on")
            if name != "aria-label":
                assert "url(" not in said
                assert "://" not in said


@every_value
def test_an_svg_is_an_image_with_a_text_alternative(value: object) -> None:
    root, words = parsed(value), describe(value).words
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == words
    assert [title.text for title in root.findall(f"{SVG}title")] == [words]
    assert root[0].tag == f"{SVG}title"
    assert words.strip()


@every_value
def test_everything_in_an_svg_lies_inside_its_frame_and_in_its_own_place(value: object) -> None:
    root = parsed(value)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:.0f}", f"{height:.0f}")
    places = [(float(shown.attrib["x"]), float(shown.attrib["y"])) for shown in root.iter(f"{SVG}text")]
    assert len(places) == len(set(places)) > 0
    assert all(0 <= x < width and 0 < y < height for x, y in places)


def test_an_svg_of_a_deal_has_north_above_south_and_west_left_of_east() -> None:
    root = parsed(DEAL)
    named = {"".join(shown.itertext()).split()[0]: shown for shown in root.iter(f"{SVG}text")}
    x = {seat: float(named[seat.word].attrib["x"]) for seat in Seat}
    y = {seat: float(named[seat.word].attrib["y"]) for seat in Seat}
    assert y[Seat.NORTH] < y[Seat.WEST] == y[Seat.EAST] < y[Seat.SOUTH]
    assert x[Seat.WEST] < x[Seat.NORTH] == x[Seat.SOUTH] < x[Seat.EAST]


def test_an_svg_writes_each_suit_symbol_in_the_colour_of_its_suit() -> None:
    for theme in THEMES.values():
        spans = {span.text: span.attrib["fill"] for span in parsed(DEAL, theme).iter(f"{SVG}tspan")}
        for suit in Suit:
            assert spans[theme.symbols(suit.symbol)] == theme.colour(Ink.of(suit))


# HTML


@every_theme
@every_value
def test_an_html_fragment_has_no_style_and_no_script(value: object, theme: Theme) -> None:
    read = Reader(html(value, theme))
    known = {"figure", "figcaption", "table", "tr", "td", "th", "br", "span", "div", "p"}
    assert {tag for tag, _ in read.tags} <= known
    names = set(chain.from_iterable(attributes for _, attributes in read.tags))
    assert names <= {"class", "role", "aria-label", "aria-hidden", "scope"}


@every_value
def test_headings_have_a_scope_and_layout_tables_say_they_are_layout(value: object) -> None:
    read = Reader(html(value))
    tables = re.findall(r"<table(.*?)>(.*?)</table>", html(value), re.DOTALL)
    assert tables
    for attributes, content in tables:
        is_layout = "<th" not in content
        assert ('role="presentation"' in attributes) is is_layout
    assert all(heading.get("scope") == "col" for heading in read.attributes("th"))


def test_an_auction_and_a_play_are_tables_under_their_headings() -> None:
    headings = [
        re.findall(r'<th scope="col"><span class="strong">(.*?)<', html(value)) for value in (AUCTION, PLAY)
    ]
    assert headings[0] == ["West", "North", "East", "South"]
    assert headings[1] == ["Trick", "West", "North", "East", "South", "Won by"]


@every_value
def test_a_figure_is_named_by_the_words_for_it(value: object) -> None:
    diagram = describe(value)
    figures = Reader(html(value)).attributes("figure")
    assert [figure["aria-label"] for figure in figures] == [
        diagram.words,
        *(part.words for part in diagram.below),
    ]
    assert figures[0]["class"] == f"overtrick {diagram.kind}"


@every_theme
def test_the_style_sheet_colours_every_class_a_fragment_uses(theme: Theme) -> None:
    sheet = stylesheet(theme)
    used = {
        name
        for value in VALUES.values()
        for name in re.findall(r'<(?:span|div) class="(.*?)"', html(value, theme))
    }
    assert used >= {"clubs", "diamonds", "hearts", "spades", "strong", "muted", "compass"}
    for name in used:
        assert f".overtrick .{name} {{" in sheet
    for suit in Suit:
        assert f".{suit.word} {{ color: {theme.colour(Ink.of(suit))}; }}" in sheet
    assert theme.paper in sheet


@every_theme
def test_a_page_stands_on_its_own(theme: Theme) -> None:
    source = page("Club & friends", [DEAL, STORY], theme)
    read = Reader(source)
    assert source.startswith("<!doctype html>")
    assert read.attributes("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in read.attributes("meta")
    assert source.count("<title>Club &amp; friends</title>") == 1
    assert len(read.attributes("figure")) == 3
    assert html(DEAL, theme) in source
    assert stylesheet(theme) in source
    scheme = "dark" if theme.name.endswith("dark") else "light"
    assert {"name": "color-scheme", "content": scheme} in read.attributes("meta")
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in read.tags}
    assert "url(" not in source
    assert "@import" not in source


def test_the_title_of_a_page_cannot_carry_markup() -> None:
    read = Reader(page(f"</title>{NASTY}", [DEAL]))
    assert "script" not in {tag for tag, _ in read.tags}
    assert f"</title>{NASTY}" in read.text


# One description


@every_theme
@every_value
def test_text_svg_and_html_say_the_same(value: object, theme: Theme) -> None:
    written = sorted(theme.symbols(text(value)).split())
    assert sorted(" ".join(lines_of_svg(parsed(value, theme))).split()) == written
    assert sorted(Reader(html(value, theme)).text.split()) == written


@pytest.mark.parametrize("value", [HOSTILE], ids=["a board with markup"])
def test_markup_in_what_players_write_stays_text(value: Board) -> None:
    root, read, words = parsed(value), Reader(html(value)), describe(value).words
    assert NASTY in words
    shown = "\n".join(lines_of_svg(root))
    assert shown.count(NASTY) == read.text.count(NASTY) == text(value).count(NASTY) == 4
    assert set(root.attrib) == {
        *("width", "height", "viewBox", "role", "aria-label", "font-family", "font-size"),
    }
    assert root.attrib["aria-label"] == read.attributes("figure")[0]["aria-label"] == words
    assert all(set(figure) == {"class", "aria-label"} for figure in read.attributes("figure"))
    for source in (svg(value), html(value)):
        assert "<script" not in source
        assert "<b " not in source


@pytest.mark.parametrize("stray", ["\x00", "\x07", "\x1b[31m", "\x7f", "\ufffe", "\ud800"], ids=ascii)
def test_a_stray_character_in_a_record_does_not_break_the_picture(stray: str) -> None:
    """XML 1.0 has no place for control characters, not even escaped."""
    board = replace(STORY, unread_calls=f"1C {stray} 1D", meanings=(Meaning(f"a{stray}b"),))
    root = parsed(board)
    assert "Not legal, kept as written (calls): 1C" in "\n".join(lines_of_svg(root))
    assert html(board).encode()


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (STORY, "South claims"),
        (replace(STORY, result=None), "2 spades by North"),
        (replace(STORY, unread_calls="1Z 2Z"), "1Z 2Z"),
        (replace(STORY, unread_cards="S1 S0"), "S1 S0"),
        (replace(STORY, meanings=(Meaning("", alerted=True),)), "lert"),
    ],
    ids=["the claim", "the contract", "calls not read", "cards not read", "an alert"],
)
def test_the_text_alternative_says_whatever_the_picture_says(board: Board, words: str) -> None:
    assert words in describe(board).words.replace("2♠", "2 spades")


def test_a_board_is_read_aloud_in_the_order_a_player_asks_for_it() -> None:
    spoken = describe(replace(ENDGAME, result=Result.parse("1NT by E -1"))).words
    assert spoken.startswith(
        "Board 3. North deals, East and West are vulnerable. "
        "North: spades queen, hearts ace jack, no diamonds, no clubs. "
        "East: spades 10 9, no hearts, no diamonds, clubs 3. "
    )
    assert "The auction: North pass, East 1 notrump, South pass, West pass, North pass." in spoken
    assert "Trick 1: South leads the club ace, West plays the spade king, North plays" in spoken
    assert spoken.index("The auction") < spoken.index("Trick 1") < spoken.index("Result")
