"""Where the page stands: a board, what is played for, and how far the play has gone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick.core import Board, Card, Contract, Deal, Play, Seat, Side, Strain
from overtrick.formats import Record

__all__ = ["Stakes", "Stand"]


@final
@dataclass(frozen=True, slots=True)
class Stakes:
    """What is played for: a strain, who leads, and whose tricks are counted."""

    strain: Strain
    leader: Seat
    side: Side
    contract: Contract | None = None
    """None when only a strain is known, or an ending is played."""

    @staticmethod
    def at(contract: Contract) -> Stakes:
        """Those of a contract."""
        return Stakes(contract.strain, contract.leader, contract.declarer.side, contract)

    @staticmethod
    def of(board: Board) -> Stakes | None:
        """Those that a board tells; the side on lead wants the tricks of an ending."""
        if board.deal.known and board.deal.cards_each == 13 and board.contract is not None:
            return Stakes.at(board.contract)
        if board.play is None:
            return None
        is_ending = board.play.start.cards_each < 13
        side = board.play.leader.side if is_ending else board.play.leader.side.opponents
        return Stakes(board.play.strain, board.play.leader, side)

    @staticmethod
    def of_ending(board: Board) -> Stakes:
        """Those of an ending that tells none: declarer leads and wants the tricks, South at notrump."""
        contract = board.contract
        strain, leader = (
            (Strain.NOTRUMP, Seat.SOUTH) if contract is None else (contract.strain, contract.declarer)
        )
        return Stakes(strain, leader, leader.side)

    @property
    def needs(self) -> int | None:
        """The tricks that make the contract."""
        return None if self.contract is None else self.contract.needs

    def suits(self, play: Play) -> bool:
        """Was this played for the same?"""
        return play.strain is self.strain and play.leader is self.leader


@final
@dataclass(frozen=True)
class Stand:
    """A board, and a position in its play; without stakes nothing can be played yet."""

    record: Record
    stakes: Stakes | None
    told: tuple[Card, ...]
    """The cards of the record."""
    step: int
    """So many of them have been played."""
    own: tuple[Card, ...]
    """What was played after them, away from the record."""

    @property
    def board(self) -> Board:
        """The board."""
        return self.record.board

    @property
    def deal(self) -> Deal:
        """All the cards, before the first was played."""
        return self.board.deal.completed()

    @property
    def is_solvable(self) -> bool:
        """Are four hands of equal length known?"""
        lengths = {len(hand) for _, hand in self.deal.items()}
        return None not in self.deal.hands and len(lengths) == 1 and lengths != {0}

    @property
    def fault(self) -> str:
        """Why nothing can be solved; empty if it can."""
        if self.is_solvable:
            return ""
        lengths = {seat: len(hand) for seat, hand in self.deal.items()}
        most = max(lengths.values(), default=0)
        told = [f"{seat.word} is not known" for seat in Seat if seat not in lengths]
        told += [f"{seat.word} has only {number}" for seat, number in lengths.items() if number < most]
        return f"double dummy needs four hands of equal length{': ' if told else ''}{', '.join(told)}"

    @property
    def is_whole(self) -> bool:
        """Are all 52 cards known?"""
        return self.deal.is_full

    @property
    def is_ending(self) -> bool:
        """Are four hands of equal length known, and some tricks gone?"""
        return self.is_solvable and not self.is_whole

    @cached_property
    def play(self) -> Play | None:
        """The position; None before anybody knows what is played for."""
        if self.stakes is None or not self.is_solvable:
            return None
        start = Play(self.deal, self.stakes.strain, self.stakes.leader)
        return start.then_all((*self.told[: self.step], *self.own))

    @property
    def record_play(self) -> Play | None:
        """The play that the record tells; None without one."""
        if self.stakes is None or not self.is_solvable or not self.told:
            return None
        return Play(self.deal, self.stakes.strain, self.stakes.leader, self.told)

    @property
    def recorded(self) -> Card | None:
        """The card that the record has next; None away from it and at its end."""
        return None if self.own or self.step >= len(self.told) else self.told[self.step]
