"""Prediction: the next decisions of a seat while others act, the likeliest first.

The hidden cards are dealt many times at random and the hands before ours play by habit; the positions reached
most often are the likeliest. This decides only the order of thinking, never a decision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import final

from overtrick.core import Call, Card, CardSet, IllegalPlay, Play, Rank, Seat, SeatView, Strain, Suit
from overtrick.core.bits import SUIT_BITS
from overtrick.core.trick import winning_place
from overtrick.player.manners import equals
from overtrick.protocol.client.board import SeatBoard

__all__ = ["MOST", "Chances", "NextTurn", "chances", "followed", "foreseen"]

# Likely cards


Chances = dict[Card, float]
"""Cards with weights, which need not add up to one."""

_SIGNAL = 0.22
"""How often a defender plays his highest small card rather than the lowest."""
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
"""The weight of a card that no habit suggests."""


@final
@dataclass(frozen=True, slots=True)
class NextTurn:
    """A hand to play, in one possible layout of all hands."""

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
        """Does the hand belong to declarer's side?"""
        return self.seat.side is self.dummy.side

    def held(self, suit: Suit) -> list[Card]:
        """The cards of a suit, from low to high."""
        return sorted(CardSet(self.hands[self.seat] & SUIT_BITS[suit]), key=lambda card: card.rank)


def chances(turn: NextTurn) -> Chances:
    """The chances of the legal cards.

    >>> hands = tuple(CardSet.parse(text).bits for text in ("K42...", "A63...", "QJ5...", "T98..."))
    >>> turn = NextTurn(hands, Seat.WEST, (Card.parse("SQ"),), Strain.NOTRUMP, Seat.NORTH, Suit.SPADES)
    >>> {str(card): chance for card, chance in chances(turn).items()}  # it cannot beat the queen
    {'S8': 0.78, 'S9': 0.22, 'ST': 0.02}
    """
    own = turn.held(turn.trick[0].suit) if turn.trick else []
    found = _following(turn, own) if own else _showing_out(turn) if turn.trick else _leading(turn)
    legal = own or CardSet(turn.hands[turn.seat])
    return found | {card: _RARE for card in legal if card not in found}


def _mixed(low: Chances, high: Card, share: float) -> Chances:
    """A low card, or with chance `share` the high one."""
    mixed = {card: chance * (1 - share) for card, chance in low.items()}
    mixed[high] = mixed.get(high, 0.0) + share
    return mixed


# Following suit


def _following(turn: NextTurn, own: list[Card]) -> Chances:
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


def _third_hand(turn: NextTurn, own: list[Card], winners: list[Card], low: Chances) -> Chances:
    """High, or just high enough if the fourth hand is dummy's."""
    if turn.seat.lho is not turn.dummy:
        return _mixed(low, _lowest_of_top(turn, own), _THIRD)
    dummys = turn.hands[turn.dummy] & SUIT_BITS[own[0].suit]
    enough = [card for card in winners if card.bit > dummys]
    return _mixed(low, enough[0], _THIRD) if enough else _mixed(low, winners[0], 1 - _THIRD)


def _low(turn: NextTurn, own: list[Card]) -> Chances:
    """The lowest card, or a defender's signal."""
    small = [card for card in own if card.rank < Rank.TEN]
    if len(small) < 2 or turn.is_declarers:
        return {own[0]: 1.0}
    return {small[0]: 1 - _SIGNAL, small[-1]: _SIGNAL}


def _lowest_of_top(turn: NextTurn, own: list[Card]) -> Card:
    """The lowest of the cards that touch the highest."""
    others = sum(hand for seat, hand in enumerate(turn.hands) if seat != turn.seat)
    card = own[-1]
    for lower in reversed(own[:-1]):
        if lower.rank < Rank.NINE or others & (card.bit - 1) & ~(2 * lower.bit - 1):
            break
        card = lower
    return card


# Showing out


def _showing_out(turn: NextTurn) -> Chances:
    """A ruff that wins, or the lowest card of a long suit without honours."""
    found, trump = _discards(turn), turn.strain.suit
    ruffs = [] if trump is None else turn.held(trump)
    place = len(turn.trick)
    winning = [card for card in ruffs if winning_place((*turn.trick, card), turn.strain) == place]
    if not winning:
        return found or {ruffs[0]: 1.0}
    is_partners = place - winning_place(turn.trick, turn.strain) == 2
    return _mixed(found, winning[0], _OVERRUFFS_PARTNER if is_partners else _RUFF)


