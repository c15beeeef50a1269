"""The card player as a robot: it bids, plays and claims from its view, and tells what its calls mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from overtrick.core import Call, Card, Meaning, SeatView

if TYPE_CHECKING:
    from overtrick.player import Player

__all__ = ["PlayerRobot"]


@final
class PlayerRobot:
    """A player in a seat; the same one may sit in several, for it remembers nothing.

    >>> from overtrick.core import Board, Seat
    >>> from overtrick.player import Player
    >>> board = Board.parse("Board 1\\nDeal N:AQ4.KT98.KJ2.K43 - - -")
    >>> PlayerRobot(Player()).call(SeatView.of(board, Seat.NORTH))[0]
    Call.parse('1NT')
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    def call(self, view: SeatView) -> tuple[Call, Meaning | None]:
        """The player's call, and what the system says of it."""
        bidden = self.player.bid(view)
        return bidden.call, bidden.meaning if bidden.meaning.text else None

    def card(self, view: SeatView) -> Card:
        """The player's card, its own or as declarer dummy's."""
        return self.player.choose(view).card

    def claim(self, view: SeatView) -> int | None:
        """The tricks of declarer's, where they are proved for every layout."""
        return self.player.claim(view)

    def __repr__(self) -> str:
        return f"PlayerRobot({self.player!r})"
