"""Pictures of the table for the documents: `python -m tests.e2e.browser.screens` makes them anew."""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, final

from playwright.sync_api import Browser, WebSocketRoute, sync_playwright

from tests.e2e.browser.conftest import ARGUMENTS
from tests.e2e.browser.serving import Server
from tests.e2e.browser.sitting import BOX, CARD, ENDED, Person

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
GAME = (
    '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n'
    '[Deal "S:KQ4.AJ75.K82.A93 J953.T92.QT4.K87 A72.KQ64.A75.J64 T86.83.J963.QT52"]\n'
)
"""South opens one notrump, and North has a game."""
DUMMY = GAME.replace("S:", "N:").replace('[Dealer "S"]', '[Dealer "N"]')
"""The same with North as declarer."""
AGAINST = GAME.replace("S:", "E:").replace('[Dealer "S"]', '[Dealer "E"]')
"""The same with East as declarer."""
DEALS = 40
"""Robots and hints are as they are for people."""
SIZES = {390: 844, 820: 1180, 1440: 900}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TRICKS = 4


@final
@dataclass(frozen=True)
class Camera:
    """One browser, and where its pictures go."""

    person: Person
    width: int
    folder: Path

    def takes(self, state: str, is_long: bool = False) -> None:
        """A picture, on a phone of all of a long page; light and dark take turns by state and width."""
        scheme = SCHEMES[(STATES.index(state) + list(SIZES).index(self.width)) % 2]
        page = self.person.page
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("scrollTo(0, 0)")
        path = self.folder / f"{state}-{self.width}-{scheme}.png"
        path.write_bytes(_packed(page.screenshot(full_page=is_long and self.width < 500)))


def _packed(png: bytes) -> bytes:
    """The same picture in fewer bytes: its data packed as tightly as can be."""
    head, rest, data = png[:8], png[8:], b""
    chunks = list[bytes]()
    while rest:
        size = 12 + int.from_bytes(rest[:4], "big")
        chunk, rest = rest[:size], rest[size:]
        if chunk[4:8] == b"IDAT":
            data += chunk[8:-4]
        else:
            chunks.append(chunk)
    body = b"IDAT" + zlib.compress(zlib.decompress(data), 9)
    sealed = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    return head + b"".join((*chunks[:-1], sealed, chunks[-1]))


def texts(camera: Camera) -> None:
    """The pages beside the table."""
    for state, path in (("new", "/new"), ("help", "/help"), ("error", "/no-such-page")):
        camera.person.page.goto(camera.person.site + path)
        camera.takes(state)


def declaring(camera: Camera) -> None:
    """A board from the first call to the review, as declarer."""
    person = camera.person
    person.sit(GAME)
    person.find('[data-call="1H"]').focus()
    person.types("ArrowRight", "ArrowRight")
    person.find(".meaning .fit").wait_for()
    camera.takes("auction")
    person.declares("1NT")
    _plays(person, TRICKS)
    camera.takes("declarer")
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    person.types("w")
    person.find("[data-key=act-reveal]").wait_for()
    camera.takes("play", is_long=True)
    person.types("m")
    person.find(".advice h2:text('candidates')").wait_for()
    camera.takes("candidates", is_long=True)
    person.types("t")
    person.types("7")
    camera.takes("claim")
    person.find("#tricks").fill(str(13 - _lost(person)))
    person.find("[data-key=claim-go]").click()
    person.hears("not accepted")
    camera.takes("refused")
    _completes(person)
    camera.takes("trick")
    while person.waits_for(CARD, ENDED, hurry=lambda: person.types(" ")) == CARD:
        person.plays()
    _reviewed(person)
    camera.takes("ended", is_long=True)


def defending(camera: Camera) -> None:
    """A board against a robot's contract."""
    person = camera.person
    person.sit(AGAINST)
    while person.waits_for(CARD, BOX) == BOX:
        person.changes(lambda: person.bids("P"))
    _plays(person, 2)
    camera.takes("defender")


