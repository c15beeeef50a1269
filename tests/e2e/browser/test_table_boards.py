"""Whole boards in the browser: by mouse, by keyboard alone, and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.e2e.browser.sitting import BOX, CARD, COLD, ENDED, Person, looks_again_until


def test_a_whole_board_is_played_by_mouse(visit: Callable[..., Page], site: str) -> None:
    person = Person(visit(reduced_motion="no-preference"), site)
    person.sit(seed=7)
    person.waits_for(BOX)
    person.declares("7NT")
    played = 0
    while person.waits_for(CARD, ENDED, hurry=lambda: _picks_up_the_trick(person)) == CARD:
        person.plays()
        played += 1
    assert played >= 13  # declarer's and dummy's, until a robot claims the rest
    expect(person.find(".result")).to_contain_text("7NT by South, down")
    expect(person.find(".diagram .rank:not(.void)")).to_have_count(52)
    person.find(".verdicts tr").nth(2).wait_for()
    expect(person.find(".costs li")).to_have_count(played)


def _picks_up_the_trick(person: Person) -> None:
    with suppress(TimeoutError):  # the felt goes with the last trick
        person.find(".felt").click(position={"x": 8, "y": 8}, timeout=500)


def test_a_whole_board_is_played_by_keyboard_alone(person: Person) -> None:
    person.sit(COLD)
    person.hears("Your hand:")
    person.changes(lambda: person.types("7", "n"))
    person.hears("You bid seven notrump.")
    tens = 0
    while person.waits_for(CARD, ENDED, hurry=lambda: person.types(" ")) == CARD:
        card = person.find(CARD).last.get_attribute("data-card") or ""
        suit, rank = card[0], card[1]
        person.types(suit.lower())
        expect(person.find(".pending")).to_be_visible()
        tens += rank == "T"
        person.changes(lambda: person.types(*(("1", "0") if rank == "T" else (rank.lower(),))))  # noqa: B023
        expect(person.find(".pending")).to_be_hidden()
    assert tens > 0
    person.hears("The board is over")
    person.changes(lambda: person.find("[data-key=act-replay]").press("Enter"))
    person.changes(lambda: person.types("p"))
    person.hears("You pass.")


def test_the_table_reads_and_works_without_scripts(visit: Callable[..., Page], site: str) -> None:
    page = visit(java_script_enabled=False)
    page.goto(f"{site}/")
    expect(page.locator(".own .card")).to_have_count(13)
    expect(page.locator("[role=log]")).to_contain_text("Your hand:")
    looks_again_until(page.locator("[data-call=P]"), page.reload)
    made = page.locator(".made").count()
    expect(page.locator(".act kbd").first).to_be_hidden()
    page.locator("[data-call=P]").click()
    expect(page.locator(".made").nth(made)).to_be_visible()


def _follows(link: Locator) -> None:
    link.click()
    link.page.wait_for_load_state()


def test_without_scripts_one_looks_again_until_the_hint_is_there(
    visit: Callable[..., Page], site: str
) -> None:
    page = visit(java_script_enabled=False)
    answer = page.request.post(f"{site}/tables", form={"text": COLD})
    page.goto(answer.url)
    look, why = page.get_by_role("link", name="Look again"), page.locator("[data-key=act-why]")
    expect(look).to_have_count(0)
    page.locator("[data-key=act-hint]").click()
    look.or_(why).first.wait_for()
    looks_again_until(why, lambda: _follows(look))
    expect(page.locator(".advice h2")).to_have_text("Hint")
    expect(page.locator(".advice")).not_to_contain_text("Thinking")
    expect(look).to_have_count(0)
