"""Events of an analysis: what was found, how far the work is, and signs of life while it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from pydantic import BaseModel, ConfigDict

__all__ = ["BEAT", "Event", "Progress", "Value"]

BEAT = 1.0
"""Seconds between two signs of life, at which it is noticed that the browser has gone."""


class Value(BaseModel):
    """What is asked or answered: its fields are described by the docstrings after them."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


@final
class Progress(Value):
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
