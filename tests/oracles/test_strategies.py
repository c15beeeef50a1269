"""Strategies against a search of every card in every world, written in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from overtrick import _core
from overtrick._core import Detail
from tests.endings import IS_SOAK, Ending
from tests.plain_strategies import Vectors, Worlds, plain_vectors, random_question

TO_THE_END = 52
ENDLESS = 10**9
MORE = 30 if IS_SOAK else 1
SAMPLES = {(2, None): 250 * MORE, (3, None): 12 * MORE, (3, 6): 60 * MORE, (4, 3): 5 * MORE}
"""How many endings of so many cards, with all layouts or so many, are compared."""
GUESSES = {(3, None): 6 * MORE, (3, 7): 15 * MORE, (4, 4): 3 * MORE}
"""The same, where declarer cannot make all that double dummy promises."""
SAMPLE = 60 * MORE

Answers = dict[int, Vectors]
"""For each card that may be played what declarer's strategies make."""


def search(question: Worlds, detail: Detail = Detail.CARDS) -> _core.Strategies:
    first = question.worlds[0]
    worlds = np.array([world.hands for world in question.worlds], np.uint64)
    return _core.Strategies(
        worlds, first.strain, first.leader, list(first.trick), question.target, 1 << 22, detail
    )


def answers(question: Worlds, detail: Detail = Detail.CARDS, depth: int = TO_THE_END) -> Answers:
    found = search(question, detail).compare(depth, ENDLESS)
    assert all(answer.is_complete for answer in found)
    return {
        card: frozenset(map(members, answer.plans))
        for answer in found
        for card in question.legal
        if answer.equals >> card & 1
    }


def members(words: list[int]) -> frozenset[int]:
    return frozenset(
        64 * place + bit for place, word in enumerate(words) for bit in range(64) if word >> bit & 1
    )


def best(vectors: Vectors) -> int:
    return max(map(len, vectors))


def values(question: Worlds, detail: Detail = Detail.CARDS, depth: int = TO_THE_END) -> dict[int, int]:
    return {card: best(vectors) for card, vectors in answers(question, detail, depth).items()}


def is_guess(question: Worlds) -> bool:
    return values(question, depth=1) != values(question)


def guesses(chance: Random, cards: int, most: int | None) -> Iterator[Worlds]:
    while True:
        question = random_question(chance, cards, most)
        if is_guess(question):
            yield question


@pytest.mark.parametrize(("cards", "most"), SAMPLES)
def test_strategies_make_what_trying_every_card_finds(cards: int, most: int | None) -> None:
    chance, compared = Random(f"strategies {cards} {most}"), 0
    for _ in range(SAMPLES[cards, most]):
        question = random_question(chance, cards, most)
        found = answers(question)
        assert sorted(found) == sorted(question.legal)
        for card, vectors in found.items():
            assert vectors == plain_vectors(question, card), (question, card)
            compared += 1
    assert compared > SAMPLES[cards, most]


@pytest.mark.parametrize(("cards", "most"), GUESSES)
def test_guesses_are_what_trying_every_card_finds_and_kinds_never_promise_more(
    cards: int, most: int | None
) -> None:
    chance, counted = Random(f"guesses {cards} {most}"), Counter[str]()
    questions = guesses(chance, cards, most)
    for _ in range(GUESSES[cards, most]):
        question = next(questions)
        exact, kinds = answers(question), answers(question, Detail.UNBLOCKS)
        for card, vectors in exact.items():
            assert vectors == plain_vectors(question, card), (question, card)
            for made in kinds[card]:
                assert any(made <= other for other in vectors), (question, card)
            counted["compared"] += 1
            counted["equal"] += best(kinds[card]) == best(vectors)
    assert counted["compared"] > GUESSES[cards, most]
    if most is None:
        assert 10 * counted["equal"] >= 9 * counted["compared"], counted


