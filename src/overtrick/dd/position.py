"""Positions in the form of the compiled solver, made from deals and plays and validated here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import final

from overtrick.core import Card, Deal, DealError, Play, Seat, Side, Strain
from overtrick.core.english import series
from overtrick.dd.errors import expect

__all__ = ["Position"]

Hands = tuple[int, ...]
"""The four hands, North first."""


@final
@dataclass(frozen=True, slots=True)
class Position:
    """Four known hands, one bit for each card, and the cards on the table, which are in no hand."""

    hands: Hands
    strain: Strain
    leader: Seat
    """Who led, or leads, to the trick in progress."""
    trick: tuple[Card, ...] = ()

    @staticmethod
    def of(deal: Deal, strain: Strain, leader: Seat, may_be_longer: Collection[Seat] = ()) -> Position:
        """The position before a lead; the seats in `may_be_longer` may hold more cards than the others."""
        expect(Deal, "a deal", deal)
        expect(Strain, "a strain", strain)
        expect(Seat, "the seat that leads", leader)
        return Position(_even_hands(deal.completed(), may_be_longer), strain, leader)

    @staticmethod
    def after(play: Play) -> Position:
        """The position a play has led to."""
        expect(Play, "a play, such as Play(deal, strain, leader)", play)
        expect(Strain, "a strain", play.strain)
        _known_hands(play.start)
        turn = len(play.cards) % 4
        return Position(play.bits, play.strain, play.on_lead, play.cards[-turn:] if turn else ())

    @property
    def packed(self) -> tuple[Hands, Strain, Seat, list[int]]:
        """The arguments of the compiled solver, with the cards on the table by their numbers."""
        return self.hands, self.strain, self.leader, [card.index for card in self.trick]

    @property
    def to_play(self) -> Seat:
        """The seat whose turn it is."""
        return self.leader.next(len(self.trick))

    @property
    def tricks_left(self) -> int:
        """The number of tricks still to be decided, the one in progress included."""
        has_played = (Seat.NORTH - self.leader) % 4 < len(self.trick)
        return self.hands[Seat.NORTH].bit_count() + has_played

    def tricks_of(self, side: Side, tricks_ns: int) -> int:
        """A side's share of the tricks left when North and South take `tricks_ns`."""
        return tricks_ns if side is Side.NS else self.tricks_left - tricks_ns


def _even_hands(deal: Deal, may_be_longer: Collection[Seat]) -> Hands:
    _known_hands(deal)
    shortest = min(len(hand) for _, hand in deal.items())
    if any(len(hand) > shortest and seat not in may_be_longer for seat, hand in deal.items()):
        counts = ", ".join(f"{seat.word} {len(hand)}" for seat, hand in deal.items())
        raise DealError(f"a trick begins with hands of equal length, not {counts}", text=str(deal))
    return tuple(deal[seat].bits for seat in Seat)


def _known_hands(deal: Deal) -> None:
    if None not in deal.hands:
        return
    unknown = [seat.word for seat in Seat if deal.get(seat) is None]
    whose = f"{unknown[0]}'s hand is" if len(unknown) == 1 else f"the hands of {series(unknown)} are"
    raise DealError(f"{whose} unknown: double dummy needs all four", text=str(deal))
