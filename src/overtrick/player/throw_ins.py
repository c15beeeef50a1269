"""Is an opponent thrown in: must he win the trick, and then lead what he would rather not?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overtrick import dd
from overtrick.core import Card, CardSet, Deal, Play, Seat
from overtrick.player.conditions import Condition, Length, Lies, parts
from overtrick.player.sample import Hands, Sample

__all__ = ["thrown_in"]

_CARDS = 7
"""With more cards in hand nobody is said to be thrown in."""


def thrown_in(sample: Sample, card: Card, condition: Condition, wins: Sequence[bool]) -> Seat | None:
    """Who is thrown in by a card wherever the condition holds and the card succeeds; None if nobody is."""
    play = sample.play
    if play.start.cards_each - len(play.cards) // 4 > _CARDS or sample.seat is not sample.declarer:
        return None
    told = zip(sample.layouts, sample.left, wins, strict=True)
    layouts = [layout for layout, left, is_won in told if is_won and condition.is_met(left)]
    seats = {part.seat: None for part in parts(condition) if isinstance(part, Lies | Length)}
    for seat in seats:
        if layouts and all(_is_thrown_in(play, layout, card, seat) for layout in layouts):
            return seat
    return None


def _is_thrown_in(play: Play, layout: Hands, card: Card, seat: Seat) -> bool:
    """Does the trick always go to him, and does it cost to have the lead then?"""
    north, east, south, west = (CardSet(hand) for hand in layout)
    dealt = Play(Deal((north, east, south, west)), play.strain, play.leader, play.cards)
    ends = list(_best_ends(dealt.then(card), len(play.tricks) + 1))
    return all(not end.is_over and end.on_lead is seat and _costs(end) for end in ends)


def _best_ends(play: Play, tricks: int) -> Iterator[Play]:
    """The play after the trick, for all the cards that cost nobody anything."""
    if len(play.tricks) == tricks:
        yield play
        return
    values = dd.cards(play)
    best = max(values.values())
    for card, value in values.items():
        if value == best:
            yield from _best_ends(play.then(card), tricks)


def _costs(play: Play) -> bool:
    """Would the leader's side take more tricks if either of the others led?"""
    leader = play.on_lead
    mine = dd.tricks(play.remaining, play.strain, leader)
    left = play.start.cards_each - len(play.tricks)
    theirs = (dd.tricks(play.remaining, play.strain, other) for other in (leader.lho, leader.rho))
    return all(left - each > mine for each in theirs)
