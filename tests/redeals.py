"""Redeals that keep what a proof needs, and how much more than that proofs keep.

``python -m tests.redeals`` prints how often the lowest card of a suit can be dropped from a proof and no
redeal is found that breaks the bound.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.endings import ORDINARY, SUIT, SWITCHES, Ending, Switches, bits, random_ending, solver

__all__ = ["excess", "is_top_of_each_suit", "redeal"]

TRIES = 30
"""How many redeals are tried before a card counts as not needed."""


def is_top_of_each_suit(cards: int, ending: Ending) -> bool:
    """Are these, in every suit, the highest of the cards in play?"""
    others = ending.in_play & ~cards
    suits = [SUIT << 13 * suit for suit in range(4)]
    return cards & ~ending.in_play == 0 and all(
        not cards & suit or cards & suit & -(cards & suit) > others & suit for suit in suits
    )


def redeal(chance: Random, ending: Ending, kept: int) -> Ending:
    """The cards kept stay where they are; in each suit the others change places, on the table too.

    Half of the time the suit is made of other ranks in the same order.
    """
    hands, trick = [0, 0, 0, 0], list(ending.trick)
    for suit in range(4):
        cards = _cards(ending, suit)
        free = [_place(ending, card) for card in cards if not kept >> card & 1]
        chance.shuffle(free)
        ranks = (
            sorted(chance.sample(range(13), len(cards))) if chance.random() < 0.5 else [c % 13 for c in cards]
        )
        for card, rank in zip(cards, ranks, strict=True):
            seat, turn = _place(ending, card) if kept >> card & 1 else free.pop()
            if turn is None:
                hands[seat] |= 1 << 13 * suit + rank
            else:
                trick[turn] = 13 * suit + rank
    north, east, south, west = hands
    return Ending((north, east, south, west), ending.strain, ending.leader, tuple(trick))


def _place(ending: Ending, card: int) -> tuple[int, int | None]:
    """Who holds a card, or who played it and when."""
    if card in ending.trick:
        turn = ending.trick.index(card)
        return (ending.leader + turn) % 4, turn
    return next(seat for seat in range(4) if ending.hands[seat] >> card & 1), None


def excess(chance: Random, endings: int, cards: int, switches: Switches = ORDINARY) -> Counter[str]:
    """What comes of dropping the lowest card that a proof keeps in a suit, over random endings."""
    found, asked = Counter[str](), solver(switches)
    for _ in range(endings):
        ending = random_ending(chance, cards, chance.randrange(5), switches)
        target = 1 + chance.randrange(ending.tricks_left)
        is_reached, kept = ending.proof(asked, target)
        for suit in range(4):
            if of_suit := kept & SUIT << 13 * suit:
                dropped = (of_suit & -of_suit).bit_length() - 1
                others = _with_another_owner(chance, ending, kept, dropped)
                is_needed = any((other.plain_tricks(switches) >= target) != is_reached for other in others)
                found["needed" if is_needed else "not needed" if others else "nothing to exchange"] += 1
    return found


def _with_another_owner(chance: Random, ending: Ending, kept: int, dropped: int) -> set[Ending]:
    """Redeals that keep all but one of the cards, and give that one to another player."""
    suit, below = dropped // 13, (ending.in_play & (1 << dropped) - 1) >> 13 * (dropped // 13)
    owner, number = _place(ending, dropped)[0], below.bit_count()
    redeals = {redeal(chance, ending, kept ^ 1 << dropped) for _ in range(TRIES)}
    return {other for other in redeals if _place(other, _cards(other, suit)[number])[0] != owner}


def _cards(ending: Ending, suit: int) -> list[int]:
    return [card for card in bits(ending.in_play) if card // 13 == suit]


def main() -> None:
    """Print the excess for endings of several sizes, in bridge as it is played and with switches."""
    for cards in (2, 3, 4):
        print(cards, "cards:", dict(excess(Random(cards), 150, cards)))
    chance = Random("switches")
    for _ in range(4):
        switches = chance.choice(SWITCHES)
        print("3 cards,", switches, dict(excess(chance, 80, 3, switches)))


if __name__ == "__main__":
    main()
