"""Simulated bids in words, the deals they fall back on, and gifts among the findings of the checker."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import hands
from overtrick.bidding import Agreements, load, parse
from overtrick.bidding.checking import Gift, Report, Seen, Share, accepted_by, check, write_accepted
from overtrick.bidding.checking import Settings as Thoroughness
from overtrick.bidding.simulating import (
    Change,
    Estimate,
    Evidence,
    Option,
    Outcome,
    Scoring,
    Settings,
    Source,
    Weighed,
    options,
    simulate,
)
from overtrick.bidding.simulating.dealt import deals_for
from overtrick.core import Auction, Call, Card, CardSet, Contract, Deal, Seat, Vul
from overtrick.deals import Sampler, Wanted
from overtrick.explain.bidding.evidence import (
    budget_words,
    closeness_words,
    contract_words,
    deals_words,
    decision_words,
    meant_words,
    near_words,
)
from overtrick.explain.bidding.findings import finding_words, report_words

HAND = CardSet.parse("A654.K2.63.AK832")
NEAR = Change(Card.parse("SK"), Card.parse("SA"))


def weighed(
    call: str, gain: tuple[float, float], left: tuple[float, float] | None = None, fits: bool = True
) -> Weighed:
    """A candidate with a mean gain and its standard error, and what is left of it."""
    option = Option(Call.parse(call), None, 0.25, None if fits else NEAR, fits)
    discounted = None if left is None else Estimate(*left, 20)
    return Weighed(option, Estimate(*gain, 20), discounted, 0, ())


def evidence(*others: Weighed, chosen: str = "2C", **more: object) -> Evidence:
    """A decision about 2♣ and some other calls."""
    own = weighed("2C", (0.0, 0.0))
    auction, settings = Auction.parse("N: 1D P"), Settings(deals=20)
    made = Call.parse(chosen)
    found = Evidence(HAND, auction, Vul.NONE, settings, made, (own, *others), 20, True, Source.EXACT)
    return replace(found, **more)  # type: ignore[arg-type]


# The decision in a sentence


SENTENCES: Sequence[tuple[Evidence, str]] = [
    (evidence(), "2♣ is clear."),
    (
        evidence(weighed("1S", (2.0, 1.0), (1.6, 1.0)), chosen="1S"),
        "1♠ instead of the system's 2♣: it gains 2.00 ± 1.00 IMPs a deal, "
        "and +1.60 ± 1.00 against opponents who see each other's cards.",
    ),
    (
        evidence(weighed("1S", (2.0, 1.0), (2.0, 1.0)), chosen="1S"),
        "1♠ instead of the system's 2♣: it gains 2.00 ± 1.00 IMPs a deal, "
        "and no less against opponents who see each other's cards.",
    ),
    (
        evidence(weighed("1S", (3.4, 1.64), (-0.9, 0.95))),
        "The system's 2♣ stays: 1♠ would gain 3.40 ± 1.64 IMPs a deal, "
        "but -0.90 ± 0.95 against opponents who see each other's cards.",
    ),
    (
        evidence(weighed("1S", (0.65, 0.62)), weighed("P", (-3.0, 1.0))),
        "The system's 2♣ stays: 1♠, the best of the others, gains 0.65 ± 0.62 IMPs a deal, "
        "which does not convince.",
    ),
    (
        evidence(weighed("1S", (-0.5, 0.5)), weighed("P", (-3.0, 1.0))),
        "The system's 2♣ stays: no other call gains, and 1♠ comes nearest with -0.50 ± 0.50 IMPs a deal.",
    ),
    (
        evidence(weighed("P", (1.05, 0.8)), weighed("1S", (0.9, 0.4), (0.7, 0.4)), chosen="1S"),
        "1♠ instead of the system's 2♣: it gains 0.90 ± 0.40 IMPs a deal, "
        "and +0.70 ± 0.40 against opponents who see each other's cards.",
    ),
]


@pytest.mark.parametrize(("found", "sentence"), SENTENCES)
def test_a_decision_is_told_in_one_sentence(found: Evidence, sentence: str) -> None:
    assert decision_words(found) == sentence


def test_matchpoints_are_comparisons() -> None:
    at_pairs = Settings(deals=20, scoring=Scoring.MATCHPOINTS)
    found = evidence(weighed("1S", (0.05, 0.1)), settings=at_pairs)
    assert "gains 0.05 ± 0.10 comparisons a deal" in decision_words(found)


def test_the_best_other_call_is_the_one_that_may_be_chosen() -> None:
    first, second = weighed("1S", (3.0, 1.0), (0.1, 1.0)), weighed("P", (0.4, 1.0))
    assert evidence(first, second).best_other is second
    sure = weighed("1H", (0.9, 0.4), (0.7, 0.4))
    assert evidence(first, weighed("P", (1.05, 0.8)), sure).best_other is sure
    assert evidence().best_other is None


def test_it_is_told_whether_the_hand_is_what_the_call_says() -> None:
    other = weighed("1S", (2.0, 1.0), fits=False)
    told = [
        meant_words(evidence(other, chosen=chosen, keeps_promise=keeps))
        for chosen in ("2C", "1S")
        for keeps in (True, False)
    ]
    assert told == [
        "no deviation: 2♣ is the system's call",
        "no deviation: 2♣ is the system's call, but the hand is outside the ranges promised so far",
        "a deviation: the hand is not exactly what 1♠ means, but within the ranges it promises",
        "a deviation: the hand is outside the ranges that 1♠ promises",
    ]


def test_a_hand_that_fits_a_later_rule_is_said_to_fit_it() -> None:
    late = "a deviation: the hand fits a rule for 1♠, but one for 2♣ comes before it"
    told = [
        meant_words(evidence(weighed("1S", (2.0, 1.0)), chosen="1S", keeps_promise=keeps))
        for keeps in (True, False)
    ]
    assert told == [late, f"{late}, and it is outside the ranges that 1♠ promises"]


# What it rests on


def test_a_call_is_near_for_a_reason() -> None:
    option = Option(Call.parse("1S"), None, 0.25, NEAR, False)
    assert near_words(option, False) == "made with ♠A for ♠K; 25% of the hands near"
    assert near_words(replace(option, change=None, fits=True), False) == (
        "fits, but comes later; 25% of the hands near"
    )
    assert near_words(replace(option, change=None, nearness=0.0), False) == "fits, but comes later"
    assert near_words(replace(option, change=None), True) == "the system's call; 25% of the hands near"


def test_contracts_have_their_number_and_score() -> None:
    contract = Contract.parse("4SX by N")
    assert contract_words(Outcome(contract, 3, -199.6)) == "4♠X by North on 3 (-200)"
    assert contract_words(Outcome(contract, 3, None)) == "4♠X by North on 3"
    assert contract_words(Outcome(None, 1, 0.0)) == "passed out on 1 (0)"


def test_deals_and_budget_say_where_they_come_from() -> None:
    lost = weighed("1S", (-3.0, 0.5))
    assert closeness_words(evidence(lost)) == "close: two calls come near"
    assert deals_words(evidence(lost)) == "20, in line with the exact meaning of every call"
    strange = evidence(lost, source=Source.HAND, odd=2, remarks=("nothing fits",))
    assert deals_words(strange) == (
        "20, in line with the player's own hand alone; two calls of the auction no rule makes; nothing fits"
    )
    assert budget_words(evidence(lost)) == "20 deals; seed 1"
    assert budget_words(evidence(lost), 1.5) == "20 deals, reckoned from 1.5 seconds; seed 1"
    assert budget_words(evidence(lost, deals=10), 1) == (
        "20 deals, reckoned from 1 second, but after 10 no other call had hope; seed 1"
    )


def test_fewer_deals_than_asked_for_are_not_taken_for_want_of_hope() -> None:
    assert "hope" not in budget_words(evidence(weighed("1S", (2.0, 1.0)), deals=10))


def test_words_about_evidence_load_nothing_heavy() -> None:
    code = "import sys, overtrick.explain.bidding.evidence; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_progress_is_told_deal_by_deal() -> None:
    heard = list[tuple[int, int]]()
    table = Agreements(parse(HOLE))
    used = Settings(deals=6, first_look=3, hope=100.0)
    found = simulate(table, SHORT, Auction.parse("N: P P"), Vul.EW, used, lambda *done: heard.append(done))
    assert found.deals == 6
    assert heard == [(3, 6), (6, 6)]


def test_the_candidates_do_not_depend_on_what_was_asked_before() -> None:
    """A system remembers what calls mean; a second table finds the same calls near as the first."""
    system, auction = load("natural"), Auction.parse("N: 1D P")
    first, second = (options(Agreements(system).state(auction), HAND, 4) for _ in range(2))
    told = [(str(each.call), each.rule, each.nearness, each.change, each.fits) for each in first]
    assert told == [(str(each.call), each.rule, each.nearness, each.change, each.fits) for each in second]
    assert [(str(each.call), each.fits) for each in first] == [("2C", True), ("1S", True)]


# Deals where the exact meanings have none


TOP = """
when opening
  1S "top spades": 3 of AKQ in S
  pass: true
