"""Experts on tied cards: the best line for a suit, and the lead that begins a squeeze."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.core import Card, CardSet, Play, Seat, SeatView, Suit
from overtrick.core.bits import SUIT_BITS, indices
from overtrick.player.knowledge import HiddenHands
from overtrick.player.layouts import deal_of
from overtrick.player.manners import equals
from overtrick.player.worlds import Worlds
from overtrick.squeezes import Ending, Kind, Squeeze, analyse
from overtrick.suits import Chances, Combination, FirstPlay, Layouts, Solution, SuitError, solve

__all__ = ["SqueezeLead", "SuitLine", "Victim", "caught_by", "likeliest", "squeeze_lead", "suit_line"]

_LAYOUTS = 100
"""The most layouts of a suit for which the expert is asked."""
_CARDS, SQUEEZE_WORLDS = 6, 12
"""The most cards in a hand for the squeeze search, and the number of worlds searched, likeliest first."""


@final
@dataclass(frozen=True)
class SuitLine:
    """A lead that begins the best line for a suit, given enough entries, and a rival that does not."""

    card: Card
    suit: Suit
    tricks: int
    """The tricks needed from the suit; 0 for as many as possible on average."""
    value: Fraction
    """The chance of these tricks, or the expected number."""
    next_best: Fraction
    """The same for the best of the suit's other tied cards."""


@final
@dataclass(frozen=True)
class SqueezeLead:
    """A lead that begins a squeeze in some of the worlds searched."""

    card: Card
    kind: Kind
    """The most frequent kind, by weight."""
    share: float
    """The share, by weight, of the worlds searched in which it does."""
    next_share: float
    """The share for the best of the other cards."""
    worlds: int
    """The number of worlds searched."""


Victim = tuple[Seat, tuple[Suit, ...]]
"""A squeezed defender and the suits he is squeezed in."""


# Suits


def suit_line(view: SeatView, tied: CardSet, tricks: int | None = None) -> SuitLine | None:
    """Declarer's lead that begins the best line for its suit; None if the expert sees no difference.

    `tricks` is the number needed from the suit; by default what the contract needs less the
    winners of the other suits.
    """
    hidden = HiddenHands.seen_by(view)
    if hidden is None or not _is_declarers_lead(view, hidden.play):
        return None
    for suit in sorted(Suit, key=lambda each: (-tied.length(each), -each)):
        if tied.length(suit) > 1 and hidden.out & SUIT_BITS[suit]:
            needed = _needed(view, suit, hidden) if tricks is None else tricks
            found = _best_lead(_SuitProblem(hidden, suit), tied.in_suit(suit), needed)
            if found is not None:
                return found
    return None


class _SuitProblem:
    """A suit in the expert's form: the cards left, numbered from the bottom; its South is South or West."""

    def __init__(self, hidden: HiddenHands, suit: Suit) -> None:
        play = self.play = hidden.play
        west, east = (1, 0) if hidden.seats[0] is Seat.EAST else (0, 1)
        self.suit = suit
        self.south = hidden.seats[west].rho
        """The hand that plays before the one the expert calls West."""
        hands = play.bits[self.south.partner], play.bits[self.south]
        left = (sum(hands) | hidden.out) & SUIT_BITS[suit]
        self.places = {card: place for place, card in enumerate(indices(left))}
        north, south = (sum(1 << self.places[card] for card in indices(hand & left)) for hand in hands)
        self.combination = Combination(north, south, ranks=len(self.places))
        fewest, most = hidden.lengths
        self.chances = Chances(
            vacant=(_places(hidden, west, suit), _places(hidden, east, suit)),
            west=(fewest[west][suit], most[west][suit]),
            east=(fewest[east][suit], most[east][suit]),
        )

    def solved(self) -> Solution | None:
        """The expert's answer; None if there are too many layouts, or none that fits."""
        if len(Layouts(self.combination)) > _LAYOUTS:
            return None
        with suppress(SuitError):
            return solve(self.combination, self.chances)
        return None

    def is_the(self, lead: FirstPlay, card: Card) -> bool:
        """Is the lead this card, or one of the same hand that the defenders cannot tell from it?"""
        seat = self.south.partner if lead.seat is Seat.NORTH else self.south
        if not self.play.bits[seat] & card.bit:
            return False
        low, high = sorted((lead.rank, self.places[card.index]))
        return not self.combination.missing & ((1 << high) - (1 << low))


def _places(hidden: HiddenHands, defender: int, suit: Suit) -> int:
    """The most cards of the suit a defender may hold: his hand less other suits' cards only he can hold."""
    sure = hidden.out & ~hidden.may[1 - defender] & ~SUIT_BITS[suit]
    return hidden.sizes[defender] - sure.bit_count()


