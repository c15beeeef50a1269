"""The faults that axe finds in a page, in the light and the dark theme."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

__all__ = ["is_clean"]

RUN = "axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)"


def is_clean(page: Page, state: str = "", schemes: tuple[str, ...] = ("light", "dark")) -> None:
    """Nothing that axe knows is wrong; it is brought into the page once for all schemes."""
    page.evaluate(AXE_SCRIPT)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        told = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in page.evaluate(RUN)]
        assert told == [], f"{state}, {scheme}"
