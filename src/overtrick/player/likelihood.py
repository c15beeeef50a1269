"""The likelihood of the hidden hands' leads, signals and plays: Bayes' rule, card by card."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import sqrt

import numpy as np
import numpy.typing as npt

from overtrick.bidding import Agreements, BiddingError
from overtrick.bidding.carding import CardTable, ContractKind, Occasion, SignalEntry, has_card, load_card
from overtrick.bidding.carding.entries import Signal
from overtrick.core import PACK, Bid, Card, Rank, Seat, SeatView, Side, Strain, Suit
from overtrick.core.bits import HOLDING, SUIT_BITS, holding
from overtrick.core.trick import winning_place
from overtrick.dd.batch import in_order
from overtrick.dd.position import Position
from overtrick.dd.solver import Solver, own_solver
from overtrick.deals.dealing import Deals
from overtrick.player.knowledge import Knowledge, PastCard

__all__ = [
    "WASTE",
    "chance_of",
    "chances_among_equals",
    "holdings",
    "lead_chances",
    "partners_suits",
    "play_chances",
    "signal_chances",
    "tables_of",
    "wasted",
]

Chances = npt.NDArray[np.float64]
Holdings = npt.NDArray[np.intp]
"""The cards of one suit in one hand, thirteen bits for each deal."""

_SMALL = (1 << Rank.TEN) - 1
_TOP = 1 << Rank.ACE | 1 << Rank.KING | 1 << Rank.QUEEN
"""With one of these, a defender wants the suit led."""


def tables_of(agreements: Agreements | None) -> dict[Side, CardTable]:
    """The tables of leads and signals that come with the systems of the two sides."""
    if agreements is None:
        return {}
    names = {side: agreements.systems[side].name for side in Side}
    return {side: load_card(name) for side, name in names.items() if _has_card(name)}


def _has_card(name: str) -> bool:
    with suppress(BiddingError):  # a system made from a text has no folder
        return has_card(name)
    return False


def holdings(deals: Deals, seat: Seat, suit: Suit, gone: int = 0) -> Holdings:
    """A seat's holding in a suit in each deal, once some cards are gone."""
    left = deals[:, seat] & np.uint64(~gone & (1 << 52) - 1)
    return (left >> np.uint64(13 * suit) & np.uint64(HOLDING)).astype(np.intp)


# Opening leads


def lead_chances(
    deals: Deals, lead: PastCard, table: CardTable, strain: Strain, is_partners: bool, strange: float
) -> Chances:
    """The likelihood of the opening lead in each deal: 1 if the table leads it from its suit, else `strange`.

    >>> from overtrick import Card, Deal
    >>> from overtrick.dd.packing import pack
    >>> deals = pack([Deal.parse("N:... ... ... KQ2..."), Deal.parse("N:... ... ... K32...")])
    >>> king = PastCard(Seat.WEST, Card.parse("SK"), Seat.WEST, (), 0, 13)
    >>> lead_chances(deals, king, load_card("sayc"), Strain.HEARTS, False, 0.1)
    array([1. , 0.1])
    """
    against = ContractKind.NOTRUMP if strain is Strain.NOTRUMP else ContractKind.SUIT
    led = table.chosen(against, is_partners).card[holdings(deals, lead.seat, lead.card.suit)]
    return np.where(led == lead.card.rank, 1.0, strange)


def partners_suits(view: SeatView, agreements: Agreements | None, leader: Seat) -> frozenset[Suit]:
    """The suits in which the leader's partner has shown four cards, or three if he bid the suit."""
    auction, partner = view.auction, leader.partner
    bids = {int(call.strain) for who, call in auction if who is partner and isinstance(call, Bid)}
    bid = {suit for suit in Suit if suit in bids}
    if agreements is None:
        return frozenset(bid)
    promise = agreements.state(auction, view.vul).promises[(partner - auction.dealer) % 4]
    return frozenset(suit for suit in Suit if promise.length(suit)[0] >= (3 if suit in bid else 4))


# Signals


