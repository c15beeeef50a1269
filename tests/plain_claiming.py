"""The sure tricks of an ending, by plain recursion over every layout: slow, and without any heuristics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from overtrick.core import (
    PACK,
    Board,
    Card,
    CardSet,
    Contract,
    Deal,
    Play,
    Result,
    Seat,
    SeatView,
    Side,
    Strain,
    Trick,
    Vul,
)

World = tuple[tuple[Card, ...], ...]


def random_views(seed: int, left: int, before: int, strains: tuple[Strain, ...]) -> Iterator[SeatView]:
    """Declarer's views of random endings of so many cards, after so many tricks of random play."""
    random = Random(seed)
    while True:
        high = random.choice((6, 9, 13))
        pack = [card for card in PACK if card.rank >= 13 - high]
        pack = random.sample(pack, 4 * (left + before)) if len(pack) >= 4 * (left + before) else []
        if not pack:
            continue
        hands = [CardSet.of(pack[place::4]) for place in range(4)]
        declarer = random.choice(tuple(Seat))
        strain = random.choice(strains)
        deal = Deal((hands[0], hands[1], hands[2], hands[3]))
        play = Play(deal, strain, random.choice(tuple(Seat)))
        for _ in range(4 * before + random.choice((0, 0, 0, 1, 2, 3))):
            play = play.then(random.choice(tuple(play.legal_cards)))
        yield view_of(play, declarer)


def view_of(play: Play, declarer: Seat, seat: Seat | None = None) -> SeatView:
    """What declarer, or another seat, sees of a play from four known hands."""
    contract = Contract(1, play.strain, declarer)
    board = Board(None, Seat.NORTH, Vul.NONE, play.start, play=play, result=Result(contract))
    return SeatView.of(board, declarer if seat is None else seat)


def worlds_of(view: SeatView) -> list[World]:
    """Every layout that agrees with the cards played and the suits shown out of."""
    play = view.play
    assert play is not None
    unknown = [seat for seat in Seat if play.start.get(seat) is None]
    gone = set(play.cards)
    out = [card for card in view.unseen if card not in gone]
    turns = [*play.tricks, play.trick]
    played = [who for trick in turns for who, _ in trick]
    sizes = {seat: play.start.cards_each - played.count(seat) for seat in unknown}
    shown = {seat: _shown_out(turns, seat) for seat in unknown}
    found = []
    for held in combinations(out, sizes[unknown[0]]):
        rest = tuple(card for card in out if card not in held)
        dealt = {unknown[0]: held, unknown[1]: rest}
        if any(card.suit in shown[seat] for seat in unknown for card in dealt[seat]):
            continue
        dealt |= {seat: tuple(play.hand(seat)) for seat in Seat if seat not in unknown}
        found.append(tuple(dealt[seat] for seat in Seat))
    return found


def _shown_out(tricks: list[Trick], seat: Seat) -> set[object]:
    return {
        trick.suit for trick in tricks for who, card in trick if who is seat and card.suit is not trick.suit
    }


Hands = tuple[int, ...]
"""Four hands, one bit for each card."""


def sure_tricks(worlds: list[World], trick: Trick, strain: Strain, side: Side) -> int:
    """The most tricks that one plan of the side takes in every world, whatever the others do."""
    return _Ending(strain, side).sure(tuple(map(_bits, worlds)), trick.leader, _numbers(trick))


def is_ever_won(world: World, trick: Trick, strain: Strain, side: Side) -> bool:
    """May the side win a trick, if everybody plays for it?"""
    return _Ending(strain, side).is_ever_won(_bits(world), trick.leader, _numbers(trick))


def _bits(world: World) -> Hands:
    return tuple(sum(1 << card.index for card in hand) for hand in world)


def _numbers(trick: Trick) -> tuple[int, ...]:
    return tuple(card.index for card in trick.cards)


class _Ending:
    """Plain recursion: every card of everybody, and the same card of the side's in all worlds at once."""

    def __init__(self, strain: Strain, side: Side) -> None:
        self.trump = int(strain)
        self.is_ours = [seat.side is side for seat in Seat]
        self.known = dict[tuple[tuple[Hands, ...], int, tuple[int, ...]], int]()

    def sure(self, worlds: tuple[Hands, ...], leader: int, trick: tuple[int, ...]) -> int:
        key = (worlds, leader, trick)
        if key not in self.known:
            self.known[key] = self._sure(*key)
        return self.known[key]

    def _sure(self, worlds: tuple[Hands, ...], leader: int, trick: tuple[int, ...]) -> int:
        if len(trick) == 4:
            winner = self.winner(leader, trick)
            return self.is_ours[winner] + self.sure(worlds, winner, ())
        seat = (leader + len(trick)) % 4
        choices = 0
        for world in worlds:
            choices |= _legal(world[seat], trick)
        values = [
            self.sure(
                tuple(_without(world, seat, card) for world in worlds if _legal(world[seat], trick) & card),
                leader,
                (*trick, card.bit_length() - 1),
            )
            for card in _each(choices)
        ]
        if not values:
            return 0
        return max(values) if self.is_ours[seat] else min(values)

    def is_ever_won(self, world: Hands, leader: int, trick: tuple[int, ...]) -> bool:
        if len(trick) == 4:
            winner = self.winner(leader, trick)
            return self.is_ours[winner] or self.is_ever_won(world, winner, ())
        seat = (leader + len(trick)) % 4
        return any(
            self.is_ever_won(_without(world, seat, card), leader, (*trick, card.bit_length() - 1))
            for card in _each(_legal(world[seat], trick))
        )

    def winner(self, leader: int, trick: tuple[int, ...]) -> int:
        trumps = [card for card in trick if card // 13 == self.trump]
        best = max(trumps or [card for card in trick if card // 13 == trick[0] // 13])
        return (leader + trick.index(best)) % 4


def _legal(hand: int, trick: tuple[int, ...]) -> int:
    return (hand & 0x1FFF << trick[0] // 13 * 13 if trick else 0) or hand


def _without(world: Hands, seat: int, card: int) -> Hands:
    return (*world[:seat], world[seat] & ~card, *world[seat + 1 :])


def _each(cards: int) -> Iterator[int]:
    """The cards of a set, one bit each."""
    while cards:
        yield cards & -cards
        cards &= cards - 1
