"""Is an opponent thrown in? Every card of the trick is tried, and the lead then costs him a trick."""

from __future__ import annotations

from overtrick.core import CardSet, Deal, Play, Seat
from overtrick.explain.player.recount import met, successes
from overtrick.player.claims import PlayKind
from overtrick.player.sample import Hands

__all__ = ["is_thrown_in"]


def is_thrown_in(claim: PlayKind) -> bool:
    """Wherever the condition holds and the card succeeds, does the opponent win and wish he had not?"""
    sample, by, seat = claim.sample, claim.by, claim.called.against
    if by is None or seat is None or seat.side is sample.side:
        return False
    inside, wins = met(sample, by.condition), successes(sample, claim.card)
    told = zip(sample.layouts, inside, wins, strict=True)
    layouts = [layout for layout, is_in, is_won in told if is_in and is_won]
    return layouts != [] and all(_must_lead(claim, layout, seat) for layout in layouts)


def _must_lead(claim: PlayKind, layout: Hands, seat: Seat) -> bool:
    north, east, south, west = (CardSet(hand) for hand in layout)
    play = claim.sample.play
    dealt = Play(Deal((north, east, south, west)), play.strain, play.leader, play.cards)
    ends = _ends(dealt.then(claim.card), len(play.tricks) + 1)[1]
    return all(end.on_lead is seat and _is_no_gift(end) for end in ends)


def _ends(play: Play, tricks: int) -> tuple[int, list[Play]]:
    """What North and South take in all when the trick is played well, and how it may end then."""
    if len(play.tricks) == tricks:
        return _north_south(play, play.on_lead), [play]
    tried = [_ends(play.then(card), tricks) for card in play.legal_cards]
    pick = max if play.to_play in (Seat.NORTH, Seat.SOUTH) else min
    best = pick(value for value, _ in tried)
    return best, [end for value, ends in tried if value == best for end in ends]


def _north_south(play: Play, leader: Seat) -> int:
    """The tricks of North and South in all if a seat has the lead."""
    from overtrick import dd

    won = play.tricks_won(Seat.NORTH.side)
    if play.is_over:
        return won
    more = dd.tricks(play.remaining, play.strain, leader)
    return won + (more if leader.side is Seat.NORTH.side else play.start.cards_each - len(play.tricks) - more)


def _is_no_gift(play: Play) -> bool:
    """Would the side on lead do better if either of its opponents were on lead?"""
    sign = 1 if play.on_lead.side is Seat.NORTH.side else -1
    mine, *theirs = (sign * _north_south(play, seat) for seat in (play.on_lead, *_others(play.on_lead)))
    return not play.is_over and all(other > mine for other in theirs)


def _others(seat: Seat) -> tuple[Seat, Seat]:
    return seat.lho, seat.rho
