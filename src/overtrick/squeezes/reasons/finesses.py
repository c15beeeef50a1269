"""The finesse with which the attackers exploit a discard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overtrick import _core
from overtrick.core import PACK, Card, Play, Seat, Side, Suit
from overtrick.squeezes.recognition.moments import one_of_each_run
from overtrick.squeezes.state import State

__all__ = ["Finesse", "finessed"]


MOST_POSITIONS = 300
"""So many are looked at; a finesse that is there was found among the first few dozen."""


class Finesse(NamedTuple):
    """A card that wins under a higher one, who holds that, and the play up to the end of the trick."""

    play: Play
    card: Card
    against: Seat


def finessed(play: Play, suit: Suit, tricks: int) -> Finesse | None:
    """A finesse in a suit when North and South take so many tricks by winners, ruffs and finesses."""
    return next(_finesses(play, suit, tricks, set()), None)


def _finesses(play: Play, suit: Suit, tricks: int, seen: set[State]) -> Iterator[Finesse]:
    """The finesses that best play may lead to, from positions that were not seen before."""
    if len(play.cards) % 4 == 0 and play.tricks:
        found = _finesse(play)
        if found is not None and found.card.suit is suit:
            yield found
        if play.on_lead.side is Side.EW:
            return
    state = State.after(play)
    is_cleared = not any(play.hand(seat).in_suit(suit) for seat in Side.EW.seats)
    if play.is_over or is_cleared or state in seen or len(seen) >= MOST_POSITIONS:
        return
    seen.add(state)
    for card in _best_cards(play, tricks):
        yield from _finesses(play.then(card), suit, tricks, seen)


def _best_cards(play: Play, tricks: int) -> list[Card]:
    """The cards that keep the tricks, or a defender's best."""
    state = State.after(play)
    totals = {PACK[index]: _total(play.then(PACK[index])) for index in one_of_each_run(state, state.legal)}
    if play.to_play.side is Side.NS:
        return [card for card, total in totals.items() if total >= tricks]
    return [card for card, total in totals.items() if total == min(totals.values())]


def _total(play: Play) -> int:
    won = play.tricks_won(Side.NS)
    return won if play.is_over else won + _core.cash_tricks(*State.after(play), True, True)


def _finesse(play: Play) -> Finesse | None:
    """The last trick, if it was a finesse."""
    trick = play.tricks[-1]
    winner = trick.winner(play.strain)
    cards = dict(trick)
    if winner.side is Side.NS and trick.leader.side is Side.NS and cards[winner].suit is trick.suit:
        for seat in list(cards)[: list(cards).index(winner)]:
            held = play.hand(seat).in_suit(cards[winner].suit)
            if seat.side is Side.EW and any(card > cards[winner] for card in held):
                return Finesse(play, cards[winner], seat)
    return None
