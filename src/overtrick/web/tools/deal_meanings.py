"""What the calls of an auction mean in a system, where the record does not say."""

from __future__ import annotations

from overtrick.core import Auction, Call, Vul
from overtrick.web.tables.jobs import Mind, tell

__all__ = ["meanings"]


def meanings(auction: Auction, vul: Vul, mind: Mind) -> tuple[str | None, ...]:
    """What each call shows, in a sentence, passes left out; runs in a process of the analysts."""
    return tuple(
        None if call == Call.PASS else tell(auction.back(len(auction) - turn), vul, mind).sentence
        for turn, call in enumerate(auction.calls, 1)
    )
