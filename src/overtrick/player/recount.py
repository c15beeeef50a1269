"""Independent recount of the figures in statements: one layout at a time, in plain Python, on whole deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, compress
from operator import and_, mul
from typing import TypeAlias

import numpy as np

from overtrick import dd
from overtrick.core import Card, CardSet, Odds, OvertrickError, Play, Seat, Side, Trick
from overtrick.player.layouts import (
    Both,
    Breaks,
    Condition,
    Guarded,
    Hands,
    Layouts,
    Length,
    Lies,
    Simple,
    parts,
    play_over,
)
from overtrick.player.statements import PlayKind
from overtrick.player.strategies import Detail, compare
from overtrick.player.techniques import DECIDED, Technique

__all__ = [
    "average",
    "best_plan",
    "hands_left",
    "is_called",
    "is_near",
    "is_share",
    "is_sound",
    "met",
    "share",
    "successes",
    "tricks",
]

_REMEMBERED = 20_000
_MOST_LAYOUTS = 20_000
"""The most layouts that are enumerated to check that a sample has all."""
_NEARLY = Fraction(1, 10**6)


# Layouts


@lru_cache(_REMEMBERED)
def _dealt(play: Play, layout: Hands) -> Play | None:
    """The play with a layout's hands; None if these contradict the hands in view or the cards played."""
    with suppress(OvertrickError, ValueError):
        dealt = play_over(play, layout)
        if all(dealt.start[seat] == hand for seat, hand in play.start.items()):
            return dealt
    return None


@lru_cache(64)
def _is_possible(sample: Layouts) -> bool:
    """Are all layouts possible, and do they include every one if the sample says so?"""
    weights = sample.weights
    if not sample.layouts or len(weights) != len(sample.layouts) or min(weights) < 0 or sum(weights) <= 0:
        return False
    if any(_dealt(sample.play, layout) is None for layout in sample.layouts):
        return False
    return not sample.is_all or (len(set(weights)) == 1 and _is_all(sample))


def _is_all(sample: Layouts) -> bool:
    """Does a sample hold every layout?  Enumerates all deals of the hidden cards."""
    play, one_layout = sample.play, sample.layouts[0]
    if len(sample.hidden) != 2 or len(sample.layouts) > _MOST_LAYOUTS:
        return False
    one, other = sample.hidden
    gone, mine = CardSet.of(play.cards), CardSet(one_layout[one])
    out = mine | CardSet(one_layout[other])
    found = set[Hands]()
    for cards in combinations(out - gone, len(mine - gone)):
        hands = list(one_layout)
        hands[one] = (CardSet.of(cards) | mine & gone).bits
        hands[other] = out.bits & ~hands[one]
        if _dealt(play, tuple(hands)) is not None:
            found.add(tuple(hands))
        if len(found) > len(sample.layouts):
            return False
    return found == set(sample.layouts) and len(found) == len(sample.layouts)


def is_sound(sample: Layouts, *cards: Card) -> bool:
    """Are the cards legal and the layouts possible?"""
    return all(card in sample.play.legal_cards for card in cards) and _is_possible(sample)


def hands_left(sample: Layouts, layout: Hands) -> list[CardSet]:
    """The four hands of a layout without the cards played."""
    return [CardSet(hand) - CardSet.of(sample.play.cards) for hand in layout]


# Tricks


def _played(play: Play, layout: Hands, card: Card) -> tuple[Side, Play]:
    """The side that plays the card, and the play with a layout's hands after it."""
    dealt = _dealt(play, layout)
    assert dealt is not None
    return play.to_play.side, dealt.then(card)


@lru_cache(_REMEMBERED)
def _is_success(play: Play, layout: Hands, card: Card, needed: int) -> bool:
    side, after = _played(play, layout, card)
    missing = needed - after.tricks_won(side)
    return missing <= 0 if after.is_over else dd.at_least(after, missing, side).is_reached


