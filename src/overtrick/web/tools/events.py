"""Server-sent events: what was found, how far the work is, and signs of life while it goes on."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import final

from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict

__all__ = ["BEAT", "Event", "EventStream", "Progress", "streamed", "written"]

BEAT = 1.0
"""Seconds between two signs of life, at which it is noticed that the browser has gone."""


@final
class Progress(BaseModel):
    """How far an analysis is, or how it ended."""

    model_config = ConfigDict(frozen=True)

    words: str
    done: int = 0
    of: int = 0


@final
@dataclass(frozen=True, slots=True)
class Event:
    """Something found, or how far the search is."""

    name: str
    told: BaseModel


class EventStream(StreamingResponse):
    """Events, as the description of the endpoints names them."""

    media_type = "text/event-stream"


def written(name: str, told: Mapping[str, object]) -> str:
    """An event as browsers read it."""
    return f"event: {name}\ndata: {json.dumps(told)}\n\n"


def streamed(events: AsyncIterator[str]) -> EventStream:
    """Events as they come, kept by nobody."""
    return EventStream(events, headers={"Cache-Control": "no-store"})
