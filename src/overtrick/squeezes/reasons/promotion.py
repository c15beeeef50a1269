"""Which card becomes good when a squeezed defender gives up its suit."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.squeezes.kinds import Means
from overtrick.squeezes.recognition.holdings import winners, winning_cards
from overtrick.squeezes.state import SUIT, State, bits_of, suit_part

__all__ = ["Promoted", "promoted"]


class Promoted(NamedTuple):
    """A card and the rounds of its suit after which no defender has a higher one."""

    card: int
    rounds: int


def promoted(state: State, card: int, means: Means) -> Promoted | None:
    """The highest card of its suit that throwing a busy card makes good, where winners and ruffs are enough.

    As they were not enough before, the trick comes from that suit, and with no card that was a winner before.
    """
    suit = card // 13
    if suit == state.strain or state.leader & 1 or state.winner & 1:
        return None  # a trump may have been kept to ruff with; and a defender's lead may be what helps
    thrown, _ = state.then(card).gathered()
    held = (thrown.hands[0] | thrown.hands[2]) & SUIT << 13 * suit & ~winning_cards(state, suit)
    for candidate in reversed(list(bits_of(held))):
        before, rounds = _rounds(state, candidate), _rounds(thrown, candidate)
        was_cleared = before <= (winners(state, suit) if rounds else 0)
        was_stopped = not (was_cleared and _lasts(state, candidate, before))
        is_cleared = rounds <= winners(thrown, suit) or means is Means.RUFF
        if was_stopped and is_cleared and _lasts(thrown, candidate, rounds):
            return Promoted(candidate, rounds)
    return None


def _rounds(state: State, card: int) -> int:
    """How often the suit must be played until no defender has a card above this one."""
    suits = [suit_part(state.hands[seat], card // 13) for seat in (1, 3)]
    return max((suit.bit_count() for suit in suits if suit >> card % 13), default=0)


def _lasts(state: State, card: int, rounds: int) -> bool:
    """Has its hand other cards to follow so many rounds with?"""
    hand = state.hands[0] if state.hands[0] >> card & 1 else state.hands[2]
    return suit_part(hand, card // 13).bit_count() > rounds
