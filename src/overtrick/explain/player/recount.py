"""Counting again what claims about layouts say: one layout at a time, in plain Python, on whole deals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from overtrick.core import Card, CardSet, Deal, Odds, OvertrickError, Play, Seat, Suit
from overtrick.player.conditions import Both, Breaks, Condition, Guarded, Length, Lies
from overtrick.player.sample import Hands, Sample

__all__ = ["average", "hands_left", "is_near", "is_share", "is_sound", "met", "share", "successes", "tricks"]

_REMEMBERED = 20_000
_MOST_LAYOUTS = 20_000
"""More are not written out to see whether they are all."""
_NEARLY = Fraction(1, 10**6)


# Layouts


@lru_cache(_REMEMBERED)
def _dealt(play: Play, layout: Hands) -> Play | None:
    """The play over a layout; None if it cannot be: the player sees other cards, or they were not legal."""
    try:
        north, east, south, west = (CardSet(hand) for hand in layout)
        deal = Deal((north, east, south, west))
        is_seen = all(deal[seat] == hand for seat, hand in play.start.items())
        return Play(deal, play.strain, play.leader, play.cards) if is_seen else None
    except (OvertrickError, ValueError):
        return None


@lru_cache(64)
def _is_possible(sample: Sample) -> bool:
    """Can all the layouts be, and are they all there are where that is said?"""
    weights = sample.weights
    if not sample.layouts or len(weights) != len(sample.layouts) or min(weights) < 0 or sum(weights) <= 0:
        return False
    if any(_dealt(sample.play, layout) is None for layout in sample.layouts):
        return False
    return not sample.is_all or (len(set(weights)) == 1 and _is_all(sample))


def _is_all(sample: Sample) -> bool:
    """Write out every way to deal the hidden cards, and compare."""
    play, one_layout = sample.play, sample.layouts[0]
    hidden = [seat for seat in Seat if play.start.get(seat) is None]
    if len(hidden) != 2 or len(sample.layouts) > _MOST_LAYOUTS:
        return False
    one, other = hidden
    gone = CardSet.of(play.cards)
    out = CardSet(one_layout[one] | one_layout[other])
    played = CardSet(one_layout[one]) & gone
    found = set[Hands]()
    for cards in combinations(out - gone, len(CardSet(one_layout[one]) - gone)):
        hands = list(one_layout)
        hands[one] = (CardSet.of(cards) | played).bits
        hands[other] = out.bits & ~hands[one]
        if _dealt(play, tuple(hands)) is not None:
            found.add(tuple(hands))
        if len(found) > len(sample.layouts):
            return False
    return found == set(sample.layouts) and len(found) == len(sample.layouts)


def is_sound(sample: Sample, *cards: Card) -> bool:
    """May the cards be played, and can the layouts be?"""
    return all(card in sample.play.legal_cards for card in cards) and _is_possible(sample)


def hands_left(sample: Sample, layout: Hands) -> list[CardSet]:
    """The four hands of a layout without the cards played."""
    return [CardSet(hand) - CardSet.of(sample.play.cards) for hand in layout]


# Tricks


@lru_cache(_REMEMBERED)
def _is_success(play: Play, layout: Hands, card: Card, needed: int) -> bool:
    from overtrick import dd  # words about cards load no solver

    dealt = _dealt(play, layout)
    assert dealt is not None
    side, after = play.to_play.side, dealt.then(card)
    missing = needed - after.tricks_won(side)
    return missing <= 0 if after.is_over else dd.at_least(after, missing, side).is_reached


@lru_cache(_REMEMBERED)
def _tricks(play: Play, layout: Hands, card: Card) -> int:
    from overtrick import dd

    dealt = _dealt(play, layout)
    assert dealt is not None
    side, after = play.to_play.side, dealt.then(card)
    won = after.tricks_won(side)
    if after.is_over:
        return won
    left = after.start.cards_each - len(after.cards) // 4
    if after.trick.cards:
        best = max(dd.cards(after).values())
    else:
        best = dd.tricks(after.remaining, after.strain, after.on_lead)
    return won + (best if after.to_play.side is side else left - best)


def successes(sample: Sample, card: Card) -> list[bool]:
    """In which layouts a card takes the tricks needed, each proved by a search of its own."""
    return [_is_success(sample.play, layout, card, sample.needed) for layout in sample.layouts]


def tricks(sample: Sample, card: Card) -> list[int]:
    """The tricks of the whole play that the player's side takes in each layout."""
    return [_tricks(sample.play, layout, card) for layout in sample.layouts]