when RHO opened 1S
  double "top spades too": 3 of AKQ in S
  pass: true
when not opening
  pass: true
"""
"""Nobody who hears both calls can believe both; the ranges, three spades or more each, go together."""


def test_ranges_are_asked_for_where_a_meaning_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player has the ace of spades: North cannot have what 1♠ means, but spades enough."""
    monkeypatch.setattr(Sampler, "_soft", _never)
    hand = CardSet.parse("A65.K2.6432.K832")
    found = deals_for(Agreements(parse(TOP)).state(Auction.parse("N: 1S")), hand, Seat.NORTH, 20, 1)
    assert found.source is Source.PROMISES
    assert len(found.deals) == 20
    assert found.remarks == ("no use of the exact meaning of every call: North can have no such hand",)
    for row in found.deals:
        assert CardSet(int(row[Seat.EAST])) == hand
        assert CardSet(int(row[Seat.NORTH])) in hands.parse("3+ spades")


def test_ranges_are_asked_for_where_no_deal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players claim the same cards: nothing proves it, but no deal is found; and nothing is stretched."""
    monkeypatch.setattr(Sampler, "_soft", _never)
    table = Agreements(parse(TOP))
    hand = CardSet.parse("65.K732.6432.832")
    found = deals_for(table.state(Auction.parse("N: 1S X")), hand, Seat.NORTH, 20, 1)
    assert found.source is Source.PROMISES
    assert len(found.deals) == 20
    (remark,) = found.remarks
    assert remark.startswith("no use of the exact meaning of every call: none of ")


def _never(*_: object) -> object:
    raise AssertionError("meanings were stretched")


def test_a_sampler_that_may_not_soften_finds_nothing_rather() -> None:
    spades = Wanted(hands.parse("3 of AKQ in S"))
    sampler = Sampler({Seat.NORTH: spades, Seat.SOUTH: spades})
    found = sampler.draw(5, seed=1, most_tries=20_000, soften=False)
    assert (len(found), found.exact, found.remarks) == (0, True, ("only 0 of 5 deals were found",))
    assert not sampler.draw(5, seed=1, most_tries=20_000).exact


def test_fewer_deals_than_asked_for_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from overtrick.bidding.simulating import dealt

    monkeypatch.setattr(dealt, "_MOST_TRIES", 1)
    state = Agreements(parse(HOLE)).state(Auction.parse("N: P P"))
    found = deals_for(state, SHORT, Seat.NORTH, 4000, 1)
    assert found.source is Source.EXACT
    assert 1600 <= len(found.deals) < 4000
    assert found.remarks == (f"only {len(found.deals)} of 4000 deals were found",)


# Gifts among the findings

HOLE = """
when opening
  2S "weak": 5-10 hcp, 6+ spades
  pass "no opening": true
