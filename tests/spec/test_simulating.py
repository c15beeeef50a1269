"""The Borel simulation: which calls are thought about, what is found, and what is made of it."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bidding import Agreements, BiddingError, State, load, parse, sampling
from overtrick.bidding.bidder import choice
from overtrick.bidding.checking.findings import entry_refs
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.sampling import deals_for
from overtrick.bidding.simulating import (
    Estimate,
    Scoring,
    Settings,
    Simulator,
    Source,
    find_gifts,
    gifts_of,
    neighbours,
    options,
    simulate,
    simulator,
)
from overtrick.core import Auction, Call, CardSet, Seat, Vul
from overtrick.deals import boards, packed_deals
from tests.spec.test_simulated_evidence import HOLE, SHORT, TOP

FEW = Settings(deals=8, first_look=8, threads=2)
NATURAL = Agreements(load("natural"))
CLOSE = CardSet.parse("A654.K2.63.AK832")
"""After 1♦ it answers 2♣; a rule for 1♠ fits it too, but comes later."""
AFTER = Auction.parse("N: 1D P")

NOTRUMP_HOLE = """
when opening
  2S "weak": 5-10 hcp, 6+ spades
  1NT "notrump": 13+ hcp
  pass "no opening": true

when partner opened 1NT, RHO passed
  3NT "raises": 10+ hcp
  pass "enough": true

when not opening
  pass "never doubles": true