def _discards(turn: NextTurn) -> Chances:
    found = Chances()
    for suit in Suit:
        if suit is not turn.strain.suit and (own := turn.held(suit)):
            is_dear = own[-1].rank >= Rank.JACK
            found[own[0]] = len(own) * (1.0 if is_dear else 4.0) * (0.2 if own[0].rank >= Rank.QUEEN else 1.0)
    total = sum(found.values())
    return {card: weight / total for card, weight in found.items()}


# Leading


def _leading(turn: NextTurn) -> Chances:
    found = Chances()
    for suit in Suit:
        own = turn.held(suit)
        if own:
            for card, weight in (_declarers_leads if turn.is_declarers else _defenders_leads)(turn, own):
                found[card] = found.get(card, 0.0) + weight
    return found


def _declarers_leads(turn: NextTurn, own: list[Card]) -> list[tuple[Card, float]]:
    """Winners and low cards of suits in which both hands are long."""
    bits, (top, partners, theirs) = SUIT_BITS[own[0].suit], _others(turn, own)
    weight = (len(own) + (partners & bits).bit_count()) / 6
    if own[0].suit is turn.last:
        weight *= _SAME_SUIT
    if own[0].suit is turn.strain.suit:
        weight *= _TRUMPS_DRAWN if theirs else 0.3
    is_winner = top.bit > theirs and partners < 2 * top.bit
    return [(own[0], weight), *([(top, weight * _CASHES)] if is_winner else [])]


def _defenders_leads(turn: NextTurn, own: list[Card]) -> list[tuple[Card, float]]:
    """The suit led before, or first; winners, the top of a sequence or a doubleton, low and fourth best."""
    suit, (top, partners, theirs) = own[0].suit, _others(turn, own)
    weight = _SAME_SUIT if suit is turn.last else _RETURN if suit is turn.first else 1.0
    if suit is turn.strain.suit:
        weight *= _TRUMPS_LED
    found = list[tuple[Card, float]]()
    if top.bit > theirs and partners < 2 * top.bit:
        found.append((top, 2 * weight))
    if len(own) > 1 and own[-2].rank == top.rank - 1 and top.rank >= Rank.TEN:
        found.append((top, weight * _SEQUENCE))
    elif len(own) <= 2:
        found.append((top, weight * _DOUBLETON))
    if top.rank is Rank.ACE and turn.strain.suit not in (None, suit):
        weight *= _FROM_AN_ACE
    found.append((own[0], weight))
    return [*found, (own[-4], weight * _FOURTH_BEST)] if len(own) > 3 else found


def _others(turn: NextTurn, own: list[Card]) -> tuple[Card, int, int]:
    """The highest card, and what partner and the opponents hold of its suit."""
    bits, seat = SUIT_BITS[own[0].suit], turn.seat
    theirs = (turn.hands[seat.lho] | turn.hands[seat.rho]) & bits
    return own[-1], turn.hands[seat.partner] & bits, theirs


# Likely positions


MOST = 12
"""The most positions thought about in advance."""
_DEALS = 150
"""How often the hidden cards are dealt; more deals predict no better."""

Cards = tuple[Card, ...]


def foreseen(board: SeatBoard, most: int = MOST) -> list[SeatView]:
    """The views in which this seat may act next; none if it is its turn, or if prediction is hopeless.

    >>> from overtrick.core import Auction, CardSet, Seat, Vul
    >>> hand = CardSet.parse("AKQ2.AKQ.AKQ.AK2")
    >>> board = SeatBoard(Seat.NORTH, 1, Vul.NONE, hand, Auction.parse("E: P"))
    >>> [str(view.auction) for view in foreseen(board)]
    ['E: P P P']
    """
    if board.is_over or board.is_turn or board.lacks_dummy:
        return []
    if board.contract is None:
        return list(_if_all_pass(board))
    if not board.cards or board.seat is board.contract.dummy:
        return []  # dummy will change everything, or is our own hand
    return list(islice(_by_likelihood(board), most))


