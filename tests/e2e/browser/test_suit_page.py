"""The suit combination and the API in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, parse_qsl, urlsplit

from playwright.sync_api import Page, Route, expect

from overtrick.suits import solve
from tests.e2e.browser.axe import is_clean

Visit = Callable[..., Page]

QUESTION = "/suit?north=AQT98&south=5432&goal=4"
PAGES = {
    "answer": QUESTION,
    "tree": f"{QUESTION}&path=0.0",
    "first play": f"{QUESTION}&lead=S-2",
    "known": "/suit?north=AQT&south=43&goal=2&vacant=7-11&west=1-4&entries_north=1",
    "empty": "/suit",
    "wrong": "/suit?north=AQZ&south=43&vacant=many",
    "matchpoints": "/suit?north=AJ98&south=K32&goal=matchpoints",
    "api": "/api",
}


def ask(page: Page, site: str, north: str, south: str, goal: str) -> None:
    """Type a combination as people do."""
    page.goto(f"{site}/suit")
    page.get_by_label("North", exact=True).fill(north)
    page.get_by_label("South", exact=True).fill(south)
    page.get_by_label("Play for").select_option(goal)
    page.get_by_role("button", name="Work it out").click()
    page.locator(".odds").wait_for()


def state(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def asks_for(page: Page, **wanted: str) -> None:
    """The address comes to ask for these, whatever else it asks for."""
    page.wait_for_url(lambda url: wanted.items() <= dict(parse_qsl(urlsplit(url).query)).items())


def test_a_typed_combination_gets_its_odds_and_its_line(visit: Visit, site: str) -> None:
    page = visit()
    ask(page, site, "aq10", "xx", "2")
    expect(page.locator(".odds strong")).to_have_text("76%")  # the double finesse of every textbook
    expect(page.locator(".odds")).to_contain_text(str(solve("AQT 32").goal(2).odds))
    expect(page.locator(".words")).to_contain_text("inesse the ten")
    asks_for(page, goal="2")
    assert state(page) == {"north": ["aq10"], "south": ["xx"], "goal": ["2"]}
    expect(page).to_have_title(re.compile("AQT opposite 32"))


def test_every_goal_is_a_link_and_back_returns(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    direct = solve("AQT98 5432")
    page.locator("#goal-5").click()
    expect(page.locator(".odds strong")).to_have_text(direct.goal(5).odds.percent)
    expect(page.locator("#goal-5")).to_be_focused()
    asks_for(page, goal="5")
    page.go_back()
    expect(page.locator(".odds strong")).to_have_text(direct.goal(4).odds.percent)
    expect(page.get_by_label("Play for")).to_have_value("4")


def test_a_first_play_shows_its_own_line_and_layouts(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    expect(page.locator(".cell.good").first).to_be_visible()
    before = page.locator(".cell.good").count()
    worst = page.locator(".bars a").last
    value = page.locator(".bars .value").last.inner_text()
    worst.click()
    expect(page.locator(".odds strong")).to_have_text(value)
    expect(page.locator(".cell.good")).not_to_have_count(before)
    assert 0 < page.locator(".cell.good").count() < before
    page.get_by_role("link", name="Back to the best line").click()
    expect(page.locator(".cell.good")).to_have_count(before)


def test_the_tree_opens_by_mouse_and_stays_open_after_a_reload(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    page.get_by_text("West follows low, East shows out", exact=True).first.click()
    counts = page.locator(".tree details[open] > .step > .play .count")
    expect(counts).to_have_text(["Trick 2"])
    page.locator("details[open] details summary").first.click()
    expect(counts).to_have_text(["Trick 2", "Trick 3"])
    page.wait_for_url(re.compile(r"path=\d\.\d"))
    path = state(page)["path"]
    page.reload()
    expect(page.locator("details[data-path][open]")).to_have_count(2)
    expect(page.locator("details[data-path][open]").last).to_have_attribute("data-path", path[0])


def test_the_tree_can_be_walked_by_keys(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    answers = page.locator(".tree > .step > .answers > li > details")
    answers.nth(0).locator("> summary").focus()
    page.keyboard.press("ArrowRight")
    expect(answers.nth(0)).to_have_attribute("open", "")
    page.keyboard.press("ArrowDown")
    expect(answers.nth(1).locator("> summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(answers.nth(1)).to_have_attribute("open", "")
    expect(answers.nth(0)).not_to_have_attribute("open", "")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(answers.nth(1).locator("> summary")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(answers.nth(1)).not_to_have_attribute("open", "")


def test_every_branch_of_the_tree_is_reached_by_keyboard_alone(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/suit?north=AJ98&south=K32&goal=4")
    focused = "document.activeElement.closest('[data-tree]') ? document.activeElement.id : ''"
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate(focused):
            break
    reached = list[str]()
    while (here := page.evaluate(focused)) not in reached:
        reached.append(here)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    every = page.locator("[data-tree] summary").evaluate_all("all => all.map((each) => each.id)")
    assert len(every) > 3
    assert sorted(reached) == sorted(every)


def test_axe_finds_nothing_while_work_goes_on(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    told = 'event: progress\ndata: {"words": "The line for 3 tricks", "done": 1, "of": 3}\n\n'
    events = {"status": 200, "content_type": "text/event-stream", "body": told}
    page.route("**/api/suit/events?*", lambda route: route.fulfill(**events))
    page.route("**/suit?*goal=5*", lambda route: None)
    page.locator("#goal-5").click()
    expect(page.get_by_role("status")).to_contain_text("Working it out")
    is_clean(page, schemes=("light",))


def test_the_grid_tells_each_layout_s_odds_by_pointer_and_by_keys(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    cells, told = page.locator(".cell"), page.locator("[data-told]")
    expect(cells).to_have_count(len(solve("AQT98 5432").layouts))
    for tone, sign in (("good", "✓"), ("bad", "✗")):
        assert set(page.locator(f".cell.{tone} .sign").all_inner_texts()) == {sign}
    cells.nth(1).hover()
    expect(told).to_have_text("West KJ7, East 6: succeeds with 4 tricks. 12.4% (exactly 143/1150).")
    cells.first.focus()
    page.keyboard.press("End")
    expect(cells.last).to_be_focused()
    expect(told).to_contain_text("West —, East KJ76: fails with 3 tricks.")
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_text(cells.nth(cells.count() - 2).get_attribute("aria-label") or "")


def test_a_mistake_is_told_and_what_was_typed_is_kept(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/suit")
    page.get_by_label("North", exact=True).fill("AQ<b>Z")
    page.get_by_label("South", exact=True).fill("43")
    page.get_by_role("button", name="Work it out").click()
    wrong = page.get_by_role("alert")
    expect(wrong).to_contain_text("'Z' is not a card")
    expect(wrong).to_be_focused()
    expect(page.get_by_label("North", exact=True)).to_have_value("AQ<b>Z")
    expect(page.get_by_label("North", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("North", exact=True).fill("AQT")
    page.keyboard.press("Enter")
    expect(page.locator(".odds")).to_be_visible()


def test_the_page_answers_without_script(visit: Visit, site: str) -> None:
    page = visit(java_script_enabled=False)
    ask(page, site, "AQT", "43", "2")
    expect(page.locator(".odds strong")).to_have_text("76%")
    page.locator(".answers summary").first.click()
    expect(page.get_by_text("Trick 2").first).to_be_visible()


def test_long_work_is_announced(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    waiting = []
    events = {"status": 200, "content_type": "text/event-stream", "body": "event: answer\ndata: {}\n\n"}
    page.route("**/api/suit/events?*", lambda route: route.fulfill(**events))  # else it may tell its progress
    page.route("**/suit?*goal=5*", lambda route: waiting.append(route))
    with page.expect_request("**/suit?*goal=5*"):
        page.locator("#goal-5").click()
    expect(page.get_by_role("status")).to_have_text("Working it out…")
    expect(page.locator("ot-suit")).to_have_attribute("aria-busy", "true")
    waiting[0].continue_()
    expect(page.get_by_role("status")).to_contain_text("5 tricks")
    expect(page.locator("ot-suit")).not_to_have_attribute("aria-busy", "true")


def test_progress_is_told_goal_by_goal(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/suit")
    said = page.get_by_role("status")
    page.evaluate(
        """window.told = [];
        new MutationObserver(() => told.push(document.querySelector('[data-said]').textContent))
          .observe(document.querySelector('[data-said]'), { childList: true })"""
    )
    page.get_by_label("North", exact=True).fill("QT63")
    page.get_by_label("South", exact=True).fill("A")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".odds")).to_be_visible()
    expect(said).to_contain_text("3 tricks")
    expect(page.locator("[data-bar]")).to_be_hidden()
    counts = [
        int(found[1]) for text in page.evaluate("told") if (found := re.search(r"\((\d) of 5 done", text))
    ]
    assert len(counts) > 1
    assert counts == sorted(counts)


def test_a_question_that_is_overtaken_is_given_up_and_never_shown(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    held = list[Route]()
    page.route("**/suit?*goal=5*", lambda route: held.append(route))
    with page.expect_request("**/suit?*goal=5*"):
        page.locator("#goal-5").click()
    expect(page.locator("ot-suit")).to_have_attribute("aria-busy", "true")
    with page.expect_event("requestfailed", lambda request: "goal=5" in request.url):
        page.locator("#goal-3").click()
    expect(page.locator("#line")).to_have_text("3 tricks")
    assert len(held) == 1
    expect(page.locator("ot-suit")).not_to_have_attribute("aria-busy", "true")
    asks_for(page, goal="3")


def test_the_events_of_a_question_end_when_another_is_asked(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + QUESTION)
    page.route("**/api/suit/events?*goal=5*", lambda route: None)
    with page.expect_request("**/api/suit/events?*goal=5*"):
        page.locator("#goal-5").click()
    expect(page.get_by_role("status")).to_contain_text("Working it out…")
    with page.expect_event("requestfailed", lambda request: "/api/suit/events" in request.url):
        page.locator("#goal-3").click()
    expect(page.locator("#line")).to_have_text("3 tricks")


def test_the_api_page_leads_from_an_endpoint_to_the_fields_of_its_answer(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/api")
    section = page.locator("#get-api-suit")
    section.get_by_role("link", name="SuitAnswer").click()
    expect(page.locator("#SuitAnswer")).to_be_in_viewport()
    section.locator("pre a").click()
    expect(page.locator("body")).to_contain_text('"chosen"')


def test_a_phone_does_not_scroll_sideways(visit: Visit, site: str) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    for name, path in PAGES.items():
        page.goto(site + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, name


def test_on_a_phone_the_answer_comes_into_view(visit: Visit, site: str) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    ask(page, site, "AQT", "43", "2")
    expect(page.locator(".odds")).to_be_in_viewport()
    expect(page.locator("#line")).to_be_focused()


def test_axe_finds_nothing(visit: Visit, site: str) -> None:
    page = visit()
    for name, path in PAGES.items():
        page.goto(site + path)
        is_clean(page, name)
