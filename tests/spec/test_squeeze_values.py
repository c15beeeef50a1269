"""Endings and reports as values: their text, their hashes, and what is refused."""

from __future__ import annotations

import pickle

import pytest

from overtrick.core import DealError, NotationError, Side
from overtrick.squeezes import Ending, analyse, plan_for

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
STRIP = "N:..J84.65 3.T4.Q5. A.KJ.7.T 9..T92.Q;NT;S"


@pytest.mark.parametrize("text", [FIGURE_2, "N:K.KQ.. Q.AJ.. T9...3 2.3..A;NT;W;EW"])
def test_an_ending_reads_back_from_its_text_with_its_attackers(text: str) -> None:
    ending = Ending.parse(text)
    assert str(ending) == text
    assert eval(repr(ending)) == ending
    assert ending.attackers is (Side.EW if text.endswith("EW") else Side.NS)


def test_reports_can_be_kept_in_sets_and_stored() -> None:
    report = analyse(Ending.parse(FIGURE_2))
    assert {report, analyse(Ending.parse(FIGURE_2))} == {report}
    assert pickle.loads(pickle.dumps(report)) == report


def test_what_is_no_ending_is_refused_in_words() -> None:
    with pytest.raises(NotationError, match="expected an ending"):
        analyse(FIGURE_2)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="is not an ending"):
        Ending.parse(None)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="without cards"):
        Ending.parse("N:... ... ... ...;NT;S")


@pytest.mark.parametrize("text", [FIGURE_2, STRIP])
def test_a_plan_leads_the_cards_of_the_line_it_is_given(text: str) -> None:
    ending = Ending.parse(text)
    squeeze = analyse(ending).squeeze
    assert squeeze is not None
    plan = plan_for(ending, line=squeeze.first.play.cards)
    led = {(step.trick, step.card) for step in plan.steps() if hasattr(step, "card")}
    tricks = (*squeeze.first.play.tricks, squeeze.first.play.trick)
    assert {(number, trick.cards[0]) for number, trick in enumerate(tricks, 1)} <= led
