"""Algorithm 1 against one world, one card, one contract at a time."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from overtrick import dd
from overtrick.core import Card, CardSet, Contract, Deal, IllegalPlay, Play, Seat, Side, Vul
from overtrick.dd.packing import pack
from overtrick.player.evaluation import Payoff, evaluate_cards
from overtrick.player.manners import equals
from overtrick.player.settings import Aim
from overtrick.player.worlds import Worlds
from overtrick.scoring import imps, score
from tests.endings import IS_SOAK

POSITIONS, LAYOUTS = (60, 12) if IS_SOAK else (10, 6)


def position(chance: random.Random, tricks: int) -> tuple[Play, Contract, Vul]:
    """A random deal played at random for some tricks and a few cards more."""
    cards = list(CardSet.pack())
    chance.shuffle(cards)
    deal = Deal.of({seat: CardSet.of(cards[seat::4]) for seat in Seat})
    contract = Contract.parse(f"{chance.randint(1, 7)}{chance.choice(['C', 'D', 'H', 'S', 'NT'])} by S")
    play = Play.of(deal, contract)
    for _ in range(4 * tricks + chance.randint(0, 3)):
        play = play.then(chance.choice(list(play.legal_cards)))
    return play, contract, chance.choice(list(Vul))


def redealt(play: Play, chance: random.Random, number: int) -> list[Deal]:
    """Deals in which the hand to play is the same, and the cards could have been played as they were."""
    found = list[Deal]()
    while len(found) < number:
        left = sorted(play.remaining.dealt - play.hand(play.to_play))
        chance.shuffle(left)
        hands = dict(play.start.items())
        for seat in Seat:
            if seat is not play.to_play:
                some, left = left[: len(play.hand(seat))], left[len(play.hand(seat)) :]
                hands[seat] = CardSet.of(some) | (play.start[seat] & CardSet.of(play.cards))
        try:
            found.append(Play(Deal.of(hands), play.strain, play.leader, play.cards).start)
        except IllegalPlay:
            found += [play.start] if chance.random() < 0.02 else []
    return found


def plain_tricks(play: Play, deal: Deal, card: Card) -> int:
    """The tricks of the player's side in the whole play, after a card, in a deal that may be another."""
    side = play.to_play.side
    gone = CardSet.of(play.cards)
    now = Deal.of({seat: deal[seat] - gone for seat in Seat})
    later = Play.resume(now, play.strain, play.trick).then(card)
    to_come = later.start.cards_each - later.tricks_won(Side.NS) - later.tricks_won(Side.EW)
    won = play.tricks_won(side) + later.tricks_won(side)
    if later.is_over:
        return won
    mine = max(dd.cards(later).values())
    return won + (mine if later.to_play.side is side else to_come - mine)


def plain_value(worth: Payoff, mine: int, all_tricks: list[int]) -> float:
    """What a number of tricks is worth beside those of all the candidates."""

    def points(tricks: int) -> int:
        if worth.is_declarers:
            return score(worth.contract, tricks, worth.vul)
        return -score(worth.contract, 13 - tricks, worth.vul)

    if worth.aim is Aim.IMPS:
        return imps(points(mine) - points(max(all_tricks)))
    if worth.aim is Aim.CONTRACT:
        makes = worth.contract.level + 6
        reached = mine >= makes if worth.is_declarers else 13 - mine < makes
        return reached + mine / 1000
    others = [points(each) for each in all_tricks]
    wins = sum((points(mine) > each) + (points(mine) == each) / 2 for each in others) - 0.5
    return wins / (len(others) - 1) if len(others) > 1 else 0.5


@pytest.mark.parametrize("aim", Aim)
def test_values_are_those_of_one_world_at_a_time(aim: Aim) -> None:
    chance, compared = random.Random(f"sampling {aim}"), 0
    for _, tricks in product(range(POSITIONS), (6, 8, 10)):
        play, contract, vul = position(chance, tricks)
        deals = redealt(play, chance, LAYOUTS)
        weights = np.array([chance.randint(1, 5) for _ in deals], np.float64)
        worlds = Worlds(pack(deals), weights / weights.sum())
        worth = Payoff(contract, play.to_play.side, vul, aim)
        legal = play.legal_cards
        runs = [tuple(group & legal) for group in equals(play, play.to_play) if group & legal]
        found, solved = evaluate_cards(play, runs, worlds, worth, keeps_all=True)
        assert solved == len(runs) * len(deals)
        taken = {each.cards: each.tricks.tolist() for each in found}
        for each in found:
            for card in each.cards:
                assert [plain_tricks(play, deal, card) for deal in deals] == each.tricks.tolist()
                compared += len(deals)
            columns = [[taken[run][place] for run in taken] for place in range(len(deals))]
            value = sum(
                weight * plain_value(worth, int(each.tricks[place]), columns[place])
                for place, weight in enumerate(worlds.weights)
            )
            assert each.value == pytest.approx(value, abs=1e-9)
        assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert compared >= POSITIONS * 3 * LAYOUTS


def test_cards_that_were_not_asked_for_are_left_out_and_the_others_unchanged() -> None:
    chance, compared = random.Random("only some cards"), 0
    for _ in range(POSITIONS):
        play, _, _ = position(chance, 7)
        layouts = pack(redealt(play, chance, LAYOUTS)) & ~np.uint64(CardSet.of(play.cards).bits)
        every = dd.samples(play, layouts)
        asked = CardSet.of(chance.sample(list(every), 1 + len(every) // 2))
        some = dd.samples(play, layouts, only=asked)
        assert asked <= CardSet.of(some)
        for card, tricks in some.items():
            assert tricks.tolist() == every[card].tolist()
            compared += len(tricks)
    assert compared >= POSITIONS * LAYOUTS
