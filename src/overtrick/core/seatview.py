"""What one seat may know: the only thing a player, human or robot, is ever given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core.auction import Auction
from overtrick.core.board import Board, Meaning
from overtrick.core.call import Call
from overtrick.core.cardset import CardSet
from overtrick.core.contract import Contract
from overtrick.core.deal import Deal
from overtrick.core.play import Play
from overtrick.core.seat import Seat, Vul

__all__ = ["SeatView"]


@final
@dataclass(frozen=True, slots=True)
class SeatView:
    """A board as one seat sees it: its own hand, dummy once faced, the calls, the cards played.

    The play is an ordinary `Play` from a deal in which the hidden hands are unknown, so a view
    holds no card its seat may not see. Boards that differ only in what is hidden give equal views.

    >>> view = SeatView.of(Board.parse("Board 1\\nDeal N:A... K... Q... J...\\nAuction N: 1NT AP"), Seat.EAST)
    >>> view.deal
    Deal.parse('N:- K... - -')
    """

    seat: Seat
    number: int | None
    vul: Vul
    deal: Deal
    """The hands this seat has seen in full; the others are unknown."""
    auction: Auction
    meanings: tuple[Meaning | None, ...] = ()
    contract: Contract | None = None
    """The contract, once it is settled."""
    play: Play | None = None
    """The cards played, once the auction is over; None before that and when the board is passed out."""

    @staticmethod
    def of(board: Board, seat: Seat) -> SeatView:
        """What a seat may know of a board as far as it has gone."""
        auction = Auction(board.dealer) if board.auction is None else board.auction
        contract = board.contract
        cards = () if board.play is None else board.play.cards
        deal = Deal.of(dict(_visible(board.deal, seat, contract if cards else None)))
        play = None if contract is None else Play(deal, contract.strain, contract.leader, cards)
        return SeatView(seat, board.number, board.vul, deal, auction, board.meanings, contract, play)

    @property
    def hand(self) -> CardSet:
        """The hand this seat was dealt."""
        return self.deal[self.seat]

    @property
    def dummy(self) -> CardSet | None:
        """The hand dummy was dealt, once it is faced."""
        if self.contract is None or self.play is None or not self.play.cards:
            return None
        return self.deal.get(self.contract.dummy)

    def calls(self) -> Iterator[tuple[Seat, Call, Meaning | None]]:
        """Each call with the seat that made it and what it was said to show."""
        missing = (None,) * (len(self.auction) - len(self.meanings))
        told = zip(self.auction, (*self.meanings, *missing), strict=True)
        return ((seat, call, meaning) for (seat, call), meaning in told)

    @property
    def is_turn(self) -> bool:
        """Is this seat to act: to call, to play, or as declarer to play from dummy?"""
        if self.contract is None or self.play is None:
            return not self.auction.is_over and self.auction.to_call is self.seat
        to_play = self.play.to_play
        acting = self.contract.declarer if to_play is self.contract.dummy else to_play
        return acting is self.seat and not self.play.is_over

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """The calls this seat may make now; none when it is not its turn."""
        return self.auction.legal_calls if self.is_turn and self.play is None else ()

    @property
    def legal_cards(self) -> CardSet:
        """The cards this seat may play now, from its own hand or as declarer from dummy."""
        return self.play.legal_cards if self.play is not None and self.is_turn else CardSet()


def _visible(deal: Deal, seat: Seat, faced: Contract | None) -> Iterator[tuple[Seat, CardSet]]:
    """The hands a seat sees: its own, and dummy's once the opening lead is made."""
    for other, hand in deal.items():
        if other is seat or (faced is not None and other is faced.dummy):
            yield other, hand
