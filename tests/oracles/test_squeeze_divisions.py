"""Undivided endings: the answer is that of generate-and-test, which tries every division and every card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count
from random import Random
from typing import NamedTuple

import pytest

from overtrick import Card, CardSet, Deal, Seat, Side, Strain, Suit, _core
from overtrick.core import Holds
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.divisions import Divisions, Known, Length, UndividedEnding, divisions
from tests.endings import IS_SOAK, bits

DIVISIONS = {3: 20, 4: 70, 5: 252}
QUESTIONS = {3: 200, 4: 280, 5: 20} if IS_SOAK else {3: 60, 4: 14, 5: 1}
CONDITIONS = 500 if IS_SOAK else 30
LEADS = 200 if IS_SOAK else 40

NEAR = {
    3: (
        "N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S",
        "N:2.AJ.. - Q.3..A -;KT9.KQ..3;NT;S",
        "N:..8.A3 - 2.8..8 -;.9.Q.QJT9;NT;S",
        "N:AJ..2. - 4.K..A -;KQT.A.3.3;NT;S",
    ),
    4: (
        "N:Q5.A..2 - A.Q5..A -;KT93.KT93..;NT;S",
        "N:A2.K.J. - K64...2 -;QJT985.A.Q.;NT;S",
        "N:.K5.Q.8 - 2.4..KT -;.QT.K8.QJ97;NT;S",
        "N:3..AJ3. - J4..Q.A -;AQ9..KT.KJT;NT;S",
    ),
    5: (
        "N:Q.4..AJ3 - J.Q.AK.Q -;KT9.AT9.QT.KT;NT;S",
        "N:.AJ.J96. - A.3.K2.J -;.KQ.QT43.AT95;NT;S",
        "N:A92.AJ.. - 3.54.65. -;KQ865.KQ987..;D;S",
    ),
}
"""Hands that have squeezes, most of them published; with a few cards exchanged many still have."""


class Found(NamedTuple):
    """What is compared of a division."""

    tricks: int
    free_both: int
    victims: frozenset[Seat]


def every_division(question: UndividedEnding) -> Iterator[tuple[tuple[int, ...], Found]]:
    """Generate and test: hands in bits, North's first, and what trying every card says."""
    turn = 0 if question.attackers is Side.NS else 1
    cards = bits(question.outstanding.bits)
    first, second = question.defenders
    for chosen in combinations(cards, len(cards) // 2):
        held = {first: sum(1 << card for card in chosen)}
        held[second] = question.outstanding.bits - held[first]
        hands = tuple(held[seat] if seat in held else question.hands[seat].bits for seat in Seat)
        as_north_south = [hands[(seat - turn) % 4] for seat in range(4)]
        leader = (question.leader + turn) % 4
        tricks, *free, free_both, _ = _core.plain_squeeze(as_north_south, question.strain, leader)
        defenders = (Seat((1 - turn) % 4), Seat((3 - turn) % 4))
        victims = frozenset(seat for seat, value in zip(defenders, free, strict=True) if value < tricks)
        yield hands, Found(tricks, free_both, victims)


def some_question(chance: Random, cards: int, number: int) -> UndividedEnding:
    """Those with even numbers at or near a known squeeze, the others at random; of either side."""
    if number % 2:
        pack = chance.sample([13 * suit + rank for suit in range(4) for rank in range(2 + cards)], 4 * cards)
        north, south, rest = pack[:cards], pack[cards : 2 * cards], pack[2 * cards :]
        strain, leader = Strain(chance.randrange(5)), Seat(chance.randrange(4))
    else:
        near = UndividedEnding.parse(NEAR[cards][number // 8 % len(NEAR[cards])])
        north, south = (bits(hand.bits) for _, hand in near.hands.items())
        rest = bits(near.outstanding.bits)
        strain, leader = near.strain, near.leader
        exchanges = number // 2 % 4
        for _ in range(exchanges):
            exchange(chance, [north, south, rest])
        if exchanges and chance.random() < 0.3:
            strain, leader = Strain(chance.randrange(5)), Seat(chance.randrange(4))
    turn = chance.randrange(4)
    hands = {Seat(turn): as_cards(north), Seat((turn + 2) % 4): as_cards(south)}
    return UndividedEnding(Deal.of(hands), as_cards(rest), strain, leader.next(turn))


def exchange(chance: Random, piles: list[list[int]]) -> None:
    """Two cards of different piles change places."""
    one, other = chance.sample(piles, 2)
    here, there = chance.randrange(len(one)), chance.randrange(len(other))
    one[here], other[there] = other[there], one[here]


def as_cards(cards: list[int]) -> CardSet:
    return CardSet(sum(1 << card for card in cards))


def as_bits(deal: Deal) -> tuple[int, ...]:
    return tuple(deal[seat].bits for seat in Seat)


def claims(answer: Divisions) -> dict[tuple[int, ...], Found]:
    """What an answer says of each division with a squeeze."""
    found = {
        as_bits(division.deal): Found(
            division.tricks, division.tricks - division.gain, frozenset(division.victims)
        )
        for division in answer.squeezes
    }
    assert len(found) == len(answer.squeezes)
    return found


@pytest.mark.parametrize("cards", QUESTIONS)
def test_every_division_is_judged_as_by_generate_and_test(cards: int) -> None:
    chance = Random(f"undivided {cards}")
    compared = squeezes = 0
    for number in range(QUESTIONS[cards]):
        question = some_question(chance, cards, number)
        answer = divisions(question)
        said = claims(answer)
        truth = dict(every_division(question))
        for hands, found in truth.items():
            expected = found if found.tricks > found.free_both else None
            assert said.get(hands) == expected, (question, hands)
            compared += 1
        assert answer.counts == Counter((found.tricks, found.free_both) for found in truth.values())
        squeezes += len(said)
    assert compared == DIVISIONS[cards] * QUESTIONS[cards]
    assert squeezes > compared // 200


def test_what_is_known_only_rules_divisions_out() -> None:
    chance = Random("known")
    compared = ruled_out = 0
    for number in range(CONDITIONS):
        question = some_question(chance, 3 + number // 2 % 2, number)
        known = some_knowledge(chance, question)
        truth = {hands: found for hands, found in every_division(question) if fits(hands, known)}
        answer = divisions(
            UndividedEnding(question.hands, question.outstanding, question.strain, question.leader, known)
        )
        assert answer.total == len(truth)
        assert claims(answer) == {
            hands: found for hands, found in truth.items() if found.tricks > found.free_both
        }
        compared += len(truth)
        ruled_out += DIVISIONS[question.cards] - len(truth)
    assert compared > 5 * CONDITIONS
    assert ruled_out > 5 * CONDITIONS


def some_knowledge(chance: Random, question: UndividedEnding) -> tuple[Known, ...]:
    """True of some division: it is read off one."""
    cards = list(question.outstanding)
    chance.shuffle(cards)
    first, second = question.defenders
    hands = {first: cards[: question.cards], second: cards[question.cards :]}
    seat, suit = chance.choice((first, second)), chance.choice(list(Suit))
    length = sum(card.suit is suit for card in hands[seat])
    known: list[Known] = [
        Holds(seat, hands[seat][0]),
        Length(seat, suit, most=length),
        Holds(seat.partner, hands[seat.partner][0]),
    ]
    return tuple(chance.sample(known, chance.randrange(1, 4)))


def fits(hands: tuple[int, ...], known: tuple[Known, ...]) -> bool:
    """Is all of it true of these hands?"""
    return all(
        bool(hands[fact.seat] >> index_of(fact.card) & 1)
        if isinstance(fact, Holds)
        else (hands[fact.seat] >> 13 * fact.suit & 0x1FFF).bit_count() <= fact.most
        for fact in known
    )


def index_of(card: Card) -> int:
    return 13 * card.suit + card.rank


def test_the_first_cards_are_those_that_keep_the_tricks() -> None:
    chance = Random("leads")
    compared = 0
    for number in count(0, 2):
        if compared >= LEADS:
            break
        question = some_question(chance, 3, number)
        if question.attackers is Side.EW:
            continue
        for division in divisions(question).squeezes:
            for card in division.deal[question.leader]:
                left = [hand & ~card.bit for hand in as_bits(division.deal)]
                tricks = _core.plain_tricks(left, question.strain, question.leader, [index_of(card)])
                is_right = question.leader.side is Side.NS and tricks == division.tricks
                assert (card in division.leads) == is_right, (division, card)
                compared += 1


def test_each_division_is_what_analysis_says_of_its_ending() -> None:
    chance = Random("alike")
    compared = 0
    for number in count(0, 2):
        if compared >= LEADS:
            break
        for division in divisions(some_question(chance, 4, number)).squeezes:
            report = analyse(division.ending)
            assert report.squeeze is not None
            assert (division.kind, division.values) == (report.squeeze.kind, report.values), division
            compared += 1
