"""Settings of the server: its address, its log, and its limits."""

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
    """The settings of the server."""

    log: Path | None = None
    """The log file of the tables; without one they are lost when the server ends."""
    host: str = "127.0.0.1"
    port: int = 8137
    names: tuple[str, ...] = ()
    """Further host names that browsers may use."""
    workers: int = field(default_factory=cores)
    """Worker processes for robots."""
    waiting: int = 200
    """The most tables that may wait for a robot."""
    body: int = 1_000_000
    """The most bytes of a request."""
    body_seconds: float = 30.0
    """Seconds within which a request must be complete."""
    boards: int = 500
    """The most boards of a file."""
    play: PlaySettings = field(default_factory=PlaySettings)
    system: str = "sayc"
