"""What leads and signals say of the hidden hands, one at a time, and which worlds are kept."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick import Auction, Board, Card, Deal, Play, Seat, SeatView, Side, Strain, Suit, Vul
from overtrick.bidding import Agreements, load
from overtrick.bidding.carding import Occasion, load_card, parse_card
from overtrick.dd.packed import unpack_row
from overtrick.player import PlaySettings
from overtrick.player.knowledge import Played, known
from overtrick.player.leads_read import _signals, _spare, partners_suits, signal_chances
from overtrick.player.worlds import _chosen, draw

SAYC = load_card("sayc")
DEAL = Deal.parse("N:KT987.32.A432.A2 Q.KQJ4.K876.QJT9 A654.A65.QJ5.K43 J32.T987.T9.8765")
UNWEIGHED = PlaySettings(300, 300, uses_leads=False, is_weighted=False)


def souths_view(cards: str) -> SeatView:
    """What South sees of his 1NT after some cards."""
    calls = Auction.parse("S: 1NT AP")
    assert calls.contract is not None
    play = Play.of(DEAL, calls.contract).then_all(tuple(map(Card.parse, cards.split())))
    return SeatView.of(Board(1, calls.dealer, Vul.NONE, DEAL, calls, (), play), Seat.SOUTH)


# Leads and signals


def test_a_lead_is_read_by_the_table_of_the_leaders_side() -> None:
    """West has led the ten of hearts: his highest by one table, his lowest by the other."""
    top, low = (parse_card(f'when leading\n  {card} "so" from ?+\n') for card in ("top", "low"))
    settings, jack = PlaySettings(300, 300, is_weighted=False), Card.parse("HJ")
    held = list[float]()
    for ours, theirs in ((top, low), (low, top)):
        worlds = draw(souths_view("HT"), None, settings, {Side.EW: ours, Side.NS: theirs})
        rows = zip(worlds.deals, worlds.weights, strict=True)
        held.append(sum(float(weight) for row, weight in rows if jack in unpack_row(row)[Seat.WEST]))
    assert held[0] < 0.3 < 0.4 < held[1]


def test_a_low_card_on_declarers_lead_denies_an_even_number_if_there_was_another() -> None:
    view = souths_view("HT H2 HJ HA SA S2")
    deals = draw(view, None, UNWEIGHED).deals
    found = signal_chances(deals, known(view), Seat.SOUTH, {Side.EW: SAYC}, 0.09)
    spades = [unpack_row(row)[Seat.WEST].in_suit(Suit.SPADES) for row in deals]
    expected = [
        1.0 if len(held) % 2 or str(held) in ("2...", "Q2...", "J2...", "QJ2...") else 0.3 for held in spades
    ]
    assert len({str(held) for held in spades}) == 8  # with or without the queen, the jack and the three
    assert found == pytest.approx(np.array(expected))


@pytest.mark.parametrize(("cards", "tells"), [("D5 D9", False), ("C4 C5", False), ("CK C5", True)])
def test_a_card_that_beats_the_trick_tells_nothing_of_its_suit(cards: str, tells: bool) -> None:
    view = souths_view(f"HT H2 HJ HA {cards}")
    deals = draw(view, None, UNWEIGHED).deals
    found = signal_chances(deals, known(view), Seat.SOUTH, {Side.EW: SAYC}, 0.09)
    assert set(np.round(found, 9)) == ({0.3, 1.0} if tells else {1.0})


@pytest.mark.parametrize(
    ("trick", "card", "strain", "spared"),
    [
        ("D6", "D3", Strain.NOTRUMP, "5432"),
        ("D6 D8", "D3", Strain.NOTRUMP, "765432"),
        ("D6 D8 H2", "D3", Strain.HEARTS, "98765432"),
        ("D6 DK", "D3", Strain.NOTRUMP, "98765432"),
        ("H6", "D3", Strain.NOTRUMP, "98765432"),
    ],
)
def test_a_card_may_be_spared_that_does_not_win(trick: str, card: str, strain: Strain, spared: str) -> None:
    before = tuple(map(Card.parse, trick.split()))
    played = Played(Seat.WEST, Card.parse(card), Seat.SOUTH, before, 1, 9)
    assert _spare(played, strain) == sum(1 << Card.parse(f"D{rank}").rank for rank in spared)


def test_only_the_first_discard_and_of_a_fresh_suit_is_a_signal() -> None:
    heart = (Card.parse("H2"),)

    def discards(*cards: str) -> list[Played]:
        return [Played(Seat.WEST, Card.parse(card), Seat.EAST, heart, 1, 9) for card in cards]

    king = Played(Seat.WEST, Card.parse("CK"), Seat.EAST, (Card.parse("C2"),), 1, 10)
    first, second = discards("D3", "C4")
    assert list(_signals([first, second], Seat.SOUTH, Strain.NOTRUMP)) == [(first, Occasion.DISCARDING)]
    assert list(_signals([king, second, first], Seat.SOUTH, Strain.NOTRUMP)) == []


def test_a_club_opening_makes_clubs_partners_suit_though_it_may_be_three_cards() -> None:
    calls = Auction.parse("E: 1C 1NT AP")
    board = Board(1, calls.dealer, Vul.NONE, DEAL, calls)
    view = SeatView.of(board, Seat.WEST)
    assert partners_suits(view, Agreements(load("sayc")), Seat.WEST) == {Suit.CLUBS}


# Which worlds are kept


def test_each_world_is_expected_as_often_as_its_weight_says() -> None:
    weights, times = np.array([0.05, 0.1, 0.25, 0.6]), 2000
    counted = np.zeros(4)
    for seed in range(times):
        places, counts = _chosen(weights, 3, np.random.default_rng(seed))
        assert counts.sum() == 3
        counted[places] += counts
    assert counted / times == pytest.approx(3 * weights, abs=0.05)