def followed(view: SeatView, act: Call | Card) -> SeatView | None:
    """The view after an act of ours, if it is our turn again and there is a choice.

    >>> from overtrick.core import Board
    >>> text = "Deal N:AK..4. Q5..3. J2..A. T9..2.\\nPlay NT;E;SQ S2 S9\\nResult 1NT by N"
    >>> further = followed(SeatView.of(Board.parse(text), Seat.NORTH), Card.parse("SA"))
    >>> further is not None and further.legal_cards
    CardSet.parse('K..4.')
    """
    if view.play is None or not isinstance(act, Card):
        return None
    after = replace(view, play=view.play.then(act))
    return after if after.is_turn and _has_choice(after) else None


def _if_all_pass(board: SeatBoard) -> Iterator[SeatView]:
    """Our next call if all pass, and the opening lead, which takes far longer to decide."""
    while not board.auction.is_over:
        board = board.after_call(Call.PASS)
        if board.is_turn:
            yield board.view


def _has_choice(view: SeatView) -> bool:
    """Are the legal cards not all equal?  If they are, a decision takes no time."""
    assert view.play is not None  # cards have been played
    legal = view.legal_cards
    return sum(bool(group & legal) for group in equals(view.play, view.play.to_play)) > 1


# The play


def _by_likelihood(board: SeatBoard) -> Iterator[SeatView]:
    """The views with a choice, the most frequent first."""
    play, contract, chance = board.play, board.contract, Random(len(board.cards))
    assert play is not None  # cards have been played
    assert contract is not None
    ours = (board.seat, contract.dummy) if board.seat is contract.declarer else (board.seat,)
    found = defaultdict[Cards, float](float)
    for hands in _dealt(play, chance):
        for cards, likely in _played(play, hands, ours, contract.dummy, chance):
            found[cards] += likely
    for cards in sorted(found, key=lambda cards: -found[cards]):
        now = board
        with suppress(IllegalPlay):  # some managers report impossible hands
            for card in cards:
                now = now.after_card(card)
            if now.is_turn and _has_choice(now.view):
                yield now.view


def _dealt(play: Play, chance: Random) -> Iterator[tuple[int, ...]]:
    """Random layouts of the hidden hands: a hand that has shown out of a suit gets no card of it."""
    hidden = [seat for seat in Seat if play.start.get(seat) is None]
    if len(hidden) != 2:
        return
    one, other = (play.bits[seat] for seat in hidden)
    open_cards, own = list(CardSet(one & other)), one & ~other
    has_played = (hidden[0] - play.on_lead) % 4 < len(play.cards) % 4
    wanted = 13 - len(play.cards) // 4 - has_played - own.bit_count()
    for _ in range(_DEALS):
        chance.shuffle(open_cards)
        hands = list(play.bits)
        hands[hidden[0]] = own | CardSet.of(open_cards[: max(0, wanted)]).bits
        hands[hidden[1]] = (one | other) & ~hands[hidden[0]]
        yield tuple(hands)


def _played(
    play: Play, hands: tuple[int, ...], ours: tuple[Seat, ...], dummy: Seat, chance: Random
) -> Iterator[tuple[Cards, float]]:
    """The cards played before our turn: random up to the last one, for which each card has its chance."""
    leader, trick, left, cards = play.on_lead, play.trick.cards, list(hands), Cards()
    last = play.cards[-4].suit if len(play.cards) > 3 and not trick else None
    while left[seat := leader.next(len(trick))]:
        turn = NextTurn(tuple(left), seat, trick, play.strain, dummy, play.cards[0].suit, last)
        likely = chances(turn)
        if len(trick) < 3 and leader.next(len(trick) + 1) in ours:
            total = sum(likely.values())
            yield from (((*cards, card), each / total) for card, each in likely.items())
            return
        (card,) = chance.choices(list(likely), list(likely.values()))
        cards, trick = (*cards, card), (*trick, card)
        left[seat] &= ~card.bit
        if len(trick) == 4:
            leader, last, trick = leader.next(winning_place(trick, play.strain)), trick[0].suit, ()
            if leader in ours:
                yield cards, 1.0
                return
