"""The look of the table: phones, light and dark themes, and accessibility (axe)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from overtrick.web.pages import HERE
from tests.e2e.browser.axe import is_clean
from tests.e2e.browser.sitting import CARD, COLD, HARD, PHONE, Person


def test_axe_finds_nothing_on_a_page(person: Person) -> None:
    for path in ("/new", "/help", "/no-such-page"):
        person.page.goto(person.site + path)
        is_clean(person.page, path)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_in_any_state_of_a_table(visit: Callable[..., Page], site: str, size: str) -> None:
    person = Person(visit(**PHONE) if size == "phone" else visit(), site)
    person.sit(COLD)
    is_clean(person.page, "auction")
    person.find('[data-call="1H"]').focus()
    person.types("ArrowRight", "ArrowRight")
    expect(person.find(".meaning")).to_contain_text("15")
    is_clean(person.page, "a meaning")
    person.declares("1NT")
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    is_clean(person.page, "play, with a hint")
    person.find("[data-key=claim-summary]").click()
    is_clean(person.page, "a menu")
    person.find("#tricks").fill("13")
    person.find("[data-key=claim-go]").click()
    person.find(".verdicts").wait_for()
    is_clean(person.page, "the end")


def test_watching_four_robots_is_clean_and_waits_for_the_watcher(person: Person) -> None:
    person.sit(HARD, seat="watch")
    person.find("[data-key=act-continue]").wait_for()
    expect(person.find(".hand")).to_have_count(4)
    is_clean(person.page, "watching")
    person.types(" ")
    expect(person.find(".felt .trick .card")).to_have_count(4)
    expect(person.find(".felt .trick .card").first).to_be_visible()
    person.find("[data-key=act-continue]").wait_for()
    person.types(" ")
    expect(person.find('.felt .trick[data-number="2"] .card')).to_have_count(4)


def test_a_phone_has_everything_within_reach(visit: Callable[..., Page], site: str) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(COLD)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    tops = person.find(".own .card").evaluate_all("all => all.map(each => each.offsetTop)")
    assert len(set(tops)) == 2
    rows = "each => new Set([...each.children].map((card) => card.offsetTop)).size"
    assert [suit.evaluate(rows) for suit in person.find(".own .suit").all()] == [1, 1, 1, 1]
    small = person.find("button:visible, a.act:visible, summary:visible").evaluate_all(
        "all => all.filter(each => !each.matches('.made')).map(each => each.getBoundingClientRect())"
        ".filter(box => box.width > 0 && (box.height < 44 || box.width < 44)).length"
    )
    assert small == 0
    assert person.find("[data-call=P]").evaluate("each => each.getBoundingClientRect().bottom <= innerHeight")
    person.find('label:has([value="7"])').tap()
    expect(person.find('[data-call="7NT"]')).to_be_visible()
    expect(person.find('[data-call="1NT"]')).to_be_hidden()


def test_a_long_press_on_a_phone_shows_the_meaning_and_does_not_bid(
    visit: Callable[..., Page], site: str
) -> None:
    person = Person(visit(**PHONE), site)
    person.sit(COLD)
    bid = person.find('[data-call="1NT"]')
    bid.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(person.find(".meaning")).to_contain_text("15")
    bid.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    bid.dispatch_event("click", {"bubbles": True, "cancelable": True})
    person.page.wait_for_timeout(300)
    assert not person.sees(".made")


def test_looks_are_kept_and_do_not_flash(person: Person) -> None:
    person.page.goto(f"{person.site}/help")
    person.find("ot-look summary").click()
    person.find("ot-look [name=theme]").select_option("dark")
    person.find("ot-look [name=deck]").select_option("four")
    person.page.reload()
    html = person.find("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-deck", "four")
    assert person.find("body").evaluate("each => getComputedStyle(each).colorScheme") == "dark"


def test_a_card_can_be_guarded_against_a_slip_of_the_hand(person: Person) -> None:
    person.sit(COLD)
    person.page.evaluate("localStorage.setItem('overtrick-confirm', 'yes')")
    person.page.reload()
    person.is_connected()
    person.declares("7NT")
    card = person.find(CARD).first
    number = person.find("ot-table").get_attribute("data-number")
    card.click(position={"x": 12, "y": 12})
    person.is_told("Once more")
    assert person.find("ot-table").get_attribute("data-number") == number
    card.click(position={"x": 12, "y": 12})
    person.waits_for(f'ot-table:not([data-number="{number}"])')


def test_the_hand_does_not_move_when_others_call(person: Person) -> None:
    person.sit(COLD)
    before = person.find(".own").bounding_box()
    person.bids("1C")
    person.find("[data-key=made-3]").wait_for()
    assert person.find(".own").bounding_box() == before


def test_the_first_hand_is_in_the_page_that_arrives(person: Person) -> None:
    person.page.goto(f"{person.site}/")
    timing = person.page.evaluate(
        "(() => { const [it] = performance.getEntriesByType('navigation');"
        " return [it.responseEnd, it.domContentLoadedEventEnd]; })()"
    )
    print(f"hand received after {timing[0]:.0f} ms, page ready after {timing[1]:.0f} ms")
    assert person.page.request.get(person.page.url).text().count('class="card ') == 13


def test_all_scripts_together_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in (HERE / "static").rglob("*.js")}
    assert "table.js" in sizes
    assert sum(sizes.values()) <= 100_000
