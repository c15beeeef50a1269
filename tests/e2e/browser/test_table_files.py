"""Input and output of a table: uploaded files, records, addresses, links."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.sitting import CARD, COLD, Person


def test_a_file_of_boards_is_played_and_its_names_are_only_text(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "club.pbn"
    file.write_text('[Event "club"]\n[North "<b id=evil>Zia</b>"]\n' + COLD.replace('"5"', '"23"'))
    person.page.goto(f"{person.site}/new")
    person.find("#file").set_input_files(file)
    person.find("button.main").click()
    person.is_connected()
    expect(person.find(".board b")).to_have_text("23")
    expect(person.find(".at-top .name")).to_contain_text("<b id=evil>Zia</b>")
    assert not person.sees("#evil")
    expect(person.find(".own .card")).to_have_count(13)


def test_a_board_without_a_number_has_its_auction_and_no_wrong_name(person: Person) -> None:
    person.sit(COLD.replace('[Board "5"]\n', ""))
    assert "None" not in person.page.title()
    expect(person.find(".bar")).to_contain_text("Dealer")
    person.bids("1NT")
    expect(person.find(".made").first).to_have_text("1NT")
    person.waits_for(CARD)
    person.types("g", "Enter")
    expect(person.find(".diagram dl")).to_have_count(4)
    assert "None" not in person.find("body").inner_text()


@pytest.mark.parametrize("content", ["this is no board", COLD.replace("AKQJ.", "AAQJ.")])
def test_a_file_that_cannot_be_read_is_answered_in_words(
    person: Person, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "bad.pbn"
    file.write_text(content)
    person.page.goto(f"{person.site}/new")
    person.find("#file").set_input_files(file)
    person.find("button.main").click()
    expect(person.find("h1")).to_have_text("New table")
    expect(person.find(".wrong")).not_to_be_empty()
    assert "Traceback" not in person.find("body").inner_text()


def test_closing_the_page_and_coming_back_finds_the_same_table(person: Person) -> None:
    person.sit(COLD)
    person.bids("1C")
    person.find("[data-key=made-1]").wait_for()
    address = person.page.url
    person.page.goto("about:blank")
    person.page.goto(f"{person.site}/")
    expect(person.page).to_have_url(address)
    expect(person.find(".made").first).to_contain_text("1♣")


def test_a_board_that_is_over_is_shared_replayed_and_taken_home(person: Person) -> None:
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.sit(COLD)
    person.declares("7NT")
    assert not person.sees("[data-share]")
    person.find("[data-key=concede-summary]").click()
    person.find("[data-key=act-concede]").click()
    person.find("[data-share]").click()
    person.is_told("copied")
    copied = person.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(person.site)
    assert person.page.url.rsplit("/", 1)[1] not in copied
    record = person.page.request.get(f"{person.page.url}/record.pbn").text()
    assert "AKQJ.AKQ.AKQ.AKQ" in record
    person.find("[data-key=act-replay]").click()
    expect(person.find(".own .card")).to_have_count(13)
    expect(person.find(".board b")).to_have_text("5")
