"""The worlds of a view and their weights by trying every division of the unseen cards, in plain Python.

Which divisions agree with the play is left to the laws: a deal from which the cards cannot be played is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from overtrick import Card, CardSet, Deal, IllegalPlay, Play, Rank, Seat, SeatView, Trick, dd

__all__ = ["chance_among_equals", "chance_of_choice", "divisions", "weights"]


def divisions(view: SeatView) -> Iterator[Deal]:
    """Every deal from which the cards may have been played."""
    play = view.play
    assert play is not None
    tricks = (*play.tricks, play.trick)
    gone = {
        seat: [card for trick in tricks for who, card in trick if who is seat]
        for seat in Seat
        if view.deal.get(seat) is None
    }
    free = set(view.unseen) - set(play.cards)
    for got in _divided(free, [play.start.cards_each - len(cards) for cards in gone.values()]):
        hands = {seat: CardSet.of([*gone[seat], *hand]) for seat, hand in zip(gone, got, strict=True)}
        deal = Deal.of(dict(view.deal.items()) | hands)
        try:
            Play(deal, play.strain, play.leader, play.cards)
        except IllegalPlay:
            continue
        yield deal


def _divided(cards: set[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    if not sizes:
        yield []
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for others in _divided(cards - set(hand), sizes[1:]):
            yield [hand, *others]


def weights(view: SeatView, mistake: float, recall: int) -> dict[Deal, float]:
    """The probability of every deal: Bayes' rule, all divisions being equally likely before the play."""
    found = {deal: _likelihood(deal, view, mistake, recall) for deal in divisions(view)}
    total = sum(found.values())
    return {deal: weight / total for deal, weight in found.items()}


def _likelihood(deal: Deal, view: SeatView, mistake: float, recall: int) -> float:
    assert view.play is not None
    play, product = Play(deal, view.play.strain, view.play.leader), 1.0
    for place, card in enumerate(view.play.cards):
        seat = play.to_play
        is_opening_lead = place == 0 and play.start.cards_each == 13
        if view.deal.get(seat) is None and not is_opening_lead:
            few = len(play.hand(seat)) <= recall
            product *= (
                chance_of_choice(card, dd.cards(play), play, mistake)
                if few
                else chance_among_equals(card, play)
            )
        play = play.then(card)
    return product


def chance_among_equals(card: Card, play: Play) -> float:
    """One over the choices between which there is no card that another player may still play."""
    hand = play.hand(play.to_play)
    equals = set[object]()
    for each in hand:
        between = range(min(each.rank, card.rank), max(each.rank, card.rank))
        inner = {Card(card.suit, Rank(rank)) for rank in between}
        if each.suit is card.suit and inner <= set(hand) | set(play.cards) | {min(each, card)}:
            equals.add(each if each.rank >= Rank.TEN else "small")
    return 1 / len(equals)


def chance_of_choice(card: Card, values: dict[Card, int], play: Play, mistake: float) -> float:
    """A choice is an honour, or all small cards of a suit and value; wasted honours cost two tricks more."""
    best, choices = max(values.values()), dict[object, float]()
    for each, tricks in values.items():
        name = each if each.rank >= Rank.TEN else (each.suit, tricks)
        choices[name] = mistake ** (best - tricks + 2 * is_wasted(each, values, play))
    own = card if card.rank >= Rank.TEN else (card.suit, values[card])
    return choices[own] / sum(choices.values())


def is_wasted(card: Card, values: dict[Card, int], play: Play) -> bool:
    """Is an honour thrown under a better card, or put up second, where a lower card does as well?"""
    others = [each for seat in Seat if seat is not play.to_play for each in play.hand(seat)]
    if not play.trick.cards or card.rank < Rank.TEN:
        return False
    wins = Trick(play.on_lead, (*play.trick.cards, card)).winner(play.strain) is play.to_play
    is_highest = not any(each.suit is card.suit and each > card for each in others)
    if wins and (is_highest or len(play.trick) > 1):
        return False
    return any(
        low < each < card and low.suit is each.suit is card.suit and values[low] >= values[card]
        for low in values
        for each in others
    )
