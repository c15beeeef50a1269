"""Queues for worker processes: a bounded pool, a latest-wins queue, and parallel batches of jobs."""

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
    """Raised when too many jobs are waiting."""


@final
class Pool:
    """Workers behind a bounded first-in-first-out queue."""

    def __init__(
        self,
        processes: int,
        waiting: int,
        seconds: float,
        prepare: Job | None = None,
        niceness: int = 0,
        template: Template | None = None,
    ) -> None:
        """`prepare` is the first job of each process; without a template each process is spawned."""
        self._most = waiting + processes
        self._seconds = seconds
        source = template or Template(method="spawn")
        self._workers = [Worker(source, prepare, niceness) for _ in range(processes)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(processes)
        self.asked = 0
        """The number of jobs waiting or running, abandoned ones included."""
        self._jobs = set[asyncio.Task[object]]()
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Would another job be refused?"""
        return self.asked >= self._most

    async def run(
        self, function: Callable[Parameters, Answer], *given: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        """Call a module-level function in a worker process; raises `QueueFull` if the queue is full."""
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
        return cast(Answer, await asyncio.shield(job))  # a cancelled caller does not stop the job

    async def _run(self, job: Job) -> object:
        """Run a job on an idle worker, preferably one whose process is ready."""
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
        """Start all processes in advance."""
        await asyncio.gather(*(self.run(nothing) for _ in self._workers))

    def close(self) -> None:
        """Kill all processes and wait until they have ended."""
        self._is_closed = True
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()


class Superseded(OvertrickError):
    """Raised in a waiting request that a later one has replaced."""


@final
class LatestQueue:
    """Latest-wins queue: for each client one request runs and at most one waits."""

    def __init__(self, message: str = "another request came in the meantime") -> None:
        """`message` is the text of `Superseded` errors."""
        self._message = message
        self._busy = set[str]()
        self._waiting = dict[str, asyncio.Future[None]]()

    async def run(self, client: str, request: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a request in its turn; raises `Superseded` if a later one comes before that."""
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
                self._next(client)  # cancelled after its turn had come: pass the turn on
            raise

    def _next(self, client: str) -> None:
        """Start the waiting request, if any; the client stays busy, so that no other request slips in."""
        turn = self._waiting.pop(client, None)
        if turn is not None and not turn.done():
            turn.set_result(None)
        else:
            self._busy.discard(client)


def in_parallel(jobs: Iterable[Job], processes: int) -> Generator[tuple[int, Reply], None, None]:
    """The replies to jobs, each with the job's index, in order of completion.

    After an error no further jobs start, and running jobs are finished. If a process dies, `Interrupted` is
    raised at once. No process outlives the generator.
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