def signal_chances(
    deals: Deals, knowledge: Knowledge, declarer: Seat, tables: Mapping[Side, CardTable], strange: float
) -> Chances:
    """The likelihood of the hidden defenders' signals in each deal, by the entries of their table."""
    chances, strain = np.ones(len(deals)), knowledge.play.strain
    for seat in knowledge.hidden:
        table = tables.get(seat.side)
        if seat.side is not declarer.side and table is not None:
            own = [played for played in knowledge.played() if played.seat is seat]
            for signal, occasion in _signals(own, declarer, strain):
                chances *= _signal_chances(deals, signal, occasion, table, strain, sqrt(strange))
    return chances


def _signals(own: Sequence[PastCard], declarer: Seat, strain: Strain) -> Iterator[tuple[PastCard, Occasion]]:
    """A defender's cards that may be signals: the first small card of a side suit, the first discard.

    To partner's lead, only after an honour has been played: then a small card need not try to win.
    """
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
            elif any(card.suit is led and card.rank >= Rank.TEN for card in played.trick):
                yield played, Occasion.PARTNER_LEADS


def _signal_chances(
    deals: Deals, played: PastCard, occasion: Occasion, table: CardTable, strain: Strain, other: float
) -> Chances:
    held, spare = holdings(deals, played.seat, played.card.suit, played.gone), _spare(played, strain)
    high = _is_high(held, table.signals_when(occasion), occasion, strain)
    if high is None or not spare >> played.card.rank & 1:
        return np.ones(len(deals))
    is_lowest = held & spare & ((1 << played.card.rank) - 1) == 0
    return np.where((np.bitwise_count(held & spare) < 2) | (high != is_lowest), 1.0, other)


def _spare(played: PastCard, strain: Strain) -> int:
    """The small ranks that are no attempt to win the trick: a choice between winning and not is no signal."""
    led = played.trick[0].suit
    if played.card.suit is not led or any(int(card.suit) == strain for card in played.trick):
        return _SMALL
    return _SMALL & (1 << max(card.rank for card in played.trick if card.suit is led)) - 1


def _is_high(
    held: Holdings, entries: Sequence[SignalEntry], occasion: Occasion, strain: Strain
) -> npt.NDArray[np.bool_] | None:
    """Does each holding call for a high card?  None where the table does not say."""
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


# Every other card


WASTE = 2
"""Playing an honour for nothing is as likely as giving this many tricks away."""
_CHUNK = 8
"""Deals per batch of a thread."""
_ENDING = 4
"""With at most this many tricks left, deals are evaluated without threads: a thread would cost more."""


# Few cards in hand: double dummy


def play_chances(
    deals: Deals, judged: Sequence[PastCard], strain: Strain, mistake: float, threads: int | None = None
) -> Chances:
    """For each deal, the likelihood of all these choices."""
    if not judged or not len(deals):
        return np.ones(len(deals))
    chunks = (deals[first : first + _CHUNK] for first in range(0, len(deals), _CHUNK))
    answer = partial(_judged, judged, strain, mistake)
    if threads == 1 or max(played.in_hand for played in judged) <= _ENDING:
        return np.concatenate(list(map(answer, chunks)))
    return np.concatenate(list(in_order(chunks, answer, "worlds", threads, None)))


def _judged(judged: Sequence[PastCard], strain: Strain, mistake: float, deals: Deals) -> Chances:
    solver, rows = own_solver(), deals.tolist()
    return np.array([_chance_of_all(solver, tuple(row), judged, strain, mistake) for row in rows])


def _chance_of_all(
    solver: Solver, dealt: tuple[int, ...], judged: Sequence[PastCard], strain: Strain, mistake: float
) -> float:
    """The likelihood in one deal, oldest choice first: the solver reuses its results for later ones."""
    chance = 1.0
    for played in judged:
        position = Position(tuple(hand & ~played.gone for hand in dealt), strain, played.leader, played.trick)
        if not _is_forced(position, played):
            found = dict(solver.cards_ns(position))
            best = max(found.values()) if played.seat.side is Side.NS else min(found.values())
            costs = {card: abs(best - tricks) for card, tricks in found.items()}
            chance *= chance_of(played.card.index, costs, mistake, wasted(position, costs))
    return chance


