"""A board as one player at a foreign table knows it, his messages, and the log of finished boards."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

from overtrick.core import (
    Auction,
    Board,
    Call,
    Card,
    CardSet,
    Contract,
    Deal,
    Meaning,
    Play,
    Result,
    Seat,
    SeatView,
    Side,
    Vul,
)
from overtrick.protocol import messages
from overtrick.table import Log, Occupant, Table, TableSettings

__all__ = ["BoardLog", "SeatBoard", "act_message", "plainest", "ready_messages"]


@final
@dataclass(frozen=True)
class SeatBoard:
    """A board seen from one seat, with unknown hands where cards are hidden.

    It is not a `Table`, which has all four hands; its view is the one that a table would give.

    >>> hand = CardSet.parse("AKQ2.AKQ.AKQ.AK2")
    >>> board = SeatBoard(Seat.NORTH, 1, Vul.NONE, hand, Auction(Seat.NORTH))
    >>> board.view.is_turn, board.after_call(Call.parse("7NT")).to_act
    (True, Seat.EAST)
    """

    seat: Seat
    number: int
    vul: Vul
    hand: CardSet
    auction: Auction
    meanings: tuple[Meaning | None, ...] = ()
    """The stated meaning of each call, as far as it was understood."""
    cards: tuple[Card, ...] = ()
    dummy: CardSet | None = None
    """Dummy's hand, once the manager has shown it; None for dummy itself."""

    # Knowledge

    @cached_property
    def contract(self) -> Contract | None:
        """The contract, once it is settled; also None if all four passed."""
        return self.auction.contract if self.auction.is_over else None

    @cached_property
    def play(self) -> Play | None:
        """The play, once there is a contract."""
        contract = self.contract
        return None if contract is None else Play(self._deal, contract.strain, contract.leader, self.cards)

    @cached_property
    def view(self) -> SeatView:
        """The seat's view, as players get it."""
        told = max((place for place, each in enumerate(self.meanings, 1) if each is not None), default=0)
        return SeatView(
            seat=self.seat,
            number=self.number,
            vul=self.vul,
            deal=self._deal,
            unseen=CardSet.pack() - self._deal.dealt,
            auction=self.auction,
            meanings=self.meanings[:told],
            contract=self.contract,
            play=self.play,
        )

    @property
    def _deal(self) -> Deal:
        hands = {self.seat: self.hand}
        if self.dummy is not None and self.contract is not None:
            hands[self.contract.dummy] = self.dummy
        return Deal.of(hands)

    # Turns

    @property
    def is_over(self) -> bool:
        """Was it passed out, or played to the end?"""
        return self.auction.is_over and (self.play is None or self.play.is_over)

    @property
    def to_act(self) -> Seat | None:
        """The hand to call or to play from; None when the board is over."""
        if self.is_over:
            return None
        return self.auction.to_call if self.play is None else self.play.to_play

    @property
    def actor(self) -> Seat | None:
        """The player who is to act: declarer, if it is dummy's turn."""
        hand, contract = self.to_act, self.contract
        return contract.declarer if contract is not None and hand is contract.dummy else hand

    @property
    def is_turn(self) -> bool:
        """Is this seat to act, with all the cards that it needs known?"""
        return self.actor is self.seat and not self.lacks_dummy

    @property
    def lacks_dummy(self) -> bool:
        """Is dummy on the table, but not yet shown to this seat?"""
        contract = self.contract
        if contract is None or not self.cards:
            return False
        return self.dummy is None and contract.dummy is not self.seat

    # Events

    def after_call(self, call: Call, meaning: Meaning | None = None) -> SeatBoard:
        """The board after one more call, with its stated meaning."""
        return replace(self, auction=self.auction.then(call), meanings=(*self.meanings, meaning))

    def after_card(self, card: Card) -> SeatBoard:
        """The board after one more card from the hand whose turn it is."""
        if self.play is None:
            raise messages.ProtocolError("nothing is to be played yet")
        after = replace(self, cards=(*self.cards, card))
        after.__dict__["play"] = self.play.then(card)
        return after

    def facing(self, dummy: CardSet) -> SeatBoard:
        """The board once dummy is shown; an impossible dummy is an error."""
        shown = replace(self, dummy=dummy)
        _ = shown.play  # raises if a card is in two hands
        return shown

    # The end

    @property
    def result(self) -> Result | None:
        """The result; None until the board is over."""
        if not self.is_over:
            return None
        if self.contract is None or self.play is None:
            return Result(None)
        return Result(self.contract, self.play.tricks_won(self.contract.declarer.side))

    @property
    def record(self) -> Board:
        """The board as far as it is known: with four hands if it was played to the end."""
        deal, contract = self.whole_deal or self._deal, self.contract
        play = None if contract is None else Play(deal, contract.strain, contract.leader, self.cards)
        return Board(
            number=self.number,
            dealer=self.auction.dealer,
            vul=self.vul,
            deal=deal,
            auction=self.auction,
            meanings=self.view.meanings,
            play=play,
            result=self.result,
        )

    @property
    def whole_deal(self) -> Deal | None:
        """All four hands, which are known once all cards are played; None before."""
        play = self.play
        if play is None or not play.is_over:
            return None
        played = [(seat, card) for trick in play.tricks for seat, card in trick]
        return Deal.of({seat: CardSet.of(card for who, card in played if who is seat) for seat in Seat})


