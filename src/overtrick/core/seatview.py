"""A board as one seat may see it: all that a player, human or robot, is ever given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import final

from overtrick.core.auction import Auction
from overtrick.core.board import Board, Claim, Meaning
from overtrick.core.call import Call
from overtrick.core.cardset import CardSet
from overtrick.core.contract import Contract
from overtrick.core.deal import Deal
from overtrick.core.errors import BoardError
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
    >>> view.deal  # an ending: dummy's hand was faced long ago
    Deal.parse('N:- K... Q... -')
    """

    seat: Seat
    number: int | None
    vul: Vul
    deal: Deal
    """The hands this seat has seen in full; the others are unknown."""
    unseen: CardSet
    """The cards in play that this seat was not dealt and does not see in dummy."""
    auction: Auction
    meanings: tuple[Meaning | None, ...] = ()
    contract: Contract | None = None
    """The contract, once it is settled."""
    play: Play | None = None
    """The cards played, once the auction is over; None before that and when the board is passed out."""
    claim: Claim | None = None
    """The claim that ended the play."""

    def __post_init__(self) -> None:
        hidden = [seat.word for seat in self.deal.known if seat not in (self.seat, self.faced_dummy)]
        if hidden:
            raise BoardError(f"{self.seat.word} may not see the hand of {' and '.join(hidden)}")

    @staticmethod
    def of(board: Board, seat: Seat) -> SeatView:
        """A seat's view of a board at its present stage."""
        contract, play = _settled_contract(board), board.play
        if play is None and contract is not None:
            play = Play.of(board.deal, contract)
        dummy = _faced_dummy(contract, play)
        deal = Deal.of({who: hand for who, hand in board.deal.items() if who in (seat, dummy)})
        if play is not None:
            play = Play(deal, play.strain, play.leader, play.cards)
        # with unknown hands any card may be in play
        in_play = CardSet.pack() if None in board.deal.hands else board.deal.dealt
        return SeatView(
            seat=seat,
            number=board.number,
            vul=board.vul,
            deal=deal,
            unseen=in_play - deal.dealt,
            auction=Auction(board.dealer) if board.auction is None else board.auction,
            meanings=board.meanings,
            contract=contract,
            play=play,
            claim=board.claim,
        )

    # Visible facts

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.auction.dealer

    @property
    def hand(self) -> CardSet:
        """The hand this seat was dealt."""
        return self.deal[self.seat]

    @property
    def faced_dummy(self) -> Seat | None:
        """The seat whose hand lies face up on the table, if any."""
        return _faced_dummy(self.contract, self.play)

    @property
    def dummy(self) -> CardSet | None:
        """The hand dummy was dealt, once it is faced."""
        return None if self.faced_dummy is None else self.deal.get(self.faced_dummy)

    def calls(self) -> Iterator[tuple[Seat, Call, Meaning | None]]:
        """Each call with the seat that made it and its explanation."""
        told = zip_longest(self.auction, self.meanings)
        return ((seat, call, meaning) for (seat, call), meaning in told)

    # Legal actions

    @property
    def is_turn(self) -> bool:
        """Is it this seat's turn to call, to play, or as declarer to play from dummy?"""
        if self.play is None:
            return not self.auction.is_over and self.auction.to_call is self.seat
        to_play = self.play.to_play
        acting = to_play.partner if to_play is self.faced_dummy else to_play
        return acting is self.seat and not self.play.is_over and self.claim is None

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """The calls this seat may make now; none when it is not its turn."""
        return self.auction.legal_calls if self.is_turn and self.play is None else ()

    @property
    def legal_cards(self) -> CardSet:
        """The cards this seat may play now, from its own hand or as declarer from dummy."""
        return self.play.legal_cards if self.play is not None and self.is_turn else CardSet()


def _settled_contract(board: Board) -> Contract | None:
    """The contract as the players know it: never from a result while the auction goes on."""
    if board.auction is not None and not board.unread_calls:
        return board.auction.contract if board.auction.is_over else None
    return board.contract if board.play is not None else None


def _faced_dummy(contract: Contract | None, play: Play | None) -> Seat | None:
    """Dummy's seat once its hand is face up: after the opening lead, so always in an ending."""
    if play is None:
        return None
    if play.start.cards_each < 13:
        return None if contract is None else contract.dummy
    return play.leader.lho if play.cards else None
