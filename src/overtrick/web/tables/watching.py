"""Those who watch a table through a WebSocket: each gets what changed, and none may hold up the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import final

from overtrick.web.pages import Pages
from overtrick.web.tables.scene import Phase, Scene

__all__ = ["REGIONS", "Watcher", "as_json", "drawn", "flags"]

REGIONS = ("bar", "felt", "auction", "box", "actions", "advice", "ended")
_MOST = 64
"""Messages that may wait for a slow browser."""

Message = dict[str, object]


@final
@dataclass(eq=False)
class Watcher:
    """One browser at a table."""

    regions: dict[str, str] = field(default_factory=dict)
    """As they were sent last."""
    flags: Message = field(default_factory=dict)
    number: int = 0
    waiting: asyncio.Queue[Message | None] = field(default_factory=lambda: asyncio.Queue(_MOST))

    def news(self, scene: Scene, regions: Mapping[str, str]) -> Message | None:
        """What has changed since the last message; None if nothing has."""
        told = zip(scene.numbers, scene.said, strict=True)
        news = [(number, sentence) for number, sentence in told if number > self.number]
        changed = {name: text for name, text in regions.items() if self.regions.get(name) != text}
        found = flags(scene)
        if not changed and not news and found == self.flags:
            return None
        self.regions, self.flags, self.number = dict(regions), found, scene.number
        return {
            "type": "scene",
            "number": scene.number,
            "regions": changed,
            "said": [sentence for _, sentence in news],
            "numbers": [number for number, _ in news],
            "flags": found,
        }

    def send(self, message: Message) -> bool:
        """Let a message wait for the browser; False if too many do, and this watcher is given up."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)
            return False
        return True


def drawn(pages: Pages, scene: Scene, table: str) -> dict[str, str]:
    """The regions of a page."""
    return {name: pages.drawn(f"regions/{name}.html", scene=scene, table=table) for name in REGIONS}


def flags(scene: Scene) -> Message:
    """What keys and motion need."""
    turn = next((each.seat for each in scene.seats if each.is_turn), None)
    is_complete = scene.trick is not None and len(scene.trick.cards) == 4
    return {
        "phase": scene.phase.value,
        "is_mine": scene.is_mine,
        "is_thinking": scene.is_thinking,
        "turn": turn if scene.phase is not Phase.ENDED else None,
        "trick_complete": is_complete,
        "number": scene.number,
    }


def as_json(scene: Scene) -> Message:
    """A scene for scripts."""
    return asdict(scene, dict_factory=lambda pairs: {name: _plain(value) for name, value in pairs})


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
