"""A person at a table in a browser: opens one, looks, calls and plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

__all__ = [
    "BOX",
    "CARD",
    "COLD",
    "ENDED",
    "HARD",
    "MINE",
    "PATIENCE",
    "PHONE",
    "ROBOTS_BID",
    "Person",
    "looks_again_until",
]

COLD = (
    '[Board "5"]\n[Dealer "S"]\n[Vulnerable "NS"]\n'
    '[Deal "S:AKQJ.AKQ.AKQ.AKQ 432.432.432.5432 T98.T98.T98.T987 765.J765.J765.J6"]\n'
)
"""South has thirteen tricks in notrump."""
ROBOTS_BID = (
    '[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n'
    '[Deal "E:AKQ5.AK4.K52.Q43 76.T98.T987.T986 JT98.Q765.AQ.AK7 432.J32.J643.J52"]\n'
)
"""East and West have nearly all the points."""
HARD = (
    '[Board "1"]\n[Dealer "S"]\n[Vulnerable "None"]\n'
    '[Deal "S:AQT5.KJ4.AJ5.QT3 K864.A83.Q62.J72 J93.QT65.K83.K84 72.972.T974.A965"]\n'
)
"""North and South have losers in every suit: nobody can claim before the end is near."""

PATIENCE = 120_000
"""Milliseconds: what is first asked for waits for processes to start, on a machine with other work."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

MINE = "ot-table[data-mine=yes]"
ENDED = "ot-table[data-phase=ended]"
BOX = f"{MINE} .box"
CARD = f"{MINE} .turn button.card"
_LONG, _MOMENT = 5_000, 120
"""Milliseconds to wait before one looks again, and before one hurries again."""


class Person:
    """Somebody at a table."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site

    # Sitting down

    def sit(self, text: str = "", seed: int = 7, seat: str = "S", scoring: str = "imps") -> None:
        """Open a table and wait until the page is connected."""
        form: dict[str, str | float | bool] = {"seat": seat, "scoring": scoring, "text": text, "seed": seed}
        answer = self.page.request.post(f"{self.site}/tables", form=form)
        assert answer.ok, answer.text()
        self.page.goto(answer.url)
        self.is_connected()

    def is_connected(self) -> None:
        """Wait for the WebSocket."""
        self.find("ot-table[data-wire=open]").wait_for()

    # Looking

    def find(self, selector: str) -> Locator:
        """A part of the page."""
        return self.page.locator(selector)

    def sees(self, selector: str) -> bool:
        """Is it there now?"""
        return self.find(selector).count() > 0

    def hears(self, text: str) -> None:
        """The live region says so."""
        expect(self.find("[role=log]")).to_contain_text(text)

    def is_told(self, text: str) -> None:
        """A note says so."""
        expect(self.find(".note")).to_contain_text(text)

    def waits_for(self, *selectors: str, hurry: Callable[[], object] | None = None) -> str:
        """Wait for the first of these, going on meanwhile where something waits for that."""
        until, any_of_them = time.monotonic() + PATIENCE / 1000, self.find(", ".join(selectors)).first
        while time.monotonic() < until:
            for selector in selectors:
                if self.sees(selector):
                    return selector
            if hurry is not None:
                hurry()
            with suppress(TimeoutError):
                any_of_them.wait_for(state="attached", timeout=_LONG if hurry is None else _MOMENT)
        raise AssertionError(f"none of {selectors} came: {self.find('ot-table').inner_text()}")

    # Acting

    def types(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def bids(self, call: str) -> None:
        """Wait for the turn, and make a call by a click."""
        self.find(f'[data-call="{call}"]').click()

    def plays(self) -> None:
        """Play the first card that can be played, by a click on its corner."""
        self.changes(lambda: self.find(CARD).first.click(position={"x": 12, "y": 12}))

    def changes(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the table has changed."""
        number = self.find("ot-table").get_attribute("data-number")
        act()
        self.waits_for(f'ot-table:not([data-number="{number}"])')

    def declares(self, call: str = "7NT") -> None:
        """Make a call high enough to play, and wait for the first turn in the play."""
        self.changes(lambda: self.bids(call))
        self.passes_on()

    def passes_on(self) -> None:
        """Pass until it is the person's turn in the play."""
        while self.waits_for(CARD, BOX) == BOX:
            self.changes(lambda: self.bids("P"))


def looks_again_until(wanted: Locator, look: Callable[[], object]) -> None:
    """Without scripts nothing comes to a page that is there: one looks again, as long as others wait."""
    until = time.monotonic() + PATIENCE / 1000
    while not wanted.count():
        assert time.monotonic() < until, "it did not come"
        wanted.page.wait_for_timeout(200)
        look()
