"""Endings put into whole deals: thirteen cards each, an auction, and the tricks before.

Both defenders follow suit in every trick before the ending, so that declarer can exclude no layout of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from overtrick.core import PACK, Auction, Board, CardSet, Deal, Play, Seat, Side, Strain, Suit, Vul
from overtrick.player.claims import winner_of

__all__ = ["Ending", "boards", "oddity"]

SUITS = range(4)
_SUIT = (1 << 13) - 1
TRIES = 400
"""Ways to spread the cards that were played before."""
EXPECTED = {7: 21.0, 8: 22.5, 9: 25.0, 10: 25.5, 11: 27.5, 12: 31.0, 13: 34.0}
"""The points of a side that bids for this many tricks."""
GAMES = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4, Strain.DIAMONDS: 5, Strain.CLUBS: 5}


@dataclass(frozen=True)
class Ending:
    """An ending with declarer, South, or dummy on lead, and the tricks still needed."""

    north: CardSet
    south: CardSet
    out: CardSet
    """The cards of both defenders."""
    strain: Strain
    leader: Seat
    target: int

    @property
    def cards_each(self) -> int:
        """How many cards each hand has."""
        return len(self.south)

    @property
    def play(self) -> Play:
        """The ending alone, as declarer sees it."""
        return Play(Deal((self.north, None, self.south, None)), self.strain, self.leader)


def boards(ending: Ending, east: CardSet, chance: Random) -> Iterator[Board]:
    """Whole deals that come to the ending; East has these of the cards out."""
    for _ in range(TRIES):
        before = _Before.spread(ending, east, chance)
        if before is None:
            continue
        for _ in range(4):
            cards = before.played(chance)
            board = None if cards is None else before.board(cards)
            if board is not None:
                yield board


@dataclass(frozen=True)
class _Before:
    """The hands before the ending: the cards played and the cards left."""

    ending: Ending
    left: tuple[int, ...]
    gone: tuple[int, ...]
    rounds: tuple[int, ...]
    """How often each suit was led."""

    @staticmethod
    def spread(ending: Ending, east: CardSet, chance: Random) -> _Before | None:
        """Each defender can follow to every round before, and so can declarer's hands that follow later."""
        left = (ending.north.bits, east.bits, ending.south.bits, (ending.out - east).bits)
        pools = [_cards((_SUIT << 13 * suit) & ~sum(left)) for suit in SUITS]
        rounds = _rounds(left, pools, 13 - ending.cards_each, chance)
        if rounds is None:
            return None
        gone, spare = [0, 0, 0, 0], list[int]()
        for suit, (pool, number) in enumerate(zip(pools, rounds, strict=True)):
            low_first = sorted(pool, key=lambda card: card % 13 + chance.uniform(0, 14))
            for seat in (Seat.EAST, Seat.WEST, *_holders(left, suit)):
                mine, low_first = low_first[:number], low_first[number:]
                gone[seat] |= _bits(mine)
            spare += low_first
        for card in chance.sample(spare, len(spare)):
            seat = min((Seat.NORTH, Seat.SOUTH), key=lambda seat: (gone[seat].bit_count(), chance.random()))
            gone[seat] |= 1 << card
        if len({hand.bit_count() for hand in gone}) > 1:
            return None
        return _Before(ending, left, tuple(gone), tuple(rounds))

    def played(self, chance: Random) -> list[int] | None:
        """The played cards in a legal order; None if none is found."""
        held, rounds, leader, cards = list(self.gone), list(self.rounds), Seat.WEST, list[int]()
        while any(rounds):
            suits = [suit for suit in SUITS if rounds[suit] and held[leader] & _SUIT << 13 * suit]
            if not suits:
                return None
            suit, trick = chance.choice(suits), tuple[int, ...]()
            rounds[suit] -= 1
            for place in range(4):
                seat = leader.next(place)
                follows = _cards(held[seat] & _SUIT << 13 * suit)
                choices = follows or self._discards(seat, held[seat], rounds)
                if not choices:
                    return None
                card = _in_suit(follows, trick, chance) if follows else chance.choice(choices)
                held[seat] ^= 1 << card
                trick = (*trick, card)
            leader = winner_of(trick, leader, self.ending.strain)
            cards.extend(trick)
        return cards if leader is self.ending.leader else None

    def _discards(self, seat: Seat, held: int, rounds: list[int]) -> list[int]:
        """What a hand can spare: it must be able to follow without the cards of the ending."""
        found = list[int]()
        for suit in SUITS:
            cards, is_kept = _cards(held & _SUIT << 13 * suit), self.left[seat] & _SUIT << 13 * suit
            if not is_kept or len(cards) > rounds[suit]:
                found += cards
        return found

    def board(self, cards: list[int]) -> Board | None:
        """The whole deal in the contract that needs the tricks asked for; None if there is none."""
        strain = self.ending.strain
        play = Play(self.deal, strain, Seat.WEST, tuple(PACK[card] for card in cards))
        level = play.tricks_won(Side.NS) + self.ending.target - 6
        if not 1 <= level <= 7:
            return None
        return Board(None, Seat.SOUTH, Vul.NONE, self.deal, _auction(level, strain), play=play)

    @property
    def deal(self) -> Deal:
        """All four hands."""
        north, east, south, west = (CardSet(self.left[seat] | self.gone[seat]) for seat in Seat)
        return Deal((north, east, south, west))


