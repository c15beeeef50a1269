"""Measuring work by counts, not seconds: calls, bytes and regex steps are the same on every machine."""

from __future__ import annotations

import re
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

import pytest

__all__ = ["calls", "copied", "peak", "steps"]

_DEEP = 100_000
"""How deep a pattern may be followed: a few frames for each character."""
_LITTLE = 500
"""Bytes that any line takes, most of them only because it is watched."""


def calls(task: Callable[[], object]) -> int:
    """The number of calls, of Python and of built-in functions, that a task makes."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(before)
    return counted


def copied(task: Callable[[], object]) -> int:
    """The bytes, beyond a little, that each line of the package takes, even if it gives them back at once.

    So what is copied again and again counts again and again, though no function is called for it.
    """
    total = last = 0

    def weigh(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal total, last
        if "overtrick" not in frame.f_code.co_filename:
            return None  # what is taken elsewhere counts for the line that waits for it
        total += max(0, tracemalloc.get_traced_memory()[1] - last - _LITTLE)
        tracemalloc.reset_peak()
        last = tracemalloc.get_traced_memory()[0]
        return weigh

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(weigh)
    try:
        task()
    finally:
        sys.settrace(before)
        tracemalloc.stop()
    return total


def peak(task: Callable[[], object]) -> int:
    """The bytes a task holds at most at one time."""
    tracemalloc.start()
    try:
        task()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def steps(task: Callable[[], object], most: int = sys.maxsize) -> int:
    """The steps that the regular expressions of the package take, counted no further than `most`."""
    counter = _Counter(most)
    with _followed(counter):
        task()
    return counter.steps


# Following patterns


class _Enough(Exception):
    """So many steps that counting them is of no more use."""


class _Counter:
    def __init__(self, most: int) -> None:
        self.steps = 0
        self.most = most

    def add(self, steps: int = 1) -> None:
        """Count steps."""
        self.steps += steps
        if self.steps > self.most:
            raise _Enough


class _Followed:
    """A pattern that counts its steps before it does what it always does."""

    def __init__(self, pattern: re.Pattern[Any], counter: _Counter) -> None:
        self._pattern = pattern
        self._counter = counter
        self._nodes = _nodes(pattern.pattern, pattern.flags)

    def __getattr__(self, name: str) -> Any:
        does = getattr(self._pattern, name)
        if not callable(does):
            return does

        def counted(*arguments: Any, **options: Any) -> Any:
            subject = arguments[1] if name == "sub" else arguments[0]
            start = arguments[1] if name != "sub" and len(arguments) > 1 else 0
            self._count(name, subject, start)
            return does(*arguments, **options)

        return counted

    def _count(self, name: str, subject: str | bytes, start: int) -> None:
        text = subject if isinstance(subject, str) else subject.decode("latin-1")
        walk = _Walk(text, self._pattern.flags, self._counter)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEP)
        try:
            while start <= len(text):
                end = walk.end(self._nodes, start, is_full=name == "fullmatch")
                if name in ("match", "fullmatch") or (name == "search" and end is not None):
                    break
                start = max(start + 1, end or 0)
        except _Enough:
            pass
        finally:
            sys.setrecursionlimit(limit)


@cache
def _nodes(pattern: str | bytes, flags: int) -> list[Any]:
    """A pattern as `re` itself takes it apart."""
    return list(import_module("re._parser").parse(pattern, flags))


class _Walk:
    """A text that patterns are tried on, the way a backtracking matcher tries them."""

    def __init__(self, text: str, flags: int, counter: _Counter) -> None:
        self.text = text
        self.flags = flags
        self.counter = counter

    def end(self, nodes: list[Any], start: int, is_full: bool) -> int | None:
        """Where a match that starts at a place ends; None where there is none."""
        found: int | None = None

        def finish(place: int) -> bool:
            nonlocal found
            found = place
            return not is_full or place == len(self.text)

        return found if self._follow(nodes, start, finish) else None

    def _follow(self, nodes: list[Any], place: int, then: Callable[[int], bool]) -> bool:
        for index, (code, value) in enumerate(nodes):
            self.counter.add()
            name = code.name
            if name == "AT":
                if not self._is_at(value.name, place):
                    return False
            elif name in ("ASSERT", "ASSERT_NOT"):
                direction, inside = value
                first = place if direction > 0 else place - inside.getwidth()[0]
                is_there = first >= 0 and self._follow(list(inside), first, lambda _: True)
                if is_there != (name == "ASSERT"):
                    return False
            elif name in ("SUBPATTERN", "BRANCH", "MAX_REPEAT", "MIN_REPEAT"):
                return self._open(name, value, place, self._after(nodes[index + 1 :], then))
            elif self._is_one(code, value, place):
                place += 1
            else:
                return False
        return then(place)

    def _after(self, rest: list[Any], then: Callable[[int], bool]) -> Callable[[int], bool]:
        return lambda place: self._follow(rest, place, then)

    def _open(self, name: str, value: Any, place: int, then: Callable[[int], bool]) -> bool:
        """Follow a group, a choice or a repetition."""
        if name == "SUBPATTERN":
            return self._follow(list(value[-1]), place, then)
        if name == "BRANCH":
            first, *others = value[1]
            is_there = self._follow(list(first), place, then)
            return is_there or (bool(others) and self._open(name, (None, others), place, then))
        low, high, inside = value
        return self._repeat(list(inside), place, int(low), int(high), name == "MAX_REPEAT", then)

    def _repeat(
        self, inside: list[Any], place: int, low: int, high: int, is_greedy: bool, then: Callable[[int], bool]
    ) -> bool:
        def once_more() -> bool:
            return high > 0 and self._follow(
                inside,
                place,
                lambda after: (
                    after > place and self._repeat(inside, after, max(0, low - 1), high - 1, is_greedy, then)
                ),
            )

        if low > 0:
            return once_more()
        return (once_more() or then(place)) if is_greedy else (then(place) or once_more())

    def _is_at(self, name: str, place: int) -> bool:
        if name.startswith("AT_BEGINNING"):
            return place == 0
        if name == "AT_END":
            return place == len(self.text) or self.text[place:] == "\n"
        before, after = self.text[max(0, place - 1) : place], self.text[place : place + 1]
        return (_is_word(before) != _is_word(after)) == (name == "AT_BOUNDARY")

    def _is_one(self, code: Any, value: Any, place: int) -> bool:
        """Is the character at a place the one, or one of those, that a node wants?"""
        if place >= len(self.text):
            return False
        letter = self.text[place]
        letters = {letter, letter.lower(), letter.upper()} if self.flags & re.IGNORECASE else {letter}
        if code.name == "ANY":
            return letter != "\n" or bool(self.flags & re.DOTALL)
        if code.name != "IN":
            return any(_is_of(code, value, letter) for letter in letters)
        is_negated: bool = value[0][0].name == "NEGATE"
        inside = any(_is_of(kind, one, letter) for kind, one in value[is_negated:] for letter in letters)
        return inside is not is_negated


def _is_of(code: Any, value: Any, letter: str) -> bool:
    if code.name in ("LITERAL", "NOT_LITERAL"):
        is_wanted: bool = code.name == "LITERAL"
        return (letter == chr(value)) is is_wanted
    if code.name == "RANGE":
        return chr(value[0]) <= letter <= chr(value[1])
    kinds = {"SPACE": str.isspace, "DIGIT": str.isdecimal, "WORD": _is_word}
    *_, kind = value.name.split("_")
    is_negated: bool = "_NOT_" in value.name
    return kinds[kind](letter) is not is_negated


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


@contextmanager
def _followed(counter: _Counter) -> Iterator[None]:
    """Every pattern of the package counts, whether it has a name or is made where it is used."""
    compiled = vars(re)["_compile"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(re, "_compile", lambda pattern, flags: _Followed(compiled(pattern, flags), counter))
        for owner in _owners():
            for name, value in list(vars(owner).items()):
                if isinstance(value, re.Pattern):
                    patch.setattr(owner, name, _Followed(value, counter))
        yield


def _owners() -> list[ModuleType | type]:
    """The modules and classes of the package: each may have a pattern under a name."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("overtrick.")]
    found = (kind for module in modules for kind in vars(module).values() if isinstance(kind, type))
    return [*modules, *{kind for kind in found if kind.__module__.startswith("overtrick.")}]
