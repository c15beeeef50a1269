"""What a seat knows for certain of the hands it does not see: cards played and suits shown out of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, SeatView, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.deals import Wanted
from overtrick.player.errors import PlayerError

__all__ = ["Knowledge", "Played", "known"]


@final
@dataclass(frozen=True, slots=True)
class Played:
    """A card that a seat played, and what lay on the table then."""

    seat: Seat
    card: Card
    leader: Seat
    """Who led to the trick."""
    trick: tuple[Card, ...]
    """The cards of the trick before it."""
    gone: int
    """All cards that had been played before it, one bit for each."""
    in_hand: int
    """How many cards the seat had, this one among them."""


@final
@dataclass(frozen=True)
class Knowledge:
    """The hands a seat sees, and what is certain of the others, all as they were before the first card.

    >>> from overtrick import Board
    >>> board = Board.parse("Deal N:A2... KQ... J9... T8...\\nAuction N: 1NT AP\\nPlay NT;E;SK SJ ST SA")
    >>> knowledge = known(SeatView.of(board, Seat.EAST))
    >>> knowledge.hidden, knowledge.held[Seat.WEST], knowledge.free
    ((Seat.NORTH, Seat.WEST), CardSet.parse('T...'), CardSet.parse('82...'))
    """

    play: Play
    seen: Mapping[Seat, CardSet]
    held: Mapping[Seat, CardSet]
    """For each hidden hand the cards it has played."""
    lacks: Mapping[Seat, CardSet]
    """For each hidden hand the cards it cannot have had: the rest of the suits it has shown out of."""
    free: CardSet
    """The unseen cards that nobody has played: any hand that does not lack one may have it."""

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose hands are not seen."""
        return tuple(self.held)

    @property
    def is_whole(self) -> bool:
        """Does the play begin with thirteen cards each, so that calls and leads say something?"""
        return self.play.start.cards_each == 13

    @property
    def to_get(self) -> dict[Seat, int]:
        """How many of the free cards each hidden hand has."""
        return {seat: self.play.start.cards_each - len(held) for seat, held in self.held.items()}

    @property
    def wanted(self) -> dict[Seat, Wanted]:
        """The same as the sampler asks for it."""
        seen = {seat: Wanted(held=hand) for seat, hand in self.seen.items()}
        hidden = {seat: Wanted(held=self.held[seat], lacks=self.lacks[seat]) for seat in self.hidden}
        return seen | hidden

    def played(self) -> Iterator[Played]:
        """Every card that a hidden hand has played, in order."""
        gone, turn = 0, 0
        for trick in (*self.play.tricks, self.play.trick):
            for place, (seat, card) in enumerate(trick):
                if seat in self.held:
                    left = self.play.start.cards_each - turn // 4
                    yield Played(seat, card, trick.leader, trick.cards[:place], gone, left)
                gone, turn = gone | card.bit, turn + 1


def known(view: SeatView) -> Knowledge:
    """What a seat knows of the cards; there must be a play, if only of no card."""
    play = view.play
    if play is None:
        raise PlayerError(f"{view.seat.word} has no card to think about: the play has not begun")
    seen = dict(view.deal.items())
    if view.seat not in seen:
        raise PlayerError(f"{view.seat.word} cannot think about a hand that is unknown")
    hidden = [seat for seat in Seat if seat not in seen]
    by_seat = [(seat, card) for trick in (*play.tricks, play.trick) for seat, card in trick]
    held = {seat: CardSet.of(card for who, card in by_seat if who is seat) for seat in hidden}
    lacks = {seat: _suits(play.shown_out(seat)) - held[seat] for seat in hidden}
    return Knowledge(play, seen, held, lacks, view.unseen - CardSet.of(play.cards))


def _suits(suits: tuple[Suit, ...]) -> CardSet:
    return CardSet(sum(SUIT_BITS[suit] for suit in suits))
