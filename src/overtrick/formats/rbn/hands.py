"""The hands of an RBN record: ``W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import final

from overtrick.core import CardSet, Deal, DealError, Seat

__all__ = ["HandsTold", "read_hands", "write_hands"]

_LONGEST = 200
"""Four hands take at most 71 characters; far more than that is something else."""
_SEATS = {str(seat): seat for seat in Seat}
_HIDDEN_ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_VAGUE = re.compile(r"[xX?]")


@final
@dataclass(frozen=True, slots=True)
class HandsTold:
    """What the line of the hands says."""

    deal: Deal
    hidden: str = ""
    """The seats whose hands a reader should not see at first, as PBN lists them."""
    faults: tuple[str, ...] = ()
    """Why the line cannot be held as a deal, or not all of it."""


def read_hands(data: str) -> HandsTold:
    """Read hands clockwise from a seat; the last of four may be left out, but not its colon.

    >>> read_hands("W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:").deal[Seat.SOUTH]
    CardSet.parse('AKQJ.QJ872.J2.T7')
    >>> read_hands("N:AKxx...").faults
    ("North's hand has cards that are not named: AKxx...",)
    """
    first, *parts = re.split("([:;])", data.strip())
    seat = _SEATS.get(first.strip().upper())
    if seat is None or len(data) > _LONGEST or len(parts) > 8 or not "".join(parts[1::2]).strip():
        return HandsTold(Deal.unknown(), faults=("expected a seat and one to four hands",))
    written = {s: hand.strip() for s, hand in zip(seat.clockwise(), parts[1::2], strict=False)}
    covered = {s for s, sign in zip(seat.clockwise(), parts[::2], strict=False) if sign == ";"}
    hidden = "".join(str(s) for s in _HIDDEN_ORDER if s in covered)
    deal, faults = _deal(written)
    if len(written) == 4 and not written[seat.rho]:
        deal = deal.completed()
    return HandsTold(deal, hidden, faults)


def _deal(written: dict[Seat, str]) -> tuple[Deal, tuple[str, ...]]:
    """The deal, as far as its hands are named, and every fault; an impossible deal is unknown."""
    hands, vague, faults = dict[Seat, CardSet](), list[str](), list[str]()
    for seat, hand in written.items():
        if _VAGUE.search(hand):
            vague.append(f"{seat.word}'s hand has cards that are not named: {hand}")
        elif hand:
            try:
                hands[seat] = CardSet.parse(hand)
            except DealError as error:
                faults += (f"{seat.word}: {fault}" for fault in error.faults)
    try:
        deal = Deal.of(hands)
    except DealError as error:
        faults += error.faults
    return (Deal.unknown() if faults else deal), (*vague, *faults)


def write_hands(deal: Deal, hidden: str = "") -> str:
    """Write hands as Pavlicek does: West first, the last of four left out; nothing if none is known.

    >>> write_hands(Deal.parse("N:AK... - QJ... -"))
    'W::AK...::QJ...'
    """
    if not deal.known:
        return ""
    is_open = deal.completed() != deal
    first = next(seat for seat in Seat if deal.get(seat) is None).lho if is_open else Seat.WEST
    seats = first.clockwise()[: 3 if is_open else 4]
    text = str(first)
    for seat in seats:
        hand = deal.get(seat)
        left_out = hand is None or (deal.is_full and seat is seats[3])
        text += (";" if str(seat) in hidden else ":") + ("" if left_out else str(hand))
    return text
