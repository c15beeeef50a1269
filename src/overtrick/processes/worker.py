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
"""Seconds in which a process that was killed is gone, on any machine."""


@final
class Interrupted(WorkError):
    """The process of a job has died, or was ended."""

    def __init__(self) -> None:
        super().__init__("the work was interrupted; please try again")


# One process


@final
class Process:
    """A process that was started, and the pipe to it."""

    def __init__(self, pipe: Connection, pid: int, spawned: SpawnProcess | None = None) -> None:
        self.pid = pid
        self.jobs = 0
        """Jobs begun, or processes forked."""
        self.has_begun = False
        """Was its last job acknowledged?"""
        self.pipe = pipe
        self._sending = Lock()
        self._spawned = spawned
        self._is_ended = False

    # Starting

    @staticmethod
    def spawn(start: Job, is_template: bool = False) -> Process:
        """A new process that begins from nothing; `start` is its first job."""
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=serve, args=(theirs, pickle.dumps(start), is_template), daemon=True)
        ensure_running()  # it takes our guard against interrupts away when it starts
        with _without_interrupts():
            process.start()
        theirs.close()  # so that its death is the end of the pipe
        return Process(ours, process.pid or 0, process)

    async def fork(self, start: Job, first: Job) -> Process:
        """A copy of this process, a template; one that nobody waits for any more ends by itself."""
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
        """What it answers to a job, or with None to its first one; if that is given up, it is killed."""
        self.jobs += job is not None
        written = None if job is None else pickle.dumps(job)
        try:
            return (await _in_thread(partial(self.exchange, written))).result()
        except (asyncio.CancelledError, Interrupted):
            self.kill()
            raise

    def exchange(self, job: bytes | None) -> Reply:
        """Send a job, and wait for the reply."""
        if job is not None:
            self.send(job)
        return self.receive()

    def send(self, job: bytes) -> None:
        """Send a job, and wait until it is acknowledged; it begins only then."""
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
        """Is it still there, while it has nothing to do? It sends nothing then, but its end can be read."""
        return not self._is_ended and not self.pipe.poll()

    # Ending

    def pause(self) -> None:
        """Stop a template until it is asked to fork."""
        self._signal("SIGSTOP")

    def kill(self, is_template: bool = False) -> None:
        """End it, whatever it does; a spawned template together with all that was forked from it."""
        if is_template and self._spawned is not None and not self._is_ended:
            with suppress(ProcessLookupError):  # it is not yet the leader of a group
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
    """What some work with a pipe gives, done in a thread, so that the loop is never held up.

    The thread is a new one, for it may be left behind when nobody waits any more.
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
        with suppress(RuntimeError):  # the loop has ended, and nobody asks
            loop.call_soon_threadsafe(settle, found)

    Thread(target=wait, daemon=True).start()
    return await answer


def unwatched(task: asyncio.Task[Answer]) -> asyncio.Task[Answer]:
    """The same task; if nobody waits for it any more, its error is not reported."""
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    return task


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Within it Ctrl-C waits; a process that is started has it wait until it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Processes that are replaced


class _Slot:
    """Holds one process, which is started on demand and replaced when it has ended."""

    def __init__(self, prepare: Job | None, niceness: int, most: int | None) -> None:
        """After `most` jobs a process is replaced, so that what it remembers stays little."""
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
        """The number of its process."""
        return None if self._process is None else self._process.pid

    @property
    def is_ready(self) -> bool:
        """Is its process prepared, and may it be used once more?"""
        task, process = self._starting, self._process
        if task is None or process is None or not task.done() or task.cancelled() or task.exception():
            return False
        return process.is_alive and (self._most is None or process.jobs < self._most)

    def start(self, first: Job | None = None) -> None:
        """Begin to start a process instead of the one there was; nothing waits for it yet."""
        if self._process is not None and self._process.is_alive:
            self._process.kill()
        self._starting = unwatched(asyncio.create_task(self._started(first or nothing)))

    async def ready(self, first: Job | None = None) -> Process:
        """The process, prepared; a new one if there is none, or it has ended."""
        if self._starting is None or (self._starting.done() and not self.is_ready):
            self.start(first)
        assert self._starting is not None  # it was just started
        return await asyncio.shield(self._starting)

    def cancel_start(self) -> None:
        """Give up a process that is being started; the next one is started when it is needed."""
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
        """End the process for good, whatever it does; a template with all that was forked from it."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill(isinstance(self, Template))

    def join(self) -> None:
        """Wait for the end of a process that was closed."""
        if self._process is not None:
            self._process.join()


@final
class Template(_Slot):
    """A warm process: it has prepared what workers need, and they are forked from it at once.

    With the method ``spawn`` there is no such process, and each worker prepares itself.
    """

    def __init__(
        self,
        prepare: Job | None = None,
        parent: Template | None = None,
        niceness: int = 0,
        most: int | None = None,
        method: Method = METHOD,
    ) -> None:
        """With a `parent` it is forked from that; `most` are the processes that are forked from one."""
        super().__init__(prepare, niceness, most)
        self._parent = parent
        self._method: Method = method if parent is None else parent._method

    async def process(self, prepare: tuple[Job, ...], niceness: int, first: Job) -> Process:
        """A new process; a template does `first` before it forks, so that all later ones inherit it."""
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
        """Let it do nothing until the next process is asked for; one that is being started goes on."""
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
        """What a job answers; the process of one that is cancelled, or takes longer, is killed.

        If a process must be started for it, the template does `first` before. That takes no time of the job.
        A job that was not acknowledged, for its process had died unnoticed, goes to the next process, once.
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
        """Start the next process before there is work for it."""
        if not self._is_closed:
            self.start()


def nothing() -> None:
    """A job that only needs the process."""
