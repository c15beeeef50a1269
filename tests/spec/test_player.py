"""The player: what it answers, to whom, and that nothing but view and settings decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from overtrick import explain, false_statements
from overtrick.bidding import Agreements, load
from overtrick.bidding.simulating import Settings
from overtrick.core import (
    Auction,
    Board,
    Card,
    CardSet,
    Contract,
    Play,
    Seat,
    SeatView,
    Side,
    Suit,
    Vul,
    explaining,
)
from overtrick.player import Aim, Player, PlayerError, PlaySettings, decision
from overtrick.player.evaluation import Payoff
from overtrick.player.strategies import Comparison, Detail, compare

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
BOARD = Board.parse(f"Board 1\nDeal {DEAL}\nAuction N: P P 1NT AP")
QUICK = PlaySettings(deals=8, pool=24)


def at(cards: str, board: Board = BOARD) -> Board:
    """The board after some cards."""
    assert board.contract is not None
    play = Play.of(board.deal, board.contract)
    return replace(board, play=play.then_all(tuple(map(Card.parse, cards.split()))))


def view_of(board: Board) -> SeatView:
    """The view of who has to act."""
    return next(view for seat in Seat if (view := SeatView.of(board, seat)).is_turn)


# Playing


@pytest.mark.parametrize("cards", ["", "S4", "S4 S6", "S4 S6 S7", "S4 S6 S7 SK", "S4 S6 S7 SK C2 C3"])
def test_the_card_is_legal_and_the_best_candidate_comes_first(cards: str) -> None:
    view = view_of(at(cards))
    decision = Player(QUICK).choose(view)
    assert decision.card in view.legal_cards
    assert decision.candidates[0].card is decision.card
    every = CardSet().union(*(CardSet.of(each.equals) for each in decision.candidates))
    assert every == view.legal_cards


def test_the_same_settings_choose_the_same_on_any_number_of_threads() -> None:
    view = view_of(at("S4 S6"))
    one, two = (Player(replace(QUICK, threads=threads)).choose(view) for threads in (1, 2))
    assert [each.card for each in one.candidates] == [each.card for each in two.candidates]
    assert [each.value for each in one.candidates] == [each.value for each in two.candidates]
    assert (one.worlds.deals == two.worlds.deals).all()


def test_another_seed_looks_at_other_worlds() -> None:
    view = view_of(at("S4"))
    one, two = (Player(replace(QUICK, seed=seed)).choose(view).worlds for seed in (1, 2))
    assert (one.deals != two.deals).any()


def test_a_clock_only_chooses_how_much_work_is_done() -> None:
    settings = PlaySettings(aim=Aim.CONTRACT, seed=3).within(0.5)
    assert (settings.deals, settings.pool, settings.positions) == (20, 160, 800_000)
    assert replace(settings, deals=50, pool=400, positions=2_000_000) == PlaySettings(
        aim=Aim.CONTRACT, seed=3
    )
    assert PlaySettings().within(0).deals == 10
    assert PlaySettings().within(1e9).deals == 2000


def test_as_many_deals_are_drawn_as_a_clock_asks_for() -> None:
    assert PlaySettings().within(1e9).pool == 2000
    assert PlaySettings(pool=30, positions=9).within(1.1) == PlaySettings(pool=50, positions=9)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0])
def test_a_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(PlayerError, match=f"a time to think is a number of seconds, not {seconds}"):
        PlaySettings().within(seconds)


def test_layouts_that_are_too_many_to_compare_are_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are told apart only over all layouts: over some of them each would soon be alone."""
    board = Board.parse("Dealer S\nDeal N:KT9... Q.54.. A76... J3.2..\nAuction S: 1NT AP\nPlay NT;S;")
    view, asked = SeatView.of(board, Seat.SOUTH), list[Detail]()
    count = len(Player(QUICK).choose(view).worlds)

    def noted(*question: Any, **how: Any) -> Comparison:
        asked.extend(question[7:8])  # not those that look one card further at a time
        return compare(*question, **how)

    monkeypatch.setattr(decision, "compare", noted)
    Player(QUICK).choose(view)
    assert asked == [Detail.CARDS]
    monkeypatch.setattr(decision, "MOST_WORLDS", count - 1)
    assert Player(QUICK).choose(view).worlds.is_all
    assert asked == [Detail.CARDS]


