"""Judging claims: double dummy, on the deal as it is."""

from __future__ import annotations

from overtrick.core import Card, Contract, Play
from overtrick.dd import at_least, best_line
from overtrick.table.events import ClaimMade

__all__ = ["refutation"]


def refutation(play: Play, contract: Contract, claim: ClaimMade) -> tuple[Card, ...] | None:
    """Best play that does not bring the claimer's side its tricks; None where nothing keeps it from them.

    >>> play = Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> refutation(play, Contract.parse("1NT by S"), ClaimMade(play.to_play, 3)) is None
    True
    """
    side = claim.by.side
    tricks = claim.tricks if side is contract.declarer.side else play.start.cards_each - claim.tricks
    if at_least(play, tricks - play.tricks_won(side), side):
        return None
    return best_line(play)