@lru_cache(_REMEMBERED)
def _tricks(play: Play, layout: Hands, card: Card) -> int:
    side, after = _played(play, layout, card)
    won = after.tricks_won(side)
    if after.is_over:
        return won
    left = after.start.cards_each - len(after.cards) // 4
    if after.trick.cards:
        best = max(dd.cards(after).values())
    else:
        best = dd.tricks(after.remaining, after.strain, after.on_lead)
    return won + (best if after.to_play.side is side else left - best)


def successes(sample: Layouts, card: Card) -> list[bool]:
    """For each layout, does a card take the tricks needed?  Each is proved by a separate search."""
    return [_is_success(sample.play, layout, card, sample.needed) for layout in sample.layouts]


def tricks(sample: Layouts, card: Card) -> list[int]:
    """The tricks of the whole play that the player's side takes in each layout."""
    return [_tricks(sample.play, layout, card) for layout in sample.layouts]


# Shares


def share(sample: Layouts, wins: Sequence[bool], among: Sequence[bool] | None = None) -> Fraction | None:
    """The exact weight of the layouts won among some, or among all; None if there are none."""
    weights = [Fraction(weight) for weight in sample.weights]
    inside = [True] * len(weights) if among is None else among
    whole = sum(compress(weights, inside), Fraction())
    return sum(compress(weights, map(and_, inside, wins)), Fraction()) / whole if whole else None


def is_share(odds: Odds, sample: Layouts, wins: Sequence[bool], among: Sequence[bool] | None = None) -> bool:
    """Are the odds the share of the layouts won: exactly, or to the percent if weights differ?"""
    exact = share(sample, wins, among)
    if exact is None:
        return False
    if max(sample.weights) - min(sample.weights) < _NEARLY / 1000:
        inside = [True] * len(wins) if among is None else among
        return odds.fraction == Fraction(sum(compress(wins, inside)), sum(inside))
    if exact in (0, 1) or odds.fraction in (0, 1):
        return odds.fraction == exact
    percents = 100 * odds.fraction
    return percents.denominator == 1 and (
        abs(percents - 100 * exact) <= Fraction(1, 2) + _NEARLY
        or (percents == 1 and exact < Fraction(1, 100))
        or (percents == 99 and exact > Fraction(99, 100))
    )


def average(sample: Layouts, numbers: Sequence[int]) -> Fraction:
    """The weighted mean of a number for each layout."""
    weights = [Fraction(weight) for weight in sample.weights]
    return sum(map(mul, weights, numbers), Fraction()) / sum(weights)


def is_near(told: float, exact: Fraction, places: int) -> bool:
    """Is the stated number the exact one, rounded to `places` decimals?"""
    return abs(Fraction(told) - exact) <= Fraction(1, 2 * 10**places) + _NEARLY


# Conditions


def met(sample: Layouts, condition: Condition) -> list[bool]:
    """For each layout, does a condition on the hidden hands hold?"""
    return [_is_met(sample, condition, hands_left(sample, layout)) for layout in sample.layouts]


def _is_met(sample: Layouts, condition: Condition, hands: list[CardSet]) -> bool:
    hidden = sample.hidden
    match condition:
        case Both(first, second):
            return _is_met(sample, first, hands) and _is_met(sample, second, hands)
        case Lies(card, seat):
            return seat in hidden and str(card.rank) in hands[seat].holding(card.suit)
        case Length(seat, suit, low, high):
            return seat in hidden and low <= len(hands[seat].holding(suit)) <= high
        case Breaks(suit, seats, total, least, most):
            lengths = [len(hands[seat].holding(suit)) for seat in seats]
            is_known = set(seats) == set(hidden) and sum(lengths) == total
            return is_known and least <= max(lengths) <= most
        case Guarded(card, low, high):
            holdings = [hands[seat].holding(card.suit) for seat in hidden]
            return any(str(card.rank) in each and low <= len(each) - 1 <= high for each in holdings)


