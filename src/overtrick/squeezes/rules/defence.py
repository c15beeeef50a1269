"""How defenders answer: with one card, by rule; with one of each suit only where the rules see no way out.

- Following suit, a defender wins the trick if he can, at best so that the setting tricks can be cashed;
  otherwise he leaves declarer the fewest tricks in the suit (ours: the arithmetic of one suit).
- Discarding, he throws a card he can spare (`has_to_spare`). If he has none he is squeezed, and each suit he
  could give up is followed up, one card of each: the paper's "whatever he discards" (section 2.3). There is a
  rule for spare cards only at notrump, when declarer must not lose a trick; else every suit is followed up.
- On lead, he cashes the setting tricks if he has them (`cashable`). If not he is endplayed, for all the rules
  can tell, and one lead from each suit is followed up.
"""

from __future__ import annotations

from functools import lru_cache

from overtrick.squeezes.rules.suits import highest, layout, lowest, winners
from overtrick.squeezes.state import NOTRUMP, SUIT, Hands

__all__ = ["NOTHING", "Trick", "answers", "cashable", "equals", "has_to_spare", "lowest_of_runs"]

NOTHING = -1
"""Thrown by a defender who need not discard."""
Trick = tuple[int, ...]
"""Cards by number in the order played; `NOTHING` where a defender did not have to discard."""


@lru_cache(maxsize=1 << 16)
def lowest_of_runs(own: int, others: int) -> tuple[int, ...]:
    """One rank for each run of equals, low to high: ranks with nobody else's card between them.

    >>> lowest_of_runs(0b1101101, 0b0010000)
    (0, 5)
    """
    found, is_run = list[int](), False
    for rank in range(own.bit_length()):
        if own >> rank & 1:
            if not is_run:
                found.append(rank)
            is_run = True
        elif others >> rank & 1:
            is_run = False
    return tuple(found)


def equals(own: int, deck: int, suit: int) -> list[int]:
    """A hand's cards of a suit, low to high, one of each run."""
    place = 13 * suit
    ranks = lowest_of_runs(own >> place & SUIT, (deck & ~own) >> place & SUIT)
    return [place + rank for rank in ranks]


def answers(
    hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int, is_free: bool
) -> list[int]:
    """What a defender answers with, when declarer can still afford to lose `spare` tricks.

    One that `is_free` need not discard; he may still ruff.
    """
    if not trick:
        return _leads(hands, seat, strain, spare, deck)
    if hands[seat] >> 13 * (trick[0] // 13) & SUIT:
        return [_follows(hands, seat, trick, strain, spare, deck)]
    if is_free:
        return [NOTHING, *_ruffs(hands[seat], trick, strain, deck)]
    return _discards(hands, seat, strain, spare)


# Following


def _follows(hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int) -> int:
    suit = trick[0] // 13
    cards = equals(hands[seat], deck, suit)
    is_ruffed = suit != strain and any(card // 13 == strain for card in trick[1:])
    if len(cards) == 1 or is_ruffed:
        return cards[0]
    return min(cards, key=lambda card: (_price(hands, seat, trick, card, spare), card))


def _price(hands: Hands, seat: int, trick: Trick, card: int, spare: int) -> tuple[bool, bool, int]:
    """What a card costs the defence: the setting tricks, the trick, and tricks in the suit (ours)."""
    suit, left = (*trick, card)[0] // 13, list(hands)
    left[seat] &= ~(1 << card)
    winner = _finished(left, seat - len(trick) & 3, (*trick, card))
    after = left[0], left[1], left[2], left[3]
    tricks = winners(layout(after, suit))
    if not winner & 1:
        return True, True, tricks + 1
    is_set = not spare or any(cashable(after, winner, other) >= spare for other in range(4))
    return not is_set, False, tricks


def _finished(hands: list[int], leader: int, trick: Trick) -> int:
    """Who wins if the rest beat the trick as cheaply as they can, or play low; takes their cards away."""
    suit = trick[0] // 13
    best = max(card for card in trick if card // 13 == suit)
    winner = leader + trick.index(best) & 3
    for place in range(len(trick), 4):
        seat = leader + place & 3
        mine = hands[seat] & SUIT << 13 * suit
        higher = mine >> best + 1 << best + 1 if (winner ^ seat) & 1 else 0
        card = higher & -higher or mine & -mine
        hands[seat] &= ~card
        if card.bit_length() - 1 > best:
            best, winner = card.bit_length() - 1, seat
    return winner


# Discarding


def _ruffs(own: int, trick: Trick, strain: int, deck: int) -> list[int]:
    return equals(own, deck, strain)[:1] if strain != NOTRUMP and trick[0] // 13 != strain else []


def _discards(hands: Hands, seat: int, strain: int, spare: int) -> list[int]:
    """A card to spare, or one of each suit; with a trick to come from a throw-in nothing can be spared."""
    suits = [suit for suit in range(4) if hands[seat] >> 13 * suit & SUIT]
    if not spare and strain == NOTRUMP:
        suits = next(([suit] for suit in suits if has_to_spare(hands, seat, suit)), suits)
    return [_given_up(hands, seat, suit, spare) for suit in suits]


def _given_up(hands: Hands, seat: int, suit: int, spare: int) -> int:
    """His lowest card; from two, the higher, if partner can take over: he must not be thrown in (ours)."""
    cards = layout(hands, suit)
    longest = max(cards.north.bit_count(), cards.south.bit_count())
    partner = cards[seat ^ 2]
    takes_over = partner.bit_length() > cards.ours.bit_length() > 0 and partner.bit_count() >= longest
    is_unblocking = spare and takes_over and cards[seat].bit_count() == 2
    return 13 * suit + (highest(cards[seat]) if is_unblocking else lowest(cards[seat]))


def has_to_spare(hands: Hands, seat: int, suit: int) -> bool:
    """Is his lowest card of a suit of no use, when declarer must not lose a trick (ours, after section 3.2)?

    It is where declarer has none of the suit, none that he could ever beat, or fewer in either hand: a guard
    need not be longer than the suit it watches.
    """
    cards = layout(hands, suit)
    mine, longest = cards[seat], max(cards.north.bit_count(), cards.south.bit_count())
    return highest(mine) <= lowest(cards.ours) or mine.bit_count() > longest


# On lead


def _leads(hands: Hands, seat: int, strain: int, spare: int, deck: int) -> list[int]:
    """The setting tricks from the top; else from each suit the card that costs least, or the highest such."""
    suits = [suit for suit in range(4) if hands[seat] >> 13 * suit & SUIT]
    for suit in suits:
        if strain in (NOTRUMP, suit) and cashable(hands, seat, suit) > spare:
            return equals(hands[seat], deck, suit)[-1:]
    return [
        min(equals(hands[seat], deck, suit), key=lambda card: (_price(hands, seat, (), card, spare), -card))
        for suit in suits
    ]


def cashable(hands: Hands, seat: int, suit: int) -> int:
    """The tricks a defender can cash in a suit from the top: high cards, and then the long ones.

    The mirror of the paper's winners, for one hand.
    """
    cards = layout(hands, suit)
    high = (cards[seat] >> cards.ours.bit_length()).bit_count()
    longest = max(cards.north.bit_count(), cards.south.bit_count())
    return cards[seat].bit_count() if high >= longest else high
