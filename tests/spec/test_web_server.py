"""The server around its tables: cookies, the log, ports, and the worker processes of robots."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from overtrick.core import OvertrickError
from overtrick.processes import Pool, QueueFull, Template
from overtrick.table import FileLog
from overtrick.web.app import ANALYST_MODULES
from overtrick.web.server import listening
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind, preload, prepare
from overtrick.web.tables.robots import RobotQueue
from overtrick.web.tables.store import keep_private, private_log
from tests.jobs import is_loaded, number_of, wait_for
from tests.web import PATIENCE, SETTINGS, Serving, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as found:
        yield found


@pytest.fixture
def browser(server: Serving) -> Iterator[httpx.Client]:
    """A browser that remembers nothing yet."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def opened(browser: httpx.Client) -> str:
    """The id of a new table."""
    return browser.post("/tables").headers["location"].rsplit("/", 1)[1]


# Cookies


def test_a_browser_comes_back_to_its_last_table_also_by_a_link_from_elsewhere(browser: httpx.Client) -> None:
    answer = browser.post("/tables")
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert browser.get("/").headers["location"] == answer.headers["location"]


def test_the_cookie_tells_the_port_for_servers_of_one_machine_share_cookies(browser: httpx.Client) -> None:
    opened(browser)
    assert [each.name for each in browser.cookies.jar] == [f"tables-{browser.base_url.port}"]


def test_twenty_tables_are_remembered_and_the_others_offered_with_the_new_one(browser: httpx.Client) -> None:
    tables = [opened(browser) for _ in range(21)]
    browser.get(f"/tables/{tables[3]}")
    page = browser.get("/new").text
    assert "Your other tables" in page
    offered = [part.split('"')[0] for part in page.split('href="/tables/')[1:]]
    assert offered == [tables[each] for each in (3, *range(20, 3, -1), 2, 1)]
    assert sum(len(each.value or "") for each in browser.cookies.jar) < 1000


def test_other_tables_are_told_apart_by_when_and_what_was_played(
    server: Serving, browser: httpx.Client
) -> None:
    browser.post("/tables", data={"seat": "W", "scoring": "matchpoints"})
    before = datetime.now(UTC) - timedelta(seconds=1)
    opened(browser)
    page = browser.get("/new").text
    assert "Board 1, you are South, for IMPs" in page
    assert "Board 1, you are West, for matchpoints" in page
    last = datetime.fromisoformat(page.split('<time datetime="')[1].split('"')[0])
    assert before <= last <= datetime.now(UTC)
    assert f">{last.day} {last:%B %Y, %H:%M}</time>" in page


def test_what_a_browser_makes_up_is_no_table_of_its_own(server: Serving, browser: httpx.Client) -> None:
    name, real = f"tables-{browser.base_url.port}", server.new_table()
    unknown = "A" * 22
    browser.cookies.set(name, f"<script>.../../etc.{unknown}.{real}")
    page = browser.get("/new").text
    assert "script>..." not in page
    assert unknown not in page
    assert f"/tables/{real}" in page
    assert browser.get("/").headers["location"] == f"/tables/{real}"


def test_a_browser_that_remembers_nothing_is_offered_nothing(browser: httpx.Client) -> None:
    assert "other tables" not in browser.get("/new").text


# A log that cannot be read


@pytest.fixture
def damaged(tmp_path: Path) -> tuple[Path, str]:
    """A log in which an entry was changed, and the id of its table."""
    log = tmp_path / "kept.table"
    with serving(log) as server:
        table = server.new_table()
    with closing(sqlite3.connect(log)) as file:
        file.executescript("DROP TRIGGER no_change; UPDATE events SET entry = entry || ' ' WHERE number = 2;")
    return log, table


def test_a_table_that_cannot_be_read_is_not_said_to_be_none(damaged: tuple[Path, str]) -> None:
    log, table = damaged
    with serving(log) as server:
        page = server.client.get(f"/tables/{table}")
        assert page.status_code == 503
        assert "cannot be used now. Nothing was changed" in page.text
        assert str(log) not in page.text
        assert server.client.get("/api/tables/none").status_code == 404
        address = f"{server.address.replace('http', 'ws')}ws/tables/{table}"
        with connect(address, open_timeout=PATIENCE) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_whose_table_cannot_be_read_gets_no_other_instead(damaged: tuple[Path, str]) -> None:
    log, table = damaged
    with serving(log) as server:
        cookies = {f"tables-{httpx.URL(server.address).port}": table}
        with httpx.Client(base_url=server.address, timeout=PATIENCE, cookies=cookies) as browser:
            answer = browser.get("/")
            assert answer.status_code == 503
            assert "set-cookie" not in answer.headers
            assert browser.get("/new").status_code == 200
    with FileLog(log) as kept:
        assert kept.tables() == (table,)