def facing(camera: Camera) -> None:
    """A board that partner plays."""
    person = camera.person
    person.sit(DUMMY)
    while person.waits_for(BOX, ".felt .trick") == BOX:
        person.changes(lambda: person.bids("P"))
    person.find(".felt .trick:has(.card:nth-child(2))").wait_for()
    camera.takes("dummy")


def scoring(camera: Camera) -> None:
    """A board at matchpoints that was conceded."""
    person = camera.person
    person.sit(GAME, scoring="matchpoints")
    person.declares("1NT")
    person.types("g", "Enter")
    _reviewed(person)
    camera.takes("matchpoints", is_long=True)


def watching(camera: Camera) -> None:
    """Four robots."""
    person = camera.person
    person.sit(GAME, seat="watch")
    for _ in range(3):
        person.find("[data-key=act-continue]").wait_for()
        person.changes(lambda: person.types(" "))
    person.find("[data-key=act-continue]").wait_for()
    camera.takes("watching")


def losing(camera: Camera) -> None:
    """A wire that breaks."""
    person, wires = camera.person, list[WebSocketRoute]()

    def routed(wire: WebSocketRoute) -> None:
        wires.append(wire)
        if len(wires) == 1:
            wire.connect_to_server()
        else:
            wire.close(code=1012)

    person.page.route_web_socket(re.compile("/ws/"), routed)
    person.sit(GAME)
    person.declares("1NT")
    wires[0].close(code=1012)
    person.is_told("connection is lost")
    camera.takes("lost")


SCENES: dict[Callable[[Camera], None], tuple[str, ...]] = {
    declaring: ("auction", "declarer", "play", "candidates", "claim", "refused", "trick", "ended"),
    defending: ("defender",),
    facing: ("dummy",),
    scoring: ("matchpoints",),
    watching: ("watching",),
    losing: ("lost",),
    texts: ("new", "help", "error"),
}
STATES = tuple(state for states in SCENES.values() for state in states)


def _plays(person: Person, tricks: int) -> None:
    """Play so many tricks, and stop in the middle of the next."""
    while True:
        person.waits_for(CARD, hurry=lambda: person.types(" "))
        seen = person.find(".felt .trick")
        number, lying = 0, 4
        if seen.count():
            number, lying = int(seen.get_attribute("data-number") or 0), seen.locator(".card").count()
        if number > tricks and lying < 4:
            return
        person.plays()


def _completes(person: Person) -> None:
    """Play until a finished trick lies on the table."""
    while not person.sees('.felt .trick:not([data-winner=""], .gathered)'):
        if person.sees(CARD):
            person.plays()
        person.page.wait_for_timeout(40)


def _lost(person: Person) -> int:
    table = person.page.url.rsplit("/", 1)[1]
    return int(person.page.request.get(f"{person.site}/api/tables/{table}").json()["lost"])


def _reviewed(person: Person) -> None:
    person.find(".result").wait_for()
    person.find(".working").wait_for(state="detached", timeout=120_000)


def _photographed(browser: Browser, site: str, width: int, folder: Path, wanted: set[str]) -> None:
    for scene, states in SCENES.items():
        if wanted and wanted.isdisjoint(states):
            continue
        context = browser.new_context(
            viewport={"width": width, "height": SIZES[width]},
            reduced_motion="reduce",
            has_touch=width < 1000,
            is_mobile=width < 1000,
        )
        person = Person(context.new_page(), site)
        person.page.set_default_timeout(60_000)
        scene(Camera(person, width, folder))
        context.close()


def main() -> None:
    """Take all pictures, or those of the scenes that have some states."""
    reader = argparse.ArgumentParser()
    reader.add_argument("states", nargs="*", help="all unless told")
    reader.add_argument("--folder", type=Path, default=FOLDER)
    told = reader.parse_args()
    told.folder.mkdir(exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()) / "tables.db", deals=DEALS)
    try:
        server.warm()
        with sync_playwright() as playwright:
            found = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
            for width in SIZES:
                _photographed(browser, server.url, width, told.folder, set(told.states))
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
