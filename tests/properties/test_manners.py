"""What holds of manners in every position."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from overtrick.bidding.carding import load_card
from overtrick.core import PACK, CardSet, Deal, Play, Seat, SeatView, Strain
from overtrick.player.manners import choose_by_manners, equals
from tests.plain_claiming import view_of

_SAYC = load_card("sayc")


def _view(random: Random) -> SeatView:
    """What the player whose turn it is sees in a random position of a full deal."""
    pack = random.sample(PACK, 52)
    hands = [CardSet.of(pack[place::4]) for place in range(4)]
    declarer = random.choice(tuple(Seat))
    deal = Deal((hands[0], hands[1], hands[2], hands[3]))
    play = Play(deal, random.choice(tuple(Strain)), declarer.lho)
    for _ in range(random.randrange(52)):
        play = play.then(random.choice(tuple(play.legal_cards)))
    to_play = play.to_play
    return view_of(play, declarer, declarer if to_play is declarer.partner else to_play)


def _some(random: Random, cards: CardSet) -> CardSet:
    held = tuple(cards)
    return CardSet.of(random.sample(held, random.randint(1, len(held))))


seeds = st.integers(0, 2**32).map(Random)


@given(seeds)
def test_the_card_is_one_of_those_given_and_the_answer_is_always_the_same(random: Random) -> None:
    view = _view(random)
    cards = _some(random, view.legal_cards)
    for table in (None, _SAYC):
        answer = choose_by_manners(view, cards, table)
        assert answer.card in cards
        assert answer == choose_by_manners(view, cards, table)
        assert (not answer.steps) is (len(cards) == 1)


@given(seeds)
def test_without_a_table_the_top_of_touching_cards_is_led_and_the_lowest_follows(random: Random) -> None:
    view = _view(random)
    assert view.play is not None
    cards = _some(random, view.legal_cards)
    answer = choose_by_manners(view, cards)
    touching = next(group for group in equals(view.play, view.play.to_play) if answer.card in group) & cards
    ranks = [card.rank for card in touching]
    is_lead = not view.play.trick.cards
    assert answer.card.rank == (max(ranks) if is_lead else min(ranks))


@given(seeds)
def test_more_cards_that_touch_those_given_do_not_change_which_of_them_follows(random: Random) -> None:
    view = _view(random)
    play = view.play
    assert play is not None
    cards = _some(random, view.legal_cards)
    if play.trick.suit is None or not cards.in_suit(play.trick.suit):
        return
    groups = equals(play, play.to_play)
    closed = CardSet().union(*(group for group in groups if group & cards))
    chosen = [choose_by_manners(view, each).card for each in (cards, closed)]
    assert any(set(chosen) <= set(group) for group in groups)


@given(seeds)
def test_touching_cards_are_exactly_the_hand_in_groups_without_a_gap(random: Random) -> None:
    view = _view(random)
    play = view.play
    assert play is not None
    hand = play.hand(play.to_play)
    groups = equals(play, play.to_play)
    assert CardSet().union(*groups) == hand
    assert sum(map(len, groups)) == len(hand)
    finished = {card for trick in play.tricks for card in trick.cards}
    winning = {card for seat, card in play.trick if seat is play.trick.winner(play.strain)}
    mine = {card: place for place, group in enumerate(groups) for card in group}
    for one in hand:
        for other in hand.in_suit(one.suit):
            between = [card for card in PACK if card.suit is one.suit and other.rank < card.rank < one.rank]
            harmless = finished | set(hand) | (set(play.trick.cards) - winning)
            if other.rank < one.rank:
                assert (mine[one] == mine[other]) is all(card in harmless for card in between)
