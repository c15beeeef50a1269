"""What opening leads and signals say, by the table of the side that makes them: a number for every deal.

All of a pool are weighed at once. A signal is less sure than a lead, since a defender signals only with cards
he can spare: where the lead of another card than the table's is `strange`, the other signal is as likely as
the square root of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from overtrick.bidding import Agreements, BiddingError
from overtrick.bidding.carding import Against, CardTable, Occasion, SignalEntry, has_card, load_card
from overtrick.bidding.carding.entries import Signal
from overtrick.core import Auction, Bid, Card, Rank, Seat, SeatView, Side, Strain, Suit
from overtrick.deals.numbers import Packed
from overtrick.player.knowledge import Knowledge, Played

__all__ = ["holdings", "lead_chances", "partners_suits", "signal_chances", "tables_of"]

Chances = npt.NDArray[np.float64]
Holdings = npt.NDArray[np.intp]
"""The cards of one suit in one hand, thirteen bits for each deal."""

_SMALL = (1 << Rank.TEN) - 1
_TOP = 1 << Rank.ACE | 1 << Rank.KING | 1 << Rank.QUEEN
"""Who has one of these wants the suit led."""


def tables_of(agreements: Agreements | None) -> dict[Side, CardTable]:
    """The tables of leads that come with the systems of the two sides."""
    if agreements is None:
        return {}
    names = {side: agreements.systems[side].name for side in Side}
    return {side: load_card(name) for side, name in names.items() if _has_card(name)}


def _has_card(name: str) -> bool:
    try:
        return has_card(name)
    except BiddingError:  # a system made of a text has no folder
        return False


def holdings(deals: Packed, seat: Seat, suit: Suit, gone: int = 0) -> Holdings:
    """What a seat has of a suit in each deal, once some cards are gone."""
    left = deals[:, seat] & np.uint64(~gone & (1 << 52) - 1)
    return (left >> np.uint64(13 * suit) & np.uint64(0x1FFF)).astype(np.intp)


# Opening leads


def lead_chances(
    deals: Packed, lead: Played, table: CardTable, strain: Strain, is_partners: bool, strange: float
) -> Chances:
    """How likely the opening lead is in each deal, among the cards of its suit: 1 where it is the table's.

    >>> from overtrick import Card, Deal
    >>> from overtrick.dd.packed import pack
    >>> deals = pack([Deal.parse("N:... ... ... KQ2..."), Deal.parse("N:... ... ... K32...")])
    >>> king = Played(Seat.WEST, Card.parse("SK"), Seat.WEST, (), 0, 13)
    >>> lead_chances(deals, king, load_card("sayc"), Strain.HEARTS, False, 0.1)
    array([1. , 0.1])
    """
    against = Against.NOTRUMP if strain is Strain.NOTRUMP else Against.SUIT
    led = table.chosen(against, is_partners).card[holdings(deals, lead.seat, lead.card.suit)]
    return np.where(led == lead.card.rank, 1.0, strange)


def partners_suits(view: SeatView, agreements: Agreements | None, leader: Seat) -> frozenset[Suit]:
    """The suits that the leader's partner has shown with four cards, or bid with three."""
    auction, partner = view.auction, leader.partner
    bid = {suit for suit in Suit if _has_bid(auction, partner, suit)}
    if agreements is None:
        return frozenset(bid)
    promise = agreements.state(auction, view.vul).promises[(partner - auction.dealer) % 4]
    return frozenset(suit for suit in Suit if promise.length(suit)[0] >= (3 if suit in bid else 4))


def _has_bid(auction: Auction, seat: Seat, suit: Suit) -> bool:
    return any(who is seat and isinstance(call, Bid) and int(call.strain) == suit for who, call in auction)


# Signals


