"""Worlds and their weights against every division of the unseen cards, counted in plain Python."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from overtrick import Auction, Board, CardSet, Deal, Play, Seat, SeatView, Strain, Vul, deals
from overtrick.bidding import Agreements, load
from overtrick.deals import unpack
from overtrick.player import PlaySettings
from overtrick.player.knowledge import Divisions, known
from overtrick.player.worlds import draw
from tests import plain_worlds
from tests.chi_square import fits
from tests.endings import IS_SOAK

ENDINGS = 300 if IS_SOAK else 24
MANY = PlaySettings(deals=100_000, pool=100_000)


def ending_view(number: int) -> SeatView:
    """A random ending of three to five cards, some of them played, as one seat sees it."""
    chance = random.Random(number)
    [deal] = deals.deals(np.random.default_rng(number), 1)
    each = 3 + number % 3
    start = Deal.of({seat: CardSet.of(chance.sample(tuple(deal[seat]), each)) for seat in Seat})
    declarer, strain = Seat(number % 4), Strain(number % 5)
    play = Play(start, strain, declarer.next(chance.randrange(4)))
    for _ in range(chance.randint(1, 2 * each)):
        play = play.then(chance.choice(tuple(play.legal_cards)))
    text = f"Dealer {declarer}\nDeal {start}\nAuction {declarer}: 1{strain} AP"
    board = Board.parse(f"{text}\nPlay {play.strain};{play.leader};{' '.join(map(str, play.cards))}")
    return SeatView.of(board, declarer.next(number % 2))


def late_view(number: int) -> SeatView:
    """A whole deal played at random until three cards are left, as one seat sees it."""
    chance = random.Random(number)
    [deal] = deals.deals(np.random.default_rng(number), 1)
    play = Play(deal, Strain(number % 5), Seat(number % 4))
    for _ in range(40 + number % 4):
        play = play.then(chance.choice(tuple(play.legal_cards)))
    board = Board(1, Seat.NORTH, Vul.NONE, deal, play=play)
    return SeatView.of(board, play.leader.next((0, 2, 3)[number % 3]))


def compared(view: SeatView, recall: int) -> int:
    """Compare every world and weight; how many there were."""
    expected = plain_worlds.weights(view, MANY.mistake, recall)
    worlds = draw(view, None, PlaySettings(deals=100_000, pool=100_000, recall=recall, threads=1))
    assert worlds.is_all
    found = dict(zip(unpack(worlds.deals), worlds.weights.tolist(), strict=True))
    assert found == pytest.approx(expected)
    return len(found)


def test_in_small_endings_every_weight_is_that_of_bayes_rule_by_enumeration() -> None:
    counts = [compared(ending_view(number), recall=13) for number in range(ENDINGS)]
    assert sum(counts) > 20 * ENDINGS
    assert max(counts) > 100


def test_late_in_a_whole_deal_every_weight_is_that_of_bayes_rule_by_enumeration() -> None:
    counts = [compared(late_view(number), recall=4) for number in range(ENDINGS // 2)]
    assert sum(counts) > 3 * ENDINGS
    assert max(counts) > 15


def test_the_divisions_are_counted_as_they_are_listed() -> None:
    checked = 0
    for number in range(ENDINGS):
        view = ending_view(number)
        divisions = Divisions(known(view))
        listed = unpack(divisions.every())
        assert len(listed) == len(set(listed)) == divisions.count
        assert set(listed) == set(plain_worlds.divisions(view))
        checked += len(listed)
    assert checked > 20 * ENDINGS


def test_divisions_are_drawn_with_equal_chances() -> None:
    cells = 0
    for number in range(ENDINGS):
        divisions = Divisions(known(ending_view(number)))
        if 2 <= divisions.count <= 60:
            found = Counter(unpack(divisions.draw(40 * divisions.count, random.Random(number))))
            cells += fits(found, dict.fromkeys(unpack(divisions.every()), 1.0))
    assert cells > 100


def test_the_hands_of_every_world_would_make_the_calls_that_were_made() -> None:
    table, compared = Agreements(load("sayc")), 0
    for number, deal in enumerate(deals.deals(np.random.default_rng(7), 8), 1):
        board = Board.numbered(number, deal)
        auction, _ = table.bid_out(deal, board.dealer, board.vul)
        if auction.contract is None:
            continue
        play = Play.of(deal, auction.contract)
        play = play.then(min(play.legal_cards))
        seen = Board(number, board.dealer, board.vul, deal, auction, (), play)
        view = SeatView.of(seen, Seat(number % 4))
        worlds = draw(view, table, PlaySettings(5, 20))
        assert not worlds.remarks
        for world in unpack(worlds.deals):
            for place, (seat, call) in enumerate(auction):
                if view.deal.get(seat) is None:
                    before = Auction(auction.dealer, auction.calls[:place])
                    assert table.bid(world[seat], before, board.vul).call is call
                    compared += 1
    assert compared > 100
