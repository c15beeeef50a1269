"""What a text about a plan consists of, in no language: sentences, clauses, moves and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import final

__all__ = ["Cards", "Clause", "Link", "Manner", "Move", "Pair", "Said", "Sentence", "Told", "Trick", "Who"]


class Manner(Enum):
    """How a play is called; cards that are high from the start are cashed, not led."""

    CASH = auto()
    LEAD = auto()
    FINESSE = auto()
    TOWARDS = auto()
    RUN = auto()
    DUCK = auto()
    FROM_THE_TOP = auto()
    """The stated default, with a card that is high: "cash the top cards"."""
    PLAY_ON = auto()
    """The stated default elsewhere: "play your cards from the top"."""


@final
@dataclass(frozen=True, slots=True)
class Move:
    """One verb: a play, or several alike."""

    manner: Manner
    ranks: tuple[int, ...] = ()
    is_repeated: bool = False
    is_again: bool = False
    """The play just before is the same."""


@final
@dataclass(frozen=True, slots=True)
class Cards:
    """What a defender plays, in the words to use; the parts are alternatives."""

    shows_out: bool = False
    follows: bool = False
    low: bool = False
    honour: bool = False
    at_most: int = -1
    at_least: int = -1
    named: tuple[int, ...] = ()

    @property
    def is_play(self) -> bool:
        """A card is spoken of, not only whether he follows."""
        return self.honour or self.at_most >= 0 or self.at_least >= 0 or bool(self.named)


class Who(Enum):
    """Whom a condition is about."""

    WEST = auto()
    EAST = auto()
    BOTH = auto()
    EITHER = auto()


@final
@dataclass(frozen=True, slots=True)
class Told:
    """What one defender, both, or either of them plays."""

    who: Who
    cards: Cards
    is_so_far: bool


@final
@dataclass(frozen=True, slots=True)
class Pair:
    """What West plays and what East plays; with ``is_either`` one of the two is enough."""

    west: Told
    east: Told
    is_either: bool


@final
@dataclass(frozen=True, slots=True)
class Trick:
    """Who wins the trick."""

    is_won: bool


Said = Told | Pair | Trick


class Link(Enum):
    """How a clause hangs on what was said before."""

    FIRST = auto()
    IF = auto()
    UNLESS = auto()
    OTHERWISE = auto()


@final
@dataclass(frozen=True, slots=True)
class Clause:
    """A row of plays, and when to make them."""

    link: Link
    moves: tuple[Move, ...]
    conditions: tuple[Said, ...] = ()
    """One of them is enough."""
    is_after_cash: bool = False
    """The conditions are about a trick that was led with a high card, to see what drops."""


Sentence = tuple[Clause, ...]
