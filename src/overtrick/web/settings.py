"""How the server is set up: where it listens, where it keeps tables, how much it takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from overtrick.dd.batch import cores
from overtrick.player.settings import PlaySettings

__all__ = ["WebSettings"]


@final
@dataclass(frozen=True)
class WebSettings:
    """All that can be set."""

    log: Path | None = None
    """The file that keeps the tables; without one they are forgotten with the server."""
    host: str = "127.0.0.1"
    port: int = 8137
    names: tuple[str, ...] = ()
    """Other names by which browsers may ask for us."""
    workers: int = field(default_factory=cores)
    """Processes that play for robots."""
    waiting: int = 200
    """Tables that may wait for a robot."""
    body: int = 1_000_000
    """Bytes of a request at most."""
    body_seconds: float = 30.0
    """Seconds in which a request must have come."""
    boards: int = 500
    """Boards of a file at most."""
    play: PlaySettings = field(default_factory=PlaySettings)
    system: str = "sayc"
