"""The Borel simulation: which calls are thought about, what is found, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bidding import Agreements, BiddingError, State, load, parse
from overtrick.bidding.bidder import choice
from overtrick.bidding.checking.findings import rules_of
from overtrick.bidding.judging import Held13
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
)
from overtrick.core import Auction, Call, CardSet, Seat, Vul
from overtrick.deals import boards, packed_deals

FEW = Settings(deals=8, first_look=8, threads=2)
NATURAL = Agreements(load("natural"))
CLOSE = CardSet.parse("A654.K2.63.AK832")
"""After 1♦ it answers 2♣; a rule for 1♠ fits it too, but comes later."""
AFTER = Auction.parse("N: 1D P")

HOLE = """
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
    own = choice(state, Held13(hand)).call
    assert found[0].call is own
    assert 1 <= len(found) <= 4
    assert len({each.call for each in found}) == len(found)
    for each in found:
        assert state.is_legal(each.call)
        assert 0 <= each.nearness <= 1
        assert each.call is own or not (state.is_forced and each.call is Call.PASS)
        if each.change is not None:
            changed = CardSet(hand.bits ^ 1 << each.change.out.index ^ 1 << each.change.into.index)
            assert choice(state, Held13(changed)).call is each.call
        elif each.candidate is not None:
            assert each.candidate.fits(Held13(hand))


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
    assert found.system_call is found.weighed[0].call is Call.parse("2C")
    assert found.weighed[0].gain == Estimate(0.0, 0.0, 8)
    for each in found.weighed:
        assert sum(outcome.deals for outcome in each.outcomes) == each.gain.deals
        assert found.of(each.call) is each
    assert found.is_deviation == (found.chosen is not found.system_call)
    assert found.solved > 0


def test_the_same_seed_decides_the_same_on_any_number_of_threads() -> None:
    simulator, compared = Simulator(NATURAL), 0
    one, two, again = (
        simulator.decide(CLOSE, AFTER, Vul.NONE, replace(FEW, threads=threads)) for threads in (1, 2, 2)
    )
    for each, other, last in zip(one.weighed, two.weighed, again.weighed, strict=True):
        assert each == other == last
        compared += 1
    assert compared == len(one.weighed) >= 2
    assert one.chosen is two.chosen
    assert two == again
    unlike = simulator.decide(CLOSE, AFTER, Vul.NONE, replace(FEW, seed=2))
    assert unlike.weighed[1].outcomes != one.weighed[1].outcomes


def test_the_systems_call_stays_unless_the_gain_convinces() -> None:
    kept = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, replace(FEW, margin=100.0))
    assert not kept.is_deviation
    left = simulate(NATURAL, CLOSE, AFTER, Vul.NONE, replace(FEW, margin=-100.0, sure=-100.0))
    best = max(left.weighed[1:], key=lambda each: (each.discounted or each.gain).mean)
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
    from overtrick.bidding.simulating.dealt import deals_for

    found = deals_for(
        table.state(Auction.parse("N: 1S")), CardSet.parse("AKQJT98765.A.A.A"), Seat.NORTH, 20, 1
    )
    assert found.source is Source.HAND
    assert len(found.deals) == 20
    assert len(found.remarks) == 2


# Gifts


def test_a_hole_in_the_system_is_found_with_the_rule_that_is_to_blame() -> None:
    """The hand is short of a weak two; opening it wins only against people who never double."""
    system = parse(HOLE)
    hand = CardSet.parse("KJ9642.73.T3.852")
    used = Settings(deals=16, first_look=16, sure=1.0, margin=0.5)
    made = Simulator(Agreements(system)).simulation(hand, Auction.parse("N: P P"), Vul.EW, used)
    evidence = made.evidence()
    (own, two) = evidence.weighed
    assert (str(own.call), str(two.call)) == ("P", "2S")
    assert two.gain.is_convincing(used)
    assert two.discounted is not None
    assert not two.discounted.is_convincing(used)
    assert evidence.chosen is Call.PASS
    assert two.given > 1
    found = list(gifts_of(made, rules_of(system)))
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
    found = find_gifts(parse(HOLE), 3, 4, used, lambda done, of: heard.append(done))
    assert heard == [1, 2, 3, 4]
    for gift in found:
        assert 0 < gift.share.hands <= gift.share.of
        assert gift.imps > 0
        assert gift.auction.is_over
    again = find_gifts(parse(HOLE), 3, 4, used)
    assert [each.key for each in again] == [each.key for each in found]
