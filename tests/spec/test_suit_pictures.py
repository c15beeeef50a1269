"""Combinations and their solutions draw themselves in a notebook."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from overtrick.suits import Combination, SuitError, solve

TITLE = "{http://www.w3.org/2000/svg}title"


def test_a_combination_is_drawn_with_both_hands() -> None:
    drawn = ElementTree.fromstring(Combination.parse("AQT -")._repr_svg_() or "")
    title = drawn.find(TITLE)
    assert title is not None
    assert title.text == "North AQT, South —."


def test_a_solution_is_drawn_with_every_goal() -> None:
    drawn = ElementTree.fromstring(solve("AQT 43")._repr_svg_() or "")
    title = drawn.find(TITLE)
    assert title is not None
    assert title.text == "AQT 43: 3 tricks 24%, 2 tricks 76%, 1 trick 100%, expected 2.0000."
    shown = "".join(drawn.itertext())
    assert "6/25" in shown
    assert "South 3" in shown


@pytest.mark.parametrize("text", ["AQT 43", "AQT-43", "aq10 43", "AQT opposite 43", "♠AQT ♠43", " AQT  43 "])
def test_people_write_combinations_in_many_ways(text: str) -> None:
    assert str(Combination.parse(text)) == "AQT 43"


@pytest.mark.parametrize("text", ["", "-", "AQT", "AQT 43 2", "AQT A", "1 2"])
def test_what_is_no_combination_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(SuitError, match=" in '"):
        Combination.parse(text)
