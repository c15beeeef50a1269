"""Pictures of the table for the documents: `python -m tests.e2e.browser.screens` makes them anew."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser.conftest import ARGUMENTS
from tests.e2e.browser.serving import Server
from tests.e2e.browser.sitting import CARD, ENDED, Person

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
GAME = (
    '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n'
    '[Deal "S:KQ4.AJ75.K82.A93 J953.T92.QT4.K87 A72.KQ64.A75.J64 T86.83.J963.QT52"]\n'
)
"""South opens one notrump, and North has a game."""
SIZES = {390: 844, 820: 1180, 1440: 900}
TRICKS = 4
WANTED = (
    ("new", 1440, "light"),
    ("auction", 1440, "light"),
    ("auction", 390, "light"),
    ("auction", 390, "dark"),
    ("auction", 820, "light"),
    ("play", 1440, "light"),
    ("play", 1440, "dark"),
    ("play", 820, "light"),
    ("play", 390, "light"),
    ("play", 390, "dark"),
    ("ended", 1440, "light"),
    ("ended", 1440, "dark"),
    ("ended", 820, "light"),
    ("ended", 390, "dark"),
)
"""State, width and colours of the pictures that are kept."""


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()) / "tables.db")
    try:
        server.warm()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=list(ARGUMENTS)
            )
            for width, scheme in dict.fromkeys((width, scheme) for _, width, scheme in WANTED):
                _board(browser, server.url, width, scheme)
            browser.close()
    finally:
        server.stop()


def _board(browser: Browser, site: str, width: int, scheme: str) -> None:
    """A board from the first call to the review."""
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        has_touch=width < 1000,
        is_mobile=width < 1000,
    )
    person = Person(context.new_page(), site)
    person.page.set_default_timeout(30_000)

    def shown(state: str, is_long: bool = False) -> None:
        if (state, width, scheme) not in WANTED:
            return
        name = f"{state}-{width}-{scheme}.png"
        person.page.evaluate("scrollTo(0, 0)")
        person.page.screenshot(path=FOLDER / name, full_page=is_long)

    person.page.goto(f"{site}/new")
    shown("new")
    person.sit(GAME)
    person.find('[data-call="1H"]').focus()
    person.types("Tab", "Tab")
    person.find(".meaning .fit").wait_for()
    shown("auction")
    person.declares("1NT")
    _plays(person, TRICKS)
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    person.types("w")
    person.find("[data-key=act-reveal]").wait_for()
    shown("play")
    while person.waits_for(CARD, ENDED, hurry=lambda: person.types(" ")) == CARD:
        person.plays()
    person.find(".costs").wait_for(timeout=90_000)
    person.find(".verdicts tr").nth(2).wait_for(timeout=90_000)
    shown("ended", is_long=width < 1000)
    context.close()


def _plays(person: Person, tricks: int) -> None:
    """Play so many tricks, and stop in the middle of the next."""
    while True:
        person.waits_for(CARD, hurry=lambda: person.types(" "))
        seen = person.find(".felt .trick")
        number, lying = int(seen.get_attribute("data-number") or 0), seen.locator(".card").count()
        if number > tricks and lying < 4:
            return
        person.plays()


if __name__ == "__main__":
    main()
