"""``overtrick table`` as a user starts it: players come, play, are killed and come back; the manager too."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import final

import pytest

from overtrick import Seat
from overtrick.formats import Record, read, write
from overtrick.protocol.manager.session_log import logged_rooms
from overtrick.table import FileLog, Undone
from tests.e2e.command import OVERTRICK, environment, run
from tests.protocol_client import Client
from tests.protocol_sessions import some_boards

PATIENCE = 180.0
QUICK = ("--port", "0", "--how", "deals=2,pool=2,meanings=off,weights=off,strategies=off,system=natural")


@final
class Started:
    """A manager in a process of its own."""

    def __init__(self, *args: object) -> None:
        self.process = subprocess.Popen(
            [*OVERTRICK, "table", *QUICK, *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        ports = re.findall(r"127\.0\.0\.1:(\d+)", said)
        assert ports, said + self.process.stderr.read()
        self.ports = [int(port) for port in ports]

    def end(self, how: signal.Signals | None = None) -> tuple[str, str]:
        """What it printed and said, at its own end or at ours."""
        if how is not None:
            self.process.send_signal(how)
        printed, said = self.process.communicate(timeout=PATIENCE)
        return printed, said


@contextmanager
def started(*args: object) -> Iterator[Started]:
    manager = Started(*args)
    try:
        yield manager
    finally:
        if manager.process.poll() is None:
            manager.process.kill()
        manager.process.communicate()


async def _playing(*clients: Client) -> None:
    await asyncio.wait_for(asyncio.gather(*(client.run() for client in clients)), PATIENCE)


def four(port: int, ns: str = "A", ew: str = "B") -> list[Client]:
    """Four players at one table."""
    return [Client(port, seat, ew if seat % 2 else ns, seed=3) for seat in Seat]


def test_four_players_play_a_file_and_the_results_are_a_file(tmp_path: Path) -> None:
    deals, results = tmp_path / "deals.pbn", tmp_path / "results.pbn"
    write(map(Record, some_boards(3, seed=5)), deals)
    with started(deals, "--limit", "0", "--save", tmp_path / "a.table", "-o", results) as manager:
        clients = four(manager.ports[0])
        asyncio.run(_playing(*clients))
        printed, said = manager.end()
    assert manager.process.returncode == 0, said
    assert [client.boards for client in clients] == [3] * 4
    assert len(re.findall(r"^Board \d, open room: ", printed, re.MULTILINE)) == 3
    assert "points against B after 3 boards" in printed
    records = list(read(results))
    assert [record.board.number for record in records] == [1, 2, 3]
    assert all(record.board.result is not None for record in records)
    assert {(record.tag("North"), record.tag("East")) for record in records} == {("A", "B")}


def test_eight_players_at_two_tables_on_two_ports_end_with_imps(tmp_path: Path) -> None:
    options = ("--teams", "--port2", "0", "-n", "2", "--seed", "1", "--json", "--save", tmp_path / "a.table")
    with started(*options) as manager:
        first, second = manager.ports
        clients = [*four(first, "A", "B"), *four(second, "B", "A")]
        asyncio.run(_playing(*clients))
        printed, said = manager.end()
    assert manager.process.returncode == 0, said
    *boards, total = map(json.loads, printed.splitlines())
    assert sorted((each["board"], each["room"]) for each in boards) == [
        *((1, "closed"), (1, "open"), (2, "closed"), (2, "open")),
    ]
    assert total["teams"] == {"A": "A", "B": "B"}
    assert len(total["interval"]) == 2


def test_a_killed_manager_goes_on_with_the_board_in_play(tmp_path: Path) -> None:
    log = tmp_path / "a.table"

    async def killed(manager: Started) -> list[Client]:
        clients = four(manager.ports[0])
        tasks = [asyncio.create_task(client.run()) for client in clients]
        while sum(" plays " in line for line in clients[0].got) < 60:
            await asyncio.sleep(0.005)
        manager.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*tasks, return_exceptions=True)
        return clients

    with started("-n", "4", "--seed", "1", "--save", log, "-o", tmp_path / "until_then.pbn") as manager:
        before = asyncio.run(killed(manager))
    assert next(iter(read(tmp_path / "until_then.pbn"))).board.result is not None
    with started("--resume", log, "-o", tmp_path / "results.pbn") as manager:
        after = four(manager.ports[0])
        asyncio.run(_playing(*after))
        _, said = manager.end()
    assert manager.process.returncode == 0, said
    done = before[0].boards
    assert 1 <= done < 4
    assert [client.boards for client in after] == [4 - done] * 4
    with FileLog(log) as kept:
        ((each),) = logged_rooms(kept)
        assert len(each.table.state.ended) == 4
        assert sum(isinstance(entry.event, Undone) for entry in each.table.entries) == 1
    assert [record.board.number for record in read(tmp_path / "results.pbn")] == [1, 2, 3, 4]


def test_a_killed_player_is_replaced_and_comes_back(tmp_path: Path) -> None:
    def west(port: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", "tests.protocol_client", str(port), "West", "B"])

    async def session(port: int) -> list[Client]:
        clients = four(port)[:3]
        tasks = [asyncio.create_task(client.run()) for client in clients]
        first = west(port)
        while sum(" plays " in line for line in clients[0].got) < 10:
            await asyncio.sleep(0.005)
        first.kill()
        first.wait()
        again = west(port)
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        assert again.wait(PATIENCE) == 0
        return clients

    with started("-n", "3", "--seed", "2", "--wait", "30", "--save", tmp_path / "a.table") as manager:
        clients = asyncio.run(session(manager.ports[0]))
        _, said = manager.end()
    assert manager.process.returncode == 0, said
    assert [client.boards for client in clients] == [3] * 3


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_manager_says_how_to_go_on(tmp_path: Path, how: signal.Signals) -> None:
    async def interrupted(manager: Started) -> str:
        clients = four(manager.ports[0])
        tasks = [asyncio.create_task(client.run()) for client in clients]
        while sum(" plays " in line for line in clients[0].got) < 5:
            await asyncio.sleep(0.005)
        _, said = manager.end(how)
        await asyncio.gather(*tasks, return_exceptions=True)
        return said

    with started("-n", "9", "--save", tmp_path / "club night.table") as manager:
        said = asyncio.run(interrupted(manager))
    assert f"overtrick table --resume '{tmp_path / 'club night.table'}' goes on" in said
    assert "Traceback" not in said
    assert manager.process.returncode == 130


def test_a_manager_that_is_interrupted_before_the_first_board_has_nothing_to_go_on_with(
    tmp_path: Path,
) -> None:
    with started("-n", "1", "--save", tmp_path / "a.table") as manager:
        _, said = manager.end(signal.SIGINT)
    assert "Nothing was played yet" in said
    assert "--resume" not in said


def test_results_that_cannot_be_written_are_told_at_once_and_the_boards_are_played(tmp_path: Path) -> None:
    results = tmp_path / "results.pbn"
    results.mkdir()
    done = run("table", *QUICK, "--robots", "all", "-n", "2", "--save", tmp_path / "a.table", "-o", results)
    assert done.returncode == 1
    assert done.stderr.count("the boards are kept in") == 1
    assert "after 2 boards" in done.stdout


def test_a_session_of_one_table_is_resumed_at_one_port(tmp_path: Path) -> None:
    log = tmp_path / "a.table"
    assert run("table", *QUICK, "--robots", "all", "-n", "1", "--save", log).returncode == 0
    done = run("table", *QUICK, "--resume", log, "--port2", "0")
    assert done.returncode == 1
    assert "leave out --port2" in done.stderr
    again = run("table", *QUICK, "--robots", "all", "-n", "1", "--save", log)
    assert "holds a session already" in again.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--on-failure", "shout"), "'shout' is not one of 'robot', 'forfeit'"),
        (("--robots", "up"), "expected seats like NS"),
        (("--teams", "--turned"), "choose one of --teams and --turned"),
        (("--resume", "nowhere.table"), "there is no log 'nowhere.table'"),
        (("--resume", "nowhere.table", "-n", "3"), "leave out -n"),
        (("--port2", "3"), "--port2 goes with --teams"),
        (("--host", ""), "expected a name or an address"),
        (("--how", "brilliant"), "says nothing about a player"),
        (("-o", "a.xyz"), "cannot tell the format"),
        (("nowhere.pbn",), "cannot read 'nowhere.pbn'"),
    ],
)
def test_a_wrong_use_is_told_in_a_sentence(options: tuple[str, ...], words: str) -> None:
    done = run("table", *options)
    assert done.returncode in (1, 2)
    assert words in done.stderr
