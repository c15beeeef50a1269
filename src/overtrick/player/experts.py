"""Experts asked about cards that are as good: the best line for a suit, the lead that begins a squeeze."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from overtrick.core import Card, CardSet, Deal, Odds, Play, Seat, SeatView, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.turns import equals
from overtrick.player.unseen import Unseen, bits_of
from overtrick.player.worlds import Worlds
from overtrick.squeezes import Ending, Kind, analyse
from overtrick.suits import Chances, Combination, FirstPlay, Layouts, Solution, SuitError, solve

__all__ = ["SQUEEZE_WORLDS", "SqueezePlan", "SuitLine", "squeeze_plan", "suit_line"]

_LAYOUTS = 100
"""Layouts of a suit above which the expert is not asked."""
_CARDS, SQUEEZE_WORLDS = 6, 12
"""Cards in an ending in which squeezes are looked for, and the worlds that are looked at, likeliest first."""


@final
@dataclass(frozen=True)
class SuitLine:
    """A lead that begins the best line for a suit, entries as needed, and a rival that does not."""

    card: Card
    suit: Suit
    tricks: int
    """The tricks that the suit has to yield; 0 for as many as possible on average."""
    odds: Odds | None
    """The chance of them; None for the average."""
    value: Fraction
    """The chance, or the expected number of tricks."""
    next_best: Fraction
    """The same for the best of the other cards of the suit that were asked about."""
    holdings: str
    """What is left of the suit in declarer's two hands, North's or East's first: ``AQT 43``."""


@final
@dataclass(frozen=True)
class SqueezePlan:
    """A lead that begins a squeeze in some of the worlds looked at."""

    card: Card
    kind: Kind
    """The kind that most of them have, by weight."""
    share: float
    """The weight of the worlds in which it does, of those looked at."""
    next_share: float
    """The same for the best of the other cards."""
    worlds: int
    """How many worlds were looked at."""


# Suits


def suit_line(view: SeatView, tied: CardSet, tricks: int | None = None) -> SuitLine | None:
    """Which of declarer's leads begins the best line for its suit; None if the expert sees no difference.

    `tricks` are those that the suit has to yield; if it is not given, what the contract needs less the
    winners of the other suits.
    """
    play = view.play
    hidden = None if play is None else Unseen.of(play, view.unseen.bits)
    if play is None or hidden is None or not _is_declarers_lead(view, play):
        return None
    for suit in sorted(Suit, key=lambda each: (-tied.length(each), -each)):
        if tied.length(suit) > 1 and hidden.out & SUIT_BITS[suit]:
            needed = _needed(view, play, suit, hidden) if tricks is None else tricks
            found = _best_lead(_Question(play, hidden, suit), tied.in_suit(suit), needed)
            if found is not None:
                return found
    return None


@final
class _Question:
    """A suit as the expert takes it: what is left, numbered from the bottom; its South is South or West."""

    def __init__(self, play: Play, hidden: Unseen, suit: Suit) -> None:
        west, east = _west_and_east(hidden)
        self.suit = suit
        self.south = hidden.seats[west].rho
        """The hand that plays before the one the expert calls West."""
        self.play = play
        own = play.bits[self.south] | play.bits[self.south.partner]
        left = (own | hidden.out) & SUIT_BITS[suit]
        self.places = {card: place for place, card in enumerate(reversed(list(bits_of(left))))}
        self.combination = Combination(
            self._packed(self.south.partner), self._packed(self.south), ranks=len(self.places)
        )
        fewest, most = hidden.lengths
        self.chances = Chances(
            vacant=(_places(hidden, west, suit), _places(hidden, east, suit)),
            west=(fewest[west][suit], most[west][suit]),
            east=(fewest[east][suit], most[east][suit]),
        )

    def _packed(self, seat: Seat) -> int:
        held = self.play.bits[seat]
        return sum(1 << place for card, place in self.places.items() if held >> card & 1)

    def solved(self) -> Solution | None:
        """The expert's answer; None if there are too many layouts, or none that fits."""
        if len(Layouts(self.combination)) > _LAYOUTS:
            return None
        try:
            return solve(self.combination, self.chances)
        except SuitError:
            return None

    def is_the(self, lead: FirstPlay, card: Card) -> bool:
        """Is a lead this card, or one of the same hand that the defenders cannot tell from it?"""
        seat = self.south.partner if lead.seat is Seat.NORTH else self.south
        if not self.play.bits[seat] & card.bit:
            return False
        low, high = sorted((lead.rank, self.places[card.index]))
        return not self.combination.missing & ((1 << high) - (1 << low))


def _west_and_east(hidden: Unseen) -> tuple[int, int]:
    """The places of the defenders whom the expert calls West and East."""
    return (1, 0) if hidden.seats[0] is Seat.EAST else (0, 1)