def test_a_log_that_is_made_is_private_and_so_is_what_lies_beside_it(tmp_path: Path) -> None:
    log = tmp_path / "browser.table"
    with serving(log) as server:
        server.new_table()
        beside = sorted(each.name for each in tmp_path.iterdir())
        rights = [stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()]
    assert beside == ["browser.table", "browser.table-shm", "browser.table-wal"]
    assert rights == [0o600] * 3


def test_an_old_log_can_be_made_private(tmp_path: Path) -> None:
    log = tmp_path / "browser.table"
    log.touch(0o644)
    private_log(log).close()  # the rights that somebody gave it stay
    assert stat.S_IMODE(log.stat().st_mode) == 0o644
    keep_private(log)
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


# Ports


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_cannot_be_is_refused_in_words(port: int) -> None:
    with pytest.raises(OvertrickError, match="from 0 to 65535"):
        listening(replace(SETTINGS, port=port))


def test_after_the_last_port_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[int]()

    def in_use(where: tuple[str, int], **settings: object) -> None:
        tried.append(where[1])
        raise OSError(98, "in use")

    monkeypatch.setattr("overtrick.web.server.errno.EADDRINUSE", 98)
    monkeypatch.setattr("overtrick.web.server.socket.create_server", in_use)
    with pytest.raises(OvertrickError, match="all ports from 65530 to 65535 are in use"):
        listening(replace(SETTINGS, port=65530))
    assert tried == list(range(65530, 65536))


# Meanings


def test_meanings_are_asked_one_at_a_time(server: Serving) -> None:
    table = server.new_table(seed="1")
    sitting = server.sit(table)
    sitting.until_mine()
    calls = ["P", *(f"{level}{strain}" for level in range(4, 8) for strain in ("C", "D", "H", "S", "NT"))]

    async def hovered() -> list[int]:
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as browser:
            path = f"/api/tables/{table}/meaning"
            answers = await asyncio.gather(*(browser.get(path, params={"call": each}) for each in calls))
            return [each.status_code for each in answers]

    found = asyncio.run(hovered())
    assert set(found) == {200, 409}
    assert found.count(409) > found.count(200)
    assert server.client.get(f"/api/tables/{table}/meaning?call=P").json()["call"] == "P"
    sitting.close()


# Robots in worker processes: bounded, sharing the cores, and loaded in time


def with_queue(settings: WebSettings, work: Callable[[RobotQueue], Awaitable[object]]) -> object:
    """What comes of some work; the processes are ended."""

    async def worked() -> object:
        queue = RobotQueue(settings, Template(method="spawn"))
        try:
            return await work(queue)
        finally:
            queue.close()

    return asyncio.run(worked())


def test_a_full_queue_turns_tables_away_and_takes_them_again_later() -> None:
    async def work(queue: RobotQueue) -> list[object]:
        asked = [asyncio.ensure_future(queue.think(wait_for, 0.1)) for _ in range(4)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert str(found[-1]) == "too many tables are waiting; please try again in a moment"
        return [*(isinstance(each, QueueFull) for each in found), await queue.think(number_of, 7)]

    assert with_queue(replace(SETTINGS, waiting=2), work) == [False, False, False, True, 7]


def test_robots_think_as_the_settings_say() -> None:
    mind = RobotQueue(SETTINGS, Template()).mind
    assert mind == Mind(SETTINGS.system, replace(SETTINGS.play, threads=mind.play.threads))


def test_robots_share_the_cores_when_several_think(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(queue: RobotQueue) -> list[int | None]:
        asked = [asyncio.ensure_future(queue.think(number_of, number)) for number in range(4)]
        await asyncio.sleep(0)
        threads = [queue.mind.play.threads]
        await asyncio.gather(*asked)
        return [*threads, queue.mind.play.threads]

    monkeypatch.setattr("overtrick.web.tables.robots.cores", lambda: 8)
    assert with_queue(replace(SETTINGS, waiting=10), work) == [2, 8]


def test_the_tools_are_loaded_before_they_are_needed_and_are_not_slow_for_it() -> None:
    async def work() -> tuple[list[bool], list[bool], int]:
        template = Template(partial(prepare, Mind("natural", SETTINGS.play)))
        tools = partial(preload, *ANALYST_MODULES)
        pool = Pool(1, 10, seconds=PATIENCE, prepare=tools, template=template)
        try:
            await pool.warm_up()
            loaded = await pool.run(is_loaded, "overtrick.player.player", "overtrick.squeezes.whole_deals")
            server = await pool.run(is_loaded, "overtrick.web.app", "fastapi", "uvicorn")
            return loaded, server, await pool.run(os.nice, 0)
        finally:
            pool.close()
            template.close()
            template.join()

    assert asyncio.run(work()) == ([True, True], [False, False, False], os.nice(0))
