"""How lines of play, sets of layouts and solutions are worded, in English and German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from overtrick import explain
from overtrick.suits import (
    VOID,
    Branch,
    Chances,
    Combination,
    Condition,
    Entries,
    Phrase,
    Sees,
    Solution,
    Step,
    SuitPlan,
    TrickEnd,
    Way,
    solve,
)
from overtrick.suits.covers import describe
from overtrick.suits.words import PHRASES, cover_text, goal_text, plan_text, steps, tree_text, wins_text
from tests.golden.golden import compare
from tests.spec.test_suit_covers import double_finesse

AKQ9 = Combination.parse("AKQ9 xxx")
LOW, HONOURS, OUT = frozenset((0,)), frozenset((1,)), frozenset((VOID,))
ACE, KING, QUEEN = (Step(Phrase(Way.LEAD, rank)) for rank in (12, 11, 10))
NINE, DUCK = Step(Phrase(Way.TOWARDS, 7)), Step(Phrase(Way.DUCK))


def after(step: Step, condition: Condition, *plan: Step) -> Step:
    """A step, and what to do if a condition is met after it."""
    return Step(step.phrase, (Branch(condition, plan),))


PLANS: list[SuitPlan] = [
    (),
    (ACE, KING),
    (ACE, KING, QUEEN),
    (NINE,),
    (Step(Phrase(Way.RUN, 7)), ACE),
    (DUCK, DUCK),
    (Step(Phrase(Way.TOWARDS, 7, is_repeated=True)),),
    (after(ACE, Sees(LOW, LOW), NINE),),
    (after(ACE, Sees(OUT, OUT, is_either=True), NINE), KING),
    (after(ACE, Sees(OUT, HONOURS, is_either=True), NINE), KING),
    (KING, after(ACE, Sees(west=HONOURS)), NINE),
    (after(ACE, Sees(east=OUT), after(KING, TrickEnd(False), NINE)), NINE),
    (KING, after(ACE, Sees(east=HONOURS | OUT, is_so_far=True), NINE)),
]
COVERS = [("A64 Q75", 2), ("AJ9 764", 2), ("AQT 43", 3), ("AK76 5432", 3), ("74 AKJT8632", 8), ("KT98 A2", 3)]
GOALS = [("AQT 43", 3), ("AJ9 764", 2), ("AQ 2", 2), ("T9 8642", 1)]
SOLUTIONS = [
    ("AQT 43", Chances(), Entries()),
    ("AJ98 K32", Chances(vacant=(7, 11), west=(2, 4)), Entries(north=1)),
    ("AJ9 764", Chances(coins=True), Entries(north=0, south=2)),
    ("432 -", Chances(), Entries()),
]


@cache
def solved(suit: str) -> Solution:
    """The answer, worked out once for both languages."""
    return solve(suit)


def step_texts(answer: Solution, tricks: int) -> Iterator[str]:
    tree = answer.tree(tricks)
    assert tree is not None
    step = steps(answer, tree)
    yield step.play
    yield from (f"  {answer.seen}: {answer.step and answer.step.play}" for answer in step.answers)


def texts(language: str) -> Iterator[tuple[str, str]]:
    words = PHRASES[language]
    plans = (plan_text(plan, AKQ9, language) for plan in PLANS)
    yield f"Plans for {AKQ9}", "\n".join(map(str, plans))
    covers = (f"{suit}, {goal}: {wins_text(solved(suit), goal, language)}" for suit, goal in COVERS)
    yield "Sets of layouts", "\n".join(covers)
    for suit, goal in GOALS:
        text = goal_text(solved(suit), goal, language)
        yield f"{suit}, {goal} tricks", "\n".join((text.headline, str(text.line), *text.sentences))
        yield f"{suit}, {goal} tricks as a tree", tree_text(solved(suit), goal, language)
    for suit, chances, entries in SOLUTIONS:
        answer = solve(suit, chances, entries)
        yield f"Everything about {answer}", explain(answer, language)
    answer = solved("AJ98 K32")
    yield "Undominated lines", "\n".join(explain(line, language) for line in answer.lines()[:3])
    yield "Goals", "\n".join(explain(goal, language) for goal in answer.goals)
    found = describe(answer.layouts, answer.wins(4), answer.possible)
    yield "Layouts without chances", "\n".join((explain(found, language), explain(found.cover, language)))
    others = (
        *(words.say("legend"), words.hopeless(1), words.hopeless(3), words.say("unbeaten", 4)),
        *(words.say("cycle", 3), words.say("lines", answer.combination, 12)),
    )
    weighed = Chances().over(solved("AQT 43").layouts)
    said = (f"{tricks}: {cover_text(cover, weighed, language)}" for tricks, cover in double_finesse())
    yield "AQT 43, when each number of tricks is taken", "\n".join(said)
    if language == "en":
        pictures = (each._repr_svg_() or "" for each in (Combination.parse("AQT -"), solved("AQT 43")))
        yield "Titles of pictures", "\n".join(re.findall("<title>(.*?)</title>", " ".join(pictures)))
        yield "AJ9 764, 2 tricks step by step", "\n".join(step_texts(solved("AJ9 764"), 2))
        yield "AQT 43, 3 tricks step by step", "\n".join(step_texts(solved("AQT 43"), 3))
    yield "Other sentences", "\n".join(others)


@pytest.mark.parametrize("language", ["en", "de"])
def test_suits_are_worded_as_in_the_golden_file(language: str) -> None:
    compare(f"suits.{language}", dict(texts(language)))
