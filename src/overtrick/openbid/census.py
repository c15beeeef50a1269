"""The census: the result of the routine for every hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick.core import CardSet
from overtrick.hands import HandGroup, parse_quantity, tabulate
from overtrick.hands.counting import Progress, complexity
from overtrick.openbid.bids import SECTIONS, Opening
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.vocabulary import vocabulary

__all__ = ["Census", "take_census"]


@final
@dataclass(frozen=True)
class Census:
    """All hands, grouped by opening, high-card points and total points."""

    switches: Switches
    cells: Mapping[tuple[Opening, int, int], HandGroup]

    @cached_property
    def openings(self) -> Mapping[Opening, HandGroup]:
        """The hands for each bid and section."""
        sums = dict[Opening, HandGroup]()
        for (opening, _, _), found in self.cells.items():
            sums[opening] = found.added_to(sums.get(opening))
        return sums

    @property
    def total(self) -> int:
        """The number of all hands."""
        return sum(found.hands for found in self.cells.values())

    @property
    def passed(self) -> int:
        """The number of hands that are passed."""
        return self.bids["pass"]

    @cached_property
    def sections(self) -> Mapping[str, int]:
        """The number of hands for each section, with its letter."""
        sums = dict.fromkeys(SECTIONS, 0)
        for opening, found in self.openings.items():
            sums[opening.section] += found.hands
        return sums

    @cached_property
    def bids(self) -> Mapping[str, int]:
        """The number of hands for each bid, in the order of the bidding, pass first."""
        sums = dict[str, int]()
        for opening in sorted(self.openings, key=_rank):
            sums[opening.bid] = sums.get(opening.bid, 0) + self.openings[opening].hands
        return sums

    def strongest_passed(self) -> tuple[int, int, CardSet]:
        """The most points with which a hand is passed, the number of such hands, and one of them."""
        return self._extreme(lambda opening: opening.value == 0, most=True)

    def weakest_opened(self) -> tuple[int, int, CardSet]:
        """The fewest points with which a hand is opened, the number of such hands, and one of them."""
        return self._extreme(lambda opening: opening.value != 0, most=False)

    def _extreme(self, wanted: Callable[[Opening], bool], most: bool) -> tuple[int, int, CardSet]:
        rows = [(hcp, found) for (opening, hcp, _), found in self.cells.items() if wanted(opening)]
        points = (max if most else min)(hcp for hcp, _ in rows)
        found = [each for hcp, each in rows if hcp == points]
        simplest = min((each.simplest for each in found), key=complexity)
        return points, sum(each.hands for each in found), simplest

    def record(self) -> dict[str, object]:
        """The census as JSON data."""
        return {
            "total": self.total,
            "pass": self.passed,
            "sections": dict(self.sections),
            "bids": {bid: hands for bid, hands in self.bids.items() if bid != "pass"},
            "switches": self.switches.as_dict(),
        }


def _rank(opening: Opening) -> int:
    """The sort key of an opening, in the order of the bidding."""
    if opening.value == 0:
        return 0
    return opening.value if opening.value > 10 else 11 if opening.value <= 5 else 22


def take_census(switches: Switches = AS_CODED, progress: Progress | None = None) -> Census:
    """Run the routine on all hands."""
    words = vocabulary(switches)
    quantities = [parse_quantity(each, words) for each in ("OPENING", "HCP", "TOTALPTS")]
    table = tabulate("true", quantities, progress=progress)
    cells = {(Opening.of_code(code), hcp, total): found for (code, hcp, total), found in table.items()}
    return Census(switches, cells)
