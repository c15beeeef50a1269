"""The double-dummy solver against trying every card, against itself without a rule, and against its mirror.

A solver is asked about many endings in turn and keeps what it has learned, unless a test says otherwise: a
pattern that claims too much then answers for an ending it does not hold for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from overtrick import CardSet, _core
from tests.endings import (
    IS_SOAK,
    ORDINARY,
    RULES,
    SMALL,
    SWITCHES,
    Ending,
    Switches,
    random_ending,
    solver,
)

STRAINS = range(5)
PARTS = 16
ENDINGS = {2: 100, 3: 302, 4: 200, 5: 20, 6: 3} if IS_SOAK else {2: 4, 3: 7, 4: 2, 5: 1, 6: 0}
"""How many endings of so many cards each there are for each strain and each setting of the switches."""
ASKED = len(SWITCHES) * len(STRAINS) * sum(ENDINGS.values())
SIX_CARDS = 200 if IS_SOAK else 2
"""Beside those: how many endings of six cards, in bridge as it is played."""
SAMPLE = 4_000 if IS_SOAK else 150
"""How many endings each of the other properties is tried on."""
LEFT_OVER = 15 * SAMPLE
LARGE = (5, 6, 7, 8, 8, 9)


def shuffled_endings(chance: Random, strain: int, switches: Switches) -> Iterator[Ending]:
    sizes = [cards for cards, many in ENDINGS.items() for _ in range(many)]
    chance.shuffle(sizes)
    return (random_ending(chance, cards, strain, switches) for cards in sizes)


def sample(name: str, switches: Switches | None = ORDINARY) -> Iterator[tuple[Ending, Switches]]:
    """Endings in bridge as it is played, or with any switches; a run of them in one strain."""
    chance = Random(name)
    for number in range(SAMPLE):
        if number % 10 == 0:
            strain, setting = chance.choice(STRAINS), switches or chance.choice(SWITCHES)
        yield random_ending(chance, chance.choice(LARGE), strain, setting), setting


def is_right(ending: Ending, asked: _core.DoubleDummy, guess: int, switches: Switches) -> bool:
    """The value, both answers beside it, and, if it is a card that decides, the best card."""
    value, values = ending.plain_tricks(switches), ending.cards(asked)
    best = max(values.values()) if ending.to_play % 2 == 0 else min(values.values())
    return (
        ending.tricks(asked, guess) == value
        and (value == 0 or ending.proof(asked, value)[0])
        and not ending.proof(asked, value + 1)[0]
        and sorted(values) == ending.legal
        and (best == value or ending.may_discard_blank(switches))
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_an_ending_is_worth_what_trying_every_card_finds(part: int) -> None:
    chance, compared, wrong = Random(f"endings {part}"), 0, []
    for switches in SWITCHES[part::PARTS]:
        asked = solver(switches)
        for strain in STRAINS:
            for ending in shuffled_endings(chance, strain, switches):
                compared += 1
                if not is_right(ending, asked, chance.randrange(14), switches):
                    wrong.append((ending, switches))
    assert not wrong, f"{len(wrong)} of {compared} are wrong"
    assert compared == ASKED // PARTS


@pytest.mark.parametrize("strain", STRAINS)
def test_an_ending_of_six_cards_is_worth_what_trying_every_card_finds(strain: int) -> None:
    chance, asked, compared = Random(f"six cards {strain}"), solver(), 0
    for _ in range(SIX_CARDS):
        ending = random_ending(chance, 6, strain)
        assert is_right(ending, asked, chance.randrange(14), ORDINARY), ending
        compared += 1
    assert compared == SIX_CARDS


@pytest.mark.parametrize("no_finesse", [False, True])
def test_a_defender_who_has_thrown_his_blanks_may_have_cards_left_over(no_finesse: bool) -> None:
    switches, wrong = Switches(no_finesse=no_finesse), []
    chance, asked, compared = Random(f"left over {no_finesse}"), solver(switches), 0
    for number in range(LEFT_OVER):
        ending = random_ending(chance, 2 + number % 3, number // 30 % 5, switches, is_even=False)
        compared += 1
        if not is_right(ending, asked, chance.randrange(14), switches):
            wrong.append(ending)
    assert not wrong, f"{len(wrong)} of {compared} are wrong"
    assert compared == LEFT_OVER


@pytest.mark.parametrize(
    ("hands", "strain", "leader", "switches", "value"),
    [
        (".5.A.A A5.4.Q.Q Q4.A.. .Q.54.54", 3, 0, ORDINARY, 2),
        ("J53... .K5..5 2.A..K AK.2..J3", 3, 2, Switches(west=2), 1),
        ("64...4 .4..A6 8.A.A. A.8.84.8", 3, 0, Switches(west=1, no_finesse=True), 2),
        ("Q..Q6. 62..4. 5...62 4..52.Q4", 0, 2, Switches(west=_core.ALWAYS), 2),
        ("AK.43.. 32.65.A. .AK.32. ...5432", 1, 0, ORDINARY, 3),
    ],
)
def test_winners_do_not_all_count_when_partner_must_ruff_or_throw_one_and_a_defender_has_cards_to_spare(
    hands: str, strain: int, leader: int, switches: Switches, value: int
) -> None:
    north, east, south, west = (CardSet.parse(hand).bits for hand in hands.split())
    ending = Ending((north, east, south, west), strain, leader)
    assert ending.plain_tricks(switches) == value
    assert ending.tricks(solver(switches)) == value


def test_every_card_of_a_small_ending_is_worth_what_trying_every_reply_finds() -> None:
    chance, compared, cards = Random("every card"), 0, 0
    for number in range(SAMPLE):
        switches = chance.choice(SWITCHES)
        ending = random_ending(chance, 2 + number % 3, number % 5, switches)
        if len(ending.trick) == 3:
            ending = Ending(ending.whole_hands, ending.strain, ending.leader)
        values = ending.cards(solver(switches, size=SMALL))
        assert values == {card: ending.then(card).plain_tricks(switches) for card in ending.legal}
        compared, cards = compared + 1, cards + len(values)
    assert compared == SAMPLE
    assert cards > 2 * SAMPLE


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_changes_no_answer(rule: str) -> None:
    chance, compared = Random(f"without {rule}"), 0
    used, now = dict[Switches, tuple[_core.DoubleDummy, _core.DoubleDummy]](), 0
    for ending, switches in sample(rule, None):
        if switches not in used:
            used[switches] = solver(switches), solver(switches, without=[rule])
        with_rule, without = used[switches]
        assert ending.tricks(with_rule, now) == (now := ending.tricks(without, chance.randrange(14)))
        compared += 1
    assert compared == SAMPLE


def test_no_set_of_rules_changes_an_answer() -> None:
    chance, compared = Random("sets of rules"), 0
    for ending, switches in sample("sets of rules", None):
        rules = [rule for rule in RULES[1:] if chance.random() < 0.5]
        assert ending.tricks(solver(switches, size=SMALL)) == ending.tricks(
            solver(switches, size=SMALL, without=rules)
        )
        compared += 1
    assert compared == SAMPLE


def test_exchanging_partners_changes_nothing() -> None:
    compared = 0
    for ending, switches in sample("partners", None):
        value = ending.tricks(solver(switches, size=SMALL))
        assert ending.turned(2).tricks(solver(switches.turned(), size=SMALL)) == value
        compared += 1
    assert compared == SAMPLE


def test_exchanging_the_sides_exchanges_the_tricks() -> None:
    one, other, compared = solver(), solver(), 0
    for ending, _ in sample("sides"):
        for places in (1, 3):
            tricks = ending.tricks(one), ending.turned(places).tricks(other)
            assert sum(tricks) == ending.tricks_left, ending
            compared += 1
    assert compared == 2 * SAMPLE


def test_the_names_of_the_suits_do_not_matter() -> None:
    chance, every_naming, compared = Random("names"), list(permutations(range(4))), 0
    for ending, switches in sample("suits", None):
        naming = chance.choice(every_naming)
        assert ending.tricks(solver(switches, size=SMALL)) == ending.renamed(naming).tricks(
            solver(switches, size=SMALL)
        )
        compared += 1
    assert compared == SAMPLE


def test_equal_cards_are_worth_the_same() -> None:
    """Cards of a hand are equal when nobody else has one between them."""
    solved, runs, compared = solver(), 0, 0
    for ending, _ in sample("equals"):
        if len(ending.trick) == 3:
            continue
        others = ending.in_play & ~ending.hands[ending.to_play]
        values = dict[tuple[int, int], set[int]]()
        for card in ending.legal:
            higher = (others >> card).bit_count()
            value = ending.then(card).tricks(solved)
            values.setdefault((card // 13, higher), set()).add(value)
            compared += 1
        assert all(len(of_run) == 1 for of_run in values.values()), ending
        runs += len(values)
    assert compared > 1.5 * SAMPLE
    assert compared > 1.05 * runs, "hardly any cards were equal"


def test_a_position_is_worth_what_its_best_card_is() -> None:
    one, other, compared = solver(), solver(), 0
    for ending, _ in sample("best card"):
        values = ending.cards(one)
        assert sorted(values) == ending.legal
        best = max if ending.to_play % 2 == 0 else min
        assert ending.tricks(other) == best(values.values()), ending
        compared += 1
    assert compared == SAMPLE


def test_every_processor_gives_the_same_answers() -> None:
    here, anywhere, compared = solver(), solver(portable=True), 0
    assert anywhere.instructions == "portable"
    for ending, _ in sample("processors"):
        assert ending.cards(here) == ending.cards(anywhere), ending
        target = ending.tricks_left // 2
        assert ending.proof(here, target) == ending.proof(anywhere, target), ending
        compared += 1
    assert here.positions == anywhere.positions
    assert compared == SAMPLE


def test_a_table_that_is_too_small_gives_the_same_answers() -> None:
    little, much, compared = solver(size=SMALL), solver(), 0
    chance = Random("small tables")
    for number in range(SAMPLE // 10):
        ending = random_ending(chance, chance.choice((9, 10, 11)), number // 10 % 5)
        assert ending.tricks(little) == ending.tricks(much), ending
        compared += 1
    assert compared == SAMPLE // 10
    assert little.positions > much.positions, "nothing was ever replaced"


def test_no_answer_depends_on_the_guess_or_on_earlier_questions() -> None:
    chance = Random("earlier questions")
    for switches in (ORDINARY, *chance.sample(SWITCHES, 4)):
        asked = [
            random_ending(chance, 6, strain, switches) for strain in STRAINS for _ in range(SAMPLE // 50)
        ]
        forward = solver(switches)
        answers = [ending.tricks(forward, chance.randrange(14)) for ending in asked]
        assert answers == [ending.tricks(forward, 0) for ending in asked]
        backward = solver(switches, size=SMALL)
        assert answers[::-1] == [ending.tricks(backward, 13) for ending in reversed(asked)]
        assert answers == [ending.tricks(solver(switches, size=SMALL), 3) for ending in asked]
        assert len(answers) == 5 * (SAMPLE // 50)


def test_the_same_questions_are_answered_by_the_same_search() -> None:
    one, other, compared = solver(), solver(), 0
    for ending, _ in sample("again"):
        assert ending.proof(one, 2) == ending.proof(other, 2)
        assert one.positions == other.positions
        compared += 1
    one.forget()
    other.forget()
    for ending, _ in sample("again"):
        assert ending.tricks(one) == ending.tricks(other)
    assert one.positions == other.positions
    assert compared == SAMPLE


def test_no_tricks_are_always_reached_and_more_than_all_never() -> None:
    compared = 0
    for ending, switches in sample("trivial", None):
        solved = solver(switches, size=SMALL)
        assert ending.proof(solved, 0)[0], (ending, switches)
        assert not ending.proof(solved, ending.tricks_left + 1)[0], (ending, switches)
        compared += 1
    assert compared == SAMPLE
