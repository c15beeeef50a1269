"""Every card in many layouts: the same as asking layout by layout, and no layout that cannot be."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick import Card, CardSet, Deal, DealError, Play, Seat, Strain, deals
from overtrick.dd import DoubleDummyError, Solver, cards, samples
from overtrick.dd.batch import CHUNK
from overtrick.dd.packing import Deals, pack

LAYOUTS = CHUNK + 4
"""More than are answered together."""
AFTER = [4 * tricks + turn for tricks in (5, 7, 9, 11) for turn in range(4)]
"""Cards played before the question: on both sides of the line between endings and others."""


def after(played: int) -> Play:
    """So many random cards of a random deal."""
    chance = random.Random(played)
    [deal] = deals.deals(np.random.default_rng(played), 1)
    play = Play(deal, Strain(played % 5), Seat(played // 5 % 4))
    for _ in range(played):
        play = play.then(chance.choice(tuple(play.legal_cards)))
    return play


def layouts_of(play: Play, many: int = LAYOUTS) -> list[Deal]:
    """Two hands are dealt again, those of the opponents of the player to move, so that nobody has revoked."""
    chance, now, mover = random.Random("layouts"), play.remaining, play.to_play
    hidden = [*now[mover.lho], *now[mover.rho]]
    made = list[Deal]()
    while len(made) < many:
        chance.shuffle(hidden)
        left = len(now[mover.lho])
        hands = {mover.lho: CardSet.of(hidden[:left]), mover.rho: CardSet.of(hidden[left:])}
        layout = Deal.of({seat: hands.get(seat, now[seat]) for seat in Seat})
        if not any(layout[seat].holding(play.trick.cards[0].suit) for seat in discarding(play)):
            made.append(layout)
    return made


def discarding(play: Play) -> list[Seat]:
    """Who has not followed to the trick in progress."""
    return [seat for seat, card in play.trick if card.suit is not play.trick.cards[0].suit]


def one_by_one(play: Play, layouts: list[Deal]) -> dict[Card, list[int]]:
    """The same from as many questions as there are layouts."""
    answers = [cards(Play.resume(layout, play.strain, play.trick)) for layout in layouts]
    return {card: [answer[card] for answer in answers] for card in play.legal_cards}


def as_lists(play: Play, layouts: list[Deal] | Deals, workers: int | None = None) -> dict[Card, list[int]]:
    return {card: tricks.tolist() for card, tricks in samples(play, layouts, workers).items()}


@pytest.mark.parametrize("played", AFTER)
def test_samples_are_what_each_layout_says_by_itself(played: int) -> None:
    play = after(played)
    layouts = layouts_of(play)
    found = as_lists(play, layouts)
    assert list(found) == list(play.legal_cards)
    assert found == one_by_one(play, layouts)
    assert sum(map(len, found.values())) == LAYOUTS * len(play.legal_cards)


@pytest.mark.parametrize("workers", [1, 2, None])
@pytest.mark.parametrize("played", [26, 41])
def test_neither_workers_nor_packing_change_an_answer(played: int, workers: int | None) -> None:
    play = after(played)
    layouts = layouts_of(play)
    assert as_lists(play, pack(layouts), workers) == as_lists(play, layouts)


def test_only_the_hand_of_the_player_need_be_known() -> None:
    whole = after(40)
    mover = whole.to_play
    seen = Deal.of({mover: whole.start[mover]})
    play = Play(seen, whole.strain, whole.leader, whole.cards)
    layouts = layouts_of(whole)
    assert as_lists(play, layouts) == as_lists(whole, layouts)


def test_a_solver_can_be_given_and_answers_alone() -> None:
    play = after(36)
    solver, layouts = Solver(), layouts_of(play)
    found = samples(play, layouts, solver=solver)
    assert solver.positions > 0
    assert {card: tricks.tolist() for card, tricks in found.items()} == as_lists(play, layouts)


def test_progress_counts_layouts() -> None:
    told, play = list[int](), after(40)
    samples(play, layouts_of(play), progress=told.append)
    assert told == [CHUNK, LAYOUTS]


def test_no_layouts_are_no_tricks() -> None:
    play = after(40)
    assert as_lists(play, []) == {card: [] for card in play.legal_cards}


ENDING = Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S;CA")
NOW = "N:Q.AJ.. T9...3 2.3.. K.KQ.."
"""West is to play."""


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        ("N:Q.AJ.. T9...3 2.3..4 K.KQ..", "as long as they are now, North 3, East 3, South 2, West 3"),
        ("N:K.KQ.. T9...3 2.3.. Q.AJ..", "West, who is to play, holds K.KQ.."),
        ("N:Q.AJ.. T9...A 2.3.. K.KQ..", "a card in it has been played"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_by_its_number(layout: str, fault: str) -> None:
    with pytest.raises(DealError, match="layout 2: ") as refused:
        samples(ENDING, [Deal.parse(NOW), Deal.parse(layout)])
    assert fault in str(refused.value)


def test_a_card_in_two_hands_is_refused() -> None:
    packed = pack([Deal.parse(NOW)])
    packed[0, Seat.EAST] = packed[0, Seat.NORTH]
    with pytest.raises(DealError, match="layout 1: a card is in two hands"):
        samples(ENDING, packed)


def test_the_player_must_know_his_hand() -> None:
    with pytest.raises(DealError, match="West's hand is unknown, but West is to play"):
        samples(Play.parse("N:- - 2.3..A -;NT;S;CA"), [Deal.parse(NOW)])


def test_what_is_no_array_of_deals_is_refused() -> None:
    with pytest.raises(DealError, match="rows of four whole numbers"):
        samples(ENDING, np.zeros((2, 3), np.uint64))


def test_nobody_cannot_solve_anything() -> None:
    with pytest.raises(DoubleDummyError, match="0 workers"):
        samples(ENDING, [Deal.parse(NOW)], workers=0)