when not opening
  pass "never doubles": true
"""
SHORT = CardSet.parse("KJ9642.73.T3.852")
DEAL = Deal.parse("N:AK2.JT9872.8.943 J4.KQ64.AQT6532. QT965..J94.AJT65 873.A53.K7.KQ872")


def a_gift() -> Gift:
    auction = Auction.parse("N: P P 2S P P P")
    return Gift(
        Seen(auction.calls[:5], "LHO 2S", 2, 3),
        Share(3, 32, is_sampled=True),
        DEAL[Seat.EAST],
        None,
        Call.PASS,
        3.25,
        Contract.parse("3D by E"),
        DEAL,
        auction,
        2,
        Call.PASS,
    )


def report(accepted: dict[str, str] | None = None) -> Report:
    return check(parse(HOLE), Thoroughness(boards=40, questions=5, silent=(frozenset(),)), accepted)


def test_a_gift_is_told_in_bridge_words() -> None:
    assert finding_words(a_gift()) == (
        "After Pass Pass 2♠ Pass Pass (and 2 auctions like it), Pass for want of any entry gives away "
        "3.2 IMPs a deal, on 3 of 32 simulated deals (9.38%). With J4.KQ64.AQT6532., East and partner should "
        f"play 3♦ by East in {DEAL} after Pass Pass 2♠ Pass Pass Pass; "
        "so South's 2♠ gains there instead of the system's Pass."
    )
    doubled = finding_words(replace(a_gift(), better=Contract.parse("2SX by S")))
    assert "East and partner should double 2♠ by South in " in doubled
    left = finding_words(replace(a_gift(), better=Contract.parse("2S by S")))
    assert "East and partner should leave the others 2♠ by South in " in left


def test_gifts_are_findings_like_the_others() -> None:
    plain, gift = report(), a_gift()
    found = plain.with_gifts([gift], 7)
    assert found.findings[-1] is gift
    assert gift in found.new
    assert gift not in replace(found, accepted={gift.key: "they never double"}).new
    assert "The decisions of 7 boards were simulated." in report_words(found)
    assert "simulated" not in report_words(plain)


def test_an_accepted_gift_is_let_alone_where_nobody_looks_for_gifts(tmp_path: Path) -> None:
    key = a_gift().key
    accepted = {key: "they never double", "tie: a / b": "no more"}
    silent = report(accepted)
    assert (silent.gone, silent.not_looked_for) == (("tie: a / b",), (key,))
    looked = silent.with_gifts([], 3)
    assert (looked.gone, looked.not_looked_for) == ((key, "tie: a / b"), ())
    (tmp_path / "system.bid").write_text(HOLE)
    write_accepted(tmp_path, silent.findings, accepted, silent.not_looked_for)
    assert accepted_by(tmp_path)[key] == "they never double"
    write_accepted(tmp_path, looked.findings, accepted, looked.not_looked_for)
    assert key not in accepted_by(tmp_path)
