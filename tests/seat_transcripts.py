"""Transcripts of managers from a player's seat, for tests: what is told, and every answer.

`<` is told, `<|` without a line end, `<!` is of no use to the player, `>` must be said, `~` is a silence.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path

from overtrick import Call, Card
from overtrick.protocol import read
from overtrick.protocol.client import Dialogue
from overtrick.protocol.client.dialogue import Ignored, SeatEvent, as_line
from overtrick.protocol.messages import Called, Connecting, FromPlayer, Played

FOLDER = Path(__file__).parent / "data" / "protocol" / "seats"


@dataclass(frozen=True)
class Transcript:
    """What was said at one seat, as pairs of a mark and a line."""

    name: str
    lines: tuple[tuple[str, str], ...]

    @staticmethod
    def load(name: str) -> Transcript:
        """A transcript by its name; every line of it has a mark."""
        rows = (FOLDER / f"{name}.txt").read_text(encoding="ascii").splitlines()
        pairs = [(mark, line) for mark, _, line in (row.partition(" ") for row in rows)]
        assert {mark for mark, _ in pairs} <= {"<", "<|", "<!", ">", "~", "#"}
        return Transcript(name, tuple(pair for pair in pairs if pair[0] != "#"))

    @property
    def first(self) -> Connecting:
        """How the player asks for its seat."""
        asked = read(self.lines[0][1])
        assert isinstance(asked, Connecting)
        return asked

    @property
    def told(self) -> list[str]:
        """What the manager says."""
        return [line for mark, line in self.lines if mark[0] == "<"]

    @property
    def answers(self) -> list[str]:
        """What the player must say."""
        return [line for mark, line in self.lines if mark == ">"]

    @property
    def acts(self) -> list[Called | Played]:
        """What the player decides; after an illegal bid it passes without being asked."""
        found, before = list[Called | Played](), ""
        for mark, line in self.lines:
            message = read(line) if mark == ">" else None
            if isinstance(message, Called | Played) and before != "<!":
                found.append(message)
            before = mark
        return found


def replayed(transcript: Transcript) -> tuple[list[str], list[SeatEvent]]:
    """All that a player says when it hears a transcript, and its news; nothing is said too early or late."""
    asked = transcript.first
    sitting = Dialogue(asked.team, asked.seat)
    waiting, acts = deque[FromPlayer](sitting.begin()), deque(transcript.acts)
    answered, news, before = list[str](), list[SeatEvent](), ""
    for mark, line in transcript.lines:
        if mark != ">":
            assert not waiting or line == before, f"{waiting[0]} is said before {line!r} is told"
            before = line
            heard = sitting.hurry() if mark == "~" else sitting.hear(line)
            waiting += heard.say
            news += heard.events
            assert any(isinstance(each, Ignored) for each in heard.events) == (mark == "<!"), line
            continue
        if not waiting:
            waiting += decided(sitting, acts.popleft())
        answered.append(as_line(waiting.popleft(), sitting.is_loud))
    assert not waiting
    assert not acts
    return answered, news


def decided(sitting: Dialogue, act: Called | Played) -> tuple[FromPlayer, ...]:
    """Let a player do what it did."""
    view = sitting.to_think
    assert sitting.may_act, act
    assert view is not None
    done: Call | Card = act.call if isinstance(act, Called) else act.card
    return sitting.act(view, done, act.meaning if isinstance(act, Called) else None).say
