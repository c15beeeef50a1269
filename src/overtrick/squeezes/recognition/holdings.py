"""Suits as the theory of squeezes sees them: winners, the threat, and who protects against it (Love 1959)."""

from __future__ import annotations

from overtrick.squeezes.state import State, suit_part

__all__ = ["guards", "protectors", "threat_card", "winners", "winning_cards"]

_ATTACKERS = (0, 2)
_DEFENDERS = (1, 3)


def _best_of_defenders(state: State, suit: int) -> int:
    return max(suit_part(state.hands[seat], suit) for seat in _DEFENDERS).bit_length()


def winners(state: State, suit: int) -> int:
    """How many cards of the attackers are higher than all of the defenders'."""
    best = _best_of_defenders(state, suit)
    return sum((suit_part(state.hands[seat], suit) >> best).bit_count() for seat in _ATTACKERS)


def winning_cards(state: State, suit: int) -> int:
    """The attackers' cards that are higher than all of the defenders', in bits."""
    best = _best_of_defenders(state, suit)
    held = suit_part(state.hands[0], suit) | suit_part(state.hands[2], suit)
    return (held >> best << best) << 13 * suit


def threat_card(state: State, suit: int) -> int | None:
    """The attackers' best card that is no winner, or one opposite if only that can last.

    With ace and three opposite the eight it is the three that wins a trick: the eight falls under the ace.
    But a queen there, when the king is the only card above it, wins as soon as the king is thrown.
    """
    best = _best_of_defenders(state, suit)
    held = {seat: suit_part(state.hands[seat], suit) for seat in range(4)}
    below = {seat: held[seat] & (1 << best) - 1 for seat in _ATTACKERS}
    here = max(_ATTACKERS, key=lambda seat: below[seat])
    if not below[here]:
        return None
    highest, count, opposite = below[here].bit_length() - 1, winners(state, suit), here ^ 2
    above = sum((held[seat] >> highest).bit_count() for seat in _DEFENDERS)
    falls = held[here].bit_count() <= count < held[opposite].bit_count()
    if falls and above > 1 and below[opposite]:
        highest = below[opposite].bit_length() - 1
    return 13 * suit + highest


def protectors(state: State, suit: int) -> tuple[int, ...]:
    """The defenders who hold a card above the threat and more cards than the attackers have winners."""
    threat = threat_card(state, suit)
    if threat is None:
        return ()
    count = winners(state, suit)
    return tuple(
        seat
        for seat in _DEFENDERS
        if suit_part(state.hands[seat], suit) >> threat % 13
        and suit_part(state.hands[seat], suit).bit_count() > count
    )


def guards(state: State, suit: int) -> tuple[int, ...]:
    """The defenders who hold a card above the threat."""
    threat = threat_card(state, suit)
    if threat is None:
        return ()
    return tuple(seat for seat in _DEFENDERS if suit_part(state.hands[seat], suit) >> threat % 13)
