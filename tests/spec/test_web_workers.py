"""Processes that work for the server: bounded, fair, each stopped and replaced alone, and gone at the end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest

from overtrick.core import Deal, DealError
from overtrick.web.tables.jobs import Mind
from overtrick.web.tables.queue import QueueFull, RobotQueue
from overtrick.web.warming import prepare_analysts
from overtrick.web.workers import WorkError, Workers
from tests.web import PATIENCE, SETTINGS
from tests.web_jobs import fail, fail_stubbornly, is_loaded, number_of, wait_for, wait_for_file


def with_workers(workers: Workers, told: Callable[[Workers], Awaitable[object]]) -> object:
    """What comes of some work; the processes are ended."""

    async def played() -> object:
        try:
            return await told(workers)
        finally:
            workers.close()

    return asyncio.run(played())


# The queue


def test_a_full_queue_turns_tables_away_and_takes_them_again_later() -> None:
    async def played() -> list[object]:
        queue = RobotQueue(replace(SETTINGS, waiting=2))
        asked = [asyncio.ensure_future(queue.think(wait_for, 0.1)) for _ in range(4)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        found.append(await queue.think(number_of, 7))
        queue.close()
        return list(found)

    *asked, later = asyncio.run(played())
    assert [isinstance(each, QueueFull) for each in asked] == [False, False, False, True]
    assert later == 7


def test_nobody_is_served_twice_before_all_who_wait_are_served_once() -> None:
    served = list[int]()

    async def table(workers: Workers, number: int) -> None:
        for _ in range(5):
            served.append(await workers.run(number_of, number))

    async def played() -> None:
        workers = Workers(1, 100, seconds=PATIENCE)
        await asyncio.gather(*(table(workers, number) for number in range(6)))
        workers.close()

    asyncio.run(played())
    rounds = [served[place : place + 6] for place in range(0, len(served), 6)]
    assert all(sorted(each) == list(range(6)) for each in rounds)


def test_robots_think_as_the_settings_say() -> None:
    queue = RobotQueue(SETTINGS)
    assert queue.mind == Mind(SETTINGS.system, replace(SETTINGS.play, threads=queue.mind.play.threads))
    queue.close()


def test_robots_share_the_cores_when_several_think(monkeypatch: pytest.MonkeyPatch) -> None:
    async def played() -> list[int | None]:
        queue = RobotQueue(replace(SETTINGS, waiting=10))
        asked = [asyncio.ensure_future(queue.think(number_of, number)) for number in range(4)]
        await asyncio.sleep(0)
        threads = [queue.mind.play.threads]
        await asyncio.gather(*asked)
        threads.append(queue.mind.play.threads)
        queue.close()
        return threads

    monkeypatch.setattr("overtrick.web.tables.queue.cores", lambda: 8)
    assert asyncio.run(played()) == [2, 8]


def test_whoever_stops_waiting_leaves_the_queue(tmp_path: Path) -> None:
    async def played(workers: Workers) -> int:
        working = asyncio.ensure_future(workers.run(wait_for_file, tmp_path / "now"))
        for _ in range(5):
            waiting = asyncio.ensure_future(workers.run(number_of, 1))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert workers.asked == 1
        (tmp_path / "now").touch()
        await working
        return await workers.run(number_of, 2)

    assert with_workers(Workers(1, 1, seconds=PATIENCE), played) == 2


@pytest.mark.skipif(not hasattr(os, "nice"), reason="processes are all alike here")
@pytest.mark.parametrize("politeness", [0, 3])
def test_a_polite_process_gives_way(politeness: int) -> None:
    async def played(workers: Workers) -> int:
        return await workers.run(os.nice, 0)

    found = with_workers(Workers(1, 1, seconds=PATIENCE, politeness=politeness), played)
    assert found == min(19, os.nice(0) + politeness)


# Time


def test_work_that_takes_too_long_is_stopped_and_the_next_is_done() -> None:
    async def played(workers: Workers) -> tuple[str, int]:
        with pytest.raises(WorkError) as late:
            await workers.run(wait_for, 60)
        workers._seconds = PATIENCE
        return str(late.value), await workers.run(number_of, 5)

    found = with_workers(Workers(1, 10, seconds=0.5), played)
    assert found == ("this takes longer than 0.5 seconds", 5)


def test_the_next_process_is_started_before_there_is_work_for_it() -> None:
    async def played(workers: Workers) -> int:
        with pytest.raises(WorkError, match="takes longer"):
            await workers.run(wait_for, 3600.0)
        return len(active_children())

    before = len(active_children())
    assert with_workers(Workers(1, 1, seconds=0.2), played) == before + 1


def test_work_that_takes_too_long_is_stopped_alone(tmp_path: Path) -> None:
    async def played(workers: Workers) -> int:
        late = asyncio.ensure_future(workers.run(wait_for, 60))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it has begun with its own limit
        workers._seconds = PATIENCE
        other = asyncio.ensure_future(workers.run(wait_for_file, tmp_path / "now"))
        with pytest.raises(WorkError, match="takes longer"):
            await late
        (tmp_path / "now").touch()
        return await other

    assert isinstance(with_workers(Workers(2, 10, seconds=0.5), played), int)


def test_work_that_nobody_waits_for_any_more_keeps_its_process(tmp_path: Path) -> None:
    async def played(workers: Workers) -> int:
        left = asyncio.ensure_future(workers.run(wait_for_file, tmp_path / "now"))
        await asyncio.sleep(0.1)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        with pytest.raises(WorkError, match="too many are waiting"):
            await workers.run(number_of, 1)
        (tmp_path / "now").touch()
        while workers.asked:
            await asyncio.sleep(0.01)
        return await workers.run(number_of, 2)

    assert with_workers(Workers(1, 0, seconds=PATIENCE), played) == 2


# Errors and deaths


def test_an_error_of_ours_is_told_as_it_is() -> None:
    async def played(workers: Workers) -> None:
        with pytest.raises(DealError, match="twice"):
            await workers.run(Deal.parse, "N:AAK... - - -")
        with pytest.raises(ZeroDivisionError, match="nothing"):
            await workers.run(fail, ZeroDivisionError("by nothing"))

    with_workers(Workers(1, 10, seconds=PATIENCE), played)


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    async def played(workers: Workers) -> int:
        with pytest.raises(WorkError, match="this and that"):
            await workers.run(fail_stubbornly)
        with pytest.raises((AttributeError, TypeError)):  # a job that cannot travel, as Python says it
            await workers.run(lambda: 1)
        return await workers.run(number_of, 3)

    assert with_workers(Workers(1, 10, seconds=PATIENCE), played) == 3


def test_work_whose_process_dies_was_interrupted_and_the_next_is_done() -> None:
    async def played(workers: Workers) -> int:
        with pytest.raises(WorkError, match="interrupted; please try again"):
            await workers.run(os._exit, 3)
        return await workers.run(number_of, 4)

    assert with_workers(Workers(1, 10, seconds=PATIENCE), played) == 4


def test_a_process_that_died_while_it_had_nothing_to_do_is_replaced_unnoticed() -> None:
    async def played(workers: Workers) -> int:
        os.kill(await workers.run(os.getpid), signal.SIGKILL)
        while active_children():
            await asyncio.sleep(0.01)
        return await workers.run(number_of, 6)

    assert with_workers(Workers(1, 10, seconds=PATIENCE), played) == 6


def test_processes_that_cannot_be_prepared_say_why() -> None:
    async def played(workers: Workers) -> None:
        for _ in range(2):
            with pytest.raises(DealError, match="no such hand"):
                await workers.run(number_of, 1)

    broken = partial(fail, DealError("no such hand"))
    with_workers(Workers(1, 10, seconds=PATIENCE, prepare=broken), played)


# The beginning and the end


def test_all_processes_are_started_before_there_is_work(tmp_path: Path) -> None:
    async def played(workers: Workers) -> set[int]:
        await workers.warm_up()
        started = {each.pid for each in active_children() if each.pid is not None}
        asked = [asyncio.ensure_future(workers.run(wait_for_file, tmp_path / "now")) for _ in range(3)]
        (tmp_path / "now").touch()
        return set(await asyncio.gather(*asked)) - started

    assert with_workers(Workers(3, 10, seconds=PATIENCE), played) == set()


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.3])
def test_whoever_waits_is_told_when_the_server_ends_and_no_process_is_left(seconds: float) -> None:
    async def played(workers: Workers) -> list[str]:
        asked = [asyncio.ensure_future(workers.run(wait_for, 60)) for _ in range(4)]
        await asyncio.sleep(seconds)
        workers.close()
        workers.close()
        assert not active_children()
        return [str(each) for each in await asyncio.gather(*asked, return_exceptions=True)]

    assert with_workers(Workers(2, 10, seconds=PATIENCE), played) == ["the server is ending"] * 4
    assert not active_children()


KILLED = """
import asyncio
from multiprocessing import active_children
from overtrick.web.workers import Workers
from tests.web_jobs import wait_for

