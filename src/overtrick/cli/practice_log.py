"""The log of ``overtrick practice``: a line for each answer, only ever added to."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, final

import overtrick
from overtrick.cli import output
from overtrick.core import Call, OvertrickError

if TYPE_CHECKING:
    from overtrick.bidding.quizzing import Question

__all__ = ["Log"]


@final
class Log:
    """Answers given before, and those given now."""

    def __init__(self, path: Path, system: str) -> None:
        self.path = path
        self.system = system
        self._last = dict[str, bool]()
        """Whether the last answer to a question was right, the latest question last."""
        self._topics = dict[str, str]()
        self._needs_break = False
        self._read()

    def _read(self) -> None:
        if not self.path.exists():
            return
        try:
            text = self.path.read_bytes()
        except OSError as error:
            raise OvertrickError(f"cannot read the log {str(self.path)!r}: {error.strerror}") from None
        self._needs_break = bool(text) and not text.endswith(b"\n")
        for number, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
            if line.strip() and not self._take(line):
                output.note(f"line {number} of {str(self.path)!r} is no answer: passed over")

    def _take(self, line: str) -> bool:
        try:
            told = json.loads(line)
            system, question, is_right = told["system"], told["question"], told["right"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return False
        if not isinstance(question, str) or not isinstance(is_right, bool):
            return False
        if system == self.system:
            self._last.pop(question, None)
            self._last[question] = is_right
            self._topics[question] = str(told.get("topic"))
        return True

    def check(self) -> None:
        """Refuse a log that nothing can be added to, before anybody has answered."""
        try:
            with open(self.path, "ab"):
                pass
        except OSError as error:
            raise OvertrickError(f"cannot write the log {str(self.path)!r}: {error.strerror}") from None

    def first_things_first(self, questions: Iterable[Question]) -> list[Question]:
        """Questions answered wrong the last time, the oldest first; then new ones; then the others."""
        asked: dict[str, int] = {key: place for place, key in enumerate(self._last)}

        def order(question: Question) -> tuple[int, int]:
            if question.key not in asked:
                return 1, 0
            return (2 if self._last[question.key] else 0), asked[question.key]

        return sorted(questions, key=order)

    def wrong(self, topics: Collection[str]) -> list[str]:
        """The questions about some topics whose last answer was wrong, the oldest first."""
        return [key for key, is_right in self._last.items() if not is_right and self._topics[key] in topics]

    def add(self, question: Question, answer: Call, is_right: bool) -> None:
        """Add an answer, on the disk before the next question is asked."""
        told = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "system": self.system,
            "version": overtrick.__version__,
            "topic": question.topic,
            "question": question.key,
            "answer": str(answer),
            "call": str(question.call),
            "right": is_right,
        }
        line = ("\n" if self._needs_break else "") + json.dumps(told, ensure_ascii=False) + "\n"
        try:
            with open(self.path, "ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise OvertrickError(f"cannot write the log {str(self.path)!r}: {error.strerror}") from None
        self._needs_break = False
