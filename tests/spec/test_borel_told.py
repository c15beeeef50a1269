"""What is told of a Borel simulation, in words and in records."""

from __future__ import annotations

from dataclasses import replace

from overtrick.bidding import parse
from overtrick.bidding.simulating import Outcome
from overtrick.cli.evidence import evidence_lines, evidence_record
from overtrick.core import Contract
from overtrick.explain.bidding.evidence import decision_words
from tests.spec.test_simulated_bids import HOLE, evidence, weighed


def test_a_call_that_loses_by_the_discount_alone_is_named() -> None:
    """Discounted the pass does better than 1♠; but it is 1♠ that would gain."""
    found = evidence(weighed("1S", (3.0, 1.0), (-2.0, 1.0)), weighed("P", (-1.0, 0.5)))
    assert decision_words(found) == (
        "The system's 2♣ stays: 1♠ would gain 3.00 ± 1.00 IMPs a deal, "
        "but -2.00 ± 1.00 against opponents who see each other's cards."
    )


def test_of_two_such_calls_the_one_is_named_that_has_more_left() -> None:
    more, less = weighed("1S", (3.0, 1.0), (-2.0, 1.0)), weighed("1H", (2.0, 1.0), (-1.5, 1.0))
    told = decision_words(evidence(more, less, weighed("P", (-1.0, 0.5))))
    assert told.startswith("The system's 2♣ stays: 1♥ would gain 2.00 ± 1.00 IMPs a deal, but -1.50 ± 1.00")


def test_where_nothing_gains_the_nearest_is_named() -> None:
    told = decision_words(evidence(weighed("1S", (0.0, 0.0)), weighed("P", (-1.0, 0.5))))
    assert told == (
        "The system's 2♣ stays: no other call gains, and 1♠ comes nearest with +0.00 ± 0.00 IMPs a deal."
    )


def test_a_record_has_the_settings_and_where_its_deals_come_from() -> None:
    found = evidence(weighed("1S", (2.0, 1.0)), odd=2, remarks=("nothing fits",), keeps_promise=False)
    told = evidence_record(found, parse(HOLE), 1.5)
    assert (told["margin"], told["sure"], told["odd_calls"], told["seconds_asked"]) == (0.5, 1.5, 2, 1.5)
    assert (told["deviates"], told["keeps_promise"], told["remarks"]) == (False, False, ["nothing fits"])


def test_contracts_beyond_the_fifth_are_counted_by_their_deals() -> None:
    many = tuple(Outcome(Contract.parse(f"{level}C by N"), 9 - level, None) for level in range(1, 8))
    own, other = replace(weighed("2C", (0.0, 0.0)), outcomes=many), weighed("1S", (-1.0, 0.1))
    found = replace(evidence(other), weighed=(own, other))
    assert any(line.endswith(", others on 5") for line in evidence_lines(found, None))
