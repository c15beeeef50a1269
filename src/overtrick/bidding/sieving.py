"""Many contexts against one auction: what they ask that is about no letter is asked once, for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, final

from overtrick.bidding.contexts import Matcher, matcher
from overtrick.bidding.entries import (
    Agreed,
    BidPattern,
    Condition,
    Did,
    Either,
    Every,
    Forced,
    Has,
    Is,
    Not,
    Position,
    Showed,
    Using,
)
from overtrick.hands.terms import Name

if TYPE_CHECKING:
    from overtrick.bidding.state import State

__all__ = ["Sieve"]


@final
class Sieve:
    """The conditions of many contexts that are true or false of an auction, whatever letters stand for.

    Each has a bit of its own; a context can hold only if all its bits are among the `truths` of the auction.
    """

    def __init__(self, switches: Mapping[str, bool]) -> None:
        self._switches = switches
        self._bits = dict[Condition, int]()
        self._matchers = list[Matcher]()

    def divided(self, context: Condition) -> tuple[int, Matcher]:
        """The bits that a context needs, and what else it asks."""
        parts = context.conditions if isinstance(context, Every) else (context,)
        needed = 0
        for each in filter(_is_plain, parts):
            needed |= self._bit(each)
        rest = tuple(each for each in parts if not _is_plain(each))
        return needed, matcher(Every(rest), self._switches)

    def _bit(self, condition: Condition) -> int:
        if condition not in self._bits:
            self._bits[condition] = 1 << len(self._bits)
            self._matchers.append(matcher(condition, self._switches))
        return self._bits[condition]

    def truths(self, state: State) -> int:
        """The bits of all conditions that hold in an auction."""
        found = 0
        for place, matches in enumerate(self._matchers):
            for _ in matches(state, {}):
                found |= 1 << place
                break
        return found


def _is_plain(condition: Condition) -> bool:
    """Does a condition say nothing of letters?"""
    match condition:
        case Every(conditions) | Either(conditions):
            return all(map(_is_plain, conditions))
        case Not(inner):
            return _is_plain(inner)
        case Did(pattern=pattern):
            return pattern is None or _names_nothing(pattern)
        case Position(_, pattern):
            return _names_nothing(pattern)
        case Showed(suits=suits):
            return not any(isinstance(each, Name) for each in suits)
        case Has(quantity=quantity):
            return not isinstance(quantity, Name)
        case Agreed(suit):
            return not isinstance(suit, Name)
        case Forced() | Is() | Using():
            return True


def _names_nothing(pattern: BidPattern) -> bool:
    return not pattern.names_level and type(pattern.strain) is not str
