"""Whole deals, divisions, exercises and published claims in words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from overtrick.core import Card, Contract, Deal, Seat
from overtrick.explain.squeezes import around_checkers as _checkers  # noqa: F401
from overtrick.explain.squeezes.deals import deal_text, line_text
from overtrick.explain.squeezes.divisions import division_text
from overtrick.explain.squeezes.exercises import exercise_text
from overtrick.explain.squeezes.verdicts import verdict_text
from overtrick.squeezes.audit import audit, audit_line
from overtrick.squeezes.deals.whole_deals import DealSqueeze, squeeze_in
from overtrick.squeezes.divisions.divided import divisions
from overtrick.squeezes.divisions.undivided import Undivided
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.nearby.making import make
from overtrick.squeezes.reasons.around_claims import BeyondReach, OnlyBySqueeze, WithoutSqueeze
from overtrick.squeezes.reasons.around_reasons import why_needed
from overtrick.squeezes.turning import turned
from tests.squeeze_texts import (
    EXCHANGED,
    FIGURE_2,
    cards_in,
    check_form,
    is_true,
)

PUBLISHED = Path(__file__).parents[1] / "data" / "published_squeezes.txt"
STRIP_DEAL = Deal.parse("N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65")
SIX_HEARTS = Contract.parse("6H by S")


@cache
def strip_deal(lead: str | None, target: int | None = None) -> DealSqueeze:
    """What is found out about a deal."""
    return squeeze_in(STRIP_DEAL, SIX_HEARTS, Card.parse(lead) if lead else None, target=target)


def test_a_contract_that_needs_a_squeeze() -> None:
    assert deal_text(strip_deal("CK"), SIX_HEARTS) == (
        "After the ♣K lead, 6♥ by South makes only by squeezing West: a strip squeeze."
        " The matrix is reached at trick 2, the squeeze card is the ♥8 at trick 10."
    )
    lines = line_text(strip_deal("CK"))
    assert lines[0] == "1. West ♣K, North ♣2, East ♣7, South ♣A: South wins."
    assert lines[-1] == "10. South ♥8: West is squeezed."
    assert len(lines) == 10


def test_other_answers_about_a_deal() -> None:
    assert deal_text(strip_deal(None), SIX_HEARTS).startswith(
        "After the best lead, the ♣Q, 6♥ by South makes only by squeezing West"
    )
    assert deal_text(strip_deal("C5"), SIX_HEARTS) == (
        "After the ♣5 lead, 6♥ by South makes without a squeeze."
    )
    assert deal_text(strip_deal("C5", 13), SIX_HEARTS) == (
        "After the ♣5 lead, South cannot take thirteen tricks in hearts: twelve tricks at most."
    )
    small = squeeze_in(STRIP_DEAL, SIX_HEARTS, Card.parse("CK"), budget=1)
    assert "was not found out" in deal_text(small, SIX_HEARTS)
    known = replace(strip_deal("CK"), victims=None, line=None)
    assert deal_text(known, SIX_HEARTS).endswith("makes only by a squeeze. How was not found out.")
    either = replace(strip_deal("CK"), victims=(), line=None)
    assert "only by a squeeze, and either defender can be the victim." in deal_text(either, SIX_HEARTS)
    assert line_text(known) == []


def test_a_contract_that_goes_down_is_said_to() -> None:
    seven, five = Contract.parse("7H by S"), Contract.parse("5H by S")
    found = strip_deal("CK", 12)
    assert deal_text(found, seven).startswith(
        "After the ♣K lead, 7♥ by South goes one down."
        " South takes twelve tricks in hearts only by squeezing West: a strip squeeze."
    )
    assert is_true(BeyondReach(found.play, Seat.SOUTH, seven.needs, found.tricks))
    assert "down" not in deal_text(found, five)
    assert "down" not in deal_text(found)
    assert deal_text(strip_deal("CK", 13), seven) == (
        "After the ♣K lead, 7♥ by South cannot be made: twelve tricks at most."
    )


def test_a_deal_can_be_told_from_later_on() -> None:
    line = strip_deal("CK").line
    assert line is not None
    lead, *others = line.play.cards
    later = squeeze_in(STRIP_DEAL, SIX_HEARTS, lead, then=others[:3])
    assert deal_text(later, SIX_HEARTS).startswith(
        "After one trick, 6♥ by South makes only by squeezing West"
    )
    amid = squeeze_in(STRIP_DEAL, SIX_HEARTS, lead, then=others[:4])
    assert deal_text(amid).startswith("After the ♥K at trick 2, South takes twelve tricks in hearts only by")


def test_what_is_said_of_a_deal_is_checked() -> None:
    for found in (strip_deal("CK"), strip_deal("C5"), strip_deal("C5", 13)):
        for table in (found, turned(found, 1)):
            reason = why_needed(table)
            assert reason is not None
            assert is_true(reason.claim)
    play = strip_deal("CK").play
    right = OnlyBySqueeze(play, Seat.SOUTH, 12, (Seat.WEST,))
    for victims in ((), (Seat.EAST,), (Seat.EAST, Seat.WEST)):
        assert not is_true(replace(right, victims=victims))
    assert is_true(right)
    assert is_true(replace(right, victims=None))
    assert not is_true(replace(right, target=11))
    assert not is_true(replace(right, target=13))
    assert not is_true(WithoutSqueeze(play, Seat.SOUTH, 12))
    assert is_true(WithoutSqueeze(play, Seat.SOUTH, 11))
    assert is_true(BeyondReach(play, Seat.SOUTH, 13, 12))
    assert not is_true(BeyondReach(play, Seat.SOUTH, 13, 11))


# Divisions, exercises, verdicts


def test_the_divisions_of_figure_2_and_of_a_criss_cross() -> None:
    figure_2 = divisions(Undivided.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"))
    assert division_text(figure_2) == [
        "There are 20 divisions of the cards that are out; 1 of them gives a squeeze (5%).",
        "A simple squeeze against West for three tricks: 1 division (5%). West must hold the ♠K and ♥KQ.",
        "The ♣A is the right first card for every squeeze.",
    ]
    crossed = division_text(divisions(Undivided.parse("N:Q5.A..2 - A.Q5..A -;KT93.KT93..;NT;S")))
    assert crossed[0].endswith("18 of them give a squeeze (25.7%).")
    assert len(crossed) == 4


def test_a_guess_at_the_first_card_is_told() -> None:
    guess = Undivided.parse("N:.J32.J.T - J.T7.82. -;.98654.T954.J;NT;S")
    assert division_text(divisions(guess))[-1] == (
        "No first card is right for every squeeze;"
        " the best, the ♦2, keeps a squeeze in 25.8% of all divisions."
    )


def test_without_a_squeeze_in_any_division_there_is_one_sentence() -> None:
    found = divisions(Undivided.parse("N:AK... - 54... -;QJ32...;NT;S"))
    assert division_text(found) == [
        "There are 6 divisions of the cards that are out; none of them gives a squeeze."
    ]


def test_what_a_victim_must_hold_he_holds_in_every_division_of_the_group() -> None:
    found = divisions(Undivided.parse("N:Q5.A..2 - A.Q5..A -;KT93.KT93..;NT;S"))
    for group, said in zip(found.groups, division_text(found)[1:], strict=False):
        needed = set(cards_in(said.partition("must hold")[2]))
        assert needed
        assert all(needed <= set(each.deal[group.victims[0]]) for each in group.divisions)


def test_a_question_does_not_give_the_answer_away() -> None:
    for kind in (Kind.SIMPLE, Kind.DOUBLE, Kind.STRIP):
        (exercise,) = make(kind, 4, seed=5)
        question, answer = exercise_text(exercise)
        assert question.endswith("?")
        assert "squeeze" not in question
        assert f"{kind} squeeze" in answer
        check_form(question, exercise.ending)
        check_form(answer, exercise.ending, most=9)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            f"{FIGURE_2} | simple | W | 3",
            "True: West is caught in a simple squeeze, and declarer takes three tricks.",
        ),
        (
            f"{FIGURE_2} | double | E | 2 | automatic",
            "Not so: it is a simple squeeze, not a double squeeze; the victim is West, not East;"
            " declarer takes three tricks, not two.",
        ),
        (f"{FIGURE_2} | simple | W | 3 | automatic", "Not so: it is not automatic."),
        (f"{FIGURE_2} | none", "Not so: West is caught in a simple squeeze."),
        (f"{FIGURE_2} | simple | W | 77", "Not so: declarer takes three tricks, not 77."),
        (
            f"{EXCHANGED} | simple | E | 3",
            "Not so: there is no squeeze; declarer takes two tricks, not three.",
        ),
        (f"{EXCHANGED} | none", "True: there is no squeeze, and declarer takes two tricks."),
        (f"{FIGURE_2} | sample", "Line 1 cannot be read: "),
    ],
)
def test_verdicts(line: str, said: str) -> None:
    found = verdict_text(audit_line(line))
    assert found == said or (said.endswith(": ") and found.startswith(said))


def test_every_published_claim_gets_a_verdict_in_words() -> None:
    for finding in audit(PUBLISHED.read_text(encoding="utf-8").splitlines()):
        assert finding.claim is not None
        check_form(verdict_text(finding), finding.claim.ending)
        assert verdict_text(finding).startswith("True") is finding.is_true
