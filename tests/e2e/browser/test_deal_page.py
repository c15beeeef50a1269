"""The page of a deal in a real browser: paste, step, click a card, share, and accessibility (axe)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser.axe import is_clean
from tests.e2e.browser.sitting import PHONE, looks_again_until

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
LIN = (
    "pn|Sam,Walter,Nell,Emil|md|3ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,SKHKJ632DAT962C75|"
    "sv|n|ah|Board 5|mb|1C|an|11-21 points|mb|1H|mb|p|mb|p|mb|d!|an|takeout|mb|p|mb|2C|mb|p|mb|p|mb|p|"
    "pc|H2|pc|H4|pc|HA|pc|H8|pc|H7|pc|H9|pc|HJ|pc|H5|pc|H6|pc|CT|pc|S5|pc|HQ|"
)
PBN = f'[Board "5"]\n[West "<b>Walter</b>"]\n[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "{HANDS}"]\n'
JSON = f'{{"board": 5, "deal": "{HANDS}", "dealer": "N", "vul": "NS"}}'
VIEWER = f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(LIN)}"
STRIP = (
    "/deal?deal=N:A32.A632.432.432%20JT98.7.JT987.987%20Q4.KQJT98.AKQ.AJ%20K765.54.65.KQT65"
    "&contract=6H%20by%20S&play=CK"
)
PLAYED = f"/deal?lin={quote(LIN)}"
ENDING = "/deal?deal=N:Q.AJ..%20T9...3%202.3..A%20K.KQ..&play=NT;S;"
Visit = Callable[..., Page]


# Pasting


@pytest.mark.parametrize(
    ("text", "title"),
    [(PBN, "Board 5"), (LIN, "Board 5"), (VIEWER, "Board 5"), (JSON, "Board 5"), (HANDS, "Deal")],
    ids=["PBN", "LIN", "handviewer", "JSON", "typed"],
)
def test_anything_can_be_pasted(visit: Visit, site: str, text: str, title: str) -> None:
    page = visit()
    page.goto(f"{site}/deal")
    page.get_by_label("typed hands").fill(text)
    page.get_by_role("button", name="Show the deal").click()
    expect(page.locator("h1")).to_contain_text(title)
    expect(page.get_by_role("region", name="North").first).to_contain_text(re.compile(r"A\s*Q\s*8\s*4"))
    expect(page.locator(".dd td a")).to_have_text(
        [*"93465", *"93465", "3", "10", "9", "7", "6", "3", "10", "9", "7", "6"]
    )
    expect(page.locator(".par")).to_contain_text("Par is")


def test_a_file_of_boards_is_loaded_and_a_board_chosen(visit: Visit, site: str, tmp_path: Path) -> None:
    file = tmp_path / "club.pbn"
    file.write_text(PBN + "\n" + PBN.replace('"5"', '"6"'))
    page = visit()
    page.goto(f"{site}/deal")
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Show the deal").click()
    expect(page.locator("h1")).to_have_text("2 boards")
    boards = page.get_by_role("navigation", name="Boards").get_by_role("link")
    expect(boards).to_have_text(
        [re.compile(r"Board 5\s+No contract told\s+North deals"), re.compile("Board 6")]
    )
    boards.last.click()
    expect(page.locator("h1")).to_contain_text("Board 6")
    page.go_back()
    expect(page.locator("h1")).to_have_text("2 boards")


def test_what_is_wrong_is_said_and_the_text_kept(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/deal")
    page.get_by_label("typed hands").fill(HANDS.replace("N:AQ84", "N:KQ84"))
    page.get_by_role("button", name="Show the deal").click()
    expect(page.get_by_role("alert")).to_contain_text("♠K")
    expect(page.get_by_label("typed hands")).to_have_value(HANDS.replace("N:AQ84", "N:KQ84"))


def test_markup_in_a_name_is_shown_as_text(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/deal?text={quote(PBN)}")
    expect(page.locator(".seat-name")).to_have_text("<b>Walter</b>")


# Stepping


def test_the_play_is_stepped_through_by_buttons_and_by_keys(visit: Visit, site: str) -> None:
    page = visit()
    page.route(re.compile("/api/deal/analysis"), lambda route: None)  # it would speak in the same place
    page.goto(site + PLAYED)
    expect(page.locator("a.recorded")).to_have_attribute("data-key", "H2")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("[data-words]")).to_contain_text("East played the heart 2. South to play")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-words]")).to_contain_text("South played the heart 4")
    page.keyboard.press("End")
    expect(page.locator(".where")).to_contain_text("12 of 52 cards")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".where")).to_contain_text("11 of 52 cards")
    page.keyboard.press("Home")
    expect(page.locator("[data-words]")).to_contain_text("East to lead")
    expect(page.locator("[data-live]")).to_contain_text("East to lead")


def test_a_step_that_is_overtaken_is_given_up_and_never_shown(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + PLAYED)
    held, step = list[Route](), re.compile(r"/deal\?.*step=1$")
    page.route(step, lambda route: held.append(route))
    with page.expect_request(step):
        page.keyboard.press("ArrowRight")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("step=1")):
        page.locator('a[data-key="record-HA"]').click()
    expect(page.locator(".where")).to_contain_text("3 of 52 cards")
    assert len(held) == 1
    expect(page).to_have_url(re.compile("step=3$"))


def test_every_legal_card_carries_a_sign_and_a_colour(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}{PLAYED}&step=9")
    marks = {"ST": "+1", "S7": "+1", "CA": "+1", "CJ": "+1", "CT": "+1", "C8": "=", "D7": "="}
    for name, mark in marks.items():
        expect(page.locator(f'a[data-key="{name}"] i')).to_have_text(mark)
    colours = [
        page.locator(f'a[data-key="{name}"] i').evaluate("each => getComputedStyle(each).color")
        for name in ("CT", "C8")
    ]
    assert colours[0] != colours[1]
    expect(page.locator("a.recorded")).to_have_attribute("data-key", "CT")
    for cards in (".hand-box a.rank", ".at-S a.rank"):
        expect(page.locator(cards)).to_have_count(11)


def test_a_whole_ending_is_played_out_and_taken_back_by_keyboard_alone(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + ENDING)
    pressed = 0
    while page.evaluate("document.activeElement.dataset.step") != "next":
        page.keyboard.press("Tab")
        pressed += 1
        assert pressed < 60
    for card in range(1, 13):
        page.keyboard.press("Enter")
        expect(page.locator(".where")).to_contain_text(f"{card} of 12 cards")
        expect(page.locator('[data-key="next"]')).to_be_focused()
    expect(page.locator("[data-live]")).to_contain_text("The play is over")
    page.keyboard.press("Shift+Tab")
    expect(page.locator('[data-key="back"]')).to_be_focused()
    for card in reversed(range(12)):
        page.keyboard.press("Enter")
        expect(page.locator(".where")).to_contain_text(f"{card} of 12 cards")


def test_a_long_list_is_opened_by_keyboard_and_axe_finds_nothing_in_it(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/deal")
    boards = "\n".join(PBN.replace('"5"', f'"{number}"') for number in range(1, 61)).encode()
    page.set_input_files("#file", {"name": "club.pbn", "mimeType": "text/plain", "buffer": boards})
    page.get_by_role("button", name="Show the deal").click()
    folds = page.locator(".fold")
    expect(folds).to_have_count(2)
    folds.last.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(folds.last).to_have_attribute("open", "")
    is_clean(page, schemes=("light",))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Board 51")


def test_a_card_is_played_away_from_the_record_and_back(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}{PLAYED}&step=9")
    page.locator('a[data-key="C8"]').click()
    expect(page.locator(".where")).to_contain_text("Your own line")
    expect(page).to_have_url(re.compile("own=C8"))
    page.reload()
    expect(page.locator("[data-words]")).to_contain_text("South played the club 8")
    page.get_by_role("link", name="Best card").click()
    expect(page.locator(".where")).to_contain_text("11 of 52 cards")
    page.get_by_role("link", name="Back to the record").click()
    expect(page.locator(".where")).to_contain_text("9 of 52 cards")
    page.go_back()
    expect(page.locator(".where")).to_contain_text("11 of 52 cards")


def test_what_a_card_of_the_record_cost_is_marked(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + PLAYED.replace("CT%7C", "C8%7C"))
    costly = page.locator(".played.costs")
    expect(costly).to_have_text([re.compile("♣.*8.*−1"), re.compile("♠.*5.*−1")])
    costly.first.click()
    expect(page.locator(".verdict .cost")).to_contain_text("cost South 1 trick")
    costly.last.click()
    expect(page.locator(".verdict .cost")).to_contain_text("cost West 1 trick")


def test_a_contract_is_chosen_from_the_table(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/deal?deal={quote(HANDS)}")
    expect(page.locator(".steps")).to_have_count(0)
    page.get_by_role("link", name="West takes 10 at diamonds").click()
    expect(page.locator("h1")).to_contain_text("4♦")
    expect(page.locator("[data-words]")).to_contain_text("North to lead")
    expect(page.locator("a.rank i")).to_have_count(13)
    marks = page.locator("a.rank i").all_inner_texts()
    assert set(marks) == {"=", "+2", "+3"}


def test_a_contract_is_chosen_by_form(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}/deal?deal={quote(HANDS)}")
    page.get_by_label("Level").select_option("3")
    page.get_by_label("Strain").select_option("S")
    page.get_by_label("Declarer").select_option("East")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("h1")).to_contain_text("by East")
    expect(page.locator("a.rank i")).to_have_count(13)
    marks = page.locator("a.rank i").all_inner_texts()
    assert min(marks, key=lambda mark: int(mark.replace("−", "-").replace("=", "0"))) == "−2"


# The auction


def test_calls_are_explained_by_the_record_or_else_by_the_system(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + PLAYED)
    expect(page.locator(".notes li")).to_have_text(["11-21 points", "takeout"])
    page.goto(f"{site}/deal?deal={quote(HANDS)}&auction=1C%201H%20P%20P%20X%20P%202C%20AP")
    expect(page.locator(".notes li")).to_have_count(4)
    expect(page.locator(".notes li").first).to_contain_text("club")
    expect(page.locator(".auction-panel")).to_contain_text("SAYC")


# Squeezes


def test_squeezes_are_found_named_and_shown(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + STRIP)
    expect(page.locator(".squeeze h3").first).to_have_text(re.compile("6♥.* by South: a strip squeeze"))
    expect(page.locator("[data-progress]")).to_have_text("Looked at 2 contracts: 2 squeezes.")
    expect(page.locator(".squeeze").first).to_contain_text("West is caught in a strip squeeze")
    page.get_by_role("link", name="Show the moment").first.click()
    expect(page.locator(".hand-box.is-turn h2")).to_contain_text("West")
    expect(page.locator(".trick-box")).to_contain_text("8")


def test_the_play_can_be_stepped_through_while_squeezes_are_looked_for(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(site + STRIP)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-words]")).to_contain_text("West played the club king")
    expect(page.locator("[data-progress]")).to_contain_text("Look")


# Everyone


def test_the_page_reads_and_steps_without_scripts(visit: Visit, site: str) -> None:
    page = visit(java_script_enabled=False)
    page.goto(site + PLAYED)
    expect(page.locator(".auction td").nth(1)).to_have_attribute("title", "11-21 points")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("[data-words]")).to_contain_text("East played the heart 2")
    looks_again_until(page.locator(".dd"), page.reload)
    expect(page.locator(".dd td a").first).to_have_text("9")
    expect(page.get_by_role("link", name="Look for squeezes")).to_be_visible()


PHONE_PAGES = {
    "box": "/deal",
    "play": PLAYED + "&step=9",
    "board": f"/deal?text={quote(PBN)}",
    "wrong": "/deal?text=nonsense",
    "squeezes": STRIP + "&squeezes=true",
    "list": f"/deal?text={quote(PBN + PBN.replace('5', '6'))}",
    "refused": f"/deal?text={quote(HANDS)}&step=-1",
    "contract": f"/deal?deal={quote(HANDS)}",
    "ending": ENDING,
}


def test_a_phone_needs_no_scrolling_sideways(visit: Visit, site: str) -> None:
    page = visit(**PHONE)
    for path in (*PHONE_PAGES.values(), PLAYED, STRIP):
        page.goto(site + path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_axe_finds_nothing(visit: Visit, site: str) -> None:
    page = visit(**PHONE)
    for name, path in PHONE_PAGES.items():
        page.goto(site + path)
        is_clean(page, name)
