"""Plans for random endings, against the solver's number of tricks and a referee who plays every card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

import pytest

from overtrick.core import CardSet, Deal, Play, Seat, Side, Strain
from overtrick.core.rotation import rotated
from overtrick.squeezes import Kind
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.exercises import make
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.plans import Branch, PlanError, Plays, SqueezePlan, Step, Watch, next_card, run
from tests.endings import IS_SOAK
from tests.plain_squeezes import random_start
from tests.plan_reader import size

SQUEEZES = {3: 450, 4: 450, 5: 450} if IS_SOAK else {3: 12, 4: 9, 5: 4}
"""How many squeezes of so many cards are planned in notrump, and as many with trumps."""
ENDINGS = (
    {1: 3_000, 2: 3_000, 3: 3_000, 4: 1_000, 5: 300, 6: 40}
    if IS_SOAK
    else {1: 60, 2: 80, 3: 80, 4: 25, 5: 6, 6: 1}
)
"""How many endings of any kind with so many cards."""
REFEREED = 300 if IS_SOAK else 6
"""How many plans of each size the referee plays through."""
USUAL = {3: 12, 4: 16, 5: 30}
"""Half the plans have no more steps and branches."""

STRAINS = pytest.mark.parametrize("is_notrump", [True, False], ids=["notrump", "trumps"])


def dealt(chance: Random, cards: int, strain: int) -> Ending:
    """Any cards, and anybody on lead."""
    pack = chance.sample(range(52), 4 * cards)
    north, east, south, west = (sum(1 << card for card in pack[seat::4]) for seat in range(4))
    return ending_of(north, east, south, west, strain, chance.randrange(4))


def likely(chance: Random, cards: int, strain: int) -> Ending:
    """More likely to hold a squeeze, but often one that is known."""
    start = random_start(chance, cards, strain)
    return ending_of(*start.whole_hands, strain, start.leader)


def ending_of(north: int, east: int, south: int, west: int, strain: int, leader: int) -> Ending:
    deal = Deal((CardSet(north), CardSet(east), CardSet(south), CardSet(west)))
    return Ending(deal, Strain(strain), Seat(leader))


def squeezes(seed: int, cards: int, is_notrump: bool, number: int) -> Iterator[Ending]:
    """Endings in which North and South have more tricks than if nobody had to discard."""
    chance, oracle = Random(seed), own_oracle()
    while number:
        make = dealt if number % 2 else likely
        ending = make(chance, cards, 4 if is_notrump else chance.randrange(4))
        if oracle.value(ending.state) > oracle.value(ending.state, ALWAYS, ALWAYS):
            number -= 1
            yield ending


class Referee:
    """Plays a plan at the table, every legal card of the defenders in turn; knows nothing but the laws."""

    def __init__(self, plan: SqueezePlan) -> None:
        self.plan, self.lines = plan, 0

    def fewest(self, play: Play) -> int:
        """The fewest tricks the attackers take from here."""
        attackers = self.plan.ending.attackers
        if play.is_over:
            self.lines += 1
            return play.tricks_won(attackers)
        if play.to_play.side is attackers:
            return self.fewest(play.then(next_card(self.plan, play)))
        return min(self.fewest(play.then(card)) for card in play.legal_cards)


@STRAINS
@pytest.mark.parametrize("cards", SQUEEZES)
def test_a_plan_takes_the_double_dummy_tricks_against_every_defence(cards: int, is_notrump: bool) -> None:
    planned, sizes = 0, list[int]()
    for ending in squeezes(cards, cards, is_notrump, SQUEEZES[cards]):
        plan = plan_for(ending)
        assert plan.tricks == own_oracle().value(ending.state)
        assert run(plan).worst == plan.tricks, ending
        sizes.append(size(plan))
        planned += 1
    assert planned == SQUEEZES[cards]
    assert median(sizes) <= USUAL[cards]


@pytest.mark.parametrize("cards", ENDINGS)
def test_any_ending_can_be_planned_whoever_leads_and_attacks(cards: int) -> None:
    chance, planned = Random(cards), 0
    for _ in range(ENDINGS[cards]):
        ending = dealt(chance, cards, chance.randrange(5))
        if chance.randrange(2):
            ending = replace(ending, attackers=Side.EW)
        plan = plan_for(ending)
        seen = ending if ending.attackers is Side.NS else rotated(ending, 1)
        assert run(plan).worst == plan.tricks == own_oracle().value(seen.state), ending
        planned += 1
    assert planned == ENDINGS[cards]


@pytest.mark.parametrize(
    ("ending", "tricks"),
    [
        ("N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S", 7),
        ("N:KT.54.A83.3 976.QJT8..2 A54.K.7.J54 Q.7.KQ5.AT7;S;N", 6),
    ],
)
def test_longer_endings_can_be_planned_too(ending: str, tricks: int) -> None:
    plan = plan_for(Ending.parse(ending))
    assert run(plan).worst == plan.tricks == tricks


@STRAINS
@pytest.mark.parametrize("cards", [3, 4])
def test_a_referee_who_plays_every_card_agrees(cards: int, is_notrump: bool) -> None:
    played = 0
    for ending in squeezes(10 + cards, cards, is_notrump, REFEREED):
        plan = plan_for(ending)
        referee = Referee(plan)
        assert referee.fewest(ending.play) == plan.tricks
        assert run(plan).lines == referee.lines
        played += 1
    assert played == REFEREED


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_plans_read_back_from_their_records_and_turn_round_the_table(cards: int) -> None:
    for ending in squeezes(20 + cards, cards, False, 10 if IS_SOAK else 4):
        plan = plan_for(ending)
        assert (
            SqueezePlan.from_record(json.loads(json.dumps(plan.record())))
            == plan
            == SqueezePlan.parse(str(plan))
        )
        for places in (1, 2, 3):
            other = rotated(plan, places)
            assert run(other) == run(plan)
            assert SqueezePlan.parse(str(other)) == other
            assert rotated(other, -places) == plan


def exchanged(step: Step | None) -> Iterator[Step]:
    """The step with two branches exchanged, anywhere in it."""
    if isinstance(step, Plays):
        yield from (replace(step, then=then) for then in exchanged(step.then))
    if isinstance(step, Watch):
        first, second, *rest = step.branches
        swapped = Branch(first.cards, second.then), Branch(second.cards, first.then), *rest
        yield replace(step, branches=swapped)
        for place, branch in enumerate(step.branches):
            for then in exchanged(branch.then):
                others = (*step.branches[:place], Branch(branch.cards, then), *step.branches[place + 1 :])
                yield replace(step, branches=others)


def is_found_out(plan: SqueezePlan) -> bool:
    try:
        return run(plan).worst < plan.tricks
    except PlanError:
        return True


def test_exchanged_branches_are_found_out_but_where_any_card_happens_to_do() -> None:
    found = [
        is_found_out(replace(plan, first=step))
        for cards in (3, 4)
        for plan in map(plan_for, squeezes(30 + cards, cards, True, 50))
        for step in exchanged(plan.first)
    ]
    assert len(found) > 200
    assert sum(found) > 0.98 * len(found)


# Every kind of squeeze

EACH = 120 if IS_SOAK else 1
CARDS = {Kind.COMPOUND: 6}
"""No compound squeeze is known with five cards."""


@pytest.mark.parametrize("kind", Kind)
def test_a_plan_for_each_kind_of_squeeze_never_falls_short(kind: Kind) -> None:
    exercises = make(kind, CARDS.get(kind, 5), seed=20, count=EACH)
    for exercise in exercises:
        plan = plan_for(exercise.ending)
        assert plan.tricks == exercise.report.values.tricks
        assert run(plan).worst == plan.tricks, exercise.ending
    assert len({exercise.ending for exercise in exercises}) == EACH
