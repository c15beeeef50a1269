"""When the connection breaks: the server is killed, the table is gone, the browser is too slow."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.e2e.browser.serving import Server
from tests.e2e.browser.sitting import BOX, CARD, COLD, HARD, Person
from tests.e2e.browser.sockets import SocketProxy
from tests.web import PATIENCE

TOO_SLOW = 1013
NO_TABLE = 4404
ENOUGH = 200
"""Messages that no buffer holds back any more."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that can be killed, and is soon there again."""
    started = Server(tmp_path / "tables.db", system="natural")
    yield started
    started.stop()


def test_nothing_is_lost_when_the_server_is_killed(visit: Callable[..., Page], server: Server) -> None:
    person = Person(visit(), server.url)
    person.sit(HARD)
    person.bids("3NT")
    person.find("[data-key=made-1]").wait_for()
    _killed(server, person)
    person.waits_for(BOX, CARD)
    expect(person.find(".made").first).to_contain_text("3NT")
    person.passes_on()
    while not (_cards(person, ".hand") <= 22 and 0 < _cards(person, ".felt .trick") < 4):
        person.waits_for(CARD)
        person.plays()
    person.waits_for(CARD)
    before = _stand(person)
    _killed(server, person)
    person.waits_for(CARD)
    assert _stand(person) == before
    for _ in range(4):
        person.waits_for(CARD, hurry=lambda: person.types(" "))
        person.plays()
    person.waits_for(CARD, hurry=lambda: person.types(" "))
    person.types("g", "Enter")
    expect(person.find(".result")).to_contain_text("by South")


def _killed(server: Server, person: Person) -> None:
    """Kill the server and start it again, before the eyes of a person."""
    server.kill()
    person.is_told("connection is lost")
    server.start()
    person.is_told("Connected again")


def _cards(person: Person, where: str) -> int:
    return person.find(f"{where} .card").count()


def _stand(person: Person) -> tuple[list[str], ...]:
    """Hands, trick, auction, what stands in the bar, and all that was said."""
    cards = person.find(".felt .card").evaluate_all("all => all.map(each => each.dataset.card)")
    return cards, *(person.find(part).all_inner_texts() for part in (".made", ".facts dd", ".log p"))


def test_a_table_that_is_gone_is_not_asked_for_again(person: Person) -> None:
    wires = SocketProxy(person.page)
    person.sit(COLD)
    wires.refusal = NO_TABLE
    wires.cut(1012)
    person.is_told("not kept here any more")
    asked = len(wires.opened)
    person.bids("1NT")
    person.is_told("not kept here any more")
    person.page.clock.install()
    person.page.clock.run_for(60_000)
    assert len(wires.opened) == asked == 2
    expect(person.find(".note")).to_be_visible()
    person.find(".note a").click()
    person.page.wait_for_url("**/new")


def test_a_browser_that_was_too_slow_comes_back(person: Person) -> None:
    wires = SocketProxy(person.page)
    person.sit(COLD)
    wires.cut(TOO_SLOW)
    person.is_told("Connected again")
    person.bids("1NT")
    person.hears("You bid one notrump.")


def test_a_browser_that_does_not_read_is_dropped_and_holds_up_nobody(site: str) -> None:
    where = urlsplit(site)
    with httpx.Client(base_url=site, timeout=PATIENCE) as client:
        table = client.post("/tables", data={"text": COLD}).headers["location"]
    address = f"ws://{where.netloc}/ws{table}"
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((where.hostname, where.port))
    unread = connect(address, sock=narrow, max_queue=1, compression=None, ping_interval=None)
    with unread as slow, connect(address) as quick:
        _calls_and_takes_back(quick)
        assert _end_of(slow) == TOO_SLOW
    with connect(address) as again:
        assert set(json.loads(again.recv(timeout=PATIENCE))["regions"]) >= {"felt", "auction"}


def _end_of(wire: ClientConnection) -> int:
    """Read on until the server closes; the code it closes with."""
    try:
        while True:
            wire.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def _calls_and_takes_back(quick: ClientConnection) -> None:
    """Make a call and take it back, again and again, until many messages have come."""
    heard, is_called = 0, False
    quick.send(json.dumps({"id": 0, "act": "call", "value": "1C"}))
    while heard < ENOUGH:
        message = json.loads(quick.recv(timeout=PATIENCE))
        heard += 1
        if message["type"] == "done":
            is_called = not is_called
            act = {"act": "undo"} if is_called else {"act": "call", "value": "1C"}
            quick.send(json.dumps({"id": heard, **act}))
        assert message["type"] != "error", message
