"""Endings with more than one chance, made from named holdings and kept where plain sampling fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np

from bench.combined_boards import Ending
from overtrick.core import Card, CardSet, Seat, Strain, Suit
from overtrick.dd.packing import Deals
from overtrick.player.manners import equals
from overtrick.player.strategies import CardStrategy, Detail, compare

__all__ = [
    "ENDLESS",
    "Dealt",
    "Holding",
    "another",
    "is_combined",
    "layouts_of",
    "lines_of",
    "pattern",
    "random_dealt",
]

CHANCES = (
    ("the finesse against the {suit} king", "AQ", "xx", "K", (1, 3)),
    ("the finesse against the {suit} king", "AQx", "xx", "K", (2, 3)),
    ("the finesse against the {suit} king", "AQ", "x", "K", (1, 3)),
    ("the finesse against the {suit} king", "AQJ", "xx", "K", (2, 3)),
    ("the two-way finesse for the {suit} queen", "AJx", "KTx", "Q", (2, 3)),
    ("the two-way finesse for the {suit} queen", "AJ", "KT", "Q", (2, 3)),
    ("the two-way finesse for the {suit} queen", "AJx", "KT", "Q", (2, 3)),
    ("the {suit} queen, to be dropped or finessed", "AKJ", "xx", "Q", (2, 4)),
    ("the {suit} queen, to be dropped or finessed", "AKJ", "xxx", "Q", (2, 4)),
    ("the {suit} queen, to be dropped or finessed", "AJ", "Kx", "Q", (2, 3)),
    ("two finesses in {suit}s", "AJT", "xx", "KQ", (1, 2)),
    ("two finesses in {suit}s", "AQT", "xx", "KJ", (1, 2)),
    ("two finesses in {suit}s", "A9", "JT", "KQ", (1, 2)),
    ("the king-jack guess in {suit}s", "KJ", "xx", "AQ", (1, 2)),
    ("the lead towards the {suit} king", "Kx", "xx", "A", (1, 3)),
    ("the lead towards the {suit} king", "KQ", "xx", "A", (1, 3)),
    ("the lead towards the {suit} queen", "Ax", "Qx", "K", (1, 3)),
    ("the finesse against the {suit} king", "AQ", "Jx", "K", (2, 4)),
    ("the finesse against the {suit} king", "Ax", "QJ", "K", (2, 4)),
    ("the queen-jack guess in {suit}s", "AT", "Kx", "QJ", (1, 3)),
    ("the finesse against the {suit} jack", "KT", "Qx", "AJ", (1, 3)),
    ("the finesse against the {suit} jack", "AT", "Qx", "KJ", (1, 3)),
    ("two finesses in {suit}s", "AJ", "Tx", "KQ", (1, 3)),
    ("the king-jack guess in {suit}s", "KT", "Jx", "AQ", (1, 3)),
    ("the lead towards the {suit} king", "Kx", "Qx", "A", (2, 4)),
    ("the lead towards the {suit} jack", "Ax", "Jx", "KQ", (1, 3)),
    ("the two-way finesse for the {suit} queen", "KJx", "ATx", "Q", (2, 4)),
    ("the two-way finesse for the {suit} jack", "KTx", "Q9x", "AJ", (2, 3)),
    ("the finesse against the {suit} king", "AQx", "Jxx", "K", (2, 4)),
    ("the {suit} queen, to be dropped or finessed", "AJx", "Kxx", "Q", (3, 4)),
    ("the {suit} break", "AKx", "xx", "QJ", (2, 2)),
    ("the {suit} break", "Axx", "Kx", "QJ", (1, 3)),
    ("the {suit} break", "AKQx", "xx", "J", (4, 4)),
    ("the {suit} break", "AKx", "xx", "Q", (2, 3)),
    ("the {suit} break", "AQx", "Kx", "J", (2, 3)),
    ("the {suit} break", "Axx", "xx", "KQ", (1, 2)),
    ("a {suit} to be ruffed good", "Axx", "x", "KQ", (1, 2)),
    ("a {suit} to be ruffed good", "KQx", "x", "A", (2, 3)),
    ("the ruffing finesse in {suit}s", "AQ", "-", "K", (1, 3)),
    ("the ruffing finesse in {suit}s", "KQ", "-", "A", (1, 3)),
)
"""The name of a chance, the two holdings, the missing honours, and the number of missing small cards."""
OTHERS = ("A x", "A -", "- A", "A K", "x x", "x -", "- x", "K x", "xx x", "x A", "Ax x", "x xx", "AK x")
"""Holdings of the two hands that only win, lose, ruff or enter."""
CARDS = 4
"""Cards in each hand: with five, too many endings take too long to certify."""
FILLED = 0.4
"""The probability that one more suit is held."""
RANKS = "23456789TJQKA"
MARGIN = 0.05
"""The share of the layouts by which the best card must be better than every other."""
TO_THE_END = 52
LEAST = 0.3
"""The share of the layouts in which the contract must be made double dummy."""
FEW, MANY, ENDLESS = 20_000, 30_000, 10**9
"""Positions after which an ending is left out: it would take too long to certify."""


@dataclass(frozen=True)
class Holding:
    """One suit of declarer's two hands; x is a small card."""

    name: str
    one: str
    other: str
    honours: str
    small: int

    @property
    def out(self) -> int:
        """The number of the defenders' cards."""
        return len(self.honours) + self.small

    @property
    def lengths(self) -> tuple[int, int]:
        """The lengths of the two hands."""
        return len(self.one), len(self.other)


