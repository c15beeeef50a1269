"""Process handles: a started process, a template to fork from, and a restartable worker."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import send_handle
from multiprocessing.resource_tracker import ensure_running
from threading import Lock, Thread
from typing import Literal, TypeVar, final

from overtrick.processes.serving import BEGUN, FORK, Job, Reply, WorkError, begin, serve

__all__ = ["METHOD", "Interrupted", "Method", "Process", "Template", "Worker", "nothing", "unwatched"]

Method = Literal["fork", "spawn"]
Answer = TypeVar("Answer")

METHOD: Method = "fork" if hasattr(os, "fork") else "spawn"
"""The default start method of workers."""
_SPAWN = get_context("spawn")
_BURIAL = 5.0
"""Time limit in seconds for a killed process to end."""


@final
class Interrupted(WorkError):
    """Raised when the process of a job has died or was killed."""

    def __init__(self) -> None:
        super().__init__("the work was interrupted; please try again")


# One process


@final
class Process:
    """A running process and the pipe to it."""

    def __init__(self, pipe: Connection, pid: int, spawned: SpawnProcess | None = None) -> None:
        self.pid = pid
        self.jobs = 0
        """The number of jobs sent to it, or of processes forked from it."""
        self.has_begun = False
        """Was its last job acknowledged?"""
        self.pipe = pipe
        self._sending = Lock()
        self._spawned = spawned
        self._is_ended = False

    # Starting

    @staticmethod
    def spawn(start: Job, is_template: bool = False) -> Process:
        """Spawn a new process; `start` is its first job."""
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=serve, args=(theirs, pickle.dumps(start), is_template), daemon=True)
        ensure_running()  # the resource tracker unblocks SIGINT when it starts
        with _without_interrupts():
            process.start()
        theirs.close()  # so that the pipe closes when the process dies
        return Process(ours, process.pid or 0, process)

    async def fork(self, start: Job, first: Job) -> Process:
        """A process forked from this template; it ends by itself if nobody waits for it any more."""
        self.jobs += 1
        self._signal("SIGCONT")
        ours, theirs = _SPAWN.Pipe()
        requests = FORK, pickle.dumps(start), pickle.dumps(first)

        def forked() -> int:
            with self._sending, theirs:
                for each in requests:
                    self.pipe.send_bytes(each)
                send_handle(self.pipe, theirs.fileno(), self.pid)
            return int(ours.recv_bytes())

        return Process(ours, await _in_thread(forked))

    # Working

    async def run(self, job: Job | None) -> object:
        """The answer to a job, or with None to the first job; if cancelled, the process is killed."""
        self.jobs += job is not None
        written = None if job is None else pickle.dumps(job)
        try:
            return (await _in_thread(partial(self.exchange, written))).result()
        except (asyncio.CancelledError, Interrupted):
            self.kill()
            raise

    def exchange(self, job: bytes | None) -> Reply:
        """Send a job and wait for the reply."""
        if job is not None:
            self.send(job)
        return self.receive()

    def send(self, job: bytes) -> None:
        """Send a job and wait for the acknowledgement, which the process sends before it begins."""
        self.has_begun = False
        self.pipe.send_bytes(job)
        self.has_begun = self.pipe.recv_bytes() == BEGUN

    def receive(self) -> Reply:
        """Wait for a reply."""
        written = self.pipe.recv_bytes()
        try:
            reply: Reply = pickle.loads(written)
        except Exception as error:
            return Reply(error=error)
        return reply

    @property
    def is_alive(self) -> bool:
        """Is the idle process alive? An idle process sends nothing, so a readable pipe means its end."""
        return not self._is_ended and not self.pipe.poll()

    # Ending

    def pause(self) -> None:
        """Stop a template until it is asked to fork."""
        self._signal("SIGSTOP")

    def kill(self, is_template: bool = False) -> None:
        """Kill the process at once; a spawned template together with all processes forked from it."""
        if is_template and self._spawned is not None and not self._is_ended:
            with suppress(ProcessLookupError):  # it does not lead its process group yet
                os.killpg(self.pid, signal.SIGKILL)
        if self._spawned is not None:
            self._spawned.kill()
        self._signal("SIGKILL")
        self._is_ended = True

    def join(self) -> None:
        """Wait for the end of a process that was killed."""
        if self._spawned is not None:
            self._spawned.join(_BURIAL)

    def _signal(self, name: str) -> None:
        if self._spawned is None and not self._is_ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.Signals[name])


async def _in_thread(work: Callable[[], Answer]) -> Answer:
    """The result of blocking work with a pipe, done in a thread so that the event loop is never blocked.

    Each call starts a new thread, since the thread is left behind when the caller is cancelled.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Answer] = loop.create_future()

    def settle(found: Callable[[], None]) -> None:
        if not answer.done():
            found()

    def wait() -> None:
        try:
            found = partial(answer.set_result, work())
        except (EOFError, OSError):
            found = partial(answer.set_exception, Interrupted())
        with suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(settle, found)

    Thread(target=wait, daemon=True).start()
    return await answer


