"""The checkers of what is said around squeezes: mending, breaking, and whole deals, by the solver."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from overtrick.core import Board, Deal, Play, Seat, Side, Trick
from overtrick.explain.registry import checks
from overtrick.explain.squeezes.cashing import Allowed, can_cash
from overtrick.explain.squeezes.game import exchanged, facing_north_south, free, total
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.exchanges import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    RectifyCount,
    Repair,
)
from overtrick.squeezes.nearby.near_misses import Letter
from overtrick.squeezes.reasons.around_claims import (
    BeyondReach,
    Breaks,
    OnlyBySqueeze,
    Repairs,
    Saves,
    WithoutSqueeze,
)

if TYPE_CHECKING:
    from overtrick.dd import Solver

__all__: list[str] = []

_MEGABYTES = 16
"""For a whole deal."""


# Endings


@checks(Repairs)
def _(claim: Repairs, board: Board) -> bool:
    ending = claim.ending
    mended = _mended(ending, claim.repair)
    return (
        mended is not None
        and total(ending.play, ending.attackers, {}) == claim.tricks
        and total(mended, ending.attackers, {}) == claim.tricks + 1
        and total(mended, ending.attackers, free(*ending.attackers.opponents.seats)) <= claim.tricks
        and claim.letter in _letters(ending, claim.repair, mended)
    )


def _mended(ending: Ending, repair: Repair) -> Play | None:
    """The beginning of the play after a change; None if the change cannot be made."""
    match repair:
        case LeadFrom(leader):
            return Play(ending.deal, ending.strain, leader)
        case ExchangeDefenders():
            return exchanged(ending.play, ending.attackers)
        case ExchangeCards():
            return _with_cards_exchanged(ending, repair)
        case RectifyCount(lost):
            return _with_trick_lost(ending, lost)


def _with_cards_exchanged(ending: Ending, repair: ExchangeCards) -> Play | None:
    one, other = repair.holder, repair.other_holder
    if repair.card not in ending.deal[one] or repair.other not in ending.deal[other]:
        return None
    hands = {
        **dict(ending.deal.items()),
        one: ending.deal[one].minus(repair.card).plus(repair.other),
        other: ending.deal[other].minus(repair.other).plus(repair.card),
    }
    return Play(Deal.of(hands), ending.strain, ending.leader)


def _with_trick_lost(ending: Ending, lost: Trick) -> Play | None:
    """The cards of a trick are legal play, and a defender wins it; the lead is then where it was."""
    if lost.leader is not ending.leader or not lost.is_complete:
        return None
    later = ending.play.then_all(lost.cards)
    is_lost = later.tricks_won(ending.attackers) == 0
    return Play(later.remaining, ending.strain, ending.leader) if is_lost else None


def _letters(ending: Ending, repair: Repair, mended: Play) -> tuple[Letter, ...]:
    """The conditions that a change of this sort can mend."""
    match repair:
        case LeadFrom():
            return (Letter.ENTRY,)
        case ExchangeDefenders():
            return (Letter.UPPER,)
        case RectifyCount():
            return (Letter.LOSER,)
        case ExchangeCards(holder=one, other_holder=other) if one.side is not other.side:
            return (Letter.LOSER,) if _cashes_more(ending, mended) else (Letter.BUSY,)
        case ExchangeCards(holder=one):
            return (Letter.ENTRY, Letter.UPPER) if one.side is ending.attackers else (Letter.BUSY,)


def _cashes_more(ending: Ending, mended: Play) -> bool:
    """Have the attackers more winners to cash after a change?"""
    side, most = ending.attackers, ending.cards
    before, after = (
        max(tricks for tricks in range(most + 1) if can_cash(play, side, tricks, Allowed()))
        for play in (ending.play, mended)
    )
    return after > before


@checks(Breaks)
def _(claim: Breaks, board: Board) -> bool:
    ending, side = claim.ending, claim.ending.attackers
    if claim.defender.side is side or not claim.cards or not claim.cards <= ending.deal[claim.defender]:
        return False
    start = Play(ending.deal, ending.strain, claim.defender)
    led = [start.then(card) for card in claim.cards]
    defenders = side.opponents.seats
    return claim.tricks < total(ending.play, side, {}) and all(
        total(play, side, {}) == claim.tricks == total(play, side, free(*defenders)) for play in led
    )


@checks(Saves)
def _(claim: Saves, board: Board) -> bool:
    ending, side = claim.ending, claim.ending.attackers
    seats = {claim.exchange.holder, claim.exchange.other_holder}
    saved = _with_cards_exchanged(ending, claim.exchange) if seats == set(side.opponents.seats) else None
    return saved is not None and total(saved, side, {}) == claim.tricks < total(ending.play, side, {})


# Whole deals


@checks(OnlyBySqueeze)
def _(claim: OnlyBySqueeze, board: Board) -> bool:
    defenders = claim.declarer.side.opponents.seats
    if _reaches(claim, claim.target, *defenders) or not _reaches(claim, claim.target):
        return False
    needed = (seat for seat in sorted(defenders) if claim.victims is not None)
    return claim.victims in (None, tuple(seat for seat in needed if not _reaches(claim, claim.target, seat)))


@checks(WithoutSqueeze)
def _(claim: WithoutSqueeze, board: Board) -> bool:
    return _reaches(claim, claim.target, *claim.declarer.side.opponents.seats)


@checks(BeyondReach)
def _(claim: BeyondReach, board: Board) -> bool:
    most = claim.tricks
    return most < claim.target and _reaches(claim, most) and not _reaches(claim, most + 1)


def _reaches(claim: OnlyBySqueeze | WithoutSqueeze | BeyondReach, tricks: int, *keep: Seat) -> bool:
    """Does declarer take so many tricks of the deal if these defenders never have to discard?"""
    side = claim.declarer.side
    left = tricks - claim.play.tricks_won(side)
    turned = facing_north_south(claim.play, side)
    places = int(side)
    return _solver(frozenset(seat.next(places) for seat in keep)).at_least(turned, left, Side.NS).is_reached


@cache
def _solver(keep: frozenset[Seat]) -> Solver:
    from overtrick.dd import ALWAYS, Solver  # here, because it loads numpy

    return Solver(megabytes=_MEGABYTES, free_discards=dict.fromkeys(keep, ALWAYS))