# Declarer's plans


_CARDS, _LAYOUTS = 3, 40
"""The most cards in each hand, and layouts, for trying every card of every player."""
_POSITIONS = 4_000_000
"""Positions the solver may search; beyond it, the answer is unknown."""

Vectors: TypeAlias = frozenset[frozenset[int]]
"""Sets of layouts, none a subset of another: each is the set that a plan wins."""
World: TypeAlias = tuple[int, Play]
"""A layout's number, and the play with its hands."""


@lru_cache(256)
def best_plan(sample: Layouts, card: Card, depth: int, is_whole: bool) -> Fraction | None:
    """The weight of the layouts in which the best plan after a card reaches the tricks; None if unknown."""
    left = sample.play.start.cards_each - len(sample.play.cards) // 4
    if is_whole and left <= _CARDS and len(sample.layouts) <= _LAYOUTS:
        return _plain(sample, card)
    return _searched(sample, card, depth, is_whole)


# Every card of every player


def _plain(sample: Layouts, card: Card) -> Fraction:
    """The best plan's weight by exhaustive search: one plan for indistinguishable layouts, every defence."""
    worlds = [(number, play_over(sample.play, layout)) for number, layout in enumerate(sample.layouts)]
    plans = ([number in plan for number, _ in worlds] for plan in _after(worlds, card, sample))
    return max(share(sample, plan) or Fraction() for plan in plans)


def _vectors(worlds: Sequence[World], sample: Layouts) -> Vectors:
    numbers, play = frozenset(number for number, _ in worlds), worlds[0][1]
    won = play.tricks_won(sample.side)
    if won >= sample.needed:
        return frozenset({numbers})
    if won + play.start.cards_each - len(play.tricks) < sample.needed:
        return frozenset({frozenset()})
    if play.to_play.side is sample.side:
        return _maximal(made for card in play.legal_cards for made in _after(worlds, card, sample))
    products = frozenset({numbers})
    for card in sorted({card for _, world in worlds for card in world.legal_cards}):
        seen = [(number, world) for number, world in worlds if card in world.legal_cards]
        others = numbers - {number for number, _ in seen}
        answers = _after(seen, card, sample)
        products = _maximal(made & (answer | others) for made in products for answer in answers)
    return products


def _after(worlds: Sequence[World], card: Card, sample: Layouts) -> Vectors:
    return _vectors([(number, world.then(card)) for number, world in worlds], sample)


def _maximal(vectors: Iterable[frozenset[int]]) -> Vectors:
    found = set(vectors)
    return frozenset(made for made in found if not any(made < other for other in found))


# The solver's search, in another order and without cuts


def _searched(sample: Layouts, card: Card, depth: int, is_whole: bool) -> Fraction | None:
    """The best plan's weight by the search that compares strategies, with the layouts in reverse order."""
    if sample.declarer is None:
        return None
    rows = [[hand.bits for hand in hands_left(sample, layout)] for layout in reversed(sample.layouts)]
    weights = np.array(sample.weights[::-1])
    missing = sample.needed - sample.play.tricks_won(sample.side)
    question = (sample.play, sample.declarer, np.array(rows, np.uint64), weights / weights.sum(), missing)
    found = compare(*question, depth, _POSITIONS, Detail.CARDS if is_whole else Detail.LOWEST)
    strategy = next(each for each in found.strategies if card in each.equals)
    return Fraction(strategy.value) if found.is_complete and strategy.is_exact else None


# Names of plays


def is_called(fact: PlayKind) -> bool:
    """Do the cards in view and the condition support the kind of play, its honour and its seat?"""
    is_decided = fact.called.kind in DECIDED
    if fact.by is None:
        return not is_decided and _is_seen(fact)
    return is_decided and _is_declarers(fact.sample) and _is_decided(fact, parts(fact.by.condition))