def test_looking_further_never_promises_more_and_one_card_is_double_dummy() -> None:
    chance, compared = Random("depth"), 0
    for number in range(SAMPLE):
        question = random_question(chance, chance.choice((3, 4, 5)), 12)
        detail = (Detail.LOWEST, Detail.UNBLOCKS, Detail.CARDS)[number % 3]
        before = {card: won_double_dummy(question, card) for card in question.legal}
        assert answers(question, detail, 1) == {card: frozenset({won}) for card, won in before.items()}
        most = {card: len(won) for card, won in before.items()}
        for depth in (2, 3, 4, TO_THE_END):
            found = values(question, detail, depth)
            assert all(found[card] <= most[card] for card in found), (question, depth)
            most = found
            compared += len(found)
    assert compared > 4 * SAMPLE


def won_double_dummy(question: Worlds, card: int) -> frozenset[int]:
    """By trying every card, in each world alone."""
    return frozenset(
        number for number, world in enumerate(question.worlds) if is_won(world, card, question.target)
    )


def is_won(world: Ending, card: int, target: int) -> bool:
    later, side, left = world.then(card), world.to_play % 2, world.tricks_left
    after = later.gathered()
    won_ns = len(later.trick) == 4 and after.leader % 2 == 0
    tricks_ns = after.plain_tricks() + won_ns
    return (tricks_ns if side == 0 else left - tricks_ns) >= target


def test_other_suits_and_a_table_turned_round_change_nothing() -> None:
    chance, compared = Random("turned"), 0
    for number in range(SAMPLE):
        question = random_question(chance, chance.choice((2, 3, 4)), 20)
        detail = (Detail.LOWEST, Detail.UNBLOCKS, Detail.CARDS)[number % 3]
        suits, places = chance.sample(range(4), 4), chance.randrange(4)
        other = Worlds(
            tuple(world.renamed(suits).turned(places) for world in question.worlds), question.target
        )
        found = answers(other, detail)
        for card, vectors in answers(question, detail).items():
            assert found[13 * suits[card // 13] + card % 13] == vectors, (question, card)
            compared += 1
    assert compared > SAMPLE


def test_only_the_best_card_is_searched_to_the_end_and_none_better_is_missed() -> None:
    chance, counted = Random("weights"), Counter[str]()
    for _ in range(SAMPLE):
        question = random_question(chance, chance.choice((3, 4)), 24)
        weights = [chance.randint(1, 9) for _ in question.worlds]
        whole = search(question, Detail.UNBLOCKS).compare(TO_THE_END, ENDLESS)
        cut = search(question, Detail.UNBLOCKS).compare(TO_THE_END, ENDLESS, weights, 0)
        heavy = {answer.card: heaviest(answer.plans, weights) for answer in whole}
        for answer in cut:
            is_best = heavy[answer.card] == max(heavy.values())
            assert answer.is_complete
            assert not (answer.is_beaten and is_best), question
            if not answer.is_beaten:
                assert heaviest(answer.plans, weights) == heavy[answer.card], question
            counted["beaten"] += answer.is_beaten
            counted["compared"] += 1
    assert counted["compared"] > SAMPLE
    assert counted["beaten"] > SAMPLE / 10


def heaviest(plans: list[list[int]], weights: list[int]) -> int:
    return max(sum(weights[world] for world in members(plan)) for plan in plans)


def test_a_search_that_ends_too_soon_says_for_which_cards() -> None:
    chance, counted = Random("budget"), Counter[str]()
    questions = guesses(chance, 4, 40)
    for _ in range(4 * MORE):
        question = next(questions)
        whole = {answer.card: answer for answer in search(question).compare(TO_THE_END, ENDLESS)}
        least = len(whole) * len(question.worlds)
        for positions in (0, 4 * least, 40 * least, 400 * least):
            for answer in search(question).compare(TO_THE_END, positions):
                counted[f"complete {answer.is_complete}"] += 1
                assert answer.hope == whole[answer.card].hope
                assert answer.plans == (whole[answer.card].plans if answer.is_complete else [])
    assert min(counted["complete True"], counted["complete False"]) > 4 * MORE
