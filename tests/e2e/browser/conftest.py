"""A real browser and a real server for the tests of pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.browser.serving import Server
from tests.e2e.browser.sitting import PATIENCE, Person

UNWANTED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "LensOverlay", "MediaRouter"),
    *("OptimizationHints", "PaintHolding", "HttpsUpgrades", "DestroyProfileOnBrowserClose"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "NetworkTimeServiceQuerying", "ThirdPartyStoragePartitioning"),
)
"""What a browser does beside showing pages. To draw what drops down from the address bar, which nobody sees,
would take more time than most tests. The others are what playwright names, which this takes the place of."""
ARGUMENTS = (
    f"--disable-features={','.join(UNWANTED)}",
    "--in-process-gpu",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser; tests are skipped only where there is none and none is required.

    It ends with each file: until then its loop runs in this thread, where no other can start.
    """
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None and os.environ.get("OVERTRICK_BROWSER") != "required":
        pytest.skip("there is no chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    server = Server(tmp_path_factory.mktemp("tables") / "tables.db")
    server.warm()
    yield server.url
    server.stop()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a browser of its own; in the end no script may have failed and nobody else been asked."""
    contexts, faults = list[BrowserContext](), list[str]()

    def opened(**settings: object) -> Page:
        chosen = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **settings}
        context = chromium.new_context(**chosen)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on("console", lambda said: faults.append(said.text) if _is_fault(said.text) else None)
        page.on("request", lambda asked: faults.extend(_foreign(asked.url)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def person(visit: Callable[..., Page], site: str) -> Person:
    """Somebody with a browser on a desk."""
    return Person(visit(), site)


def _is_fault(said: str) -> bool:
    return "Content Security Policy" in said or "Uncaught" in said


def _foreign(url: str) -> list[str]:
    parts = urlsplit(url)
    return [url] if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1" else []
