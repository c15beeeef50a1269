"""The Borel simulation where it is easily wrong: whose system, who is silent, what convinces."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest

from overtrick.bidding import Agreements, BiddingError, parse
from overtrick.bidding.simulating import Estimate, Settings, Simulator, Source, options, simulator
from overtrick.bidding.simulating import dealt as dealing
from overtrick.bidding.simulating.dealt import deals_for
from overtrick.core import Auction, Call, CardSet, Seat, Vul
from tests.spec.test_simulated_bids import HOLE, SHORT, TOP

FEW = Settings(deals=4, first_look=4, threads=1)
AFTER = Auction.parse("N: P P")


# Whose system


def test_each_side_bids_by_its_own_system_and_the_silent_stay_silent() -> None:
    ours, theirs = parse(HOLE), parse(TOP)
    for dealer, systems in (("N", (ours, theirs)), ("E", (theirs, ours))):
        auction = Auction.parse(f"{dealer}: P P")
        table = Agreements(ours, theirs, silent=[Seat.EAST])
        made = Simulator(table).simulation(SHORT, auction, Vul.EW, replace(FEW, most_candidates=1))
        assert made.state.systems == systems
        assert made.state.silent == table.state(auction, Vul.EW).silent != frozenset()


def test_a_player_who_never_bids_has_one_call_and_promises_nothing() -> None:
    table, auction = Agreements(parse(HOLE), silent=[Seat.SOUTH]), Auction.parse("N: P P 2S P")
    (only,) = options(table.state(AFTER), SHORT, 4)
    assert (only.call, only.candidate, only.nearness, only.fits) == (Call.PASS, None, 1.0, True)
    assert Seat.SOUTH not in dealing._promised(table.state(auction), Seat.NORTH)  # though it has bid
    assert Seat.SOUTH in dealing._promised(Agreements(parse(HOLE)).state(auction), Seat.NORTH)


# What is kept


def test_states_are_forgotten_past_the_limit_and_the_decision_is_equal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulator, "_MOST_STATES", 0)
    kept = Simulator(Agreements(parse(HOLE)))
    first, second = (kept.simulation(SHORT, AFTER, Vul.EW, FEW) for _ in range(2))
    assert not first.states & second.states
    assert first.evidence() == second.evidence()


def test_the_states_of_a_decision_are_counted_once() -> None:
    kept = Simulator(Agreements(parse(HOLE)))
    first, second = (kept.simulation(SHORT, AFTER, Vul.EW, FEW) for _ in range(2))
    auctions = {path.end.state.calls for paths in first.paths for path in paths}
    begun = {calls[:length] for calls in auctions for length in range(len(calls) + 1)}
    assert {state.calls for state in first.states} == begun
    assert len(first.states) == len(begun) > len(AFTER)
    assert first.states == second.states == kept._states


# What is dropped


ONE_DROPPED = """
when opening
  2S "weak": 5-10 hcp, 6+ spades
  1S "also weak": 5-9 hcp, 6+ spades
  pass "no opening": true
when partner opened 1S, RHO passed
  2S "up": true
when not opening
  pass "nothing": true
"""


def test_one_call_without_hope_does_not_take_the_others_with_it() -> None:
    """1♠ always comes to the contract of 2♠, and is dropped; the pass is looked at to the end."""
    hand = CardSet.parse("KQ9642.73.T3.852")
    used = Settings(deals=6, first_look=3, hope=100.0, threads=1)
    made = Simulator(Agreements(parse(ONE_DROPPED))).simulation(hand, AFTER, Vul.NONE, used)
    looked = {str(each.call): len(gains) for each, gains in zip(made.options, made.gains, strict=True)}
    assert looked == {"2S": 0, "1S": 3, "P": 6}
    assert made.evidence().deals == 6


LATE = """
when opening
  1NT "own": 11-13 hcp, 3-5 spades, 4- hearts
  2H "hearts": 5+ hearts
  2D "late": 12 hcp, 4 spades
  2C "late too": 12 hcp, 4 spades
    catch-all
  3C "everything": true
when not opening
  pass: true
"""


def test_a_rule_that_comes_too_late_counts_a_quarter_and_catch_alls_count_nothing() -> None:
    state = Agreements(parse(LATE)).state(Auction.parse("N:"))
    found = options(state, CardSet.parse("KQ42.K863.K32.J2"), 10)
    assert [str(each.call) for each in found] == ["1NT", "2D", "2H"]
    late, hearts = found[1:]
    assert (late.nearness, late.fits, hearts.fits) == (0.0, True, False)
    assert 0 < hearts.nearness < 0.25


# What convinces


def test_a_gain_on_the_margin_does_not_convince() -> None:
    assert not Estimate(0.5, 0.0, 20).is_convincing(Settings())
    assert not Estimate(0.75, 0.5, 20).is_convincing(Settings())
    assert Estimate(0.76, 0.5, 20).is_convincing(Settings())


def test_one_deal_convinces_nobody() -> None:
    assert not Estimate.of(np.array([10.0])).is_convincing(Settings())
    assert not Estimate.of(np.array([])).is_convincing(Settings(margin=-1.0, sure=-1.0))
    assert Estimate.of(np.array([10.0, 10.0])).is_convincing(Settings())


def test_a_hand_outside_the_ranges_of_its_call_is_told_and_no_discount_is_none() -> None:
    """Four points are too few for the weak two that promises five."""
    bold = replace(FEW, margin=-100.0, sure=-100.0, is_discounted=False)
    found = Simulator(Agreements(parse(HOLE))).decide(SHORT, AFTER, Vul.EW, bold)
    assert (str(found.chosen), found.is_deviation, found.keeps_promise) == ("2S", True, False)
    assert [each.discounted for each in found.weighed] == [None, None]
    kept = Simulator(Agreements(parse(HOLE))).decide(SHORT, AFTER, Vul.EW, replace(FEW, margin=100.0))
    assert (kept.is_deviation, kept.keeps_promise) == (False, True)


# Settings


@pytest.mark.parametrize("seconds", [nan, inf, -inf])
def test_a_time_that_is_no_number_is_refused(seconds: float) -> None:
    with pytest.raises(BiddingError, match=f"expected a number of seconds, not {seconds}"):
        Settings().within(seconds)


@pytest.mark.parametrize("threads", [0, -1])
def test_nobody_solves_with_less_than_one_thread(threads: int) -> None:
    with pytest.raises(BiddingError, match=f"threads must be at least 1, not {threads}"):
        Settings(threads=threads)


def test_what_convinces_has_to_be_a_number() -> None:
    with pytest.raises(BiddingError, match="sure must be a number, not nan"):
        Settings(sure=nan)
    with pytest.raises(BiddingError, match="margin must be a number, not nan"):
        Settings(margin=nan)
    with pytest.raises(BiddingError, match="hope must be a number, not nan"):
        Settings(hope=nan)


# Deals


def test_calls_that_no_rule_makes_are_counted() -> None:
    table = Agreements(parse(TOP))
    hand = CardSet.parse("65.K732.6432.832")
    odd = [
        deals_for(table.state(Auction.parse(calls)), hand, Seat.NORTH, 2, 1).odd
        for calls in ("N: P", "N: 2C", "N: 2C 2D")
    ]
    assert odd == [0, 1, 2]


def test_less_than_two_fifths_of_the_deals_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_MOST_TRIES", 1)
    found = deals_for(Agreements(parse(HOLE)).state(AFTER), SHORT, Seat.NORTH, 40_000, 1)
    assert found.source is not Source.EXACT
    assert "deals fit" in found.remarks[0]
