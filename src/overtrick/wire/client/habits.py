"""What players usually do: how likely each card of a hand is, by a few habits of the table and no search.

The shares and weights below were chosen by how often they foresee the cards of quick robots, see
`bench.pondering`; near these, other numbers foresee as many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, Rank, Seat, Strain, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.core.trick import winning_place

__all__ = ["Chances", "Turn", "chances"]

Chances = dict[Card, float]
"""Cards with weights, which need not add up to one."""

_SIGNAL = 0.22
"""How often a defender's small card is not the lowest but the highest of them."""
_SECOND, _COVER = 0.2, 0.5
"""How often second hand plays high to a small card, and to an honour."""
_OVERTAKES, _THIRD = 0.25, 0.8
"""How often third hand plays high when partner's card is winning, and when it is not."""
_FOURTH = 0.9
"""How often fourth hand takes a trick that is the opponents' so far."""
_RUFF, _OVERRUFFS_PARTNER = 0.75, 0.1
_SAME_SUIT, _RETURN, _TRUMPS_DRAWN, _TRUMPS_LED = 1.7, 3.0, 1.5, 0.5
"""Leads of the suit before, of the suit of the opening lead, of trumps by declarer and by a defender."""
_CASHES, _SEQUENCE, _DOUBLETON, _FOURTH_BEST = 1.5, 1.5, 0.7, 0.5
_FROM_AN_ACE = 0.3
_RARE = 0.02
"""The weight of a card that no habit speaks for."""


@final
@dataclass(frozen=True, slots=True)
class Turn:
    """A hand that is to play, with all hands as they may lie."""

    hands: tuple[int, ...]
    seat: Seat
    trick: tuple[Card, ...]
    strain: Strain
    dummy: Seat
    first: Suit
    """The suit of the opening lead."""
    last: Suit | None = None
    """The suit that was led to the trick before."""

    @property
    def is_declarers(self) -> bool:
        """Does it belong to declarer's side?"""
        return self.seat.side is self.dummy.side

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return None if self.strain is Strain.NOTRUMP else Suit(int(self.strain))

    def held(self, suit: Suit) -> list[Card]:
        """The cards of a suit, from low to high."""
        return _cards(self.hands[self.seat] & SUIT_BITS[suit])


def chances(turn: Turn) -> Chances:
    """How likely the cards are that the hand to play may play.

    >>> hands = tuple(CardSet.parse(text).bits for text in ("K42...", "A63...", "QJ5...", "T98..."))
    >>> turn = Turn(hands, Seat.WEST, (Card.parse("SQ"),), Strain.NOTRUMP, Seat.NORTH, Suit.SPADES)
    >>> {str(card): chance for card, chance in chances(turn).items()}  # it cannot beat the queen
    {'S8': 0.78, 'S9': 0.22, 'ST': 0.02}
    """
    own = turn.held(turn.trick[0].suit) if turn.trick else []
    found = _following(turn, own) if own else _showing_out(turn) if turn.trick else _leading(turn)
    legal = own or CardSet(turn.hands[turn.seat])
    return found | {card: _RARE for card in legal if card not in found}


def _cards(bits: int) -> list[Card]:
    return sorted(CardSet(bits), key=lambda card: card.rank)


def _mixed(low: Chances, high: Card, share: float) -> Chances:
    """A low card, or in so many cases the high one."""
    mixed = {card: chance * (1 - share) for card, chance in low.items()}
    mixed[high] = mixed.get(high, 0.0) + share
    return mixed


# Following suit


def _following(turn: Turn, own: list[Card]) -> Chances:
    low = _low(turn, own)
    place = winning_place(turn.trick, turn.strain)
    best, is_partners = turn.trick[place], len(turn.trick) - place == 2
    winners = [card for card in own if card.suit is best.suit and card.rank > best.rank]
    if not winners:
        return low
    if len(turn.trick) == 1:
        is_small = best.rank < Rank.TEN
        high = _lowest_of_top(turn, own) if is_small else winners[0]
        return _mixed(low, high, _SECOND if is_small else _COVER)
    if len(turn.trick) == 3:
        return _mixed(low, winners[0], 1 - _FOURTH if is_partners else _FOURTH)
    if is_partners:
        return _mixed(low, _lowest_of_top(turn, own), _OVERTAKES)
    return _third_hand(turn, own, winners, low)