# Messages


def act_message(
    board: SeatBoard, act: Call | Card, meaning: Meaning | None
) -> tuple[messages.FromPlayer, SeatBoard]:
    """The message for our act, and the board after it; dummy's cards are sent as dummy's."""
    if isinstance(act, Card):
        assert board.play is not None  # it is our turn to play
        return messages.Played(board.play.to_play, act), board.after_card(act)
    return messages.Called(board.seat, act, meaning), board.after_call(act, meaning)


def ready_messages(board: SeatBoard) -> tuple[messages.FromPlayer, ...]:
    """The requests to send now; none when it is our turn or the board is over."""
    hand = board.to_act
    if hand is None:
        return ()
    if board.lacks_dummy:
        return (messages.ReadyForDummy(board.seat),)
    if board.is_turn:
        return ()
    if board.contract is None:
        return (messages.ReadyForBid(board.seat, hand),)
    of = None if hand is board.contract.dummy else hand
    return (messages.ReadyForCard(board.seat, of, len(board.cards) // 4 + 1),)


def plainest(view: SeatView, refused: Container[Call | Card] = ()) -> Call | Card | None:
    """A pass, or the lowest card, unless refused before; None if nothing is left."""
    if view.play is None:
        return None if Call.PASS in refused else Call.PASS
    legal = sorted(view.legal_cards, key=lambda card: (card.rank, card.suit))
    return next((card for card in legal if card not in refused), None)


@final
class BoardLog:
    """The log of a table; a board is written when it is over, so that no card is in it before it was played.

    If a board was passed out or not finished, the other hands stay unknown: only a note is written.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._table: Table | None = None

    def open(self, teams: messages.Teams) -> None:
        """Open the table when the players have sat down; it stays open when they come back."""
        if self._table is None:
            names = {Side.NS: teams.ns or "N/S", Side.EW: teams.ew or "E/W"}
            seated = tuple(Occupant(names[seat.side]) for seat in Seat)
            self._table = Table.open(TableSettings(seated), self._log)

    def keep(self, seen: SeatBoard) -> None:
        """Write a finished board."""
        table = self._table
        if table is None:
            return
        if seen.whole_deal is None:
            table.note(f"board {seen.number}, as {seen.seat.word} saw it: {seen.result or 'not finished'}")
            return
        table.deal(replace(seen.record, play=None, result=None), with_auction=True)
        for card in seen.cards:
            turn = table.turn
            assert turn is not None  # there are cards left
            table.play(turn, card)