def test_every_claim_about_a_card_is_true() -> None:
    checked = 0
    for cards in ("", "S4", "S4 S6", "S4 S6 S7 SK", "S4 S6 S7 SK CA C3 C8 C4"):
        decision = Player(QUICK).choose(view_of(at(cards)))
        assert decision.reason is not None
        assert not false_statements(decision.reason, at(cards))
        assert explain(decision.reason)
        checked += sum(1 for _ in decision.reason.statements())
    assert checked >= 10


def test_without_strategies_or_weights_there_is_still_an_answer() -> None:
    plain = replace(
        QUICK, compares_strategies=False, is_weighted=False, uses_leads=False, uses_meanings=False
    )
    decision = Player(plain).choose(view_of(at("S4")))
    assert decision.grounds.depth == 0
    assert all(each.plan is None for each in decision.candidates)


def test_hidden_cards_make_no_difference() -> None:
    """Two boards that declarer cannot tell apart: East and West have exchanged what is left of hearts."""
    other = Board.parse(str(BOARD).replace("873.J97", "873.AQ4").replace("AT942.AQ4", "AT942.J97"))
    for cards in ("S4", "S4 S6 S7", "S4 S6 S7 SK", "S4 S6 S7 SK CA C3 C8 C4"):
        one, two = view_of(at(cards)), view_of(at(cards, other))
        assert one == two
        assert Player(QUICK).choose(one).card is Player(QUICK).choose(two).card


def test_cards_that_may_be_anywhere_in_the_pack_are_sampled_all_the_same() -> None:
    """An ending of which two hands are not known at all: nobody knows which cards are left."""
    view = SeatView.of(Board.parse("Deal N:.T.K2.AQ - .KQ4.A.4 -\nPlay NT;S;\nResult 1NT by S"), Seat.SOUTH)
    decision = Player(QUICK).choose(view, needed=4)
    assert decision.card in view.legal_cards
    assert decision.grounds.depth == 0


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_that_is_not_to_play_is_told_so(seat: Seat) -> None:
    view = SeatView.of(at("S4"), seat)
    if not view.is_turn:
        with pytest.raises(PlayerError, match=f"{seat.word} is not to play"):
            Player(QUICK).choose(view)


def test_the_opening_lead_from_a_suit_is_the_tables_where_chance_does_not_tell() -> None:
    """Fourth best: that another heart took a tenth of a trick more on twenty deals is luck."""
    auction = "Board 1\nDeal N:- KQ4.J973.85.A864 - -\nAuction N: 1NT P 3NT AP"
    view = SeatView.of(Board.parse(auction), Seat.EAST)
    for seed in range(1, 4):
        decision = Player(PlaySettings(deals=20, seed=seed)).choose(view)
        if decision.card.suit is Suit.HEARTS:
            assert str(decision.card) == "H3"


# What tricks are worth


def test_overtricks_count_at_matchpoints_and_hardly_at_imps() -> None:
    """A safety play: nine for certain, or ten half the time and eight the other half."""
    tricks = np.array([[9, 9], [10, 8]], np.int8)
    contract, vul = Contract.parse("3NT by S"), Vul.BOTH
    at_imps = Payoff(contract, Side.NS, vul, Aim.IMPS).values(tricks).mean(axis=1)
    at_pairs = Payoff(contract, Side.NS, vul, Aim.MATCHPOINTS).values(tricks).mean(axis=1)
    assert at_imps.tolist() == [-0.5, -6.0]
    assert at_pairs.tolist() == [0.5, 0.5]


def test_a_defender_wants_the_contract_beaten() -> None:
    worth = Payoff(Contract.parse("4S by S"), Side.EW, Vul.NONE, Aim.CONTRACT)
    assert worth.needed == 4
    assert worth.points.tolist()[3:5] == [-420, 50]
    assert worth.values(np.array([[3], [4]], np.int8)).argmax() == 1


