"""Plans in words: who follows them wins the tricks."""

from __future__ import annotations

import pytest

from overtrick.explain.squeezes import around_checkers as _checkers  # noqa: F401
from overtrick.explain.squeezes.plans import plan_text
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.plans.plan import Cash, Plan, Plays
from overtrick.squeezes.plans.planning import plan_for
from tests.plan_reader import worst
from tests.squeeze_claims import published
from tests.squeeze_texts import (
    FIGURE_2,
    FIGURE_5,
    FIGURE_6,
    FIGURE_7,
    FIGURE_8,
    STRIP,
    cards_in,
    sample,
)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            FIGURE_2,
            """\
1. Lead the ♣A from South.
   - If West throws the ♠K, throw the ♥J from North; then cross to the ♥A and cash the ♠Q.
   - If West throws a heart, throw the ♠Q from North; then cross to the ♥A and cash the ♥J.""",
        ),
        (
            FIGURE_5,
            """\
1. Lead the ♠2 from South.
   - If West throws the ♦Q, throw the ♣3 from North; then cross to the ♣A and cash the ♦8.
   - If West throws a club, throw the ♦8 from North.
      - If East throws the ♥9, cash the ♥8 (throwing the ♣3) and cross to the ♣A.
      - If East throws a club, cross to the ♣A and cash the ♣3.""",
        ),
        (
            FIGURE_8,
            """\
1. Lead the ♦6 from South.
   - If West throws a spade, throw the ♥J from North; then cross to the ♠A, ruff the ♠2 with the ♦5,\
 lead the ♥5 to the ♥A and cash the ♠9.
   - If West throws a heart, throw the ♠2 from North; then cash the ♦5 (throwing the ♠9),\
 lead the ♥4 to the ♥A and cash the ♥J and the ♠A.""",
        ),
        (
            STRIP,
            """\
1. Lead the ♦K from South.
   - If West throws a spade or the ♣Q, lead the ♠Q from South to the ♠A; then lead the ♠3 from North.
   - If West throws the ♣10:
      2. Lead the ♣J from South.
         - If West leads the ♠K, play the ♠A from North and the ♠4 from South.
         - If West leads the ♠7, play the ♠3 from North and the ♠Q from South.""",
        ),
    ],
    ids=["figure 2", "figure 5", "figure 8", "strip"],
)
def test_a_plan_is_told_trick_by_trick(figure: str, said: str) -> None:
    assert "\n".join(plan_text(plan_for(Ending.parse(figure)))) == said


def test_without_a_trick_there_is_nothing_to_plan() -> None:
    ending = Ending.parse("N:2... A... 3... 4...;NT;S")
    assert plan_text(Plan(ending, 0)) == ["There is no trick to play for."]


def test_who_follows_the_words_of_a_plan_wins_its_tricks_against_any_defence() -> None:
    figures = [Ending.parse(figure) for figure in (FIGURE_2, FIGURE_5, FIGURE_6, FIGURE_7, FIGURE_8, STRIP)]
    short = [ending for ending in published() if ending.cards <= 5]
    endings = [*figures, *short, *sample()]
    assert len(endings) >= 150
    for ending in endings:
        plan = plan_for(ending)
        assert worst(plan_text(plan), ending, plan.tricks) >= plan.tricks, repr(ending)


def test_a_wrong_word_in_a_plan_costs_the_trick() -> None:
    plan = plan_for(Ending.parse(FIGURE_2))
    first, one, other = plan_text(plan)
    wrong = [first, one.replace("throw the ♥J", "throw the ♠Q"), other]
    assert worst(wrong, plan.ending, plan.tricks) == 2


def test_every_card_of_a_plan_is_named() -> None:
    for ending in sample():
        plan = plan_for(ending)
        said = set(cards_in(" ".join(plan_text(plan))))
        for step in plan.steps():
            if isinstance(step, Plays):
                assert step.card in said
            elif isinstance(step, Cash):
                for won in step.winners:
                    is_crossing = won.partner.suit is won.lead.suit and won.partner > won.lead
                    assert (won.partner if is_crossing else won.lead) in said
