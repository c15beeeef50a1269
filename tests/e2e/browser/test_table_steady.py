"""Nothing moves under the finger, and what is needed is in sight, on a phone as on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.sitting import BOX, CARD, COLD, ENDED, HARD, PHONE, Person

MOST = 0.1
"""The shift that a page may have and still be called steady."""
WATCH = """
    window.shifts = [];
    const kept = (list) => list.getEntries().filter((each) => !each.hadRecentInput);
    new PerformanceObserver((list) => shifts.push(...kept(list)))
      .observe({ type: "layout-shift", buffered: true });
"""
COVERED = """[...document.querySelectorAll(".felt .trick .index b")].filter((rank) => {
  const { left, top, width, height } = rank.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return !document.elementsFromPoint(x, y).find((each) => each.matches(".trick .card"))?.contains(rank);
}).map((rank) => rank.textContent)"""
"""The ranks in a trick that another card lies upon."""


def test_nothing_shifts_through_a_whole_board(visit: Callable[..., Page], site: str) -> None:
    page = visit(**PHONE, reduced_motion="no-preference")
    page.context.add_init_script(WATCH)
    person = Person(page, site)
    person.sit(HARD)
    person.waits_for(BOX)
    _asks(person)
    person.declares("1NT")
    _asks(person)
    for _ in range(6):
        person.waits_for(CARD)
        person.plays()
        page.wait_for_function(f"!{COVERED}.length")  # cards that slide pass over others
    person.waits_for(CARD)
    person.types("g", "Enter")
    person.find(ENDED).wait_for()
    expect(person.find(".result")).to_be_in_viewport(ratio=1)
    person.find(".working").wait_for(state="detached")
    shifts = page.evaluate(
        "shifts.map((each) => [each.value, each.sources.map((one) => one.node?.className ?? '')])"
    )
    assert sum(value for value, _ in shifts) < MOST, shifts


def _asks(person: Person) -> None:
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    person.types("w")
    person.find("[data-key=act-reveal]").wait_for()


@pytest.mark.parametrize("height", [844, 660])
@pytest.mark.parametrize("call", ["1NT"])
def test_the_hand_stays_in_sight_while_a_call_says_what_it_means(
    visit: Callable[..., Page], site: str, height: int, call: str
) -> None:
    person = Person(visit(**{**PHONE, "viewport": {"width": 390, "height": height}}), site)
    person.sit(COLD)
    person.find(f'[data-call="{call}"]').dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(person.find(".meaning .fit")).to_be_visible()
    meaning, hand = person.find(".meaning").bounding_box(), person.find(".own").bounding_box()
    assert meaning is not None
    assert hand is not None
    assert meaning["y"] >= hand["y"] + hand["height"] or meaning["y"] + meaning["height"] <= hand["y"]
    assert 0 <= meaning["y"] <= height - meaning["height"]


@pytest.mark.parametrize("scene", ["auction", "play"])
def test_four_robots_fit_on_a_phone(visit: Callable[..., Page], site: str, scene: str) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(HARD, seat="watch")
    if scene == "play":
        person.find("[data-key=act-continue]").click()
        expect(person.find(".felt .trick .card")).to_have_count(4)
        expect(person.find("[data-key=act-continue]")).to_be_in_viewport(ratio=1)
    expect(person.find(".felt .hand")).to_have_count(4)
    for hand in person.find(".felt .hand").all():
        expect(hand).to_be_in_viewport(ratio=1)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_advice_on_a_phone_comes_into_sight(visit: Callable[..., Page], site: str) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(COLD)
    person.declares("1NT")
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    expect(person.find(".advice .lead")).to_be_in_viewport()
