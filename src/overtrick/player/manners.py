"""Manners: which of several cards that are as good, by rules with names in an order that is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.bidding.carding import Against, CardTable, Holding
from overtrick.core import Card, CardSet, Rank, SeatView, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.errors import PlayerError
from overtrick.player.signals import attitude, count, first_discard, suit_preference
from overtrick.player.turns import Turn, equals, highest, lowest, suits_in

__all__ = ["Manner", "Mannerly", "equals", "mannerly"]


class Manner(Enum):
    """Why this card and not another that is as good."""

    ONLY_CARD = "only card"
    SUIT_PREFERENCE = "suit preference"
    TABLE_LEAD = "table lead"
    TOP_OF_SEQUENCE = "top of sequence"
    LONGEST_SUIT = "longest suit"
    ATTITUDE = "attitude"
    COUNT = "count"
    LOWEST_OF_EQUALS = "lowest of equals"
    KEEPS_TRUMPS = "keeps trumps"
    KEEPS_WINNERS = "keeps winners"
    KEEPS_GUARDS = "keeps guards"
    KEEPS_LENGTH = "keeps length"
    USELESS_SUIT = "useless suit"
    FIRST_DISCARD = "first discard"
    LOWEST = "lowest"


@final
@dataclass(frozen=True)
class Mannerly:
    """The card that manners ask for."""

    card: Card
    manners: tuple[Manner, ...]
    """The rules that left cards out, in their order; the last left this one alone."""

    @property
    def manner(self) -> Manner:
        """The rule that decided."""
        return self.manners[-1]


Rule = Callable[[Turn, int], int]
"""Of some cards those that a rule prefers; none or all if it has nothing to say."""


def mannerly(view: SeatView, cards: CardSet, table: CardTable | None = None) -> Mannerly:
    """One of several cards that are equally good.

    >>> from overtrick.core import Board, Seat
    >>> board = Board.parse("Deal N:QJ5... K32... A94... T87...\\nPlay NT;E;S2 S4 S7\\nResult 1NT by N")
    >>> answer = mannerly(SeatView.of(board, Seat.NORTH), CardSet.parse("QJ..."))
    >>> str(answer.card), answer.manner.value
    ('SJ', 'lowest of equals')
    """
    turn = Turn.of(view, table)
    if not cards or not cards <= view.legal_cards:
        raise PlayerError(f"{turn.seat.word} may not play {cards or 'nothing'}")
    left, followed = cards.bits, list[Manner]()
    for manner, rule in _rules(turn):
        kept = left & rule(turn, left)
        if kept not in (0, left):
            left = kept
            followed.append(manner)
    (card,) = CardSet(left)
    return Mannerly(card, tuple(followed) or (Manner.ONLY_CARD,))


def _rules(turn: Turn) -> tuple[tuple[Manner, Rule], ...]:
    """The rules of an occasion, the first that has something to say first."""
    if turn.is_lead:
        return _LEADING
    return _DISCARDING if turn.is_discard else _FOLLOWING


# Leading


def table_lead(turn: Turn, cards: int) -> int:
    """The card that the table of leads asks for, of the suits with the highest priority."""
    if turn.table is None or not turn.is_defender:
        return 0
    against = Against.NOTRUMP if turn.trump is None else Against.SUIT
    found = dict[int, int]()
    for suit in suits_in(cards):
        holding = Holding(turn.hand >> 13 * suit & 0x1FFF)
        lead = turn.table.lead_from(holding, against, suit in turn.partners_suits)
        bit = Card(suit, lead.card).bit & cards
        found[lead.entry.priority] = found.get(lead.entry.priority, 0) | bit
    told = [priority for priority, bits in found.items() if bits]
    return found[max(told)] if told else 0


def top_of_sequence(turn: Turn, cards: int) -> int:
    """The highest of touching cards."""
    return sum(highest(group & cards) for group in turn.groups if group & cards)


def longest_suit(turn: Turn, cards: int) -> int:
    """The cards of the longest suit held."""
    lengths = {suit: (turn.hand & SUIT_BITS[suit]).bit_count() for suit in suits_in(cards)}
    return sum(cards & SUIT_BITS[suit] for suit in lengths if lengths[suit] == max(lengths.values()))


# Following


def lowest_of_equals(turn: Turn, cards: int) -> int:
    """The lowest of touching cards."""
    return sum(lowest(group & cards) for group in turn.groups if group & cards)


def lowest_card(turn: Turn, cards: int) -> int:
    """The lowest card; of several the one of the lowest suit."""
    return lowest(cards)


# Discarding


def keeps_trumps(turn: Turn, cards: int) -> int:
    """A discard that is no trump."""
    return cards if turn.trump is None else cards & ~SUIT_BITS[turn.trump]


def keeps_winners(turn: Turn, cards: int) -> int:
    """A discard that is no winner."""
    return cards & ~turn.winners


def keeps_guards(turn: Turn, cards: int) -> int:
    """A discard that leaves no honour bare of the small cards that guard it."""
    return cards & ~sum(SUIT_BITS[suit] for suit in suits_in(cards) if _is_just_guarded(turn, suit))


def keeps_length(turn: Turn, cards: int) -> int:
    """A discard that leaves no suit shorter than dummy's, where it may stop dummy's last card."""
    if not turn.is_defender:
        return 0
    return cards & ~sum(SUIT_BITS[suit] for suit in suits_in(cards) if _is_as_long_as_dummy(turn, suit))


def useless_suit(turn: Turn, cards: int) -> int:
    """The longest of the suits without an honour, or else of all."""
    worth = {
        suit: (_top_rank(turn.hand, suit) >= Rank.JACK, -(turn.hand & SUIT_BITS[suit]).bit_count())
        for suit in suits_in(cards)
    }
    return sum(cards & SUIT_BITS[suit] for suit in worth if worth[suit] == min(worth.values()))


def _is_just_guarded(turn: Turn, suit: Suit) -> bool:
    """Has an honour as many cards below it as others have above it?"""
    top, own = _top_rank(turn.hand, suit), turn.hand & SUIT_BITS[suit]
    above = (turn.others & SUIT_BITS[suit]) >> own.bit_length()
    return top >= Rank.JACK and own.bit_count() == above.bit_count() + 1 > 1


def _is_as_long_as_dummy(turn: Turn, suit: Suit) -> bool:
    own, dummys = turn.hand & SUIT_BITS[suit], turn.dummys & SUIT_BITS[suit]
    return own.bit_count() == dummys.bit_count() > 1 and own.bit_length() > (dummys & -dummys).bit_length()


def _top_rank(hand: int, suit: Suit) -> int:
    """The highest rank in a suit, -1 if there is none."""
    return (hand >> 13 * suit & 0x1FFF).bit_length() - 1


_LEADING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.SUIT_PREFERENCE, suit_preference),
    (Manner.TABLE_LEAD, table_lead),
    (Manner.TOP_OF_SEQUENCE, top_of_sequence),
    (Manner.LONGEST_SUIT, longest_suit),
    (Manner.LOWEST, lowest_card),
)
_FOLLOWING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.ATTITUDE, attitude),
    (Manner.COUNT, count),
    (Manner.LOWEST_OF_EQUALS, lowest_of_equals),
    (Manner.LOWEST, lowest_card),
)
_DISCARDING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.KEEPS_TRUMPS, keeps_trumps),
    (Manner.KEEPS_WINNERS, keeps_winners),
    (Manner.KEEPS_GUARDS, keeps_guards),
    (Manner.KEEPS_LENGTH, keeps_length),
    (Manner.USELESS_SUIT, useless_suit),
    (Manner.FIRST_DISCARD, first_discard),
    (Manner.LOWEST_OF_EQUALS, lowest_of_equals),
    (Manner.LOWEST, lowest_card),
)
