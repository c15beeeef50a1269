"""Server-sent events of an analysis: results, progress and heartbeats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from pydantic import BaseModel, ConfigDict

__all__ = ["BEAT", "Event", "Model", "Progress"]

BEAT = 1.0
"""Seconds between heartbeats, which reveal when the browser has gone."""


class Model(BaseModel):
    """The base of requests and responses; their fields are described by the docstrings after them."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


@final
class Progress(Model):
    """How far an analysis is, or how it ended."""

    words: str
    done: int = 0
    of: int = 0


@final
@dataclass(frozen=True, slots=True)
class Event:
    """Something found, or how far the search is."""

    name: str
    data: BaseModel
