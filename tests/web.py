"""A server of our own on a free port of this machine, and browsers that are scripts."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, final

import httpx
from websockets.sync.client import ClientConnection, connect

from overtrick.core import Card
from overtrick.core.english import CARDS
from overtrick.player import PlaySettings
from overtrick.web import WebSettings
from overtrick.web.server import Server, listening

QUICK = PlaySettings(deals=2, pool=4, compares_strategies=False, threads=1)
"""Robots that play anything, at once."""
SETTINGS = WebSettings(port=0, workers=1, play=QUICK, system="natural")
PATIENCE = 120.0
"""Seconds after which something must be wrong, on any machine."""

Scene = dict[str, Any]


@final
class Serving:
    """A server that runs, and a client for it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.address = server.address
        self.client = httpx.Client(base_url=server.address, timeout=PATIENCE)

    def new_table(self, **wanted: str) -> str:
        """The id of a new table."""
        answer = self.client.post("/tables", data=wanted)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rsplit("/", 1)[1]

    def scene(self, table: str) -> Scene:
        """What is seen of a table."""
        return dict(self.client.get(f"/api/tables/{table}").raise_for_status().json())

    def sit(self, table: str) -> Sitting:
        """A browser at a table."""
        return Sitting(self, table)


@final
class Sitting:
    """A WebSocket at a table, with everything that came through it."""

    def __init__(self, serving: Serving, table: str) -> None:
        self.serving = serving
        self.table = table
        self._leaving = ExitStack()
        address = f"{serving.address.replace('http', 'ws')}ws/tables/{table}"
        self.socket: ClientConnection = self._leaving.enter_context(connect(address, open_timeout=PATIENCE))
        self.got = list[dict[str, Any]]()
        self.regions = dict[str, str]()
        self.said = list[str]()
        self.flags: dict[str, Any] = {}
        self._number = 0
        self.receive()

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.got.append(message)
        if message["type"] == "scene":
            self.regions |= message["regions"]
            self.said += message["said"]
            self.flags = message["flags"]
        return message

    def until(self, **flags: object) -> None:
        """Wait until the table is so."""
        while any(self.flags[name] != value for name, value in flags.items()):
            self.receive()

    def until_mine(self) -> None:
        """Wait until it is the person's turn, or the board is over."""
        while not self.flags["is_mine"] and self.flags["phase"] != "ended":
            self.receive()

    def act(self, act: str, value: str = "", since: int | None = None) -> dict[str, Any]:
        """Act, and what is answered."""
        self._number += 1
        asked = {"id": self._number, "act": act, "value": value}
        asked |= {"since": self.flags["number"] if since is None else since}
        self.socket.send(json.dumps(asked))
        while True:
            message = self.receive()
            if message["type"] != "scene" and message["id"] == self._number:
                return message

    def scene(self) -> Scene:
        """What is seen now."""
        return self.serving.scene(self.table)

    def reviewed(self) -> Scene:
        """What is seen once the board is over and has been looked back on."""
        self.until(phase="ended")
        end = monotonic() + PATIENCE
        while not (scene := self.scene())["ending"]["is_complete"] and monotonic() < end:
            sleep(0.1)
        assert scene["ending"]["is_complete"]
        return scene

    def close(self) -> None:
        """Leave."""
        self._leaving.close()


@contextmanager
def serving(log: Path | None = None, settings: WebSettings = SETTINGS) -> Iterator[Serving]:
    """A server in a thread of this process, ended afterwards."""
    settings = replace(settings, log=log)
    is_ready = threading.Event()
    server = Server(settings, listening(settings), lambda address: is_ready.set())
    thread = threading.Thread(target=server.run_until_ended)
    thread.start()
    try:
        assert is_ready.wait(PATIENCE)
        found = Serving(server)
        with found.client:
            yield found
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def legal_cards(scene: Scene) -> list[str]:
    """The cards that the person may play."""
    return [card["card"] for card in _cards(scene) if card["is_legal"]]


def _cards(scene: Scene) -> Iterator[dict[str, Any]]:
    for seat in scene["seats"]:
        for suit in [] if seat["hand"] is None else seat["hand"]["suits"]:
            yield from suit


def cards_named(text: str) -> set[Card]:
    """Every card that a text names, in any notation: HK, ♥K, K♥, king of hearts."""
    suits, ranks = "CDHS♣♦♥♠", "10|[2-9TJQKA]"
    found = {
        suit + rank
        for suit, rank in re.findall(rf"(?<![A-Za-z0-9])([{suits}])({ranks})(?![A-Za-z0-9])", text)
    }
    found |= {suit + rank for rank, suit in re.findall(rf"(?<![A-Za-z0-9+])({ranks})([♣♦♥♠])", text)}
    words = "|".join(CARDS)
    for rank, suit in re.findall(rf"({words}) of (clubs|diamonds|hearts|spades)", text):
        found.add(f"{suit[0].upper()}{'23456789TJQKA'[CARDS.index(rank)]}")
    return {Card.parse(each) for each in found}


def without_bids(text: str) -> str:
    """A text without its bids, which look like cards of low rank."""
    return re.sub(r"[1-7](NT|[CDHS♣♦♥♠])", "", text)
