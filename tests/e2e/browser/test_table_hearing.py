"""The announcements at a table, and its structure for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect

from overtrick.web.pages import render
from tests.e2e.browser.sitting import CARD, COLD, PHONE, Person
from tests.e2e.browser.sockets import Message, SocketProxy

LISTEN = """
    window.said = [];
    new MutationObserver((all) => {
      for (const each of all.flatMap((one) => [...one.addedNodes])) said.push(each.textContent);
    }).observe(document.querySelector("ot-table .log"), { childList: true });
    window.noted = [];
    const note = document.querySelector("ot-table .note");
    new MutationObserver(() => noted.push(note.textContent)).observe(note, { childList: true });
"""
"""Keeps every sentence of the log and every note, however soon another takes its place."""
TROUBLE = "No advice could be found; please ask again."


def test_advice_is_announced_in_a_region_that_stays(person: Person) -> None:
    person.sit(COLD)
    region = person.find("[data-region=advice][role=status][aria-live=polite]").element_handle()
    person.types("?")
    expect(person.find("[data-region=advice] h2")).to_have_text("Hint")
    person.find("[data-key=act-why]").wait_for()
    assert region.evaluate("each => each.isConnected && each.querySelector('.advice') !== null")


def test_advice_that_failed_is_seen_and_has_no_empty_heading(person: Person) -> None:
    wires = SocketProxy(person.page)
    person.sit(COLD)
    seen = SimpleNamespace(advice=(TROUBLE,), advice_level=0)
    advice = render("regions/advice.html", scene=seen, table="")
    assert "<h2" not in advice
    wires.says({**wires.heard[0], "regions": {"advice": advice}, "said": [], "numbers": []})
    expect(person.find("[role=status] .trouble")).to_have_text(TROUBLE)
    expect(person.find("[role=status] .trouble")).to_be_visible()


def _numbered(message: Message) -> Message:
    """A scene with the entries of its sentences, as far as a test can tell them: one after the other."""
    return {**message, "numbers": list(range(1, len(message["said"]) + 1))} if "said" in message else message


@pytest.mark.parametrize("is_numbered", [True, False])
def test_nothing_is_said_again_when_the_wire_is_mended(person: Person, is_numbered: bool) -> None:
    changed = _numbered if is_numbered else lambda message: {**message, "numbers": None}
    wires = SocketProxy(person.page, changed)
    person.sit(COLD)
    person.page.evaluate(LISTEN)
    wires.cut(1012)
    person.is_told("Connected again")
    expect(person.find("ot-table")).to_have_attribute("data-wire", "open")
    lost, found = person.page.evaluate("noted")
    assert "connection is lost" in lost
    assert "Connected again" in found
    assert len(wires.opened) == 2
    assert person.page.evaluate("said") == []


def test_what_was_missed_while_the_wire_was_cut_is_said_once(person: Person) -> None:
    entries = {"count": 1000}

    def later(message: Message) -> Message:
        """The board's first sentence has been trimmed away here, so that only numbers tell what is new."""
        if "said" not in message:
            return message
        numbers = [1] * len(message["said"])
        if len(wires.opened) == 2 and message["said"]:
            entries["count"] += 1
            return {
                **message,
                "said": [*message["said"], "West yawns."],
                "numbers": [*numbers, entries["count"]],
            }
        return {**message, "numbers": numbers}

    wires = SocketProxy(person.page, later)
    person.sit(COLD)
    person.page.evaluate("document.querySelector('.log p').remove()")
    person.page.evaluate(LISTEN)
    wires.cut(1012)
    person.hears("West yawns.")
    assert person.page.evaluate("said") == ["West yawns."]


def test_cards_of_a_trick_say_who_played_them(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    card = person.find(".felt .trick .card").first
    expect(card).to_have_attribute("aria-label", re.compile(r"^West: \w+ of \w+, winning$"))
    person.plays()
    person.waits_for('.felt .trick [aria-label^="North:"]')


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_log_takes_the_focus_only_where_it_is_shown(
    visit: Callable[..., Page], site: str, size: str
) -> None:
    person = Person(visit(**PHONE) if size == "phone" else visit(), site)
    person.sit(COLD)
    person.declares("1NT")
    expect(person.find(".log")).to_have_attribute("tabindex", "-1" if size == "phone" else "0")
    if size == "desk":
        person.find(".log").focus()
        at = person.find(".log").evaluate("each => each.scrollTop")
        person.types("ArrowUp")
        person.page.wait_for_function("at => document.querySelector('.log').scrollTop < at", arg=at)


def test_a_phone_shows_the_sentence_that_its_log_has_no_room_for(
    visit: Callable[..., Page], site: str
) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(COLD)
    person.declares("1NT")
    person.waits_for(CARD)
    expect(person.find(".latest")).to_be_visible()
    expect(person.find(".latest")).to_have_text(person.find(".log p").last.text_content() or "?")
