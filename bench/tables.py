"""Tables in browsers: one alone, then many at once over real WebSockets, for a bounded time.

``python -m bench.tables [TABLES] [SECONDS]``
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import getloadavg
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any, final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.machine import heading

__all__ = ["main", "serving"]

_TABLES, _SECONDS = 20, 90
_THINKING = 0.4
"""Seconds that a person takes; people take longer."""


@final
@dataclass
class Times:
    """The seconds measured, and the errors."""

    acks: list[float] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    """The slowest acknowledgement of an act."""
    robots: list[float] = field(default_factory=list)
    """From the scene before a robot's card to the one with it."""
    errors: list[str] = field(default_factory=list)
    boards: int = 0


@final
class Person:
    """One browser: calls what is offered first, plays any legal card, goes on to the next board."""

    def __init__(self, client: httpx.AsyncClient, address: str, times: Times) -> None:
        self._client = client
        self._address = address
        self._times = times
        self._sent: dict[int, tuple[float, str]] = {}
        self._next = 1
        self._acting: asyncio.Task[None] | None = None

    async def play(self, seconds: float) -> None:
        """Play until the time is over."""
        answer = await self._client.post("/tables", data={"seat": "S"})
        table = answer.headers["location"].rsplit("/", 1)[1]
        address = f"{self._address.replace('http', 'ws')}ws/tables/{table}"
        try:
            async with asyncio.timeout(seconds), connect(address, max_size=None) as socket:
                try:
                    await self._sit(socket, table)
                finally:
                    if self._acting is not None:
                        self._acting.cancel()
        except TimeoutError:
            pass
        except Exception as error:
            self._times.errors.append(repr(error))

    async def _sit(self, socket: ClientConnection, table: str) -> None:
        last, was_robots, acted = monotonic(), False, -1
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            now = monotonic()
            if message["type"] == "done":
                sent, act = self._sent.pop(message["id"])
                self._times.acks.append(now - sent)
                self._times.slowest = max(self._times.slowest, (now - sent, act))
                continue
            if message["type"] == "error":
                self._times.errors.append(message["text"])
                continue
            flags = message["flags"]
            if message["said"] and was_robots:
                self._times.robots.append(now - last)
            if message["said"]:
                last = now
            was_robots = flags["phase"] == "play" and flags["is_thinking"]
            if (flags["is_mine"] or flags["phase"] == "ended") and flags["number"] != acted:
                acted = flags["number"]
                self._acting = asyncio.create_task(self._act(socket, table, flags))  # and messages are read
                self._acting.add_done_callback(self._acted)

    def _acted(self, acting: asyncio.Task[None]) -> None:
        if not acting.cancelled() and (error := acting.exception()) is not None:
            self._times.errors.append(repr(error))

    async def _act(self, socket: ClientConnection, table: str, flags: dict[str, Any]) -> None:
        await asyncio.sleep(_THINKING)
        scene = (await self._client.get(f"/api/tables/{table}")).json()
        if flags["phase"] == "ended":
            self._times.boards += 1
            act, value = "next", ""
        elif flags["phase"] == "auction":
            act, value = "call", "P"
        else:
            act, value = "play", _legal(scene)[-1]
        self._sent[self._next] = monotonic(), act
        await socket.send(
            json.dumps({"id": self._next, "act": act, "value": value, "since": flags["number"]})
        )
        self._next += 1


def _legal(scene: dict[str, Any]) -> list[str]:
    hands = [each["hand"]["suits"] for each in scene["seats"] if each["hand"] is not None]
    return [card["card"] for hand in hands for suit in hand for card in suit if card["is_legal"]]


async def _measured(address: str, tables: int, seconds: float) -> Times:
    times = Times()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        await asyncio.gather(*(Person(client, address, times).play(seconds) for _ in range(tables)))
    return times


def _told(name: str, times: Times) -> str:
    return (
        f"{name}: {len(times.errors)} errors, {times.boards} boards, "
        f"acknowledged {_numbers(times.acks)} ({times.slowest[1]}), robot's card {_numbers(times.robots)}"
    )


def _numbers(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "never"
    high = quantiles(seconds, n=100, method="inclusive")[-1]
    told = f"median {median(seconds):.3f} s, 99 % {high:.3f} s, worst {max(seconds):.3f} s"
    return f"{len(seconds)} times, {told}"


@contextmanager
def serving(log: Path) -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "overtrick", "serve", "--port", "0", "--save", str(log)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split(" at ")[1].split(" ")[0]
    finally:
        server.terminate()
        server.wait()


def main(tables: int = _TABLES, seconds: float = _SECONDS) -> None:
    """Measure one table, then many."""
    print(heading())
    print(f"load before: {getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "bench.table") as address:
        asyncio.run(_measured(address, 1, 30))  # what is done first is not measured
        for number in (1, tables):
            times = asyncio.run(_measured(address, number, seconds))
            print(_told(f"{number} {'table' if number == 1 else 'tables'} for {seconds:.0f} s", times))
            print("\n".join(f"  {error}" for error in sorted(set(times.errors))))
    print(f"load after: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
