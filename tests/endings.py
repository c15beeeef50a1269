"""Random positions for the double-dummy solver, as it takes them: four hands in bits, and a trick.

The ranks are few, so that the same shapes and patterns come again and again with other owners: then what
the solver remembers of one ending is used, rightly or wrongly, in the next.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeAlias

from overtrick import _core

__all__ = [
    "BIG",
    "IS_SOAK",
    "ORDINARY",
    "RULES",
    "SMALL",
    "SUIT",
    "SWITCHES",
    "Ending",
    "Hands",
    "Switches",
    "bits",
    "random_deal",
    "random_ending",
    "solver",
]

Hands: TypeAlias = tuple[int, int, int, int]
"""North, East, South, West; one bit for each card."""

IS_SOAK = os.environ.get("OVERTRICK_HYPOTHESIS") == "soak"
BIG = 1 << 24
SMALL = 1 << 17
"""So few bytes that the table is replaced again and again."""
RULES = ("table", "equals", "siblings", "quick_tricks", "trump_tricks", "stoppers", "refutation", "memory")
SUIT = (1 << 13) - 1
"""The bits of a suit, clubs' in place."""


@dataclass(frozen=True, slots=True)
class Switches:
    """How often each defender may discard a card from outside his hand, and whether finesses lose."""

    east: int = 0
    west: int = 0
    no_finesse: bool = False

    def turned(self) -> Switches:
        """East's for West and West's for East."""
        return Switches(self.west, self.east, self.no_finesse)


ORDINARY = Switches()
"""Bridge as it is played."""
BLANKS = (0, 1, 2, _core.ALWAYS)
SWITCHES = tuple(Switches(*switches) for switches in product(BLANKS, BLANKS, (False, True)))