@pytest.mark.parametrize(
    ("needed", "fault"),
    [(6, "declarer cannot need 6 of 5 tricks"), (0, "declarer cannot need 0 of 5 tricks")],
)
def test_an_ending_cannot_need_more_tricks_than_it_has(needed: int, fault: str) -> None:
    board = Board.parse("Deal N:.T.K2.AQ - .KQ4.A.4 -\nPlay NT;S;\nResult 1NT by S")
    with pytest.raises(PlayerError, match=fault):
        Player(QUICK).choose(SeatView.of(board, Seat.SOUTH), needed)


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (lambda: PlaySettings(deals=0), "deals must be at least 1, not 0"),
        (lambda: PlaySettings(worlds=65), "at most 64 worlds, not 65"),
        (lambda: PlaySettings(mistake=0.0), "mistake is a probability above 0 and at most 1, not 0.0"),
        (lambda: PlaySettings(strange=1.5), "strange is a probability above 0 and at most 1, not 1.5"),
    ],
)
def test_settings_that_cannot_be_are_refused(made: Callable[[], PlaySettings], fault: str) -> None:
    with pytest.raises(PlayerError, match=fault):
        made()


# Bidding and claiming


def test_the_system_bids_and_says_what_it_means() -> None:
    table = Agreements(load("sayc"))
    view = SeatView.of(replace(BOARD, auction=Auction.parse("N: P P")), Seat.SOUTH)
    made = Player(QUICK, table).bid(view)
    assert made.call is table.bid(view.hand, view.auction, view.vul).call
    assert "1" in made.meaning.text
    assert made.evidence is None


def test_close_calls_are_simulated_where_that_is_wanted() -> None:
    view = SeatView.of(replace(BOARD, auction=Auction.parse("N: P P")), Seat.SOUTH)
    made = Player(QUICK, bidding=Settings(deals=4)).bid(view)
    assert made.evidence is not None
    assert made.call is made.evidence.chosen


def test_a_seat_that_is_not_to_call_is_told_so() -> None:
    with pytest.raises(PlayerError, match="North is not to call"):
        Player(QUICK).bid(SeatView.of(replace(BOARD, auction=Auction.parse("N: P P")), Seat.NORTH))


def test_what_is_certain_is_claimed_and_nothing_else() -> None:
    certain = Board.parse("Deal N:AQ... .54.. K3... .76..\nPlay NT;S;\nResult 1NT by S")
    assert Player(QUICK).claim(SeatView.of(certain, Seat.SOUTH)) == 2
    assert Player(QUICK).claim(view_of(at("S4"))) is None


# Tricks that an ending needs


FINESSE = "Dealer S\nDeal N:AQ.4.. KJ.3.. 54.A.. 87.K..\nPlay NT;S;S4 S7\nResult {contract}"
player = Player(PlaySettings(threads=1))


@pytest.mark.parametrize("contract", ["1NT by S", "3NT by S", "7NT by S"])
@pytest.mark.parametrize("needed", [None, 1, 2, 3])
def test_the_reason_speaks_of_the_tricks_of_the_ending_and_is_true(contract: str, needed: int | None) -> None:
    board = Board.parse(FINESSE.format(contract=contract))
    view = SeatView.of(board, Seat.SOUTH)
    if contract == "7NT by S" and needed in (1, 2):
        with pytest.raises(PlayerError, match="cannot need"):
            player.choose(view, needed)
        return
    reason = player.choose(view, needed).reason
    assert reason is not None
    assert explaining.false_statements(reason, board) == []
    assert sum(1 for _ in reason.statements()) >= 2


def test_the_contract_behind_the_need_changes_no_word() -> None:
    words = set[str]()
    for contract in ("1NT by S", "3NT by S", "7NT by S"):
        view = SeatView.of(Board.parse(FINESSE.format(contract=contract)), Seat.SOUTH)
        reason = player.choose(view, 3).reason
        assert reason is not None
        words.add(explaining.explain(reason))
    assert len(words) == 1
    assert words.pop().startswith("♠Q from dummy takes 3 tricks or more in about 41% of 10 layouts")
