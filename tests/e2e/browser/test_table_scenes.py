"""Scene updates: none is lost, and the person's unfinished input is kept."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browser.sitting import COLD, Person
from tests.e2e.browser.sockets import Message, SocketProxy


def test_a_menu_and_what_was_typed_in_it_outlast_a_scene(person: Person) -> None:
    wires = SocketProxy(person.page)
    person.sit(COLD)
    person.declares("7NT")
    person.types("t", "1")
    actions = next(each["regions"]["actions"] for each in reversed(wires.heard) if _draws(each, "actions"))
    wires.says(
        {**_last(wires), "regions": {"actions": f'{actions}<i id="fresh"></i>'}, "said": [], "numbers": []}
    )
    person.find("#fresh").wait_for(state="attached")
    expect(person.find("#tricks")).to_be_focused()
    expect(person.find("#tricks")).to_have_value("1")
    person.types("3", "Enter")
    person.hears("The claim was accepted.")


def test_of_many_scenes_at_once_every_sentence_is_said_and_every_region_drawn(person: Person) -> None:
    wires = SocketProxy(person.page)
    person.sit(COLD)
    first = wires.heard[0]
    flags = {**first["flags"], "is_mine": False}
    for number in range(30):
        drawn = {"felt": first["regions"]["felt"]}
        if number == 5:
            drawn["advice"] = '<p id="mark">Here.</p>'
        said = {"said": [f"Sentence {number}."], "numbers": [1000 + number]}
        wires.says({**first, "flags": flags, "regions": drawn, **said})
    person.hears("Sentence 29.")
    told = [text for text in person.find("[role=log] p").all_inner_texts() if text.startswith("Sentence")]
    assert told == [f"Sentence {number}." for number in range(30)]
    expect(person.find("#mark")).to_have_text("Here.")


def test_what_a_call_will_mean_is_asked_again_when_the_auction_is_another(person: Person) -> None:
    asked = list[str]()
    person.page.on(
        "request", lambda request: asked.append(request.url) if "/meaning?" in request.url else None
    )
    person.sit(COLD)
    for times in (1, 2):
        person.find('[data-call="6S"]').hover()
        expect(person.find("#meaning .fit")).to_be_visible()
        assert len([url for url in asked if url.endswith("/meaning?call=6S")]) == times
        person.page.mouse.move(0, 0)
        expect(person.find("#meaning")).to_be_hidden()
        person.changes(lambda: person.bids("1C"))
        person.changes(lambda: person.types("u"))
        person.find('[data-call="6S"]:enabled').wait_for()


def test_calls_and_cards_answer_what_is_shown_and_keys_mean_what_they_say(person: Person) -> None:
    sent = _sent(person.page)
    person.sit(COLD)
    number = int(person.find("ot-table").get_attribute("data-number") or "")
    for key, word in (("x", "Dbl"), ("r", "Rdbl")):
        person.types(key)
        person.is_told(f"may not call {word}")
    person.changes(lambda: person.types("7", "n"))
    person.types("u")
    person.hears("Taken back.")
    assert [(each["act"], each["value"], each["since"]) for each in sent] == [
        ("call", "X", number),
        ("call", "XX", number),
        ("call", "7NT", number),
        ("undo", "", None),
    ]


def test_every_call_and_every_kind_of_card_can_be_typed(person: Person) -> None:
    person.sit(COLD)
    person.page.evaluate("""() => {
        const table = document.querySelector("ot-table");
        window.typed = [];
        table.act = (act, value) => typed.push(value);
        table.play = (card) => typed.push(card);
    }""")
    person.types(*"1c2d3h4s5n6N7cpxr")
    person.page.evaluate("document.querySelector('ot-table').dataset.phase = 'play'")
    person.types(*"c2d9hts10dJsqhkCa")
    assert person.page.evaluate("typed") == [
        *("1C", "2D", "3H", "4S", "5NT", "6NT", "7C", "P", "X", "XX"),
        *("C2", "D9", "HT", "ST", "DJ", "SQ", "HK", "CA"),
    ]


def test_a_trick_is_picked_up_before_the_person_leads(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    person.plays()
    person.plays()
    expect(person.find(".felt .trick.gathered")).to_be_attached()


def _draws(message: Message, name: str) -> bool:
    return name in message.get("regions", {})


def _last(wires: SocketProxy) -> Message:
    return next(each for each in reversed(wires.heard) if each["type"] == "scene")


def _sent(page: Page) -> list[dict[str, Any]]:
    """All that a page says to its table, as it says it."""
    sent = list[dict[str, Any]]()
    page.on("websocket", lambda wire: wire.on("framesent", lambda text: sent.append(json.loads(text))))
    return sent