def _best_lead(problem: _SuitProblem, tied: CardSet, needed: int) -> SuitLine | None:
    answer = problem.solved()
    if answer is None:
        return None
    tricks = max(0, min(needed, problem.combination.length))
    plays = answer.first_plays(tricks)
    values = {
        card: max((lead.value for lead in plays if problem.is_the(lead, card)), default=Fraction(0))
        for card in tied
    }
    best, *others = sorted(values, key=lambda card: (-values[card], card.rank))
    less = [values[card] for card in others if values[card] < values[best]]
    return SuitLine(best, problem.suit, tricks, values[best], less[0]) if less else None


def _needed(view: SeatView, suit: Suit, hidden: HiddenHands) -> int:
    """The tricks that the contract needs from a suit when every other suit yields just its winners."""
    if view.contract is None:
        return 0
    elsewhere = sum(_winners(each, hidden, view.seat) for each in Suit if each is not suit)
    return view.contract.needs - hidden.play.tricks_won(view.seat.side) - elsewhere


def _winners(suit: Suit, hidden: HiddenHands, seat: Seat) -> int:
    """The number of winners of both hands in a suit, at most the length of the longer hand."""
    one, two = (hidden.play.bits[each] & SUIT_BITS[suit] for each in (seat, seat.partner))
    tops = (one | two) >> (hidden.out & SUIT_BITS[suit]).bit_length()
    return min(tops.bit_count(), max(one.bit_count(), two.bit_count()))


# Squeezes


def squeeze_lead(view: SeatView, tied: CardSet, worlds: Worlds) -> SqueezeLead | None:
    """Declarer's lead that begins a squeeze in the most worlds; None if none does, or all do equally."""
    play = view.play
    if play is None or len(tied) < 2 or not _is_declarers_lead(view, play):
        return None
    if play.start.cards_each - len(play.tricks) > _CARDS:
        return None
    gone = CardSet.pack() - (view.unseen | view.deal.dealt)
    groups = [group & tied for group in equals(play, play.to_play, gone) if group & tied]
    shares = [defaultdict[Kind, float](float) for _ in groups]
    endings = list(_endings(view, play, worlds))
    for ending, weight in endings:
        for place, kind in _begins(ending, groups).items():
            shares[place][kind] += weight
    total = sum(weight for _, weight in endings)
    ranked = sorted(range(len(groups)), key=lambda place: (-sum(shares[place].values()), place))
    first, *others = (sum(shares[place].values()) for place in ranked)
    if not others or not total or first <= others[-1]:
        return None
    best = shares[ranked[0]]
    kind = max(best, key=lambda each: (best[each], -each.place))
    card = next(iter(groups[ranked[0]]))
    return SqueezeLead(card, kind, first / total, max(others) / total, len(endings))


def _endings(view: SeatView, play: Play, worlds: Worlds) -> Iterator[tuple[Ending, float]]:
    """The endings of the likeliest worlds, with their weights."""
    gone = np.uint64(CardSet.of(play.cards).bits)
    for place in likeliest(worlds.weights):
        deal = deal_of((worlds.deals[place] & ~gone).tolist())
        yield Ending(deal, play.strain, play.to_play, view.seat.side), float(worlds.weights[place])


def likeliest(weights: Sequence[float] | npt.NDArray[np.float64]) -> list[int]:
    """The indices of the worlds to search, the likeliest first."""
    return sorted(range(len(weights)), key=lambda place: (-weights[place], place))[:SQUEEZE_WORLDS]


def _begins(ending: Ending, groups: list[CardSet]) -> dict[int, Kind]:
    """The groups of cards that begin a squeeze in an ending, with its simplest kind."""
    kinds = dict[int, Kind]()
    for squeeze in _squeezes(ending):
        for place, group in enumerate(groups):
            if squeeze.first.play.cards[0] in group:
                kinds.setdefault(place, squeeze.kind)
    return kinds


def caught_by(ending: Ending, cards: Sequence[Card]) -> set[Victim]:
    """The first victims, and their two or more suits, of the squeezes that begin with one of these cards."""
    found = (each.first for each in _squeezes(ending) if each.first.play.cards[0] in cards)
    return {(each.victim, each.suits) for each in found if len(each.suits) > 1}


def _squeezes(ending: Ending) -> list[Squeeze]:
    """The squeezes that a lead begins in an ending, the simplest first."""
    report = analyse(ending)
    found = [] if report.squeeze is None else [report.squeeze, *report.also]
    return [each for each in found if each.first.play.cards]


def _is_declarers_lead(view: SeatView, play: Play) -> bool:
    """Is declarer to lead, from his hand or dummy's?"""
    is_declarer = view.contract is not None and view.contract.declarer is view.seat
    return is_declarer and view.is_turn and not play.trick.cards
