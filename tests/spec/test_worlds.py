"""A player's worlds: the hidden hands inferred from the calls, the lead, the signals and the play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from overtrick import (
    Auction,
    Board,
    Card,
    CardSet,
    Deal,
    Play,
    Seat,
    SeatView,
    Side,
    Strain,
    Suit,
    Vul,
    hands,
)
from overtrick.bidding import Agreements, load
from overtrick.bidding.carding import Occasion, load_card, parse_card
from overtrick.core import Meaning
from overtrick.dd.packing import unpack_row
from overtrick.player import PlayerError, PlaySettings
from overtrick.player.knowledge import PastCard, known
from overtrick.player.likelihood import _signals, _spare, chance_of, partners_suits, signal_chances
from overtrick.player.worlds import Worlds, _chosen, draw

DEAL = "N:KT987.32.A432.A2 Q.KQJ4.K876.QJT9 A654.A65.QJ5.K43 J32.T987.T9.8765"
"""North and South have nine spades without the queen and jack."""
SIX_TRICKS = "HT H2 HJ HA SA S2 S7 SQ S4 S3 SK D6 C2 C9 CK C5 S5 SJ S8 D7 C6 CA CT C3 D2"
SAYC = Agreements(load("sayc"))
MANY = PlaySettings(4000, 4000)


def board(cards: str = "", auction: str = "S: 1NT AP", deal: str = DEAL) -> Board:
    """A board so far."""
    calls, hands_dealt = Auction.parse(auction), Deal.parse(deal)
    assert calls.contract is not None
    play = Play.of(hands_dealt, calls.contract).then_all(tuple(map(Card.parse, cards.split())))
    return Board(1, calls.dealer, Vul.NONE, hands_dealt, calls, (), play)


def ending(deal: str, cards: str, leader: str = "S", declarer: str = "S") -> SeatView:
    """An ending at notrump as declarer sees it."""
    text = f"Dealer {declarer}\nDeal {deal}\nAuction {declarer}: 1NT AP\nPlay NT;{leader};{cards}"
    return SeatView.of(Board.parse(text), Seat.parse(declarer))


def probability(worlds: Worlds, of: Callable[[Deal], bool]) -> float:
    """How likely something is."""
    rows = zip(worlds.deals, worlds.weights, strict=True)
    return float(sum(weight for row, weight in rows if of(unpack_row(row))))


def holds(seat: Seat, card: str) -> Callable[[Deal], bool]:
    return lambda deal: Card.parse(card) in deal[seat]


# What is known


def test_the_opening_leader_sees_no_hand_but_his_own() -> None:
    assert known(SeatView.of(board(), Seat.WEST)).hidden == (Seat.NORTH, Seat.EAST, Seat.SOUTH)


def test_declarer_sees_both_hands_of_his_side_and_a_defender_sees_dummy() -> None:
    assert known(SeatView.of(board("HT"), Seat.SOUTH)).hidden == (Seat.EAST, Seat.WEST)
    assert known(SeatView.of(board("HT"), Seat.EAST)).hidden == (Seat.SOUTH, Seat.WEST)


def test_a_hand_that_showed_out_lacks_the_rest_of_the_suit() -> None:
    view = SeatView.of(board("HT H2 HJ HA S4 S2 SK SQ S7 D8"), Seat.SOUTH)
    knowledge = known(view)
    assert knowledge.held[Seat.EAST] == CardSet.parse("Q.J.8.")
    assert knowledge.lacks[Seat.EAST] == CardSet.parse("AKJT98765432...")
    assert len(known(view).free) == 26 - 5


def test_before_the_play_there_is_nothing_to_think_about() -> None:
    bare = Board(1, Seat.NORTH, Vul.NONE, Deal.parse(DEAL), Auction.parse("N: P"))
    with pytest.raises(PlayerError, match="the play has not begun"):
        draw(SeatView.of(bare, Seat.EAST))


def test_a_player_whose_own_hand_is_unknown_cannot_think() -> None:
    text = "Deal N:A2... KQ... - -\nAuction N: 1NT AP\nPlay NT;E;SK"
    with pytest.raises(PlayerError, match="West cannot think about a hand that is unknown"):
        draw(SeatView.of(Board.parse(text), Seat.WEST))


# Calls


def test_every_world_goes_with_every_meaning() -> None:
    view = SeatView.of(board("HT", "S: 1NT P 2D P 2H P 3NT AP"), Seat.WEST)
    worlds = draw(view, SAYC)
    strong, five = hands.parse("15-17 hcp, balanced"), hands.parse("5+ hearts")
    assert len(worlds) == 50
    assert not worlds.remarks
    assert all(unpack_row(row)[Seat.SOUTH] in strong for row in worlds.deals)
    assert not all(unpack_row(row)[Seat.SOUTH] in five for row in worlds.deals)


def test_an_explanation_counts_instead_of_the_system() -> None:
    plain = board("HT", "S: 1C P 1D P 1NT AP")
    told = replace(plain, meanings=(Meaning("Strong -- 16+ HCP; 5+ !D"),))
    view = SeatView.of(told, Seat.WEST)
    worlds = draw(view, SAYC)
    strong = hands.parse("16+ hcp, 5+ diamonds")
    assert all(unpack_row(row)[Seat.SOUTH] in strong for row in worlds.deals)
    assert not any(
        unpack_row(row)[Seat.SOUTH] in strong for row in draw(SeatView.of(plain, Seat.WEST), SAYC).deals
    )


def test_an_explanation_may_contradict_the_system() -> None:
    told = replace(board("HT"), meanings=(Meaning("13-14 HCP"),))
    worlds = draw(SeatView.of(told, Seat.WEST), SAYC)
    assert not worlds.remarks
    assert {unpack_row(row)[Seat.SOUTH].hcp for row in worlds.deals} == {13, 14}


def test_an_explanation_of_which_nothing_is_understood_leaves_the_system() -> None:
    told = replace(board("HT"), meanings=(Meaning("as my grandmother played it"),))
    worlds = draw(SeatView.of(told, Seat.WEST), SAYC)
    balanced = hands.parse("15-17 hcp, balanced")
    assert all(unpack_row(row)[Seat.SOUTH] in balanced for row in worlds.deals)
    assert any("grandmother" in remark for remark in worlds.remarks)


def test_calls_that_contradict_the_cards_are_given_up_and_said_so() -> None:
    view = SeatView.of(board("HT", "S: P 1NT P P P", "E" + DEAL[1:]), Seat.SOUTH)
    impossible = replace(view, meanings=(None, Meaning("30+ HCP"), None, None))
    worlds = draw(impossible, SAYC)
    assert len(worlds) > 1
    assert worlds.weights.sum() == pytest.approx(1)
    assert any("West can have no such hand" in remark for remark in worlds.remarks)


def test_where_no_layout_goes_with_the_calls_the_nearer_ones_weigh_more() -> None:
    told = replace(board(SIX_TRICKS), meanings=(None, Meaning("30+ HCP")))
    settings = PlaySettings(5000, 5000, is_weighted=False)
    worlds = draw(SeatView.of(told, Seat.SOUTH), None, settings)
    steps = np.array([2.0 ** unpack_row(row)[Seat.WEST].hcp for row in worlds.deals])
    assert len(worlds) > 100
    assert np.allclose(worlds.weights, steps / steps.sum())
    assert any("half for every point" in remark for remark in worlds.remarks)


def test_calls_say_nothing_when_the_settings_say_so() -> None:
    view = SeatView.of(board("HT"), Seat.WEST)
    worlds = draw(view, SAYC, PlaySettings(uses_meanings=False))
    balanced = hands.parse("15-17 hcp, balanced")
    assert not all(unpack_row(row)[Seat.SOUTH] in balanced for row in worlds.deals)


# Leads and signals


def test_the_lead_of_a_king_shows_the_queen() -> None:
    deal = "N:KT987.32.A432.A2 Q.J984.K876.QJT9 A654.A65.QJ5.K43 J32.KQT7.T9.8765"
    view = SeatView.of(board("HK", deal=deal), Seat.SOUTH)
    with_table, without = (
        probability(draw(view, SAYC, PlaySettings(400, 1600, uses_leads=uses)), holds(Seat.WEST, "HQ"))
        for uses in (True, False)
    )
    assert with_table > 0.7
    assert without < 0.6


@pytest.mark.parametrize(("spot", "is_likelier"), [("H9", True), ("H4", False)])
def test_a_high_card_under_partners_honour_encourages(spot: str, is_likelier: bool) -> None:
    # West leads the heart king; which small heart East plays speaks of the ace
    deal = "N:KT987.32.A432.A2 Q.J984.K876.QJT9 A654.A65.QJ5.K43 J32.KQT7.T9.8765"
    view = SeatView.of(board(f"HK H2 {spot}", deal=deal), Seat.WEST)
    read, unread = (
        probability(draw(view, SAYC, replace(MANY, uses_leads=uses)), holds(Seat.EAST, "HA"))
        for uses in (True, False)
    )
    assert (read > unread + 0.05) is is_likelier
    assert (read < unread - 0.05) is not is_likelier


UPSIDE_DOWN = """
when leading
  top "high" from ?+
