"""``overtrick play`` and ``overtrick serve`` as a user starts and ends them, and a server that is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import final

import httpx
from websockets.sync.client import connect

from tests.e2e.command import OVERTRICK, environment, run
from tests.web import PATIENCE

QUICK = ("--system", "natural", "--deals", "2")


@final
class Started:
    """A server in a process of its own."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [*OVERTRICK, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(),
        )
        assert self.process.stdout is not None
        self.told = list[str]()
        for line in self.process.stdout:
            self.told.append(line)
            if found := re.search(r"overtrick is at (http://\S+?/)(\S*) \(", line):
                self.address, self.path = found[1], found[2]
                return
        raise AssertionError("".join(self.told))

    def end(self, how: signal.Signals) -> str:
        """End it, and what it said then."""
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


@contextmanager
def started(*args: str) -> Iterator[Started]:
    server = Started(*args)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate(timeout=PATIENCE)


def call_something(address: str, table: str) -> int:
    """Wait for the person's turn and call; the number of the scene after it was acknowledged."""
    with connect(f"{address.replace('http', 'ws')}ws/tables/{table}", open_timeout=PATIENCE) as browser:
        number = 0
        while True:
            message = json.loads(browser.recv(timeout=PATIENCE))
            if message["type"] == "done":
                return number
            assert message["type"] == "scene"
            number = message["number"]
            if message["flags"]["is_mine"]:
                browser.send(json.dumps({"id": 1, "act": "call", "value": "P", "since": number}))


def test_a_table_goes_on_where_it_was_after_the_server_is_killed(tmp_path: Path) -> None:
    kept = ("play", "--no-open", "--port", "0", "--save", str(tmp_path / "kept.table"), *QUICK)
    with started(*kept) as server:
        table = httpx.get(server.address, timeout=PATIENCE).headers["location"].rsplit("/", 1)[1]
        call_something(server.address, table)
        before = httpx.get(f"{server.address}api/tables/{table}", timeout=PATIENCE).json()
        server.end(signal.SIGKILL)
    with started(*kept) as server:  # the same file, another process
        after = httpx.get(f"{server.address}api/tables/{table}", timeout=PATIENCE).json()
        made = [each["call"] for each in before["calls"]]
        assert "P" in made
        assert [each["call"] for each in after["calls"]][: len(made)] == made
        assert after["number"] >= before["number"]


def test_ctrl_c_ends_it_in_peace(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table")) as server:
        assert httpx.get(f"{server.address}nothing", timeout=PATIENCE).status_code == 404
        said = server.end(signal.SIGINT)
    assert said == "Nothing is lost: the table goes on where it was.\n"
    assert server.process.returncode == 0


def test_its_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with started(
        "serve", "--port", "0", "--save", str(tmp_path / "kept.table"), "--system", "natural"
    ) as server:
        call_something(server.address, httpx.get(server.address, timeout=PATIENCE).headers["location"][8:])
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(server.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        workers = [int(each) for each in children.stdout.split()]
        assert workers
        server.end(signal.SIGKILL)
    for worker in workers:
        while _is_alive(worker):
            os.sched_yield()


def _is_alive(process: int) -> bool:
    """Is it there, and not waiting to be buried?"""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return told.rpartition(")")[2].split()[0] != "Z"


def test_a_port_that_is_in_use_is_not_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started("serve", "--port", str(port), "--save", str(tmp_path / "kept.table")) as server:
            assert any(f"Port {port} is in use: using " in line for line in server.told)
            assert not server.address.endswith(f":{port}/")


def test_a_file_is_played_in_the_browser(tmp_path: Path) -> None:
    boards = tmp_path / "boards.pbn"
    run("deal", "--seed", "1", "-o", str(boards))
    kept = ("--port", "0", "--save", str(tmp_path / "kept.table"))
    with started("play", str(boards), "--seat", "E", "--no-open", *kept, *QUICK) as server:
        assert server.path.startswith("tables/")
        scene = httpx.get(f"{server.address}api/{server.path}", timeout=PATIENCE).json()
        assert (scene["seat"], scene["board"]) == ("E", 1)


def test_options_of_the_terminal_are_refused_without_it() -> None:
    assert "--board goes with --terminal" in run("play", "--board", "3").stderr
    assert "--json goes with" in run("play", "--watch", "--json").stderr