@dataclass(frozen=True, slots=True)
class Ending:
    """The cards left, without those on the table, and the trick in progress, by card index."""

    hands: Hands
    strain: int
    leader: int
    trick: tuple[int, ...] = ()

    @property
    def to_play(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % 4

    @property
    def tricks_left(self) -> int:
        """The tricks still to be decided, as North's cards tell."""
        return (self.hands[0] | self._played_by(0)).bit_count()

    @property
    def in_play(self) -> int:
        """Every card that is not gone, those on the table included."""
        north, east, south, west = self.whole_hands
        return north | east | south | west

    @property
    def whole_hands(self) -> Hands:
        """The hands as they were before the trick in progress."""
        north, east, south, west = (self.hands[seat] | self._played_by(seat) for seat in range(4))
        return north, east, south, west

    @property
    def legal(self) -> list[int]:
        """The cards that may be played, by index."""
        own = self.hands[self.to_play]
        following = own & SUIT << 13 * (self.trick[0] // 13) if self.trick else 0
        return bits(following or own)

    def then(self, card: int) -> Ending:
        """The position after a card, which stays on the table."""
        hands = list(self.hands)
        hands[self.to_play] &= ~(1 << card)
        return Ending(_four(hands), self.strain, self.leader, (*self.trick, card))

    def gathered(self) -> Ending:
        """The next trick, if four cards are on the table."""
        return Ending(self.hands, self.strain, self._winner()) if len(self.trick) == 4 else self

    def may_discard_blank(self, switches: Switches) -> bool:
        """Has the player to act a choice beside his cards?"""
        if not self.trick or self.to_play % 2 == 0:
            return False
        following = self.hands[self.to_play] >> 13 * (self.trick[0] // 13) & SUIT
        return not following and bool(switches.east if self.to_play == 1 else switches.west)

    def turned(self, places: int) -> Ending:
        """Every hand moved to the left by so many places."""
        hands = [self.hands[(seat - places) % 4] for seat in range(4)]
        return Ending(_four(hands), self.strain, (self.leader + places) % 4, self.trick)

    def renamed(self, suits: Sequence[int]) -> Ending:
        """Each suit, the trumps too, called by another name."""

        def cards(hand: int) -> int:
            return sum((hand >> 13 * suit & SUIT) << 13 * suits[suit] for suit in range(4))

        trick = tuple(13 * suits[card // 13] + card % 13 for card in self.trick)
        strain = self.strain if self.strain == 4 else suits[self.strain]
        return Ending(_four([cards(hand) for hand in self.hands]), strain, self.leader, trick)

    # Asking

    def tricks(self, solver: _core.DoubleDummy, guess: int = 0) -> int:
        """What North and South take, says a solver."""
        return solver.tricks(self.hands, self.strain, self.leader, self.trick, guess)

    def cards(self, solver: _core.DoubleDummy) -> dict[int, int]:
        """What they take after each card, says a solver."""
        return dict(solver.cards(self.hands, self.strain, self.leader, self.trick))

    def proof(self, solver: _core.DoubleDummy, target: int) -> tuple[bool, int]:
        """Do they reach the target, and the cards that prove it."""
        return solver.at_least(self.hands, self.strain, self.leader, self.trick, target)

    def plain_tricks(self, switches: Switches = ORDINARY) -> int:
        """What they take, found by trying every card."""
        return _core.plain_tricks(
            self.hands,
            self.strain,
            self.leader,
            self.trick,
            switches.east,
            switches.west,
            switches.no_finesse,
        )

    def _winner(self) -> int:
        suits = [card // 13 for card in self.trick]
        best = self.strain if self.strain in suits else suits[0]
        winning = max(card for card in self.trick if card // 13 == best)
        return (self.leader + self.trick.index(winning)) % 4

    def _played_by(self, seat: int) -> int:
        turn = (seat - self.leader) % 4
        return 1 << self.trick[turn] if turn < len(self.trick) else 0


def bits(cards: int) -> list[int]:
    """The cards of a set by index, low to high."""
    return [card for card in range(52) if cards >> card & 1]


def solver(
    switches: Switches = ORDINARY, *, size: int = BIG, portable: bool = False, without: Collection[str] = ()
) -> _core.DoubleDummy:
    """A solver with these switches, and its rules but some."""
    made = _core.DoubleDummy(size, portable=portable)
    rules = _core.Rules()
    for rule in without:
        setattr(rules, rule, False)
    made.set(rules, switches.east, switches.west, switches.no_finesse)
    return made


def random_ending(
    chance: Random, cards: int, strain: int, switches: Switches = ORDINARY, *, is_even: bool = True
) -> Ending:
    """Before the trick every hand has so many cards; a defender who did not have to discard may have more.

    That is one who may throw blanks, or any, if the hands need not be even: he has thrown all he could.
    """
    east, west = (_extra(chance, not is_even or bool(blanks)) for blanks in (switches.east, switches.west))
    pack = _few_ranks(chance, 4 * cards + east + west)
    hands = [
        sum(1 << pack.pop() for _ in range(length)) for length in (cards, cards + east, cards, cards + west)
    ]
    ending = Ending(_four(hands), strain, chance.randrange(4))
    for _ in range(chance.randrange(4)):
        ending = ending.then(chance.choice(ending.legal))
    return ending


def random_deal(chance: Random) -> Hands:
    """All 52 cards."""
    pack = list(range(52))
    chance.shuffle(pack)
    return _four([sum(1 << card for card in pack[13 * seat : 13 * seat + 13]) for seat in range(4)])


def _extra(chance: Random, may_be_longer: bool) -> int:
    return chance.choice((0, 0, 1, 2)) if may_be_longer else 0


def _few_ranks(chance: Random, cards: int) -> list[int]:
    """So many cards in random order, of few ranks and sometimes of few suits."""
    suits = chance.sample(
        range(4), chance.choice([number for number in (2, 3, 3, 4, 4, 4) if 13 * number >= cards])
    )
    fewest = -(-cards // len(suits))
    ranks = chance.sample(range(13), min(13, fewest + chance.choice((0, 0, 1, 3, 13))))
    return chance.sample([13 * suit + rank for suit in suits for rank in ranks], cards)


def _four(hands: Sequence[int]) -> Hands:
    north, east, south, west = hands
    return north, east, south, west
