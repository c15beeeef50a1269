"""Robots: what one must be able to do, a plain one, and how others are plugged in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, final

from overtrick.core import Call, Card, Meaning, Play, SeatView

if TYPE_CHECKING:
    from overtrick.bidding import Agreements

__all__ = ["PlainRobot", "Plugged", "Robot"]


class Robot(Protocol):
    """Whoever answers these questions can sit at a table; it is asked only when it is its turn."""

    def call(self, view: SeatView) -> tuple[Call, Meaning | None]:
        """A call, and what it shows."""

    def card(self, view: SeatView) -> Card:
        """A card from its own hand or, for declarer, from dummy."""

    def claim(self, view: SeatView) -> int | None:
        """The tricks that declarer is to have in all; None to play on."""


def _never(view: SeatView) -> int | None:
    return None


@final
@dataclass(frozen=True, slots=True)
class Plugged:
    """A robot made of functions: the place where other players are plugged in."""

    call: Callable[[SeatView], tuple[Call, Meaning | None]]
    card: Callable[[SeatView], Card]
    claim: Callable[[SeatView], int | None] = _never


@final
class PlainRobot:
    """A robot that bids by a system, wins a trick in fourth seat as cheaply as it can, and plays low."""

    def __init__(self, system: str = "schenken") -> None:
        self.system = system
        self._agreements: Agreements | None = None

    def call(self, view: SeatView) -> tuple[Call, Meaning | None]:
        """The call of the system, explained in short."""
        from overtrick.bidding import Agreements, load, write_note

        if self._agreements is None:
            self._agreements = Agreements(load(self.system))
        choice = self._agreements.bid(view.hand, view.auction, view.vul)
        note = write_note(choice.meaning)
        return choice.call, Meaning(note) if note else None

    def card(self, view: SeatView) -> Card:
        """The lowest card, or in fourth seat the lowest that wins the trick from the opponents."""
        assert view.play is not None  # it is its turn to play
        cards = sorted(view.legal_cards, key=lambda card: (card.rank, card.suit))
        if len(view.play.trick) == 3 and _opponents_win(view.play):
            return next((card for card in cards if _wins(view.play, card)), cards[0])
        return cards[0]

    def claim(self, view: SeatView) -> int | None:
        """It plays everything out."""
        return None

    def __repr__(self) -> str:
        return f"PlainRobot({self.system!r})"


def _opponents_win(play: Play) -> bool:
    winning = play.trick.winner(play.strain)
    return winning.side is not play.to_play.side


def _wins(play: Play, card: Card) -> bool:
    return play.then(card).on_lead is play.to_play
