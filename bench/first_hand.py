"""The time until a new person sees a hand: `/` in a fresh browser, until thirteen cards are painted.

``python -m bench.first_hand [TIMES]``; it needs Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from os import getloadavg
from pathlib import Path
from statistics import median
from time import monotonic

from playwright.sync_api import Browser, sync_playwright

from bench.machine import heading
from bench.tables import serving
from overtrick.web.pages import HERE
from tests.e2e.browser.conftest import ARGUMENTS

__all__ = ["main"]

_TIMES = 20
_WATCH = """
const look = () => {
  if (document.querySelectorAll(".own .card").length === 13) {
    requestAnimationFrame(() => setTimeout(() => { window.handSeen = performance.now(); }));
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def _seconds(browser: Browser, address: str) -> float:
    """Seconds from the navigation to the frame after the one with the hand."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    try:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(address)
        page.wait_for_function("window.handSeen")
        return float(page.evaluate("window.handSeen")) / 1000
    finally:
        context.close()


def main(times: int = _TIMES) -> None:
    """Measure the first hand of a server that has just started, and those of later browsers."""
    print(heading())
    print(f"load before: {getloadavg()[0]:.1f}")
    scripts = [file.stat().st_size for file in (HERE / "static").rglob("*.js")]
    print(f"{len(scripts)} scripts, {sum(scripts):,} bytes")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"), args=list(ARGUMENTS)
        )
        begun = monotonic()
        with serving(Path(folder) / "bench.table") as address:
            started = monotonic() - begun
            first = _seconds(browser, address)
            print(f"server answers {started:.2f} s after it was started; first hand {first:.3f} s later")
            later = [_seconds(browser, address) for _ in range(times)]
            print(f"{times} later browsers: median {median(later):.3f} s, worst {max(later):.3f} s")
        browser.close()
    print(f"load after: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
