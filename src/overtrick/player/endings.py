"""Small endings, every layout at once: what one plan is sure of, and what nobody can lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from overtrick.core import PACK, Seat, Side, Strain
from overtrick.core.cardset import SUIT_BITS
from overtrick.dd.position import Position
from overtrick.dd.solver import own_solver
from overtrick.player.unseen import Hands, bits_of

__all__ = ["WORK", "Table", "TooMuch", "double_dummy", "is_sure", "is_won_ever", "sure_card"]

WORK = 60_000
"""Layouts looked at, each time one is, after which a proof is given up."""


class TooMuch(Exception):
    """A proof that would take more work than it may."""


@final
class Table:
    """What is the same in every layout: trumps, whose tricks count, and the work that may still be done."""

    def __init__(self, strain: Strain, side: Side, work: int = WORK) -> None:
        self.strain = strain
        self.side = side
        self._work = work
        self.known: dict[tuple[object, ...], bool] = {}

    def count(self, work: int) -> None:
        """Take note of work, and give up when it is too much."""
        self._work -= work
        if self._work < 0:
            raise TooMuch


def double_dummy(table: Table, hands: Hands, leader: Seat, trick: tuple[int, ...]) -> int:
    """The tricks that the side takes from here on when everybody sees all the cards."""
    position = Position(hands, table.strain, leader, tuple(PACK[card] for card in trick))
    return position.tricks_of(table.side, own_solver().tricks_ns(position))


# One plan for every layout


def sure_card(
    table: Table, worlds: Sequence[Hands], leader: Seat, trick: tuple[int, ...], needed: int
) -> int | None:
    """A card of the side's, whose turn it is, with which a plan begins that takes enough in every world."""
    seat = leader.next(len(trick))
    for card in bits_of(_legal(worlds[0][seat], trick)):
        if _is_sure_after(table, tuple(worlds), leader, trick, card, needed):
            return card
    return None


def is_sure(
    table: Table, worlds: tuple[Hands, ...], leader: Seat, trick: tuple[int, ...], needed: int
) -> bool:
    """Is there one plan, blind to what is hidden, that takes enough tricks in every world?"""
    if needed <= 0:
        return True
    key = (worlds, leader, trick, needed)
    if key not in table.known:
        table.count(len(worlds))
        table.known[key] = _is_sure(table, worlds, leader, trick, needed)
    return table.known[key]


def _is_sure(
    table: Table, worlds: tuple[Hands, ...], leader: Seat, trick: tuple[int, ...], needed: int
) -> bool:
    if not trick and any(double_dummy(table, hands, leader, ()) < needed for hands in worlds):
        return False  # a plan for all worlds does no better in one than a plan made for it
    if not trick and len(worlds) == 1:
        return True
    seat = leader.next(len(trick))
    if seat.side is table.side:
        cards = bits_of(_legal(worlds[0][seat], trick))
        return any(_is_sure_after(table, worlds, leader, trick, card, needed) for card in cards)
    seen = 0
    for hands in worlds:
        seen |= _legal(hands[seat], trick)
    return all(
        _is_sure_after(table, _with(worlds, seat, card, trick), leader, trick, card, needed)
        for card in bits_of(seen)
    )


def _with(worlds: Iterable[Hands], seat: Seat, card: int, trick: tuple[int, ...]) -> tuple[Hands, ...]:
    """The worlds in which a seat may play a card."""
    return tuple(hands for hands in worlds if _legal(hands[seat], trick) >> card & 1)


def _is_sure_after(
    table: Table, worlds: tuple[Hands, ...], leader: Seat, trick: tuple[int, ...], card: int, needed: int
) -> bool:
    seat = leader.next(len(trick))
    after = tuple(_without(hands, seat, card) for hands in worlds)
    played = (*trick, card)
    if len(played) < 4:
        return is_sure(table, after, leader, played, needed)
    winner = winner_of(played, leader, table.strain)
    needed -= winner.side is table.side
    return needed <= after[0][winner].bit_count() and is_sure(table, after, winner, (), needed)


# Whatever anybody does


def is_won_ever(table: Table, hands: Hands, leader: Seat, trick: tuple[int, ...]) -> bool:
    """Is there a way for all four to play in which the side wins a trick?"""
    key = (hands, leader, trick)
    if key not in table.known:
        table.count(1)
        cards = bits_of(_legal(hands[leader.next(len(trick))], trick))
        table.known[key] = any(_is_won_after(table, hands, leader, trick, card) for card in cards)
    return table.known[key]


def _is_won_after(table: Table, hands: Hands, leader: Seat, trick: tuple[int, ...], card: int) -> bool:
    after, played = _without(hands, leader.next(len(trick)), card), (*trick, card)
    if len(played) < 4:
        return is_won_ever(table, after, leader, played)
    winner = winner_of(played, leader, table.strain)
    return winner.side is table.side or is_won_ever(table, after, winner, ())


# The laws, on bits


def _legal(hand: int, trick: tuple[int, ...]) -> int:
    return (hand & SUIT_BITS[trick[0] // 13] or hand) if trick else hand


def _without(hands: Hands, seat: Seat, card: int) -> Hands:
    return (*hands[:seat], hands[seat] & ~(1 << card), *hands[seat + 1 :])


def winner_of(trick: tuple[int, ...], leader: Seat, strain: Strain) -> Seat:
    """Who wins a whole trick."""
    best = 0
    for place, card in enumerate(trick):
        same = card // 13 == trick[best] // 13
        if (same and card > trick[best]) or (not same and card // 13 == strain):
            best = place
    return leader.next(best)
