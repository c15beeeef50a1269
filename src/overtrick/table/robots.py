"""Robots: the interface between a table and the program that acts for a seat, and three robots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, final

from overtrick.core import Call, Card, Meaning, Play, SeatView
from overtrick.table.events import CallMade, CardPlayed, ClaimMade

if TYPE_CHECKING:
    from overtrick.bidding import Agreements
    from overtrick.player import Player

__all__ = ["Act", "CustomRobot", "PlainRobot", "PlayerRobot", "Robot"]

Act = CallMade | CardPlayed | ClaimMade
"""A robot's act: the event that it asks for."""


class Robot(Protocol):
    """The interface of a program that acts for a seat.

    *Input.* One `SeatView` in which it is the seat's turn (declarer's for dummy), and nothing else.
    *State.* None: the same robot may sit in several seats, and the same view gets the same act.
    *Claims.* Only with `may_claim`, which is false if the protocol has no claims or one was just refused.
    *Time.* A robot has no clock. Its settings limit its work; deadlines are up to the host.
    *Failure.* It may raise any exception or answer with an illegal act: the host decides what happens then.
    `Table.step` raises `RobotError`, leaves the log as it was, and may be called again.
    """

    def act(self, view: SeatView, may_claim: bool = True) -> Act:
        """A call with its meaning, a card from its own hand or dummy's, or a claim."""


@final
class PlayerRobot:
    """A `Player` in a seat: it bids by its system, makes proved claims, and chooses cards.

    It builds no reasons for its cards.

    >>> from overtrick.core import Board, Seat
    >>> from overtrick.player import Player
    >>> board = Board.parse("Board 1\\nDeal N:AQ4.KT98.KJ2.K43 - - -")
    >>> PlayerRobot(Player()).act(SeatView.of(board, Seat.NORTH)).call
    Call.parse('1NT')
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    def act(self, view: SeatView, may_claim: bool = True) -> Act:
        """The player's call with its meaning, a proved claim, or the player's card."""
        if view.play is None:
            bidden = self.player.bid(view)
            return CallMade(view.seat, bidden.call, bidden.meaning if bidden.meaning.text else None)
        tricks = self.player.claim(view) if may_claim else None
        if tricks is not None:
            return ClaimMade(view.seat, tricks)
        return CardPlayed(view.play.to_play, self.player.choose(view).card)

    def __repr__(self) -> str:
        return f"PlayerRobot({self.player!r})"


@final
@dataclass(frozen=True, slots=True)
class CustomRobot:
    """A robot made of functions, for external players."""

    call: Callable[[SeatView], tuple[Call, Meaning | None]]
    card: Callable[[SeatView], Card]
    claim: Callable[[SeatView], int | None] = lambda view: None
    """The tricks that declarer is to have in all; None to play on."""

    def act(self, view: SeatView, may_claim: bool = True) -> Act:
        """The result of the function for the occasion."""
        if view.play is None:
            call, meaning = self.call(view)
            return CallMade(view.seat, call, meaning)
        tricks = self.claim(view) if may_claim else None
        if tricks is not None:
            return ClaimMade(view.seat, tricks)
        return CardPlayed(view.play.to_play, self.card(view))


@final
class PlainRobot:
    """A robot that bids by a system, wins a trick in fourth seat as cheaply as it can, and plays low."""

    def __init__(self, system: str = "schenken") -> None:
        self.system = system
        self._agreements: Agreements | None = None

    def act(self, view: SeatView, may_claim: bool = True) -> Act:
        """The system's call, or the lowest suitable card; it never claims."""
        if view.play is None:
            return self._call(view)
        return CardPlayed(view.play.to_play, _low_card(view.play))

    def _call(self, view: SeatView) -> CallMade:
        from overtrick.bidding import Agreements, load, write_note

        if self._agreements is None:
            self._agreements = Agreements(load(self.system))
        choice = self._agreements.bid(view.hand, view.auction, view.vul)
        note = write_note(choice.meaning)
        return CallMade(view.seat, choice.call, Meaning(note) if note else None)

    def __repr__(self) -> str:
        return f"PlainRobot({self.system!r})"


def _low_card(play: Play) -> Card:
    """The lowest card, or in fourth seat the lowest that wins the trick from the opponents."""
    cards = sorted(play.legal_cards, key=lambda card: (card.rank, card.suit))
    if len(play.trick) == 3 and play.trick.winner(play.strain).side is not play.to_play.side:
        return next((card for card in cards if play.then(card).on_lead is play.to_play), cards[0])
    return cards[0]
