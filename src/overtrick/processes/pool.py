"""Queues before worker processes: a bounded pool, a latest-wins queue, and many jobs in parallel."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable, Generator, Iterable
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import ParamSpec, TypeVar, cast, final

from overtrick.core import OvertrickError
from overtrick.processes.serving import Job, Reply, WorkError, begin
from overtrick.processes.worker import Interrupted, Process, Template, Worker, nothing, unwatched

__all__ = ["LatestQueue", "Pool", "QueueFull", "Superseded", "in_parallel"]

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
_ENDING = "the server is ending"


class QueueFull(WorkError):
    """Too many jobs are waiting."""


@final
class Pool:
    """Some workers behind a bounded queue, first come first served."""

    def __init__(
        self,
        processes: int,
        waiting: int,
        seconds: float,
        prepare: Job | None = None,
        niceness: int = 0,
        template: Template | None = None,
    ) -> None:
        """`prepare` is the first job of each process; without a template each is spawned."""
        self._most = waiting + processes
        self._seconds = seconds
        source = template or Template(method="spawn")
        self._workers = [Worker(source, prepare, niceness) for _ in range(processes)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(processes)
        self.asked = 0
        """Jobs that wait or run, whether or not somebody still wants to know."""
        self._jobs = set[asyncio.Task[object]]()
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Would one more be refused?"""
        return self.asked >= self._most

    async def run(
        self, function: Callable[Parameters, Answer], *given: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        """What a function of a module answers in a worker process; a full queue is an error."""
        if self.is_full:
            raise QueueFull("too many are waiting; please try again in a moment")
        self.asked += 1
        try:
            await self._free.acquire()
        except BaseException:
            self.asked -= 1
            raise
        job = unwatched(asyncio.create_task(self._run(partial(function, *given, **named))))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return cast(Answer, await asyncio.shield(job))  # who goes away leaves the process at its work

    async def _run(self, job: Job) -> object:
        """A job done by a worker that is ready, if there is one."""
        worker = max(self._idle, key=lambda each: each.is_ready)
        self._idle.remove(worker)
        try:
            if self._is_closed:
                raise WorkError(_ENDING)
            return await worker.run(job, self._seconds)
        except Interrupted:
            raise WorkError(_ENDING if self._is_closed else str(Interrupted())) from None
        finally:
            self._idle.append(worker)
            self._free.release()
            self.asked -= 1

    async def warm_up(self) -> None:
        """Start all processes before there is work."""
        await asyncio.gather(*(self.run(nothing) for _ in self._workers))

    def close(self) -> None:
        """End it all, and wait until nothing is left of the processes."""
        self._is_closed = True
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()


class Superseded(OvertrickError):
    """A request that a later one has replaced."""


@final
class LatestQueue:
    """Latest-wins queue: for each client one request runs, and one waits at most."""

    def __init__(self, message: str = "another request came in the meantime") -> None:
        """`message` is what a request that is given up is told."""
        self._message = message
        self._busy = set[str]()
        self._waiting = dict[str, asyncio.Future[None]]()

    async def run(self, client: str, request: Callable[[], Awaitable[Answer]]) -> Answer:
        """What a request gives when it is its turn; an error if a later one comes before that."""
        if client in self._busy:
            await self._turn(client)
        self._busy.add(client)
        try:
            return await request()
        finally:
            self._next(client)

    async def _turn(self, client: str) -> None:
        before = self._waiting.pop(client, None)
        if before is not None and not before.done():
            before.set_exception(Superseded(self._message))
        turn = self._waiting[client] = asyncio.get_running_loop().create_future()
        try:
            await turn
        except asyncio.CancelledError:
            if self._waiting.get(client) is turn:
                del self._waiting[client]
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next(client)  # it was its turn, and it goes without having taken it
            raise

    def _next(self, client: str) -> None:
        """Let the one who waits begin; the client stays busy until then, so that nobody comes between."""
        turn = self._waiting.pop(client, None)
        if turn is not None and not turn.done():
            turn.set_result(None)
        else:
            self._busy.discard(client)


def in_parallel(jobs: Iterable[Job], processes: int) -> Generator[tuple[int, Reply], None, None]:
    """The replies to jobs with their places, in the order in which they come.

    After an error nothing more is begun, but what has begun is finished. A process that dies is an error that
    ends everything at once. No process outlives the generator.
    """
    waiting = enumerate(jobs)
    started = [Process.spawn(partial(begin, 0)) for _ in range(processes)]
    running: dict[Connection, tuple[Process, int | None]] = {each.pipe: (each, None) for each in started}
    try:
        while running:
            for pipe in cast(list[Connection], wait(running)):
                process, place = running.pop(pipe)
                reply = process.receive()
                if reply.error is not None:
                    waiting = enumerate(())
                for following, job in islice(waiting, 1):
                    running[pipe] = process, following
                    process.send(pickle.dumps(job))
                if place is not None:
                    yield place, reply
    except (EOFError, OSError):
        raise Interrupted from None
    finally:
        for each in started:
            each.kill()
        for each in started:
            each.join()