# Shares


def share(sample: Sample, wins: Sequence[bool], among: Sequence[bool] | None = None) -> Fraction | None:
    """The exact weight of the layouts won among some, or among all; None if there are none."""
    weights = [Fraction(weight) for weight in sample.weights]
    inside = [True] * len(weights) if among is None else list(among)
    whole = sum((weight for weight, is_in in zip(weights, inside, strict=True) if is_in), Fraction())
    won = [is_in and win for is_in, win in zip(inside, wins, strict=True)]
    part = sum((weight for weight, is_won in zip(weights, won, strict=True) if is_won), Fraction())
    return part / whole if whole else None


def is_share(odds: Odds, sample: Sample, wins: Sequence[bool], among: Sequence[bool] | None = None) -> bool:
    """Is a chance the share of the layouts won: exactly, or to the percent where weights differ?"""
    exact = share(sample, wins, among)
    if exact is None:
        return False
    if max(sample.weights) - min(sample.weights) < _NEARLY / 1000:
        inside = [True] * len(wins) if among is None else among
        won = sum(win for win, is_in in zip(wins, inside, strict=True) if is_in)
        return odds.fraction == Fraction(won, sum(inside))
    if exact in (0, 1) or odds.fraction in (0, 1):
        return odds.fraction == exact
    percents = 100 * odds.fraction
    return percents.denominator == 1 and (
        abs(percents - 100 * exact) <= Fraction(1, 2) + _NEARLY
        or (percents == 1 and exact < Fraction(1, 100))
        or (percents == 99 and exact > Fraction(99, 100))
    )


def average(sample: Sample, numbers: Sequence[int]) -> Fraction:
    """The weighted mean of a number for each layout."""
    weights = [Fraction(weight) for weight in sample.weights]
    whole = sum(weights, Fraction())
    return sum((weight * each for weight, each in zip(weights, numbers, strict=True)), Fraction()) / whole


def is_near(told: float, exact: Fraction, places: int) -> bool:
    """Is a number told the exact one, rounded to so many places?"""
    return abs(Fraction(told) - exact) <= Fraction(1, 2 * 10**places) + _NEARLY


# Conditions


def met(sample: Sample, condition: Condition) -> list[bool]:
    """In which layouts a condition on the hidden hands holds."""
    return [_is_met(sample, condition, hands_left(sample, layout)) for layout in sample.layouts]


def _is_met(sample: Sample, condition: Condition, hands: list[CardSet]) -> bool:
    hidden = [seat for seat in Seat if sample.play.start.get(seat) is None]
    match condition:
        case Both(first, second):
            return _is_met(sample, first, hands) and _is_met(sample, second, hands)
        case Lies(card, seat):
            return seat in hidden and str(card.rank) in _holding(hands, seat, card.suit)
        case Length(seat, suit, low, high):
            return seat in hidden and low <= len(_holding(hands, seat, suit)) <= high
        case Breaks(suit, seats, total, least, most):
            lengths = [len(_holding(hands, seat, suit)) for seat in seats]
            is_known = set(seats) == set(hidden) and sum(lengths) == total
            return is_known and least <= max(lengths) <= most
        case Guarded(card, low, high):
            holdings = [_holding(hands, seat, card.suit) for seat in hidden]
            return any(str(card.rank) in each and low <= len(each) - 1 <= high for each in holdings)


def _holding(hands: list[CardSet], seat: Seat, suit: Suit) -> str:
    """The ranks that a hand has in a suit."""
    return hands[seat].holding(suit)