def unwatched(task: asyncio.Task[Answer]) -> asyncio.Task[Answer]:
    """The same task, whose error is not reported if nobody awaits it any more."""
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    return task


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block SIGINT within the context; a process started in it keeps SIGINT blocked until it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Restartable processes


class _Slot:
    """Holds one process, which is started on demand and replaced when it has ended."""

    def __init__(self, prepare: Job | None, niceness: int, most: int | None) -> None:
        """A process is replaced after `most` jobs, which bounds the memory it keeps."""
        self._prepare: tuple[Job, ...] = () if prepare is None else (prepare,)
        self._niceness = niceness
        self._most = most
        self._process: Process | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._is_closed = False

    async def _new_process(self, first: Job) -> Process:
        raise NotImplementedError

    @property
    def pid(self) -> int | None:
        """The identifier of its process; None before the first."""
        return None if self._process is None else self._process.pid

    @property
    def is_ready(self) -> bool:
        """Is its process prepared, alive and below its limit of jobs?"""
        task, process = self._starting, self._process
        if task is None or process is None or not task.done() or task.cancelled() or task.exception():
            return False
        return process.is_alive and (self._most is None or process.jobs < self._most)

    def start(self, first: Job | None = None) -> None:
        """Begin to start a new process in the background, and kill the one there was."""
        if self._process is not None and self._process.is_alive:
            self._process.kill()
        self._starting = unwatched(asyncio.create_task(self._started(first or nothing)))

    async def ready(self, first: Job | None = None) -> Process:
        """The process once it is prepared; a new one if there is none or it can take no more jobs."""
        if self._starting is None or (self._starting.done() and not self.is_ready):
            self.start(first)
        assert self._starting is not None  # it was just started
        return await asyncio.shield(self._starting)

    def cancel_start(self) -> None:
        """Cancel the start of a process; the next one is started when needed."""
        if self._starting is not None:
            self._starting.cancel()

    async def _started(self, first: Job) -> Process:
        if self._is_closed:
            raise Interrupted
        process = self._process = await self._new_process(first)
        if self._is_closed:
            process.kill()
        await process.run(None)
        return process

    def close(self) -> None:
        """Kill the process for good; a template together with all processes forked from it."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill(isinstance(self, Template))

    def join(self) -> None:
        """Wait for the end of a process that was closed."""
        if self._process is not None:
            self._process.join()


@final
class Template(_Slot):
    """A warm process that has prepared what workers need, so that they can be forked from it quickly.

    With the method ``spawn`` no such process exists, and each worker prepares itself.
    """

    def __init__(
        self,
        prepare: Job | None = None,
        parent: Template | None = None,
        niceness: int = 0,
        most: int | None = None,
        method: Method = METHOD,
    ) -> None:
        """It is forked from a `parent`, if given, and is replaced after `most` forks."""
        super().__init__(prepare, niceness, most)
        self._parent = parent
        self._method: Method = method if parent is None else parent._method

    async def process(self, prepare: tuple[Job, ...], niceness: int, first: Job) -> Process:
        """A new process; the template runs `first` before it forks, so that all later forks inherit it."""
        if self._method == "fork":
            start = partial(begin, niceness, *prepare)
            with suppress(Interrupted):  # it may have died unnoticed
                return await (await self.ready()).fork(start, first)
            return await (await self.ready()).fork(start, first)
        prepare, niceness = (*self._prepare, *prepare), self._niceness + niceness
        if self._parent is not None:
            return await self._parent.process(prepare, niceness, first)
        return Process.spawn(partial(begin, niceness, *prepare))

    async def _new_process(self, first: Job) -> Process:
        if self._parent is not None:
            return await self._parent.process(self._prepare, self._niceness, first)
        return Process.spawn(partial(begin, self._niceness, *self._prepare), is_template=True)

    def pause(self) -> None:
        """Suspend the process until the next fork; a process that is being started goes on."""
        if self._process is not None and self._starting is not None and self._starting.done():
            self._process.pause()


@final
class Worker(_Slot):
    """One restartable process: one job at a time."""

    def __init__(
        self, template: Template, prepare: Job | None = None, niceness: int = 0, most: int | None = None
    ) -> None:
        super().__init__(prepare, niceness, most)
        self._template = template

    async def _new_process(self, first: Job) -> Process:
        return await self._template.process(self._prepare, self._niceness, first)

    async def run(self, job: Job, seconds: float | None = None, first: Job | None = None) -> object:
        """The answer to a job; the process is killed if the job is cancelled or exceeds the time limit.

        If a process must be started, the template runs `first` before, outside the time limit. If the process
        had died unnoticed and did not acknowledge the job, the job is sent once more, to the next process.
        """
        for _ in range(2):
            process = await self.ready(first)
            try:
                async with asyncio.timeout(seconds):
                    return await process.run(job)
            except TimeoutError:
                self._start_again()
                raise WorkError(f"this takes longer than {seconds:g} seconds") from None
            except Interrupted:
                self._start_again()
                if process.has_begun:
                    raise
        raise Interrupted

    def _start_again(self) -> None:
        """Start the next process in advance."""
        if not self._is_closed:
            self.start()


def nothing() -> None:
    """A job that does nothing, to start a process."""
