"""Themes: every ink can be read on its paper, and no suit is told by colour alone."""

from __future__ import annotations

import re

import pytest

from overtrick import NotationError, Suit
from overtrick.render import DEFAULT_THEME, THEMES, Ink, Theme, html, line, stylesheet
from tests.pictures import DEAL, MARKED, STORY, SVG, Reader, every_theme, lines_of_svg, parsed


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    assert re.fullmatch("#[0-9a-f]{6}", colour)
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_contrast_formula_gives_the_published_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@every_theme
def test_every_ink_can_be_read_on_its_paper(theme: Theme) -> None:
    ratios = {ink: contrast(theme.colour(ink), theme.paper) for ink in Ink}
    assert len(ratios) == 7
    assert {ink: ratio for ink, ratio in ratios.items() if ratio < 4.5} == {}


@every_theme
def test_every_text_of_an_svg_can_be_read_on_its_paper(theme: Theme) -> None:
    root = parsed(STORY, theme)
    paper = root.findall(f"{SVG}rect")[0].attrib["fill"]
    inked = [
        element for element in root.iter() if element.tag in (f"{SVG}tspan", f"{SVG}text") and element.text
    ]
    assert len(inked) > 70
    assert all(contrast(element.attrib["fill"], paper) >= 4.5 for element in inked)


@every_theme
def test_marks_can_be_seen_on_the_paper_and_what_stands_on_them_can_be_read(theme: Theme) -> None:
    assert contrast(theme.mark, theme.paper) >= 4.5
    root = parsed(MARKED, theme)
    filled = [shape for shape in root.iter(f"{SVG}rect") if shape.attrib["fill"] == theme.mark]
    written = [span for span in root.iter(f"{SVG}tspan") if span.attrib["fill"] == theme.paper]
    assert len(filled) == len(written) == 2
    strokes = {shape.attrib["stroke"] for shape in root if "stroke-width" in shape.attrib}
    assert strokes == {theme.mark, theme.muted}
    others = [span for span in root.iter(f"{SVG}tspan") if span not in written]
    assert all(contrast(span.attrib["fill"], theme.paper) >= 4.5 for span in others)
    assert f"background: {theme.mark}; border-color: {theme.mark}; color: {theme.paper}" in stylesheet(theme)


@every_theme
def test_a_theme_has_as_many_suit_colours_as_its_name_says(theme: Theme) -> None:
    colours = [theme.colour(Ink.of(suit)) for suit in Suit]
    assert len(set(colours)) == (4 if theme.name.startswith("four") else 2)
    if not theme.name.startswith("four"):
        assert colours[Suit.CLUBS] == colours[Suit.SPADES] != colours[Suit.HEARTS] == colours[Suit.DIAMONDS]


def test_there_are_two_and_four_colours_and_outlines_each_light_and_dark() -> None:
    assert list(THEMES) == [
        *("two-colour", "four-colour", "hollow"),
        *("two-colour-dark", "four-colour-dark", "hollow-dark"),
    ]
    assert DEFAULT_THEME is THEMES["two-colour"]
    for name, theme in THEMES.items():
        assert (luminance(theme.paper) < luminance(theme.plain)) is name.endswith("dark")


@every_theme
def test_the_suits_can_be_told_apart_without_colour(theme: Theme) -> None:
    for shown in ("\n".join(lines_of_svg(parsed(DEAL, theme))), Reader(html(DEAL, theme)).text):
        symbols = re.findall(r"[♣♦♥♠♧♢♡♤]", shown)
        assert len(symbols) == 16
        assert len(set(symbols)) == 4
        expected = "♠♡♢♣" if theme.name.startswith("hollow") else "♠♥♦♣"
        assert symbols[:4] == list(expected)


@pytest.mark.parametrize(
    "name", ["four-colour-dark", "Four-Color-Dark", " four color dark ", "FOUR COLOUR DARK"]
)
def test_a_theme_is_found_by_its_name_in_either_spelling(name: str) -> None:
    assert Theme.parse(name) is THEMES["four-colour-dark"]
    assert Theme.parse(str(THEMES["hollow"])) is THEMES["hollow"]


@pytest.mark.parametrize("name", ["pink", "", "dark", "four"])
def test_an_unknown_theme_is_refused_with_the_names_of_the_others(name: str) -> None:
    with pytest.raises(
        NotationError, match=re.escape(f"{name!r} is not a theme: expected one of two-colour, ")
    ) as caught:
        Theme.parse(name)
    assert all(known in str(caught.value) for known in THEMES)


def test_a_line_drops_empty_parts_and_inks_its_suits() -> None:
    assert [(span.text, span.ink) for span in line("4", "", Suit.HEARTS)] == [
        ("4", Ink.PLAIN),
        ("♥", Ink.HEARTS),
    ]