def _is_declarers(sample: Layouts) -> bool:
    """Does declarer play the card, so that both hands of the side are in view?"""
    return sample.contract is not None and sample.side is sample.contract.declarer.side


def _is_decided(fact: PlayKind, about: tuple[Simple, ...]) -> bool:
    """Does one of these conditions name the play, and do the cards in view agree?"""
    kind, honour, against = fact.called.kind, fact.called.honour, fact.called.against
    sample, card, led = fact.sample, fact.card, fact.sample.play.trick.suit
    if kind is Technique.BREAK:
        breaks = [part for part in about if isinstance(part, Breaks) and part.suit is card.suit]
        return led is None and any(2 * part.least in (part.total, part.total + 1) for part in breaks)
    if kind is Technique.THROW_IN:
        seats = [part.seat for part in about if isinstance(part, Lies | Length)]
        return honour is None and against in seats and _is_thrown_in(fact)
    if honour is None or honour.suit is not card.suit or led not in (None, card.suit):
        return False
    if kind is Technique.DROP:
        guarded = [part for part in about if isinstance(part, Guarded) and part.card is honour]
        return any(not part.low for part in guarded) and _rivals_above(sample, card) == []
    if against is None or Lies(honour, against) not in about:
        return False
    if kind is Technique.RUFFING_FINESSE:
        return _is_ruffed_behind(sample, card, honour, against)
    return _lies_before(sample, card, honour, against, kind)


def _lies_before(sample: Layouts, card: Card, honour: Card, against: Seat, kind: Technique) -> bool:
    """Must the honour play before the hand that beats it, or that would win if it were elsewhere?"""
    play = sample.play
    order = play.on_lead.clockwise()
    behind = play.to_play if play.trick.cards else play.to_play.partner
    if order.index(against) + 1 != order.index(behind):
        return False
    hands = hands_left(sample, sample.layouts[0])
    same_suit = hands[behind].in_suit(card.suit).minus(card)
    above = [each for each in same_suit if each > honour]
    ours = hands[play.to_play] | hands[play.to_play.partner]
    if kind is Technique.TOWARDS:
        low = [each for each in same_suit if card < each < honour and _next_to(sample, each, honour)]
        return not play.trick.cards and bool(low) and not [each for each in ours if _beats(each, honour)]
    if not above or card > honour:
        return False
    if play.trick.cards:
        after = Trick(play.on_lead, (*play.trick.cards, card))
        return after.winner(play.strain) is play.to_play
    return any(each < honour and _next_to(sample, each, honour) for each in (card, *same_suit))


def _is_ruffed_behind(sample: Layouts, card: Card, honour: Card, against: Seat) -> bool:
    """Does the honour alone beat the card led, before a hand that can ruff it?"""
    play, trump = sample.play, sample.play.strain.suit
    hands = hands_left(sample, sample.layouts[0])
    behind = hands[against.lho]
    if play.trick.cards or trump is None or card.suit is trump or play.to_play.lho is not against:
        return False
    theirs = hands[against] | hands[against.partner]
    has_ruff = not behind.in_suit(card.suit) and bool(behind.in_suit(trump))
    return has_ruff and [each for each in theirs if _beats(each, card)] == [honour]


def _beats(card: Card, other: Card) -> bool:
    return card.suit is other.suit and card.rank > other.rank


def _next_to(sample: Layouts, low: Card, high: Card) -> bool:
    """Is no hidden card between two of a suit?"""
    hands = hands_left(sample, sample.layouts[0])
    out = (each for seat in sample.hidden for each in hands[seat])
    return not any(_beats(each, low) and _beats(high, each) for each in out)


# Plays named by the cards in view


