"""Declarer's steps, each seen in the cards: to cash a winner, to finesse, to duck or exit, to ruff.

- *Cash*: lead a card that nobody can beat, or any card of a suit whose highest lies opposite. What is played
  under the winner, or thrown on it, is declarer's choice: so he unblocks.
- *Finesse*: third hand plays any card that the last defender cannot beat; the cards are known.
- *Duck or exit*: only with a trick to lose. The lowest card of a suit without winners opposite, or the lowest
  under one: it rectifies the count, or throws a defender in. Third hand may also cover as cheaply as it can,
  to make the last defender spend a higher card.
- *Ruff*: lead a suit in which the hand opposite has trumps only to play.
"""

from __future__ import annotations

from overtrick.squeezes.rules.defence import NOTHING, Trick, equals
from overtrick.squeezes.rules.suits import highest, layout
from overtrick.squeezes.state import NOTRUMP, SUIT, Hands

__all__ = ["leads", "plays"]


def leads(hands: Hands, seat: int, strain: int, spare: int, deck: int) -> list[int]:
    """The cards declarer may lead when he can afford to lose `spare` tricks, winners first."""
    suits = [suit for suit in range(4) if hands[seat] >> 13 * suit & SUIT]
    return [card for suit in suits for card in _leads_in(hands, seat, suit, strain, spare, deck)]


def _leads_in(hands: Hands, seat: int, suit: int, strain: int, spare: int, deck: int) -> list[int]:
    cards, held = layout(hands, suit), equals(hands[seat], deck, suit)
    opposite = cards[seat ^ 2]
    if opposite > cards.theirs:
        return held[::-1]
    cashing = [card for card in reversed(held) if card % 13 > highest(cards.theirs)]
    can_ruff = strain not in (NOTRUMP, suit) and not opposite and bool(hands[seat ^ 2] >> 13 * strain & SUIT)
    if (can_ruff or spare) and held[0] not in cashing:
        return [*cashing, held[0]]
    return cashing


def plays(hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int) -> list[int]:
    """The cards declarer may follow with, or discard."""
    suit = trick[0] // 13
    cards = equals(hands[seat], deck, suit)
    if not cards:
        return [card for other in range(4) for card in equals(hands[seat], deck, other)]
    if _is_decided(hands, seat, trick, strain):
        return cards
    sure = [card for card in cards if card > _to_beat(hands, seat, trick)]
    if sure and not spare and not _is_led_by_defender(seat, trick):
        return sure
    covering = [card for card in cards if card > max(each for each in trick if each // 13 == suit)]
    return list(dict.fromkeys((*cards[:1], *sure, *covering[: bool(spare)])))


def _is_led_by_defender(seat: int, trick: Trick) -> bool:
    """Then the hand to come may win, too, and low is a choice."""
    return bool(seat - len(trick) & 1)


def _is_decided(hands: Hands, seat: int, trick: Trick, strain: int) -> bool:
    """Has partner won the trick already, or somebody ruffed it?  Then any card will do to follow."""
    suit, table = trick[0] // 13, [card for card in trick if card // 13 == trick[0] // 13]
    if suit != strain and any(card // 13 == strain for card in trick[1:]):
        return True
    is_partners = seat - len(trick) + trick.index(max(table)) & 1 == 0
    return is_partners and max(table) >= _to_beat(hands, seat, trick)


def _to_beat(hands: Hands, seat: int, trick: Trick) -> int:
    """The highest card of the suit led that is on the table, or that the defender to come can play."""
    suit = trick[0] // 13
    table = [card for card in trick if card != NOTHING and card // 13 == suit]
    last = hands[seat + 1 & 3] & SUIT << 13 * suit if len(trick) < 3 else 0
    return max(*table, last.bit_length() - 1, -1)
