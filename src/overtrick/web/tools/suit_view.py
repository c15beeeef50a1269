"""An answer about a suit combination arranged for its page: divisions, bars, signs, and what is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import final

from overtrick.core import Odds
from overtrick.web.tools.suit_models import FirstPlayRecord, GoalRecord, LayoutRecord, LineRecord, SuitAnswer

__all__ = ["View"]


@final
@dataclass(frozen=True)
class Bar:
    """A first play with the length of its bar, out of a hundred."""

    play: FirstPlayRecord
    length: float


@final
@dataclass(frozen=True)
class LayoutCell:
    """One layout: who has what, a sign and a colour for how the line does, and a sentence."""

    west: str
    east: str
    percent: str
    sign: str
    tone: str
    """good, bad or fair: never alone, the sign says the same."""
    words: str


@final
@dataclass(frozen=True)
class Division:
    """The layouts in which the defenders' cards divide alike."""

    west: int
    east: int
    percent: str
    cells: tuple[LayoutCell, ...]


@final
@dataclass(frozen=True)
class View:
    """What the page draws of an answer beside its own words."""

    hands: tuple[tuple[str, ...], ...]
    """North's and South's cards one by one, a ten as in print."""
    goals: tuple[GoalRecord, ...]
    """Every goal that may fail, and of those that cannot the largest."""
    bars: tuple[Bar, ...]
    divisions: tuple[Division, ...]
    total: str
    """In how many layouts the line does it, and how likely they are together."""

    @staticmethod
    def of(found: SuitAnswer) -> View:
        """An answer arranged."""
        line = found.chosen
        hands = tuple(
            tuple(_held(card) for card in cards if card != "-") for cards in (found.north, found.south)
        )
        return View(hands, _goals(found), _bars(line), _divisions(line), _total(line))


def _goals(found: SuitAnswer) -> tuple[GoalRecord, ...]:
    sure = [goal for goal in found.goals if goal.probability == 1]
    return tuple(
        goal for goal in found.goals if goal not in sure[1:] or str(goal.tricks) == found.chosen.goal
    )


def _bars(line: LineRecord) -> tuple[Bar, ...]:
    """The chart of first plays: chances out of certainty, tricks out of the most."""
    plays = line.first_plays
    most = 1.0 if line.goal.isdecimal() else max((play.value for play in plays), default=1.0) or 1.0
    return tuple(Bar(play, round(100 * play.value / most, 2)) for play in plays)


def _divisions(line: LineRecord) -> tuple[Division, ...]:
    """The grid of layouts, one division after the other."""
    tricks = [layout.tricks for layout in line.layouts if layout.tricks is not None]
    most, fewest = max(tricks, default=0), min(tricks, default=0)
    grouped = groupby(line.layouts, key=lambda each: (each.west_length, each.east_length))
    return tuple(
        Division(*lengths, _percent(found), tuple(_cell(each, most, fewest) for each in found))
        for lengths, found in ((lengths, list(group)) for lengths, group in grouped)
    )


def _total(line: LineRecord) -> str:
    if line.layouts[0].makes is None:
        return f"{len(line.layouts)} layouts, with the tricks that the line takes in each."
    made = [layout for layout in line.layouts if layout.makes]
    return f"The line succeeds in {len(made)} of {len(line.layouts)} layouts: {_percent(made)}."


def _percent(layouts: Sequence[LayoutRecord]) -> str:
    return Odds.of(sum((Fraction(layout.fraction) for layout in layouts), Fraction(0))).percent


def _cell(layout: LayoutRecord, most: int, fewest: int) -> LayoutCell:
    west, east = (_held(cards) for cards in (layout.west, layout.east))
    tricks = "" if layout.tricks is None else f"{layout.tricks} trick{'' if layout.tricks == 1 else 's'}"
    if layout.makes is None:
        sign, does = str(layout.tricks), tricks
        tone = "good" if layout.tricks == most else "bad" if layout.tricks == fewest else "fair"
    else:
        sign, tone = ("✓", "good") if layout.makes else ("✗", "bad")
        does = ("succeeds" if layout.makes else "fails") + (f" with {tricks}" if tricks else "")
    exactly = "" if layout.probability == 1 else f" (exactly {layout.fraction})"
    words = f"West {west}, East {east}: {does}. {layout.percent}{exactly}."
    return LayoutCell(west, east, layout.percent, sign, tone, words)


def _cards(holding: str) -> tuple[str, ...]:
    return tuple(_held(card) for card in holding if card != "-")


def _held(cards: str) -> str:
    return "—" if cards == "-" else cards.replace("T", "10")