def signal_chances(
    deals: Packed, knowledge: Knowledge, declarer: Seat, tables: Mapping[Side, CardTable], strange: float
) -> Chances:
    """How likely the signals of hidden defenders are in each deal, by what the entries of their table say."""
    chances = np.ones(len(deals))
    for seat in knowledge.hidden:
        table = tables.get(seat.side)
        if seat.side is not declarer.side and table is not None:
            own = [played for played in knowledge.played() if played.seat is seat]
            for signal, occasion in _signals(own, declarer, knowledge.play.strain):
                chances *= _chances(deals, signal, occasion, table, knowledge.play.strain, sqrt(strange))
    return chances


def _signals(own: Sequence[Played], declarer: Seat, strain: Strain) -> Iterator[tuple[Played, Occasion]]:
    """A defender's cards that may be signals: the first small card of a side suit, the first discard."""
    begun, has_discarded = set[Suit](), False
    for played in own:
        suit, is_first = played.card.suit, played.card.suit not in begun
        begun.add(suit)
        if not played.trick or int(suit) == strain:
            continue
        led = played.trick[0].suit
        if suit is not led:
            if not has_discarded and is_first and played.card.rank < Rank.TEN:
                yield played, Occasion.DISCARDING
            has_discarded = True
        elif is_first and played.card.rank < Rank.TEN:
            if played.leader.side is declarer.side:
                yield played, Occasion.DECLARER_LEADS
            elif _is_under_an_honour(played.trick):
                yield played, Occasion.PARTNER_LEADS


def _is_under_an_honour(trick: tuple[Card, ...]) -> bool:
    """Has an honour been played, so that a small card need not try to win?"""
    return any(card.suit is trick[0].suit and card.rank >= Rank.TEN for card in trick)


def _chances(
    deals: Packed, played: Played, occasion: Occasion, table: CardTable, strain: Strain, other: float
) -> Chances:
    held, spare = holdings(deals, played.seat, played.card.suit, played.gone), _spare(played, strain)
    high = _is_high(held, table.signals_when(occasion), occasion, strain)
    if high is None or not spare >> played.card.rank & 1:
        return np.ones(len(deals))
    is_lowest = held & spare & ((1 << played.card.rank) - 1) == 0
    return np.where((np.bitwise_count(held & spare) < 2) | (high != is_lowest), 1.0, other)


def _spare(played: Played, strain: Strain) -> int:
    """The small ranks that do not win the trick so far: who plays to win, or not to, tells nothing by it."""
    led = played.trick[0].suit
    if played.card.suit is not led or any(int(card.suit) == strain for card in played.trick):
        return _SMALL
    return _SMALL & (1 << max(card.rank for card in played.trick if card.suit is led)) - 1


def _is_high(
    held: Holdings, entries: Sequence[SignalEntry], occasion: Occasion, strain: Strain
) -> npt.NDArray[np.bool_] | None:
    """From which holdings a high card is played; None where the table does not say."""
    is_count = occasion is Occasion.DECLARER_LEADS
    yes = _way(entries, "even" if is_count else "encouraging")
    no = _way(entries, "odd" if is_count else "discouraging")
    if yes is None and no is None:
        return None
    high_if_yes = yes if yes is not None else not no
    says_yes = np.bitwise_count(held) % 2 == 0 if is_count else (held & _TOP) != 0
    high = says_yes == high_if_yes
    doubleton = _way(entries, "doubleton")
    if doubleton is not None and strain is not Strain.NOTRUMP:
        is_doubleton = (np.bitwise_count(held) == 2) & (held & 1 << Rank.QUEEN == 0)
        high = np.where(is_doubleton, doubleton, high)
    return np.asarray(high, np.bool_)


def _way(entries: Sequence[SignalEntry], word: str) -> bool | None:
    """Is a high card the way to say this? None if no entry has the word in its name."""
    for entry in entries:
        if word in entry.name.lower().replace(",", " ").split():
            return entry.signal in (Signal.HIGH, Signal.HIGH_LOW)
    return None
