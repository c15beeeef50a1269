"""``overtrick play`` and ``overtrick serve`` as a user starts and ends them, and a server that is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import final

import httpx
import pytest
from websockets.sync.client import connect

from tests.e2e.command import OVERTRICK, environment, run
from tests.web import PATIENCE

NATURAL = ("--system", "natural")
QUICK = (*NATURAL, "--deals", "2")


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
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.told = list[str]()
        for line in self.process.stdout:
            self.told.append(line)
            if found := re.search(r"overtrick is at (http://\S+?/)(\S*) \(", line):
                self.address, self.path = found[1], found[2]
                return
        raise AssertionError("".join(self.told))

    def workers(self) -> list[int]:
        """The processes that work for it, without the one by which Python keeps its books."""
        listed = subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        found = [int(each.split()[0]) for each in listed.stdout.splitlines() if "spawn_main" in each]
        assert found
        return found

    def end(self, *how: signal.Signals) -> str:
        """End it, and what it said then."""
        for each in how:
            self.process.send_signal(each)
            sleep(0.05)
        return self.last_words()

    def interrupt_all(self) -> str:
        """Ctrl-C in a terminal, which is meant for all its processes."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.last_words()

    def last_words(self) -> str:
        """What it says until it ends."""
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


PEACE = "Nothing is lost: the table goes on where it was.\n"


@pytest.mark.parametrize("seconds", [0.0, 0.5, 2.0])
def test_ctrl_c_ends_it_in_peace_whatever_its_processes_do(tmp_path: Path, seconds: float) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table")) as server:
        assert httpx.get(f"{server.address}nothing", timeout=PATIENCE).status_code == 404
        sleep(seconds)
        workers = server.workers()
        said = server.interrupt_all()
    assert (said, server.process.returncode) == (PEACE, 0)
    assert not any(map(_is_alive, workers))


@pytest.mark.parametrize("how", [(signal.SIGINT,) * 3, (signal.SIGTERM,), (signal.SIGTERM, signal.SIGINT)])
def test_to_want_the_end_twice_ends_it_no_less_in_peace(
    tmp_path: Path, how: tuple[signal.Signals, ...]
) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table"), *NATURAL) as server:
        said = server.end(*how)
    assert (said, server.process.returncode) == (PEACE, 0)


def test_nobody_who_stays_in_the_middle_of_something_keeps_it_from_ending(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table"), *NATURAL) as server:
        table = httpx.get(server.address, timeout=PATIENCE).headers["location"]
        where = httpx.URL(server.address)
        with socket.create_connection((where.host, where.port or 80)) as slow:
            head = f"POST /tables HTTP/1.1\r\nHost: {where.host}:{where.port}\r\nContent-Length: 9\r\n"
            slow.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nseat".encode())
            with connect(f"{server.address.replace('http', 'ws')}ws{table}", open_timeout=PATIENCE):
                said = server.end(signal.SIGINT)
    assert (said, server.process.returncode) == (PEACE, 0)


def test_a_process_that_is_killed_is_no_end_of_the_server(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table"), *NATURAL) as server:
        call_something(server.address, httpx.get(server.address, timeout=PATIENCE).headers["location"][8:])
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        call_something(
            server.address, httpx.post(f"{server.address}tables", timeout=PATIENCE).headers["location"][8:]
        )
        assert server.end(signal.SIGINT) == PEACE


def test_its_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--save", str(tmp_path / "kept.table"), *NATURAL) as server:
        call_something(server.address, httpx.get(server.address, timeout=PATIENCE).headers["location"][8:])
        workers = server.workers()
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
        kept = ("--port", str(port), "--save", str(tmp_path / "kept.table"))
        with started("serve", *kept, *NATURAL) as server:
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
    assert "--board goes with FILE or --terminal" in run("play", "--board", "3").stderr
    assert "--json goes with" in run("play", "--watch", "--json").stderr


@pytest.mark.parametrize("command", [("play", "--no-open"), ("serve",)])
def test_what_cannot_be_served_is_said_at_once(tmp_path: Path, command: tuple[str, ...]) -> None:
    kept = ("--save", str(tmp_path / "kept.table"), "--port", "0")
    unknown = run(*command, *kept, "--system", "nonsense")
    assert unknown.returncode == 2
    assert "'nonsense'" in unknown.stderr
    assert "natural, sayc" in unknown.stderr
    assert len(unknown.stderr.splitlines()) == 1
    for port in ("-1", "65536", "http"):
        assert run(*command, "--port", port).returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_log_is_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear partner, I passed your cue bid. " * 99, encoding="utf-8")
    before = other.read_bytes()
    refused = run("serve", "--port", "0", "--save", str(other))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert other.read_bytes() == before


def test_the_tables_of_browsers_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = tmp_path / "overtrick" / "browser.table"
    kept.parent.mkdir()
    kept.touch(0o644)  # as it was made before
    with started("serve", "--port", "0", *NATURAL) as server:
        httpx.get(server.address, timeout=PATIENCE)
        files = list(kept.parent.glob("browser.table*"))
        assert [stat.S_IMODE(each.stat().st_mode) for each in files] == [0o600] * 3
