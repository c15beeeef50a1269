"""Two chances combined: what best-defence search certifies, plain sampling misses, and the player finds."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from overtrick.core import Seat
from overtrick.dd.batch import samples
from overtrick.player.knowledge import Divisions, known
from overtrick.player.strategies import Detail, compare
from tests.combined_chances import (
    AS_DEALT,
    PLAIN,
    SEEDS,
    Problem,
    cards_of,
    cards_of_the_ending,
    problems,
)
from tests.endings import IS_SOAK, Ending, Hands
from tests.plain_strategies import Worlds, plain_vectors

PROBLEMS = problems()
TO_THE_END = 52
ENDLESS = 10**9
MARGIN = 0.05
SOME = PROBLEMS if IS_SOAK else PROBLEMS[::10]
"""Those asked with every seed."""
LED = PROBLEMS if IS_SOAK else PROBLEMS[1::4]
"""Those asked with one seed."""
LEFT = PROBLEMS if IS_SOAK else PROBLEMS[2::3]
"""Those of which the player is shown the ending alone."""
PLAINLY = [each for each in PROBLEMS if each.cards_each == 4][: None if IS_SOAK else 1]
"""Those searched without any abstraction."""
every_problem = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
some_problems = pytest.mark.parametrize("problem", SOME, ids=lambda problem: problem.name)
led_problems = pytest.mark.parametrize("problem", LED, ids=lambda problem: problem.name)
left_problems = pytest.mark.parametrize("problem", LEFT, ids=lambda problem: problem.name)
plain_problems = pytest.mark.parametrize("problem", PLAINLY, ids=lambda problem: problem.name)


def test_there_are_fifty_boards_of_many_themes_at_notrump_and_with_trumps() -> None:
    assert len(PROBLEMS) >= 50
    assert len({problem.theme for problem in PROBLEMS}) >= 25
    strains = Counter(
        problem.board.contract.strain.suit is None for problem in PROBLEMS if problem.board.contract
    )
    assert min(strains.values()) >= 10
    assert {problem.declarer for problem in PROBLEMS} == set(Seat)


@every_problem
def test_a_board_reads_back_from_its_own_text(problem: Problem) -> None:
    assert str(Problem.parse(str(problem))) == str(problem)


@every_problem
def test_declarer_can_exclude_no_layout_of_the_ending(problem: Problem) -> None:
    cards = problem.cards_each
    assert Divisions(known(problem.view)).count == comb(2 * cards, cards) == problem.layouts


@every_problem
def test_the_best_card_is_better_by_a_twentieth_and_another_seems_as_good(problem: Problem) -> None:
    best, *others = problem.lines
    assert len(others) >= 3
    assert all(best.made - other.made >= MARGIN * problem.layouts for other in others)
    assert any(other.hoped >= best.hoped for other in others)


@every_problem
def test_best_defence_over_all_layouts_certifies_what_every_card_makes(problem: Problem) -> None:
    play, layouts = problem.view.play, problem.all_layouts()
    assert play is not None
    even = np.ones(len(layouts))
    found = compare(play, problem.declarer, layouts, even, problem.target, TO_THE_END, ENDLESS, Detail.CARDS)
    assert found.is_complete
    assert {plan.equals: round(plan.value) for plan in found.strategies} == {
        line.cards: line.made for line in problem.lines
    }
    hoped = samples(play, layouts, 1)
    for line in problem.lines:
        for card in line.cards:
            assert (hoped[card] >= problem.target).sum() == line.hoped


@plain_problems
def test_a_search_of_every_card_in_every_layout_makes_the_same(problem: Problem) -> None:
    play = problem.view.play
    assert play is not None
    worlds = tuple(Ending(hands, play.strain, play.on_lead, ()) for hands in hands_of(problem))
    question, compared = Worlds(worlds, problem.target), 0
    for line in problem.lines if IS_SOAK else problem.lines[:1]:
        for card in line.cards:
            assert max(map(len, plain_vectors(question, card.index))) == line.made
            compared += 1
    assert compared == len(question.legal) if IS_SOAK else compared == len(problem.best)


def hands_of(problem: Problem) -> list[Hands]:
    return [(int(n), int(e), int(s), int(w)) for n, e, s, w in problem.all_layouts()]


@some_problems
def test_plain_sampling_leads_a_wrong_card_with_several_seeds(problem: Problem) -> None:
    wrong = sum(card not in problem.best for card in cards_of(problem, PLAIN))
    assert wrong == problem.wrong >= 2


@some_problems
def test_the_player_leads_a_right_card_with_every_seed(problem: Problem) -> None:
    cards = cards_of(problem, AS_DEALT)
    assert len(cards) == len(SEEDS)
    assert all(card in problem.best for card in cards)


@led_problems
def test_the_player_leads_a_right_card(problem: Problem) -> None:
    (card,) = cards_of(problem, AS_DEALT, [1])
    assert card in problem.best


@left_problems
def test_with_usual_settings_the_player_leads_a_right_card_of_the_ending(problem: Problem) -> None:
    cards = cards_of_the_ending(problem, SEEDS if IS_SOAK else [1])
    assert all(card in problem.best for card in cards)
