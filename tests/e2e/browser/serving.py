"""A server for browser tests in a process of its own, with robots that think little."""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from tests.e2e.browser.sitting import COLD

__all__ = ["Server"]


class Server:
    """A server on a port of loopback; it can be killed and started again."""

    def __init__(self, log: Path, system: str = "sayc", deals: int = 4) -> None:
        """`deals` are those on which robots judge a card."""
        self.log = log
        self._robots = (system, str(deals))
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port if it ran before."""
        told = [str(self.log), str(self.port), *self._robots]
        command = [sys.executable, "-m", "tests.e2e.browser.serving", *told]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def warm(self) -> None:
        """Wait for the processes that read files and tell meanings, however busy the machine."""
        with httpx.Client(base_url=self.url, timeout=180, follow_redirects=True) as client:
            table = client.post("/tables", data={"text": COLD}).raise_for_status().url.path
            client.get(f"/api{table}/meaning?call=1NT").raise_for_status()

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """End it as a person does."""
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait(120)
        assert self.process.stdout is not None
        self.process.stdout.close()


def main() -> None:
    """Serve until told to stop."""
    import uvicorn

    from overtrick.player.settings import PlaySettings
    from overtrick.web import WebSettings, create_app

    reader = argparse.ArgumentParser()
    reader.add_argument("log", type=Path)
    reader.add_argument("port", type=int)
    reader.add_argument("system")
    reader.add_argument("deals", type=int)
    told = reader.parse_args()
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)  # who does not read is soon noticed
    listening.bind(("127.0.0.1", told.port))
    listening.listen(64)
    print(listening.getsockname()[1], flush=True)
    play = PlaySettings(deals=told.deals, pool=4 * told.deals, compares_strategies=False)
    app = create_app(WebSettings(log=told.log, workers=1, play=play, system=told.system))
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
