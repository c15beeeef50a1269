"""What is sure in an ending, by plain recursion over every layout: slow, and without any idea."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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


def sure_tricks(worlds: list[World], trick: Trick, strain: Strain, side: Side) -> int:
    """The most tricks that one plan of the side takes in every world, whatever the others do."""
    _sure_tricks.cache_clear()
    return _sure_tricks(tuple(worlds), trick, strain, side)


@cache
def _sure_tricks(worlds: tuple[World, ...], trick: Trick, strain: Strain, side: Side) -> int:
    if len(trick) == 4:
        winner = trick.winner(strain)
        return (winner.side is side) + _sure_tricks(worlds, Trick(winner), strain, side)
    seat = trick.leader.next(len(trick))
    choices = {card for world in worlds for card in _legal(world[seat], trick)}
    if not choices:
        return 0
    values = []
    for card in sorted(choices, key=lambda each: each.index):
        after = tuple(
            tuple(tuple(c for c in hand if c is not card) for hand in world)
            for world in worlds
            if card in _legal(world[seat], trick)
        )
        values.append(_sure_tricks(after, Trick(trick.leader, (*trick.cards, card)), strain, side))
    return max(values) if seat.side is side else min(values)


def is_ever_won(world: World, trick: Trick, strain: Strain, side: Side) -> bool:
    """May the side win a trick, if everybody plays for it?"""
    if len(trick) == 4:
        winner = trick.winner(strain)
        return winner.side is side or is_ever_won(world, Trick(winner), strain, side)
    seat = trick.leader.next(len(trick))
    return any(
        is_ever_won(
            tuple(tuple(c for c in hand if c is not card) for hand in world),
            Trick(trick.leader, (*trick.cards, card)),
            strain,
            side,
        )
        for card in _legal(world[seat], trick)
    )


def _legal(hand: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    follow = tuple(card for card in hand if card.suit is trick.suit)
    return follow or hand
