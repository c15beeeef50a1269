"""What double dummy answers about a position, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread

import pytest

from overtrick import Board, Card, Deal, DealError, Play, Seat, Side, Strain
from overtrick.dd import (
    ALWAYS,
    RULES,
    DoubleDummyError,
    Solver,
    analyse,
    at_least,
    best_line,
    cards,
    table,
    tricks,
)

SQUEEZE = Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")
"""Figure 2 of the squeeze paper: South to lead takes all three tricks by squeezing West."""
LEAD = Play(SQUEEZE, Strain.NOTRUMP, Seat.SOUTH)
ONE_CARD = Deal.parse("N:A... K... Q... J...")
REGRESSION = Deal.parse("N:K7.K52.J943.AJ82 T9842.AJ3.K752.T QJ653.Q974.86.96 A.T86.AQT.KQ7543")
"""A solver with unsound winners said 7 tricks at notrump by West; there are 8."""


def named(values: dict[Card, int]) -> dict[str, int]:
    return {str(card): value for card, value in values.items()}


# Answers


def test_tricks_are_those_of_the_side_on_lead() -> None:
    assert tricks(SQUEEZE, Strain.NOTRUMP, leader=Seat.SOUTH) == 3
    assert tricks(SQUEEZE, Strain.NOTRUMP, leader=Seat.WEST) == 2
    assert [tricks(ONE_CARD, Strain.NOTRUMP, leader) for leader in Seat] == [1, 0, 1, 0]


def test_a_table_counts_declarers_tricks_on_the_lead_of_the_left_hand_opponent() -> None:
    found = table(SQUEEZE)
    for strain in Strain:
        for declarer in Seat:
            assert found[strain, declarer] == 3 - tricks(SQUEEZE, strain, declarer.lho)


def test_the_deal_that_caught_another_solver_is_right() -> None:
    found = table(REGRESSION, [Strain.NOTRUMP])
    assert found[Strain.NOTRUMP, Seat.WEST] == 8
    assert found.strains == (Strain.NOTRUMP,)


def test_three_hands_of_thirteen_are_enough() -> None:
    suits = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -")
    assert table(suits, [Strain.SPADES])[Strain.SPADES, Seat.SOUTH] == 13


def test_every_legal_card_is_told_in_the_order_of_a_hand() -> None:
    assert named(cards(LEAD)) == {"S2": 1, "H3": 1, "CA": 3}
    assert list(named(cards(LEAD))) == ["S2", "H3", "CA"]


def test_in_the_middle_of_a_trick_the_trick_counts() -> None:
    later = LEAD.then(Card.parse("CA")).then(Card.parse("SK"))
    assert named(cards(later)) == {"SQ": 2, "HA": 2, "HJ": 3}
    assert named(cards(LEAD.then(Card.parse("CA")))) == {"SK": 0, "HK": 0, "HQ": 0}


def test_once_the_play_is_over_there_is_no_card_and_no_line() -> None:
    over = LEAD.then_all(best_line(LEAD))
    assert cards(over) == {}
    assert best_line(over) == ()


# Proofs


def test_a_yes_bounds_the_side_that_was_asked_about_from_below() -> None:
    proof = at_least(LEAD, 3)
    assert (proof.is_reached, bool(proof), proof.side, proof.bound) == (True, True, Side.NS, 3)
    assert Card.parse("ST") not in proof.cards
    assert proof.covers(LEAD)


def test_a_no_bounds_its_opponents() -> None:
    leading = replace(LEAD, leader=Seat.WEST)
    proof = at_least(leading, 3)
    assert (proof.is_reached, bool(proof), proof.side, proof.bound) == (False, False, Side.NS, 1)
    assert at_least(leading, 2).side is Side.EW
    assert at_least(leading, 1, Side.NS).is_reached


def test_nothing_is_always_reached_and_more_than_there_is_never() -> None:
    for side in Side:
        assert at_least(LEAD, 0, side).is_reached
        assert at_least(LEAD, 4, side) == replace(at_least(LEAD, 4, side), is_reached=False, bound=0)


def test_a_proof_covers_only_positions_of_the_same_shape_and_owners() -> None:
    proof = at_least(LEAD, 3)
    other_low_cards = Play.parse("N:Q.A2.. T9...3 3.J..A K.KQ..;NT;S")
    assert proof.covers(other_low_cards)
    assert tricks(other_low_cards.start, Strain.NOTRUMP, Seat.SOUTH) == 3
    for unlike in (
        "N:K.AJ.. T9...3 2.3..A Q.KQ..;NT;S",  # the spade king moved
        "N:Q.AJ.. T9...3 2.3..A K.KQ..;S;S",  # another strain
        "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;N",  # another leader
        "N:Q.A.J. T9...3 2.3..A K.KQ..;NT;S",  # another shape
        "N:Q.AJ.. T9...3 2.3..A -;NT;S",  # a hand unknown
    ):
        assert not proof.covers(Play.parse(unlike))


# Lines and costs


def test_a_line_plays_the_lowest_card_that_costs_nothing() -> None:
    line = best_line(LEAD)
    assert " ".join(map(str, line)) == "CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK"
    assert LEAD.then_all(line).tricks_won(Side.NS) == 3


def test_a_whole_deal_has_a_line_on_which_nobody_pays() -> None:
    lead = Play(REGRESSION, Strain.NOTRUMP, Seat.NORTH)
    played = lead.then_all(best_line(lead))
    assert (played.tricks_won(Side.NS), played.tricks_won(Side.EW)) == (5, 8)
    costs = analyse(played)
    assert [card.cost for card in costs] == [0] * 52
    assert {card.before for card in costs if card.seat.side is Side.EW} == {8}


def test_each_card_costs_its_own_side_and_together_they_explain_the_result() -> None:
    play = Play.parse(f"{LEAD};H3 HQ HA S9 SQ ST S2 SK HK HJ C3 CA")
    costs = analyse(play)
    assert [card.card for card in costs] == list(play.cards)
    assert [(str(card.card), card.seat, card.cost) for card in costs if card.cost] == [("H3", Seat.SOUTH, 2)]
    assert (costs[0].before, costs[0].after, costs[1].before) == (3, 1, 2)
    assert play.tricks_won(Side.NS) == 3 - 2


def test_the_cards_of_a_board_are_analysed_and_a_board_without_play_is_refused() -> None:
    board = Board.numbered(1, SQUEEZE)
    played = replace(board, play=LEAD.then(Card.parse("S2")))
    assert [card.cost for card in analyse(played)] == [2]
    with pytest.raises(DoubleDummyError, match="no play is recorded on this board"):
        analyse(board)


# Solvers of one's own


def test_free_discards_undo_a_squeeze() -> None:
    def found(**free: int) -> int:
        given = {Seat[name.upper()]: times for name, times in free.items()}
        return Solver(megabytes=1, free_discards=given).tricks(SQUEEZE, Strain.NOTRUMP, Seat.SOUTH)

    assert found() == found(east=ALWAYS) == 3
    assert found(west=1) == found(west=ALWAYS) == found(east=1, west=1) == 2


def test_a_defender_who_has_thrown_blanks_may_hold_more_cards() -> None:
    longer = Deal.parse("N:Q.A.. T9... 2.3.. K.KQ..")
    solver = Solver(megabytes=1, free_discards={Seat.WEST: ALWAYS})
    assert solver.tricks(longer, Strain.NOTRUMP, Seat.SOUTH) == 1
    with pytest.raises(DealError, match="hands of equal length, not North 2, East 2, South 2, West 3"):
        tricks(longer, Strain.NOTRUMP, Seat.SOUTH)


def test_a_finesse_can_be_forbidden() -> None:
    finesse = Deal.parse("N:AQ... 54... 32... K6...")
    assert Solver(megabytes=1).tricks(finesse, Strain.NOTRUMP, Seat.SOUTH) == 2
    assert Solver(megabytes=1, no_finesse=True).tricks(finesse, Strain.NOTRUMP, Seat.SOUTH) == 1


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_can_be_done_without(rule: str) -> None:
    assert Solver(megabytes=1, without=[rule]).cards(LEAD) == cards(LEAD)


def test_a_solver_counts_its_work_and_can_forget() -> None:
    solver = Solver(megabytes=1)
    assert solver.table(SQUEEZE) == table(SQUEEZE)
    worked = solver.positions
    assert worked > 0
    solver.forget()
    assert solver.table(SQUEEZE) == table(SQUEEZE)
    assert solver.positions > worked


def test_threads_may_share_a_solver() -> None:
    solver, found = Solver(megabytes=1), list[dict[Card, int]]()
    threads = [Thread(target=lambda: found.extend(solver.cards(LEAD) for _ in range(50))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [cards(LEAD)] * 200


# What is refused


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("N:A... K... Q... -", "West's hand is unknown: double dummy needs all four in 'N:A... K... Q... -'"),
        ("N:A... - Q... -", "the hands of East and West are unknown"),
        ("N:A... - - -", "the hands of East, South and West are unknown"),
        ("N:A... K2... Q... J...", "hands of equal length, not North 1, East 2, South 1, West 1"),
    ],
)
def test_hands_that_cannot_be_solved_are_refused_in_bridge_words(written: str, fault: str) -> None:
    deal = Deal.parse(written)
    for ask in (lambda: table(deal), lambda: tricks(deal, Strain.HEARTS, Seat.NORTH)):
        with pytest.raises(DealError, match=fault):
            ask()
    if "unknown" in fault:
        position = Play(deal, Strain.HEARTS, Seat.NORTH)
        for question in (cards, best_line, analyse, lambda play: at_least(play, 1)):
            with pytest.raises(DealError, match="unknown: double dummy needs all four"):
                question(position)


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(DoubleDummyError, match="only East and West can be given free discards, not North"):
        Solver(free_discards={Seat.NORTH: 1})
    with pytest.raises(DoubleDummyError, match="West cannot have -1 free discards"):
        Solver(free_discards={Seat.WEST: -1})
    with pytest.raises(DoubleDummyError, match="1 to 16384 megabytes of memory, not 0"):
        Solver(megabytes=0)
    with pytest.raises(DoubleDummyError, match="'magic' is not a rule of the search: expected one of "):
        Solver(without=["magic"])
    squeezed = Solver(megabytes=1, free_discards={Seat.WEST: ALWAYS})
    for ask in (lambda: best_line(LEAD, squeezed), lambda: analyse(LEAD, squeezed)):
        with pytest.raises(DoubleDummyError, match="lines and costs are those of bridge"):
            ask()