def _third_hand(turn: Turn, own: list[Card], winners: list[Card], low: Chances) -> Chances:
    """High, or just high enough if the fourth hand is dummy's."""
    if turn.seat.lho is not turn.dummy:
        return _mixed(low, _lowest_of_top(turn, own), _THIRD)
    dummys = turn.hands[turn.dummy] & SUIT_BITS[own[0].suit]
    enough = [card for card in winners if card.bit > dummys]
    return _mixed(low, enough[0], _THIRD) if enough else _mixed(low, winners[0], 1 - _THIRD)


def _low(turn: Turn, own: list[Card]) -> Chances:
    """The lowest; a defender's may be a signal."""
    small = [card for card in own if card.rank < Rank.TEN]
    if len(small) < 2 or turn.is_declarers:
        return {own[0]: 1.0}
    return {small[0]: 1 - _SIGNAL, small[-1]: _SIGNAL}


def _lowest_of_top(turn: Turn, own: list[Card]) -> Card:
    """The lowest of the cards that touch the highest."""
    others = sum(hand for seat, hand in enumerate(turn.hands) if seat != turn.seat)
    card = own[-1]
    for lower in reversed(own[:-1]):
        if lower.rank < Rank.NINE or others & (card.bit - 1) & ~(2 * lower.bit - 1):
            break
        card = lower
    return card


# Showing out


def _showing_out(turn: Turn) -> Chances:
    """A ruff that wins, or the lowest card of a long suit without honours."""
    found, trump = _discards(turn), turn.trump
    ruffs = [] if trump is None else turn.held(trump)
    place = len(turn.trick)
    winning = [card for card in ruffs if winning_place((*turn.trick, card), turn.strain) == place]
    if not winning:
        return found or {ruffs[0]: 1.0}
    is_partners = place - winning_place(turn.trick, turn.strain) == 2
    return _mixed(found, winning[0], _OVERRUFFS_PARTNER if is_partners else _RUFF)


def _discards(turn: Turn) -> Chances:
    found = Chances()
    for suit in Suit:
        if suit is not turn.trump and (own := turn.held(suit)):
            is_dear = own[-1].rank >= Rank.JACK
            found[own[0]] = len(own) * (1.0 if is_dear else 4.0) * (0.2 if own[0].rank >= Rank.QUEEN else 1.0)
    total = sum(found.values())
    return {card: weight / total for card, weight in found.items()}


# Leading


def _leading(turn: Turn) -> Chances:
    found = Chances()
    for suit in Suit:
        own = turn.held(suit)
        if own:
            for card, weight in (_declarers_leads if turn.is_declarers else _defenders_leads)(turn, own):
                found[card] = found.get(card, 0.0) + weight
    return found


def _declarers_leads(turn: Turn, own: list[Card]) -> list[tuple[Card, float]]:
    """Winners and low cards of suits in which both hands are long."""
    bits, (top, partners, theirs) = SUIT_BITS[own[0].suit], _others(turn, own)
    weight = (len(own) + (partners & bits).bit_count()) / 6
    if own[0].suit is turn.last:
        weight *= _SAME_SUIT
    if own[0].suit is turn.trump:
        weight *= _TRUMPS_DRAWN if theirs else 0.3
    is_winner = top.bit > theirs and partners < 2 * top.bit
    return [(own[0], weight), *([(top, weight * _CASHES)] if is_winner else [])]


def _defenders_leads(turn: Turn, own: list[Card]) -> list[tuple[Card, float]]:
    """The suit led before, or first; winners, the top of a sequence or a doubleton, low and fourth best."""
    suit, (top, partners, theirs) = own[0].suit, _others(turn, own)
    weight = _SAME_SUIT if suit is turn.last else _RETURN if suit is turn.first else 1.0
    if suit is turn.trump:
        weight *= _TRUMPS_LED
    found = list[tuple[Card, float]]()
    if top.bit > theirs and partners < 2 * top.bit:
        found.append((top, 2 * weight))
    if len(own) > 1 and own[-2].rank == top.rank - 1 and top.rank >= Rank.TEN:
        found.append((top, weight * _SEQUENCE))
    elif len(own) <= 2:
        found.append((top, weight * _DOUBLETON))
    if top.rank is Rank.ACE and turn.trump not in (None, suit):
        weight *= _FROM_AN_ACE
    found.append((own[0], weight))
    return [*found, (own[-4], weight * _FOURTH_BEST)] if len(own) > 3 else found


def _others(turn: Turn, own: list[Card]) -> tuple[Card, int, int]:
    """The highest card, and what partner and the opponents hold of its suit."""
    bits, seat = SUIT_BITS[own[0].suit], turn.seat
    theirs = (turn.hands[seat.lho] | turn.hands[seat.rho]) & bits
    return own[-1], turn.hands[seat.partner] & bits, theirs
