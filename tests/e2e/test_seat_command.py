"""``overtrick seat`` as a user starts and ends it: four players at a table of ours, one of them killed."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

from overtrick import Seat
from overtrick.cli.seat import SeatReporter
from overtrick.protocol.client import SeatRequest, Setup, fast
from overtrick.table import FileLog, Table
from tests.e2e.command import OVERTRICK, environment, run

PATIENCE = 120
QUICK = ("--system", "natural", "--fast", "--no-ponder", "--json")
Process = subprocess.Popen[str]


@contextmanager
def started(*args: str) -> Iterator[Process]:
    """A command in a process of its own, ended afterwards."""
    process = subprocess.Popen(
        [*OVERTRICK, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)


@contextmanager
def table(*args: str) -> Iterator[tuple[Process, str]]:
    """A table of ours, and its port."""
    with started("table", "--port", "0", "--json", *args) as manager:
        assert manager.stderr is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", manager.stderr.readline())
        assert found
        yield manager, found[1]


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def below(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    parents = dict[int, int]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, StopIteration):
            stat = (folder / "stat").read_text()
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    own = [pid for pid, parent in parents.items() if parent == process]
    return own + [each for pid in own for each in below(pid)]


def records(process: Process) -> list[dict[str, object]]:
    """What a command printed until its end; it must have ended well."""
    printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    return [json.loads(line) for line in printed.splitlines()]


def test_four_players_finish_though_one_is_killed_in_mid_board_and_comes_back(tmp_path: Path) -> None:
    logs = {seat: tmp_path / f"{seat}.log" for seat in Seat}

    def sit(seat: Seat, port: str) -> tuple[str, ...]:
        team = "A" if seat in (Seat.NORTH, Seat.SOUTH) else "B"
        kept = ("--log", str(logs[seat]), "--save", str(tmp_path / f"{seat}.table"))
        return ("seat", seat.word, "--port", port, "--name", team, *kept, *QUICK)

    with (
        table("-n", "2", "--seed", "5", "--save", str(tmp_path / "all.table")) as (manager, port),
        started(*sit(Seat.NORTH, port)) as north,
        started(*sit(Seat.EAST, port)) as east,
        started(*sit(Seat.SOUTH, port)) as south,
        started(*sit(Seat.WEST, port)) as west,
    ):
        until(lambda: logs[Seat.SOUTH].exists() and " plays " in logs[Seat.SOUTH].read_text())
        thinking = below(south.pid)
        assert len(thinking) >= 2
        south.send_signal(signal.SIGKILL)
        south.communicate(timeout=PATIENCE)
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in thinking))
        with started(*sit(Seat.SOUTH, port)) as again:
            *played, total = records(manager)
            assert total["boards"] == 2
            for player in (north, east, west):
                *boards, report = records(player)
                told = [{key: each[key] for key in boards[0]} for each in played]
                assert boards == told
                assert report["failed"] == 0
            (board, report) = records(again)
            assert board == {key: played[1][key] for key in board}
            assert report["boards"] == 1
    for seat in (Seat.NORTH, Seat.EAST, Seat.WEST):
        assert "  (" not in logs[seat].read_text()  # not one line that could not be used
        with FileLog(tmp_path / f"{seat}.table") as log:
            (name,) = log.tables()
            kept = Table.resume(log, name)
            assert [each.board.number for each in kept.state.ended] == [1, 2]


def test_a_table_that_hangs_up_while_we_speak_is_looked_for_again() -> None:
    said = b'North ("A") seated\r\nTeams : N/S : "A" E/W : "B"\r\nStart of board\r\n'
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(PATIENCE)
        port = str(door.getsockname()[1])
        with started("seat", "North", "--port", port, "--name", "A", "--retry", "1", *QUICK) as player:
            line, _ = door.accept()
            with line:
                line.recv(4096)
                line.sendall(said)  # two answers go to nobody: the second is a broken pipe
            door.close()
            _, told = player.communicate(timeout=PATIENCE)
    assert "the line to the table is lost, trying again" in told
    assert player.returncode == 1


def test_a_table_that_is_not_there_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    done = run("seat", "North", "--port", port, "--retry", "0", *QUICK[:-1])
    assert done.returncode == 1
    assert done.stderr == f"overtrick: there is no table at 127.0.0.1:{port}: Connection refused\n"


def test_wrong_options_say_what_is_wrong() -> None:
    for words, said in (
        (("seat", "Up"), "'Up' is not a seat"),
        (("seat", "North", "--port", "0"), "--port"),
        (("seat", "North", "--fast", "--deals", "3"), "--fast chooses"),
        (("seat", "North", "--retry", "soon"), "'--retry': expected a number from 0 to 3600"),
        (("seat", "North", "--limit", "soon"), "'--limit': expected a number from 0.001 to 3600"),
        (("seat", "North", "--limit", "0"), "not '0'"),
        (("seat", "North", "--limit", "3", "--seconds", "3"), "'--limit': a decision is to take 3 seconds"),
    ):
        done = run(*words)
        assert done.returncode in (1, 2)
        assert said in done.stderr, done.stderr
        assert done.stdout == ""


def given(*words: str) -> tuple[SeatRequest, Setup, bool]:
    """Where and how a player would sit down."""
    asked = list[tuple[SeatRequest, Setup, bool]]()

    def sit(place: SeatRequest, setup: Setup, ponders: bool, teller: SeatReporter) -> None:
        asked.append((place, setup, ponders))

    with patch.object(sys.modules["overtrick.cli.seat"], "_sit", sit):
        done = run("seat", *words)
    assert done.returncode == 0, done.stderr
    return asked[0]


def test_what_is_not_said_has_a_sensible_value() -> None:
    place, setup, ponders = given("any")
    assert place == SeatRequest("127.0.0.1", 2000, "overtrick", None, retry=10.0, limit=60.0, says_all=False)
    assert (setup.system, setup.conventions, setup.their_system) == ("sayc", (), None)
    assert setup.play.deals == 50
    assert ponders


def test_every_option_counts() -> None:
    where = ("--host", "bridge.example", "--port", "2001", "--name", "Blue", "--retry", "0", "--limit", "2.5")
    how = ("--infos", "--no-ponder", "--seed", "7", "--deals", "9", "--system", "natural")
    place, setup, ponders = given("w", *where, *how, "--their-system", "schenken")
    assert place == SeatRequest(
        "bridge.example", 2001, "Blue", Seat.WEST, retry=0.0, limit=2.5, says_all=True
    )
    assert (setup.system, setup.their_system) == ("natural", "schenken")
    assert (setup.play.deals, setup.play.seed) == (9, 7)
    assert not ponders
    assert given("ANYPL", "--fast")[1].play == fast(given("any")[1].play)


def test_a_long_thought_has_a_longer_limit() -> None:
    assert given("N", "--seconds", "20")[0].limit == 60.0
    assert given("N", "--seconds", "100")[0].limit == 200.0
    assert given("N", "--seconds", "100", "--limit", "101")[0].limit == 101.0


def test_ctrl_c_leaves_the_table_with_a_word(tmp_path: Path) -> None:
    log = tmp_path / "lines"
    with (
        socket.create_server(("127.0.0.1", 0)) as door,
        started(
            "seat", "any", "--port", str(door.getsockname()[1]), *QUICK[:-1], "--log", str(log)
        ) as player,
    ):
        line, _ = door.accept()
        with line:
            assert line.recv(1000) == b'Connecting "overtrick" as ANYPL using protocol version 18\r\n'
            player.send_signal(signal.SIGINT)
            printed, said = player.communicate(timeout=PATIENCE)
            assert (printed, said, player.returncode) == ("Left the table.\n", "", 130)
            assert line.recv(1000) == b""
