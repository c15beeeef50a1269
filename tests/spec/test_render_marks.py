"""Marks on cards: by signs in text, by shapes in pictures, never by colour alone."""

from __future__ import annotations

import re

import pytest

from overtrick import Card, CardSet, Seat
from overtrick.render import (
    Mark,
    Span,
    Theme,
    around_the_table,
    describe,
    html,
    layout,
    legend,
    stylesheet,
    svg,
    text,
)
from tests.pictures import DEAL, MARKED, SVG, Reader, every_theme, mark_shapes, marks_are_clear, parsed

SIGNED = """\
♠ [A] 3    beside
♠ Q* 3     beside
♠ 10^ 3    beside
♠ K+ 3     beside
♠ (J) 3    beside

[x] squeeze card   x* threat   x^ entry   x+ guard   (x) idle"""

every_mark = pytest.mark.parametrize("mark", Mark, ids=lambda mark: mark.value)


# Text


def test_text_shows_marks_by_signs_and_keeps_its_columns() -> None:
    assert text(MARKED) == SIGNED
    assert text(MARKED, symbols=False) == SIGNED.replace("♠", "S")


def test_every_mark_has_signs_of_its_own_that_any_terminal_can_show() -> None:
    signed = [Span("", mark=mark).signed for mark in Mark]
    assert len(set(signed)) == len(Mark) == 5
    assert all(sign.isascii() and sign.isprintable() and " " not in sign for sign in signed)
    assert not any(set(sign) & set("AKQJT23456789x-") for sign in signed)


def test_lines_of_text_carry_signs_and_no_marks() -> None:
    spans = [span for shown in layout(MARKED) for span in shown]
    assert all(span.mark is None for span in spans)
    assert "[A]" in {span.text for span in spans}


def test_a_legend_names_each_mark_beside_an_x_that_bears_it() -> None:
    shown = legend(Mark.GUARD, Mark.IDLE)
    assert [(span.text, span.mark) for span in shown if span.mark] == [("x", Mark.GUARD), ("x", Mark.IDLE)]
    assert "".join(span.text for span in shown) == "x guard   x idle"
    assert legend() == ()


# SVG


def without_colour_and_place(drawn: str) -> str:
    return re.sub(r' (x|y|x1|x2|y1|y2)="[\d.]+"', "", re.sub("#[0-9a-f]{6}", "", drawn))


@every_theme
def test_each_mark_is_a_shape_that_differs_from_the_others_in_more_than_colour(theme: Theme) -> None:
    shapes = re.findall(r"<(?:rect x|line).*?/>", svg(MARKED, theme))
    in_the_legend = {without_colour_and_place(shape) for shape in shapes[5:]}
    assert len(shapes) == 10
    assert len(in_the_legend) == 5


@every_theme
def test_no_mark_touches_another_or_the_text_beside_it(theme: Theme) -> None:
    root = parsed(MARKED, theme)
    assert len(mark_shapes(root)) == 10
    assert marks_are_clear(root)


@every_theme
def test_marks_use_no_style_and_stay_inside_the_picture(theme: Theme) -> None:
    root = parsed(MARKED, theme)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        *("svg", "title", "rect", "text", "tspan", "line")
    }
    assert not {name for element in root.iter() for name in element.attrib} & {"style", "class", "href"}
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(box.left >= 0 and box.right <= width for box in mark_shapes(root))
    assert all(box.top >= 0 and box.bottom <= height for box in mark_shapes(root))


# HTML


@every_mark
def test_html_names_a_mark_and_can_be_read_without_its_style_sheet(mark: Mark) -> None:
    read = Reader(html(MARKED))
    assert read.attributes("mark").count({"class": mark.value, "title": mark.word}) == 2
    assert Span("x", mark=mark).signed + " " + mark.word in read.text
    assert not {name for _, attributes in read.tags for name in attributes} & {"style", "onclick"}


def test_html_and_text_say_the_same_of_marked_cards() -> None:
    assert sorted(Reader(html(MARKED)).text.split()) == sorted(text(MARKED).split())


@every_theme
def test_the_style_sheet_gives_each_mark_a_shape_of_its_own(theme: Theme) -> None:
    sheet = stylesheet(theme)
    looks = [re.findall(rf"\.overtrick mark\.{mark.value} {{ (.*); }}", sheet) for mark in Mark]
    assert [len(found) for found in looks] == [1] * 5
    assert len({without_colour_and_place(found[0]) for found in looks}) == 5
    assert ".overtrick .sign {" in sheet


# Pictures without marks

HAND = CardSet.parse("AQT.K98..5432")
HAND_AS_SVG = """\
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="32" xml:space="preserve"><tspan fill="#1c1c1e">♠</tspan><tspan fill="#1c1c1e"> A Q 10</tspan></text>
<text x="16" y="54" xml:space="preserve"><tspan fill="#c1121f">♥</tspan><tspan fill="#1c1c1e"> K 9 8</tspan></text>
<text x="16" y="76" xml:space="preserve"><tspan fill="#c1121f">♦</tspan><tspan fill="#1c1c1e"> —</tspan></text>
<text x="16" y="98" xml:space="preserve"><tspan fill="#1c1c1e">♣</tspan><tspan fill="#1c1c1e"> 5 4 3 2</tspan></text>
</svg>"""  # noqa: E501
HAND_AS_HTML = (
    '<tr><td><span class="spades">♠</span> A Q 10<br><span class="hearts">♥</span> K 9 8'
    '<br><span class="diamonds">♦</span> —<br><span class="clubs">♣</span> 5 4 3 2</td></tr>'
)


def test_a_picture_without_marks_is_drawn_as_ever() -> None:
    assert svg(HAND).endswith(HAND_AS_SVG)
    assert html(HAND).splitlines()[2] == HAND_AS_HTML


def test_marks_on_cards_that_nobody_holds_change_nothing() -> None:
    held_by_none = dict.fromkeys((Card.parse("S3"), Card.parse("HA")), Mark.THREAT)
    without_west = DEAL.with_hand(Seat.WEST, None)
    assert around_the_table(without_west, marks=held_by_none) == describe(without_west).rows


def test_a_suit_without_marked_cards_is_drawn_as_ever() -> None:
    plain, marked = (around_the_table(DEAL, marks=marks) for marks in ({}, {Card.parse("SQ"): Mark.THREAT}))
    differing = [
        (one, two)
        for row, other in zip(plain, marked, strict=True)
        for cell, same in zip(row, other, strict=True)
        for one, two in zip(cell.lines, same.lines, strict=True)
        if one != two
    ]
    assert len(differing) == 1
    (one, two) = differing[0]
    assert "".join(span.text for span in one) == "".join(span.text for span in two) == "♠ A Q 8 4"
    assert [span.text for span in two if span.mark] == ["Q"]