def _is_seen(fact: PlayKind) -> bool:
    play, card = fact.sample.play, fact.card
    if fact.called.honour is not None or fact.called.against is not None:
        return False
    is_lead = not play.trick.cards
    follows = not is_lead and play.trick.cards[0].suit is card.suit
    is_trump = play.strain.suit is card.suit
    is_spare = not is_lead and not follows
    match fact.called.kind:
        case Technique.RUFF:
            return is_spare and is_trump
        case Technique.DISCARD:
            return is_spare and not is_trump
        case Technique.TRUMPS:
            return is_lead and is_trump and _is_declarers(fact.sample) and _trumps_are_out(fact.sample)
        case Technique.CASH:
            return is_lead and _rivals_above(fact.sample, card) == []
    return follows and _is_ducked(fact.sample, card)


def _trumps_are_out(sample: Layouts) -> bool:
    hands, trump = hands_left(sample, sample.layouts[0]), sample.play.strain.suit
    opponents = (sample.play.to_play.lho, sample.play.to_play.rho)
    return trump is not None and any(hands[seat].in_suit(trump) for seat in opponents)


def _rivals_above(sample: Layouts, card: Card) -> list[Card]:
    """The higher cards of a suit that are on the table, with an opponent, or in a hand not seen."""
    play, hands = sample.play, hands_left(sample, sample.layouts[0])
    theirs = (seat for seat in Seat if seat.side is not sample.side or seat in sample.hidden)
    rivals = CardSet.of(play.trick.cards).union(*(hands[seat] for seat in theirs))
    return [each for each in rivals if _beats(each, card)]


def _is_ducked(sample: Layouts, card: Card) -> bool:
    """Is the trick left to the opponents, after partner has played, though a higher card would win?"""
    play = sample.play
    if len(play.trick) < 2 or len({each.suit for each in play.trick.cards}) > 1:
        return False
    after = Trick(play.on_lead, (*play.trick.cards, card))
    is_theirs = after.winner(play.strain).side is not play.to_play.side
    return is_theirs and any(_rivals_above(sample, each) == [] for each in play.legal_cards)


# Throw-ins


def _is_thrown_in(fact: PlayKind) -> bool:
    """Wherever the condition holds and the card succeeds, does the opponent win, to his side's cost?"""
    sample, by, seat = fact.sample, fact.by, fact.called.against
    if by is None or seat is None or seat.side is sample.side:
        return False
    inside, wins = met(sample, by.condition), successes(sample, fact.card)
    layouts = list(compress(sample.layouts, map(and_, inside, wins)))
    return layouts != [] and all(_must_lead(fact, layout, seat) for layout in layouts)


def _must_lead(fact: PlayKind, layout: Hands, seat: Seat) -> bool:
    play = fact.sample.play
    ends = _ends(play_over(play, layout).then(fact.card), len(play.tricks) + 1)[1]
    return all(end.on_lead is seat and _is_no_gift(end) for end in ends)


def _ends(play: Play, tricks: int) -> tuple[int, list[Play]]:
    """North's and South's total with best play to the trick, and the positions it may lead to."""
    if len(play.tricks) == tricks:
        return _north_south(play, play.on_lead), [play]
    tried = [_ends(play.then(card), tricks) for card in play.legal_cards]
    pick = max if play.to_play in (Seat.NORTH, Seat.SOUTH) else min
    best = pick(value for value, _ in tried)
    return best, [end for value, ends in tried if value == best for end in ends]


def _north_south(play: Play, leader: Seat) -> int:
    """North's and South's total if a given seat has the lead."""
    won = play.tricks_won(Seat.NORTH.side)
    if play.is_over:
        return won
    more = dd.tricks(play.remaining, play.strain, leader)
    return won + (more if leader.side is Seat.NORTH.side else play.start.cards_each - len(play.tricks) - more)


def _is_no_gift(play: Play) -> bool:
    """Would the side on lead do better if either of its opponents were on lead?"""
    sign = 1 if play.on_lead.side is Seat.NORTH.side else -1
    seats = (play.on_lead, play.on_lead.lho, play.on_lead.rho)
    mine, *theirs = (sign * _north_south(play, seat) for seat in seats)
    return not play.is_over and all(other > mine for other in theirs)
