"""The trick that the attackers lose on purpose, where that is how they exploit a discard."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import PACK, Card, Play, Side
from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.recognition.moments import one_of_each_run
from overtrick.squeezes.state import State

__all__ = ["conceded"]


def conceded(oracle: Oracle, play: Play) -> Play | None:
    """Best play by everybody, up to a trick that North or South lead and lose.

    It is best play although nobody has to discard; None where a defender would rather not, or they lose no
    such trick.
    """
    last = play.tricks[-1] if len(play.cards) % 4 == 0 and play.tricks else None
    if last is not None and play.on_lead.side is Side.EW:
        return play if last.leader.side is Side.NS else None
    card = None if play.is_over else next(_best_cards(oracle, play), None)
    return None if card is None else conceded(oracle, play.then(card))


def _best_cards(oracle: Oracle, play: Play) -> Iterator[Card]:
    """The cards, low ones first, after which the attackers have neither more nor fewer tricks than before."""
    state = State.after(play)
    before = _total(oracle, play)
    for index in one_of_each_run(state, state.legal):
        if _total(oracle, play.then(PACK[index])) == before:
            yield PACK[index]


def _total(oracle: Oracle, play: Play) -> int:
    return play.tricks_won(Side.NS) + oracle.value(State.after(play), ALWAYS, ALWAYS)