when partner leads
  low "encouraging": more of it
  high "discouraging": something else
"""


def test_signals_are_read_by_the_table_of_the_side_that_gives_them() -> None:
    deal = "N:KT987.32.A432.A2 Q.J984.K876.QJT9 A654.A65.QJ5.K43 J32.KQT7.T9.8765"
    view = SeatView.of(board("HK H2 H9", deal=deal), Seat.WEST)
    usual, reverse = (
        probability(draw(view, SAYC, MANY, tables), holds(Seat.EAST, "HA"))
        for tables in (None, {Side.EW: parse_card(UPSIDE_DOWN)})
    )
    assert usual > reverse + 0.1


def test_a_low_card_on_declarers_lead_shows_an_odd_number_and_a_high_one_an_even() -> None:
    deal = "N:KT987.32.A432.A2 Q.KQJ4.K87.QJT95 A654.A65.QJ5.K43 J32.T987.T96.876"

    def is_odd(dealt: Deal) -> bool:
        return len(dealt[Seat.WEST].holding(Suit.DIAMONDS)) % 2 == 1

    low, high = (
        probability(
            draw(SeatView.of(board(f"HT H2 HK HA DQ {spot}", deal=deal), Seat.SOUTH), SAYC, MANY), is_odd
        )
        for spot in ("D6", "D9")
    )
    assert low > high + 0.1


def test_a_high_discard_asks_for_the_suit() -> None:
    high, low = (
        probability(
            draw(SeatView.of(board(f"HT H2 HJ HA S4 S2 SK SQ S7 {spot}"), Seat.WEST), SAYC, MANY),
            lambda deal: bool(deal[Seat.EAST] & CardSet.parse("..KQ.")),
        )
        for spot in ("D8", "D6")
    )
    assert 1 - low > 1.5 * (1 - high)


# The play


def test_a_card_that_was_not_taken_is_probably_elsewhere() -> None:
    # West plays low before dummy's king; with the ace and nothing else but spades that gives two tricks away
    view = ending("N:K.2.. A..2. 2.A.. 3...2", "S2 S3")
    worlds, duck = draw(view), 0.2**2 / (1 + 0.2**2)
    assert worlds.is_all
    assert len(worlds) == 3
    assert probability(worlds, holds(Seat.WEST, "SA")) == pytest.approx(duck / (2 + duck))


def test_after_an_honour_drops_the_finesse_is_nearly_twice_as_good_as_the_drop() -> None:
    # 6.22 for the queen alone against half of 6.78 for queen and jack
    view = SeatView.of(board("DT DA D6 D5 S7 SQ SA S2 S4 S3"), Seat.SOUTH)
    settings = PlaySettings(4000, 4000, recall=0, uses_leads=False)
    onside = probability(draw(view, None, settings), holds(Seat.WEST, "SJ"))
    assert onside / (1 - onside) == pytest.approx(2 * 6.22 / 6.78, rel=0.12)


def test_in_an_ending_restricted_choice_falls_out_of_the_double_dummy_values() -> None:
    view = ending("N:KT98... Q.543.. A765... J43.2..", "SA S3 S8 SQ S5 S4")
    worlds = draw(view)
    assert worlds.is_all
    # East: the queen and three of four hearts, or queen-jack and two, which he would play only half the time;
    # West would hardly ever have thrown the jack from jack-third
    keeps_jack = 1 / (1 + 0.2**2) ** 2
    assert probability(worlds, holds(Seat.WEST, "SJ")) == pytest.approx(
        4 * keeps_jack / (4 * keeps_jack + 6 / 2)
    )


def test_a_play_that_is_next_to_impossible_in_every_layout_tells_nothing() -> None:
    """West has led a spade from nothing but hearts that nobody can beat: four tricks, whatever is where."""
    view = ending("N:AKQJT... .98765.. ...AKQJT 2.AKQJ..", "S2", leader="W")
    worlds = draw(view, None, PlaySettings(mistake=1e-99))
    assert len(worlds) == 126
    assert worlds.effective == pytest.approx(126)


def test_without_weights_the_same_layouts_are_equally_likely() -> None:
    view = ending("N:KT98... Q.543.. A765... J43.2..", "SA S3 S8 SQ S5 S4")
    worlds = draw(view, None, PlaySettings(is_weighted=False))
    assert probability(worlds, holds(Seat.WEST, "SJ")) == pytest.approx(4 / 10)


def test_a_small_card_is_one_choice_among_equals() -> None:
    ten, nine, two = (Card.parse(name).index for name in ("ST", "S9", "S2"))
    assert chance_of(two, {ten: 0, nine: 0, two: 0}, 0.2) == 0.5
    assert chance_of(nine, {ten: 0, nine: 1, two: 0}, 0.2) == pytest.approx(0.2 / 2.2)


# Samples


def same(one: Worlds, other: Worlds) -> bool:
    return np.array_equal(one.deals, other.deals) and np.array_equal(one.weights, other.weights)


def test_the_same_settings_give_the_same_worlds_on_any_number_of_threads() -> None:
    view = SeatView.of(board(SIX_TRICKS), Seat.SOUTH)
    one, two = (draw(view, SAYC, PlaySettings(threads=threads)) for threads in (1, 2))
    assert same(one, two)
    assert one.effective < len(one)
    assert not same(one, draw(view, SAYC, PlaySettings(seed=2)))


def test_the_effective_size_is_at_least_one_and_at_most_the_number_of_worlds() -> None:
    for cards in ("", "HT", "HT H2 HJ HA SA S2 S7 SQ", "HT H2 HJ HA SA S2 S7 SQ S4 S3 SK D6"):
        for seat in Seat:
            worlds = draw(SeatView.of(board(cards), seat), SAYC, PlaySettings(20, 80))
            assert 1 <= worlds.effective <= len(worlds) + 1e-9 <= 20 + 1e-9
            assert worlds.weights.sum() == pytest.approx(1)
            assert (worlds.weights > 0).all()


def test_few_worlds_of_many_are_each_counted_as_often_as_they_were_drawn() -> None:
    view = ending("N:KT98... Q.543.. A765... J43.2..", "SA")
    few = draw(view, None, PlaySettings(30, 30, is_weighted=False))
    all_of_them = draw(view, None, PlaySettings(70, 70, is_weighted=False))
    assert not few.is_all
    assert len({tuple(row) for row in few.deals.tolist()}) == len(few) < 30
    assert np.allclose(30 * few.weights, np.round(30 * few.weights))
    assert round(30 * few.weights.max()) > 1
    assert all_of_them.is_all
    assert len(all_of_them) == 70


def test_an_ending_with_cards_out_of_play_has_worlds_too() -> None:
    text = "Deal N:KT98... - A765... -\nAuction S: 1NT AP\nDealer S\nPlay NT;S;SA S3 S8 SQ"
    worlds = draw(SeatView.of(Board.parse(text), Seat.SOUTH))
    assert len(worlds) == 50
    assert all(len(hand) == 4 for row in worlds.deals for _, hand in unpack_row(row).items())


# Signals, weights and marks


SAYC_CARD = load_card("sayc")
SIGNALS_DEAL = Deal.parse("N:KT987.32.A432.A2 Q.KQJ4.K876.QJT9 A654.A65.QJ5.K43 J32.T987.T9.8765")
UNWEIGHED = PlaySettings(300, 300, uses_leads=False, is_weighted=False)


def souths_view(cards: str) -> SeatView:
    """What South sees of his 1NT after some cards."""
    calls = Auction.parse("S: 1NT AP")
    assert calls.contract is not None
    play = Play.of(SIGNALS_DEAL, calls.contract).then_all(tuple(map(Card.parse, cards.split())))
    return SeatView.of(Board(1, calls.dealer, Vul.NONE, SIGNALS_DEAL, calls, (), play), Seat.SOUTH)


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
    found = signal_chances(deals, known(view), Seat.SOUTH, {Side.EW: SAYC_CARD}, 0.09)
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
    found = signal_chances(deals, known(view), Seat.SOUTH, {Side.EW: SAYC_CARD}, 0.09)
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
    played = PastCard(Seat.WEST, Card.parse(card), Seat.SOUTH, before, 1, 9)
    assert _spare(played, strain) == sum(1 << Card.parse(f"D{rank}").rank for rank in spared)


def test_only_the_first_discard_and_of_a_fresh_suit_is_a_signal() -> None:
    heart = (Card.parse("H2"),)

    def discards(*cards: str) -> list[PastCard]:
        return [PastCard(Seat.WEST, Card.parse(card), Seat.EAST, heart, 1, 9) for card in cards]

    king = PastCard(Seat.WEST, Card.parse("CK"), Seat.EAST, (Card.parse("C2"),), 1, 10)
    first, second = discards("D3", "C4")
    assert list(_signals([first, second], Seat.SOUTH, Strain.NOTRUMP)) == [(first, Occasion.DISCARDING)]
    assert list(_signals([king, second, first], Seat.SOUTH, Strain.NOTRUMP)) == []


def test_a_club_opening_makes_clubs_partners_suit_though_it_may_be_three_cards() -> None:
    calls = Auction.parse("E: 1C 1NT AP")
    board = Board(1, calls.dealer, Vul.NONE, SIGNALS_DEAL, calls)
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
