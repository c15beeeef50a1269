"""The checkers of what experts say: a suit is asked about with the table turned, squeezes counted again."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from overtrick.core import Board, Card, CardSet, Deal, OvertrickError, Play, Seat, SeatView, Suit
from overtrick.explain.player.recount import hands_left, is_share, is_sound
from overtrick.explain.player.seen import Seen
from overtrick.explain.registry import checks
from overtrick.player.expert_claims import BeginsSqueeze, BestLine
from overtrick.player.sample import Hands, Sample

if TYPE_CHECKING:
    from overtrick.suits import FirstPlay, Layout, Solution

__all__: list[str] = []


# The best line


@checks(BestLine)
def _(claim: BestLine, board: Board) -> bool:
    """A truth about the suit, whatever the board."""
    cards = (claim.card, *claim.others)
    seen = Seen.of(claim.view, *cards)
    if seen is None or seen.led is not None or seen.is_defender or not 0 <= claim.tricks <= 13:
        return False
    if claim.card in claim.others or {card.suit for card in cards} != {claim.card.suit}:
        return False
    question = _Turned(claim.view, seen.play, claim.card.suit)
    try:
        plays = question.solved().first_plays(claim.tricks)
    except OvertrickError:
        return False
    mine, *theirs = (question.value(plays, card) for card in cards)
    less = [value for value in theirs if value < mine]
    return mine == claim.value and max(theirs) <= mine and less != [] and max(less) == claim.next_best


class _Turned:
    """A suit with the table turned round, its layouts weighed by the deals that have them."""

    def __init__(self, view: SeatView, play: Play, suit: Suit) -> None:
        south = max(play.to_play, play.to_play.partner, key=lambda seat: seat in (Seat.NORTH, Seat.EAST))
        self.play, self.suit = play, suit
        self.hands = {Seat.SOUTH: play.hand(south), Seat.NORTH: play.hand(south.partner)}
        self.west, self.east = south.lho, south.rho
        self.out = view.unseen - CardSet.of(play.cards)
        own = self.hands[Seat.SOUTH] | self.hands[Seat.NORTH]
        self.ranks = [card.rank for card in reversed([*(own | self.out).in_suit(suit)])]

    def solved(self) -> Solution:
        """The expert's answer."""
        from overtrick.suits import Chances, Combination, solve

        north, south = (self._packed(self.hands[seat]) for seat in (Seat.NORTH, Seat.SOUTH))
        combination = Combination(north, south, ranks=len(self.ranks))
        return solve(combination, Chances(coins=True, weigh=self._deals))

    def _packed(self, hand: CardSet) -> int:
        return sum(1 << self.ranks.index(card.rank) for card in hand.in_suit(self.suit))

    def _deals(self, layout: Layout) -> int:
        """In how many ways the other suits can be dealt beside a layout of this one."""
        lacks = {seat: self.play.shown_out(seat) for seat in (self.west, self.east)}
        for seat, length in ((self.west, layout.west_length), (self.east, layout.east_length)):
            if length and self.suit in lacks[seat]:
                return 0
        others = [card for card in self.out if card.suit is not self.suit]
        only_west = sum(card.suit in lacks[self.east] for card in others)
        only_east = sum(card.suit in lacks[self.west] for card in others)
        to_west = self._size(self.west) - layout.west_length - only_west
        free = len(others) - only_west - only_east
        return comb(free, to_west) if 0 <= to_west <= free else 0

    def _size(self, seat: Seat) -> int:
        tricks = (*self.play.tricks, self.play.trick)
        played = sum(who is seat for trick in tricks for who, _ in trick)
        return self.play.start.cards_each - played

    def value(self, plays: tuple[FirstPlay, ...], card: Card) -> Fraction:
        """What the best line does that begins with a card or one the opponents cannot tell from it."""
        return max((play.value for play in plays if self._is_the(play, card)), default=Fraction())

    def _is_the(self, play: FirstPlay, card: Card) -> bool:
        low, high = sorted((self.ranks[play.rank], card.rank))
        between = [each for each in self.out if each.suit is self.suit and low < each.rank < high]
        return card in self.hands[play.seat] and not between


# Squeezes


@checks(BeginsSqueeze)
def _(claim: BeginsSqueeze, board: Board) -> bool:
    sample = claim.sample
    if not is_sound(sample, claim.card) or sample.play.trick.cards or len(claim.suits) < 2:
        return False
    begun = [_begins(sample, layout, claim) for layout in sample.layouts]
    return any(begun) and is_share(claim.share, sample, begun)


def _begins(sample: Sample, layout: Hands, claim: BeginsSqueeze) -> bool:
    """Does the expert name this squeeze, and does the card gain by forcing discards, double dummy?"""
    from overtrick.squeezes import Ending, analyse

    north, east, south, west = hands_left(sample, layout)
    play, deal = sample.play, Deal((north, east, south, west))
    report = analyse(Ending(deal, play.strain, play.to_play, sample.side))
    if report.squeeze is None:
        return False
    squeezed = [each.first for each in (report.squeeze, *report.also)]
    equals = _equals(sample, deal, claim.card)
    is_named = any(
        each.victim is claim.victim and each.suits == claim.suits and each.play.cards[:1][0] in equals
        for each in squeezed
        if each.play.cards
    )
    return is_named and _gains(Play(deal, play.strain, play.to_play), sample, claim.card)


def _equals(sample: Sample, deal: Deal, card: Card) -> list[Card]:
    """The card and those of the same hand that touch it."""
    seat = sample.play.to_play
    others = [each for other, hand in deal.items() if other is not seat for each in hand.in_suit(card.suit)]
    mine = deal[seat].in_suit(card.suit)
    return [each for each in mine if not any(min(each, card) < other < max(each, card) for other in others)]


def _gains(play: Play, sample: Sample, card: Card) -> bool:
    """Does the card lose nothing, and take less if the opponents may discard what they like?"""
    from overtrick.explain.squeezes.game import free, total

    after, side = play.then(card), sample.side
    most = total(play, side, {})
    return total(after, side, {}) == most > total(after, side, free(*side.opponents.seats))
