"""What may be said of a squeeze beside its kind, each with its test."""

from __future__ import annotations

from overtrick.squeezes.kinds import Means, Modifier
from overtrick.squeezes.oracle import ALWAYS
from overtrick.squeezes.recognition import holdings
from overtrick.squeezes.recognition.naming import Facts
from overtrick.squeezes.recognition.stories import Story
from overtrick.squeezes.state import State, suit_part

__all__ = ["TESTS", "modifiers"]


def modifiers(facts: Facts) -> frozenset[Modifier]:
    """All that apply."""
    return frozenset(modifier for modifier, holds in TESTS.items() if holds(facts))


def _is_automatic(facts: Facts) -> bool:
    """The tricks, and the need for a squeeze, stay if the defenders exchange their hands."""
    exchanged = facts.root.exchanged
    tricks = facts.oracle.value(facts.root)
    return facts.oracle.value(exchanged) >= tricks > facts.oracle.value(exchanged, ALWAYS, ALWAYS)


def _is_positional(facts: Facts) -> bool:
    """The tricks fall if the defenders exchange their hands."""
    return facts.oracle.value(facts.root.exchanged) < facts.oracle.value(facts.root)


def _is_split(facts: Facts) -> bool:
    """The threats against the first victim lie in both hands."""
    return len(set(_holders(facts.state, facts.story).values())) == 2


def _is_criss_cross(facts: Facts) -> bool:
    """Two threats in different hands, each opposite a winner of its suit that is alone there."""
    holders = _holders(facts.state, facts.story)
    crossed = {seat for suit, seat in holders.items() if _is_lone_winner(facts.state, suit, seat ^ 2)}
    return len(crossed) == 2


def _is_vienna_coup(facts: Facts) -> bool:
    """Before the squeeze a winner was cashed in a threat suit, opposite the threat it leaves."""
    holders = _holders(facts.state, facts.story)
    for leader, cards in _tricks(facts):
        suit = cards[0] // 13
        if suit in holders:
            winner = max(card for card in cards if card // 13 == suit)
            if (leader + cards.index(winner)) & 3 == holders[suit] ^ 2:
                return True
    return False


def _is_transfer(facts: Facts) -> bool:
    """A suit that the other defender guarded in the ending is guarded by the victim alone at the moment.

    On the way a card of the suit was covered or ruffed.
    """
    other = facts.story.victim ^ 2
    led = {cards[0] // 13 for _, cards in _tricks(facts)}
    return any(
        other in holdings.protectors(facts.root, suit) and holdings.guards(facts.state, suit) == (other ^ 2,)
        for suit in facts.story.suits & led
    )


def _is_simultaneous(facts: Facts) -> bool:
    """Both defenders are squeezed on the same trick."""
    return len(facts.victims) == 2 and any(
        way.then is not None and len(facts.state.trick) + 1 + len(way.then.moment.line) < 4
        for way in facts.story.ways
        if way.means is Means.PARTNER
    )


def _is_inverted(facts: Facts) -> bool:
    """The threat in the suit both guard lies opposite the others, and the squeezes come one by one."""
    nexts = [way.then for way in facts.story.ways if way.means is Means.PARTNER]
    following = [story for story in nexts if story is not None]
    if len(facts.victims) < 2 or not following or _is_simultaneous(facts):
        return False
    shared = facts.story.suits & following[0].suits
    holders = _holders(facts.state, following[0]) | _holders(facts.state, facts.story)
    alone = {holders[suit] for suit in shared if suit in holders}
    return len(alone) == 1 and all(seat not in alone for suit, seat in holders.items() if suit not in shared)


def _is_backwash(facts: Facts) -> bool:
    """The victim, with a busy trump, plays after an attacker has ruffed."""
    trick, trumps = facts.state.trick, facts.trumps
    is_ruffed = any(card // 13 == trumps for card in trick[1:]) and trick[0] // 13 != trumps
    return facts.is_knockout and is_ruffed


TESTS = {
    Modifier.AUTOMATIC: _is_automatic,
    Modifier.POSITIONAL: _is_positional,
    Modifier.SPLIT: _is_split,
    Modifier.CRISS_CROSS: _is_criss_cross,
    Modifier.VIENNA_COUP: _is_vienna_coup,
    Modifier.TRANSFER: _is_transfer,
    Modifier.SIMULTANEOUS: _is_simultaneous,
    Modifier.INVERTED: _is_inverted,
    Modifier.BACKWASH: _is_backwash,
}
"""The test of each modifier."""


def _holders(state: State, story: Story) -> dict[int, int]:
    """For each threat against the victim, its suit and who holds it."""
    cards = {suit: holdings.threat_card(state, suit) for suit in story.suits}
    return {suit: 0 if state.hands[0] >> card & 1 else 2 for suit, card in cards.items() if card is not None}


def _is_lone_winner(state: State, suit: int, seat: int) -> bool:
    held = state.hands[seat] & holdings.winning_cards(state, suit)
    return bool(held) and suit_part(state.hands[seat], suit).bit_count() == 1


def _tricks(facts: Facts) -> list[tuple[int, tuple[int, ...]]]:
    """The whole tricks before the moment, each with who led."""
    found, state = list[tuple[int, tuple[int, ...]]](), facts.root
    for card in facts.story.moment.line:
        state = state.then(card)
        if len(state.trick) == 4:
            found.append((state.leader, state.trick))
            state, _ = state.gathered()
    return found
