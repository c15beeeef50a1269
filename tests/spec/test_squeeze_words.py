"""Squeezes in words: every text is fit to be read, and who follows the words of a plan wins its tricks.

How things are worded is in ``tests/golden/squeezes.en.txt``.
"""

from __future__ import annotations

from itertools import islice

from overtrick.core.rotation import rotated
from overtrick.squeezes import (
    Ending,
    Kind,
    UndividedEnding,
    analyse,
    counter_measures,
    divisions,
    near_miss,
    plan_for,
)
from overtrick.squeezes.audit import audit
from overtrick.squeezes.exercises import make, twins
from overtrick.squeezes.plans import Cash, Plays
from overtrick.squeezes.words.deals import division_text, exercise_text
from overtrick.squeezes.words.plans import plan_text
from overtrick.squeezes.words.texts import counter_text, cure_text, text, verdict_text
from tests.plan_reader import steps, worst
from tests.squeeze_endings import (
    FIGURE_2,
    FIGURE_5,
    FIGURE_6,
    FIGURE_7,
    FIGURE_8,
    PUBLISHED,
    SAMPLE,
    STRIP,
    cards_in,
    check_form,
    published,
    sample,
)

# Reports


def test_a_squeeze_can_be_told_of_any_ending_in_a_few_sentences() -> None:
    for ending in published():
        said = text(analyse(ending))
        assert 1 <= said.count(". ") + said.endswith(".") <= 8, said
        assert said.endswith(".")
        assert "None" not in said


def test_a_table_turned_by_a_place_turns_the_words() -> None:
    said = text(analyse(rotated(Ending.parse(FIGURE_2), 1)))
    assert "North is caught in a simple squeeze" in said
    assert "guards against East's ♠Q" in said


def test_only_what_helps_is_said_of_discards() -> None:
    said = [line for ending in sample() for line in counter_text(counter_measures(ending))]
    assert not any("any card" in line or "no card to spare" in line for line in said)
    assert sum("can spare" in line for line in said) >= SAMPLE // 20


def test_every_text_is_fit_to_be_read() -> None:
    for ending in sample():
        for line in (*plan_text(plan_for(ending)), *counter_text(counter_measures(ending))):
            check_form(line, ending)
        for twin in (exchange.applied_to(ending) for exchange in islice(twins(analyse(ending)), 1)):
            if (miss := near_miss(twin)) is not None:
                for cure in miss.cures:
                    check_form(cure_text(miss, cure), twin)


def test_every_published_statement_gets_a_verdict_in_words() -> None:
    for line in audit(PUBLISHED.read_text(encoding="utf-8").splitlines()):
        assert line.statement is not None
        check_form(verdict_text(line), line.statement.ending)
        assert verdict_text(line).startswith("True") is line.is_true


# Plans


def test_who_follows_the_words_of_a_plan_wins_its_tricks_against_any_defence() -> None:
    figures = [Ending.parse(figure) for figure in (FIGURE_2, FIGURE_5, FIGURE_6, FIGURE_7, FIGURE_8, STRIP)]
    short = [ending for ending in published() if ending.cards <= 5]
    endings = [*figures, *short, *sample()]
    assert len(endings) >= 50 + SAMPLE
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
        for step in steps(plan.first):
            if isinstance(step, Plays):
                assert step.card in said
            elif isinstance(step, Cash):
                for won in step.winners:
                    is_crossing = won.partner.suit is won.lead.suit and won.partner > won.lead
                    assert (won.partner if is_crossing else won.lead) in said


# Divisions and exercises


def test_what_a_victim_must_hold_he_holds_in_every_division_of_the_group() -> None:
    found = divisions(UndividedEnding.parse("N:Q5.A..2 - A.Q5..A -;KT93.KT93..;NT;S"))
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
