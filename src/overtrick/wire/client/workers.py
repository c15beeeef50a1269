"""The client's end of its thinking processes: ask a worker, or end it in the middle of a thought."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Any, TypeVar, final

from overtrick.core import SeatView
from overtrick.wire.client.thoughts import HEADER, NURSERY, PREPARED, WORKER, Answer, Setup, packed
from overtrick.wire.errors import WireError

__all__ = ["Nursery", "Worker", "noticed"]

_WORK = 500
"""Thoughts, or workers raised, after which a process is replaced, so that what it remembers stays little."""


class _Process:
    """A process that was raised for us."""

    def __init__(self, line: socket.socket, pid: int) -> None:
        self._line = line
        self._pid = pid
        self._work = 0
        self._is_ended = False

    @property
    def is_fresh(self) -> bool:
        """May it be asked once more?"""
        return not self._is_ended and self._work < _WORK

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if not self._is_ended:
            self._send(signal.SIGKILL)
            self._is_ended = True
            self._line.close()

    def _send(self, number: signal.Signals) -> None:
        if not self._is_ended:
            with suppress(ProcessLookupError):
                os.kill(self._pid, number)


@final
class Worker(_Process):
    """A process that thinks about one view at a time."""

    async def think(self, view: SeatView) -> Answer:
        """Its answer; if the thought is cancelled, the process is ended at once."""
        self._work += 1
        try:
            answer = await _asked(self._line, view)
        except BaseException:
            self.end()
            raise
        if not isinstance(answer, Answer):
            raise WireError(f"the player could not decide: {answer}")
        return answer


@final
class _PoliteNursery(_Process):
    """A copy of the nursery that raises those who ponder, and knows what was read for others of them."""

    async def worker(self, view: SeatView) -> Worker:
        """A worker that is prepared for a view."""
        self._work += 1
        self._send(signal.SIGCONT)
        try:
            return Worker(*await _raised(self._line, PREPARED, view))
        except WireError:
            self.end()
            raise

    def pause(self) -> None:
        """Do nothing until the next worker is asked for."""
        self._send(signal.SIGSTOP)


@final
class Nursery:
    """The process that raises workers, as its client sees it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._ready: asyncio.Task[None] | None = None
        self._polite: _PoliteNursery | None = None

    def start(self) -> None:
        """Start the process and let it load the player; nothing waits for that yet."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "overtrick.wire.client.nursery"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            )
        ours.setblocking(False)
        self._control = ours
        self._ready = noticed(asyncio.create_task(self._load(ours)))

    async def ready(self) -> None:
        """Wait until the player is loaded; what is wrong with its settings is an error."""
        assert self._ready is not None  # it was started
        await asyncio.shield(self._ready)

    async def _load(self, control: socket.socket) -> None:
        fault = await _asked(control, self._setup)
        if fault is not None:
            raise WireError(str(fault))

    async def worker(self) -> Worker:
        """A new worker."""
        return Worker(*await self._raised(WORKER))

    async def prepared(self, view: SeatView) -> Worker:
        """A new worker that stands back behind other processes, and has read the auction of a view."""
        if self._polite is None or not self._polite.is_fresh:
            self._end_polite()
            self._polite = _PoliteNursery(*await self._raised(NURSERY))
        return await self._polite.worker(view)

    def pause(self) -> None:
        """Prepare nobody until the next is asked for."""
        if self._polite is not None:
            self._polite.pause()

    async def _raised(self, wish: bytes) -> tuple[socket.socket, int]:
        if self._process is not None and self._process.poll() is not None:  # somebody has ended it
            self.close()
            self.start()
        await self.ready()
        assert self._control is not None  # it was started
        return await _raised(self._control, wish)

    def _end_polite(self) -> None:
        if self._polite is not None:
            self._polite.end()
            self._polite = None

    def close(self) -> None:
        """End it and all its workers."""
        self._end_polite()
        if self._ready is not None:
            self._ready.cancel()
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
                return
            self._process.kill()
            self._process.wait()


Done = TypeVar("Done")


def noticed(task: asyncio.Task[Done]) -> asyncio.Task[Done]:
    """The same task; if nobody waits for it any more, its fault is nobody's business."""
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    return task


def _ended() -> WireError:
    return WireError("a thinking process has ended")


async def _raised(
    control: socket.socket, wish: bytes, about: SeatView | None = None
) -> tuple[socket.socket, int]:
    """The line to a new process, and its number; one that is to be prepared is told for what."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        with theirs:
            if about is not None:
                await asyncio.get_running_loop().sock_sendall(ours, packed(about))
            socket.send_fds(control, [wish], [theirs.fileno()])
        return ours, int(await _received(ours))
    except OSError:
        ours.close()
        raise _ended() from None
    except BaseException:
        ours.close()
        raise


async def _asked(line: socket.socket, question: object) -> Any:
    """What a process answers; one that has ended is an error."""
    try:
        await asyncio.get_running_loop().sock_sendall(line, packed(question))
        return await _received(line)
    except OSError:
        raise _ended() from None


async def _received(line: socket.socket) -> Any:
    (length,) = HEADER.unpack(await _exactly(line, HEADER.size))
    return pickle.loads(await _exactly(line, length))


async def _exactly(line: socket.socket, length: int) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while len(data) < length:
        more = await loop.sock_recv(line, length - len(data))
        if not more:
            raise _ended()
        data += more
    return data