"""
"""Nobody ever bids or doubles over a weak two."""


def hand_of(number: int) -> CardSet:
    return CardSet(int(packed_deals(np.random.default_rng(number), 1)[0, 0]))


def decision_of(number: int) -> tuple[State, CardSet]:
    """Some decision of self-play."""
    rng = np.random.default_rng(number)
    (board,) = boards(rng, 1, first=1 + number % 16)
    auction, end = NATURAL.bid_out(board.deal, board.dealer, board.vul)
    place = int(rng.integers(len(auction)))
    return end.at(place), board.deal[board.dealer.next(place)]


# Neighbours and candidates


@given(st.integers(0, 10**6))
def test_a_neighbour_is_one_small_change_away(number: int) -> None:
    hand, changes = hand_of(number), neighbours(hand_of(number))
    assert len(set(changes)) == len(changes) > 0
    for change in changes:
        assert change.out in hand
        assert change.into not in hand
        if change.out.suit is not change.into.suit:
            assert change.out.rank.hcp == change.into.rank.hcp == 0
        else:
            assert abs(change.out.rank.hcp - change.into.rank.hcp) == 1


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_candidates_are_the_systems_call_and_legal_calls_near_it(number: int) -> None:
    state, hand = decision_of(number)
    found = options(state, hand, 4)
    own = choice(state, HandValues(hand)).call
    assert found[0].call is own
    assert 1 <= len(found) <= 4
    assert len({each.call for each in found}) == len(found)
    for each in found:
        assert state.is_legal(each.call)
        assert 0 <= each.nearness <= 1
        assert each.call is own or not (state.is_forced and each.call is Call.PASS)
        if each.change is not None:
            changed = CardSet(hand.bits ^ 1 << each.change.out.index ^ 1 << each.change.into.index)
            assert choice(state, HandValues(changed)).call is each.call
        elif each.candidate is not None:
            assert each.candidate.fits(HandValues(hand))


def test_a_call_is_near_by_the_share_of_neighbours_that_make_it() -> None:
    after, hand = Auction.parse("N: 1NT P"), CardSet.parse("Q72.K965.J84.962")
    own, near = options(NATURAL.state(after), hand, 2)
    assert (str(own.call), str(near.call), str(near.change)) == ("P", "2H", "S2 -> H2")
    assert 0 < near.nearness < own.nearness < 1
    assert not near.fits


def test_a_pass_is_no_candidate_when_the_auction_forces() -> None:
    state = NATURAL.state(Auction.parse("N: 1H P 1S P"))
    assert state.is_forced
    weak = CardSet.parse("Q2.KQ652.A42.J53")
    assert Call.PASS not in [each.call for each in options(state, weak, 10)]


# Decisions


def test_a_clear_decision_is_not_simulated() -> None:
    found = simulate(NATURAL, CardSet.parse("9742.853.J64.952"), Auction(Seat.NORTH), settings=FEW)
    assert not found.is_close
    assert (found.chosen, found.deals, found.source, found.solved) == (Call.PASS, 0, None, 0)
    assert found.keeps_promise


def test_a_close_one_is_with_all_its_evidence() -> None:
    found = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, FEW)
    assert found.is_close
    assert found.source is Source.EXACT
    assert found.deals == 8
    assert found.system_call is found.results[0].call is Call.parse("2C")
    assert found.results[0].gain == Estimate(0.0, 0.0, 8)
    for each in found.results:
        assert sum(outcome.deals for outcome in each.outcomes) == each.gain.deals
        assert found.of(each.call) is each
    assert found.is_deviation == (found.chosen is not found.system_call)
    assert found.solved > 0


def test_the_same_seed_decides_the_same_on_any_number_of_threads() -> None:
    simulator, compared = Simulator(NATURAL), 0
    one, two, again = (
        simulator.simulation(CLOSE, AFTER, Vul.NONE, replace(FEW, threads=threads)).evidence()
        for threads in (1, 2, 2)
    )
    for each, other, last in zip(one.results, two.results, again.results, strict=True):
        assert each == other == last
        compared += 1
    assert compared == len(one.results) >= 2
    assert one.chosen is two.chosen
    assert two == again
    unlike = simulator.simulation(CLOSE, AFTER, Vul.NONE, replace(FEW, seed=2)).evidence()
    assert unlike.results[1].outcomes != one.results[1].outcomes


def test_the_systems_call_stays_unless_the_gain_convinces() -> None:
    kept = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, replace(FEW, margin=100.0))
    assert not kept.is_deviation
    left = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, replace(FEW, margin=-100.0, sure=-100.0))
    best = max(left.results[1:], key=lambda each: (each.discounted or each.gain).mean)
    assert left.chosen is best.call


def test_matchpoints_count_who_wins_a_deal() -> None:
    made = Simulator(NATURAL).simulation(CLOSE, AFTER, Vul.NONE, replace(FEW, scoring=Scoring.MATCHPOINTS))
    assert set(made.gains[1].tolist()) <= {-1.0, 0.0, 1.0}
    assert any(made.gains[1])


def test_a_candidate_without_hope_is_dropped() -> None:
    eager = replace(FEW, deals=12, first_look=4, margin=50.0, hope=0.0)
    found = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, eager)
    assert found.deals == 4
    assert not found.is_deviation


def test_a_clock_chooses_the_deals_and_nothing_else() -> None:
    assert Settings().within(1000).deals == 1000
    assert Settings().within(0).deals == 8
    assert replace(Settings(seed=7).within(2), deals=50) == Settings(seed=7)


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BiddingError, match="deals must be at least 2"):
        Settings(deals=0)
    with pytest.raises(BiddingError, match="thirteen"):
        simulate(NATURAL, CardSet.parse("A..."), AFTER)
    with pytest.raises(BiddingError, match="over"):
        simulate(NATURAL, CLOSE, Auction.parse("N: P P P P"))


# Deals


def test_the_players_own_calls_need_not_fit_the_hand() -> None:
    """After a deviation the player still has the hand, and the others are as they said."""
    auction = Auction.parse("N: 1NT P")
    strange = Auction(Seat.NORTH, (*auction.calls, Call.parse("2NT"), Call.PASS))
    made = Simulator(NATURAL).simulation(CardSet.parse("KQ76.A52.KQ73.42"), strange, Vul.NONE, FEW)
    assert made.dealt is None or made.dealt.source is Source.EXACT


def test_deals_that_cannot_be_had_are_replaced_and_it_is_said() -> None:
    """North promises seven spades at least, and the player has ten of them."""
    table = Agreements(parse("when opening\n  1S: 7+ spades\n  pass: true\nwhen not opening\n  pass: true"))
    from overtrick.bidding.sampling import deals_for

    found = deals_for(
        table.state(Auction.parse("N: 1S")), CardSet.parse("AKQJT98765.A.A.A"), Seat.NORTH, 20, 1
    )
    assert found.source is Source.HAND
    assert len(found.deals) == 20
    assert len(found.remarks) == 2


# Gifts


def test_a_hole_in_the_system_is_found_with_the_rule_that_is_to_blame() -> None:
    """The hand is short of a weak two; opening it wins only against people who never double."""
    system = parse(NOTRUMP_HOLE)
    hand = CardSet.parse("KJ9642.73.T3.852")
    used = Settings(deals=16, first_look=16, sure=1.0, margin=0.5)
    made = Simulator(Agreements(system)).simulation(hand, Auction.parse("N: P P"), Vul.EW, used)
    evidence = made.evidence()
    (own, two) = evidence.results
    assert (str(own.call), str(two.call)) == ("P", "2S")
    assert two.gain.is_convincing(used)
    assert two.discounted is not None
    assert not two.discounted.is_convincing(used)
    assert evidence.chosen is Call.PASS
    assert two.gain.mean - two.discounted.mean > 1
    found = list(gifts_of(made, entry_refs(system)))
    assert len(found) == two.gifts > 0
    gains, left = made.gains[1], made.discounted[1]
    assert left is not None
    assert list(made.caps[1]) == np.flatnonzero(gains > 0).tolist()
    given = np.flatnonzero(gains > left).tolist()
    assert [gift.better for gift in found] == [made.caps[1][board].better for board in given]
    for gift in found:
        assert gift.rule is not None
        assert gift.rule.name == "never doubles"
        assert gift.call is Call.PASS
        assert gift.imps > 0
        assert gift.witness in gift.deal.hands
    assert {gift.key for gift in found} == {
        "gift: P system/system pass 'never doubles', LHO 2S (system/system 2S 'weak')"
    }


def test_gifts_are_collected_over_boards() -> None:
    heard = list[int]()
    used = Settings(deals=6, first_look=6, sure=0.5, margin=0.2)
    found = find_gifts(parse(NOTRUMP_HOLE), 3, 4, used, lambda done, of: heard.append(done))
    assert heard == [1, 2, 3, 4]
    for gift in found:
        assert 0 < gift.share.hands <= gift.share.of
        assert gift.imps > 0
        assert gift.auction.is_over
    again = find_gifts(parse(NOTRUMP_HOLE), 3, 4, used)
    assert [each.key for each in again] == [each.key for each in found]


FOUR = Settings(deals=4, first_look=4, threads=1)
PASSED = Auction.parse("N: P P")


# Whose system


def test_each_side_bids_by_its_own_system_and_the_silent_stay_silent() -> None:
    ours, theirs = parse(HOLE), parse(TOP)
    for dealer, systems in (("N", (ours, theirs)), ("E", (theirs, ours))):
        auction = Auction.parse(f"{dealer}: P P")
        table = Agreements(ours, theirs, silent=[Seat.EAST])
        made = Simulator(table).simulation(SHORT, auction, Vul.EW, replace(FOUR, most_candidates=1))
        assert made.state.systems == systems
        assert made.state.silent == table.state(auction, Vul.EW).silent != frozenset()


def test_a_player_who_never_bids_has_one_call_and_promises_nothing() -> None:
    table, auction = Agreements(parse(HOLE), silent=[Seat.SOUTH]), Auction.parse("N: P P 2S P")
    (only,) = options(table.state(PASSED), SHORT, 4)
    assert (only.call, only.candidate, only.nearness, only.fits) == (Call.PASS, None, 1.0, True)
    assert Seat.SOUTH not in sampling._promised(table.state(auction), Seat.NORTH)  # though it has bid
    assert Seat.SOUTH in sampling._promised(Agreements(parse(HOLE)).state(auction), Seat.NORTH)


# What is kept


def test_states_are_forgotten_past_the_limit_and_the_decision_is_equal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulator, "_MOST_STATES", 0)
    kept = Simulator(Agreements(parse(HOLE)))
    first, second = (kept.simulation(SHORT, PASSED, Vul.EW, FOUR) for _ in range(2))
    assert not first.states & second.states
    assert first.evidence() == second.evidence()


def test_the_states_of_a_decision_are_counted_once() -> None:
    kept = Simulator(Agreements(parse(HOLE)))
    first, second = (kept.simulation(SHORT, PASSED, Vul.EW, FOUR) for _ in range(2))
    auctions = {path.state.calls for paths in first.paths for path in paths}
    begun = {calls[:length] for calls in auctions for length in range(len(calls) + 1)}
    assert {state.calls for state in first.states} == begun
    assert len(first.states) == len(begun) > len(PASSED)
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
    made = Simulator(Agreements(parse(ONE_DROPPED))).simulation(hand, PASSED, Vul.NONE, used)
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
    bold = replace(FOUR, margin=-100.0, sure=-100.0, is_discounted=False)
    found = Simulator(Agreements(parse(HOLE))).simulation(SHORT, PASSED, Vul.EW, bold).evidence()
    assert (str(found.chosen), found.is_deviation, found.keeps_promise) == ("2S", True, False)
    assert [each.discounted for each in found.results] == [None, None]
    kept = (
        Simulator(Agreements(parse(HOLE)))
        .simulation(SHORT, PASSED, Vul.EW, replace(FOUR, margin=100.0))
        .evidence()
    )
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
    monkeypatch.setattr(sampling, "_MOST_TRIES", 1)
    found = deals_for(Agreements(parse(HOLE)).state(PASSED), SHORT, Seat.NORTH, 40_000, 1)
    assert found.source is not Source.EXACT
    assert "deals fit" in found.remarks[0]