def _holders(left: Sequence[int], suit: int) -> list[Seat]:
    """Declarer's hands that have cards of a suit in the ending."""
    return [seat for seat in (Seat.NORTH, Seat.SOUTH) if left[seat] & _SUIT << 13 * suit]


def _rounds(
    left: Sequence[int], pools: Sequence[Sequence[int]], tricks: int, chance: Random
) -> list[int] | None:
    """How often each suit is led before the ending."""
    rounds = [0] * 4
    for _ in range(tricks):
        room = [
            suit for suit in SUITS if (rounds[suit] + 1) * (2 + len(_holders(left, suit))) <= len(pools[suit])
        ]
        if not room:
            return None
        rounds[chance.choice(room)] += 1
    return rounds


def _in_suit(cards: list[int], trick: tuple[int, ...], chance: Random) -> int:
    """Mostly the cheapest that wins, or the lowest."""
    if not trick or chance.random() < 0.1:
        return chance.choice(cards)
    if len(trick) == 1 and chance.random() < 0.7:
        return cards[0]
    best = max(card for card in trick if card // 13 == trick[0] // 13)
    is_partners = len(trick) > 1 and trick[-2] == best
    return next((card for card in cards if card > best and not is_partners), cards[0])


def _auction(level: int, strain: Strain) -> Auction:
    """South opens, North raises if more than one is to be bid, nobody else calls."""
    calls = f"1{strain} AP" if level == 1 else f"1{strain} P {level}{strain} AP"
    return Auction.parse(f"S: {calls}")


def oddity(board: Board) -> float:
    """How far a board is from one that would be bid: in points, a card too few or too many counting three."""
    contract = board.contract
    assert contract is not None
    hands = [hand for _, hand in board.deal.items()]
    north, east, south, west = hands
    odd = abs(north.hcp + south.hcp - EXPECTED[contract.needs])
    odd += 2 * abs(contract.level - GAMES[contract.strain])
    odd += sum(max(0, hand.hcp - 11) for hand in (east, west))
    odd += 3 * sum(max(0, max(_lengths(hand)) - 6) for hand in hands)
    if contract.strain is Strain.NOTRUMP:
        odd += max(0, 15 - south.hcp, south.hcp - 17) / 2 + 3 * max(0, 2 - min(_lengths(south)))
        return odd + 3 * max(0, max(_lengths(south)) - 5)
    own, dummys = (len(hand.holding(Suit(contract.strain))) for hand in (south, north))
    odd += 3 * (max(0, 8 - own - dummys) + max(0, 5 - own) + max(0, 3 - dummys))
    return odd + max(0, 12 - south.hcp, south.hcp - 20)


def _lengths(hand: CardSet) -> list[int]:
    return [len(hand.holding(suit)) for suit in Suit]


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _cards(bits: int) -> list[int]:
    return [card for card in range(52) if bits >> card & 1]
