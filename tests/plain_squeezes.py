"""Endings likely to hold a squeeze, and the cash game by trying every card: slow and obviously right."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from overtrick import CardSet
from tests.endings import SUIT, Ending, Hands, bits, random_ending

__all__ = ["PlainCashGame", "plain_cash_tricks", "random_start", "respotted"]

BLANK = None
"""What a defender throws who cannot follow suit: a card from outside his hand."""

TRUMPS = 1
"""Diamonds, in the figure that needs trumps."""
FIGURES = [
    [bits(CardSet.parse(hand).bits) for hand in hands.split()]
    for hands in (
        "Q.AJ.. T9...3 2.3..A K.KQ..",
        "..8.A3 .9..T9 2.8..8 ..Q.QJ",
        ".AJ.J92. .KQ.QT.A A.3.K6.J ..43.T95",
        ".AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95",
        "A92.AJ.. Q8.987.. 3.54.65. K65.KQ..",
    )
]
"""Squeezes with South on lead: simple, double, repeating, triple and trump."""


def plain_cash_tricks(ending: Ending, ruffs: bool, finesses: bool) -> int:
    """North's and South's tricks from here on, when they must win every trick they lead."""
    game = PlainCashGame(ending.strain, ruffs, finesses)
    return game.value(ending.whole_hands, ending.hands, ending.leader, ending.trick)


class PlainCashGame:
    """The cash game in one strain, with these ways to win a trick beside a card that cannot be beaten."""

    def __init__(self, strain: int, ruffs: bool, finesses: bool) -> None:
        self._strain, self._ruffs, self._finesses = strain, ruffs, finesses
        self._known: dict[tuple[Hands, int], int] = {}

    def value(self, start: Hands, hands: Hands, leader: int, trick: tuple[int | None, ...]) -> int:
        """The tricks from here on; `start` is what they held before the trick."""
        if len(trick) == 4:
            return self._finished(start, hands, leader, trick)
        if trick:
            return self._best(start, hands, leader, trick)
        if not hands[0]:
            return 0
        if (hands, leader) not in self._known:
            self._known[hands, leader] = self._best(hands, hands, leader, ())
        return self._known[hands, leader]

    def _best(self, start: Hands, hands: Hands, leader: int, trick: tuple[int | None, ...]) -> int:
        seat = (leader + len(trick)) % 4
        values = [
            self.value(start, _without(hands, seat, card), leader, (*trick, card))
            for card in self._choices(hands[seat], seat, trick)
        ]
        return max(values) if seat % 2 == 0 else min(values)

    def _choices(self, own: int, seat: int, trick: tuple[int | None, ...]) -> list[int | None]:
        if not trick:
            return [*_cards(own)]
        following = own & _suit(_led(trick))
        if following or seat % 2 == 0:
            return [*_cards(following or own)]
        return [BLANK, *_cards(own)]

    def _finished(self, start: Hands, hands: Hands, leader: int, trick: tuple[int | None, ...]) -> int:
        played = [card for card in trick if card is not None]
        trumps = [card for card in played if card // 13 == self._strain]
        winning = max(trumps or [card for card in played if card // 13 == _led(trick)])
        winner = (leader + trick.index(winning)) % 4
        if leader % 2 == 0 and not (winner % 2 == 0 and self._is_allowed(start, winning, _led(trick))):
            return 0
        return (winner % 2 == 0) + self.value(hands, hands, winner, ())

    def _is_allowed(self, start: Hands, winning: int, led: int) -> bool:
        is_ruff = winning // 13 != led
        is_top = not is_ruff and all(card < winning for card in _cards((start[1] | start[3]) & _suit(led)))
        return self._finesses or is_top or (self._ruffs and is_ruff)


# Endings


def random_start(chance: Random, cards: int, strain: int) -> Ending:
    """Before a lead: cards of few ranks, any cards at all, or about a known squeeze, one in three each."""
    kind = chance.randrange(3)
    if kind == 0:
        ending = random_ending(chance, cards, strain)
        return Ending(ending.whole_hands, strain, ending.leader)
    if kind == 1:
        return _dealt(chance.sample(range(52), 4 * cards), strain, chance.randrange(4))
    return _rich(chance, cards, strain)


def respotted(chance: Random, ending: Ending) -> Ending:
    """Other ranks in the same order."""
    others = dict[int, int]()
    for suit in range(4):
        held = [card for card in bits(ending.in_play) if card // 13 == suit]
        ranks = sorted(chance.sample(range(13), len(held)))
        others |= {card: 13 * suit + rank for card, rank in zip(held, ranks, strict=True)}
    north, east, south, west = (_set(others[card] for card in bits(hand)) for hand in ending.hands)
    trick = tuple(others[card] for card in ending.trick)
    return Ending((north, east, south, west), ending.strain, ending.leader, trick)


def _rich(chance: Random, cards: int, strain: int) -> Ending:
    """A known ending with cards added, up to two pairs exchanged, and other suits and seats."""
    known = chance.choice([hands for hands in FIGURES if len(hands[0]) <= cards])
    hands, unused = [[*hand] for hand in known], set(range(52)).difference(*known)
    extra = cards - len(known[0])
    for seat, card in enumerate(chance.sample(sorted(unused), 4 * extra)):
        hands[seat % 4].append(card)
    for _ in range(chance.choice((0, 1, 2))):
        one, other = chance.sample(hands, 2)
        place, another = chance.randrange(cards), chance.randrange(cards)
        one[place], other[another] = other[another], one[place]
    suits = chance.sample(range(4), 4)
    if strain < 4:
        its_place = suits.index(strain)
        suits[its_place], suits[TRUMPS] = suits[TRUMPS], strain
    north, east, south, west = map(_set, hands)
    ending = Ending(
        (north, east, south, west), TRUMPS if strain < 4 else strain, chance.choice((0, 1, 2, 2, 2, 3))
    )
    return ending.renamed(suits).turned(chance.choice((0, 2)))


def _dealt(pack: list[int], strain: int, leader: int) -> Ending:
    north, east, south, west = (_set(pack[seat::4]) for seat in range(4))
    return Ending((north, east, south, west), strain, leader)


def _cards(hand: int) -> list[int]:
    """The same as `bits`, sooner."""
    cards = []
    while hand:
        cards.append(hand.bit_length() - 1)
        hand ^= 1 << cards[-1]
    return cards


def _set(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _suit(suit: int) -> int:
    return SUIT << 13 * suit


def _led(trick: tuple[int | None, ...]) -> int:
    assert trick[0] is not BLANK
    return trick[0] // 13


def _without(hands: Hands, seat: int, card: int | None) -> Hands:
    left = list(hands)
    if card is not BLANK:
        left[seat] &= ~(1 << card)
    return left[0], left[1], left[2], left[3]
