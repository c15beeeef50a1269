"""Tricks: up to four cards, and who wins them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core.card import Card, Strain, Suit
from overtrick.core.drawing import TextValue
from overtrick.core.errors import IllegalPlay, NotationError, attempt
from overtrick.core.seat import SEAT_PATTERN, SEATS, Seat

__all__ = ["Trick", "winning_place"]

_TRICK = re.compile(rf"\s*({SEAT_PATTERN})\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)


@final
@dataclass(frozen=True, slots=True, repr=False)
class Trick(TextValue):
    """The cards played to a trick, in order; fewer than four while it is going on.

    >>> trick = Trick.parse("W: H5 HK H2 S3")
    >>> trick.winner(Strain.NOTRUMP), trick.winner(Strain.SPADES)
    (Seat.NORTH, Seat.SOUTH)
    """

    leader: Seat
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(self.cards))
        if len(self.cards) > 4:
            raise IllegalPlay(f"a trick has four cards, not {len(self.cards)}")
        if len(set(self.cards)) < len(self.cards):
            twice = next(card for card in self.cards if self.cards.count(card) > 1)
            raise IllegalPlay(f"the {twice.print} cannot be played twice")

    @staticmethod
    def parse(text: str) -> Trick:
        """Read the leader's seat, a colon and the cards: ``W: H5 HK H2 S3``."""
        match = _TRICK.fullmatch(text)
        if match is None:
            raise NotationError(f"{text!r} is not a trick: expected its leader and cards, like 'W: H5 HK'")
        faults = list[str]()
        cards = [attempt(faults, Card.parse, word) for word in re.findall(r"[^\s,]+", match[2])]
        if faults:
            raise NotationError(*faults, text=text)
        return Trick(Seat.parse(match[1]), tuple(card for card in cards if card is not None))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[tuple[Seat, Card]]:
        """Each card with the seat that played it."""
        return zip(self.leader.clockwise(), self.cards, strict=False)

    @property
    def suit(self) -> Suit | None:
        """The suit led; None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def to_play(self) -> Seat | None:
        """The seat whose turn it is; None when the trick is complete."""
        return None if self.is_complete else self.leader.next(len(self.cards))

    @property
    def is_complete(self) -> bool:
        """Have all four played?"""
        return len(self.cards) == 4

    def winner(self, strain: Strain) -> Seat:
        """Who wins the trick, or is winning it so far; raises `IllegalPlay` if it is empty (Law 44)."""
        if not self.cards:
            raise IllegalPlay("nobody wins a trick to which nobody has played")
        return SEATS[self.leader + winning_place(self.cards, strain) & 3]

    def __str__(self) -> str:
        return f"{self.leader}: {' '.join(map(str, self.cards))}".rstrip()


def winning_place(cards: tuple[Card, ...], strain: Strain) -> int:
    """The place in the trick, 0 for the lead, of the card that wins."""
    trump: int = strain  # the number of a suit, or one past the last at notrump
    best = cards[0]
    suit, top = best.suit, best.index
    place = turn = 0
    for card in cards:
        if card.suit is suit:
            if card.index > top:
                top, place = card.index, turn
        elif card.suit == trump:
            suit, top, place = card.suit, card.index, turn
        turn += 1  # noqa: SIM113  # counting here takes a third less time than enumerate
    return place
