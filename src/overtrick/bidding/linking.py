"""The exact relation between a system's points, high-card points and the longest suit."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache, reduce
from operator import or_
from typing import final

from overtrick.bidding.errors import BiddingError
from overtrick.bidding.promises import Box, Range, Trait, everything, shrunk
from overtrick.hands import Predicate, Quantity, tabulate
from overtrick.hands.features import HCP, LENGTH
from overtrick.hands.terms import Always, BySize, Definition, FunctionCall, Total

__all__ = ["Link", "link_of"]

_FEWEST, _MOST = everything[Trait.POINTS]
_LINKED = (Trait.LONGEST, Trait.HCP, Trait.POINTS)


@final
class Link:
    """The combinations of values that occur in some hand, found in one pass over all hands."""

    def __init__(self, points: Definition) -> None:
        asked = [Quantity(BySize(LENGTH, 0)), Quantity(Total(HCP)), Quantity(FunctionCall(points))]
        table = tabulate(Predicate(Always(True)), asked)
        counts = [count for *_, count in table]
        fewest, most = min(counts), max(counts)
        if not _FEWEST <= fewest <= most <= _MOST:
            raise BiddingError(
                f"points run from {fewest} to {most}: they have to be counted between {_FEWEST} and {_MOST}"
            )
        self._hands = defaultdict[tuple[int, int], int](int)
        """For each longest suit and number of high-card points the points that occur, as bits."""
        for longest, hcp, count in table:
            self._hands[longest, hcp] |= 1 << count - _FEWEST
        self._ranges = lru_cache(65536)(self._found)

    def _found(self, longest: Range, hcp: Range, points: Range) -> tuple[Range, Range, Range] | None:
        wanted = (2 << points[1] - _FEWEST) - (1 << points[0] - _FEWEST)
        found = [
            (length, strength, counts & wanted)
            for (length, strength), counts in self._hands.items()
            if counts & wanted and longest[0] <= length <= longest[1] and hcp[0] <= strength <= hcp[1]
        ]
        if not found:
            return None
        lengths, high_cards, each_counts = zip(*found, strict=True)
        counts = reduce(or_, each_counts)
        fewest = (counts & -counts).bit_length() - 1 + _FEWEST
        most = counts.bit_length() - 1 + _FEWEST
        return (min(lengths), max(lengths)), (min(high_cards), max(high_cards)), (fewest, most)

    def applied(self, box: Box) -> Box | None:
        """The box narrowed to values that occur together; None if nothing is left."""
        ranges = self._ranges(box[Trait.LONGEST], box[Trait.HCP], box[Trait.POINTS])
        made: Box | None = box if ranges is not None else None
        for trait, (low, high) in zip(_LINKED, ranges or (), strict=False):
            made = None if made is None else shrunk(made, trait, low, high)
        return made


@lru_cache(16)
def link_of(points: Definition) -> Link:
    """The link for a definition of points, cached, since it takes a pass over all hands."""
    return Link(points)