async def serve():
    workers = Workers(1, 1, seconds=3600)
    await workers.warm_up()
    job = asyncio.ensure_future(workers.run(wait_for, 3600.0))
    await asyncio.sleep(0.3)
    print(active_children()[0].pid, flush=True)
    await job

asyncio.run(serve())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells which processes there are")
def test_a_process_in_the_middle_of_its_work_ends_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = Path("/proc") / server.stdout.readline().strip() / "stat"
        assert is_alive(worker)
        server.kill()
    end = monotonic() + PATIENCE
    while is_alive(worker) and monotonic() < end:
        sleep(0.01)
    assert not is_alive(worker)


def is_alive(process: Path) -> bool:
    """Is it there, and not waiting to be buried?"""
    try:
        return process.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_was_never_started_ends_too() -> None:
    workers = Workers(2, 10, seconds=PATIENCE)
    workers.close()
    with pytest.raises(WorkError, match="ending"):
        asyncio.run(workers.run(number_of, 1))


def test_the_tools_are_loaded_before_they_are_needed_and_are_not_slow_for_it() -> None:
    prepare = partial(prepare_analysts, Mind("natural", SETTINGS.play))

    async def played(workers: Workers) -> tuple[list[bool], int]:
        await workers.warm_up()
        return await workers.run(is_loaded, "overtrick.squeezes.deals.whole_deals"), await workers.run(
            os.nice, 0
        )

    found = with_workers(Workers(1, 10, seconds=PATIENCE, prepare=prepare), played)
    assert found == ([True], os.nice(0))


def test_a_process_that_works_does_not_load_the_server() -> None:
    async def played(workers: Workers) -> list[bool]:
        return await workers.run(is_loaded, "overtrick.web.workers", "overtrick.web.app", "fastapi")

    assert with_workers(Workers(1, 10, seconds=PATIENCE), played) == [False, False, False]
