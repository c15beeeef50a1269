"""The squeeze card: declarer's line up to the moment when a defender has no card left to spare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.squeezes.rules.defence import NOTHING
from overtrick.squeezes.rules.lines import Lines, Trick, lines, winner_of, without
from overtrick.squeezes.state import Hands

__all__ = ["Loss", "Moment", "Story", "story"]


@final
@dataclass(frozen=True, slots=True)
class Moment:
    """A trick on which a defender cannot discard without giving a trick away."""

    hands: Hands
    """Before the lead."""
    card: int
    """The card led: the squeeze card, or a small one to it."""
    squeezer: int
    """Who wins the trick."""
    victim: int
    suits: tuple[int, ...]
    """The suits he still holds, all of them busy."""
    trick: int
    """Which trick it is, the first being 0."""


@final
@dataclass(frozen=True, slots=True)
class Loss:
    """A trick given up: which, and to whom."""

    trick: int
    winner: int


@final
@dataclass(frozen=True, slots=True)
class Story:
    """One line that works: the cards led, the squeeze moments, the tricks lost, and declarer's discards."""

    leads: tuple[int, ...]
    moments: tuple[Moment, ...]
    losses: tuple[Loss, ...]
    discards: tuple[int, ...]


class _Telling:
    """Plays one line through, the defenders holding out as long as the rules let them."""

    def __init__(self, strain: int, victims: tuple[int, ...]) -> None:
        others = tuple(seat for seat in (1, 3) if seat not in victims)
        self._forced = lines(strain, *others)
        self._relieved = {seat: lines(strain, *sorted({*others, seat})) for seat in victims}
        self._worth = dict.fromkeys(victims, 0)
        self._leads, self._discards = list[int](), list[int]()
        self._moments, self._losses = list[Moment](), list[Loss]()

    def told(self, hands: Hands, leader: int, spare: int) -> Story:
        """Play on until declarer has what he wants."""
        number = 0
        for seat, relieved in self._relieved.items():
            while not relieved.reaches(hands, leader, spare + self._worth[seat]):
                self._worth[seat] += 1
        while 0 <= spare < hands[0].bit_count():
            hands, winner = self._played(hands, leader, spare, number)
            if winner & 1:
                spare -= 1
                self._losses.append(Loss(number, winner))
            leader, number = winner, number + 1
        return Story(tuple(self._leads), tuple(self._moments), tuple(self._losses), tuple(self._discards))

    def _played(self, hands: Hands, leader: int, spare: int, number: int) -> tuple[Hands, int]:
        before, trick, squeezed = hands, Trick(), dict[int, tuple[int, ...]]()
        for place in range(4):
            seat = leader + place & 3
            choices = self._forced.choices(hands, leader, trick, spare)
            must_discard = bool(trick) and choices[0] // 13 != trick[0] // 13
            if not seat & 1:
                card = self._first(self._forced, hands, leader, trick, spare, choices, wanted=True)
                self._discards += [card] * must_discard
            elif must_discard and seat in self._relieved:
                idle = self._idle(seat, hands, leader, trick, spare, choices)
                if not idle and choices[0] != NOTHING:
                    squeezed[seat] = tuple(sorted({choice // 13 for choice in choices}))
                    self._worth[seat] = max(1, self._worth[seat] - 1)
                card = (idle or choices)[0]
            else:
                card = self._first(self._forced, hands, leader, trick, spare, choices, wanted=False)
            hands, trick = without(hands, seat, card), (*trick, card)
        self._leads.append(trick[0])
        winner = winner_of(trick, leader, self._forced.strain)
        self._moments += [
            Moment(before, trick[0], winner, seat, suits, number) for seat, suits in squeezed.items()
        ]
        return hands, winner

    def _idle(
        self, seat: int, hands: Hands, leader: int, trick: Trick, spare: int, choices: list[int]
    ) -> list[int]:
        """What he can throw without harm if he need not discard again."""
        relieved, spare = self._relieved[seat], spare + max(0, self._worth[seat] - 1)
        return [
            card
            for card in choices
            if not relieved.goes_on(without(hands, seat, card), leader, (*trick, card), spare)
        ]

    @staticmethod
    def _first(
        game: Lines, hands: Hands, leader: int, trick: Trick, spare: int, choices: list[int], *, wanted: bool
    ) -> int:
        """The first card that brings declarer where he wants, or keeps him from it; else the last resort."""
        seat = leader + len(trick) & 3
        for card in choices:
            if game.goes_on(without(hands, seat, card), leader, (*trick, card), spare) == wanted:
                return card
        return choices[-1]


def story(hands: Hands, leader: int, strain: int, spare: int, victims: tuple[int, ...]) -> Story:
    """How a squeeze against these defenders goes, when it works."""
    return _Telling(strain, victims).told(hands, leader, spare)
