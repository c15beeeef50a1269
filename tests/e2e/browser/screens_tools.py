"""Pictures of the tools for the documents: `python -m tests.e2e.browser.screens_tools` makes them anew."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browser.conftest import ARGUMENTS
from tests.e2e.browser.screens import FOLDER
from tests.e2e.browser.serving import Server

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
LIN = (
    "pn|Sam,Walter,Nell,Emil|md|3ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,SKHKJ632DAT962C75|"
    "sv|n|ah|Board 5|mb|1C|an|11-21 points|mb|1H|mb|p|mb|p|mb|d!|an|takeout|mb|p|mb|2C|mb|p|mb|p|mb|p|"
    "pc|H2|pc|H4|pc|HA|pc|H8|pc|H7|pc|H9|pc|HJ|pc|H5|pc|H6|pc|CT|pc|S5|pc|HQ|"
)
STRIP = (
    "/deal?deal=N:A32.A632.432.432%20JT98.7.JT987.987%20Q4.KQJT98.AKQ.AJ%20K765.54.65.KQT65"
    "&contract=6H%20by%20S&play=CK&squeezes=true"
)
STATES = {
    "deal-start": "/deal",
    "deal-play": f"/deal?lin={quote(LIN)}&step=9",
    "deal-squeeze": STRIP,
    "deal-error": f"/deal?text={quote(HANDS.replace('N:AQ84', 'N:KQ84'))}",
    "suit-answer": "/suit?north=AQT98&south=5432&goal=4&path=0",
    "suit-error": "/suit?north=AQZ&south=43&vacant=many",
    "api": "/api",
}
SIZES = {390: 844, 820: 1180, 1440: 760}
TALL = 900
"""So high is the play of a deal on a desk."""
WANTED = (
    ("deal-start", 1440, "light"),
    ("deal-play", 1440, "light"),
    ("deal-play", 1440, "dark"),
    ("deal-play", 820, "light"),
    ("deal-play", 390, "light"),
    ("deal-squeeze", 1440, "light"),
    ("deal-squeeze", 390, "dark"),
    ("deal-list", 1440, "light"),
    ("deal-list", 390, "dark"),
    ("deal-error", 390, "light"),
    ("suit-answer", 1440, "light"),
    ("suit-answer", 1440, "dark"),
    ("suit-answer", 820, "light"),
    ("suit-answer", 390, "light"),
    ("suit-error", 390, "dark"),
    ("api", 1440, "light"),
)
"""State, width and colours of the pictures that are kept."""


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()) / "tables.db")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=list(ARGUMENTS)
            )
            for state, width, scheme in WANTED:
                _shown(browser, server.url, state, width, scheme)
            browser.close()
    finally:
        server.stop()


def _shown(browser: Browser, site: str, state: str, width: int, scheme: str) -> None:
    height = TALL if (state, width) == ("deal-play", 1440) else SIZES[width]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        is_mobile=width < 1000,
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    if state == "deal-list":
        _list(page, site)
    else:
        page.goto(site + STATES[state])
    if state == "deal-play":
        page.locator("[data-progress]", has_text="Looked at").wait_for()
    name = "api-1440" if state == "api" else f"{state}-{width}-{scheme}"
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def _list(page: Page, site: str) -> None:
    """A file of a club's evening."""
    contracts = ("4S", "3NT", "2HX", "Pass", "5C", "1NT")
    tags = '[Board "{}"]\n[Dealer "{}"]\n[Vulnerable "{}"]\n[North "Nell"]\n[South "Sam"]\n'
    made = '[Deal "{}"]\n[Declarer "{}"]\n[Contract "{}"]\n\n'
    vul = ("NS", "EW", "All", "None")
    boards = (
        tags.format(each, "WNES"[each % 4], vul[each % 4])
        + made.format(HANDS, "NESW"[each % 4], contracts[each % 6])
        for each in range(1, 121)
    )
    page.goto(f"{site}/deal")
    file = {"name": "club.pbn", "mimeType": "text/plain", "buffer": "".join(boards).encode()}
    page.set_input_files("#file", file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Show the deal").click()
    page.locator(".fold").first.wait_for()


if __name__ == "__main__":
    main()
