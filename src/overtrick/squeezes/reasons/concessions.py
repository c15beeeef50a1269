"""The trick that the attackers lose on purpose, where that is how they exploit a discard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from overtrick import _core
from overtrick.core import PACK, Card, Play, Seat, Side
from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.reasons.claims import GivesUp
from overtrick.squeezes.recognition.moments import one_of_each_run
from overtrick.squeezes.state import State

__all__ = ["conceded", "established", "is_right_lead", "is_ruffed_in"]


def conceded(oracle: Oracle, play: Play) -> Play | None:
    """Best play by everybody, up to the first trick that North or South can lead and lose.

    It is best play although nobody has to discard; None where a defender would rather not, or they lose no
    such trick.
    """
    most = max(len(play.hand(seat)) for seat in Seat)
    found = (_conceded(oracle, play, leads) for leads in range(most + 1))
    return next((lost for lost in found if lost is not None), None)


def _conceded(oracle: Oracle, play: Play, leads: int) -> Play | None:
    """The same with so many leads at most."""
    if not play.trick.cards:
        if play.on_lead.side is Side.EW:
            return play if play.tricks[-1].leader.side is Side.NS else None
        if not leads or play.is_over:
            return None
        leads -= 1
    found = (_conceded(oracle, play.then(card), leads) for card in _best_cards(oracle, play))
    return next((lost for lost in found if lost is not None), None)


def is_right_lead(oracle: Oracle, claim: GivesUp, led: Card) -> bool:
    """Does a lead after the trick keep the tricks, whatever the defenders play to the rest of it?"""

    def is_right(play: Play) -> bool:
        can_lead = play.on_lead.side is Side.NS and led in play.hand(play.on_lead)
        return can_lead and _total(oracle, play.then(led)) >= claim.tricks

    return all(_can_reach(claim.turn.play.then(card), is_right) for card in claim.cards)


def is_ruffed_in(oracle: Oracle, claim: GivesUp) -> bool:
    """Can the victim only ruff, and can he be left on lead, with the tricks still there?"""
    before, victim = claim.turn.play, claim.turn.victim
    suits = {card.suit for card in before.hand(victim)}
    if {suit.strain for suit in suits} != {before.strain} or before.trick.suit in suits:
        return False

    def is_on_lead(play: Play) -> bool:
        return play.on_lead is victim and not play.is_over and _total(oracle, play) >= claim.tricks

    return all(_can_reach(before.then(card), is_on_lead) for card in claim.cards)


def established(play: Play, tricks: int) -> Card | None:
    """The card that is high once a trick is lost in its suit, if winners, ruffs and finesses then do."""
    lost = play.tricks[-1]
    winning = dict(lost)[play.on_lead]
    own, others = (
        [card for seat in side.seats for card in play.hand(seat).in_suit(winning.suit)]
        for side in (Side.NS, Side.EW)
    )
    high = max(own, default=None)
    if winning.suit is not lost.suit or high is None or play.is_over:
        return None
    is_high = high < winning and all(high > other for other in others)
    enough = play.tricks_won(Side.NS) + _core.cash_tricks(*State.after(play), True, True) >= tricks
    return high if is_high and enough else None


def _can_reach(play: Play, is_reached: Callable[[Play], bool]) -> bool:
    """Can North and South finish a trick so, whatever the defenders play to it?"""
    if not play.trick.cards:
        return is_reached(play)
    results = (_can_reach(play.then(card), is_reached) for card in play.legal_cards)
    return any(results) if play.to_play.side is Side.NS else all(results)


def _best_cards(oracle: Oracle, play: Play) -> Iterator[Card]:
    """The cards, low ones first, after which the attackers have neither more nor fewer tricks than before."""
    state = State.after(play)
    before = _total(oracle, play)
    for index in one_of_each_run(state, state.legal):
        if _total(oracle, play.then(PACK[index])) == before:
            yield PACK[index]


def _total(oracle: Oracle, play: Play) -> int:
    return play.tricks_won(Side.NS) + oracle.value(State.after(play), ALWAYS, ALWAYS)
