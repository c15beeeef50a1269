"""Window sizes: nothing is wider than the window, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.sitting import BOX, CARD, COLD, ENDED, PHONE, Person

WIDTHS = (320, 340, 360, 390, 560, 640, 641, 667, 721, 780, 781, 820, 999, 1000, 1100, 1320, 1439)
LONG = (
    '[North "Maximiliana Konstantinopolitanska"]\n[East "Bartholomew Featherstonehaugh"]\n'
    '[West "Wilhelmina Cholmondeley"]\n'
)
BOXES = """names => names.map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [left, top, right, bottom];
})"""
TIGHT = """all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""What does not fit into its frame."""
DEAR = '<li class="dear"><span class="at">13</span><b>♣10</b><span class="cost">−2</span></li>'
"""The widest card that cost something."""


def test_no_window_scrolls_sideways_in_any_part_of_a_board(person: Person) -> None:
    person.sit(COLD)
    person.waits_for(BOX)
    _fits(person.page)
    person.declares("7NT")
    _fits(person.page)
    person.types("g", "Enter")
    person.find(ENDED).wait_for()
    person.find(".verdicts tr").nth(2).wait_for()
    _fits(person.page)


def _fits(page: Page) -> None:
    wide = dict[int, int]()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if (needed := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[width] = needed
    assert wide == {}


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1439, 900), (1320, 800), (1024, 768)])
def test_long_names_lie_neither_under_the_auction_nor_upon_each_other(
    person: Person, width: int, height: int
) -> None:
    person.page.set_viewport_size({"width": width, "height": height})
    person.sit(LONG + COLD.replace('"NS"', '"All"'))
    person.waits_for(BOX)
    expect(person.find(".plate .name")).to_have_count(3)
    names = ["ot-auction", *(f".at-{place} .plate" for place in ("left", "top", "right"))]
    boxes = dict(zip(names, person.page.evaluate(BOXES, names), strict=True))
    upon = [pair for pair in combinations(names, 2) if _meet(*(boxes[name] for name in pair))]
    assert upon == []


def _meet(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_phone_on_its_side_shows_the_hand_and_the_first_calls(
    visit: Callable[..., Page], site: str
) -> None:
    person = Person(visit(**{**PHONE, "viewport": {"width": 844, "height": 390}}), site)
    person.sit(COLD)
    expect(person.find(".own")).to_be_in_viewport(ratio=1)
    expect(person.find('[data-call="1NT"]')).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_last_trick_and_the_cost_of_a_ten_have_room(
    visit: Callable[..., Page], site: str
) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(COLD)
    person.changes(lambda: person.types("7", "n"))
    person.passes_on()
    for _ in range(3):
        person.waits_for(CARD, hurry=lambda: person.types(" "))
        person.plays()
    person.waits_for(CARD, hurry=lambda: person.types(" "))
    person.find("[data-key=last-summary]").click()
    expect(person.find(".pop.last")).to_be_visible()
    assert person.find(".pop.last").evaluate("each => innerWidth - each.getBoundingClientRect().right") >= 8
    person.types("g", "Enter")
    person.find(ENDED).wait_for()
    person.find(".costs li").first.wait_for()
    person.find(".costs").evaluate("(all, dear) => all.insertAdjacentHTML('beforeend', dear)", DEAR)
    assert person.find(".costs li, .verdicts th").evaluate_all(TIGHT) == []
