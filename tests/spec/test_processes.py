"""Worker processes: bounded, fair, each killed and replaced alone, and gone at the end; forked or spawned."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep
from typing import Any, cast

import pytest

from overtrick.core import Deal, DealError
from overtrick.processes import (
    Interrupted,
    Job,
    LatestQueue,
    Pool,
    QueueFull,
    Superseded,
    Template,
    Worker,
    WorkError,
    in_parallel,
)
from tests.jobs import (
    begin_and_wait,
    fail,
    fail_stubbornly,
    number_of,
    remember,
    remembered,
    wait_for,
    wait_for_file,
)

PATIENCE = 120.0
"""Seconds after which something must be wrong, on any machine."""
LONG = partial(wait_for, 3600.0)
"""A job that nobody waits for to the end."""

Pools = Callable[..., Pool]


@pytest.fixture(scope="module")
def warm() -> Iterator[Template]:
    """One template for all pools of these tests, which use it one after the other."""
    template = Template()
    yield template
    template.close()
    template.join()


@pytest.fixture(params=["fork", "spawn"])
def source(request: pytest.FixtureRequest, warm: Template) -> Template:
    """Where workers come from."""
    return warm if request.param == "fork" else Template(method="spawn")


@pytest.fixture
def pools(source: Template) -> Pools:
    """Pools of workers that are forked or spawned."""
    return partial(Pool, template=source)


def with_pool(pool: Pool, work: Callable[[Pool], Awaitable[object]]) -> object:
    """What comes of some work; the processes are ended."""

    async def worked() -> object:
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(pool)
        finally:
            pool.close()

    return asyncio.run(worked())


def with_worker(source: Template, work: Callable[[Worker], Awaitable[object]], **options: Any) -> object:
    """What comes of some work of one worker, which is ended."""

    async def worked() -> object:
        worker = Worker(source, **options)
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(worker)
        finally:
            worker.close()
            worker.join()

    return asyncio.run(worked())


def is_alive(pid: int) -> bool:
    """Is a process there, and not a zombie?"""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_for_end(*pids: int) -> None:
    """Wait until processes have ended."""
    end = monotonic() + PATIENCE
    while any(map(is_alive, pids)) and monotonic() < end:
        sleep(0.005)
    assert not any(map(is_alive, pids))


async def until_there(*signs: Path) -> None:
    """Wait until jobs have begun, each of which says so by a file."""
    while not all(sign.exists() for sign in signs):
        await asyncio.sleep(0.005)


def children() -> set[int | None]:
    """The processes that were spawned by this one and have not ended."""
    return {each.pid for each in active_children()}


# One worker


def test_a_job_is_killed_when_it_is_cancelled_and_the_next_one_runs(source: Template, tmp_path: Path) -> None:
    async def work(worker: Worker) -> None:
        first = await worker.run(os.getpid)
        assert await worker.run(os.getpid) == first
        thought = asyncio.create_task(
            worker.run(partial(begin_and_wait, tmp_path / "begun", tmp_path / "end"))
        )
        await until_there(tmp_path / "begun")
        thought.cancel()
        await asyncio.wait({thought})
        assert thought.cancelled()
        wait_for_end(int(str(first)))
        assert await worker.run(os.getpid) != first

    with_worker(source, work)


def test_a_worker_is_replaced_after_so_many_jobs(source: Template) -> None:
    async def work(worker: Worker) -> list[object]:
        return [await worker.run(os.getpid) for _ in range(5)]

    found = with_worker(source, work, most=2)
    assert isinstance(found, list)
    assert [found.index(each) for each in found] == [0, 0, 2, 2, 4]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no templates here")
def test_what_a_template_has_done_its_workers_know() -> None:
    async def work() -> None:
        template = Template(partial(remember, "system"))
        thinking = Template(parent=template, niceness=3)
        plain, ahead, again = Worker(template), Worker(thinking), Worker(thinking)
        try:
            assert await plain.run(remembered) == ["system"]
            assert await ahead.run(remembered, first=partial(remember, "auction")) == ["system", "auction"]
            assert await again.run(remembered) == ["system", "auction"]
            assert await again.run(partial(os.nice, 0)) == min(19, os.nice(0) + 3)
            assert await plain.run(remembered) == ["system"]
        finally:
            template.close()
            template.join()

    asyncio.run(work())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells which processes there are")
def test_a_template_that_is_killed_or_paused_goes_on_and_ends_with_all_its_processes(tmp_path: Path) -> None:
    async def work() -> None:
        template = Template()
        child = Template(parent=template)
        workers = [Worker(template), Worker(child)]
        pids = [await each.run(os.getpid) for each in workers]
        assert template.pid is not None
        assert child.pid is not None
        child.pause()
        assert await Worker(child).run(partial(number_of, 1)) == 1
        os.kill(child.pid, signal.SIGKILL)
        wait_for_end(child.pid)
        assert await Worker(child).run(partial(number_of, 2)) == 2
        os.kill(template.pid, signal.SIGKILL)
        wait_for_end(template.pid)
        assert await Worker(template).run(partial(number_of, 3)) == 3
        assert [await each.run(os.getpid) for each in workers] == pids
        signs = [tmp_path / "one", tmp_path / "other"]
        jobs = [partial(begin_and_wait, sign, tmp_path / "end") for sign in signs]
        busy = [
            asyncio.create_task(each.run(job))
            for each, job in zip((Worker(template), workers[1]), jobs, strict=True)
        ]
        await until_there(*signs)
        for each in workers:
            each.close()
        child.close()
        template.close()
        template.join()
        ended = await asyncio.gather(*busy, return_exceptions=True)
        assert all(isinstance(each, Interrupted) for each in ended)
        wait_for_end(template.pid, child.pid, *(int(str(pid)) for pid in pids))

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no templates here")
def test_a_template_may_be_paused_at_any_moment(warm: Template) -> None:
    async def work() -> None:
        child = Template(parent=warm)
        worker = Worker(child)
        for _ in range(3):
            started = asyncio.create_task(worker.ready())
            while not started.done():
                child.pause()
                await asyncio.sleep(0.001)
                if child.is_ready:
                    await Worker(child).ready()  # whoever asks for a process lets it go on
            worker.cancel_start()
            worker = Worker(child)
        child.pause()
        assert await worker.run(partial(number_of, 1)) == 1
        child.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_template_that_cannot_be_prepared_says_why_every_time() -> None:
    async def work() -> None:
        template = Template(partial(fail, DealError("no such system")))
        for _ in range(2):
            with pytest.raises(DealError, match="no such system"):
                await Worker(template).run(os.getpid)
        template.close()
        template.join()

    asyncio.run(work())


# The queue


def test_a_full_queue_refuses_and_takes_more_later(pools: Pools) -> None:
    async def work(pool: Pool) -> list[object]:
        asked = [asyncio.ensure_future(pool.run(wait_for, 0.05)) for _ in range(4)]
        found = list[object](await asyncio.gather(*asked, return_exceptions=True))
        return [*(isinstance(each, QueueFull) for each in found), await pool.run(number_of, 7)]

    assert with_pool(pools(1, 2, seconds=PATIENCE), work) == [False, False, False, True, 7]


def test_nobody_is_served_twice_before_all_who_wait_are_served_once(pools: Pools) -> None:
    served = list[int]()

    async def table(pool: Pool, number: int) -> None:
        for _ in range(5):
            served.append(await pool.run(number_of, number))

    async def work() -> None:
        pool = pools(1, 100, seconds=PATIENCE)
        await asyncio.gather(*(table(pool, number) for number in range(6)))
        pool.close()

    asyncio.run(work())
    rounds = [served[place : place + 6] for place in range(0, len(served), 6)]
    assert all(sorted(each) == list(range(6)) for each in rounds)


def test_whoever_stops_waiting_leaves_the_queue(pools: Pools, tmp_path: Path) -> None:
    async def work(pool: Pool) -> int:
        working = asyncio.ensure_future(pool.run(wait_for_file, tmp_path / "now"))
        for _ in range(5):
            waiting = asyncio.ensure_future(pool.run(number_of, 1))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert pool.asked == 1
        (tmp_path / "now").touch()
        await working
        return await pool.run(number_of, 2)

    assert with_pool(pools(1, 1, seconds=PATIENCE), work) == 2


@pytest.mark.skipif(not hasattr(os, "nice"), reason="processes are all alike here")
@pytest.mark.parametrize("niceness", [0, 3])
def test_a_polite_process_gives_way(pools: Pools, niceness: int) -> None:
    async def work(pool: Pool) -> int:
        return await pool.run(os.nice, 0)

    found = with_pool(pools(1, 1, seconds=PATIENCE, niceness=niceness), work)
    assert found == min(19, os.nice(0) + niceness)


# Latest-wins queue


def requests_of(
    latest: LatestQueue, free: asyncio.Event, asked: list[int]
) -> Callable[[int], Awaitable[int]]:
    """Requests of one client, each answered when it may be."""

    async def ask(number: int) -> int:
        async def request() -> int:
            asked.append(number)
            await free.wait()
            return number

        return await latest.run("client", request)

    return ask


def test_of_many_requests_the_first_and_the_last_are_run() -> None:
    asked = list[int]()

    async def work() -> list[object]:
        latest, free = LatestQueue(), asyncio.Event()
        ask = requests_of(latest, free, asked)
        requests = [asyncio.ensure_future(ask(number)) for number in range(38)]
        for _ in range(3):
            await asyncio.sleep(0)
        assert [each.done() for each in requests] == [False, *[True] * 36, False]  # those know at once
        assert await latest.run("another client", lambda: asyncio.sleep(0, 99)) == 99
        free.set()
        return [type(each) for each in await asyncio.gather(*requests, return_exceptions=True)]

    assert asyncio.run(work()) == [int, *[Superseded] * 36, int]
    assert asked == [0, 37]


@pytest.mark.parametrize("waits", [0, 1, 2, 3])
def test_a_request_that_is_cancelled_holds_nobody_up(waits: int) -> None:
    async def work() -> int:
        latest, free = LatestQueue(), asyncio.Event()
        ask = requests_of(latest, free, [])
        first, second = asyncio.ensure_future(ask(1)), asyncio.ensure_future(ask(2))
        await asyncio.sleep(0)
        free.set()
        for _ in range(waits):
            await asyncio.sleep(0)
        second.cancel()
        third = ask(3)
        await asyncio.gather(first, second, return_exceptions=True)
        return await third

    assert asyncio.run(asyncio.wait_for(work(), PATIENCE)) == 3


# Time


def test_work_that_takes_too_long_is_stopped_and_the_next_is_done(pools: Pools) -> None:
    async def work(pool: Pool) -> tuple[str, int]:
        with pytest.raises(WorkError) as late:
            await pool.run(wait_for, 60)
        pool._seconds = PATIENCE
        return str(late.value), await pool.run(number_of, 5)

    found = with_pool(pools(1, 10, seconds=0.5), work)
    assert found == ("this takes longer than 0.5 seconds", 5)


def test_the_next_process_is_started_before_there_is_work_for_it(pools: Pools) -> None:
    async def work(pool: Pool) -> None:
        (worker,) = pool._workers
        await pool.warm_up()
        first = worker.pid
        with pytest.raises(WorkError, match="takes longer"):
            await pool.run(wait_for, 3600.0)
        while worker.pid == first or not worker.is_ready:
            await asyncio.sleep(0.005)

    with_pool(pools(1, 1, seconds=0.2), work)


def test_work_that_takes_too_long_is_stopped_alone(pools: Pools, tmp_path: Path) -> None:
    async def work(pool: Pool) -> int:
        late = asyncio.ensure_future(pool.run(wait_for, 60))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it has begun with its own limit
        pool._seconds = PATIENCE
        other = asyncio.ensure_future(pool.run(wait_for_file, tmp_path / "now"))
        with pytest.raises(WorkError, match="takes longer"):
            await late
        (tmp_path / "now").touch()
        return await other

    assert isinstance(with_pool(pools(2, 10, seconds=0.5), work), int)


def test_work_that_nobody_waits_for_any_more_keeps_its_process(pools: Pools, tmp_path: Path) -> None:
    async def work(pool: Pool) -> int:
        left = asyncio.ensure_future(pool.run(begin_and_wait, tmp_path / "begun", tmp_path / "now"))
        await until_there(tmp_path / "begun")
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        with pytest.raises(WorkError, match="too many are waiting"):
            await pool.run(number_of, 1)
        (tmp_path / "now").touch()
        while pool.asked:
            await asyncio.sleep(0.01)
        return await pool.run(number_of, 2)

    assert with_pool(pools(1, 0, seconds=PATIENCE), work) == 2


# Errors and deaths


def test_an_error_of_ours_is_told_as_it_is(pools: Pools) -> None:
    async def work(pool: Pool) -> None:
        with pytest.raises(DealError, match="twice"):
            await pool.run(Deal.parse, "N:AAK... - - -")
        with pytest.raises(ZeroDivisionError, match="nothing"):
            await pool.run(fail, ZeroDivisionError("by nothing"))

    with_pool(pools(1, 10, seconds=PATIENCE), work)


def test_an_error_that_cannot_travel_is_told_in_words(pools: Pools) -> None:
    async def work(pool: Pool) -> int:
        with pytest.raises(WorkError, match="this and that"):
            await pool.run(fail_stubbornly)
        with pytest.raises((AttributeError, TypeError)):  # a job that cannot travel, as Python says it
            await pool.run(lambda: 1)
        return await pool.run(number_of, 3)

    assert with_pool(pools(1, 10, seconds=PATIENCE), work) == 3


def test_work_whose_process_dies_was_interrupted_and_the_next_is_done(pools: Pools) -> None:
    async def work(pool: Pool) -> int:
        with pytest.raises(WorkError, match="interrupted; please try again"):
            await pool.run(os._exit, 3)
        return await pool.run(number_of, 4)

    assert with_pool(pools(1, 10, seconds=PATIENCE), work) == 4


def test_a_process_that_died_while_it_had_nothing_to_do_is_replaced_unnoticed(pools: Pools) -> None:
    async def work(pool: Pool) -> int:
        pid = await pool.run(os.getpid)
        os.kill(pid, signal.SIGKILL)
        wait_for_end(pid)
        return await pool.run(number_of, 6)

    assert with_pool(pools(1, 10, seconds=PATIENCE), work) == 6


def test_work_that_a_process_did_not_begin_before_it_died_goes_to_the_next(pools: Pools) -> None:
    async def work(pool: Pool) -> None:
        pid = await pool.run(os.getpid)
        os.kill(pid, signal.SIGSTOP)
        asked = asyncio.ensure_future(pool.run(os.getpid))
        await asyncio.sleep(0.1)
        assert not asked.done()
        os.kill(pid, signal.SIGKILL)
        assert await asked != pid

    with_pool(pools(1, 10, seconds=PATIENCE), work)


def test_processes_that_cannot_be_prepared_say_why(pools: Pools) -> None:
    async def work(pool: Pool) -> None:
        for _ in range(2):
            with pytest.raises(DealError, match="no such hand"):
                await pool.run(number_of, 1)

    broken = partial(fail, DealError("no such hand"))
    with_pool(pools(1, 10, seconds=PATIENCE, prepare=broken), work)


# The beginning and the end


def test_all_processes_are_started_before_there_is_work(pools: Pools, tmp_path: Path) -> None:
    async def work(pool: Pool) -> set[int]:
        await pool.warm_up()
        started = {each.pid for each in pool._workers}
        asked = [asyncio.ensure_future(pool.run(wait_for_file, tmp_path / "now")) for _ in range(3)]
        (tmp_path / "now").touch()
        return set(await asyncio.gather(*asked)) - started

    assert with_pool(pools(3, 10, seconds=PATIENCE), work) == set()


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.3])
def test_whoever_waits_is_told_when_the_server_ends_and_no_process_is_left(
    pools: Pools, seconds: float
) -> None:
    async def work(pool: Pool) -> list[str]:
        asked = [asyncio.ensure_future(pool.run(wait_for, 60)) for _ in range(4)]
        await asyncio.sleep(seconds)
        pool.close()
        pool.close()
        told = [str(each) for each in await asyncio.gather(*asked, return_exceptions=True)]
        wait_for_end(*(each.pid for each in pool._workers if each.pid is not None))
        return told

    before = children()
    assert with_pool(pools(2, 10, seconds=PATIENCE), work) == ["the server is ending"] * 4
    assert children() == before


KILLED = """
import asyncio, os, sys
from functools import partial
from pathlib import Path
from overtrick.processes import Template, Worker
from tests.jobs import begin_and_wait