@dataclass(frozen=True)
class Dealt:
    """An ending, and the holdings that it was made of."""

    ending: Ending
    suits: tuple[Suit, ...]
    holdings: tuple[Holding, ...]

    @property
    def named(self) -> set[Suit]:
        """The suits in which there is a chance."""
        return {suit for suit, each in zip(self.suits, self.holdings, strict=True) if each.name}

    def theme(self, card: Card) -> str:
        """What combines, if this card is right."""
        named = zip(self.suits, self.holdings, strict=True)
        phrases = {suit: each.name.format(suit=suit.word.rstrip("s")) for suit, each in named if each.name}
        first = phrases.pop(card.suit, None)
        if first is None:
            first = f"{_action(self.ending, card)} first"
        rest = " and ".join(phrases.values()) or "the other suits"
        return f"{first}, then {rest}"


def _action(ending: Ending, card: Card) -> str:
    """A lead of a suit in which there is no finesse."""
    suit = card.suit.word.rstrip("s")
    out = [each.rank for each in ending.out if each.suit is card.suit]
    own = [each.rank for each in ending.north | ending.south if each.suit is card.suit]
    wins = not out or max(own) > max(out)
    if ending.strain.suit is card.suit:
        return "a trump" if wins else "a trump lost"
    return f"the {suit} winner" if wins else f"a {suit} ruffed or lost"


# Making endings


def random_dealt(chance: Random) -> Dealt:
    """Any ending of four cards that the holdings make."""
    while True:
        cards = chance.choice((CARDS,))
        found = _whole([_random_chance(chance) for _ in range(chance.choice((1, 2, 2, 2, 2)))], cards, chance)
        if found is not None:
            return _dealt(chance, found)


def another(dealt: Dealt, chance: Random) -> Dealt:
    """One like it: a suit may be held otherwise, another hand may lead, other cards may be trumps."""
    while True:
        holdings = [each for each in dealt.holdings if each.lengths != (0, 0)]
        place = chance.randrange(len(holdings))
        now = _random_chance(chance) if holdings[place].name else _random_other(chance)
        if now.lengths == holdings[place].lengths:
            holdings[place] = now
        found = _whole(holdings, dealt.ending.cards_each, chance, is_full=True)
        if found is not None:
            return _dealt(chance, found)


def _random_chance(chance: Random) -> Holding:
    name, one, other, honours, (low, high) = chance.choice(CHANCES)
    hands = chance.sample((one.strip("-"), other.strip("-")), 2)
    return Holding(name, hands[0], hands[1], honours, chance.randint(low, high))


def _random_other(chance: Random) -> Holding:
    one, other = chance.choice(OTHERS).split()
    return Holding("", one.strip("-"), other.strip("-"), "", chance.randint(0, 3))


def _whole(
    holdings: list[Holding], cards: int, chance: Random, is_full: bool = False
) -> list[Holding] | None:
    """The holdings and others that fill the hands; None if they do not."""
    while not is_full and len(holdings) < 4 and chance.random() < FILLED:
        holdings.append(_random_other(chance))
    missing = 2 * cards - sum(each.out for each in holdings)
    if any(sum(lengths) != cards for lengths in zip(*(each.lengths for each in holdings), strict=True)):
        return None
    if missing == 0:
        return holdings
    return [*holdings, Holding("", "", "", "", missing)] if 0 < missing < 4 and len(holdings) < 4 else None


