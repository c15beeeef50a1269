"""The fields of an address: short words, numbers and a switch, and what is said when they are none."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

__all__ = ["Place", "Step", "Waits", "Word"]

_LONGEST = 2_000
"""Characters of a field."""
_SHOWN = 40
_SWITCH = {"true": True, "1": True, "on": True, "false": False, "0": False, "": False}


def _word(text: str) -> str:
    if len(text) > _LONGEST:
        raise _wrong(f"{_quoted(text)} is too long: at most {_LONGEST:,} characters")
    return text


def _place(given: object) -> object:
    return _whole(given, "place of a board", 1, 10_000) if given not in (None, "") else None


def _step(given: object) -> object:
    return _whole(given, "number of cards played", 0, 52) if given != "" else 0


def _whole(given: object, what: str, least: int, most: int) -> int:
    """A whole number between two others."""
    text = str(given).strip()
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise _wrong(f"{_quoted(text)} is no {what}: expected {least:,} to {most:,}")
    return int(text)


def _waits(given: object) -> object:
    if isinstance(given, str) and given.strip().lower() not in _SWITCH:
        raise _wrong(f"{_quoted(given)} is neither true nor false")
    return _SWITCH[given.strip().lower()] if isinstance(given, str) else given


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _wrong(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("notation", "{sentence}", {"sentence": sentence})


Word = Annotated[str, AfterValidator(_word)]
Place = Annotated[int | None, Field(ge=1, le=10_000), BeforeValidator(_place)]
Step = Annotated[int, Field(ge=0, le=52), BeforeValidator(_step)]
Waits = Annotated[bool, BeforeValidator(_waits)]