async def main():
    worker = Worker(Template(method=sys.argv[1]))
    pid = await worker.run(os.getpid)
    begun = Path(sys.argv[3])
    job = asyncio.ensure_future(worker.run(partial(begin_and_wait, begun, begun / "never")))
    while not begun.exists():
        await asyncio.sleep(0.005)
    print(pid, flush=True)
    if sys.argv[2] == "killed":
        await job

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells which processes there are")
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("end", ["killed", "over"])
def test_a_process_in_the_middle_of_its_work_ends_with_its_program(
    method: str, end: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", KILLED, method, end, str(tmp_path / "begun")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        if end == "killed":
            assert is_alive(pid)
            program.kill()
    wait_for_end(pid)


def test_what_was_never_started_ends_too(pools: Pools) -> None:
    pool = pools(2, 10, seconds=PATIENCE)
    pool.close()
    with pytest.raises(WorkError, match="ending"):
        asyncio.run(pool.run(number_of, 1))


# Many jobs


def test_many_jobs_are_done_in_parallel_and_each_reply_has_its_place() -> None:
    before = children()
    found = dict(in_parallel([partial(divmod, number, 3) for number in range(7)], 2))
    assert [found[place].result() for place in range(7)] == [divmod(number, 3) for number in range(7)]
    assert children() == before


def test_after_an_error_no_more_jobs_are_begun(tmp_path: Path) -> None:
    signs = [tmp_path / str(number) for number in range(3)]
    jobs: list[Job] = [partial(wait_for_file, signs[0]), partial(fail, DealError("no such hand"))]
    found = in_parallel([*jobs, *(partial(Path.touch, sign) for sign in signs[1:])], 2)
    place, reply = next(found)
    assert (place, str(reply.error)) == (1, "no such hand")
    signs[0].touch()
    assert [place for place, _ in found] == [0]
    assert [sign.exists() for sign in signs] == [True, False, False]


def test_a_process_that_dies_ends_many_jobs_at_once() -> None:
    before, exits = children(), cast(Job, partial(os._exit, 3))
    with pytest.raises(Interrupted):
        list(in_parallel([LONG, exits], 2))
    assert children() == before


def test_no_process_is_left_when_nobody_wants_the_rest() -> None:
    before = children()
    found = in_parallel([partial(number_of, 1), LONG], 2)
    assert next(found)[0] == 0
    found.close()
    assert children() == before
