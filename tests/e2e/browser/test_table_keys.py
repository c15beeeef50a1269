"""Keyboard control: every action has a key, keys can be switched off, and slips are guarded against."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.browser.sitting import BOX, CARD, COLD, ENDED, Person


def _declares(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")


def test_keys_can_be_switched_off_and_stay_so(person: Person) -> None:
    person.sit(COLD)
    person.find("ot-look summary").click()
    person.find("ot-look [name=keys]").select_option("off")
    person.page.reload()
    person.is_connected()
    person.types("7", "n", "p", "?", "e")
    expect(person.find(".pending")).to_be_hidden()
    assert person.sees(BOX)
    assert not person.sees(".made, .advice")
    expect(person.find(".act kbd").first).to_be_hidden()
    person.find("ot-look summary").click()
    person.find("ot-look [name=keys]").select_option("on")
    person.changes(lambda: person.types("Escape", "7", "n"))
    person.hears("You bid seven notrump.")


def test_a_card_that_is_typed_is_guarded_like_one_that_is_clicked(person: Person) -> None:
    _declares(person)
    person.page.evaluate("localStorage.setItem('overtrick-confirm', 'yes')")
    person.page.reload()
    person.is_connected()
    card = person.find(CARD).first.get_attribute("data-card") or ""
    number = person.find("ot-table").get_attribute("data-number")
    person.types(*card.lower())
    person.is_told("Once more")
    expect(person.find("ot-table")).to_have_attribute("data-number", number or "")
    person.changes(lambda: person.types(*card.lower()))


def test_a_claim_is_made_by_keys_alone(person: Person) -> None:
    _declares(person)
    person.types("t")
    expect(person.find("#tricks")).to_be_focused()
    person.types("1", "3", "Enter")
    person.hears("The claim was accepted.")


def test_conceding_by_keys_asks_once_more(person: Person) -> None:
    _declares(person)
    person.types("g")
    expect(person.find("[data-key=act-concede]")).to_be_focused()
    person.types("Escape")
    expect(person.find("[data-key=act-concede]")).to_be_hidden()
    assert not person.sees(ENDED)
    person.types("g", "Enter")
    person.find(ENDED).wait_for()


def test_a_board_that_is_over_is_left_by_keys(person: Person) -> None:
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _declares(person)
    person.types("g", "Enter")
    person.find(ENDED).wait_for()
    person.find("[data-share]").wait_for()
    person.types("y")
    person.is_told("copied")
    with person.page.expect_download() as taken:
        person.types("f")
    assert taken.value.suggested_filename.endswith(".pbn")
    person.changes(lambda: person.types("b"))
    person.waits_for(BOX)
    person.types("o")
    expect(person.find("ot-look [name=theme]")).to_be_focused()
    person.types("Escape", "e")
    person.page.wait_for_url("**/new")


def test_every_key_that_is_shown_is_in_the_help(person: Person) -> None:
    shown = set[str]()
    _declares(person)
    person.plays()

    def looks() -> None:
        shown.update(
            person.find("[aria-keyshortcuts]").evaluate_all(
                "all => all.map((each) => each.getAttribute('aria-keyshortcuts'))"
            )
        )

    person.waits_for(CARD)
    looks()
    person.types("g", "Enter")
    person.find(ENDED).wait_for()
    person.find("[aria-keyshortcuts=y]").wait_for()
    looks()
    assert {"?", "u", "t", "g", "b", "y", "f", "e", "o"} <= shown
    person.page.goto(f"{person.site}/help")
    told = set(person.find("kbd").all_inner_texts())
    assert shown <= told
    expect(person.find("main")).to_contain_text(re.compile("switch", re.I))
