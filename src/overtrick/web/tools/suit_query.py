"""The query of the suit page, as typed and as a problem to solve."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, final
from urllib.parse import urlencode

from pydantic import Field

from overtrick.core import OvertrickError, Seat
from overtrick.core.english import capital
from overtrick.suits import Chances, Combination, Entries, Stake, SuitError
from overtrick.suits.holding import LETTERS
from overtrick.suits.inputs import read_known, read_lengths, read_stake, read_vacant
from overtrick.web.tools.events import Model

__all__ = ["Faults", "Problem", "SuitQuery", "problem_of"]

T = TypeVar("T")

_LONGEST = 60
"""The most characters of a field; thirteen cards with commas and suit symbols fit."""
AIMS = ("average", "matchpoints", "imps")
"""The goals other than a number of tricks."""


def _typed(description: str, example: str = "") -> str:
    """A text field; without an example it is left out of the example on the API page."""
    return Field(default="", description=description, examples=[example])


class SuitQuery(Model):
    """The question as it stands in the address, everything as typed."""

    north: str = _typed("North's cards; x is a small one, - a void", "AQT98")
    south: str = _typed("South's cards", "5432")
    goal: str = _typed("Tricks wanted, or average, matchpoints or imps; else most tricks", "4")
    lead: str = _typed("The first play to look at, hand and card: N-A")
    line: str = _typed("At matchpoints and imps: which of the lines, from 0")
    entries_north: str = _typed("Outside entries to North; as needed if empty")
    entries_south: str = _typed("Outside entries to South")
    vacant: str = _typed("Vacant places of West and East, as in 7-11")
    west: str = _typed("West's length: 3, 3+ or 2-4")
    east: str = _typed("East's length")
    west_holds: str = _typed("Cards West is known to hold")
    east_holds: str = _typed("Cards East is known to hold")
    coins: str = _typed("on: each card like the toss of a coin, as in 1992")
    contract: str = _typed("For imps: contract and tricks it needs, 3NT=4")
    vul: str = _typed("For imps: None, NS, EW or Both")
    path: str = _typed("The answers that are open in the tree, as in 0.2")

    @property
    def is_empty(self) -> bool:
        """Is the query empty?"""
        return not self.north.strip() and not self.south.strip()

    def address(self, **changes: str) -> str:
        """The address of this query, with some changes."""
        values = self.model_dump() | changes
        return "/suit?" + urlencode({name: value for name, value in values.items() if value})

    @property
    def has_more(self) -> bool:
        """Does the query specify anything beyond the cards and the goal?"""
        usual = {"north", "south", "goal", "lead", "line", "path"}
        return any(value for name, value in self.model_dump().items() if name not in usual)


class Faults(OvertrickError):
    """The errors of a query, by field."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__(*fields.values())
        self.fields = fields


@final
@dataclass(frozen=True)
class Problem:
    """The query after validation."""

    combination: Combination
    chances: Chances
    entries: Entries
    goal: int | str | None
    """A number of tricks, one of the other goals, or None for the most tricks."""
    lead: tuple[Seat, int] | None
    line: int
    stake: Stake | None


def problem_of(query: SuitQuery) -> Problem:
    """Read every field; all errors are reported at once."""
    faults: dict[str, str] = {
        name: f"That is too long: at most {_LONGEST} characters."
        for name, value in query.model_dump().items()
        if len(value) > _LONGEST
    }
    if faults:
        raise Faults(faults)
    reader = _QueryReader(query, faults)
    combination = reader.combination()
    goal = reader.goal(combination)
    chances, number = reader.chances(), _count("entries", 14)
    entries = Entries(*(reader.read(name, number, None) for name in ("entries_north", "entries_south")))
    lead = reader.read("lead", _lead, None)
    line = reader.read("line", _count("a line's place", 10_000), 0)
    stake = reader.stake(goal)
    if faults or combination is None:
        raise Faults(faults)
    return Problem(combination, chances, entries, goal, lead, line, stake)


@final
@dataclass
class _QueryReader:
    """Reads fields and collects their errors."""

    query: SuitQuery
    faults: dict[str, str]

    def read(self, name: str, read: Callable[[str], T], otherwise: T) -> T:
        """Read one field; an empty one has the default."""
        text = str(getattr(self.query, name)).strip()
        try:
            return read(text) if text else otherwise
        except OvertrickError as error:
            self.faults[name] = _sentence(error)
            return otherwise

    def combination(self) -> Combination | None:
        """The cards, first each hand alone, so that an error is reported at its field."""
        for name in ("north", "south"):
            self.read(name, lambda text: Combination.of(text, ""), None)
        if self.faults:
            return None
        try:
            found = Combination.of(self.query.north, self.query.south)
            if not found.north | found.south:
                raise SuitError("Neither hand has a card")
            return found
        except OvertrickError as error:
            self.faults["south"] = _sentence(error)
            return None

    def goal(self, combination: Combination | None) -> int | str | None:
        """A number of tricks, or another aim."""
        text = self.query.goal.strip().lower()
        if not text or text in AIMS:
            return text or None
        most = 13 if combination is None else combination.length
        tricks = int(text) if re.fullmatch("[0-9]{1,2}", text) else 0
        if not 1 <= tricks <= most:
            self.faults["goal"] = f"{self.query.goal!r} tricks cannot be asked for: expected 1 to {most}."
        return tricks

    def chances(self) -> Chances:
        """The information about the defenders."""
        if self.query.coins and self.query.vacant.strip():
            self.faults["vacant"] = "With coin-flip odds there are no vacant places: choose one of them."
        try:
            return Chances(
                vacant=self.read("vacant", read_vacant, (13, 13)),
                west=self.read("west", read_lengths, (0, 13)),
                east=self.read("east", read_lengths, (0, 13)),
                west_holds=self.read("west_holds", read_known, 0),
                east_holds=self.read("east_holds", read_known, 0),
                coins=bool(self.query.coins),
            )
        except SuitError as error:
            self.faults[""] = _sentence(error)
            return Chances()

    def stake(self, goal: int | str | None) -> Stake | None:
        """The contract, if the goal is IMPs."""
        if goal != "imps":
            return None
        if not self.query.contract.strip():
            self.faults["contract"] = (
                "Which contract, and how many tricks does it need from this suit? As in 3NT=4."
            )
        return self.read("contract", lambda text: read_stake(text, self.query.vul or "None"), None)


def _count(what: str, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,5}", text) or int(text) > most:
            raise SuitError(f"{text!r}: expected a number of {what} from 0 to {most}")
        return int(text)

    return read


def _lead(text: str) -> tuple[Seat, int]:
    found = re.fullmatch(f"([NSns])-?([{LETTERS}{LETTERS.lower()}])", text.replace("10", "T"))
    if found is None:
        raise SuitError(f"{text!r} is no first play: expected a hand and a card, as in N-A")
    return Seat.NORTH if found[1].upper() == "N" else Seat.SOUTH, LETTERS.index(found[2].upper())


def _sentence(error: OvertrickError) -> str:
    """The message of an error as a sentence."""
    return f"{capital('; '.join(error.faults))}."
