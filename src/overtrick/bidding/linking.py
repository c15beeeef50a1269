"""What a system's points, high-card points and the longest suit say about one another, exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import final

from overtrick.bidding.errors import BiddingError
from overtrick.bidding.promises import Box, Range, Trait, everything, shrunk
from overtrick.hands import Predicate, Quantity, tabulate
from overtrick.hands.features import HCP, LENGTH
from overtrick.hands.terms import Always, BySize, Definition, FunctionCall, Total

__all__ = ["Link"]

_FEWEST, _MOST = everything[Trait.POINTS]
_LINKED = (Trait.LONGEST, Trait.HCP, Trait.POINTS)


@final
class Link:
    """The sets of values that some hand has, found once by going through all hands."""

    def __init__(self, points: Definition) -> None:
        self._points = points
        counts = [count for *_, count in self._counted()]
        fewest, most = min(counts), max(counts)
        if not _FEWEST <= fewest <= most <= _MOST:
            raise BiddingError(
                f"points run from {fewest} to {most}: they have to be counted between {_FEWEST} and {_MOST}"
            )
        self._ranges = lru_cache(65536)(self._found)

    def _counted(self) -> Iterable[tuple[int, ...]]:
        """The longest suit, the high-card points and the points of every hand, each set once."""
        asked = [Quantity(BySize(LENGTH, 0)), Quantity(Total(HCP)), Quantity(FunctionCall(self._points))]
        return tabulate(Predicate(Always(True)), asked)

    @cached_property
    def _hands(self) -> dict[tuple[int, int], int]:
        """For each longest suit and high-card points the points that occur, as bits."""
        found = defaultdict[tuple[int, int], int](int)
        for longest, hcp, points in self._counted():
            found[longest, hcp] |= 1 << points - _FEWEST
        return dict(found)

    def _found(self, longest: Range, hcp: Range, points: Range) -> tuple[Range, Range, Range] | None:
        wanted = (2 << points[1] - _FEWEST) - (1 << points[0] - _FEWEST)
        lengths, high_cards, counts = list[int](), list[int](), 0
        for length in range(longest[0], longest[1] + 1):
            for each in range(hcp[0], hcp[1] + 1):
                found = self._hands.get((length, each), 0) & wanted
                if found:
                    lengths.append(length)
                    high_cards.append(each)
                    counts |= found
        if not counts:
            return None
        fewest = (counts & -counts).bit_length() - 1 + _FEWEST
        most = counts.bit_length() - 1 + _FEWEST
        return (lengths[0], lengths[-1]), (min(high_cards), max(high_cards)), (fewest, most)

    def applied(self, box: Box) -> Box | None:
        """The box without the values that no hand has; None if nothing is left."""
        ranges = self._ranges(box[Trait.LONGEST], box[Trait.HCP], box[Trait.POINTS])
        made: Box | None = box if ranges is not None else None
        for trait, (low, high) in zip(_LINKED, ranges or (), strict=False):
            made = None if made is None else shrunk(made, trait, low, high)
        return made