def _dealt(chance: Random, holdings: Sequence[Holding]) -> Dealt:
    """The cards themselves: declarer's small ones are below the defenders'."""
    suits = chance.sample(list(Suit), len(holdings))
    north, south, out = list[Card](), list[Card](), list[Card]()
    for suit, holding in zip(suits, holdings, strict=True):
        taken = holding.one + holding.other + holding.honours
        free = iter(rank for rank in RANKS if rank not in taken)
        own = [rank if rank != "x" else next(free) for rank in holding.one + holding.other]
        theirs = [*holding.honours, *(next(free) for _ in range(holding.small))]
        cards = [Card.parse(f"{suit}{rank}") for rank in own]
        north += cards[: len(holding.one)]
        south += cards[len(holding.one) :]
        out += [Card.parse(f"{suit}{rank}") for rank in theirs]
    strain = chance.choice((Strain.NOTRUMP, Strain.NOTRUMP, *(Strain(suit) for suit in suits)))
    hands = [CardSet.of(cards) for cards in (north, south, out)]
    leader = chance.choice((Seat.NORTH, Seat.SOUTH))
    ending = Ending(hands[0], hands[1], hands[2], strain, leader, target=1)
    return Dealt(ending, tuple(suits), tuple(holdings))


def pattern(ending: Ending) -> tuple[object, ...]:
    """A key shared by endings that differ only in the names of suits and the ranks of equals."""
    suits = []
    for suit in Suit:
        owners = [
            "N" if card in ending.north else "S" if card in ending.south else "-"
            for card in ending.north | ending.south | ending.out
            if card.suit is suit
        ]
        suits.append(("".join(owners), ending.strain.suit is suit))
    return (*sorted(suits), ending.leader, ending.target)


# Judging them


def layouts_of(ending: Ending) -> Deals:
    """Every way the defenders may hold what is out."""
    bits = [card.bit for card in ending.out]
    north, south, out = ending.north.bits, ending.south.bits, ending.out.bits
    easts = [sum(east) for east in combinations(bits, ending.cards_each)]
    return np.array([[north, east, south, out - east] for east in easts], np.uint64)


def lines_of(
    ending: Ending, layouts: Deals, few: int = FEW, many: int = MANY
) -> tuple[list[CardStrategy], list[CardStrategy]] | None:
    """What each card makes against best defence, best first, and double dummy; None if it is not a problem.

    Cheap questions come first: is there a card that only seems as good, and is one card best alone?
    """
    play, even = ending.play, np.ones(len(layouts))
    if len(equals(play, play.to_play)) < 4:
        return None
    hopes = list(compare(play, Seat.SOUTH, layouts, even, ending.target, 1, ENDLESS).strategies)
    hoped = [plan.value for plan in hopes]
    if not LEAST * len(layouts) <= hoped[0] <= hoped[1] + MARGIN * len(layouts):
        return None
    question = (play, Seat.SOUTH, layouts, even, ending.target, TO_THE_END)
    alone = compare(*question, few, only_best=True)
    if not (alone.is_complete and alone.is_alone):
        return None
    for detail in (Detail.LOWEST, Detail.CARDS):
        found = compare(*question, many, detail)
        if not (found.is_complete and is_combined(found.strategies, hopes)):
            return None
    return list(found.strategies), hopes


def is_combined(plans: Sequence[CardStrategy], hopes: Sequence[CardStrategy]) -> bool:
    """Is one line best, does one only seem as good, and do two more bank on different layouts?"""
    best, *others = plans
    hoped = {plan.card: plan.value for plan in hopes}
    if any(plan.value > best.value - MARGIN * len(best.worlds) for plan in others):
        return False
    return any(
        hoped[deferring.card] >= hoped[best.card] and _combines(best, one, other)
        for one, other in combinations(others, 2)
        for deferring in others
        if deferring not in (one, other)
    )


def _combines(best: CardStrategy, one: CardStrategy, other: CardStrategy) -> bool:
    """Does the best plan win where one line does and the other does not, and the other way about?"""
    only_one, only_other = one.worlds & ~other.worlds, other.worlds & ~one.worlds
    return bool((best.worlds & only_one).any() and (best.worlds & only_other).any())
