"""How much calls tell: bits a call, measured over self-play.

In self-play the hands that come to a state are those its auction allows, with their right frequencies, so the
share of them that makes a call is the chance of the call given the auction, and a call tells as many bits as
its chance takes to write down. Their mean over all calls is what a call tells about the hand behind it, since
the hand decides the call.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log, log2
from typing import TYPE_CHECKING, final

from overtrick.core import Call, Seat

if TYPE_CHECKING:
    import numpy as np

    from overtrick.bidding.bidder import Agreements

__all__ = ["Information", "information"]


@final
@dataclass(frozen=True)
class Information:
    """Mean bits a call, over the calls of players who are not silent."""

    bits: float
    """With the correction of Miller and Madow for states that few boards came to."""
    bids_only: float
    """The mean over calls that are no passes."""
    calls: int
    states: int
    boards: int


def information(agreements: Agreements, rng: np.random.Generator, boards: int) -> Information:
    """Bid so many random boards, and count how much each call told."""
    from overtrick.bidding.batch import visits
    from overtrick.deals import packed_deals

    seen = defaultdict[object, Counter[Call]](Counter)
    for visit in visits(agreements.start(Seat.NORTH), packed_deals(rng, boards), Seat.NORTH):
        if not visit.state.is_over and not visit.state.is_silenced:
            for call, some in visit.by_call():
                seen[visit.state.question][call] += len(some)
    calls = sum(counts.total() for counts in seen.values())
    missing = sum((len(counts) - 1) / (2 * log(2)) for counts in seen.values())
    told, bids = 0.0, 0
    for counts in seen.values():
        for call, number in counts.items():
            if call is not Call.PASS:
                told -= number * log2(number / counts.total())
                bids += number
    whole = sum(map(_bits, seen.values()))
    return Information((whole + missing) / max(calls, 1), told / max(bids, 1), calls, len(seen), boards)


def _bits(counts: Counter[Call]) -> float:
    """The bits that all calls of a state told together."""
    return -sum(number * log2(number / counts.total()) for number in counts.values())