def _places(hidden: Unseen, defender: int, suit: Suit) -> int:
    """The cards of a defender that may be of the suit: all but those of other suits that only he can hold."""
    sure = hidden.out & ~hidden.may[1 - defender] & ~SUIT_BITS[suit]
    return hidden.sizes[defender] - sure.bit_count()


def _best_lead(question: _Question, tied: CardSet, needed: int) -> SuitLine | None:
    answer = question.solved()
    if answer is None:
        return None
    tricks = max(0, min(needed, question.combination.length))
    plays = answer.first_plays(tricks)
    values = {
        card: max((lead.value for lead in plays if question.is_the(lead, card)), default=Fraction(0))
        for card in tied
    }
    ranked = sorted(values, key=lambda card: (-values[card], card.rank))
    best, worst = values[ranked[0]], values[ranked[-1]]
    if best == worst:
        return None
    second = max(value for value in values.values() if value < best)
    odds = Odds.of(best) if tricks else None
    return SuitLine(ranked[0], question.suit, tricks, odds, best, second, _written(question))


def _written(question: _Question) -> str:
    hands = (CardSet(question.play.bits[seat]) for seat in (question.south.partner, question.south))
    return " ".join(hand.holding(question.suit) or "-" for hand in hands)


def _needed(view: SeatView, play: Play, suit: Suit, hidden: Unseen) -> int:
    """What the contract needs of a suit when every other suit yields its winners, and no more."""
    if view.contract is None:
        return 0
    elsewhere = sum(_winners(play, each, hidden, view.seat) for each in Suit if each is not suit)
    return view.contract.needs - play.tricks_won(view.seat.side) - elsewhere


def _winners(play: Play, suit: Suit, hidden: Unseen, seat: Seat) -> int:
    """The cards of both hands above all that are out in a suit, no more than the longer hand can lead."""
    one, two = (play.bits[each] & SUIT_BITS[suit] for each in (seat, seat.partner))
    tops = (one | two) >> (hidden.out & SUIT_BITS[suit]).bit_length()
    return min(tops.bit_count(), max(one.bit_count(), two.bit_count()))


# Squeezes


def squeeze_plan(view: SeatView, tied: CardSet, worlds: Worlds) -> SqueezePlan | None:
    """Which of declarer's leads begins a squeeze in the most worlds; None if none does, or all do as much."""
    play = view.play
    if play is None or len(tied) < 2 or not _is_declarers_lead(view, play):
        return None
    if play.start.cards_each - len(play.tricks) > _CARDS:
        return None
    gone = CardSet.pack() - (view.unseen | view.deal.dealt)
    groups = [group & tied for group in equals(play, play.to_play, gone) if group & tied]
    shares = [dict[Kind, float]() for _ in groups]
    endings = list(_endings(view, play, worlds))
    for ending, weight in endings:
        for place, kind in _begins(ending, groups):
            shares[place][kind] = shares[place].get(kind, 0.0) + weight
    total = sum(weight for _, weight in endings)
    ranked = sorted(range(len(groups)), key=lambda place: (-sum(shares[place].values()), place))
    first, *others = (sum(shares[place].values()) for place in ranked)
    if not others or not total or first <= others[-1]:
        return None
    best = shares[ranked[0]]
    kind = max(best, key=lambda each: (best[each], -each.place))
    card = next(iter(groups[ranked[0]]))
    return SqueezePlan(card, kind, first / total, max(others) / total, len(endings))


def _endings(view: SeatView, play: Play, worlds: Worlds) -> Iterator[tuple[Ending, float]]:
    """The endings of the likeliest worlds, with their weights."""
    gone = CardSet.of(play.cards)
    places = sorted(range(len(worlds)), key=lambda place: (-float(worlds.weights[place]), place))
    for place in places[:SQUEEZE_WORLDS]:
        north, east, south, west = (CardSet(int(hand)) - gone for hand in worlds.deals[place])
        deal = Deal((north, east, south, west))
        yield Ending(deal, play.strain, play.to_play, view.seat.side), float(worlds.weights[place])


def _begins(ending: Ending, groups: list[CardSet]) -> Iterator[tuple[int, Kind]]:
    """The groups of cards that begin a squeeze in an ending, with its simplest kind."""
    report = analyse(ending)
    if report.squeeze is None:
        return
    kinds = dict[int, Kind]()
    for squeeze in (report.squeeze, *report.also):
        cards = squeeze.first.play.cards
        for place, group in enumerate(groups):
            if cards and cards[0] in group:
                kinds.setdefault(place, squeeze.kind)
    yield from kinds.items()


def _is_declarers_lead(view: SeatView, play: Play) -> bool:
    """Is declarer to lead, from his hand or dummy's?"""
    is_declarer = view.contract is not None and view.contract.declarer is view.seat
    return is_declarer and view.is_turn and not play.trick.cards
