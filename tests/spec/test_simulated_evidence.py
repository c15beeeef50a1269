"""Simulated bids in words, the deals they fall back on, and gifts among the findings of the checker."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import hands
from overtrick.bidding import Agreements, load, parse
from overtrick.bidding.checking import (
    CheckSettings,
    Gift,
    Location,
    Report,
    Share,
    accepted_by,
    check,
    write_accepted,
)
from overtrick.bidding.checking.words import report_words
from overtrick.bidding.sampling import deals_for
from overtrick.bidding.simulating import (
    Change,
    Estimate,
    Evidence,
    Option,
    OptionResult,
    Outcome,
    Scoring,
    Settings,
    Source,
    options,
    simulate,
)
from overtrick.bidding.simulating.words import (
    budget_words,
)
from overtrick.cli.simulation import SimulationOptions
from overtrick.core import Auction, Call, Card, CardSet, Contract, Deal, Seat, Vul
from overtrick.deals import Constraint, Sampler

HAND = CardSet.parse("A654.K2.63.AK832")
NEAR = Change(Card.parse("SK"), Card.parse("SA"))


def weighed(
    call: str, gain: tuple[float, float], left: tuple[float, float] | None = None, fits: bool = True
) -> OptionResult:
    """A candidate with a mean gain and its standard error, and what is left of it."""
    option = Option(Call.parse(call), None, 0.25, None if fits else NEAR, fits)
    discounted = None if left is None else Estimate(*left, 20)
    return OptionResult(option, Estimate(*gain, 20), discounted, 0, ())


def evidence(*others: OptionResult, chosen: str = "2C", **more: object) -> Evidence:
    """A decision about 2♣ and some other calls."""
    own = weighed("2C", (0.0, 0.0))
    auction, settings = Auction.parse("N: 1D P"), Settings(deals=20)
    made = Call.parse(chosen)
    found = Evidence(HAND, auction, Vul.NONE, settings, made, (own, *others), 20, True, Source.EXACT)
    return replace(found, **more)  # type: ignore[arg-type]


# The decision in a sentence


AT_PAIRS = Settings(deals=20, scoring=Scoring.MATCHPOINTS)
DECISIONS = (
    evidence(),
    evidence(weighed("1S", (2.0, 1.0), (1.6, 1.0)), chosen="1S"),
    evidence(weighed("1S", (2.0, 1.0), (2.0, 1.0)), chosen="1S"),
    evidence(weighed("1S", (3.4, 1.64), (-0.9, 0.95))),
    evidence(weighed("1S", (0.65, 0.62)), weighed("P", (-3.0, 1.0))),
    evidence(weighed("1S", (-0.5, 0.5)), weighed("P", (-3.0, 1.0))),
    evidence(weighed("P", (1.05, 0.8)), weighed("1S", (0.9, 0.4), (0.7, 0.4)), chosen="1S"),
    evidence(weighed("1S", (0.05, 0.1)), settings=AT_PAIRS),
    # discounted the pass does better than 1♠; but it is 1♠ that would gain
    evidence(weighed("1S", (3.0, 1.0), (-2.0, 1.0)), weighed("P", (-1.0, 0.5))),
    # of two such calls the one is named that has more left
    evidence(
        weighed("1S", (3.0, 1.0), (-2.0, 1.0)),
        weighed("1H", (2.0, 1.0), (-1.5, 1.0)),
        weighed("P", (-1.0, 0.5)),
    ),
    # nothing gains: the nearest is named
    evidence(weighed("1S", (0.0, 0.0)), weighed("P", (-1.0, 0.5))),
)
"""How they are told in a sentence is kept in tests/golden/bidding.en.txt."""


def test_the_best_other_call_is_the_one_that_may_be_chosen() -> None:
    first, second = weighed("1S", (3.0, 1.0), (0.1, 1.0)), weighed("P", (0.4, 1.0))
    assert evidence(first, second).best_other is second
    sure = weighed("1H", (0.9, 0.4), (0.7, 0.4))
    assert evidence(first, weighed("P", (1.05, 0.8)), sure).best_other is sure
    assert evidence().best_other is None


DEVIATIONS = tuple(
    evidence(weighed("1S", (2.0, 1.0), fits=fits), chosen=chosen, keeps_promise=keeps)
    for chosen, fits in (("2C", False), ("1S", False), ("1S", True))
    for keeps in (True, False)
)
"""Is the hand what the call says, does it fit a later rule, and is it within the ranges promised?"""


# What it rests on


def test_fewer_deals_than_asked_for_are_not_taken_for_want_of_hope() -> None:
    assert "hope" not in budget_words(evidence(weighed("1S", (2.0, 1.0)), deals=10))


def test_words_about_calls_load_neither_the_simulation_nor_the_checker() -> None:
    heavy = ("numpy", "overtrick.bidding.simulating", "overtrick.bidding.checking", "overtrick.dd")
    code = f"import sys, overtrick.bidding.words; print([each for each in {heavy} if each in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


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
    (remark,) = found.remarks
    assert remark.endswith(": North can have no such hand")
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
    spades = Constraint(hands.parse("3 of AKQ in S"))
    sampler = Sampler({Seat.NORTH: spades, Seat.SOUTH: spades})
    found = sampler.draw(5, seed=1, most_tries=20_000, soften=False)
    (remark,) = found.remarks
    assert (len(found), found.exact) == (0, True)
    assert "only 0 of 5 deals" in remark
    assert not sampler.draw(5, seed=1, most_tries=20_000).exact


def test_fewer_deals_than_asked_for_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from overtrick.bidding import sampling

    monkeypatch.setattr(sampling, "_MOST_TRIES", 1)
    state = Agreements(parse(HOLE)).state(Auction.parse("N: P P"))
    found = deals_for(state, SHORT, Seat.NORTH, 4000, 1)
    assert found.source is Source.EXACT
    assert 1600 <= len(found.deals) < 4000
    (remark,) = found.remarks
    assert f"only {len(found.deals)} of 4000 deals" in remark


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
        Location(auction.calls[:5], "LHO 2S", 2, 3),
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
    return check(parse(HOLE), CheckSettings(boards=40, questions=5, silent=(frozenset(),)), accepted)


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


def test_a_record_has_the_settings_and_where_its_deals_come_from() -> None:
    found = evidence(weighed("1S", (2.0, 1.0)), odd=2, remarks=("nothing fits",), keeps_promise=False)
    told = SimulationOptions(Settings(), 1.5).record(found, parse(HOLE))
    assert (told["margin"], told["sure"], told["odd_calls"], told["seconds_asked"]) == (0.5, 1.5, 2, 1.5)
    assert (told["deviates"], told["keeps_promise"], told["remarks"]) == (False, False, ("nothing fits",))


def test_contracts_beyond_the_fifth_are_counted_by_their_deals() -> None:
    many = tuple(Outcome(Contract.parse(f"{level}C by N"), 9 - level, None) for level in range(1, 8))
    own, other = replace(weighed("2C", (0.0, 0.0)), outcomes=many), weighed("1S", (-1.0, 0.1))
    found = replace(evidence(other), results=(own, other))
    assert any(line.endswith(", others on 5") for line in SimulationOptions(Settings()).lines(found))