def _is_forced(position: Position, played: PastCard) -> bool:
    hand, led = position.hands[played.seat], SUIT_BITS[played.trick[0].suit] if played.trick else 0
    return (hand & led or hand).bit_count() == 1


def chance_of(
    card: int, costs: Mapping[int, int], mistake: float, wasted: Container[int] = frozenset()
) -> float:
    """The likelihood of a card, from the tricks that each legal card gives away, by card number.

    A choice is weighted by `mistake` to the power of its cost; a wasted card costs two tricks more.
    Each honour is a separate choice; small cards of a suit with the same cost are one choice.

    >>> queen, jack, two = 49, 48, 39
    >>> chance_of(queen, {queen: 0, jack: 0}, 0.2), chance_of(queen, {queen: 1, two: 0}, 0.2)
    (0.5, 0.16666666666666669)
    """
    likely = dict[tuple[int, int], float]()
    for each, cost in costs.items():
        likely[_choice(each, cost)] = mistake ** (cost + WASTE * (each in wasted))
    return likely[_choice(card, costs[card])] / sum(likely.values())


def _choice(card: int, cost: int) -> tuple[int, int]:
    """The key of a choice: the card itself for an honour, or else the suit and the cost."""
    return (-1, card) if PACK[card].rank >= Rank.TEN else (card // 13, cost)


# Wasted honours


def wasted(position: Position, costs: Mapping[int, int]) -> set[int]:
    """The honours that would be wasted: a lower, unequal card of the suit gives no more tricks away.

    An honour is not wasted if it is led or beats the cards on the table, unless second hand plays one that is
    not the highest out. Double dummy, the jack from jack-third under the ace is as good as any card.

    >>> from overtrick import Play
    >>> play = Play.parse("N:KT... Q3... A7... J2...;NT;S;SA")
    >>> [str(PACK[card]) for card in wasted(Position.after(play), {48: 0, 39: 0})]
    ['SJ']
    """
    trick = position.trick
    if not trick:
        return set()
    own = position.hands[position.to_play]
    elsewhere = sum(position.hands) - own
    return {
        card
        for card, cost in costs.items()
        if PACK[card].rank >= Rank.TEN
        and not _is_useful(card, trick, position.strain, elsewhere)
        and any(costs[low] <= cost for low in _lower(card, costs, elsewhere))
    }


def _lower(card: int, costs: Mapping[int, int], elsewhere: int) -> Iterator[int]:
    """The player's lower cards of a card's suit that are not equal to it: another hand's is between."""
    below = elsewhere & SUIT_BITS[PACK[card].suit] & (1 << card) - 1
    return (low for low in costs if low // 13 == card // 13 and low < below.bit_length() - 1)


def _is_useful(card: int, trick: tuple[Card, ...], strain: Strain, elsewhere: int) -> bool:
    """Does a card beat those on the table, and does that help?"""
    beats = winning_place((*trick, PACK[card]), strain) == len(trick)
    higher = elsewhere & SUIT_BITS[PACK[card].suit] & -(1 << card)
    return beats and (len(trick) > 1 or not higher)


# Many cards in hand: equals


def chances_among_equals(deals: Deals, played: PastCard) -> Chances:
    """For each deal, 1 over the number of choices equal to the card: those that touch it."""
    held = holdings(deals, played.seat, played.card.suit, played.gone)
    gone = holding(played.gone, played.card.suit)
    rank = played.card.rank
    choices = np.ones(len(deals)) + _touching(held, gone, range(rank + 1, len(Rank)), rank)
    return 1 / (choices + _touching(held, gone, range(rank - 1, -1, -1), rank))


def _touching(held: Holdings, gone: int, ranks: range, rank: int) -> npt.NDArray[np.int64]:
    """The number of other choices that touch a rank on one side: each honour, and small cards as one."""
    found, touches = np.zeros(len(held), np.int64), np.ones(len(held), np.bool_)
    has_small = rank < Rank.TEN
    for other in ranks:
        if gone >> other & 1:
            continue
        touches = touches & (held >> other & 1 == 1)
        if other >= Rank.TEN or not has_small:
            found += touches
        has_small = has_small or other < Rank.TEN
    return found
