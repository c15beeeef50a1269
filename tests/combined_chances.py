"""Boards on which two chances have to be combined, read from tests/data/combined_chances.txt.

A board is preceded by its name, its theme and its cards: for each card that may be played (the highest of
equals), the layouts made against best defence and those made if declarer saw all cards afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from pathlib import Path

import numpy as np

from overtrick.bidding import Agreements, load
from overtrick.core import Board, Card, CardSet, Play, Seat, SeatView
from overtrick.dd.packing import Deals
from overtrick.player import Player, PlaySettings
from overtrick.player.knowledge import Divisions, known

__all__ = [
    "AS_DEALT",
    "FILE",
    "PLAIN",
    "SEEDS",
    "Line",
    "Problem",
    "cards_of",
    "cards_of_the_ending",
    "plain_cards",
    "problems",
]

FILE = Path(__file__).parent / "data" / "combined_chances.txt"


@dataclass(frozen=True)
class Line:
    """A card, or several that are equal, and in how many layouts it makes the contract."""

    cards: CardSet
    made: int
    """Against best defence."""
    hoped: int
    """Double dummy."""

    @staticmethod
    def parse(text: str) -> Line:
        """Read ``HQ HJ: 20 (34)``."""
        cards, numbers = text.split(":")
        made, hoped = numbers.replace("(", " ").replace(")", " ").split()
        return Line(CardSet.of(map(Card.parse, cards.split())), int(made), int(hoped))

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))}: {self.made} ({self.hoped})"


@dataclass(frozen=True, eq=False)
class Problem:
    """A board in the middle of its play, with declarer or dummy to lead."""

    name: str
    theme: str
    layouts: int
    lines: tuple[Line, ...]
    """Best first."""
    wrong: int
    """With how many of the seeds 1 to 5 plain sampling chooses a wrong card."""
    board: Board

    @staticmethod
    def parse(text: str) -> Problem:
        """Read what ``str`` writes."""
        name, theme, layouts, lines, wrong, *board = text.splitlines()
        return Problem(
            name.removeprefix("Name "),
            theme.removeprefix("Theme "),
            int(layouts.removeprefix("Layouts ")),
            tuple(map(Line.parse, lines.removeprefix("Lines ").split(", "))),
            int(wrong.removeprefix("Wrong ")),
            Board.parse("\n".join(board)),
        )

    def __str__(self) -> str:
        lines = ", ".join(map(str, self.lines))
        head = f"Name {self.name}\nTheme {self.theme}\nLayouts {self.layouts}\nLines {lines}"
        return f"{head}\nWrong {self.wrong}\n{self.board}"

    # What is asked

    @property
    def declarer(self) -> Seat:
        """Who chooses."""
        assert self.board.contract is not None
        return self.board.contract.declarer

    @property
    def view(self) -> SeatView:
        """What declarer sees."""
        return SeatView.of(self.board, self.declarer)

    @property
    def ending(self) -> SeatView:
        """What declarer sees of the cards that are left alone: no trick before tells anything."""
        assert self.board.play is not None
        left = self.board.play.remaining
        play = Play(left, self.board.play.strain, self.board.play.to_play)
        return SeatView.of(replace(self.board, deal=left, play=play), self.declarer)

    @property
    def target(self) -> int:
        """The tricks still needed."""
        assert self.board.contract is not None
        assert self.board.play is not None
        return self.board.contract.needs - self.board.play.tricks_won(self.declarer.side)

    @property
    def cards_each(self) -> int:
        """How many cards each hand has left."""
        assert self.board.play is not None
        return 13 - len(self.board.play.cards) // 4

    @property
    def best(self) -> CardSet:
        """The right cards."""
        return self.lines[0].cards

    def all_layouts(self) -> Deals:
        """The cards left in every layout that the cards played leave."""
        assert self.board.play is not None
        divisions = Divisions(known(self.view))
        assert divisions.count == self.layouts == comb(2 * self.cards_each, self.cards_each)
        gone = np.uint64(CardSet.of(self.board.play.cards).bits)
        return np.ascontiguousarray(divisions.every() & ~gone)


AS_DEALT = PlaySettings(uses_meanings=False, uses_leads=False, is_weighted=False, threads=1)
"""Every layout is as likely as any other."""
PLAIN = replace(AS_DEALT, pool=50, compares_strategies=False)
"""Deals drawn and solved double dummy, and nothing else."""
SEEDS = range(1, 6)


@cache
def _system() -> Agreements:
    return Agreements(load("sayc"))


def cards_of(problem: Problem, settings: PlaySettings, seeds: Iterable[int] = SEEDS) -> list[Card]:
    """The card that the player leads, with each seed."""
    view = problem.view
    return [Player(replace(settings, seed=seed), _system()).choose(view).card for seed in seeds]


def cards_of_the_ending(problem: Problem, seeds: Iterable[int] = SEEDS) -> list[Card]:
    """The card that the player leads with its usual settings, shown nothing but the ending."""
    view, needed = problem.ending, problem.target
    settings = (PlaySettings(seed=seed, threads=1) for seed in seeds)
    return [Player(each, _system()).choose(view, needed).card for each in settings]


def plain_cards(problem: Problem) -> list[Card]:
    """The cards of plain sampling."""
    return cards_of(problem, PLAIN)


def problems(file: Path = FILE) -> list[Problem]:
    """All of them, in the order of the file."""
    blocks = file.read_text(encoding="utf-8").strip().split("\n\n")
    return [Problem.parse(block) for block in blocks if not block.startswith("#")]
